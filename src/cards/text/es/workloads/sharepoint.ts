/** Texts about sites, in Spanish. */
import type { Words } from '../../en/common.ts';

export const sharepoint: Words['restore']['workloads']['sharepoint'] = {
  name: 'SharePoint',
  search: 'Buscar en SharePoint',
  whose: {
    own: 'Su propio sitio de SharePoint',
    all: 'Todos los sitios de SharePoint',
    of: (name) => `Sitio de SharePoint «${name}»`,
  },
  from: {
    own: 'de su propio sitio de SharePoint',
    all: 'de todos los sitios de SharePoint',
    of: (name) => `del sitio de SharePoint «${name}»`,
  },
  containers: '¿Qué sitio?',
  wordsPlaceholder: 'presupuesto 2026',
  approver: 'Para los sitios, inicie sesión como administrador global o de SharePoint.',
  untitled: '(sin nombre)',
  kinds: {
    'whole site': 'Sitio completo',
    site: 'Subsitio',
    library: 'Biblioteca',
    list: 'Lista',
    folder: 'Carpeta',
    document: 'Documento',
    item: 'Elemento de lista',
    attachment: 'Datos adjuntos: se restauran con su elemento de lista',
    unclear: 'Documento o elemento de lista',
  },
  administrator: {
    hint: 'La búsqueda en un sitio no incluye sus subsitios. Para buscar en uno, ábralo con «Explorar carpetas» y elija «Buscar aquí».',
  },
  wholes: {
    'whole site': (count, isAlone) =>
      isAlone ? 'todo' : count === 1 ? 'un sitio completo' : `${count} sitios completos`,
    site: (count) => (count === 1 ? 'un subsitio' : `${count} subsitios`),
    library: (count) => (count === 1 ? 'una biblioteca' : `${count} bibliotecas`),
    list: (count) => (count === 1 ? 'una lista' : `${count} listas`),
    folder: (count) => (count === 1 ? 'una carpeta' : `${count} carpetas`),
  },
  options: {
    siteMissingItems: {
      label: 'Restaurar lo que falta',
      consequence: 'Se restaura lo que ya no está.',
    },
    siteChangedItems: {
      label: 'Restaurar también lo que existe pero ha cambiado',
      consequence:
        'Desactivado: lo que existe queda como está. Activado: los documentos reciben la versión restaurada y los elementos de lista se reemplazan.',
    },
    siteVersions: {
      label: 'Versiones',
      consequence: 'Con todas las versiones se restaura también el historial, combinado con lo que hay.',
      choices: { Last: 'Solo la que se muestra', All: 'Todas las versiones' },
    },
    siteLastVersion: {
      label: 'Si algo todavía existe',
      consequence: 'Agregar una versión: su contenido actual queda como versión anterior. Sobrescribir: se pierde.',
      choices: { Merge: 'Agregar una versión', Overwrite: 'Sobrescribir' },
    },
    sitePermissions: {
      label: 'Restaurar los permisos',
      consequence: 'Activado: quien tenía acceso en el momento de la copia vuelve a tenerlo.',
    },
    siteNotification: {
      label: 'Avisar por correo a todos los que tienen acceso',
      consequence: 'Solo junto con los permisos.',
    },
    siteList: {
      label: 'A otra biblioteca o lista del mismo sitio',
      consequence: 'Tiene que existir ya. Todo se guarda allí.',
      placeholder: 'Vacío: ubicación original',
      unfit: (typed) => `«${typed}» no puede ser el nombre de una biblioteca o lista: use como máximo 255 caracteres.`,
    },
    siteListViews: {
      label: 'Restaurar las vistas de listas y bibliotecas',
      consequence:
        'Activado: las vistas se restauran como eran. Las vistas actuales con el mismo nombre pueden reemplazarse.',
    },
    siteMasterPages: {
      label: 'Restaurar las páginas maestras',
      consequence: 'Activado: el diseño actual de las páginas del sitio puede reemplazarse.',
    },
    siteSubsites: {
      label: 'Restaurar también sus subsitios',
      consequence: 'Desactivado: solo se restaura el propio sitio.',
    },
  },
  notes: {
    wholes: 'Un sitio, una biblioteca o una lista se restaura con todo lo que contiene, sea cual sea la cantidad.',
    existingToo:
      'Los documentos, carpetas y elementos de lista elegidos se restauran aunque todavía existan: el servicio no deja elegir a los administradores.',
    itemsAnew:
      'Un elemento de lista que todavía existe se elimina y se crea de nuevo con otro número: los enlaces a él dejan de funcionar, y los elementos de otras listas que lo usan pueden eliminarse con él.',
    mails: 'Todos los que tienen acceso a lo restaurado reciben un correo.',
    selectedVersions: 'Ha elegido una versión anterior, así que solo se restauran las versiones elegidas.',
    limitsOfDocuments:
      'No se restauran los blocs de notas de OneNote, las etiquetas de confidencialidad, lo que está retenido ni el último cambio de lo que estaba desprotegido (check-out). Los documentos restaurados tienen otro «Creado por».',
    limitsOfItems:
      'No se restauran los elementos de listas ocultas o del sistema, lo que está retenido ni los datos adjuntos de un elemento que todavía existe. Las columnas de metadatos administrados o de búsqueda pueden quedar vacías.',
  },
};
