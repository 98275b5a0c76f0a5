/** Texts about drives, in Spanish. */
import type { Words } from '../../en/common.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'Archivos',
  search: 'Buscar en los archivos',
  whose: { own: 'Sus propios archivos', of: (name) => `Archivos de ${name}` },
  from: { own: 'de su propio OneDrive', of: (name) => `del OneDrive de ${name}` },
  containers: '¿Qué OneDrive?',
  wordsPlaceholder: 'presupuesto plan',
  untitled: '(sin nombre)',
  kinds: {
    document: 'Documento',
    folder: 'Carpeta',
  },
  options: {
    documentAction: {
      label: 'Si un documento todavía existe',
      consequence: 'Conservar ambos: el restaurado se pone al lado. Sobrescribirlo: se pierde su contenido actual.',
      choices: { Keep: 'Conservar ambos', Overwrite: 'Sobrescribirlo' },
    },
    allVersions: {
      label: 'Restaurar todas las versiones, no solo la elegida',
      consequence: 'También se restaura el historial de versiones.',
    },
  },
  notes: { selectedVersions: 'Ha elegido una versión anterior, así que solo se restauran las versiones elegidas.' },
};
