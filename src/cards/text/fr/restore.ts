/** Texts about finding and choosing what to restore, in French. */
import { numbersIn } from '../quantities.ts';
import type { Words } from '../words.ts';
import { notices, outcome, remarks, sessionsList, troubles } from './restore-outcome.ts';

const n = numbersIn('fr');
const items = (count: number): string => (count === 1 ? 'un élément' : `${n(count)} éléments`);
const folders = (count: number): string => (count === 1 ? 'un dossier' : `${n(count)} dossiers`);
const sites = (count: number): string => (count === 1 ? 'un site' : `${n(count)} sites`);
const teams = (count: number): string => (count === 1 ? 'une équipe' : `${n(count)} équipes`);

export const restore: Words['restore'] = {
  buttons: {
    continue: 'Continuer',
    back: 'Retour',
    done: 'Terminer',
    change: 'Modifier',
    changeScope: 'Autre personne',
    changeWorkload: 'E-mails ou fichiers',
    changePoint: 'Autre jour',
    search: 'Rechercher',
    browse: 'Ouvrir les dossiers',
    experts: 'Pour les experts',
    add: 'Ajouter à la liste',
    next: 'Suivant',
    previous: 'Précédent',
    narrow: 'Affiner',
    up: 'Remonter',
    open: 'Ouvrir',
    versions: 'Versions',
    details: 'Détails',
    remove: 'Retirer',
    restore: 'Restaurer',
    stop: 'Arrêter',
    look: 'Vérifier à nouveau',
    sendAgain: 'Envoyer à nouveau',
    giveUp: 'En rester là',
  },
  showList: (count) => `Voir la liste (${n(count)})`,
  retryFailed: (count) => `Réessayer les échecs (${n(count)})`,
  whose: {
    own: { any: 'Vos propres données', exchange: 'Vos propres e-mails', onedrive: 'Vos propres fichiers' },
    of: {
      any: (name) => `Données de ${name}`,
      exchange: (name) => `E-mails de ${name}`,
      onedrive: (name) => `Fichiers de ${name}`,
    },
  },
  asOf: (moment) => `, état du ${moment}`,
  latest: ', dernière sauvegarde',
  labelled: (label, value) => `${label} : ${value}`,
  listed: (count) => `${n(count)} dans la liste`,
  kinds: {
    message: 'E-mail',
    appointment: 'Rendez-vous',
    contact: 'Contact',
    'contact group': 'Groupe de contacts',
    task: 'Tâche',
    journal: 'Entrée de journal',
    note: 'Note',
    discussion: 'Discussion',
    document: 'Document',
    folder: 'Dossier',
  },
  details: {
    who: 'De',
    kind: 'Type',
    to: 'À',
    cc: 'Copie',
    location: 'Lieu',
    attachments: 'Pièces jointes',
    version: 'Version',
  },
  noSubject: '(sans objet)',
  noName: '(sans nom)',
  scope: {
    title: 'Les données de qui ?',
    intro: 'Choisissez de qui vous voulez parcourir les e-mails ou les fichiers.',
    label: 'Personne',
    placeholder: 'Saisissez un nom ou une adresse',
    you: 'Vous (vos données)',
    typed: (typed) => `Pour « ${typed} » :`,
    more: (shown, all) => `${n(shown)} personnes sur ${n(all)} sont affichées. Saisissez pour en trouver une autre.`,
    notYet: (siteCount, teamCount) =>
      `Votre périmètre comprend aussi ${[...(siteCount === 0 ? [] : [sites(siteCount)]), ...(teamCount === 0 ? [] : [teams(teamCount)])].join(' et ')}. Je ne sais pas encore les restaurer.`,
    tip: 'Vous pouvez aussi écrire restore scope et un nom.',
  },
  workload: {
    title: 'E-mails ou fichiers ?',
    exchange: {
      name: 'E-mails',
      about: 'La boîte aux lettres Exchange : e-mails, calendrier, contacts, tâches et notes',
    },
    onedrive: { name: 'Fichiers', about: 'OneDrive : documents et dossiers, avec leurs versions précédentes' },
  },
  point: {
    title: 'Dans quel état ?',
    intro: 'Je montre tout tel que c’était à ce moment-là.',
    label: 'Sauvegarde',
    latest: 'La dernière sauvegarde',
    latestAt: (moment) => `La dernière sauvegarde (${moment})`,
    day: 'Ou la dernière d’un jour',
    words: 'Ou avec des mots',
    wordsPlaceholder: 'avant le 1er mars',
    showDeleted: 'Montrer aussi ce qui a été supprimé avant ce jour',
    first: (moment) => `La première sauvegarde date du ${moment}.`,
    more: (count) =>
      count === 1
        ? 'Un jour plus ancien a aussi des sauvegardes : donnez sa date.'
        : `${n(count)} jours plus anciens ont aussi des sauvegardes : donnez une date.`,
    none: 'Il n’y a aucune sauvegarde à choisir.',
  },
  search: {
    title: 'Que cherchez-vous ?',
    intro: 'Remplissez ce que vous savez. Des mots seuls suffisent.',
    words: 'Mots',
    wordsPlaceholder: { exchange: 'facture octobre', onedrive: 'budget prévision' },
    from: 'De',
    to: 'À',
    subject: 'Objet',
    name: 'Nom du fichier',
    changedBy: 'Modifié par',
    after: 'À partir du',
    before: 'Jusqu’au',
    hasAttachments: 'Seulement avec pièces jointes',
    experts:
      'Dans « Mots », vous pouvez aussi écrire criteria:value, avec AND, OR et NOT en majuscules. Une valeur avec des espaces se met entre guillemets. Par exemple :',
  },
  results: {
    titleSearch: 'Ce que j’ai trouvé',
    titleFolder: 'Dans ce dossier',
    titleContainers: { exchange: 'Quelle boîte aux lettres ?', onedrive: 'Quel OneDrive ?' },
    found: (found) => `${n(found)} trouvés`,
    page: (page, pages) => `Page ${n(page)} sur ${n(pages)}`,
    tooMany:
      'Il y en a plus que je ne peux en lister ; il en manque donc ici. Affinez : par un expéditeur ou un nom, une période plus courte ou un mot de plus.',
    nothing: 'Il n’y a rien ici.',
    onList: 'Dans la liste',
    archive: 'Archives',
    tickedIsAdded: 'Ce que vous avez coché rejoint la liste quand vous changez de page.',
  },
  versions: {
    title: 'Versions précédentes',
    intro: 'Cochez la version que vous voulez retrouver.',
    version: (version) => `Version n° ${version}`,
    unnamed: 'Version précédente',
    none: 'Il n’y a pas de version précédente.',
  },
  list: {
    title: 'Votre liste',
    titleEmpty: 'Votre liste est vide',
    empty: 'Recherchez ou ouvrez les dossiers, et ajoutez ce que vous voulez retrouver.',
    folders: 'Je compte ce que contiennent les dossiers avant de restaurer quoi que ce soit.',
  },
  options: {
    title: 'Comment le restaurer ?',
    items: (count) => (count === 1 ? 'Un élément est à restaurer.' : `${n(count)} éléments sont à restaurer.`),
    counted: (itemCount, folderCount) =>
      `Avec tout ce que contiennent ${folders(folderCount)}, cela fait ${items(itemCount)}.`,
    folder: 'Dans un dossier de ce nom',
    folderPlaceholder: 'Vide : à l’emplacement d’origine',
    deletedItems: 'Rétablir ce qui manque',
    changedItems: 'Écraser ce qui a été modifié depuis',
    markRestoredAsUnread: 'Marquer comme non lu ce qui est restauré',
    documentAction: 'Quand un document est encore là',
    overwrite: 'L’écraser',
    keep: 'Le garder, et placer le document restauré à côté',
    allVersions: 'Restaurer toutes les versions, pas seulement celle choisie',
    noAllVersions: 'Une version précédente est dans votre liste ; je ne restaure donc que les versions choisies.',
  },
  reason: {
    title: 'Pourquoi restaurer ?',
    intro:
      'La raison figure avec la restauration dans le service de sauvegarde et dans le journal d’audit. Vous pouvez la laisser vide.',
    label: 'Raison',
    placeholder: 'Supprimé par erreur',
  },
  summary: {
    title: 'Prêt à restaurer ?',
    sentence: (itemCount, whose) => `Restaurer ${items(itemCount)} dans ${whose}`,
    whose: {
      own: { exchange: 'votre propre boîte aux lettres', onedrive: 'votre propre OneDrive' },
      of: {
        exchange: (name) => `la boîte aux lettres de ${name}`,
        onedrive: (name) => `le OneDrive de ${name}`,
      },
    },
    original: 'Tout revient à son emplacement d’origine.',
    folder: (folder) => `Tout va dans le dossier « ${folder} », créé s’il n’existe pas.`,
    missing: { yes: 'Ce qui manque revient.', no: 'Ce qui manque ne revient pas.' },
    changed: {
      yes: 'Ce qui a été modifié depuis est écrasé par l’état de la sauvegarde.',
      no: 'Ce qui est encore là reste tel quel.',
    },
    nothing:
      'Avec ces options, rien ne serait restauré. Revenez en arrière et choisissez ce qui manque, ce qui a été modifié, ou les deux.',
    unread: 'Ce qui est restauré est marqué comme non lu.',
    overwrite: 'Les documents encore présents sont écrasés.',
    keep: 'Les documents encore présents sont gardés, et les documents restaurés placés à côté.',
    allVersions: 'Toutes les versions sont restaurées.',
    writtenTo: 'Écrit dans',
    among: 'Dont',
    reason: 'Raison',
  },
  moved: {
    title: 'Cette tâche a changé de place',
    said: 'Elle continue sur une carte plus récente, plus bas.',
  },
  closed: {
    title: 'Tâche fermée',
    why: {
      done: 'Vous l’avez fermée avant que quoi que ce soit ne soit restauré.',
      expired:
        'Votre connexion a pris fin, je l’ai donc fermée. Les restaurations commencées continuent dans le service.',
      'logged-out':
        'Vous vous êtes déconnecté, je l’ai donc fermée. Les restaurations commencées continuent dans le service.',
    },
    next: 'Vous pouvez recommencer quand vous voulez.',
  },
  outcome,
  sessionsList,
  troubles,
  remarks,
  notices,
};
