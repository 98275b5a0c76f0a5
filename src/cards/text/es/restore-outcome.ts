/** Texts about running and finished restores, and about what went wrong, in Spanish. */
import { numbersIn } from '../quantities.ts';
import type { Words } from '../words.ts';

type Restore = Words['restore'];

const n = numbersIn('es');

export const outcome: Restore['outcome'] = {
  running: {
    title: 'Restaurando',
    titleStopping: 'Deteniendo la restauración',
    said: 'Continúa por sí sola. Esta tarjeta le dirá cómo terminó, incluso horas después.',
    stopping: 'He pedido al servicio que la detenga. Lo ya restaurado se queda.',
    notCounted: 'El servicio todavía no ha contado.',
  },
  percent: (percent) => `${n(percent)} por ciento hecho`,
  counts: { total: 'En total', restored: 'Restaurados', skipped: 'Omitidos', failed: 'Fallidos' },
  facts: { started: 'Empezó', ended: 'Terminó', reason: 'Motivo' },
  unwatched: {
    title: 'Continúa sin mí',
    said: 'La restauración continúa en el servicio de copias, pero su sesión ha terminado, así que ya no puedo verla.',
    next: 'Inicie sesión y le diré cómo va.',
  },
  unclear: {
    title: 'No sé si empezó',
    said: 'Envié la restauración al servicio y su respuesta se perdió.',
    looked: (looks) =>
      looks === 1
        ? 'La busqué una vez entre las restauraciones del servicio y no la encontré.'
        : `La busqué ${n(looks)} veces entre las restauraciones del servicio y no la encontré.`,
    next: 'Vuelva a mirar dentro de unos minutos; quizá solo llegue tarde.',
    warning: 'Enviarla de nuevo puede restaurarlo todo dos veces. Déjelo así si prefiere comprobarlo usted.',
  },
  ended: {
    title: {
      success: 'Restaurado',
      warning: 'Restaurado, con advertencias',
      failed: 'La restauración ha fallado',
      stopped: 'La restauración se detuvo',
      refused: 'El servicio rechazó la restauración',
    },
    said: {
      success: 'Todo lo que eligió ha vuelto.',
      warning: 'Ha terminado, pero no todo fue como se esperaba.',
      failed: 'No ha vuelto todo lo que eligió.',
      stopped: 'Lo restaurado hasta entonces se queda.',
      refused: 'No se restauró nada.',
    },
    next: 'Puede reintentar lo que falló.',
  },
  failures: {
    title: 'Lo que no volvió como se esperaba',
    status: { failed: 'Fallo', warning: 'Advertencia', skipped: 'Omitido' },
    noReason: 'El servicio no dio ningún motivo.',
  },
};

export const sessionsList: Restore['sessionsList'] = {
  title: 'Las últimas restauraciones',
  none: 'Todavía no hay ninguna.',
  states: {
    running: 'En curso',
    looking: 'Revisando una copia',
    success: 'Terminada',
    warning: 'Terminada, con advertencias',
    failed: 'Fallida',
  },
  started: (moment) => `empezó ${moment}`,
  ended: (moment) => `terminó ${moment}`,
  reason: (reason) => `Motivo: ${reason}`,
  stopping: 'He pedido al servicio que la detenga.',
  unnamed: 'Una restauración',
};

export const troubles: Restore['troubles'] = {
  'access-denied': {
    what: 'El servicio de copias no le permite hacer esto con estos datos.',
    who: 'backup administrator',
    next: 'Elija a otra persona o pida a su administrador de copias que añada a esta persona a su ámbito.',
  },
  'not-found': {
    what: 'El servicio de copias ya no tiene lo que pedí.',
    who: 'you',
    next: 'Busque de nuevo; elija una copia anterior si ya no está en esta.',
  },
  validation: {
    what: 'El servicio de copias no entendió lo que pedí.',
    who: 'you',
    next: 'Escríbalo con palabras más sencillas y reinténtelo. Si vuelve a ocurrir, dígaselo a los responsables de este bot.',
  },
  'proxy-offline': {
    what: 'La parte del servicio que lee estas copias está desconectada.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si sigue así, pida a su administrador de copias que vuelva a conectar el proxy de copias.',
  },
  timeout: {
    what: 'El servicio de copias tardó demasiado.',
    who: 'you',
    next: 'Inténtelo de nuevo. Un tiempo más corto o una palabra más lo hacen más rápido.',
  },
  conflict: {
    what: 'Otra operación está trabajando con estos datos en el servicio de copias.',
    who: 'nobody',
    next: 'Inténtelo de nuevo dentro de unos minutos.',
  },
  transfer: {
    what: 'La organización se está trasladando dentro del servicio de copias.',
    who: 'backup administrator',
    next: 'Inténtelo más tarde. Su administrador de copias sabe cuándo terminará el traslado.',
  },
  'restore-only': {
    what: 'El servicio de copias está configurado solo para iniciar sesión y mantiene cerrada esta llamada.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias que abra el servicio REST para restaurar.',
  },
  unreachable: {
    what: 'No se pudo contactar con el servicio de copias.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si sigue así, pregunte a su administrador de copias si el servicio funciona.',
  },
  throttled: {
    what: 'El servicio de copias tiene demasiado trabajo ahora mismo.',
    who: 'nobody',
    next: 'Inténtelo de nuevo dentro de un minuto.',
  },
  unclear: {
    what: 'Nadie sabe si el servicio de copias empezó esta restauración.',
    who: 'you',
    next: 'Mire si los elementos han vuelto, o revise las últimas restauraciones, antes de restaurarlos de nuevo.',
  },
  unknown: {
    what: 'El servicio de copias no pudo hacerlo.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo. Si vuelve a ocurrir, muestre esta tarjeta a su administrador de copias.',
  },
};

