/** Texts about handing posts and items over as files, in French. */
import type { Words } from '../en/common.ts';
import type { ExportNouns } from '../en/exports.ts';
import type { FormatNumber } from '../quantities.ts';
import { secondPersonTroubles } from './four-eyes.ts';

const statesOf = (of: ExportNouns): Words['exports']['states']['posts'] => ({
  preparing: {
    title: of.preparing,
    text: of.fetching,
    next: 'Dès que le fichier est prêt, je vous le propose dans cette conversation.',
  },
  offered: {
    title: of.ready,
    text: 'Je peux enregistrer le fichier dans votre OneDrive. Rien n’est envoyé sans votre autorisation.',
    next: 'Sélectionnez « Autoriser » sur la carte qui propose le fichier, ou « Refuser » pour le faire effacer.',
  },
  unanswered: {
    title: of.waiting,
    text: 'Je n’ai reçu aucune réponse à la carte qui propose le fichier.',
    next: `Sélectionnez-y « Autoriser ». Si vous l’avez fait et que rien ne s’est passé, Teams a perdu la réponse. ${of.again}`,
  },
  uploading: {
    title: 'Enregistrement du fichier',
    text: 'Je l’enregistre dans votre OneDrive.',
    next: 'Cette carte affichera le résultat.',
  },
  'handed-over': {
    title: of.done,
    text: 'Le fichier est dans votre OneDrive et sur une carte ci-dessous. Je n’en ai gardé aucune copie.',
  },
  declined: { title: of.declined, text: 'Vous avez refusé le fichier, je l’ai donc effacé.' },
  expired: {
    title: 'Le fichier a été effacé',
    text: 'La carte qui le propose est restée sans réponse pendant 15 minutes.',
    next: of.again,
  },
  refused: {
    title: of.refused,
    text: of.refusedText,
    next: of.refusedNext,
  },
  gone: {
    title: of.notDone,
    text: of.goneText,
    next: of.goneNext,
  },
  'not-ready': {
    title: of.notDone,
    text: of.late,
    next: of.lateNext,
  },
  'not-reached': {
    title: of.notDone,
    text: 'Je n’ai pas pu joindre le service de sauvegarde, rien n’a donc été lancé.',
    next: 'Réessayez dans quelques minutes.',
  },
  'too-large': {
    title: of.tooLarge,
    text: 'Le fichier dépasse 50 Mo.',
    next: of.tooLargeNext,
  },
  unclear: {
    title: of.notDone,
    text: 'J’ai demandé le fichier au service, mais la réponse s’est perdue. Rien n’a été modifié.',
    next: of.again,
  },
  'signed-out': {
    title: of.notDone,
    text: 'Votre session est terminée, j’ai donc interrompu l’opération et effacé le fichier.',
    next: `Connectez-vous. ${of.again}`,
  },
  off: {
    title: of.notDone,
    text: 'Cette possibilité a été désactivée entre-temps, j’ai donc effacé le fichier.',
    next: 'Adressez-vous à vos administrateurs, ou restaurez plutôt le contenu.',
  },
  interrupted: {
    title: of.notDone,
    text: 'L’opération a été interrompue, j’ai donc effacé ce qui avait déjà été reçu.',
    next: of.again,
  },
  withdrawn: { title: of.notDone, text: 'Vous avez retiré votre demande : rien n’a été extrait de la sauvegarde.' },
  'second-declined': {
    title: of.notDone,
    text: 'La personne sollicitée a refusé.',
    next: secondPersonTroubles['second-declined'].next,
  },
  'second-expired': {
    title: of.notDone,
    text: 'Le fichier n’a pas été approuvé et récupéré en 24 heures.',
    next: secondPersonTroubles['second-expired'].next,
  },
  'second-void': {
    title: of.notDone,
    text: 'Son approbation ne compte plus : quelque chose a changé, ou un approbateur ne peut plus approuver.',
    next: secondPersonTroubles['second-void'].next,
  },
  'foreign-host': {
    title: of.notDone,
    text: 'Teams a indiqué pour le fichier un emplacement où ce bot n’a pas le droit d’écrire. Rien n’y a été envoyé et j’ai effacé le fichier.',
    next: 'Signalez aux responsables de ce bot que ALLOWED_UPLOAD_HOSTS ne contient pas votre OneDrive.',
  },
  'name-taken': {
    title: of.notDone,
    text: 'Votre OneDrive contient déjà un fichier de ce nom, j’ai donc effacé le mien.',
    next: `${of.again} Le nouveau nom contient une autre heure.`,
  },
  'upload-refused': {
    title: of.notDone,
    text: 'Votre OneDrive a refusé le fichier, je l’ai donc effacé.',
    next: `Vérifiez que votre OneDrive s’ouvre et qu’il reste de la place. ${of.again}`,
  },
  'upload-failed': {
    title: of.notDone,
    text: 'L’enregistrement dans votre OneDrive n’a pas abouti, j’ai donc effacé le fichier.',
    next: of.again,
  },
});

