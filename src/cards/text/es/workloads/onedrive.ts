/** Texts about drives, in Spanish. */
import type { Words } from '../../en/common.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'Archivos',
  search: 'Buscar en los archivos',
  whose: { own: 'Sus propios archivos', all: 'Archivos de todos', of: (name) => `Archivos de ${name}` },
  from: { own: 'de su propio OneDrive', all: 'de todos los OneDrive', of: (name) => `del OneDrive de ${name}` },
  containers: '¿Qué OneDrive?',
  wordsPlaceholder: 'presupuesto 2026',
  approver: 'Para los archivos, inicie sesión como administrador global o de SharePoint.',
  untitled: '(sin nombre)',
  kinds: {
    document: 'Documento',
    drive: 'OneDrive completo',
    folder: 'Carpeta',
    unclear: 'Documento',
  },
  wholes: {
    drive: (count, isAlone) =>
      isAlone ? 'todo' : count === 1 ? 'un OneDrive completo' : `${count} OneDrive completos`,
    folder: (count) => (count === 1 ? 'una carpeta' : `${count} carpetas`),
  },
  options: {
    documentAction: {
      label: 'Si un documento todavía existe',
      consequence: 'Conservar ambos: el restaurado se guarda al lado. Sobrescribir: se pierde su contenido actual.',
      choices: { Keep: 'Conservar ambos', Overwrite: 'Sobrescribir' },
    },
    allVersions: {
      label: 'Restaurar todas las versiones, no solo la elegida',
      consequence: 'También se restaura el historial de versiones.',
    },
  },
  notes: {
    selectedVersions: 'Ha elegido una versión anterior, así que solo se restauran las versiones elegidas.',
    oneVersion:
      'Cada documento se restaura en una sola versión: la que eligió o, si no, la de esta copia de seguridad. El historial de versiones no se restaura.',
    keptTwice:
      'Se restaura una carpeta o un OneDrive completo. Con «Conservar ambos», cada documento que todavía exista aparecerá después dos veces.',
  },
};
