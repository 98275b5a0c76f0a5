/** Texts about running and finished restores, and about what went wrong, in French. */
import { numbersIn } from '../quantities.ts';
import type { Words } from '../words.ts';

type Restore = Words['restore'];

const n = numbersIn('fr');

export const outcome: Restore['outcome'] = {
  running: {
    title: 'Restauration en cours',
    titleStopping: 'Arrêt de la restauration',
    said: 'Elle continue d’elle-même. Cette carte vous dira comment elle s’est terminée, même des heures plus tard.',
    stopping: 'J’ai demandé au service d’arrêter. Ce qui est déjà restauré reste.',
    notCounted: 'Le service n’a pas encore compté.',
  },
  percent: (percent) => `${n(percent)} pour cent effectués`,
  counts: { total: 'En tout', restored: 'Restaurés', skipped: 'Ignorés', failed: 'Échoués' },
  facts: { started: 'Commencée', ended: 'Terminée', reason: 'Raison' },
  unwatched: {
    title: 'Elle continue sans moi',
    said: 'La restauration continue dans le service de sauvegarde, mais votre connexion a pris fin ; je ne la vois donc plus.',
    next: 'Connectez-vous, et je vous dirai où elle en est.',
  },
  unclear: {
    title: 'Je ne sais pas si elle a commencé',
    said: 'J’ai envoyé la restauration au service, et sa réponse s’est perdue.',
    looked: (looks) =>
      looks === 1
        ? 'Je l’ai cherchée une fois parmi les restaurations du service, sans la trouver.'
        : `Je l’ai cherchée ${n(looks)} fois parmi les restaurations du service, sans la trouver.`,
    next: 'Vérifiez à nouveau dans quelques minutes ; elle n’est peut-être qu’en retard.',
    warning: 'L’envoyer à nouveau peut tout restaurer en double. Restez-en là si vous préférez vérifier vous-même.',
  },
  ended: {
    title: {
      success: 'Restauré',
      warning: 'Restauré, avec des avertissements',
      failed: 'La restauration a échoué',
      stopped: 'La restauration a été arrêtée',
      refused: 'Le service a refusé la restauration',
    },
    said: {
      success: 'Tout ce que vous avez choisi est revenu.',
      warning: 'C’est terminé, mais tout ne s’est pas passé comme prévu.',
      failed: 'Une partie de ce que vous avez choisi n’est pas revenue.',
      stopped: 'Ce qui avait été restauré reste.',
      refused: 'Rien n’a été restauré.',
    },
    next: 'Vous pouvez réessayer ce qui a échoué.',
  },
  failures: {
    title: 'Ce qui n’est pas revenu comme prévu',
    status: { failed: 'Échec', warning: 'Avertissement', skipped: 'Ignoré' },
    noReason: 'Le service n’a pas donné de raison.',
  },
};

export const sessionsList: Restore['sessionsList'] = {
  title: 'Les dernières restaurations',
  none: 'Il n’y en a pas encore.',
  states: {
    running: 'En cours',
    looking: 'Parcourt une sauvegarde',
    success: 'Terminée',
    warning: 'Terminée, avec des avertissements',
    failed: 'Échouée',
  },
  started: (moment) => `commencée ${moment}`,
  ended: (moment) => `terminée ${moment}`,
  reason: (reason) => `Raison : ${reason}`,
  stopping: 'J’ai demandé au service de l’arrêter.',
  unnamed: 'Une restauration',
};

