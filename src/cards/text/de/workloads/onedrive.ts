/** Texts about drives, in German. */
import type { Words } from '../../en/common.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'Dateien',
  search: 'Dateien durchsuchen',
  whose: { own: 'Ihre eigenen Dateien', of: (name) => `Dateien von ${name}` },
  from: { own: 'Ihrem eigenen OneDrive', of: (name) => `dem OneDrive von ${name}` },
  containers: 'Welches OneDrive?',
  wordsPlaceholder: 'Budget Planung',
  untitled: '(kein Name)',
  kinds: {
    document: 'Dokument',
    folder: 'Ordner',
  },
  options: {
    documentAction: {
      label: 'Wenn ein Dokument noch vorhanden ist',
      consequence:
        'Beide behalten: Das wiederhergestellte wird daneben abgelegt. Überschreiben: Der jetzige Inhalt geht verloren.',
      choices: { Keep: 'Beide behalten', Overwrite: 'Überschreiben' },
    },
    allVersions: {
      label: 'Alle Versionen wiederherstellen, nicht nur die ausgewählte',
      consequence: 'Auch der Versionsverlauf wird wiederhergestellt.',
    },
  },
  notes: {
    selectedVersions:
      'Eine frühere Version ist ausgewählt. Deshalb werden nur die ausgewählten Versionen wiederhergestellt.',
  },
};