export const remarks: Restore['remarks'] = {
  'nothing-found': 'No se encontró nada. Pruebe con menos palabras u otras, un tiempo más largo o una copia anterior.',
  'empty-before-first-backup-of': (moment) =>
    `Ese día todavía no había ninguna copia, así que no se muestra nada. La primera es del ${moment}: elija esa o una posterior.`,
  'empty-before-first-backup':
    'Ese día todavía no había ninguna copia, así que no se muestra nada. Elija un día posterior.',
  'no-such-date': (typed) =>
    `«${typed}» no es una fecha que yo conozca. Escríbala como 2026-03-01 o elíjala en el calendario.`,
  'dates-reversed': 'El último día es anterior al primero. Intercámbielos.',
  'query-refused': 'El servicio de copias no entendió la búsqueda. Use palabras sencillas o revise las comillas.',
  'query-too-long': 'Es más de lo que cabe en una búsqueda. Use menos palabras.',
  'nothing-chosen': 'No había nada marcado ni elegido. Elija primero y pulse de nuevo.',
  'page-moved-on': 'La página había cambiado, así que no se hizo nada. Mírela de nuevo y luego pulse.',
  added: (count) => (count === 1 ? 'Hay uno más en su lista.' : `Hay ${n(count)} más en su lista.`),
  removed: (count) => (count === 1 ? 'Se quitó uno de su lista.' : `Se quitaron ${n(count)} de su lista.`),
  'list-full': (most) =>
    `En una lista caben ${n(most)} como máximo. Restaure primero estos y empiece otra, o añada la carpeta.`,
  'folders-too-full': (most) =>
    `Las carpetas de su lista contienen más de ${n(most)} elementos, y una restauración no admite más. Quítelas; después abra una y añada una parte, o busque en un tiempo más corto.`,
  'folder-empty': 'En esa carpeta no hay nada.',
  'no-versions': 'Ese documento no tiene versiones anteriores en esta copia.',
  'no-points': 'Todavía no hay ninguna copia de esto. Elija a otra persona o pregunte a su administrador de copias.',
  'no-point-before': (typed) => `No hay ninguna copia anterior a «${typed}». Elija una posterior.`,
  'no-such-scope': (typed) =>
    `Nadie en su ámbito se llama «${typed}». Revise la ortografía o pregunte a su administrador de copias.`,
  'scope-taken-away': 'Esta persona ya no está en su ámbito. Elija a otra o pregunte a su administrador de copias.',
  'item-gone': 'Ya no está ahí. Busque de nuevo.',
  reopened: 'El servicio había cerrado la copia, así que la abrí de nuevo. Todo está como estaba.',
  'list-emptied': 'Eligió otros datos, así que su lista se vació.',
  'folder-name': (typed) =>
    `«${typed}» no puede ser el nombre de una carpeta. Quite las barras y otros caracteres especiales.`,
};

export const notices: Restore['notices'] = {
  'personal-only': {
    title: 'Solo en un chat personal',
    said: 'Lo que encuentro es solo para usted.',
    next: 'Abra un chat personal conmigo y restaure allí.',
  },
  'sign-in-first': {
    title: 'Primero inicie sesión',
    said: 'Necesito que inicie sesión para revisar las copias.',
    next: 'Inicie sesión y luego continúe aquí.',
  },
  'operator-only': {
    title: 'Esta sesión no puede restaurar',
    said: 'Ha iniciado sesión solo de aplicación. Para restaurar hay que iniciarla como operador de restauración.',
    next: 'Inicie sesión como operador de restauración; eso sustituye la sesión actual.',
  },
  'session-refused': {
    title: 'Inicie sesión otra vez',
    said: 'El servicio de copias ya no acepta su sesión y no pude renovarla.',
    next: 'Inicie sesión otra vez. La restauración que estaba preparando continuará donde la dejó.',
  },
  'no-task': {
    title: 'No hay nada en curso',
    said: 'No hay ninguna tarea de restauración con la que continuar.',
    next: 'Empiece con «Buscar qué restaurar».',
  },
  'task-outdated': {
    title: 'Esta tarjeta está desactualizada',
    said: 'La tarea a la que pertenece ha terminado o continúa en una tarjeta más reciente.',
    next: 'Continúe allí o empiece de nuevo.',
  },
  'list-empty': {
    title: 'Su lista está vacía',
    said: 'Todavía no contiene nada que restaurar.',
    next: 'Busque algo, márquelo y añádalo a la lista.',
  },
  'restore-unknown': {
    title: 'No conozco esta restauración',
    said: 'Terminó hace mucho o nunca se empezó aquí.',
    next: 'Las últimas restauraciones muestran lo que el servicio aún sabe.',
  },
  'already-restoring': {
    title: 'Ya se está restaurando',
    said: 'Esta tarea ya se había empezado, quizá en otra ventana. Nada se empezó dos veces.',
    next: 'Su tarjeta muestra cómo va.',
  },
  service: { title: 'No ha funcionado' },
};
