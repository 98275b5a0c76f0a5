/** Texts about what went wrong in finding and restoring, and what to do about it, in Spanish. */
import { administratorRemarks, administratorTroubles } from './administrators.ts';
import { approvalTroubles } from './approvals.ts';
import { approvalNotice, secondPersonTroubles } from './four-eyes.ts';
import { exportNotices, exportRemarks } from './exports.ts';
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const troubles: RestoreWords['troubles'] = {
  'access-denied': {
    text: 'El servicio de copia de seguridad no le permite hacer esto con estos datos.',
    who: 'backup administrator',
    next: 'Elija a otra persona o pida a su administrador de copias de seguridad que agregue a esta persona a su ámbito.',
  },
  'not-found': {
    text: 'El servicio de copia de seguridad ya no tiene los datos solicitados.',
    who: 'you',
    next: 'Busque de nuevo o elija una copia anterior si ya no están en esta.',
  },
  'backup-gone': {
    text: 'La copia de seguridad en la que se encontró esto ya no existe.',
    who: 'you',
    next: 'Elija una copia de otro día y busque de nuevo en ella.',
  },
  validation: {
    text: 'El servicio de copia de seguridad no entendió la solicitud.',
    who: 'you',
    next: 'Use palabras clave más sencillas e inténtelo de nuevo. Si vuelve a ocurrir, avise a los responsables de este bot.',
    ofRestore: 'Inténtelo de nuevo. Si vuelve a ocurrir, avise a los responsables de este bot.',
  },
  'proxy-offline': {
    text: 'El proxy de copia de seguridad que lee estas copias de seguridad está desconectado.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si el problema continúa, pida a su administrador de copias de seguridad que vuelva a conectar el proxy de copia de seguridad.',
  },
  timeout: {
    text: 'El servicio de copia de seguridad tardó demasiado en responder.',
    who: 'you',
    next: 'Inténtelo de nuevo. Un período más corto o una palabra clave más aceleran la búsqueda.',
    ofRestore: 'Inténtelo de nuevo dentro de unos minutos.',
  },
  conflict: {
    text: 'El servicio de copia de seguridad está realizando otra operación con estos datos.',
    who: 'nobody',
    next: 'Inténtelo de nuevo dentro de unos minutos.',
  },
  transfer: {
    text: 'La organización se está trasladando dentro del servicio de copia de seguridad.',
    who: 'backup administrator',
    next: 'Inténtelo más tarde. Su administrador de copias de seguridad sabe cuándo terminará el traslado.',
  },
  'restore-only': {
    text: 'El servicio de copia de seguridad solo acepta inicios de sesión y no admite esta operación.',
    who: 'backup administrator',
    next: 'Pida a su administrador de copias de seguridad que permita restaurar a través del servicio REST.',
  },
  unreachable: {
    text: 'No se pudo conectar con el servicio de copia de seguridad.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo dentro de unos minutos. Si el problema continúa, pregunte a su administrador de copias de seguridad si el servicio funciona.',
  },
  throttled: {
    text: 'El servicio de copia de seguridad tiene demasiado trabajo ahora mismo.',
    who: 'nobody',
    next: 'Inténtelo de nuevo dentro de un minuto.',
  },
  'too-large': {
    text: 'La respuesta del servicio de copia de seguridad es demasiado grande para mostrarla.',
    who: 'you',
    next: 'Acote la búsqueda: una sola persona, un día, un período corto o una palabra clave más.',
  },
  crowded: {
    text: 'Ahora mismo se están cargando demasiados resultados grandes.',
    who: 'nobody',
    next: 'Inténtelo de nuevo dentro de un minuto. Si limita la búsqueda a una persona o a un día, o agrega una palabra clave, se carga antes.',
  },
  unclear: {
    text: 'No se sabe si el servicio de copia de seguridad empezó esta restauración.',
    who: 'you',
    next: 'Antes de restaurar de nuevo, compruebe si los elementos ya están restaurados o consulte «Restauraciones recientes».',
  },
  ...secondPersonTroubles,
  'session-over': {
    text: 'Su sesión terminó antes de que se enviara todo. Lo que no se había enviado no se enviará.',
    who: 'you',
    next: 'Inicie sesión y restaure después lo que falta.',
  },
  ...approvalTroubles,
  ...administratorTroubles,
  unknown: {
    text: 'El servicio de copia de seguridad no pudo hacerlo.',
    who: 'backup administrator',
    next: 'Inténtelo de nuevo. Si vuelve a ocurrir, muestre esta tarjeta a su administrador de copias de seguridad.',
  },
};

