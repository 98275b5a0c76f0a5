/** Texts about handing posts over as a file, in French. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'Exporter',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'Toutes les publications';
    return count === 1 ? 'Une publication' : `${n(count)} publications`;
  },
  until: (time) => `Le fichier attend jusqu’au ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'Un fichier est prêt pour vous',
    /** How its name begins where the channel has none. */
    fileName: 'Publications',
    description: (what, channel) => `${what} – ${channel}. Sans réponse, le fichier est effacé au bout de 15 minutes.`,
    descriptionWithoutChannel: (what) => `${what}. Sans réponse, le fichier est effacé au bout de 15 minutes.`,
  },
  states: {
    preparing: {
      title: 'Préparation de l’exportation',
      text: 'Le service de sauvegarde écrit les publications dans un fichier. Cela peut prendre quelques minutes.',
      next: 'Dès qu’il est prêt, je vous le propose dans cette conversation.',
    },
    offered: {
      title: 'L’exportation est prête',
      text: 'Je peux placer le fichier dans votre OneDrive. Rien n’est envoyé sans votre autorisation.',
      next: 'Choisissez « Autoriser » sur la carte qui propose le fichier, ou « Refuser » pour le faire effacer.',
    },
    unanswered: {
      title: 'L’exportation vous attend',
      text: 'Je n’ai reçu aucune réponse à la carte qui propose le fichier.',
      next: 'Choisissez-y « Autoriser ». Si vous l’avez fait et que rien ne s’est passé, exportez de nouveau les publications : Teams perd parfois la réponse.',
    },
    uploading: {
      title: 'Envoi du fichier',
      text: 'Je le place dans votre OneDrive.',
      next: 'Cette carte affichera le résultat.',
    },
    'handed-over': {
      title: 'Exporté',
      text: 'Le fichier est dans votre OneDrive et sur une carte ci-dessous. Je n’en ai gardé aucune copie.',
    },
    declined: { title: 'Exportation refusée', text: 'Vous avez refusé le fichier, je l’ai donc effacé.' },
    expired: {
      title: 'Le fichier a été effacé',
      text: 'La carte qui le propose est restée sans réponse pendant 15 minutes.',
      next: 'Exportez de nouveau les publications si vous en avez encore besoin.',
    },
    refused: {
      title: 'Le service a refusé l’exportation',
      text: 'Votre compte n’est pas autorisé à exporter ces publications.',
      next: 'Demandez à votre administrateur de sauvegarde le droit d’exporter des publications.',
    },
    gone: {
      title: 'Non exporté',
      text: 'Les publications, ou la sauvegarde où elles ont été trouvées, ne sont plus ouvertes auprès du service.',
      next: 'Recherchez de nouveau les publications, puis exportez-les.',
    },
    'not-ready': {
      title: 'Non exporté',
      text: 'Le service n’a pas terminé le fichier en dix minutes.',
      next: 'Réessayez plus tard ou exportez moins de publications.',
    },
    'not-reached': {
      title: 'Non exporté',
      text: 'Je n’ai pas pu joindre le service de sauvegarde, rien n’a donc été lancé.',
      next: 'Réessayez dans quelques minutes.',
    },
    'too-large': {
      title: 'Trop volumineux pour être exporté',
      text: 'Le fichier dépasse 50 Mo.',
      next: 'Exportez moins de publications à la fois.',
    },
    unclear: {
      title: 'Non exporté',
      text: 'J’ai demandé le fichier au service, mais la réponse s’est perdue. Une exportation ne modifie rien.',
      next: 'Exportez de nouveau les publications.',
    },
    'signed-out': {
      title: 'Non exporté',
      text: 'Votre session est terminée, j’ai donc arrêté et effacé le fichier.',
      next: 'Connectez-vous, puis exportez de nouveau les publications.',
    },
    interrupted: {
      title: 'Non exporté',
      text: 'L’exportation a été interrompue, j’ai donc effacé ce qu’il y avait du fichier.',
      next: 'Exportez de nouveau les publications.',
    },
    'foreign-host': {
      title: 'Non exporté',
      text: 'Teams a indiqué pour le fichier un emplacement où ce bot n’a pas le droit d’écrire. Rien n’y a été envoyé et le fichier est effacé.',
      next: 'Signalez aux personnes qui gèrent ce bot que ALLOWED_UPLOAD_HOSTS ne contient pas votre OneDrive.',
    },
    'name-taken': {
      title: 'Non exporté',
      text: 'Votre OneDrive contient déjà un fichier de ce nom, j’ai donc effacé le mien.',
      next: 'Exportez de nouveau les publications : le nom contient l’heure.',
    },
    'upload-refused': {
      title: 'Non exporté',
      text: 'Votre OneDrive a refusé le fichier, je l’ai donc effacé.',
      next: 'Vérifiez que votre OneDrive s’ouvre et qu’il reste de la place, puis exportez de nouveau les publications.',
    },
    'upload-failed': {
      title: 'Non exporté',
      text: 'L’envoi vers votre OneDrive n’a pas abouti, j’ai donc effacé le fichier.',
      next: 'Exportez de nouveau les publications.',
    },
  },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'L’exportation a commencé. Sa propre carte, plus bas, montre où elle en est.',
  'export-off': 'Les publications ne peuvent pas être exportées ici. Vous pouvez les restaurer.',
  'export-running':
    'Une autre de vos exportations est encore en préparation. Attendez que son fichier soit proposé dans cette conversation, puis choisissez de nouveau « Exporter ».',
  'export-unaudited':
    'Rien n’a été exporté : le journal d’audit n’a pas pu être écrit, et vos administrateurs n’autorisent aucune exportation sans lui. Attendez une minute, puis choisissez de nouveau « Exporter ». Si cela persiste, prévenez un administrateur.',
  'export-mixed':
    'Seules les publications d’un même canal peuvent être exportées ensemble. Sélectionnez des publications d’un seul canal et rien d’autre, puis choisissez « Exporter ».',
};

export const exportNotices = {
  'export-over': {
    title: 'Ce fichier n’est plus proposé',
    text: 'Il a été remis, refusé ou effacé au bout de 15 minutes, ou il a été proposé à quelqu’un d’autre.',
    next: 'Exportez de nouveau les publications si vous en avez encore besoin.',
  },
};
