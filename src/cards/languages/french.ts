/** Every word the cards say, in French. Commands stay English words. */
import type { Words } from '../words.ts';
import { failures } from './french-failures.ts';
import { forget, notMeReport, sessions, timeLeft } from './french-sessions.ts';

const SHARED_PLACE =
  'Mentionnez-moi d’abord. Ce que vous commencez reste à vous : personne d’autre ici ne peut voir votre code ni utiliser votre session. Les commandes sont des mots anglais.';

export const french: Words = {
  buttons: {
    'new-code': 'Nouveau code',
    cancel: 'Annuler',
    'show-code': 'Afficher mon code',
    renew: 'Prolonger',
    'log-out': 'Se déconnecter',
    'not-me': 'Ce n’était pas moi',
    'try-again': 'Réessayer',
    'sign-in-again': 'Se reconnecter',
    'sign-in': 'Se connecter',
    'no-notices': 'Ne plus rappeler',
    notices: 'Rappeler à nouveau',
    'forget-me': 'Effacer',
    keep: 'Conserver',
    'choose-organization': 'Continuer',
    'other-organization': 'Autre organisation',
    status: 'État',
    help: 'Aide',
  },
  open: (host) => `Ouvrir ${host}`,
  forWhom: (name) => `Pour ${name}`,
  somebody: 'Quelqu’un',
  flow: { operator: 'Opérateur de restauration', 'app-only': 'Application seule' },
  facts: {
    account: 'Compte',
    userId: 'ID d’utilisateur',
    tenantId: 'ID de locataire',
    organization: 'Organisation',
    service: 'Service',
    kind: 'Type',
    until: 'Jusqu’au',
    askedBy: 'Demandé par',
    person: 'Personne',
    renewal: 'Prolongation',
    rights: 'Droits',
    remaining: 'Temps restant',
    reminders: 'Rappels',
    when: 'Signalé',
    where: 'Où',
    signedIn: 'Connecté',
    whoHelps: 'Qui peut aider',
    signedInAs: 'Connecté comme',
  },
  renewable: { yes: 'Possible sans nouvelle connexion', no: 'Seulement par une nouvelle connexion' },
  remindersOff: 'Désactivés dans cette conversation',
  operator: {
    yes: 'Le service vous connaît comme opérateur de restauration',
    no: 'Le service ne vous connaît pas comme opérateur de restauration',
  },
  reference: (id) => `Référence : ${id}`,
  correlation: (id) => `ID de corrélation pour l’assistance du fournisseur : ${id}`,
  saidByService: 'Texte d’origine',

  signIn: {
    title: 'Se connecter pour restaurer des données',
    summary: 'Votre connexion vous attend',
    intro: (host) => `Ouvrez ${host}, saisissez ce code et connectez-vous avec votre compte professionnel.`,
    introWithoutLink: 'Saisissez ce code sur la page de connexion et connectez-vous avec votre compte professionnel.',
    codeLabel: 'Votre code',
    until: (time) => `Valable jusqu’à ${time}`,
    warningFirst: 'Ne continuez que si vous venez vous-même de le demander.',
    warningThen: 'Ne saisissez jamais un code que quelqu’un vous a envoyé.',
  },
  signInForOthers: (name) => `${name} est en train de se connecter`,
  movedBelow: {
    title: 'Cette connexion a changé de place',
    summary: 'La connexion continue sur une carte plus récente',
    said: 'La connexion continue sur une carte plus récente, plus bas.',
  },
  finishing: {
    title: 'Presque terminé',
    summary: 'Votre connexion est approuvée et en cours de finalisation',
    said: 'Vous avez approuvé la connexion. Le service de sauvegarde tarde à répondre ; je continue d’essayer, et cette carte vous dira comment cela se termine.',
  },
  signedIn: {
    title: 'Connecté',
    summary: (organization) => `Connecté à ${organization}`,
    summaryForOthers: (name) => `${name} est connecté`,
    intro: 'Vous êtes connecté au service de sauvegarde.',
    introForOthers: (name) => `${name} est connecté au service de sauvegarde.`,
    details: 'Détails',
  },
  notSignedIn: {
    whoHelps: {
      you: 'Vous-même',
      administrator: 'Votre administrateur Microsoft 365',
      'backup administrator': 'Votre administrateur de sauvegarde',
      us: 'Les responsables de ce bot',
    },
    failures,
  },
  status: {
    titleSignedIn: 'Vous êtes connecté',
    titleAlready: 'Vous êtes déjà connecté',
    titleNone: 'Vous n’êtes pas connecté',
    titlePending: 'Votre connexion n’est pas terminée',
    titleUnreadable: 'Veuillez vous reconnecter',
    already: 'Prolongez la session, déconnectez-vous, ou reconnectez-vous pour la remplacer.',
    alreadyElsewhere:
      'C’est une autre connexion que celle que vous demandez. La nouvelle la remplacera dès que vous l’aurez approuvée.',
    none: 'Connectez-vous quand vous voudrez restaurer quelque chose.',
    waiting: 'Une connexion attend que vous saisissiez son code et que vous l’approuviez.',
    alsoWaiting: 'Une nouvelle connexion attend que vous saisissiez son code et que vous l’approuviez.',
    redeemed: 'Vous avez approuvé la connexion. Je la finalise avec le service de sauvegarde ; cela prend un instant.',
    codeUntil: (time) => `Son code est valable jusqu’à ${time}.`,
    unreadable:
      'Ce que j’avais conservé pour vous n’a pas pu être ouvert ; vous êtes donc considéré comme déconnecté. Rien n’en est plus utilisé.',
  },
  ...sessions,
  choose: {
    title: 'Quelle organisation ?',
    intro: 'Vous pouvez vous connecter à plusieurs. Choisissez où vous voulez restaurer.',
    introAppOnly: 'Vous pouvez vous connecter à plusieurs en application seule. Choisissez où vous voulez restaurer.',
    label: 'Organisation',
    placeholder: 'Tapez pour rechercher',
    error: 'Choisissez une organisation pour continuer.',
    more: (shown, all) =>
      `Les ${shown} premières sur ${all} sont affichées. Pour une autre, écrivez restore login et son nom.`,
    signInTo: (organization) => `Se connecter à ${organization}`,
    signInAsOperatorTo: (organization) => `Se connecter comme opérateur à ${organization}`,
    signInAppOnlyTo: (organization) => `Se connecter en application seule à ${organization}`,
    titleForOthers: 'Une connexion attend',
    forOthers: (name) => `${name} choisit où se connecter.`,
    choose: 'Choisir',
  },
  help: {
    title: 'Ce que je sais faire',
    summary: 'Ce que je peux faire pour vous',
    welcomeTitle: 'Bonjour, je suis le bot de restauration',
    welcomeSummary: 'Bonjour, je suis le bot de restauration',
    welcome:
      'Je vous connecte à votre service de sauvegarde pour que vous puissiez restaurer des e-mails et des fichiers supprimés. Connectez-vous pour commencer ; vos jetons restent scellés chez moi et sont effacés quand vous vous déconnectez.',
    notUnderstood: (typed) => `Je ne connais pas « ${typed} ». Voici les commandes :`,
    nearTitle: 'Vouliez-vous dire ceci ?',
    near: (typed, command) => `Je ne connais pas « ${typed} ». Vouliez-vous dire « ${command} » ?`,
    commands: {
      login: ['restore login', 'Se connecter comme opérateur de restauration'],
      loginSeveral: [
        'restore login [organization]',
        'Se connecter comme opérateur de restauration ; vous pouvez nommer l’organisation',
      ],
      appOnly: ['restore login app-only', 'Se connecter pour une organisation en authentification d’application seule'],
      appOnlySeveral: [
        'restore login app-only [organization]',
        'Se connecter pour une organisation en authentification d’application seule',
      ],
      status: ['restore status', 'Qui est connecté, où et jusqu’à quand'],
      renew: ['restore renew', 'Continuer plus longtemps sans nouvelle connexion'],
      cancel: ['restore cancel', 'Arrêter une connexion en attente'],
      logout: ['restore logout', 'Se déconnecter et effacer tous les jetons'],
      forget: ['restore forget me', 'Effacer, après confirmation, tout ce que je conserve sur vous'],
      help: ['restore help', 'Afficher cette liste'],
    },
    how: {
      personal: 'Ici, vous pouvez omettre « restore ». Les commandes sont des mots anglais.',
      'group chat': SHARED_PLACE,
      channel: SHARED_PLACE,
    },
  },
  timeLeft,
  forget,
  notMeReport,
  notices: {
    'not-signed-in': {
      title: 'Vous n’êtes pas connecté',
      said: 'Vous n’avez pas de session ici. Connectez-vous pour en commencer une.',
    },
    'nothing-to-cancel': { title: 'Rien à annuler', said: 'Aucune connexion de votre part n’attend ici.' },
    cancelled: {
      title: 'Connexion annulée',
      said: 'La connexion a été arrêtée et son code ne mène plus nulle part. Recommencez quand vous voulez.',
    },
    renewed: { title: 'Prolongée', said: 'Votre session continue sans nouvelle connexion.' },
    'code-needs-personal-chat': {
      title: 'Je ne peux pas afficher votre code ici',
      said: 'Ce client de conversation ne peut pas montrer une carte à vous seul. Ouvrez une conversation personnelle avec moi et écrivez-y restore login.',
    },
    'not-your-card': {
      title: 'Cette carte n’est pas la vôtre',
      said: 'Seule la personne qui l’a commencée peut utiliser ses boutons. Écrivez restore login pour commencer votre propre connexion.',
    },
    'card-outdated': {
      title: 'Cette carte n’est plus à jour',
      said: 'Les choses ont évolué depuis son envoi. L’état dit où elles en sont.',
    },
    'storage-away': {
      title: 'Veuillez réessayer dans un instant',
      said: 'Je n’arrive pas à joindre mon stockage, cela doit donc attendre. Une connexion en cours continue d’elle-même.',
    },
    'no-object-id': {
      title: 'Je ne sais pas qui vous êtes',
      said: 'Ce client de conversation ne dit pas qui vous êtes ; je n’ai donc pas le droit de vous connecter. Écrivez-moi depuis Microsoft Teams avec votre compte professionnel.',
    },
    'too-many-sign-ins': {
      title: 'Trop de nouveaux codes',
      said: 'Si vous avez déjà un code, il reste valable : restore login l’affiche à nouveau.',
    },
    'app-only-not-allowed': {
      title: 'La connexion en application seule ne vous est pas ouverte',
      said: 'Elle est réservée à des administrateurs désignés. Vous pouvez vous connecter comme opérateur de restauration.',
    },
    'app-only-personal-only': {
      title: 'Seulement dans une conversation personnelle',
      said: 'Une connexion en application seule ne peut être commencée que dans une conversation personnelle avec moi. Ouvrez-en une et écrivez restore login app-only.',
    },
    'app-only-off': {
      title: 'La connexion en application seule n’est pas configurée',
      said: 'Connectez-vous comme opérateur de restauration, ou demandez aux responsables de ce bot de définir APP_ONLY_APPLICATION_ID.',
    },
    'unknown-organization': {
      title: 'Cette organisation n’existe pas pour vous',
      said: 'Vérifiez l’orthographe, ou connectez-vous sans nom.',
    },
    'no-organization': {
      title: 'Pas encore d’organisation pour vous',
      said: 'Aucun service de sauvegarde n’est configuré pour le locataire de votre compte. Demandez aux responsables de ce bot de l’ajouter.',
    },
    'state-unreadable': {
      title: 'Veuillez vous reconnecter',
      said: 'Ce que j’avais conservé pour vous n’a pas pu être ouvert ; vous êtes donc considéré comme déconnecté. Connectez-vous pour continuer.',
    },
    working: { title: 'Un instant', said: 'J’y travaille encore. La réponse arrive d’elle-même.' },
    'no-more-notices': {
      title: 'Plus de rappels',
      said: 'Je ne vous écrirai plus ici avant la fin d’une session. L’état le montre et vous permet de les réactiver.',
    },
    'notices-again': {
      title: 'Les rappels sont activés',
      said: 'Je vous écrirai de nouveau ici avant la fin d’une session.',
    },
    kept: { title: 'Rien n’a été effacé', said: 'Tout est comme avant.' },
    'went-wrong': {
      title: 'Un problème est survenu',
      said: 'C’est une erreur de notre part, pas de la vôtre. Réessayez ; si cela se reproduit, donnez la référence aux responsables de ce bot.',
    },
  },
  tooManySignIns: {
    person: 'Vous avez demandé un très grand nombre de codes ces dix dernières minutes.',
    tenant: 'Un très grand nombre de personnes de votre organisation se connectent en ce moment.',
    again: (moment) => `Vous pourrez demander un nouveau code à partir de ${moment}.`,
  },
  unknownOrganization: {
    youWrote: (name) => `Vous avez écrit « ${name} ».`,
    near: (names) => `Vouliez-vous dire : ${names} ?`,
    choices: (names) => `Vous pouvez choisir parmi : ${names}`,
    andMore: (names, more) => `Vous pouvez choisir parmi : ${names}, et ${more} autres`,
  },
};