export const remarks = (n: FormatNumber): RestoreWords['remarks'] => ({
  'nothing-found':
    'No se encontró nada. Pruebe con menos palabras clave o con otras, un período más largo o una copia de seguridad anterior.',
  'nothing-found-nor-name': (name) =>
    `No se encontró nada. No conozco ninguna persona, sitio ni equipo con el nombre «${name}», así que busqué esas palabras. Revise la ortografía o elija la persona, el sitio o el equipo.`,
  'place-absent': {
    latest: (from) => `La última copia de seguridad no contiene nada ${from}.`,
    ofDay: (from) => `La copia de seguridad de ese día no contiene nada ${from}.`,
    next: 'Es posible que una anterior todavía lo tenga. Busque en copias de seguridad anteriores o elija otro día.',
  },
  'empty-before-first-backup-of': (moment) =>
    `Ese día todavía no había ninguna copia de seguridad, así que no se muestra nada. La primera es del ${moment}. Elija esa o una posterior.`,
  'empty-before-first-backup':
    'Ese día todavía no había ninguna copia de seguridad, así que no se muestra nada. Elija un día posterior.',
  'no-such-date': (typed) =>
    `No reconozco «${typed}» como fecha. Escriba, por ejemplo, «1 de marzo» o «hace 4 días», o elíjala en «Elegir una copia».`,
  'future-date': (typed) =>
    `«${typed}» está en el futuro y todavía no hay ninguna copia de seguridad. Elija un momento pasado o escriba «hoy».`,
  'day-unknown': (typed) =>
    `No reconozco «${typed}» como fecha, así que busqué en la copia de seguridad más reciente, sin esas palabras. Escriba, por ejemplo, «1 de marzo» o «hace 4 días», o elija una copia.`,
  'dates-reversed': 'El último día es anterior al primero. Intercámbielos.',
  'query-refused':
    'El servicio de copia de seguridad no entendió la búsqueda. Use palabras clave sencillas o revise las comillas.',
  'query-too-long': 'La búsqueda es demasiado larga. Use menos palabras clave.',
  'nothing-chosen': 'No había nada seleccionado. Seleccione algo e inténtelo de nuevo.',
  'no-keywords': 'Todavía no hay nada que buscar. Escriba una palabra clave y vuelva a seleccionar «Buscar».',
  'page-moved-on': 'La página había cambiado, así que no se hizo nada. Revísela e inténtelo de nuevo.',
  added: (count) =>
    count === 1 ? 'Se agregó un elemento a su lista.' : `Se agregaron ${n(count)} elementos a su lista.`,
  removed: (count) =>
    count === 1 ? 'Se quitó un elemento de su lista.' : `Se quitaron ${n(count)} elementos de su lista.`,
  'list-full': (limit) =>
    `Una lista admite como máximo ${n(limit)} elementos de una persona, un sitio o un equipo. Restaure primero estos y empiece después otra lista.`,
  'folder-instead': 'También puede agregar la carpeta en su lugar, que cuenta como un solo elemento.',
  'too-many-items': (limit) =>
    `Una lista admite como máximo ${n(limit)} elementos en total. Restaure primero estos y empiece después otra lista.`,
  'too-many-owners': (limit) =>
    `Una lista admite elementos de ${n(limit)} personas, sitios y equipos como máximo. Restaure primero estos y empiece después otra lista.`,
  'too-many-places': (limit) =>
    `Una lista admite elementos de ${n(limit)} ubicaciones como máximo: cada persona, sitio o equipo cuenta una vez por cada tipo de datos y cada copia de seguridad. Restaure primero estos y empiece después otra lista.`,
  'folders-too-full': (limit) =>
    `Las carpetas de su lista contienen más de ${n(limit)} elementos, y una restauración no admite más. Quítelas; después abra una y agregue una parte, o busque en un período más corto.`,
  'folder-empty': 'No contiene nada.',
  'no-versions': 'Ese documento no tiene versiones anteriores en esta copia de seguridad.',
  'no-points':
    'Todavía no hay ninguna copia de seguridad de estos datos. Elija a otra persona o pregunte a su administrador de copias de seguridad.',
  'no-point-before': (typed) => `Para «${typed}» no hay ninguna copia de seguridad. Elija una fecha posterior.`,
  'which-scope': (typed) => `«${typed}» puede referirse a varios. Elija uno de ellos.`,
  'archive-too': (typed) =>
    `Este es el buzón principal. También hay un buzón de archivo (${typed}): para buscar en él, agregue «en el buzón de archivo» a la línea.`,
  'no-search-word': ({ typed, words }) =>
    `«${typed}» no es aquí una palabra de búsqueda, así que no he buscado. Puede usar ${words}. Escriba entre comillas un texto que solo contenga dos puntos.`,
  'kinds-unsearched': (kinds) =>
    `Sin buscar: ${kinds}. El servicio de copia de seguridad rechazó esa búsqueda; las demás están completas.`,
  'kinds-left-out': (kinds) =>
    `Sin buscar: ${kinds}, porque allí no sirven todas las palabras de búsqueda que combinó con OR. Busque cada parte por separado.`,
  'no-common-search': (kinds) =>
    `En un equipo se busca por separado (${kinds}) y ninguna de esas búsquedas admite todo lo que indicó, así que no he buscado. Busque una parte cada vez.`,
  'other-kind': ({ asked, used }) => `Lo que eligió no tiene «${asked}», así que busco en «${used}».`,
  'whose-data-nor-name': (name) =>
    `No conozco ninguna persona, sitio ni equipo con el nombre «${name}». Revise la ortografía o elija la persona, el sitio o el equipo.`,
  'whose-data': 'Elija la persona, el sitio o el equipo cuyos datos busca.',
  'no-such-scope': (typed) =>
    `Nada en su ámbito se llama «${typed}». Revise la ortografía o pregunte a su administrador de copias de seguridad.`,
  'scope-taken-away':
    'Lo que eligió ya no está en su ámbito. Elija otra cosa o pregunte a su administrador de copias de seguridad.',
  'item-gone': 'Ese elemento ya no está. Busque de nuevo.',
  ...exportRemarks,
  ...administratorRemarks,
  'audit-unavailable':
    'No se restauró nada: no se pudo escribir el registro de auditoría y sus administradores no permiten restaurar sin él. Espere un minuto y vuelva a seleccionar el botón. Si sigue ocurriendo, avise a un administrador.',
  'restores-nothing': 'Con estas opciones no se restauraría nada. Elija lo que falta, lo que se cambió o ambas cosas.',
  'reason-missing': 'Aquí hace falta un motivo. Escriba uno y vuelva a seleccionar el botón.',
  'reason-pattern': (pattern) =>
    `El motivo debe contener lo que pide su organización, por ejemplo un número de incidencia. Tiene que coincidir con: ${pattern}`,
  overwrites: {
    contents: (count) =>
      count === 1
        ? 'Se sobrescribirá un elemento si todavía existe. Su contenido actual no se puede recuperar.'
        : `Se sobrescribirán hasta ${n(count)} elementos que todavía existen. Su contenido actual no se puede recuperar.`,
    permissions: (count) =>
      count === 1
        ? 'Se reemplazarán los permisos de un elemento si todavía existe. Sus permisos actuales no se pueden recuperar.'
        : `Se reemplazarán los permisos de hasta ${n(count)} elementos que todavía existen. Sus permisos actuales no se pueden recuperar.`,
    next: 'Todavía no se ha restaurado nada.',
  },
  'overwrites-whole': {
    contents:
      'Se sobrescribirá todo lo que todavía existe en lo que eligió. Su contenido actual no se puede recuperar.',
    permissions:
      'Se reemplazarán los permisos de todo lo que todavía existe en lo que eligió. Los permisos actuales no se pueden recuperar.',
  },
  'card-outdated':
    'Esta tarjeta no estaba actualizada, así que no se ha restaurado nada. Este es el estado actual. Compruébelo antes de continuar.',
  'found-deleted':
    'Esto se encontró entre los elementos que ya estaban eliminados cuando se hizo esta copia de seguridad.',
  'last-seen': {
    sure: (moment) => `Visto por última vez en la copia de seguridad del ${moment}. La copia siguiente ya no lo tiene.`,
    atLeast: (moment) =>
      `Visto en la copia de seguridad del ${moment}. Es posible que las más recientes también lo tengan: no busco en más de ocho.`,
  },
  'nothing-earlier': {
    none: 'No hay ninguna copia de seguridad anterior en la que buscar.',
    looked: (days) => `Tampoco encontré nada más en las copias de seguridad de estos días: ${days}.`,
    next: 'Pruebe con menos palabras clave o con otras, o elija la copia de seguridad de otro día.',
    nextOfPlace: 'Elija la copia de seguridad de otro día o pregunte a su administrador de copias de seguridad.',
  },
  'nothing-missing': {
    none: 'No hay ninguna copia de seguridad anterior con la que comparar la más reciente.',
    complete: (latest) => `La copia de seguridad más reciente (${latest}) tiene todo lo que tienen estas anteriores.`,
    deleted: (latest) => `La copia de seguridad más reciente (${latest}) no tiene elementos eliminados de aquí.`,
    compared: (days) => `La comparé con estas: ${days}.`,
    next: 'Busque el elemento con palabras clave o compare otra carpeta.',
  },
  'too-many-to-compare': (most) =>
    `Aquí hay demasiado para comparar: leo como máximo ${n(most)} elementos. Abra una carpeta y compárela, o busque con palabras clave.`,
  'place-not-found':
    'No encontré este lugar en las copias de seguridad, así que no puedo decir qué falta en él. Busque el elemento con palabras clave o abra una carpeta superior y compárela.',
  'which-container': 'Hay varios. Seleccione «¿Qué falta?» junto al que le interese.',
  'ticks-listed': (count) =>
    count === 1
      ? 'El elemento que había seleccionado está ahora en su lista.'
      : `Los ${n(count)} elementos que había seleccionado están ahora en su lista.`,
});

