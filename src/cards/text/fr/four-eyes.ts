/** Textes sur l’approbation d’une restauration par une autre personne, en français. */
import type {
  approvalNotice as englishNotice,
  fourEyes as english,
  secondPersonTroubles as englishTroubles,
} from '../en/four-eyes.ts';
import type { FormatNumber } from '../quantities.ts';

export const fourEyes = (n: FormatNumber): ReturnType<typeof english> => ({
  ask: 'Demander une approbation',
  of: {
    restore: {
      asks: 'Une autre personne doit approuver avant toute restauration.',
      held: 'Rien n’est restauré tant qu’une autre personne n’a pas approuvé.',
      signIn:
        'Cette restauration est approuvée, mais votre session est terminée. Elle continue automatiquement après votre connexion.',
      title: 'Approuver cette restauration ?',
      summary: 'Une restauration demande votre approbation',
      wants: (name) => `${name} souhaite restaurer ces données depuis une sauvegarde.`,
      outcomes: {
        approved: 'La restauration peut commencer.',
        declined: 'Rien n’est restauré.',
        withdrawn: 'La demande a été retirée. Il n’y a plus rien à décider.',
        expired: 'La demande est restée ouverte 24 heures. Rien d’autre n’est restauré.',
        void: 'Quelque chose a changé depuis la demande. Rien d’autre n’est restauré.',
      },
      approved: { title: 'Votre restauration a été approuvée', text: 'Elle est maintenant en cours.' },
      declined: { title: 'Votre restauration a été refusée', text: 'Rien n’a été restauré.' },
    },
    file: {
      asks: 'Une autre personne doit approuver avant que vous obteniez le fichier.',
      held: 'Rien ne quitte la sauvegarde tant qu’une autre personne n’a pas approuvé.',
      signIn:
        'Ce fichier est approuvé, mais votre session est terminée. Je le récupère automatiquement après votre connexion.',
      title: 'Approuver ce fichier ?',
      summary: 'Un fichier demande votre approbation',
      wants: (name) => `${name} souhaite extraire ces données d’une sauvegarde sous forme de fichier.`,
      outcomes: {
        approved: 'Le fichier peut maintenant être fourni.',
        declined: 'Rien ne quitte la sauvegarde.',
        withdrawn: 'La demande a été retirée. Il n’y a plus rien à décider.',
        expired: 'La demande est restée ouverte 24 heures. Rien d’autre ne quitte la sauvegarde.',
        void: 'Quelque chose a changé depuis la demande. Rien d’autre ne quitte la sauvegarde.',
      },
      approved: {
        title: 'Votre fichier a été approuvé',
        text: 'Je vous le proposerai dans cette conversation dès qu’il sera prêt.',
      },
      declined: { title: 'Votre fichier a été refusé', text: 'Rien n’a été extrait de la sauvegarde.' },
    },
  },
  held: {
    title: 'En attente d’approbation',
    until: 'Ouverte jusqu’au',
    asking: 'Je contacte maintenant les approbateurs.',
    asked: 'Personnes sollicitées',
    unreachable: 'Injoignables',
    approvers: (count) => (count < 2 ? 'Une personne' : `${n(count)} personnes`),
    open: 'Les personnes injoignables doivent m’écrire une fois dans leur conversation personnelle. La demande leur parvient ensuite dans les 15 minutes.',
    nobody: 'Aucune personne pouvant approuver n’est joignable.',
    nobodyElse: 'Personne d’autre ne peut approuver cette demande. Adressez-vous aux responsables de ce bot.',
    withdraw: 'Retirer la demande',
    signIn: 'Approuvée : connectez-vous pour continuer',
  },
  approveYourself:
    'Il manque encore votre propre approbation : sélectionnez « Afficher ». Elle n’attend que quelques minutes ; rien n’est restauré avant.',
  approvedBy: 'Approuvée par',
  declinedBy: 'Refusée par',
  request: {
    foreign: (tenant) => `Le compte de cette personne appartient à un autre locataire (${tenant}).`,
    overwrites: {
      contents: 'Des éléments existants sont remplacés. Leur contenu actuel est définitivement perdu.',
      permissions: 'Des autorisations existantes sont remplacées.',
    },
    needed: (count) => `${n(count)} approbations sont nécessaires.`,
    decided:
      'Votre approbation est enregistrée. La suite aura lieu dès que les autres approbations nécessaires seront données.',
    approve: 'Approuver',
    decline: 'Refuser',
    look: 'Afficher les noms',
    reason: 'Pourquoi refusez-vous ?',
    reasonNote: 'Nécessaire uniquement pour refuser. La personne qui a fait la demande lira ce motif.',
    remarks: {
      'reason-missing': 'Indiquez pourquoi vous refusez, afin que la personne sache quoi changer.',
      'not-eligible': 'Votre compte est un compte invité. Les invités ne peuvent rien approuver ici.',
      unavailable:
        'Je n’ai pas pu vérifier ou enregistrer cela pour le moment, rien n’est donc décidé. Réessayez dans un instant.',
    },
  },
  outcomes: {
    approved: 'Approuvée',
    declined: 'Refusée',
    withdrawn: 'Retirée',
    expired: 'Expirée',
    void: 'Plus valable',
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
    nobody: {
      title: 'Personne ne peut approuver',
      text: 'Personne d’autre ne peut approuver votre demande. Adressez-vous aux responsables de ce bot.',
    },
    expiring: {
      title: 'Votre demande d’approbation expire bientôt',
      text: 'Elle expire dans moins de deux heures. Relancez un approbateur, ou refaites la demande plus tard.',
    },
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
    text: 'La demande n’a pas été approuvée et envoyée en 24 heures. Ce qui n’était pas encore envoyé ne le sera pas.',
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
  next: 'Adressez-vous à la personne qui a fait la demande.',
};
