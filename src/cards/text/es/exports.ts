/** Texts about handing posts and items over as files, in Spanish. */
import type { Words } from '../en/common.ts';
import type { ExportNouns } from '../en/exports.ts';
import type { FormatNumber } from '../quantities.ts';
import { secondPersonTroubles } from './four-eyes.ts';

const statesOf = (of: ExportNouns): Words['exports']['states']['posts'] => ({
  preparing: {
    title: of.preparing,
    text: of.fetching,
    next: 'Cuando el archivo esté listo, se lo ofreceré en este chat.',
  },
  offered: {
    title: of.ready,
    text: 'Puedo guardar el archivo en su OneDrive. No se envía nada sin su permiso.',
    next: 'Elija «Permitir» en la tarjeta que ofrece el archivo, o «Rechazar» para que se borre.',
  },
  unanswered: {
    title: of.waiting,
    text: 'No he recibido respuesta a la tarjeta que ofrece el archivo.',
    next: `Elija «Permitir» en ella. Si ya lo hizo y no pasó nada, Teams ha perdido la respuesta. ${of.again}`,
  },
  uploading: {
    title: 'Subiendo el archivo',
    text: 'Lo estoy guardando en su OneDrive.',
    next: 'Esta tarjeta mostrará el resultado.',
  },
  'handed-over': {
    title: of.done,
    text: 'El archivo está en su OneDrive y en una tarjeta más abajo. No he guardado ninguna copia.',
  },
  declined: { title: of.declined, text: 'Usted rechazó el archivo, así que lo he borrado.' },
  expired: {
    title: 'El archivo se borró',
    text: 'La tarjeta que lo ofrecía no se respondió en 15 minutos.',
    next: of.again,
  },
  refused: {
    title: of.refused,
    text: of.refusedText,
    next: of.refusedNext,
  },
  gone: {
    title: of.notDone,
    text: of.goneText,
    next: of.goneNext,
  },
  'not-ready': {
    title: of.notDone,
    text: of.late,
    next: of.lateNext,
  },
  'not-reached': {
    title: of.notDone,
    text: 'No pude conectar con el servicio de copia de seguridad, así que no se empezó nada.',
    next: 'Inténtelo de nuevo dentro de unos minutos.',
  },
  'too-large': {
    title: of.tooLarge,
    text: 'El archivo ocupa más de 50 MB.',
    next: of.tooLargeNext,
  },
  unclear: {
    title: of.notDone,
    text: 'Pedí el archivo al servicio, pero la respuesta se perdió. No se cambió nada.',
    next: of.again,
  },
  'signed-out': {
    title: of.notDone,
    text: 'Su sesión ha terminado, así que he detenido la operación y borrado el archivo.',
    next: `Inicie sesión. ${of.again}`,
  },
  off: {
    title: of.notDone,
    text: 'Esta función se ha desactivado entretanto, así que he borrado el archivo.',
    next: 'Pregunte a sus administradores o restaure el contenido.',
  },
  interrupted: {
    title: of.notDone,
    text: 'Algo interrumpió la operación, así que borré lo que ya había recibido.',
    next: of.again,
  },
  withdrawn: {
    title: of.notDone,
    text: 'Usted retiró la solicitud, así que no se sacó nada de la copia de seguridad.',
  },
  'second-declined': {
    title: of.notDone,
    text: 'La persona a la que se pidió aprobarlo lo rechazó.',
    next: secondPersonTroubles['second-declined'].next,
  },
  'second-expired': {
    title: of.notDone,
    text: 'No se aprobó y obtuvo en 24 horas.',
    next: secondPersonTroubles['second-expired'].next,
  },
  'second-void': {
    title: of.notDone,
    text: 'Su aprobación ya no cuenta: algo ha cambiado o quien lo aprobó ya no puede hacerlo.',
    next: secondPersonTroubles['second-void'].next,
  },
  'foreign-host': {
    title: of.notDone,
    text: 'Teams indicó para el archivo un lugar en el que este bot no puede escribir. No se envió nada allí y he borrado el archivo.',
    next: 'Diga a los responsables de este bot que ALLOWED_UPLOAD_HOSTS no incluye su OneDrive.',
  },
  'name-taken': {
    title: of.notDone,
    text: 'Su OneDrive ya tiene un archivo con este nombre, así que borré el mío.',
    next: `${of.again} El nuevo nombre lleva otra hora.`,
  },
  'upload-refused': {
    title: of.notDone,
    text: 'Su OneDrive rechazó el archivo, así que lo he borrado.',
    next: `Compruebe que su OneDrive se abre y tiene espacio. ${of.again}`,
  },
  'upload-failed': {
    title: of.notDone,
    text: 'La subida a su OneDrive no terminó, así que he borrado el archivo.',
    next: of.again,
  },
});