export const notices: RestoreWords['notices'] = {
  ...exportNotices,
  'personal-only': {
    title: 'Solo en un chat personal',
    text: 'Lo que encuentro solo lo ve usted.',
    next: 'Abra un chat personal conmigo y restaure allí sus datos.',
  },
  'sign-in-first': {
    title: 'Primero inicie sesión',
    text: 'Para esto debe haber iniciado sesión en el servicio de copia de seguridad.',
    next: 'Inicie sesión y luego continúe aquí.',
  },
  'administrator-only': {
    title: 'Esta sesión no puede restaurar',
    text: 'Ha iniciado una sesión de solo aplicación, pero ya no puede restaurar así.',
    next: 'Inicie sesión como operador de restauración. Eso reemplaza la sesión actual.',
  },
  'session-refused': {
    title: 'Inicie sesión otra vez',
    text: 'El servicio de copia de seguridad ya no acepta su sesión y no pude renovarla.',
    next: 'Inicie sesión otra vez. La restauración que estaba preparando continuará donde la dejó.',
  },
  'no-task': {
    title: 'No hay nada en curso',
    text: 'No hay ninguna tarea de restauración con la que continuar.',
    next: 'Empiece con «Buscar qué restaurar».',
  },
  'task-outdated': {
    title: 'Esta tarjeta está desactualizada',
    text: 'La tarea a la que pertenece ha terminado o continúa en una tarjeta más reciente.',
    next: 'Continúe allí o empiece de nuevo.',
  },
  'list-empty': {
    title: 'Su lista está vacía',
    text: 'Todavía no contiene nada que restaurar.',
    next: 'Busque algo, selecciónelo y agréguelo a la lista.',
  },
  'restore-unknown': {
    title: 'No conozco esta restauración',
    text: 'Terminó hace mucho o nunca se empezó aquí.',
    next: '«Restauraciones recientes» muestra lo que el servicio aún tiene.',
  },
  'approval-unknown': approvalNotice,
  'session-unknown': {
    title: 'Esta sesión de restauración no está disponible',
    text: 'No se ha hecho nada. Esta sesión de restauración es de otra persona o el servicio ya no la tiene.',
    next: '«Restauraciones recientes» muestra sus sesiones de restauración.',
  },
  'operators-only': {
    title: 'Solo para operadores de restauración',
    text: 'Su inicio de sesión no tiene permisos de operador para esto. Inicie sesión con una cuenta que los tenga.',
  },
  'search-replaced': {
    title: 'Esta búsqueda no se ha realizado',
    text: 'Empezó otra después, cuando dos de sus búsquedas aún estaban en curso. La más reciente es la siguiente.',
    next: 'Los resultados aparecerán automáticamente.',
  },
  'already-restoring': {
    title: 'Ya se está restaurando',
    text: 'Esta tarea ya se había empezado, quizá en otra ventana. Nada se empezó dos veces.',
    next: 'La tarjeta de la tarea muestra el progreso.',
  },
  'audit-unavailable': {
    title: 'No se restauró nada',
    text: 'No se pudo escribir el registro de auditoría y sus administradores no permiten restaurar sin él.',
    next: 'Espere un minuto y vuelva a seleccionar el botón. Si sigue ocurriendo, avise a un administrador.',
  },
  service: { title: 'No ha funcionado' },
};
