/** Texts about Teams, in French. */
import type { Words } from '../../en/common.ts';

export const teams: Words['restore']['workloads']['teams'] = {
  name: 'Teams',
  search: 'Chercher dans Teams',
  whose: { own: 'Vos propres équipes', all: 'Toutes les équipes', of: (name) => `Équipe « ${name} »` },
  from: { own: 'vos propres équipes', all: 'toutes les équipes', of: (name) => `l’équipe « ${name} »` },
  containers: 'Quelle équipe ?',
  wordsPlaceholder: 'réunion budget',
  hint: 'Les sauvegardes ne contiennent ni conversations ni appels, mais les publications, les fichiers et les onglets des canaux. Le texte d’une publication ne peut pas être affiché.',
  approver:
    'Pour les équipes, connectez-vous en tant qu’administrateur général ou administrateur Teams, avec une licence Teams.',
  untitled: '(sans objet)',
  searches: { posts: 'publications', files: 'fichiers', tabs: 'onglets' },
  kinds: {
    team: 'Équipe entière',
    channel: 'Canal',
    'private channel': 'Canal privé',
    'shared channel': 'Canal partagé',
    posts: 'Toutes les publications',
    files: 'Tous les fichiers',
    tabs: 'Tous les onglets',
    post: 'Publication',
    reply: 'Réponse',
    file: 'Fichier',
    folder: 'Dossier',
    tab: 'Onglet',
  },
  places: { posts: 'un nouvel onglet', post: 'un nouvel onglet', reply: 'un nouvel onglet' },
  administrator: {
    kinds: {
      post: 'Publication : est restaurée avec celles de son canal et de son jour',
      reply: 'Réponse : est restaurée avec les publications de son canal et de son jour',
    },
  },
  wholes: {
    team: (count, isAlone) =>
      isAlone ? 'tout le contenu' : count === 1 ? 'une équipe entière' : `${count} équipes entières`,
    channel: (count) => (count === 1 ? 'un canal' : `${count} canaux`),
    'private channel': (count) => (count === 1 ? 'un canal privé' : `${count} canaux privés`),
    'shared channel': (count) => (count === 1 ? 'un canal partagé' : `${count} canaux partagés`),
    posts: (count) => `les publications ${count === 1 ? 'd’un canal' : `de ${count} canaux`}`,
    files: (count) => `tous les fichiers ${count === 1 ? 'd’un canal' : `de ${count} canaux`}`,
    tabs: (count) => `tous les onglets ${count === 1 ? 'd’un canal' : `de ${count} canaux`}`,
  },
  options: {
    teamsMissing: {
      label: 'Restaurer ce qui manque dans Teams',
      consequence: 'Les canaux, fichiers et onglets qui n’existent plus sont remis en place.',
    },
    teamsChanged: {
      label: 'Écraser ce qui a été modifié depuis dans Teams',
      consequence: 'Désactivé : ce qui existe encore reste tel quel. Activé : le contenu actuel est perdu.',
    },
    teamsMembers: {
      label: 'Restaurer les membres',
      consequence:
        'Les membres partis depuis retrouvent leur accès. Les propriétaires ne sont restaurés qu’en tant que propriétaires.',
    },
    teamsSettings: {
      label: 'Restaurer les paramètres de l’équipe',
      consequence: 'Les paramètres actuels de l’équipe sont remplacés.',
    },
    teamsOwner: {
      label: 'Propriétaire, si l’ancien n’existe plus',
      consequence: 'Le nom de connexion du compte qui devient propriétaire. Vous pouvez laisser ce champ vide.',
      placeholder: 'Vide : l’ancien propriétaire',
      unfit: (typed) => `« ${typed} » ne peut pas être le nom de connexion d’un compte. N’utilisez pas d’espace.`,
    },
    teamsFileVersions: {
      label: 'Versions des fichiers',
      consequence: 'Toutes les versions : l’historique des versions est restauré aussi.',
      choices: { Last: 'Uniquement la version de cette sauvegarde', All: 'Toutes les versions' },
    },
    teamsPostsFrom: {
      label: 'Seulement les publications à partir de ce jour',
      consequence:
        'Vide : les précédentes aussi. C’est le jour de la dernière modification de la publication qui compte, en UTC.',
    },
    teamsPostsTo: {
      label: 'Seulement les publications jusqu’à ce jour',
      consequence: 'Vide : les suivantes aussi.',
    },
  },
  notes: {
    postsTogether:
      'Les administrateurs ne peuvent pas restaurer une seule publication : toutes celles du canal sont restaurées, ou celles des jours ci-dessous.',
    postsAsPage:
      'Les publications ne sont pas restaurées en tant que publications. Le service les écrit sur une page et l’ajoute à leur canal dans un nouvel onglet. Les heures y sont celles du serveur de sauvegarde.',
    tabsUnlinked: 'Un onglet restauré peut perdre le lien vers son fichier, sauf si l’équipe entière est restaurée.',
    selectedVersions:
      'Une version précédente est sélectionnée ; seules les versions sélectionnées sont donc restaurées. Si le fichier existe encore, il n’est remplacé que si vous choisissez de l’écraser.',
  },
};
