/** Texts about drives, in German. */
import type { Words } from '../../en/common.ts';

export const onedrive: Words['restore']['workloads']['onedrive'] = {
  name: 'Dateien',
  search: 'In Dateien suchen',
  whose: { own: 'Ihre eigenen Dateien', all: 'Dateien aller Personen', of: (name) => `Dateien von ${name}` },
  from: { own: 'Ihrem eigenen OneDrive', all: 'allen OneDrives', of: (name) => `dem OneDrive von ${name}` },
  containers: 'Welches OneDrive?',
  wordsPlaceholder: 'Budget 2026',
  approver: 'Melden Sie sich für Dateien als globaler Administrator oder SharePoint-Administrator an.',
  untitled: '(kein Name)',
  kinds: {
    document: 'Dokument',
    drive: 'Ganzes OneDrive',
    folder: 'Ordner',
    unclear: 'Dokument',
  },
  wholes: {
    drive: (count, isAlone) => (isAlone ? 'alles' : count === 1 ? 'ein ganzes OneDrive' : `${count} ganze OneDrives`),
    folder: (count) => `${count} Ordner`,
  },
  options: {
    documentAction: {
      label: 'Wenn ein Dokument noch vorhanden ist',
      consequence:
        'Beide behalten: Das wiederhergestellte wird daneben abgelegt. Überschreiben: Der aktuelle Inhalt geht verloren.',
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
    oneVersion:
      'Jedes Dokument wird in nur einer Version wiederhergestellt: in der ausgewählten, sonst in der dieser Sicherung. Der Versionsverlauf wird nicht wiederhergestellt.',
    keptTwice:
      'Ein ganzer Ordner oder ein ganzes OneDrive wird wiederhergestellt. Mit „Beide behalten“ gibt es danach jedes Dokument darin, das noch vorhanden ist, doppelt.',
  },
};
