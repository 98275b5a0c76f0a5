/** Texts about sessions, people and time, in French. */
import { spanIn, type FormatNumber } from '../quantities.ts';
import { endedByAdministrator } from './administration.ts';
import type { Words } from '../en/common.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'logOutWarning' | 'loggedOut'> = {
  expiring: {
    title: 'Votre session se termine bientôt',
    summary: 'Votre session auprès du service de sauvegarde se termine bientôt',
    until: (moment) => `Votre session est valable jusqu’au ${moment}.`,
    next: 'Prolongez-la pour continuer à travailler, ou déconnectez-vous quand vous aurez terminé.',
    nextNotRenewable: 'Pour continuer ensuite, reconnectez-vous. Déconnectez-vous quand vous aurez terminé.',
  },
  sessionEnded: {
    title: 'Votre session est terminée',
    text: 'Elle a expiré, et j’ai effacé ses jetons.',
    longestLife: 'Elle a atteint la durée maximale d’une session, et j’ai effacé ses jetons.',
    refused: 'Le service de sauvegarde ne l’accepte plus, et je n’ai pas pu la prolonger. J’ai effacé ses jetons.',
    replaced: 'Une autre connexion l’a remplacée, et j’ai effacé ses jetons.',
    byAdministrator: endedByAdministrator,
    notAllowed:
      'Les paramètres de votre organisation ne vous autorisent plus à vous connecter ici. J’ai mis fin à la session et effacé ses jetons.',
    next: 'Connectez-vous quand vous voudrez restaurer autre chose.',
  },
  renewalRefused: {
    title: 'Session non prolongée',
    summary: 'Votre session n’a pas pu être prolongée',
    reasons: {
      refused: 'Les services qui prolongent une session n’ont pas accepté de prolonger la vôtre.',
      unreachable: 'Les services qui prolongent une session n’ont pas pu être joints.',
      'outcome-unknown': 'La réponse à la prolongation a été perdue ; on ne sait donc pas si la session continue.',
      'not-possible': 'Cette session ne peut pas être prolongée.',
      'longest-life': 'Votre session a atteint la durée maximale d’une session et ne peut plus être prolongée.',
      'not-allowed': 'Vous n’êtes plus autorisé à vous connecter ici ; votre session ne peut donc pas être prolongée.',
    },
    next: {
      refused: 'Reconnectez-vous pour continuer plus longtemps.',
      unreachable: 'Prolongez à nouveau dans quelques minutes, ou reconnectez-vous.',
      'outcome-unknown': 'Reconnectez-vous pour disposer avec certitude d’une session valable.',
      'not-possible': 'Reconnectez-vous pour continuer plus longtemps.',
      'longest-life': 'Reconnectez-vous pour continuer plus longtemps.',
      'not-allowed': 'Adressez-vous à vos administrateurs si vous devez encore restaurer quelque chose.',
    },
    until: (moment) => `Votre session actuelle reste valable jusqu’au ${moment}.`,
  },
  logOutWarning: {
    title: 'Une restauration n’est pas terminée',
    text: 'Vous restaurez en tant qu’administrateur, ou une restauration attend son approbation. Si vous vous déconnectez maintenant, le service de sauvegarde peut y mettre fin, et je ne pourrai plus la suivre.',
    others: 'La déconnexion met aussi fin à vos autres sessions dans cette conversation.',
    next: 'Par sécurité, attendez que sa carte affiche le résultat, ou arrêtez-la d’abord sur cette carte.',
    nextNotMe:
      'Si ce n’est pas vous qui avez ouvert la session, déconnectez-vous quand même : la protection de votre compte passe avant tout.',
    anyway: 'Déconnecter quand même',
    stay: 'Conserver la session',
  },
  loggedOut: {
    title: 'Session fermée',
    titleNotMe: 'Session fermée, car ce n’était pas vous',
    erased: 'J’ai effacé tous les jetons que je conservais pour cette session.',
    revoked: {
      yes: 'Le service de sauvegarde a lui aussi mis fin à la session.',
      unreachable: 'Le service de sauvegarde n’a pas pu être joint ; il n’en a donc pas été informé.',
      refused: 'Le service de sauvegarde n’a pas accepté de mettre fin à la session.',
    },
    tokenValidUntil: (moment) => `Le jeton de la session y reste valable jusqu’au ${moment}, mais il est effacé ici.`,
    identityProvider:
      'Cela ne met pas fin à votre connexion auprès du fournisseur d’identité : pour y mettre fin aussi, choisissez « Se déconnecter partout » (Sign out everywhere) sur la page Mon compte (My Account), ou demandez à votre administrateur de révoquer vos sessions.',
    notNotified:
      'Cet incident est consigné pour vos administrateurs. Prévenez-les et donnez-leur la référence ci-dessous.',
    notified:
      'Cet incident est consigné, et je préviens vos administrateurs. Pour toute question, indiquez la référence ci-dessous.',
    notMe: [
      'Si quelqu’un d’autre a pu utiliser votre compte, changez son mot de passe et vérifiez ses connexions récentes.',
    ],
  },
};

