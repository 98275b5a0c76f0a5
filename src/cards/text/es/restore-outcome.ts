/** Texts about running and finished restores, in Spanish. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const outcome = (n: FormatNumber): RestoreWords['outcome'] => ({
  running: {
    title: 'Restaurando',
    titleStopping: 'Deteniendo la restauración',
    text: 'Continúa automáticamente. Esta tarjeta mostrará el resultado, incluso horas después.',
    stopping: 'He pedido al servicio que la detenga. Lo ya restaurado se conserva.',
    notCounted: 'El servicio todavía no ha contado los elementos.',
  },
  percent: (percent) => `${n(percent)} % completado`,
  counts: { total: 'En total', restored: 'Restaurados', skipped: 'Omitidos', failed: 'Fallidos' },
  unwatched: {
    title: 'Sigue en curso',
    text: 'La restauración continúa en el servicio de copia de seguridad, pero su sesión ha terminado, así que ya no puedo verla.',
    next: 'Inicie sesión para ver su estado.',
  },
  searching: {
    title: 'Buscando su restauración',
    next: 'La estoy buscando entre las restauraciones del servicio. Puede tardar un minuto o más. Después, esta tarjeta mostrará lo que he encontrado.',
  },
  unclear: {
    title: 'No se sabe si la restauración empezó',
    text: 'Envié la restauración al servicio, pero la respuesta se perdió.',
    answered: 'Envié la restauración al servicio, que respondió con un error que no dice si ha empezado.',
    waited:
      'La restauración esperó más de dos horas para enviarse. No puedo descartar que ya se haya enviado en ese tiempo, así que pregunto antes.',
    unchecked: 'No pude consultar las restauraciones del servicio.',
    checked: (looks) =>
      looks === 1
        ? 'La busqué una vez entre las restauraciones del servicio y no la encontré.'
        : `La busqué ${n(looks)} veces entre las restauraciones del servicio y no la encontré.`,
    next: 'Compruébelo de nuevo dentro de unos minutos. Quizá solo se haya retrasado.',
    warning:
      'Enviarla de nuevo puede restaurarlo todo dos veces. Seleccione «No enviar de nuevo» si prefiere comprobarlo por su cuenta.',
    part: (number, of, name, what) => `Es la parte ${n(number)} de ${n(of)}: ${what}, ${name}.`,
    left: (count) =>
      count === 1
        ? '«No enviar de nuevo» omite esta parte. La que queda se envía de todos modos.'
        : `«No enviar de nuevo» omite esta parte. Las ${n(count)} que quedan se envían de todos modos.`,
    due: {
      title: 'Una restauración espera su decisión',
      text: 'No se sabe si el servicio la empezó, o una de sus partes. No enviaré nada más hasta que usted decida. Seleccione «Mostrar» para elegir.',
    },
  },
  ended: {
    leftOut: (count) =>
      count === 1
        ? 'No puedo reintentar un elemento con error: el servicio no dice cuál de varios es. Búsquelo y restáurelo de nuevo.'
        : `No puedo reintentar ${n(count)} elementos con error: el servicio no dice cuáles de varios son. Búsquelos y restáurelos de nuevo.`,
    title: {
      success: 'Restaurado',
      warning: 'Restaurado, con advertencias',
      failed: 'La restauración ha fallado',
      stopped: 'La restauración se detuvo',
      refused: 'El servicio rechazó la restauración',
      unknown: 'No se sabe si se restauró',
    },
    text: {
      success: 'Se ha restaurado todo lo que eligió.',
      skipped: 'No hacía falta restaurar nada: el servicio lo ha omitido todo, normalmente porque todavía existe.',
      warning: 'Ha terminado, pero no todo fue como se esperaba.',
      failed: 'No se ha restaurado todo lo que eligió.',
      stopped: 'Lo restaurado hasta entonces se conserva.',
      refused: 'No se restauró nada.',
      unknown: 'No la he enviado de nuevo.',
      sentAgain: 'La he enviado más de una vez y no la enviaré de nuevo.',
    },
    stoppedElsewhere: 'La restauración se detuvo en el servicio, no aquí. Lo restaurado hasta entonces se conserva.',
    landings: { title: 'Lo restaurado está aquí:', original: 'en su ubicación original' },
    uncounted:
      'El servicio ya no indica qué ha sido de los elementos: las cifras son las últimas que conozco. Encontrará más en «Restauraciones recientes» o en los propios elementos.',
    dropped: {
      text: 'El servicio ya no tiene la sesión de esta restauración. Si aquí aparecen cifras, son las últimas que conozco.',
      next: 'Antes de restaurar de nuevo, compruebe si los elementos ya están restaurados.',
    },
    nextRest: 'Puede restaurar el resto ahora.',
    next: 'Puede reintentar lo que falló.',
  },
  over: 'Ha terminado una restauración que usted inició.',
  several: 'Varios tipos',
  failures: {
    title: 'Lo que no se restauró como se esperaba',
    status: { failed: 'Fallido', missing: 'No restaurado', warning: 'Advertencia', skipped: 'Omitido' },
    notReached: 'Se detuvo antes de llegar a él.',
    noReason: 'El servicio no dio ningún motivo.',
  },
});

export const sessionsList: RestoreWords['sessionsList'] = {
  title: 'Restauraciones recientes',
  none: 'Todavía no hay ninguna.',
  noneMatch: 'Ninguna de sus sesiones de restauración coincide con los filtros.',
  noneYet: 'Ninguna de las más recientes coincide con los filtros. «Siguiente» busca más atrás.',
  states: {
    running: 'En curso',
    looking: 'Explorando una copia de seguridad',
    success: 'Terminada',
    warning: 'Terminada, con advertencias',
    failed: 'Fallida',
  },
  started: (moment) => `Empezó el ${moment}`,
  ended: (moment) => `Terminó el ${moment}`,
  reason: (reason) => `Motivo: ${reason}`,
  stopping: 'He pedido al servicio que la detenga.',
  unnamed: 'Restauración',
  update: 'Actualizar la lista',
  session: 'Sesión de restauración',
  events: 'Lo que el servicio ha registrado, con sus propias palabras:',
  noEvents: 'El servicio aún no ha registrado nada.',
  eventStates: { cancelled: 'Cancelada', skipped: 'Omitida' },
  filter: {
    kind: 'Tipo',
    anyKind: 'Todos',
    state: 'Estado',
    anyState: 'Todos',
    period: 'Período',
    anyPeriod: 'Cualquiera',
    within: (days) => (days === 1 ? 'Últimas 24 horas' : `Últimos ${days} días`),
  },
};