export const troubles: Restore['troubles'] = {
  'access-denied': {
    what: 'Le service de sauvegarde ne vous laisse pas faire cela avec ces données.',
    who: 'backup administrator',
    next: 'Choisissez quelqu’un d’autre, ou demandez à votre administrateur de sauvegarde d’ajouter cette personne à votre périmètre.',
  },
  'not-found': {
    what: 'Le service de sauvegarde n’a plus ce que j’ai demandé.',
    who: 'you',
    next: 'Recherchez à nouveau ; choisissez une sauvegarde plus ancienne si c’est absent de celle-ci.',
  },
  validation: {
    what: 'Le service de sauvegarde n’a pas compris ma demande.',
    who: 'you',
    next: 'Écrivez-la plus simplement et réessayez. Si cela se reproduit, dites-le aux responsables de ce bot.',
  },
  'proxy-offline': {
    what: 'La partie du service de sauvegarde qui lit ces sauvegardes est hors ligne.',
    who: 'backup administrator',
    next: 'Réessayez dans quelques minutes. Si cela persiste, demandez à votre administrateur de sauvegarde de remettre le proxy de sauvegarde en ligne.',
  },
  timeout: {
    what: 'Le service de sauvegarde a mis trop longtemps.',
    who: 'you',
    next: 'Réessayez. Une période plus courte ou un mot de plus accélère la recherche.',
  },
  conflict: {
    what: 'Une autre opération est en cours sur ces données dans le service de sauvegarde.',
    who: 'nobody',
    next: 'Réessayez dans quelques minutes.',
  },
  transfer: {
    what: 'L’organisation est en cours de déplacement dans le service de sauvegarde.',
    who: 'backup administrator',
    next: 'Réessayez plus tard. Votre administrateur de sauvegarde sait quand le déplacement sera terminé.',
  },
  'restore-only': {
    what: 'Le service de sauvegarde n’est configuré que pour les connexions et garde cet appel fermé.',
    who: 'backup administrator',
    next: 'Demandez à votre administrateur de sauvegarde d’ouvrir le service REST pour la restauration.',
  },
  unreachable: {
    what: 'Le service de sauvegarde est injoignable.',
    who: 'backup administrator',
    next: 'Réessayez dans quelques minutes. Si cela persiste, demandez à votre administrateur de sauvegarde si le service fonctionne.',
  },
  throttled: {
    what: 'Le service de sauvegarde a trop à faire en ce moment.',
    who: 'nobody',
    next: 'Réessayez dans une minute.',
  },
  unclear: {
    what: 'Personne ne sait si le service de sauvegarde a commencé cette restauration.',
    who: 'you',
    next: 'Vérifiez si les éléments sont revenus, ou parcourez les dernières restaurations, avant de les restaurer à nouveau.',
  },
  unknown: {
    what: 'Le service de sauvegarde n’a pas pu le faire.',
    who: 'backup administrator',
    next: 'Réessayez. Si cela se reproduit, montrez cette carte à votre administrateur de sauvegarde.',
  },
};

