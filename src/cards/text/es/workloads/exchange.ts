/** Texts about mailboxes, in Spanish. */
import type { Words } from '../../en/common.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'Correo',
  search: 'Buscar en el correo',
  whose: { own: 'Su propio correo', of: (name) => `Correo de ${name}` },
  from: { own: 'de su propio buzón', of: (name) => `del buzón de ${name}` },
  containers: '¿Qué buzón?',
  wordsPlaceholder: 'factura octubre',
  untitled: '(sin asunto)',
  kinds: {
    message: 'Correo',
    appointment: 'Cita',
    contact: 'Contacto',
    'contact group': 'Grupo de contactos',
    task: 'Tarea',
    journal: 'Entrada de diario',
    note: 'Nota',
    discussion: 'Debate',
    folder: 'Carpeta',
  },
  options: {
    deletedItems: { label: 'Restaurar lo que falta', consequence: 'Lo que ya no existe vuelve a su sitio.' },
    changedItems: {
      label: 'Sobrescribir lo que se cambió desde entonces',
      consequence: 'Desactivado: lo que todavía existe queda como está. Activado: se pierde su contenido actual.',
    },
    markRestoredAsUnread: { label: 'Marcar lo restaurado como no leído', consequence: 'Aparece como correo nuevo.' },
    folder: {
      label: 'En una carpeta con este nombre',
      consequence: 'Con un nombre, todo se pone en esa carpeta, que se crea si no existe.',
      placeholder: 'Vacío: en la ubicación original',
      unfit: (typed) =>
        `«${typed}» no puede ser el nombre de una carpeta. Use 100 caracteres como máximo y ninguna barra.`,
    },
  },
  notes: {},
};
