/** The texts of the cards, in French. Commands stay English words. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { administration, administrationCommands, administrationNotices } from './administration.ts';
import { approvals } from './approvals.ts';
import { fourEyes } from './four-eyes.ts';
import { exports } from './exports.ts';
import { failures, failuresByWay } from './failures.ts';
import { pages } from './pages.ts';
import { requests } from './requests.ts';
import { restore } from './restore.ts';
import { forget, notMeReport, sessions, somebodyElseReport, timeLeft } from './sessions.ts';

const SHARED_PLACE =
  'Mentionnez-moi d’abord. Ce que vous commencez n’appartient qu’à vous : personne d’autre ici ne peut voir votre code ni utiliser votre session. Les commandes sont des mots anglais.';

export const french = (n: FormatNumber): Words => ({
  buttons: {
    'new-code': 'Nouveau code',
    'use-code': 'Utiliser un code',
    cancel: 'Annuler',
    'show-code': 'Afficher mon code',
    renew: 'Prolonger',
    'log-out': 'Se déconnecter',
    'not-me': 'Ce n’était pas moi',
    'try-again': 'Réessayer',
    'sign-in-again': 'Se reconnecter',
    'sign-in': 'Se connecter',
    'no-notices': 'Désactiver les rappels',
    notices: 'Activer les rappels',
    'forget-me': 'Effacer',
    keep: 'Conserver',
    'choose-organization': 'Continuer',
    'other-organization': 'Autre organisation',
    status: 'État',
    help: 'Aide',
    'all-commands': 'Toutes les commandes',
    find: 'Rechercher et restaurer',
    sessions: 'Restaurations récentes',
    'stop-session': 'Arrêter',
    ask: 'Demander à un opérateur',
  },
  open: (host) => `Ouvrir ${host}`,
  forWhom: (name) => `Pour ${name}`,
  inOneLine: (title, text) => `${title}. ${text}`,
  somebody: 'Quelqu’un',
  flow: { operator: 'Opérateur de restauration', 'app-only': 'Administrateur (application uniquement)' },
  facts: {
    account: 'Compte',
    userId: 'ID d’utilisateur',
    tenantId: 'ID de locataire',
    organization: 'Organisation',
    service: 'Service',
    kind: 'Type',
    until: 'Valable jusqu’au',
    askedBy: 'Demandé par',
    person: 'Personne',
    renewal: 'Prolongation',
    rights: 'Droits',
    remaining: 'Temps restant',
    reminders: 'Rappels',
    when: 'Signalement',
    where: 'Où',
    signedIn: 'Connexion',
    whoHelps: 'Qui peut aider',
    approverId: 'Approuvé par (ID d’utilisateur)',
    approverTenant: 'Approuvé par (ID de locataire)',
    started: 'Début',
    ended: 'Fin',
    reason: 'Motif',
  },
  renewable: { yes: 'Possible sans nouvelle connexion', no: 'Uniquement avec une nouvelle connexion' },
  remindersOff: 'Désactivés dans cette conversation',
  operator: {
    yes: 'Vous êtes opérateur de restauration auprès du service de sauvegarde',
    no: 'Vous n’êtes pas opérateur de restauration auprès du service de sauvegarde',
    administrator: 'Accès aux données de tout le monde ; chaque restauration doit être approuvée',
  },
  calendarDay: (day) => day.replace(/^1(?=\s)/, '1er'),
  dateAndTime: (date, time) => `${date} à ${time}`,
  momentOfWeek: (weekday, date, time) => `${weekday} · ${date} à ${time}`,
  reference: (id) => `Référence : ${id}`,
  correlation: (id) => `ID de corrélation pour l’assistance du fournisseur : ${id}`,
  quotedLabel: 'Message du service',

  signIn: {
    title: 'Se connecter pour restaurer des données',
    summary: 'Connexion en attente',
    intro: (host) => `Ouvrez ${host}, saisissez ce code et connectez-vous avec votre compte professionnel.`,
    introWithoutLink: 'Saisissez ce code sur la page de connexion et connectez-vous avec votre compte professionnel.',
    codeLabel: 'Votre code',
    until: (time) => `Valable jusqu’à ${time}`,
    warningFirst: 'Ne continuez que si vous venez de demander cette connexion vous-même.',
    warningThen: 'Ne saisissez jamais un code que quelqu’un vous a envoyé.',
    browser: {
      summary: 'Connectez-vous pour continuer',
      intro:
        'Sélectionnez « Se connecter ». Une page s’ouvre dans votre navigateur : choisissez-y votre compte professionnel.',
      warning: 'Vous seul pouvez terminer cette connexion. Ne transmettez pas le lien.',
      open: 'Se connecter',
      show: 'Afficher mon lien',
      orCode: 'Sur un autre appareil, ou si la page ne s’ouvre pas, utilisez un code.',
    },
  },
  pages,
  signInForOthers: (name) => `${name} est en train de se connecter`,
  moved: {
    title: 'La suite est sur une autre carte',
    summary: 'La connexion continue sur une autre carte',
    text: 'La connexion continue sur une autre carte de cette conversation. « restore login » l’affiche à nouveau.',
  },
  finishing: {
    title: 'Presque terminé',
    summary: 'Votre connexion est approuvée et en cours de finalisation',
    text: 'Vous avez approuvé la connexion. Le service de sauvegarde tarde à répondre. Je continue d’essayer, et cette carte affichera le résultat.',
  },
  signedIn: {
    title: 'Connexion réussie',
    summary: (organization) => `Connexion réussie à ${organization}`,
    summaryForOthers: (name) => `${name} a ouvert une session`,
    intro: 'Votre session auprès du service de sauvegarde est ouverte.',
    introAdministrator:
      'Votre session auprès du service de sauvegarde est ouverte en tant qu’administrateur. Vous avez accès aux données de tout le monde, et chaque restauration doit être approuvée séparément.',
    introForOthers: (name) => `${name} a ouvert une session auprès du service de sauvegarde.`,
    details: 'Détails',
  },
  notSignedIn: {
    whoHelps: {
      you: 'Vous',
      administrator: 'Votre administrateur Microsoft 365',
      'backup administrator': 'Votre administrateur de sauvegarde',
      us: 'Les responsables de ce bot',
    },
    failures,
    failuresByWay,
  },
  status: {
    titleSignedIn: 'Votre session est ouverte',
    titleAlready: 'Une session est déjà ouverte',
    titleNone: 'Aucune session ouverte',
    titlePending: 'Votre connexion n’est pas terminée',
    titleUnreadable: 'Veuillez vous reconnecter',
    already: 'Prolongez la session, déconnectez-vous, ou reconnectez-vous pour la remplacer.',
    alreadyElsewhere:
      'Ce n’est pas la connexion que vous avez demandée. La nouvelle la remplacera dès que vous l’aurez approuvée.',
    none: 'Connectez-vous quand vous voudrez restaurer quelque chose.',
    waiting: 'Approuvez-la sur la page de connexion pour terminer.',
    alsoWaiting: 'Une nouvelle connexion est en attente. Approuvez-la sur la page de connexion pour terminer.',
    redeemed: 'Vous avez approuvé la connexion. Je la finalise avec le service de sauvegarde. Cela prend un instant.',
    pendingUntil: (time) => `Vous pouvez la terminer jusqu’à ${time}.`,
    unreadable:
      'Je n’ai pas pu lire votre connexion enregistrée ; votre session est donc fermée. Cette connexion n’est plus utilisée.',
  },
  ...sessions,
  choose: {
    title: 'Quelle organisation ?',
    intro: 'Vous pouvez vous connecter à plusieurs organisations. Choisissez où vous voulez restaurer des données.',
    introAppOnly:
      'Vous pouvez vous connecter à plusieurs organisations en application uniquement. Choisissez où vous voulez restaurer des données.',
    label: 'Organisation',
    placeholder: 'Saisissez un nom',
    error: 'Choisissez une organisation pour continuer.',
    more: (shown, all) =>
      `Les ${n(shown)} premières sur ${n(all)} sont affichées. Pour une autre, écrivez « restore login » et son nom.`,
    signInTo: (organization) => `Se connecter à ${organization}`,
    signInAsOperatorTo: (organization) => `Se connecter en tant qu’opérateur à ${organization}`,
    signInAppOnlyTo: (organization) => `Se connecter en application uniquement à ${organization}`,
    titleForOthers: 'Connexion en attente',
    forOthers: (name) => `${name} choisit où se connecter.`,
    choose: 'Choisir',
  },
  help: {
    title: 'Ce que je peux faire',
    summary: 'Ce que je peux faire pour vous',
    welcomeTitle: 'Bonjour, je suis le bot de restauration',
    welcomeSummary: 'Bonjour, je suis le bot de restauration',
    lead: 'Je retrouve dans votre sauvegarde les e-mails, les fichiers et les données SharePoint et Teams supprimés, et je les restaure. Si vous pouvez restaurer vous-même, connectez-vous ; sinon, demandez à un opérateur.',
    leadAsk:
      'Un opérateur peut restaurer pour vous des e-mails, des fichiers et des données SharePoint et Teams supprimés. Faites la demande ici.',
    leadSignedInHere:
      'Votre session est ouverte ici. Pour rechercher et restaurer, ouvrez une conversation personnelle avec moi et connectez-vous-y, ou demandez à un opérateur.',
    leadSignedIn: 'Votre session est ouverte. Recherchez ce que vous voulez restaurer.',
    leadAdministrator:
      'Votre session est ouverte en tant qu’administrateur. Recherchez ce que vous voulez restaurer, pour n’importe qui dans votre organisation.',
    roles: {
      operator: 'Vous pouvez aussi recevoir les demandes des autres : écrivez « restore on duty ».',
      approver:
        'Vous pouvez approuver les restaurations d’autres personnes. Chaque demande vous parvient ici, sur une carte.',
      administrator:
        'En tant qu’administrateur, vous pouvez mettre fin aux sessions des autres et suspendre des personnes : écrivez « restore admin sessions ».',
    },
    notUnderstood: (typed) => `Je ne connais pas la commande « ${typed} ».`,
    search: (typed) => `Rechercher « ${typed} »`,
    nearTitle: 'Vouliez-vous dire ceci ?',
    near: (typed, command) => `Je ne connais pas la commande « ${typed} ». Vouliez-vous dire « ${command} » ?`,
    commands: {
      login: ['restore login', 'Se connecter en tant qu’opérateur de restauration'],
      loginSeveral: [
        'restore login [organization]',
        'Se connecter en tant qu’opérateur de restauration ; vous pouvez indiquer l’organisation',
      ],
      appOnly: [
        'restore login app-only',
        'Se connecter en tant qu’administrateur, pour une organisation avec l’authentification d’application uniquement',
      ],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Se connecter en tant qu’administrateur, pour une organisation avec l’authentification d’application uniquement',
      ],
      status: ['restore status', 'Afficher qui a ouvert une session, où et jusqu’à quand'],
      renew: ['restore renew', 'Continuer plus longtemps sans nouvelle connexion'],
      cancel: ['restore cancel', 'Annuler une connexion en attente'],
      logout: ['restore logout', 'Se déconnecter et effacer tous les jetons'],
      forget: ['restore forget me', 'Effacer, après confirmation, tout ce que je conserve sur vous'],
      find: [
        'restore find [words]',
        'Rechercher dans la sauvegarde des e-mails, des fichiers et des données SharePoint ou Teams supprimés, et les restaurer',
      ],
      scope: ['restore scope [name]', 'Choisir la personne, le site ou l’équipe'],
      points: ['restore points', 'Choisir la date des données'],
      list: ['restore list', 'Afficher ce que vous avez sélectionné jusqu’ici'],
      sessions: ['restore sessions', 'Les restaurations récentes, en cours et terminées'],
      ask: ['restore ask', 'Demander à un opérateur de restaurer quelque chose pour vous'],
      onDuty: ['restore on duty', 'Pour les opérateurs : recevoir les demandes des autres'],
      offDuty: ['restore off duty', 'Pour les opérateurs : ne plus recevoir de demandes'],
      ...administrationCommands,
      help: ['restore help', 'Ce que je peux faire, et toutes les commandes'],
    },
    how: {
      personal: 'Ici, vous pouvez omettre « restore ». Les commandes sont des mots anglais.',
      'group chat': SHARED_PLACE,
      channel: SHARED_PLACE,
    },
  },
  restore: restore(n),
  exports: exports(n),
  requests: requests(n),
  approvals: approvals(n),
  administration: administration(n),
  fourEyes: fourEyes(n),
  timeLeft,
  forget: forget(n),
  notMeReport,
  somebodyElseReport,
  sending: {
    instead:
      'Je n’ai pas pu afficher la réponse ici : Teams n’a pas accepté le message. Ce que vous avez lancé continue. Écrivez « restore status » pour votre connexion ou « restore sessions » pour vos restaurations, ou refaites votre demande, en la précisant s’il s’agit d’une recherche.',
    repeated:
      'Teams n’a pas confirmé mon dernier message, qui peut donc figurer deux fois ici. Utilisez celui-ci : celui du dessus n’est plus mis à jour.',
    shortened: 'Message raccourci, car il était trop volumineux pour Teams.',
  },
  notices: {
    'not-signed-in': {
      title: 'Aucune session ouverte',
      text: 'Vous n’avez pas de session dans cette conversation. Connectez-vous pour en ouvrir une.',
    },
    'nothing-to-cancel': {
      title: 'Rien à annuler',
      text: 'Vous n’avez aucune connexion en attente dans cette conversation.',
    },
    cancelled: {
      title: 'Connexion annulée',
      text: 'La connexion a été annulée et ne peut plus être terminée. Vous pouvez recommencer à tout moment.',
    },
    renewed: { title: 'Session prolongée', text: 'Votre session continue sans nouvelle connexion.' },
    'needs-personal-chat': {
      title: 'Je ne peux pas l’afficher ici',
      text: 'Dans cette application, d’autres personnes pourraient le voir. Ouvrez une conversation personnelle avec moi et écrivez-y « restore login » pour vous connecter, ou « restore ask » pour demander quelque chose à un opérateur.',
    },
    'not-your-card': {
      title: 'Cette carte n’est pas la vôtre',
      text: 'Seule la personne qui l’a commencée peut utiliser ses boutons. Écrivez « restore login » pour commencer votre propre connexion.',
    },
    'card-outdated': {
      title: 'Cette carte n’est plus à jour',
      text: 'La situation a changé depuis l’envoi de cette carte. Sélectionnez « État » pour voir où vous en êtes.',
    },
    'storage-away': {
      title: 'Veuillez réessayer dans un instant',
      text: 'Je ne peux ni lire ni enregistrer mes données pour l’instant, cela doit donc attendre. Une connexion en cours continue automatiquement.',
    },
    'no-object-id': {
      title: 'Je ne sais pas qui vous êtes',
      text: 'Cette application n’indique pas qui vous êtes ; je ne peux donc pas vous connecter. Écrivez-moi depuis Microsoft Teams avec votre compte professionnel.',
    },
    'too-many-sign-ins': {
      title: 'Trop de nouvelles connexions',
      text: 'Si une de vos connexions est encore en attente, elle reste valable : « restore login » l’affiche à nouveau.',
    },
    'app-only-not-allowed': {
      title: 'La connexion en application uniquement ne vous est pas accessible',
      text: 'Elle est réservée à des administrateurs désignés. Vous pouvez vous connecter en tant qu’opérateur de restauration.',
    },
    'app-only-personal-only': {
      title: 'Uniquement dans une conversation personnelle',
      text: 'Une connexion en application uniquement ne peut être commencée que dans une conversation personnelle avec moi. Ouvrez-en une et écrivez « restore login app-only ».',
    },
    'app-only-off': {
      title: 'La connexion en application uniquement n’est pas configurée',
      text: 'Connectez-vous en tant qu’opérateur de restauration, ou demandez aux responsables de ce bot de définir APP_ONLY_APPLICATION_ID.',
    },
    ...administrationNotices,
    'unknown-organization': {
      title: 'Cette organisation ne vous est pas accessible',
      text: 'Vérifiez l’orthographe, ou connectez-vous sans nom.',
    },
    'no-organization': {
      title: 'Aucune organisation ne vous est encore accessible',
      text: 'Aucun service de sauvegarde n’est configuré pour le locataire de votre compte. Demandez aux responsables de ce bot de l’ajouter.',
    },
    'state-unreadable': {
      title: 'Veuillez vous reconnecter',
      text: 'Je n’ai pas pu lire votre connexion enregistrée ; votre session est donc fermée. Connectez-vous pour continuer.',
    },
    working: { title: 'Un instant', text: 'J’y travaille encore. La réponse s’affichera automatiquement.' },
    'took-too-long': {
      title: 'Le délai est dépassé',
      text: 'Je n’ai pas pu répondre à temps. Sélectionnez de nouveau le bouton dans un instant.',
    },
    'no-more-notices': {
      title: 'Les rappels sont désactivés',
      text: 'Je ne vous écrirai plus ici avant la fin d’une session. Vous pouvez réactiver les rappels depuis « État ».',
    },
    'notices-again': {
      title: 'Les rappels sont activés',
      text: 'Je vous écrirai de nouveau ici avant la fin d’une session.',
    },
    kept: { title: 'Rien n’a été effacé', text: 'Tout est comme avant.' },
    'went-wrong': {
      title: 'Un problème est survenu',
      text: 'C’est une erreur de notre part, pas de la vôtre. Réessayez. Si cela se reproduit, donnez la référence aux responsables de ce bot.',
    },
  },
  tooManySignIns: {
    person: 'Vous avez commencé trop de connexions ces dix dernières minutes.',
    tenant: 'Trop de personnes de votre organisation se connectent en ce moment.',
    again: (moment) => `Vous pourrez en commencer une nouvelle à partir du ${moment}.`,
  },
  unknownOrganization: {
    youWrote: (name) => `Vous avez écrit « ${name} ».`,
    near: (names) => `Vouliez-vous dire ${names} ?`,
    choices: (names) => `Vous pouvez choisir parmi : ${names}`,
    andMore: (names, more) =>
      `Vous pouvez choisir parmi : ${names} ${more === 1 ? 'et une autre' : `et ${n(more)} autres`}`,
  },
});
