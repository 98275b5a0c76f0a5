/** Texts about handing posts over as a file, in Spanish. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'Exportar',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'Todas las publicaciones';
    return count === 1 ? 'Una publicación' : `${n(count)} publicaciones`;
  },
  until: (time) => `El archivo espera hasta ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'Hay un archivo listo para usted',
    /** How its name begins where the channel has none. */
    fileName: 'Publicaciones',
    description: (what, channel) => `${what} de ${channel}. Si no responde, el archivo se borra a los 15 minutos.`,
    descriptionWithoutChannel: (what) => `${what}. Si no responde, el archivo se borra a los 15 minutos.`,
  },
  states: {
    preparing: {
      title: 'Preparando la exportación',
      text: 'El servicio de copia de seguridad está escribiendo las publicaciones en un archivo. Puede tardar unos minutos.',
      next: 'Cuando esté listo, se lo ofreceré en este chat.',
    },
    offered: {
      title: 'La exportación está lista',
      text: 'Puedo poner el archivo en su OneDrive. No se envía nada sin su permiso.',
      next: 'Elija «Permitir» en la tarjeta que ofrece el archivo, o «Rechazar» para que se borre.',
    },
    unanswered: {
      title: 'La exportación le espera',
      text: 'No he recibido respuesta a la tarjeta que ofrece el archivo.',
      next: 'Elija «Permitir» en ella. Si ya lo hizo y no pasó nada, vuelva a exportar las publicaciones: a veces Teams pierde la respuesta.',
    },
    uploading: {
      title: 'Subiendo el archivo',
      text: 'Lo estoy poniendo en su OneDrive.',
      next: 'Esta tarjeta mostrará el resultado.',
    },
    'handed-over': {
      title: 'Exportado',
      text: 'El archivo está en su OneDrive y en una tarjeta más abajo. No he guardado ninguna copia.',
    },
    declined: { title: 'Exportación rechazada', text: 'Usted rechazó el archivo, así que lo he borrado.' },
    expired: {
      title: 'El archivo se borró',
      text: 'La tarjeta que lo ofrecía no se respondió en 15 minutos.',
      next: 'Vuelva a exportar las publicaciones si todavía las necesita.',
    },
    refused: {
      title: 'El servicio rechazó la exportación',
      text: 'Su cuenta no puede exportar estas publicaciones.',
      next: 'Pida a su administrador de copias de seguridad el permiso para exportar publicaciones.',
    },
    gone: {
      title: 'No se exportó',
      text: 'Las publicaciones, o la copia de seguridad en la que se encontraron, ya no están abiertas en el servicio.',
      next: 'Busque de nuevo las publicaciones y expórtelas.',
    },
    'not-ready': {
      title: 'No se exportó',
      text: 'El servicio no terminó el archivo en diez minutos.',
      next: 'Inténtelo más tarde o exporte menos publicaciones.',
    },
    'not-reached': {
      title: 'No se exportó',
      text: 'No pude conectar con el servicio de copia de seguridad, así que no se empezó nada.',
      next: 'Inténtelo de nuevo dentro de unos minutos.',
    },
    'too-large': {
      title: 'Demasiado grande para exportarlo',
      text: 'El archivo ocupa más de 50 MB.',
      next: 'Exporte menos publicaciones a la vez.',
    },
    unclear: {
      title: 'No se exportó',
      text: 'Pedí el archivo al servicio, pero la respuesta se perdió. Una exportación no cambia nada.',
      next: 'Vuelva a exportar las publicaciones.',
    },
    'signed-out': {
      title: 'No se exportó',
      text: 'Su sesión ha terminado, así que me detuve y borré el archivo.',
      next: 'Inicie sesión y vuelva a exportar las publicaciones.',
    },
    interrupted: {
      title: 'No se exportó',
      text: 'Algo interrumpió la exportación, así que borré lo que había del archivo.',
      next: 'Vuelva a exportar las publicaciones.',
    },
    'foreign-host': {
      title: 'No se exportó',
      text: 'Teams indicó para el archivo un lugar en el que este bot no puede escribir. No se envió nada allí y el archivo está borrado.',
      next: 'Diga a quienes gestionan este bot que ALLOWED_UPLOAD_HOSTS no incluye su OneDrive.',
    },
    'name-taken': {
      title: 'No se exportó',
      text: 'Su OneDrive ya tiene un archivo con este nombre, así que borré el mío.',
      next: 'Vuelva a exportar las publicaciones: el nombre contiene la hora.',
    },
    'upload-refused': {
      title: 'No se exportó',
      text: 'Su OneDrive rechazó el archivo, así que lo he borrado.',
      next: 'Compruebe que su OneDrive se abre y tiene espacio, y vuelva a exportar las publicaciones.',
    },
    'upload-failed': {
      title: 'No se exportó',
      text: 'La subida a su OneDrive no terminó, así que he borrado el archivo.',
      next: 'Vuelva a exportar las publicaciones.',
    },
  },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'La exportación ha comenzado. Su propia tarjeta, más abajo, muestra cómo va.',
  'export-off': 'Aquí no se pueden exportar publicaciones. En su lugar puede restaurarlas.',
  'export-running':
    'Otra exportación suya todavía se está preparando. Espere a que su archivo se ofrezca en este chat y vuelva a pulsar «Exportar».',
  'export-unaudited':
    'No se exportó nada: no se pudo escribir el registro de auditoría y sus administradores no permiten exportar sin él. Espere un minuto y vuelva a pulsar «Exportar». Si sigue ocurriendo, avise a un administrador.',
  'export-mixed':
    'Solo se pueden exportar juntas las publicaciones de un mismo canal. Seleccione publicaciones de un solo canal y nada más, y pulse «Exportar».',
};

export const exportNotices = {
  'export-over': {
    title: 'Este archivo ya no se ofrece',
    text: 'Se entregó, se rechazó o se borró a los 15 minutos, o se ofreció a otra persona.',
    next: 'Vuelva a exportar las publicaciones si todavía las necesita.',
  },
};