const POSTS: ExportNouns = {
  preparing: 'Préparation de l’exportation',
  fetching: 'Le service de sauvegarde écrit les publications dans un fichier. Cela peut prendre quelques minutes.',
  ready: 'L’exportation est prête',
  waiting: 'L’exportation vous attend',
  done: 'Exporté',
  declined: 'Exportation refusée',
  refused: 'Le service a refusé l’exportation',
  refusedText: 'Votre compte n’est pas autorisé à exporter ces publications.',
  refusedNext: 'Demandez à votre administrateur de sauvegarde le droit d’exporter des publications.',
  notDone: 'Non exporté',
  goneText: 'Les publications, ou la sauvegarde où elles ont été trouvées, ne sont plus ouvertes auprès du service.',
  goneNext: 'Recherchez de nouveau les publications, puis exportez-les.',
  late: 'Le service n’a pas terminé le fichier en dix minutes.',
  lateNext: 'Réessayez plus tard ou exportez moins de publications.',
  tooLarge: 'Trop volumineux pour être exporté',
  tooLargeNext: 'Exportez moins de publications à la fois.',
  again: 'Exportez de nouveau les publications.',
};

const ITEM: ExportNouns = {
  preparing: 'Récupération du fichier',
  fetching: 'Je le demande au service de sauvegarde. Cela peut prendre quelques minutes.',
  ready: 'Le téléchargement est prêt',
  waiting: 'Le téléchargement vous attend',
  done: 'Téléchargé',
  declined: 'Téléchargement refusé',
  refused: 'Le service a refusé le téléchargement',
  refusedText:
    'Le service de sauvegarde ne vous autorise pas à enregistrer des éléments de ce type en tant que fichiers. Je ne vous le proposerai plus avant votre prochaine connexion.',
  refusedNext:
    'Restaurez plutôt l’élément, ou demandez à votre administrateur de sauvegarde le droit d’enregistrer des éléments.',
  notDone: 'Non téléchargé',
  goneText: 'Le service n’a plus l’élément dans la sauvegarde ouverte, ou la sauvegarde a été fermée.',
  goneNext: 'Recherchez l’élément de nouveau, puis téléchargez-le.',
  late: 'Le service n’a pas fourni le fichier.',
  lateNext: 'Réessayez plus tard ou restaurez plutôt l’élément.',
  tooLarge: 'Trop volumineux pour être téléchargé',
  tooLargeNext: 'Restaurez plutôt l’élément.',
  again: 'Recherchez l’élément de nouveau et téléchargez-le si vous en avez encore besoin.',
};

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'Exporter',
  download: 'Télécharger',
  ask: { export: 'Demander l’exportation', download: 'Demander le fichier' },
  /** Asked before it leaves the backup. */
  why: {
    download: 'Pourquoi avez-vous besoin de ce fichier ?',
    export: 'Pourquoi avez-vous besoin de ces publications ?',
    recorded: 'Enregistré dans le journal d’audit.',
  },
  /** One that is downloaded. */
  item: 'Un élément',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'Toutes les publications';
    return count === 1 ? 'Une publication' : `${n(count)} publications`;
  },
  until: (time) => `Le fichier est disponible jusqu’au ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'Un fichier est prêt pour vous',
    summaryGiven: 'Le fichier est dans votre OneDrive',
    /** How its name begins where what it is of has none. */
    fileName: { posts: 'Publications', item: 'Fichier' },
    description: (what, channel) => `${what} – ${channel}. Sans réponse, le fichier est effacé au bout de 15 minutes.`,
    descriptionWithoutChannel: (what) => `${what}. Sans réponse, le fichier est effacé au bout de 15 minutes.`,
  },
  states: { posts: statesOf(POSTS), item: statesOf(ITEM) },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'L’exportation a commencé. Une carte distincte, plus bas, affiche l’avancement.',
  asking:
    'Une autre personne doit d’abord approuver ce fichier. Une carte distincte, plus bas, indique qui a été sollicité.',
  'asking-unclear':
    'Vous venez de demander ce fichier, et on ne sait pas encore si quelqu’un a été sollicité pour l’approuver. Attendez une demi-minute. Si aucune carte n’apparaît plus bas, sélectionnez de nouveau le bouton.',
  downloading: 'Le téléchargement a commencé. Une carte distincte, plus bas, affiche l’avancement.',
  'download-off': 'Rien ne peut être téléchargé ici. Vous pouvez restaurer l’élément.',
  'download-refused':
    'Le service de sauvegarde ne vous autorise pas à enregistrer des éléments de ce type en tant que fichiers. Restaurez plutôt l’élément, ou demandez à votre administrateur de sauvegarde le droit d’enregistrer des éléments.',
  'export-off': 'Les publications ne peuvent pas être exportées ici. Vous pouvez les restaurer.',
  'export-running':
    'Un autre de vos fichiers est encore en préparation. Attendez qu’il soit proposé dans cette conversation, puis sélectionnez de nouveau le bouton.',
  'export-unaudited':
    'Aucun fichier n’a été fourni : le journal d’audit n’a pas pu être écrit, et vos administrateurs l’exigent. Attendez une minute, puis sélectionnez de nouveau le bouton. Si le problème persiste, prévenez un administrateur.',
  'export-mixed':
    'Seules les publications d’un même canal peuvent être exportées ensemble. Sélectionnez des publications d’un seul canal et rien d’autre, puis sélectionnez de nouveau le bouton.',
};

export const exportNotices = {
  'export-over': {
    title: 'Ce fichier n’est plus proposé',
    text: 'Le fichier a été fourni, refusé ou effacé au bout de 15 minutes, ou il a été proposé à quelqu’un d’autre.',
    next: 'Exportez ou téléchargez le fichier de nouveau si vous en avez encore besoin.',
  },
};
