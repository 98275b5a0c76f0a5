/** Texts about sites, in German. */
import type { Words } from '../../en/common.ts';

export const sharepoint: Words['restore']['workloads']['sharepoint'] = {
  name: 'SharePoint',
  search: 'SharePoint durchsuchen',
  whose: { own: 'Ihre eigene SharePoint-Website', of: (name) => `SharePoint von ${name}` },
  from: { own: 'Ihrer eigenen SharePoint-Website', of: (name) => `dem SharePoint von ${name}` },
  containers: 'Welche Website?',
  wordsPlaceholder: 'Budget Planung',
  untitled: '(kein Name)',
  kinds: {
    site: 'Unterwebsite',
    library: 'Bibliothek',
    list: 'Liste',
    folder: 'Ordner',
    document: 'Dokument',
    item: 'Listenelement',
    attachment: 'Anlage: kommt mit ihrem Listenelement zurück',
    unclear: 'Dokument oder Listenelement',
  },
  options: {
    siteMissingItems: {
      label: 'Fehlendes zurückholen',
      consequence: 'Was nicht mehr da ist, wird wiederhergestellt.',
    },
    siteChangedItems: {
      label: 'Auch wiederherstellen, was noch da ist, aber geändert wurde',
      consequence:
        'Aus: Vorhandenes bleibt, wie es ist. Ein: Dokumente erhalten die wiederhergestellte Version, Listenelemente werden ersetzt.',
    },
    siteVersions: {
      label: 'Versionen',
      consequence: 'Mit allen Versionen wird auch der Versionsverlauf wiederhergestellt und mit dem jetzigen vereint.',
      choices: { Last: 'Nur die gezeigte', All: 'Alle Versionen' },
    },
    siteLastVersion: {
      label: 'Wenn etwas noch vorhanden ist',
      consequence:
        'Version hinzufügen: Der jetzige Inhalt bleibt als frühere Version. Überschreiben: Er geht verloren.',
      choices: { Merge: 'Wiederhergestellte Version hinzufügen', Overwrite: 'Überschreiben' },
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
      consequence: 'Sie muss schon vorhanden sein. Alles wird dann dort abgelegt.',
      placeholder: 'Leer: ursprünglicher Ort',
      unfit: (typed) =>
        `„${typed}“ kann nicht der Name einer Bibliothek oder Liste sein: Verwenden Sie höchstens 255 Zeichen.`,
    },
  },
  notes: {
    itemsAnew:
      'Ein Listenelement, das noch vorhanden ist, wird gelöscht und mit neuer Nummer neu angelegt: Links darauf funktionieren nicht mehr, und Einträge anderer Listen, die darauf verweisen, können mit gelöscht werden.',
    mails: 'Alle, die Zugriff auf das Wiederhergestellte haben, erhalten eine E-Mail.',
    selectedVersions:
      'Eine frühere Version ist ausgewählt. Deshalb werden nur die ausgewählten Versionen wiederhergestellt.',
    limitsOfDocuments:
      'Nicht wiederhergestellt werden OneNote-Notizbücher, Vertraulichkeitsbezeichnungen, Elemente mit Aufbewahrungspflicht und die letzte Änderung an Ausgechecktem. Bei den wiederhergestellten Dokumenten steht unter „Erstellt von“ jemand anderes.',
    limitsOfItems:
      'Nicht wiederhergestellt werden Elemente aus ausgeblendeten Listen und Systemlisten, Elemente mit Aufbewahrungspflicht und Anlagen eines Listenelements, das noch vorhanden ist. Spalten mit verwalteten Metadaten oder Nachschlagewerten können leer bleiben.',
  },
};