export const remarks: Restore['remarks'] = {
  'nothing-found':
    'Rien n’a été trouvé. Essayez moins de mots ou d’autres mots, une période plus longue ou une sauvegarde plus ancienne.',
  'empty-before-first-backup-of': (moment) =>
    `Il n’y avait pas encore de sauvegarde ce jour-là, il n’y a donc rien à voir. La première date du ${moment} : choisissez celle-ci ou une plus récente.`,
  'empty-before-first-backup':
    'Il n’y avait pas encore de sauvegarde ce jour-là, il n’y a donc rien à voir. Choisissez un jour plus récent.',
  'no-such-date': (typed) =>
    `« ${typed} » n’est pas une date que je connais. Écrivez-la comme 2026-03-01, ou choisissez-la dans le calendrier.`,
  'dates-reversed': 'Le dernier jour précède le premier. Inversez-les.',
  'query-refused':
    'Le service de sauvegarde n’a pas compris la recherche. Utilisez des mots simples, ou vérifiez les guillemets.',
  'query-too-long': 'C’est plus que ce qu’une recherche peut contenir. Utilisez moins de mots.',
  'nothing-chosen': 'Rien n’était coché ni choisi. Choisissez d’abord, puis appuyez de nouveau.',
  'page-moved-on': 'La page avait changé entre-temps, rien n’a donc été fait. Regardez-la de nouveau, puis appuyez.',
  added: (count) =>
    count === 1 ? 'Un élément de plus est dans votre liste.' : `${n(count)} éléments de plus sont dans votre liste.`,
  removed: (count) =>
    count === 1 ? 'Un élément a été retiré de votre liste.' : `${n(count)} éléments ont été retirés de votre liste.`,
  'list-full': (most) =>
    `Une liste contient au plus ${n(most)} éléments. Restaurez d’abord ceux-ci puis commencez-en une autre, ou ajoutez le dossier.`,
  'folders-too-full': (most) =>
    `Les dossiers de votre liste contiennent plus de ${n(most)} éléments, et une restauration n’en prend pas plus. Retirez-les ; ouvrez-en ensuite un et ajoutez-en une partie, ou cherchez sur une période plus courte.`,
  'folder-empty': 'Ce dossier ne contient rien.',
  'no-versions': 'Ce document n’a pas de version précédente dans cette sauvegarde.',
  'no-points':
    'Il n’y en a pas encore de sauvegarde. Choisissez quelqu’un d’autre, ou demandez à votre administrateur de sauvegarde.',
  'no-point-before': (typed) => `Il n’y a pas de sauvegarde avant « ${typed} ». Choisissez-en une plus récente.`,
  'no-such-scope': (typed) =>
    `Personne dans votre périmètre ne s’appelle « ${typed} ». Vérifiez l’orthographe, ou demandez à votre administrateur de sauvegarde.`,
  'scope-taken-away':
    'Cette personne n’est plus dans votre périmètre. Choisissez quelqu’un d’autre, ou demandez à votre administrateur de sauvegarde.',
  'item-gone': 'Cela n’est plus là. Recherchez à nouveau.',
  reopened: 'Le service avait fermé la sauvegarde, je l’ai donc rouverte. Tout est comme avant.',
  'list-emptied': 'Vous avez choisi d’autres données, votre liste a donc été vidée.',
  'folder-name': (typed) =>
    `« ${typed} » ne peut pas être un nom de dossier. Évitez les barres obliques et autres caractères spéciaux.`,
};

export const notices: Restore['notices'] = {
  'personal-only': {
    title: 'Seulement dans une conversation personnelle',
    said: 'Ce que je trouve est pour vous seul.',
    next: 'Ouvrez une conversation personnelle avec moi et restaurez depuis celle-ci.',
  },
  'sign-in-first': {
    title: 'Connectez-vous d’abord',
    said: 'J’ai besoin de votre connexion pour parcourir les sauvegardes.',
    next: 'Connectez-vous, puis continuez ici.',
  },
  'operator-only': {
    title: 'Cette session ne peut pas restaurer',
    said: 'Vous êtes connecté en application seule. Restaurer demande une connexion comme opérateur de restauration.',
    next: 'Connectez-vous comme opérateur de restauration ; cela remplace la session actuelle.',
  },
  'session-refused': {
    title: 'Veuillez vous reconnecter',
    said: 'Le service de sauvegarde n’accepte plus votre session, et je n’ai pas pu la prolonger.',
    next: 'Reconnectez-vous. Une restauration en cours de préparation reprendra là où elle en était.',
  },
  'no-task': {
    title: 'Rien en cours',
    said: 'Il n’y a pas de tâche de restauration à poursuivre.',
    next: 'Commencez par « Retrouver et restaurer ».',
  },
  'task-outdated': {
    title: 'Cette carte n’est plus à jour',
    said: 'La tâche à laquelle elle appartient est terminée, ou continue sur une carte plus récente.',
    next: 'Continuez là-bas, ou recommencez.',
  },
  'list-empty': {
    title: 'Votre liste est vide',
    said: 'Elle ne contient encore rien à restaurer.',
    next: 'Trouvez quelque chose, cochez-le et ajoutez-le à la liste.',
  },
  'restore-unknown': {
    title: 'Je ne connais pas cette restauration',
    said: 'Elle est terminée depuis longtemps, ou n’a jamais été commencée ici.',
    next: 'Les dernières restaurations montrent ce que le service en sait encore.',
  },
  'already-restoring': {
    title: 'La restauration est déjà en cours',
    said: 'Cette tâche a déjà été lancée, peut-être dans une autre fenêtre. Rien n’a été lancé deux fois.',
    next: 'Sa carte montre où elle en est.',
  },
  service: { title: 'Cela n’a pas fonctionné' },
};
