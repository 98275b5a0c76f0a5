/** Texts about sessions, people and time, in French. */
import { spanIn } from '../quantities.ts';
import type { Words } from '../words.ts';

export const sessions: Pick<Words, 'expiring' | 'sessionEnded' | 'renewalRefused' | 'loggedOut'> = {
  expiring: {
    title: 'Votre session se termine bientôt',
    summary: 'Votre session au service de sauvegarde se termine bientôt',
    until: (moment) => `Vous êtes connecté jusqu’au ${moment}.`,
    next: 'Prolongez-la pour continuer à travailler, ou déconnectez-vous quand vous aurez terminé.',
    nextNotRenewable:
      'Elle ne peut être prolongée que par une nouvelle connexion. Déconnectez-vous quand vous aurez terminé.',
  },
  sessionEnded: {
    title: 'Votre session est terminée',
    said: 'Son temps était écoulé, et j’ai effacé ses jetons.',
    refused: 'Le service de sauvegarde ne l’accepte plus, et je n’ai pas pu la prolonger. J’ai effacé ses jetons.',
    next: 'Connectez-vous quand vous voudrez restaurer autre chose.',
  },
  renewalRefused: {
    title: 'Non prolongée',
    summary: 'Votre session n’a pas pu être prolongée',
    reasons: {
      refused: 'Ni le service de sauvegarde ni le fournisseur d’identité n’a voulu prolonger votre session.',
      unreachable: 'Les services qui prolongent une session n’ont pas pu être joints.',
      'outcome-unknown': 'La réponse à la prolongation s’est perdue en route ; la session continue peut-être, ou non.',
      'not-possible': 'Cette session n’a rien reçu qui permette de la prolonger.',
    },
    next: {
      refused: 'Reconnectez-vous pour continuer plus longtemps.',
      unreachable: 'Prolongez à nouveau dans quelques minutes, ou reconnectez-vous.',
      'outcome-unknown': 'Reconnectez-vous pour être sûr d’avoir une session valable.',
      'not-possible': 'Reconnectez-vous pour continuer plus longtemps.',
    },
    until: (moment) => `Votre session actuelle reste valable jusqu’au ${moment}.`,
  },
  loggedOut: {
    title: 'Déconnecté',
    titleNotMe: 'Déconnecté, car ce n’était pas vous',
    erased: 'J’ai effacé tous les jetons que je conservais pour cette session.',
    revoked: {
      yes: 'Le service de sauvegarde a lui aussi mis fin à la session.',
      unreachable: 'Le service de sauvegarde n’a pas pu être joint ; il n’en a donc pas été informé.',
      refused: 'Le service de sauvegarde n’a pas voulu mettre fin à la session de son côté.',
    },
    livesOn: (moment) => `Son jeton y reste valable jusqu’au ${moment}, mais plus rien ici ne le conserve.`,
    toldNobody: 'Ceci est consigné pour vos administrateurs. Prévenez-les et donnez-leur la référence ci-dessous.',
    told: 'Ceci est consigné, et je préviens vos administrateurs. La référence ci-dessous le désigne.',
    notMe: [
      'Si quelqu’un d’autre a pu utiliser votre compte, changez son mot de passe et vérifiez ses connexions récentes.',
    ],
  },
};

const conversations = (count: number): string => (count === 1 ? 'une conversation' : `${count} conversations`);
const counted = (count: number): string => (count === 1 ? 'une session' : `${count} sessions`);

export const forget: Words['forget'] = {
  title: 'Effacer tout ce qui vous concerne ?',
  summary: 'Effacer tout ce qui vous concerne ?',
  said: [
    'Je mettrais fin à vos connexions et à vos sessions dans toutes les conversations avec moi et j’effacerais ce que j’y conserve sur vous : vos jetons, où vous écrire, la dernière organisation choisie et si vous voulez des rappels.',
    'Le journal d’audit reste : qui s’est connecté, où et quand, sans aucun jeton. Vos administrateurs décident de sa durée de conservation.',
  ],
  done: {
    title: 'Tout est effacé',
    titleNothing: 'Il n’y avait rien à effacer',
    nothing: 'Je ne conservais rien sur vous.',
    erased: (count) => `J’ai effacé tout ce que je conservais sur vous, dans ${conversations(count)}.`,
    address: 'Je ne sais plus où vous écrire les signalements aux administrateurs, tant que vous ne m’écrivez pas.',
    revoked: (count) => `Le service de sauvegarde a lui aussi mis fin à ${counted(count)}.`,
    notRevoked: (count) =>
      `Le service de sauvegarde n’a pas pu être informé pour ${counted(count)} ; plus rien ici n’en conserve les jetons.`,
    livesOn: (moment) => `Là-bas, ils restent valables au plus tard jusqu’au ${moment}.`,
    audit:
      'Le journal d’audit indique toujours qui s’est connecté, où et quand ; vos administrateurs décident de sa durée de conservation.',
  },
};

export const notMeReport: Words['notMeReport'] = {
  title: 'Quelqu’un signale une connexion qui n’était pas la sienne',
  summary: (name) => `${name} signale une connexion qui n’était pas la sienne`,
  said: (name) => `${name} a choisi « Ce n’était pas moi » sur la carte d’une connexion terminée.`,
  places: {
    personal: 'Dans une conversation personnelle avec moi',
    'group chat': 'Dans une conversation de groupe',
    channel: 'Dans un canal',
  },
  revoked: {
    yes: 'J’ai déconnecté la session du service de sauvegarde et effacé ses jetons.',
    unreachable:
      'J’ai effacé les jetons de la session. Le service de sauvegarde n’a pas pu être joint ; il n’en a donc pas été informé.',
    refused: 'J’ai effacé les jetons de la session. Le service de sauvegarde n’a pas voulu y mettre fin de son côté.',
  },
  livesOn: (moment) => `Son jeton y reste valable jusqu’au ${moment}.`,
  next: [
    'Demandez à la personne si elle est au courant. Vérifiez les connexions récentes du compte et, si quelqu’un d’autre y était, faites changer son mot de passe et révoquer ses sessions.',
    'Cherchez ensuite la référence ci-dessous dans le journal d’audit, et au service de sauvegarde ce qui a été restauré entre-temps.',
  ],
};

export const timeLeft = spanIn({
  less: 'Moins d’une minute',
  day: (count) => (count === 1 ? '1 jour' : `${count} jours`),
  hour: (count) => (count === 1 ? '1 heure' : `${count} heures`),
  minute: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  left: (parts) => `Encore ${parts.join(' ')}`,
});
