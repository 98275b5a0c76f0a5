/** Texts about finding and choosing what to restore, in German. */
import { numbersIn } from '../quantities.ts';
import type { Words } from '../words.ts';
import { notices, outcome, remarks, sessionsList, troubles } from './restore-outcome.ts';

const n = numbersIn('de');
const items = (count: number): string => (count === 1 ? 'ein Element' : `${n(count)} Elemente`);
const sites = (count: number): string => (count === 1 ? 'eine Site' : `${n(count)} Sites`);
const teams = (count: number): string => (count === 1 ? 'ein Team' : `${n(count)} Teams`);

export const restore: Words['restore'] = {
  buttons: {
    continue: 'Weiter',
    back: 'Zurück',
    done: 'Fertig',
    change: 'Ändern',
    changeScope: 'Andere Person',
    changeWorkload: 'Mail oder Dateien',
    changePoint: 'Anderer Tag',
    search: 'Suchen',
    browse: 'In Ordner sehen',
    experts: 'Für Experten',
    add: 'Auf die Liste',
    next: 'Nächste',
    previous: 'Vorherige',
    narrow: 'Eingrenzen',
    up: 'Nach oben',
    open: 'Öffnen',
    versions: 'Versionen',
    details: 'Details',
    remove: 'Entfernen',
    restore: 'Wiederherstellen',
    stop: 'Anhalten',
    look: 'Nachsehen',
    sendAgain: 'Noch einmal senden',
    giveUp: 'Dabei belassen',
  },
  showList: (count) => `Liste zeigen (${n(count)})`,
  retryFailed: (count) => `Fehler wiederholen (${n(count)})`,
  whose: {
    own: { any: 'Ihre eigenen Daten', exchange: 'Ihre eigenen Mails', onedrive: 'Ihre eigenen Dateien' },
    of: {
      any: (name) => `Daten von ${name}`,
      exchange: (name) => `Mails von ${name}`,
      onedrive: (name) => `Dateien von ${name}`,
    },
  },
  asOf: (moment) => `, Stand ${moment}`,
  latest: ', neueste Sicherung',
  labelled: (label, value) => `${label}: ${value}`,
  listed: (count) => `${n(count)} auf der Liste`,
  kinds: {
    message: 'E-Mail',
    appointment: 'Termin',
    contact: 'Kontakt',
    'contact group': 'Kontaktgruppe',
    task: 'Aufgabe',
    journal: 'Journaleintrag',
    note: 'Notiz',
    discussion: 'Diskussion',
    document: 'Dokument',
    folder: 'Ordner',
  },
  details: {
    who: 'Von',
    kind: 'Art',
    to: 'An',
    cc: 'Kopie',
    location: 'Ort',
    attachments: 'Anlagen',
    version: 'Version',
  },
  noSubject: '(kein Betreff)',
  noName: '(kein Name)',
  scope: {
    title: 'Wessen Daten?',
    intro: 'Wählen Sie, wessen Mails oder Dateien Sie durchsehen möchten.',
    label: 'Person',
    placeholder: 'Namen oder Adresse tippen',
    you: 'Sie (eigene Daten)',
    typed: (typed) => `Zu „${typed}“:`,
    more: (shown, all) => `${n(shown)} von ${n(all)} Personen sind aufgeführt. Tippen Sie, um eine andere zu finden.`,
    notYet: (siteCount, teamCount) =>
      `Zu Ihrem Bereich gehören auch ${[...(siteCount === 0 ? [] : [sites(siteCount)]), ...(teamCount === 0 ? [] : [teams(teamCount)])].join(' und ')}. Das kann ich noch nicht wiederherstellen.`,
    tip: 'Sie können auch restore scope und einen Namen schreiben.',
  },
  workload: {
    title: 'Mail oder Dateien?',
    exchange: { name: 'Mail', about: 'Das Exchange-Postfach: Mails, Kalender, Kontakte, Aufgaben und Notizen' },
    onedrive: { name: 'Dateien', about: 'OneDrive: Dokumente und Ordner, mit ihren früheren Versionen' },
  },
  point: {
    title: 'Zu welchem Stand?',
    intro: 'Ich zeige alles so, wie es damals war.',
    label: 'Sicherung',
    latest: 'Die neueste Sicherung',
    latestAt: (moment) => `Die neueste Sicherung (${moment})`,
    day: 'Oder die letzte eines Tages',
    words: 'Oder in Worten',
    wordsPlaceholder: 'vor dem 1. März',
    showDeleted: 'Auch zeigen, was vor diesem Tag gelöscht wurde',
    first: (moment) => `Die erste Sicherung ist vom ${moment}.`,
    more: (count) =>
      count === 1
        ? 'Auch an einem früheren Tag wurde gesichert: Geben Sie sein Datum an.'
        : `Auch an ${n(count)} früheren Tagen wurde gesichert: Geben Sie ein Datum an.`,
    none: 'Es gibt keine Sicherung zur Auswahl.',
  },
  search: {
    title: 'Was suchen Sie?',
    intro: 'Füllen Sie aus, was Sie wissen. Wörter allein genügen.',
    words: 'Wörter',
    wordsPlaceholder: { exchange: 'Rechnung Oktober', onedrive: 'Budget Planung' },
    from: 'Von',
    to: 'An',
    subject: 'Betreff',
    name: 'Dateiname',
    changedBy: 'Geändert von',
    after: 'Ab Tag',
    before: 'Bis Tag',
    hasAttachments: 'Nur mit Anlagen',
    experts:
      'Unter „Wörter“ geht auch criteria:value, verbunden mit AND, OR und NOT in Großbuchstaben. Werte mit Leerzeichen stehen in Anführungszeichen. Zum Beispiel:',
  },
  results: {
    titleSearch: 'Das habe ich gefunden',
    titleFolder: 'In diesem Ordner',
    titleContainers: { exchange: 'Welches Postfach?', onedrive: 'Welches OneDrive?' },
    found: (found) => `${n(found)} gefunden`,
    page: (page, pages) => `Seite ${n(page)} von ${n(pages)}`,
    tooMany:
      'Es sind mehr, als ich aufführen kann; hier fehlen also welche. Grenzen Sie ein: mit einem Absender oder Namen, einer kürzeren Zeit oder einem Wort mehr.',
    nothing: 'Hier ist nichts.',
    onList: 'Auf der Liste',
    archive: 'Archiv',
    tickedIsAdded: 'Was Sie angekreuzt haben, kommt beim Blättern auf die Liste.',
  },
  versions: {
    title: 'Frühere Versionen',
    intro: 'Kreuzen Sie die Version an, die Sie zurückhaben möchten.',
    version: (version) => `Version ${version}`,
    unnamed: 'Frühere Version',
    none: 'Es gibt keine früheren Versionen.',
  },
  list: {
    title: 'Ihre Liste',
    titleEmpty: 'Ihre Liste ist leer',
    empty: 'Suchen Sie oder sehen Sie in Ordner, und nehmen Sie auf, was Sie zurückhaben möchten.',
    folders: 'Was in Ordnern liegt, zähle ich, bevor etwas wiederhergestellt wird.',
  },
  options: {
    title: 'Wie soll es zurückkommen?',
    items: (count) =>
      count === 1
        ? 'Ein Element soll wiederhergestellt werden.'
        : `${n(count)} Elemente sollen wiederhergestellt werden.`,
    counted: (itemCount, folderCount) =>
      `Mit allem, was in ${folderCount === 1 ? 'einem Ordner' : `${n(folderCount)} Ordnern`} liegt, ergibt das ${items(itemCount)}.`,
    folder: 'In einen Ordner dieses Namens',
    folderPlaceholder: 'Leer: dorthin, wo es war',
    deletedItems: 'Zurückholen, was fehlt',
    changedItems: 'Überschreiben, was seither geändert wurde',
    markRestoredAsUnread: 'Wiederhergestelltes als ungelesen markieren',
    documentAction: 'Wenn ein Dokument noch da ist',
    overwrite: 'Überschreiben',
    keep: 'Behalten und das wiederhergestellte danebenlegen',
    allVersions: 'Alle Versionen wiederherstellen, nicht nur die gewählte',
    noAllVersions:
      'Auf der Liste steht eine frühere Version; ich stelle deshalb nur die gewählten Versionen wieder her.',
  },
  reason: {
    title: 'Warum wird es wiederhergestellt?',
    intro:
      'Der Grund steht bei der Wiederherstellung im Backup-Dienst und im Überwachungsprotokoll. Sie können ihn leer lassen.',
    label: 'Grund',
    placeholder: 'Versehentlich gelöscht',
  },
  summary: {
    title: 'Wiederherstellen?',
    sentence: (itemCount, whose) =>
      `${itemCount === 1 ? 'Ein Element' : items(itemCount)} wiederherstellen, aus ${whose}`,
    whose: {
      own: { exchange: 'Ihrem eigenen Postfach', onedrive: 'Ihrem eigenen OneDrive' },
      of: {
        exchange: (name) => `dem Postfach von ${name}`,
        onedrive: (name) => `dem OneDrive von ${name}`,
      },
    },
    original: 'Alles kommt dorthin zurück, wo es war.',
    folder: (folder) => `Alles kommt in den Ordner „${folder}“, der angelegt wird, wenn er fehlt.`,
    missing: { yes: 'Was fehlt, kommt zurück.', no: 'Was fehlt, bleibt weg.' },
    changed: {
      yes: 'Was seither geändert wurde, wird mit dem Stand der Sicherung überschrieben.',
      no: 'Was noch da ist, bleibt, wie es ist.',
    },
    nothing:
      'So würde nichts wiederhergestellt. Gehen Sie zurück und wählen Sie, was fehlt, was geändert wurde oder beides.',
    unread: 'Wiederhergestelltes wird als ungelesen markiert.',
    overwrite: 'Dokumente, die noch da sind, werden überschrieben.',
    keep: 'Dokumente, die noch da sind, bleiben; die wiederhergestellten kommen daneben.',
    allVersions: 'Alle Versionen werden wiederhergestellt.',
    writtenTo: 'Geschrieben wird in',
    among: 'Darunter',
    reason: 'Grund',
  },
  moved: {
    title: 'Diese Aufgabe ist umgezogen',
    said: 'Sie geht auf einer neueren Karte weiter unten weiter.',
  },
  closed: {
    title: 'Aufgabe geschlossen',
    why: {
      done: 'Sie haben sie geschlossen, bevor etwas wiederhergestellt wurde.',
      expired:
        'Ihre Anmeldung ist zu Ende, deshalb habe ich sie geschlossen. Begonnene Wiederherstellungen gehen beim Dienst weiter.',
      'logged-out':
        'Sie haben sich abgemeldet, deshalb habe ich sie geschlossen. Begonnene Wiederherstellungen gehen beim Dienst weiter.',
    },
    next: 'Sie können jederzeit neu beginnen.',
  },
  outcome,
  sessionsList,
  troubles,
  remarks,
  notices,
};
