/** Texts about sites, in German. */
import type { Words } from '../../en/common.ts';

export const sharepoint: Words['restore']['workloads']['sharepoint'] = {
  name: 'SharePoint',
  search: 'In SharePoint suchen',
  whose: {
    own: 'Ihre eigene SharePoint-Website',
    all: 'Alle SharePoint-Websites',
    of: (name) => `SharePoint-Website „${name}“`,
  },
  from: {
    own: 'Ihrer eigenen SharePoint-Website',
    all: 'allen SharePoint-Websites',
    of: (name) => `der SharePoint-Website „${name}“`,
  },
  containers: 'Welche Website?',
  wordsPlaceholder: 'Budget 2026',
  approver: 'Melden Sie sich für Websites als globaler Administrator oder SharePoint-Administrator an.',
  untitled: '(kein Name)',
  kinds: {
    'whole site': 'Ganze Website',
    site: 'Unterwebsite',
    library: 'Bibliothek',
    list: 'Liste',
    folder: 'Ordner',
    document: 'Dokument',
    item: 'Listenelement',
    attachment: 'Anlage: wird mit ihrem Listenelement wiederhergestellt',
    unclear: 'Dokument oder Listenelement',
  },
  administrator: {
    hint: 'Eine Website wird ohne ihre Unterwebsites durchsucht. Um eine davon zu durchsuchen, öffnen Sie sie unter „Ordner durchsuchen“ und wählen Sie dann „Hier suchen“ aus.',
  },
  wholes: {
    'whole site': (count, isAlone) =>
      isAlone ? 'alles' : count === 1 ? 'eine ganze Website' : `${count} ganze Websites`,
    site: (count) => (count === 1 ? 'eine Unterwebsite' : `${count} Unterwebsites`),
    library: (count) => (count === 1 ? 'eine Bibliothek' : `${count} Bibliotheken`),
    list: (count) => (count === 1 ? 'eine Liste' : `${count} Listen`),
    folder: (count) => `${count} Ordner`,
  },
  options: {
    siteMissingItems: {
      label: 'Fehlendes wiederherstellen',
      consequence: 'Was nicht mehr da ist, wird wiederhergestellt.',
    },
    siteChangedItems: {
      label: 'Auch wiederherstellen, was noch da ist, aber geändert wurde',
      consequence:
        'Aus: Vorhandenes bleibt, wie es ist. Ein: Dokumente erhalten die wiederhergestellte Version, Listenelemente werden ersetzt.',
    },
    siteVersions: {
      label: 'Versionen',
      consequence:
        'Mit allen Versionen wird auch der Versionsverlauf wiederhergestellt und mit dem aktuellen zusammengeführt.',
      choices: { Last: 'Nur die angezeigte', All: 'Alle Versionen' },
    },
    siteLastVersion: {
      label: 'Wenn etwas noch vorhanden ist',
      consequence:
        'Version hinzufügen: Der aktuelle Inhalt bleibt als frühere Version. Überschreiben: Der Inhalt geht verloren.',
      choices: { Merge: 'Version hinzufügen', Overwrite: 'Überschreiben' },
    },
    sitePermissions: {
      label: 'Berechtigungen wiederherstellen',
      consequence: 'Ein: Wer zum Zeitpunkt der Sicherung Zugriff hatte, hat ihn wieder.',
    },
    siteNotification: {
      label: 'Alle mit Zugriff per E-Mail benachrichtigen',
      consequence: 'Nur zusammen mit den Berechtigungen.',
    },
    siteList: {
      label: 'In eine andere Bibliothek oder Liste derselben Website',
      consequence: 'Die Bibliothek oder Liste muss schon vorhanden sein. Alles wird dann dort abgelegt.',
      placeholder: 'Leer: ursprünglicher Ort',
      unfit: (typed) =>
        `„${typed}“ kann nicht der Name einer Bibliothek oder Liste sein: Verwenden Sie höchstens 255 Zeichen.`,
    },
    siteListViews: {
      label: 'Ansichten von Listen und Bibliotheken wiederherstellen',
      consequence:
        'Ein: Ansichten werden wiederhergestellt, wie sie waren. Aktuelle Ansichten mit demselben Namen können ersetzt werden.',
    },
    siteMasterPages: {
      label: 'Gestaltungsvorlagen wiederherstellen',
      consequence: 'Ein: Die aktuelle Gestaltung der Seiten kann ersetzt werden.',
    },
    siteSubsites: {
      label: 'Auch die Unterwebsites wiederherstellen',
      consequence: 'Aus: Nur die Website selbst wird wiederhergestellt.',
    },
  },
  notes: {
    wholes: 'Eine Website, Bibliothek oder Liste wird mit allem darin wiederhergestellt, unabhängig vom Umfang.',
    existingToo:
      'Ausgewählte Dokumente, Ordner und Listenelemente werden auch dann wiederhergestellt, wenn sie noch vorhanden sind: Der Dienst lässt Administratoren dabei keine Wahl.',
    itemsAnew:
      'Ein Listenelement, das noch vorhanden ist, wird gelöscht und mit neuer Nummer neu angelegt: Links darauf funktionieren nicht mehr, und Einträge anderer Listen, die darauf verweisen, können mit gelöscht werden.',
    mails: 'Alle, die Zugriff auf das Wiederhergestellte haben, erhalten eine E-Mail.',
    selectedVersions:
      'Eine frühere Version ist ausgewählt. Deshalb werden nur die ausgewählten Versionen wiederhergestellt.',
    limitsOfDocuments:
      'Nicht wiederhergestellt werden OneNote-Notizbücher, Vertraulichkeitsbezeichnungen, Elemente mit Haltestatus (Hold) und die letzte Änderung an Ausgechecktem. Bei den wiederhergestellten Dokumenten steht unter „Erstellt von“ jemand anderes.',
    limitsOfItems:
      'Nicht wiederhergestellt werden Elemente aus ausgeblendeten Listen und Systemlisten, Elemente mit Haltestatus (Hold) und Anlagen eines Listenelements, das noch vorhanden ist. Spalten mit verwalteten Metadaten oder Nachschlagewerten können leer bleiben.',
  },
};
