/** Texts about mailboxes, in Spanish. */
import type { Words } from '../../en/common.ts';

export const exchange: Words['restore']['workloads']['exchange'] = {
  name: 'Correo',
  search: 'Buscar en el correo',
  whose: { own: 'Su propio correo', all: 'Correo de todos', of: (name) => `Correo de ${name}` },
  from: { own: 'de su propio buzón', all: 'de los buzones de todos', of: (name) => `del buzón de ${name}` },
  containers: '¿Qué buzón?',
  wordsPlaceholder: 'factura octubre',
  approver: 'Para el correo, inicie sesión como administrador global o de Exchange con ApplicationImpersonation.',
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
    mailbox: 'Buzón completo',
    folder: 'Carpeta',
  },
  places: {
    appointment: 'Calendario',
    contact: 'Contactos',
    'contact group': 'Contactos',
    task: 'Tareas',
    note: 'Notas',
  },
  wholes: {
    mailbox: (count, isAlone) => (isAlone ? 'todo' : count === 1 ? 'un buzón completo' : `${count} buzones completos`),
    folder: (count) => (count === 1 ? 'una carpeta' : `${count} carpetas`),
  },
  options: {
    deletedItems: { label: 'Restaurar lo que falta', consequence: 'Se restaura lo que ya no existe.' },
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
    mailboxSkipDeleted: {
      label: 'Dejar fuera los elementos eliminados',
      consequence: 'Activado: lo que ya estaba eliminado no se restaura.',
    },
    mailboxSkipDrafts: {
      label: 'Dejar fuera los borradores',
      consequence: 'Activado: los correos que aún no se habían enviado no se restauran.',
    },
  },
  notes: {
    withoutOptions:
      'Para los correos, los demás elementos y las carpetas no hay opciones: lo que falta se restaura, lo que se cambió desde entonces se sobrescribe y todo puede aparecer como no leído.',
    wholeMailbox: 'Se restaura un buzón completo, con todas sus carpetas. Las opciones de abajo se aplican a él.',
  },
};
