/** Texts about finding and choosing what to restore, in Spanish. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { notices, outcome, remarks, sessionsList, troubles } from './restore-outcome.ts';

const items = (n: FormatNumber, count: number): string => (count === 1 ? 'un elemento' : `${n(count)} elementos`);
const folders = (n: FormatNumber, count: number): string => (count === 1 ? 'una carpeta' : `${n(count)} carpetas`);
const sites = (n: FormatNumber, count: number): string => (count === 1 ? 'un sitio' : `${n(count)} sitios`);
const teams = (n: FormatNumber, count: number): string => (count === 1 ? 'un equipo' : `${n(count)} equipos`);

export const restore = (n: FormatNumber): Words['restore'] => ({
  buttons: {
    continue: 'Continuar',
    back: 'Atrás',
    done: 'Terminar',
    change: 'Cambiar',
    search: 'Buscar',
    browse: 'Explorar carpetas',
    backups: 'Elegir una copia',
    experts: 'Más filtros',
    add: 'Agregar a la lista',
    selectPage: 'Seleccionar página',
    clear: 'Quitar selección',
    next: 'Siguiente',
    previous: 'Anterior',
    up: 'Carpeta superior',
    open: 'Abrir',
    versions: 'Versiones',
    details: 'Detalles',
    remove: 'Quitar',
    show: 'Mostrar',
    restore: 'Restaurar',
    confirm: 'Restaurar…',
    overwrite: 'Sobrescribir y restaurar',
    stop: 'Detener',
    look: 'Comprobar de nuevo',
    'send-again': 'Enviar de nuevo',
    'give-up': 'No enviar de nuevo',
  },
  selectAll: (count) => `Seleccionar todo (${n(count)})`,
  showList: (count) => `Mostrar la lista (${n(count)})`,
  restoreRest: (count) => `Restaurar el resto (${n(count)})`,
  retryFailed: (count) => `Reintentar fallidos (${n(count)})`,
  whose: {
    own: { any: 'Sus propios datos', exchange: 'Su propio correo', onedrive: 'Sus propios archivos' },
    of: {
      any: (name) => `Datos de ${name}`,
      exchange: (name) => `Correo de ${name}`,
      onedrive: (name) => `Archivos de ${name}`,
    },
  },
  asOf: (moment) => `, a fecha del ${moment}`,
  latest: ', última copia de seguridad',
  labelled: (label, value) => `${label}: ${value}`,
  listed: (count) => `${n(count)} en la lista`,
  kinds: {
    message: 'Correo',
    appointment: 'Cita',
    contact: 'Contacto',
    'contact group': 'Grupo de contactos',
    task: 'Tarea',
    journal: 'Entrada de diario',
    note: 'Nota',
    discussion: 'Debate',
    document: 'Documento',
    folder: 'Carpeta',
  },
  system: {
    recoverable: 'Elementos eliminados que conserva Exchange',
    technical: 'Carpeta técnica',
  },
  details: {
    who: 'Organizador o autor',
    kind: 'Tipo',
    to: 'Para',
    cc: 'CC',
    location: 'Lugar',
    attachments: 'Adjuntos',
    version: 'Versión',
  },
  noSubject: '(sin asunto)',
  noName: '(sin nombre)',
  scope: {
    title: '¿De quién son los datos?',
    label: 'Persona',
    placeholder: 'Escriba un nombre o una dirección',
    you: 'Usted (datos propios)',
    more: (shown, all) => `Se muestran ${n(shown)} de ${n(all)} personas. Escriba para encontrar otra.`,
    notYet: (siteCount, teamCount) =>
      `Su ámbito también incluye ${[...(siteCount === 0 ? [] : [sites(n, siteCount)]), ...(teamCount === 0 ? [] : [teams(n, teamCount)])].join(' y ')}. Eso todavía no lo puedo restaurar.`,
  },
  workload: {
    label: '¿Correo o archivos?',
    exchange: { name: 'Correo', search: 'Buscar en el correo' },
    onedrive: { name: 'Archivos', search: 'Buscar en los archivos' },
  },
  point: {
    title: '¿De qué fecha?',
    intro: 'Muestro todo tal como estaba ese día.',
    label: 'Copia de seguridad',
    latest: 'La última copia de seguridad',
    latestAt: (moment) => `La última copia de seguridad (${moment})`,
    day: 'O la última copia de un día',
    words: 'O con palabras',
    wordsPlaceholder: 'antes del 1 de marzo',
    showDeleted: 'Mostrar también lo que se eliminó antes de ese día',
    first: (moment) => `La primera copia es del ${moment}.`,
    more: (count) =>
      count === 1
        ? 'También hay copias de un día anterior. Indique su fecha.'
        : `También hay copias de ${n(count)} días anteriores. Indique una fecha.`,
    none: 'No hay ninguna copia de seguridad que elegir.',
  },
  search: {
    title: '¿Qué busca?',
    intro: 'Rellene lo que sepa. Bastan unas palabras clave.',
    words: 'Palabras clave',
    wordsPlaceholder: { exchange: 'factura octubre', onedrive: 'presupuesto plan' },
    asOf: 'A fecha de',
    asOfPlaceholder: 'La última, o hace 4 días',
    from: 'De',
    to: 'Para',
    subject: 'Asunto',
    name: 'Nombre del archivo',
    changedBy: 'Modificado por',
    after: 'Desde el día',
    before: 'Hasta el día',
    hasAttachments: 'Solo con adjuntos',
    experts:
      'En «Palabras clave» también puede escribir criterio:valor, unido con AND, OR y NOT en mayúsculas. Un valor con espacios va entre comillas. Por ejemplo:',
  },
  results: {
    titleSearch: 'Resultados de la búsqueda',
    titleFolder: 'En esta carpeta',
    titleContainers: { exchange: '¿Qué buzón?', onedrive: '¿Qué OneDrive?' },
    found: (found) => `Resultados: ${n(found)}`,
    page: (page, pages) => `Página ${n(page)} de ${n(pages)}`,
    tooMany:
      'Hay más de los que puedo mostrar, así que aquí faltan algunos. Acote la búsqueda con un remitente o un nombre, un período más corto o una palabra clave más.',
    nothing: 'Aquí no hay nada.',
    onList: 'En la lista',
    archive: 'Buzón de archivo',
    elsewhere: (count) =>
      count === 1
        ? 'Hay otro elemento marcado en otra página. «Restaurar…» lo incluye.'
        : `Hay otros ${n(count)} elementos marcados en otras páginas. «Restaurar…» los incluye.`,
  },
  versions: {
    title: 'Versiones anteriores',
    intro: 'Marque la versión que quiere recuperar.',
    version: (version) => `Versión ${version}`,
    unnamed: 'Versión anterior',
    none: 'No hay versiones anteriores.',
  },
  list: {
    title: 'Su lista',
    titleEmpty: 'Su lista está vacía',
    empty: 'Busque o explore las carpetas, y agregue lo que quiera recuperar.',
    folders: 'El contenido de las carpetas se cuenta antes de restaurar nada.',
  },
  confirm: {
    title: '¿Restaurar?',
    sentence: (itemCount, whose) => `Restaurar ${items(n, itemCount)} ${whose}`,
    whose: {
      own: { exchange: 'de su propio buzón', onedrive: 'de su propio OneDrive' },
      of: {
        exchange: (name) => `del buzón de ${name}`,
        onedrive: (name) => `del OneDrive de ${name}`,
      },
    },
    counted: (itemCount, folderCount) =>
      `Con todo lo que hay en ${folders(n, folderCount)}, ${itemCount === 1 ? 'es' : 'son'} ${items(n, itemCount)}.`,
    writtenTo: 'Destino',
    among: 'Incluye',
    deletedItems: { label: 'Restaurar lo que falta', consequence: 'Lo que ya no existe vuelve a su sitio.' },
    changedItems: {
      label: 'Sobrescribir lo que se cambió desde entonces',
      consequence: 'Desactivado: lo que todavía existe queda como está. Activado: se pierde su contenido actual.',
    },
    markRestoredAsUnread: { label: 'Marcar lo restaurado como no leído', consequence: 'Aparece como correo nuevo.' },
    folder: {
      label: 'En una carpeta con este nombre',
      consequence: 'Con un nombre, todo se pone en esa carpeta, que se crea si no existe.',
    },
    folderPlaceholder: 'Vacío: en la ubicación original',
    documentAction: {
      label: 'Si un documento todavía existe',
      consequence: 'Conservar ambos: el restaurado se pone al lado. Sobrescribirlo: se pierde su contenido actual.',
    },
    overwrite: 'Sobrescribirlo',
    keep: 'Conservar ambos',
    allVersions: {
      label: 'Restaurar todas las versiones, no solo la elegida',
      consequence: 'También se restaura el historial de versiones.',
    },
    noAllVersions: 'Ha elegido una versión anterior, así que solo se restauran las versiones elegidas.',
    reason: 'Motivo',
    reasonPlaceholder: 'Eliminado por error',
    reasonOptional:
      'Queda registrado en el servicio de copia de seguridad y en el registro de auditoría. Puede dejarlo vacío.',
    reasonRequired: 'Queda registrado en el servicio de copia de seguridad y en el registro de auditoría.',
  },
  moved: {
    title: 'Esta tarea continúa más abajo',
    text: 'Continúa en una tarjeta más reciente, más abajo.',
  },
  closed: {
    title: 'Tarea cerrada',
    why: {
      done: 'Cerró la tarea antes de que se restaurara nada.',
      expired: 'Su sesión ha terminado, así que cerré la tarea. Las restauraciones empezadas continúan en el servicio.',
      'logged-out': 'Cerró la sesión, así que cerré la tarea. Las restauraciones empezadas continúan en el servicio.',
    },
    next: 'Puede empezar de nuevo cuando quiera.',
  },
  outcome: outcome(n),
  sessionsList,
  troubles,
  remarks: remarks(n),
  notices,
});