const POSTS: ExportNouns = {
  preparing: 'Preparando la exportación',
  fetching:
    'El servicio de copia de seguridad está escribiendo las publicaciones en un archivo. Puede tardar unos minutos.',
  ready: 'La exportación está lista',
  waiting: 'La exportación espera su respuesta',
  done: 'Exportado',
  declined: 'Exportación rechazada',
  refused: 'El servicio rechazó la exportación',
  refusedText: 'Su cuenta no puede exportar estas publicaciones.',
  refusedNext: 'Pida a su administrador de copias de seguridad el permiso para exportar publicaciones.',
  notDone: 'No se exportó',
  goneText: 'Las publicaciones, o la copia de seguridad en la que se encontraron, ya no están abiertas en el servicio.',
  goneNext: 'Busque de nuevo las publicaciones y expórtelas.',
  late: 'El servicio no terminó el archivo en diez minutos.',
  lateNext: 'Inténtelo más tarde o exporte menos publicaciones.',
  tooLarge: 'Demasiado grande para exportarlo',
  tooLargeNext: 'Exporte menos publicaciones a la vez.',
  again: 'Vuelva a exportar las publicaciones.',
};

const ITEM: ExportNouns = {
  preparing: 'Obteniendo el archivo',
  fetching: 'Lo estoy pidiendo al servicio de copia de seguridad. Puede tardar unos minutos.',
  ready: 'La descarga está lista',
  waiting: 'La descarga espera su respuesta',
  done: 'Descargado',
  declined: 'Descarga rechazada',
  refused: 'El servicio rechazó la descarga',
  refusedText:
    'El servicio de copia de seguridad no le permite guardar como archivo elementos de este tipo. No volveré a ofrecerlo hasta su próximo inicio de sesión.',
  refusedNext:
    'Restaure el elemento, o pida a su administrador de copias de seguridad el permiso para guardar elementos.',
  notDone: 'No se descargó',
  goneText: 'El servicio ya no tiene el elemento en la copia abierta, o la copia se ha cerrado.',
  goneNext: 'Busque de nuevo el elemento y descárguelo.',
  late: 'El servicio no entregó el archivo.',
  lateNext: 'Inténtelo más tarde o restaure el elemento.',
  tooLarge: 'Demasiado grande para descargarlo',
  tooLargeNext: 'Restaure el elemento.',
  again: 'Busque de nuevo el elemento y descárguelo si todavía lo necesita.',
};

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'Exportar',
  download: 'Descargar',
  ask: { export: 'Pedir la exportación', download: 'Pedir la descarga' },
  /** Asked before it leaves the backup. */
  why: {
    download: '¿Para qué necesita este archivo?',
    export: '¿Para qué necesita estas publicaciones?',
    recorded: 'Queda registrado en el registro de auditoría.',
  },
  /** One that is downloaded. */
  item: 'Un elemento',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'Todas las publicaciones';
    return count === 1 ? 'Una publicación' : `${n(count)} publicaciones`;
  },
  until: (time) => `El archivo está disponible hasta el ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'Hay un archivo listo para usted',
    summaryGiven: 'El archivo está en su OneDrive',
    /** How its name begins where what it is of has none. */
    fileName: { posts: 'Publicaciones', item: 'Archivo' },
    description: (what, channel) => `${what} de ${channel}. Si no responde, el archivo se borra a los 15 minutos.`,
    descriptionWithoutChannel: (what) => `${what}. Si no responde, el archivo se borra a los 15 minutos.`,
  },
  states: { posts: statesOf(POSTS), item: statesOf(ITEM) },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'La exportación ha comenzado. La tarjeta de la exportación, más abajo, muestra el progreso.',
  asking: 'Otra persona debe aprobar antes este archivo. Su tarjeta, más abajo, muestra a quién se ha avisado.',
  'asking-unclear':
    'Acaba de solicitar este archivo y aún no se sabe si se ha avisado a alguien para que lo apruebe. Espere medio minuto. Si no aparece más abajo una tarjeta para él, vuelva a seleccionar el botón.',
  downloading: 'La descarga ha comenzado. La tarjeta de la descarga, más abajo, muestra el progreso.',
  'download-off': 'Aquí no se puede descargar nada. En su lugar puede restaurar el elemento.',
  'download-refused':
    'El servicio de copia de seguridad no le permite guardar como archivo elementos de este tipo. Restaure el elemento, o pida a su administrador de copias de seguridad el permiso para guardar elementos.',
  'export-off': 'Aquí no se pueden exportar publicaciones. En su lugar puede restaurarlas.',
  'export-running':
    'Otro archivo suyo todavía se está preparando. Espere a que se ofrezca en este chat y vuelva a seleccionar el botón.',
  'export-unaudited':
    'No se entregó ningún archivo: no se pudo escribir el registro de auditoría y sus administradores no permiten entregar archivos sin él. Espere un minuto y vuelva a seleccionar el botón. Si sigue ocurriendo, avise a un administrador.',
  'export-mixed':
    'Solo se pueden exportar juntas las publicaciones de un mismo canal. Seleccione publicaciones de un solo canal y nada más, y vuelva a seleccionar el botón.',
};

export const exportNotices = {
  'export-over': {
    title: 'Este archivo ya no se ofrece',
    text: 'Se entregó, se rechazó o se borró a los 15 minutos, o se ofreció a otra persona.',
    next: 'Vuelva a exportarlo o a descargarlo si todavía lo necesita.',
  },
};
