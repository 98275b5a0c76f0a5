/** Texts about finding and choosing what to restore, in French. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { of } from './names.ts';
import { administrators } from './administrators.ts';
import { outcome, sessionsList } from './restore-outcome.ts';
import { notices, remarks, troubles } from './restore-remarks.ts';
import { workloads } from './workloads/index.ts';

const items = (n: FormatNumber, count: number): string =>
  count === 1 ? 'un élément' : `${n(count)} ${count < 2 ? 'élément' : 'éléments'}`;
const folders = (n: FormatNumber, count: number): string =>
  count === 1 ? 'un dossier' : `${n(count)} ${count < 2 ? 'dossier' : 'dossiers'}`;

export const restore = (n: FormatNumber): Words['restore'] => ({
  buttons: {
    continue: 'Continuer',
    back: 'Retour',
    done: 'Fermer',
    change: 'Modifier',
    search: 'Rechercher',
    searchHere: 'Rechercher ici',
    everywhere: 'Rechercher partout',
    browse: 'Parcourir les dossiers',
    backups: 'Choisir une sauvegarde',
    experts: 'Autres filtres',
    add: 'Ajouter à la liste',
    selectPage: 'Sélectionner la page',
    clear: 'Tout désélectionner',
    next: 'Suivant',
    previous: 'Précédent',
    up: 'Dossier parent',
    open: 'Ouvrir',
    versions: 'Versions',
    details: 'Détails',
    remove: 'Retirer',
    show: 'Afficher',
    restore: 'Restaurer',
    confirm: 'Restaurer…',
    overwrite: 'Écraser et restaurer',
    elsewhere: 'Restaurer à cet endroit',
    stop: 'Arrêter',
    look: 'Vérifier à nouveau',
    earlier: 'Remonter dans le temps',
    missing: 'Que manque-t-il ?',
    missingEarlier: 'Sauvegarde plus ancienne',
    missingDeleted: 'Éléments supprimés',
    'send-again': 'Renvoyer',
    'give-up': 'Ne pas renvoyer',
  },
  selectAll: (count) => `Tout sélectionner (${n(count)})`,
  showList: (count) => `Afficher la liste (${n(count)})`,
  restoreRest: (count) => `Restaurer le reste (${n(count)})`,
  retryFailed: (count) => `Réessayer (${n(count)})`,
  whose: { own: 'Vos propres données', all: 'Données de tout le monde', of: (name) => `Données ${of(name)}` },
  asOf: (moment) => `, état au ${moment}`,
  latest: ', dernière sauvegarde',
  labelled: (label, value) => `${label} : ${value}`,
  asAdministrator: 'En tant qu’administrateur',
  listed: (count) => `${n(count)} dans la liste`,
  system: {
    recoverable: 'Éléments supprimés conservés par Exchange',
    technical: 'Dossier technique',
  },
  details: {
    who: 'Organisateur ou auteur',
    to: 'À',
    cc: 'Cc',
    location: 'Lieu',
    attachments: 'Pièces jointes',
    version: 'Version',
    attendees: 'Participants',
    bcc: 'Cci',
    createdBy: 'Créé par',
    importance: 'Importance',
    high: 'Haute',
    low: 'Faible',
    recurrence: 'Périodicité',
    recurring: 'Oui',
    percent: 'Achevé',
    when: 'Quand',
    times: {
      sent: 'Envoyé',
      received: 'Reçu',
      start: 'Début',
      end: 'Fin',
      due: 'Échéance',
      posted: 'Publié',
      created: 'Créé',
      changed: 'Modifié',
    },
  },
  noSubject: '(sans objet)',
  noName: '(sans nom)',
  scope: {
    title: 'De qui sont les données ?',
    label: 'Personne, site ou équipe',
    placeholder: 'Saisissez un nom ou une adresse',
    you: 'Vous (vos données)',
    types: { User: 'personne', Site: 'site', Team: 'équipe' },
    counted: {
      User: (count) => (count === 1 ? 'une personne' : `${n(count)} personnes`),
      Site: (count) => (count === 1 ? 'un site' : `${n(count)} sites`),
      Team: (count) => (count === 1 ? 'une équipe' : `${n(count)} équipes`),
    },
    more: (shown, all) => `Affichage de ${n(shown)} sur ${all}. Saisissez un nom pour trouver les autres.`,
    narrow: 'Avec « site » ou « équipe » devant le nom, vous ne voyez que ceux-là.',
  },
  workload: {
    label: 'Quel type de données ?',
  },
  earlier: {
    title: 'Recherche dans les sauvegardes plus anciennes',
    looking: (moment) => `Je cherche dans la sauvegarde du ${moment}.`,
    deleted: 'Je cherche parmi ce qui était déjà supprimé au moment de cette sauvegarde.',
    seen: (moment) => `La sauvegarde du ${moment} le contient. Je vérifie si une plus récente le contient aussi.`,
    count: (session, most) => `Sauvegarde ${n(session)} sur ${n(most)} au maximum`,
  },
  point: {
    title: 'De quel jour ?',
    intro: 'J’affiche tout tel que c’était ce jour-là.',
    label: 'Sauvegarde',
    latest: 'La dernière sauvegarde',
    latestAt: (moment) => `La dernière sauvegarde (${moment})`,
    day: 'Ou la dernière sauvegarde d’un jour',
    words: 'Ou en langage courant',
    wordsPlaceholder: 'avant le 1er mars',
    showDeleted: 'Afficher aussi ce qui a été supprimé avant ce jour',
    first: (moment) => `La première sauvegarde date du ${moment}.`,
    more: (count) =>
      count === 1
        ? 'Un jour plus ancien a aussi des sauvegardes. Indiquez sa date.'
        : `${n(count)} jours plus anciens ont aussi des sauvegardes. Indiquez une date.`,
    none: 'Il n’y a aucune sauvegarde à choisir.',
  },
  search: {
    title: 'Que cherchez-vous ?',
    intro: 'Indiquez ce que vous savez. Des mots clés suffisent.',
    onlyIn: 'Uniquement dans',
    words: 'Mots clés',
    asOf: 'Date des données',
    asOfPlaceholder: 'La plus récente, ou il y a 4 jours',
    from: 'De',
    to: 'À',
    subject: 'Objet',
    name: 'Nom du fichier',
    changedBy: 'Modifié par',
    after: 'À partir du',
    before: 'Jusqu’au',
    hasAttachments: 'Uniquement avec pièces jointes',
    experts:
      'Dans « Mots clés », vous pouvez aussi écrire critère:valeur, avec AND, OR et NOT en majuscules. Mettez une valeur contenant des espaces entre guillemets. Par exemple :',
  },
  results: {
    titleSearch: 'Résultats de la recherche',
    titleFolder: 'Dans ce dossier',
    found: (found) => `${n(found)} ${found < 2 ? 'élément' : 'éléments'}`,
    page: (page, pages) => `Page ${n(page)} sur ${n(pages)}`,
    beyond: 'N’est affiché que ce que votre recherche n’a pas trouvé dans la sauvegarde plus récente.',
    tooMany:
      'Il y en a plus que je ne peux en afficher ; il en manque donc ici. Affinez la recherche avec un expéditeur ou un nom, une période plus courte ou un mot clé supplémentaire.',
    nothing: 'Il n’y a rien ici.',
    onList: 'Dans la liste',
    deleted: 'Supprimé',
    archive: 'Boîte aux lettres d’archivage',
    elsewhere: (count) =>
      count === 1
        ? 'Un autre élément est sélectionné sur une autre page. « Restaurer… » l’inclut.'
        : `${n(count)} autres éléments sont sélectionnés sur d’autres pages. « Restaurer… » les inclut.`,
  },
  missing: {
    title: 'Ce qui manque',
    comparing: (earlier, latest) => `Je compare la sauvegarde du ${earlier} avec la plus récente (${latest}).`,
    comparingDeleted: (latest) => `Je lis les éléments supprimés de la sauvegarde la plus récente (${latest}).`,
    since: (count, earlier, latest) =>
      count === 1
        ? `Un élément était présent le ${earlier} et ne figure plus dans la sauvegarde la plus récente (${latest}).`
        : `${n(count)} éléments étaient présents le ${earlier} et ne figurent plus dans la sauvegarde la plus récente (${latest}).`,
    deleted: (count, latest) =>
      count === 1
        ? `Un élément était déjà supprimé au moment de la sauvegarde la plus récente (${latest}).`
        : `${n(count)} éléments étaient déjà supprimés au moment de la sauvegarde la plus récente (${latest}).`,
    renamed: (count) =>
      count === 1
        ? 'Un autre est probablement encore là, sous un autre ID : il n’est pas affiché.'
        : `${n(count)} autres sont probablement encore là, sous d’autres ID : ils ne sont pas affichés.`,
    cut: 'Il y en a plus que je ne peux comparer ou afficher. Comparez un dossier qui s’y trouve pour le voir en entier.',
    live: 'Je compare des sauvegardes entre elles. Je ne vois pas ce qui a changé depuis la plus récente.',
  },
  versions: {
    title: 'Versions précédentes',
    intro: 'Sélectionnez la version que vous voulez restaurer.',
    version: (version) => `Version ${version}`,
    unnamed: 'Version précédente',
    none: 'Il n’y a pas de version précédente.',
    more: 'Je n’affiche que les versions les plus récentes. Il en existe de plus anciennes.',
  },
  list: {
    title: 'Votre liste',
    titleEmpty: 'Votre liste est vide',
    empty: 'Recherchez ou parcourez les dossiers, et ajoutez ce que vous voulez restaurer.',
    folders: 'Le contenu des dossiers est compté avant toute restauration.',
  },
  confirm: {
    title: 'Lancer la restauration ?',
    sentence: (what, whose) => `Restaurer ${what} depuis ${whose}`,
    several: (what, places) => `Restaurer ${what} depuis ${n(places)} emplacements :`,
    items: (itemCount) => items(n, itemCount),
    counted: (what, folderCount) =>
      `Avec tout ce que ${folderCount < 2 ? 'contient' : 'contiennent'} ${folders(n, folderCount)}, cela fait ${what}.`,
    writtenTo: 'Destination',
    among: 'Contenu',
    reason: 'Motif',
    reasonPlaceholder: 'Supprimé par erreur',
    reasonOptional:
      'Enregistré dans le service de sauvegarde et dans le journal d’audit. Vous pouvez laisser ce champ vide.',
    reasonRequired: 'Enregistré dans le service de sauvegarde et dans le journal d’audit.',
    reasonKept:
      'Enregistré uniquement dans le journal d’audit : le service de sauvegarde ne conserve pas le motif d’une restauration effectuée en tant qu’administrateur.',
  },
  moved: {
    title: 'La suite est plus bas',
    text: 'Cette tâche continue plus bas, sur une carte plus récente.',
  },
  closed: {
    title: 'Tâche fermée',
    why: {
      done: 'Vous avez fermé la tâche avant toute restauration.',
      expired:
        'Votre session est terminée, j’ai donc fermé la tâche. Ce que le service avait déjà reçu s’y poursuit ; rien d’autre n’est envoyé.',
      'logged-out':
        'Votre session a été fermée à votre demande, j’ai donc fermé la tâche. Ce que le service avait déjà reçu s’y poursuit ; rien d’autre n’est envoyé.',
    },
    next: 'Vous pouvez recommencer à tout moment.',
  },
  workloads,
  outcome: outcome(n),
  sessionsList,
  troubles,
  remarks: remarks(n),
  administrators,
  notices,
});
