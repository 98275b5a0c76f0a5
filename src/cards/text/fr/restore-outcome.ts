/** Texts about running and finished restores, in French. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const outcome = (n: FormatNumber): RestoreWords['outcome'] => ({
  running: {
    title: 'Restauration en cours',
    titleStopping: 'Arrêt de la restauration',
    text: 'Elle continue automatiquement. Cette carte affichera le résultat, même des heures plus tard.',
    stopping: 'J’ai demandé au service d’arrêter. Ce qui est déjà restauré est conservé.',
    notCounted: 'Le service n’a pas encore compté les éléments.',
  },
  percent: (percent) => `Avancement : ${n(percent)} %`,
  counts: { total: 'Total', restored: 'Restaurés', skipped: 'Ignorés', failed: 'Échecs' },
  unwatched: {
    title: 'Toujours en cours',
    text: 'La restauration continue dans le service de sauvegarde, mais votre session est terminée ; je ne la vois donc plus.',
    next: 'Connectez-vous pour voir où elle en est.',
  },
  searching: {
    title: 'Recherche de votre restauration',
    next: 'Je la cherche parmi les restaurations du service. Cela peut prendre une minute ou plus. Ensuite, cette carte affichera ce que j’ai trouvé.',
  },
  unclear: {
    title: 'Je ne sais pas si la restauration a commencé',
    text: 'J’ai envoyé la restauration au service, mais sa réponse a été perdue.',
    answered: 'J’ai envoyé la restauration au service, qui a répondu par une erreur ne disant pas si elle a commencé.',
    waited:
      'La restauration a attendu plus de deux heures avant d’être envoyée. Je ne peux pas exclure qu’elle l’ait déjà été entre-temps, et je vous demande donc d’abord.',
    unchecked: 'Je n’ai pas pu consulter les restaurations du service.',
    checked: (looks) =>
      looks === 1
        ? 'Je l’ai cherchée une fois parmi les restaurations du service, sans la trouver.'
        : `Je l’ai cherchée ${n(looks)} fois parmi les restaurations du service, sans la trouver.`,
    next: 'Vérifiez à nouveau dans quelques minutes. Elle n’est peut-être que retardée.',
    warning:
      'La renvoyer peut tout restaurer en double. Sélectionnez « Ne pas renvoyer » si vous préférez vérifier par vous-même.',
    part: (number, of, name, what) => `C’est la partie ${n(number)} sur ${n(of)} : ${what}, ${name}.`,
    left: (count) =>
      count === 1
        ? '« Ne pas renvoyer » laisse cette partie de côté. Celle qui reste est envoyée malgré tout.'
        : `« Ne pas renvoyer » laisse cette partie de côté. Les ${n(count)} qui restent sont envoyées malgré tout.`,
    due: {
      title: 'Une restauration attend votre décision',
      text: 'Je ne sais pas si le service l’a commencée, ou l’une de ses parties. Je n’envoie rien d’autre avant votre décision. Sélectionnez « Afficher » pour choisir.',
    },
  },
  ended: {
    leftOut: (count) =>
      count === 1
        ? 'Je ne peux pas réessayer un élément en échec : le service ne dit pas lequel c’est parmi plusieurs. Recherchez-le et restaurez-le de nouveau.'
        : `Je ne peux pas réessayer ${n(count)} éléments en échec : le service ne dit pas lesquels ce sont parmi plusieurs. Recherchez-les et restaurez-les de nouveau.`,
    title: {
      success: 'Restauration réussie',
      warning: 'Restauration terminée, avec des avertissements',
      failed: 'La restauration a échoué',
      stopped: 'La restauration a été arrêtée',
      refused: 'Le service a refusé la restauration',
      unknown: 'On ne sait pas si la restauration a eu lieu',
    },
    text: {
      success: 'Tout ce que vous avez sélectionné a été restauré.',
      skipped: 'Rien n’était à restaurer : le service a tout ignoré, en général parce que tout existe encore.',
      warning: 'C’est terminé, mais tout ne s’est pas passé comme prévu.',
      failed: 'Une partie de ce que vous avez sélectionné n’a pas été restaurée.',
      stopped: 'Ce qui avait déjà été restauré est conservé.',
      refused: 'Rien n’a été restauré.',
      unknown: 'Je ne l’ai pas renvoyée.',
      sentAgain: 'Je l’ai envoyée plus d’une fois et je ne la renvoie plus.',
    },
    stoppedElsewhere:
      'La restauration a été arrêtée dans le service, pas ici. Ce qui avait déjà été restauré est conservé.',
    landings: { title: 'Ce qui a été restauré se trouve ici :', original: 'à l’emplacement d’origine' },
    uncounted:
      'Le service n’indique plus ce que sont devenus les éléments : les chiffres sont les derniers que je connais. « Restaurations récentes » ou les éléments eux-mêmes en disent plus.',
    dropped: {
      text: 'Le service n’a plus la session de cette restauration. Si des chiffres figurent ici, ce sont les derniers que je connais.',
      next: 'Avant de restaurer à nouveau, vérifiez si les éléments sont de nouveau là.',
    },
    nextRest: 'Vous pouvez maintenant restaurer le reste.',
    next: 'Vous pouvez réessayer ce qui a échoué.',
  },
  over: 'Une restauration que vous avez lancée est terminée.',
  several: 'Plusieurs types',
  failures: {
    title: 'Ce qui n’a pas été restauré comme prévu',
    status: { failed: 'Échec', missing: 'Non restauré', warning: 'Avertissement', skipped: 'Ignoré' },
    notReached: 'L’arrêt a eu lieu avant son tour.',
    noReason: 'Le service n’a pas indiqué de motif.',
  },
});

export const sessionsList: RestoreWords['sessionsList'] = {
  title: 'Restaurations récentes',
  none: 'Il n’y en a pas encore.',
  noneMatch: 'Aucune de vos sessions de restauration ne correspond aux filtres.',
  noneYet: 'Aucune des plus récentes ne correspond aux filtres. « Suivant » remonte plus loin.',
  states: {
    running: 'En cours',
    looking: 'Parcourt une sauvegarde',
    success: 'Terminé',
    warning: 'Terminé, avec des avertissements',
    failed: 'Échec',
  },
  started: (moment) => `Début : ${moment}`,
  ended: (moment) => `Fin : ${moment}`,
  reason: (reason) => `Motif : ${reason}`,
  stopping: 'J’ai demandé au service de l’arrêter.',
  unnamed: 'Restauration',
  update: 'Actualiser la liste',
  session: 'Session de restauration',
  events: 'Ce que le service a enregistré, dans ses propres termes :',
  noEvents: 'Le service n’a encore rien enregistré.',
  eventStates: { cancelled: 'Annulé', skipped: 'Ignoré' },
  filter: {
    kind: 'Type',
    anyKind: 'Tous',
    state: 'État',
    anyState: 'Tous',
    period: 'Période',
    anyPeriod: 'Toutes',
    within: (days) => (days === 1 ? '24 dernières heures' : `${days} derniers jours`),
  },
};
