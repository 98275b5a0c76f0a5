/** Textes sur l’approbation d’une restauration par une autre personne, en français. */
import type {
  approvalNotice as englishNotice,
  fourEyes as english,
  secondPersonTroubles as englishTroubles,
} from '../en/four-eyes.ts';
import type { FormatNumber } from '../quantities.ts';

export const fourEyes = (n: FormatNumber): ReturnType<typeof english> => ({
  ask: 'Demander une approbation',
  asks: 'Une autre personne doit approuver avant toute restauration.',
  held: {
    title: 'En attente d’approbation',
    text: 'Rien n’est restauré tant qu’une autre personne n’a pas approuvé.',
    until: 'Ouverte jusqu’au',
    asking: 'Je contacte maintenant les approbateurs.',
    asked: 'Personnes sollicitées',
    unreachable: 'Injoignables',
    approvers: (count) => (count < 2 ? 'Une personne' : `${n(count)} personnes`),
    open: 'Les personnes injoignables doivent m’écrire une fois dans leur conversation personnelle. La demande leur parvient ensuite dans les 15 minutes.',
    nobody: 'Aucune personne pouvant approuver n’est joignable.',
    withdraw: 'Retirer la demande',
    signIn: {
      title: 'Approuvée : connectez-vous pour continuer',
      text: 'Cette restauration est approuvée, mais votre session est terminée. Elle continue automatiquement après votre connexion.',
    },
  },
  approvedBy: 'Approuvée par',
  declinedBy: 'Refusée par',
  request: {
    title: 'Approuver cette restauration ?',
    summary: 'Une restauration demande votre approbation',
    asks: (name) => `${name} souhaite restaurer ces données depuis une sauvegarde.`,
    foreign: (tenant) => `Le compte de cette personne appartient à un autre locataire (${tenant}).`,
    overwrites: {
      contents: 'Des éléments existants sont remplacés. Leur contenu actuel est définitivement perdu.',
      permissions: 'Des autorisations existantes sont remplacées.',
    },
    needed: (count) => `${n(count)} approbations sont nécessaires.`,
    decided:
      'Votre approbation est enregistrée. La restauration pourra commencer dès que les autres approbations nécessaires seront données.',
    approve: 'Approuver',
    decline: 'Refuser',
    look: 'Afficher les noms',
    reason: 'Pourquoi refusez-vous ?',
    reasonNote: 'Nécessaire uniquement pour refuser. La personne qui a fait la demande lira ce motif.',
    remarks: {
      'reason-missing': 'Indiquez pourquoi vous refusez, afin que la personne sache quoi changer.',
      'not-eligible': 'Votre compte est un compte invité. Les invités ne peuvent pas approuver de restaurations ici.',
      unavailable:
        'Je n’ai pas pu vérifier ou enregistrer cela pour le moment, rien n’est donc décidé. Réessayez dans un instant.',
    },
  },
  outcomes: {
    approved: { title: 'Approuvée', text: 'La restauration peut commencer.' },
    declined: { title: 'Refusée', text: 'Rien n’est restauré.' },
    withdrawn: { title: 'Retirée', text: 'La demande a été retirée. Il n’y a plus rien à décider.' },
    expired: { title: 'Expirée', text: 'La demande est restée ouverte 24 heures. Rien d’autre n’est restauré.' },
    void: { title: 'Plus valable', text: 'Quelque chose a changé depuis la demande. Rien d’autre n’est restauré.' },
  },
  news: {
    asked: {
      title: 'Approbation demandée',
      text: 'Les approbateurs ont reçu votre demande. Je vous informerai de leur décision.',
    },
    unreachable: {
      title: 'Aucun approbateur n’est joignable',
      text: 'Demandez à un approbateur de m’écrire dans une conversation personnelle. La demande lui parvient ensuite dans les 15 minutes.',
    },
    expiring: {
      title: 'Votre demande d’approbation expire bientôt',
      text: 'Elle expire dans moins de deux heures. Relancez un approbateur, ou refaites la demande plus tard.',
    },
    approved: { title: 'Votre restauration a été approuvée', text: 'Elle est maintenant en cours.' },
    'sign-in': {
      title: 'Approuvée : connectez-vous pour continuer',
      text: 'Votre restauration a été approuvée, mais votre session est terminée. Elle continue automatiquement après votre connexion.',
    },
    declined: { title: 'Votre restauration a été refusée', text: 'Rien n’a été restauré.' },
    expired: {
      title: 'Votre demande d’approbation a expiré',
      text: 'Elle n’a pas abouti en 24 heures. Refaites la demande si nécessaire.',
    },
    void: {
      title: 'L’approbation n’est plus valable',
      text: 'Quelque chose a changé depuis votre demande. Refaites la demande si nécessaire.',
    },
  },
});

export const secondPersonTroubles: typeof englishTroubles = {
  'second-declined': {
    text: 'La personne sollicitée a refusé. Ce qui n’était pas encore envoyé ne le sera pas.',
    who: 'you',
    next: 'Modifiez ce qui a été demandé, puis refaites la demande.',
  },
  'second-expired': {
    text: 'Elle n’a pas été approuvée et envoyée en 24 heures. Ce qui n’était pas encore envoyé ne le sera pas.',
    who: 'you',
    next: 'Refaites la demande lorsqu’un approbateur est disponible.',
  },
  'second-void': {
    text: 'Son approbation ne compte plus : la restauration a changé, ou un approbateur ne peut plus approuver. Ce qui n’était pas encore envoyé ne le sera pas.',
    who: 'you',
    next: 'Demandez une nouvelle approbation.',
  },
};

export const approvalNotice: typeof englishNotice = {
  title: 'Non disponible pour vous',
  text: 'Cette demande est terminée, ou la décision ne dépend pas de vous. Rien n’a été fait.',
  next: 'Adressez-vous à la personne qui souhaite restaurer.',
};