const conversations = (n: FormatNumber, count: number): string =>
  count === 1 ? 'une conversation' : `${n(count)} conversations`;
const counted = (n: FormatNumber, count: number): string => (count === 1 ? 'une session' : `${n(count)} sessions`);

export const forget = (n: FormatNumber): Words['forget'] => ({
  title: 'Effacer tout ce qui vous concerne ?',
  summary: 'Effacer tout ce qui vous concerne ?',
  text: [
    'Cela met fin à vos connexions et à vos sessions dans toutes les conversations avec moi et efface ce que j’y conserve sur vous : vos jetons, votre adresse pour les messages, la dernière organisation choisie, votre choix concernant les rappels et vos demandes de restauration.',
    'Le journal d’audit reste : qui s’est connecté, où et quand, sans aucun jeton. Vos administrateurs décident de sa durée de conservation.',
  ],
  restoring:
    'Vous restaurez en tant qu’administrateur, ou une restauration attend son approbation. Si vous effacez tout maintenant, le service de sauvegarde peut y mettre fin, et je ne pourrai plus la suivre.',
  done: {
    title: 'Tout est effacé',
    titleNothing: 'Il n’y avait rien à effacer',
    nothing: 'Je ne conservais rien sur vous.',
    erased: (count) => `J’ai effacé tout ce que je conservais sur vous, dans ${conversations(n, count)}.`,
    address: 'Vous ne recevrez plus les signalements destinés aux administrateurs tant que vous ne m’aurez pas écrit.',
    revoked: (count) => `Le service de sauvegarde a lui aussi mis fin à ${counted(n, count)}.`,
    notRevoked: (count) =>
      `Le service de sauvegarde n’a pas pu être informé pour ${counted(n, count)}. Les jetons sont effacés ici.`,
    tokenValidUntil: (moment) => `Ils y restent valables jusqu’au ${moment} au plus tard.`,
    audit:
      'Le journal d’audit indique toujours qui s’est connecté, où et quand. Vos administrateurs décident de sa durée de conservation.',
  },
});

export const notMeReport: Words['notMeReport'] = {
  title: 'Connexion non reconnue signalée',
  summary: (name) => `${name} a signalé une connexion non reconnue`,
  text: (name) => `${name} a sélectionné « Ce n’était pas moi » sur la carte d’une connexion terminée.`,
  places: {
    personal: 'Dans une conversation personnelle avec moi',
    'group chat': 'Dans une conversation de groupe',
    channel: 'Dans un canal',
  },
  revoked: {
    yes: 'J’ai mis fin à la session dans le service de sauvegarde et effacé ses jetons.',
    unreachable:
      'J’ai effacé les jetons de la session. Le service de sauvegarde n’a pas pu être joint ; il n’en a donc pas été informé.',
    refused: 'J’ai effacé les jetons de la session. Le service de sauvegarde n’a pas accepté d’y mettre fin.',
  },
  tokenValidUntil: (moment) => `Le jeton de la session y reste valable jusqu’au ${moment}.`,
  next: [
    'Demandez à la personne si elle est au courant. Vérifiez les connexions récentes du compte et, si quelqu’un d’autre l’a utilisé, faites changer son mot de passe et révoquer ses sessions.',
    'Cherchez ensuite la référence ci-dessous dans le journal d’audit, et vérifiez dans le service de sauvegarde ce qui a été restauré entre-temps.',
  ],
};

export const somebodyElseReport: Words['somebodyElseReport'] = {
  title: 'Connexion approuvée par quelqu’un d’autre',
  summary: (name) => `Quelqu’un d’autre a approuvé une connexion demandée par ${name}`,
  text: (name) =>
    `${name} a demandé une connexion, et un autre compte l’a approuvée. Rien n’a été enregistré et aucune session n’a été ouverte.`,
  causes:
    'Peut-être un mauvais compte a-t-il été utilisé. Peut-être quelqu’un a-t-il été trompé pour approuver la connexion (hameçonnage).',
  next: [
    'Demandez à la personne qui a approuvé si elle est au courant. Sinon, révoquez ses sessions dans Microsoft Entra ID et cherchez pourquoi la connexion a été demandée.',
    'Cherchez ensuite la référence ci-dessous dans le journal d’audit.',
  ],
};

export const timeLeft = spanIn({
  less: 'Moins d’une minute',
  day: (count) => (count === 1 ? '1 jour' : `${count} jours`),
  hour: (count) => (count === 1 ? '1 heure' : `${count} heures`),
  minute: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  separator: ' ',
});
