/** Textes sur l’approbation de ce qu’un administrateur restaure, en français. */
import type { approvals as english, approvalTroubles as englishTroubles } from '../en/approvals.ts';
import type { FormatNumber } from '../quantities.ts';

export const approvals = (n: FormatNumber): ReturnType<typeof english> => ({
  preparing: {
    title: 'Préparation de votre approbation',
    text: 'J’ouvre la sauvegarde, puis je vous demande votre approbation. Cela peut prendre une minute. Rien n’est envoyé sans elle.',
  },
  title: 'Approuver cette restauration',
  summary: 'Une restauration attend votre approbation',
  intro: (host) =>
    `Ouvrez ${host}, saisissez ce code et connectez-vous. La restauration commence ensuite automatiquement.`,
  introWithoutLink:
    'Saisissez ce code sur la page de connexion de Microsoft pour les appareils et connectez-vous. La restauration commence ensuite automatiquement.',
  application: (name) =>
    `La page de Microsoft doit indiquer l’application « ${name} ». Si elle en indique une autre, arrêtez et sélectionnez « Annuler ».`,
  warningFirst: 'Continuez uniquement si vous avez demandé cette restauration vous-même.',
  warningThen: 'Connectez-vous avec votre propre compte et ne transmettez le code à personne.',
  part: (part, parts) => `Partie ${n(part)} sur ${n(parts)}. Chaque partie est approuvée séparément.`,
  unchecked: 'Si la connexion est effectuée et que rien ne se passe ici, sélectionnez « Connexion effectuée ».',
  certificate: {
    text: 'Microsoft ne demande pas de connexion et aucun code n’est nécessaire : cette restauration s’effectue avec un certificat qui peut écrire dans toutes les boîtes aux lettres et tous les sites de l’organisation. Il suffit de sélectionner « Approuver ». J’attends 15 minutes.',
    approve: 'Approuver',
  },
  said: 'La connexion avec ce code ne fonctionne pas. Microsoft en donne le motif :',
  signedIn: 'Connexion effectuée',
  perhapsRefused:
    'Si le message ci-dessous concerne la connexion ou un rôle manquant, rien n’a probablement été restauré.',
  newCode: '« Renvoyer » demande d’abord une nouvelle approbation.',
  assumed:
    'La réponse à cette restauration s’est perdue. Je surveille la seule nouvelle restauration du service qui corresponde. C’est probablement la vôtre, mais rien dans le service ne le prouve.',
  ended: {
    title: 'La restauration n’a pas été approuvée',
    next: '« Réessayer » demande une nouvelle approbation.',
  },
  due: {
    title: 'Une restauration attend votre approbation',
    text: 'Elle n’attend que quelques minutes. Si personne ne l’approuve, rien d’autre n’est restauré.',
  },
});

export const approvalTroubles: typeof englishTroubles = {
  'approval-expired': {
    text: 'L’approbation n’est pas arrivée à temps. Ce qui n’était pas approuvé n’a pas été envoyé.',
    who: 'you',
    next: 'Si la page de votre navigateur a indiqué que l’accès est bloqué (erreur 53003 ou 530033), l’accès conditionnel n’autorise peut-être pas les codes : demandez à votre administrateur.',
  },
  'approval-session-over': {
    text: 'Votre session s’est terminée avant l’approbation. Ce qui n’était pas approuvé n’a pas été envoyé.',
    who: 'you',
    next: 'Connectez-vous et relancez la restauration.',
  },
  'approval-not-allowed': {
    text: 'Vous n’êtes plus autorisé à restaurer ici en tant qu’administrateur. Ce qui n’était pas approuvé n’a pas été envoyé.',
    who: 'administrator',
    next: 'Connectez-vous en tant qu’opérateur de restauration.',
  },
  'approval-refused': {
    text: 'Le service de sauvegarde n’a pas accepté la connexion avec le code.',
    who: 'administrator',
    next: 'Un opérateur de restauration pour toute l’organisation n’a pas besoin de code.',
  },
  'approval-certificate': {
    text: 'Le service de sauvegarde n’a pas accepté le certificat qui remplace un code.',
    who: 'us',
    next: 'Montrez cette carte aux responsables de ce bot : le certificat (RESTORE_CERTIFICATE) a peut-être expiré, ou il manque une autorisation à son application.',
  },
  'approval-unavailable': {
    text: 'Le service de sauvegarde ne m’a pas donné de code pour l’approbation ; rien d’autre n’a donc été envoyé.',
    who: 'administrator',
    next: 'Réessayez dans quelques minutes. Si cela se reproduit, demandez à votre administrateur de vérifier l’application qui approuve les restaurations (RESTORE_APPLICATION_ID).',
  },
  'approval-page': {
    text: 'Le code d’approbation devrait être saisi sur une page à laquelle rien ne me permet de faire confiance. Je ne l’ai donc pas affiché, et rien d’autre n’a été envoyé.',
    who: 'us',
    next: 'Montrez cette carte aux responsables de ce bot : le journal indique la page, et ALLOWED_VERIFICATION_HOSTS peut l’autoriser.',
  },
};
