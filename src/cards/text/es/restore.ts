/** Texts about finding and choosing what to restore, in Spanish. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { administrators } from './administrators.ts';
import { outcome, sessionsList } from './restore-outcome.ts';
import { notices, remarks, troubles } from './restore-remarks.ts';
import { workloads } from './workloads/index.ts';

const items = (n: FormatNumber, count: number): string => (count === 1 ? 'un elemento' : `${n(count)} elementos`);
const folders = (n: FormatNumber, count: number): string => (count === 1 ? 'una carpeta' : `${n(count)} carpetas`);

export const restore = (n: FormatNumber): Words['restore'] => ({
  buttons: {
    continue: 'Continuar',
    back: 'Atrás',
    done: 'Cerrar',
    change: 'Cambiar',
    search: 'Buscar',
    searchHere: 'Buscar aquí',
    everywhere: 'Buscar en todas partes',
    browse: 'Explorar carpetas',
    backups: 'Elegir una copia',
    experts: 'Más filtros',
    add: 'Agregar a la lista',
    selectPage: 'Seleccionar esta página',
    clear: 'Anular selección',
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
    elsewhere: 'Restaurar allí',
    stop: 'Detener',
    look: 'Comprobar de nuevo',
    earlier: 'Buscar en copias previas',
    missing: '¿Qué falta?',
    missingEarlier: 'Comparar más atrás',
    missingDeleted: 'Elementos eliminados',
    'send-again': 'Enviar de nuevo',
    'give-up': 'No enviar de nuevo',
  },
  selectAll: (count) => `Seleccionar todo (${n(count)})`,
  showList: (count) => `Mostrar la lista (${n(count)})`,
  restoreRest: (count) => `Restaurar el resto (${n(count)})`,
  retryFailed: (count) => `Reintentar (${n(count)})`,
  whose: { own: 'Sus propios datos', all: 'Datos de todos', of: (name) => `Datos de ${name}` },
  asOf: (moment) => `, a fecha del ${moment}`,
  latest: ', última copia de seguridad',
  labelled: (label, value) => `${label}: ${value}`,
  asAdministrator: 'Como administrador',
  listed: (count) => `${n(count)} en la lista`,
  system: {
    recoverable: 'Elementos recuperables que conserva Exchange',
    technical: 'Carpeta técnica',
  },
  details: {
    who: 'Organizador o autor',
    to: 'Para',
    cc: 'CC',
    location: 'Ubicación',
    attachments: 'Datos adjuntos',
    version: 'Versión',
    attendees: 'Asistentes',
    bcc: 'CCO',
    createdBy: 'Creado por',
    importance: 'Importancia',
    high: 'Alta',
    low: 'Baja',
    recurrence: 'Periodicidad',
    recurring: 'Sí',
    percent: 'Completado',
    when: 'Cuándo',
    times: {
      sent: 'Enviado',
      received: 'Recibido',
      start: 'Inicio',
      end: 'Fin',
      due: 'Vencimiento',
      posted: 'Publicado',
      created: 'Creado',
      changed: 'Modificado',
    },
  },
  noSubject: '(sin asunto)',
  noName: '(sin nombre)',
  scope: {
    title: '¿De quién son los datos?',
    label: 'Persona, sitio o equipo',
    placeholder: 'Escriba un nombre o una dirección',
    you: 'Usted (datos propios)',
    types: { User: 'persona', Site: 'sitio', Team: 'equipo' },
    counted: {
      User: (count) => (count === 1 ? 'una persona' : `${n(count)} personas`),
      Site: (count) => (count === 1 ? 'un sitio' : `${n(count)} sitios`),
      Team: (count) => (count === 1 ? 'un equipo' : `${n(count)} equipos`),
    },
    more: (shown, all) => `Se muestran ${n(shown)} de ${all}. Escriba un nombre para encontrar otros.`,
    narrow: 'Con «sitio» o «equipo» delante del nombre verá solo esos.',
  },
  workload: {
    label: '¿Qué tipo de datos?',
  },
  earlier: {
    title: 'Búsqueda en copias de seguridad anteriores',
    looking: (moment) => `Buscando en la copia de seguridad del ${moment}.`,
    deleted: 'Buscando entre lo que ya estaba eliminado cuando se hizo esta copia de seguridad.',
    seen: (moment) => `La copia de seguridad del ${moment} lo tiene. Comprobando si también lo tiene una más reciente.`,
    count: (session, most) => `Copia ${n(session)} de ${n(most)} como máximo`,
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
    intro: 'Complete lo que sepa. Bastan unas palabras clave.',
    onlyIn: 'Solo en',
    words: 'Palabras clave',
    asOf: 'A fecha de',
    asOfPlaceholder: 'La última, o hace 4 días',
    from: 'De',
    to: 'Para',
    subject: 'Asunto',
    name: 'Nombre del archivo',
    changedBy: 'Modificado por',
    after: 'Desde el día',
    before: 'Hasta el día',
    hasAttachments: 'Solo con datos adjuntos',
    experts:
      'En «Palabras clave» también puede escribir criterio:valor, unido con AND, OR y NOT en mayúsculas. Un valor con espacios va entre comillas. Por ejemplo:',
  },
  results: {
    titleSearch: 'Resultados de la búsqueda',
    titleFolder: 'En esta carpeta',
    found: (found) => `Resultados: ${n(found)}`,
    page: (page, pages) => `Página ${n(page)} de ${n(pages)}`,
    beyond: 'Solo se muestra lo que su búsqueda no encontró en la copia de seguridad más reciente.',
    tooMany:
      'Hay más de los que puedo mostrar, así que aquí faltan algunos. Acote la búsqueda con un remitente o un nombre, un período más corto o una palabra clave más.',
    nothing: 'Aquí no hay nada.',
    onList: 'En la lista',
    deleted: 'Eliminado',
    archive: 'Buzón de archivo',
    elsewhere: (count) =>
      count === 1
        ? 'Hay otro elemento seleccionado en otra página. «Restaurar…» lo incluye.'
        : `Hay otros ${n(count)} elementos seleccionados en otras páginas. «Restaurar…» los incluye.`,
  },
  missing: {
    title: 'Lo que falta',
    comparing: (earlier, latest) => `Comparando la copia de seguridad del ${earlier} con la más reciente (${latest}).`,
    comparingDeleted: (latest) => `Leyendo los elementos eliminados de la copia más reciente (${latest}).`,
    since: (count, earlier, latest) =>
      count === 1
        ? `Un elemento de la copia de seguridad del ${earlier} ya no está en la más reciente (${latest}).`
        : `${n(count)} elementos de la copia de seguridad del ${earlier} ya no están en la más reciente (${latest}).`,
    deleted: (count, latest) =>
      count === 1
        ? `Un elemento ya estaba eliminado cuando se hizo la copia más reciente (${latest}).`
        : `${n(count)} elementos ya estaban eliminados cuando se hizo la copia más reciente (${latest}).`,
    renamed: (count) =>
      count === 1
        ? 'Otro probablemente sigue ahí, con otro id.: no aparece en la lista.'
        : `Otros ${n(count)} probablemente siguen ahí, con otros id.: no aparecen en la lista.`,
    cut: 'Hay más de lo que puedo comparar o mostrar. Compare una carpeta que esté dentro para verla entera.',
    live: 'Comparo copias de seguridad entre sí. No veo lo que ha cambiado desde la más reciente.',
  },
  versions: {
    title: 'Versiones anteriores',
    intro: 'Seleccione la versión que quiere restaurar.',
    version: (version) => `Versión ${version}`,
    unnamed: 'Versión anterior',
    none: 'No hay versiones anteriores.',
    more: 'Solo muestro las versiones más recientes. Hay otras más antiguas.',
  },
  list: {
    title: 'Su lista',
    titleEmpty: 'Su lista está vacía',
    empty: 'Busque o explore las carpetas, y agregue lo que quiera restaurar.',
    folders: 'El contenido de las carpetas se cuenta antes de restaurar nada.',
  },
  confirm: {
    title: '¿Restaurar?',
    sentence: (what, whose) => `Restaurar ${what} ${whose}`,
    several: (what, places) => `Restaurar ${what} de ${n(places)} ubicaciones:`,
    items: (itemCount) => items(n, itemCount),
    counted: (what, folderCount) => `Con todo lo que hay en ${folders(n, folderCount)}, el total es: ${what}.`,
    writtenTo: 'Destino',
    among: 'Incluye',
    reason: 'Motivo',
    reasonPlaceholder: 'Eliminado por error',
    reasonOptional:
      'Queda registrado en el servicio de copia de seguridad y en el registro de auditoría. Puede dejarlo vacío.',
    reasonRequired: 'Queda registrado en el servicio de copia de seguridad y en el registro de auditoría.',
    reasonKept:
      'Queda registrado solo en el registro de auditoría: el servicio de copia de seguridad no guarda el motivo de lo que restaura un administrador.',
  },
  moved: {
    title: 'Esta tarea continúa más abajo',
    text: 'Continúa en una tarjeta más reciente, más abajo.',
  },
  closed: {
    title: 'Tarea cerrada',
    why: {
      done: 'Cerró la tarea antes de que se restaurara nada.',
      expired:
        'Su sesión ha terminado, así que cerré la tarea. Lo que el servicio ya había recibido continúa allí; no se envía nada más.',
      'logged-out':
        'Cerró la sesión, así que cerré la tarea. Lo que el servicio ya había recibido continúa allí; no se envía nada más.',
    },
    next: 'Puede empezar de nuevo cuando quiera.',
  },
  workloads,
  outcome: outcome(n),
  sessionsList,
  troubles,
  remarks: remarks(n),
  administrators,
  notices,
});
