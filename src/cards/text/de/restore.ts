/** Texts about finding and choosing what to restore, in German. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';
import { administrators } from './administrators.ts';
import { outcome, sessionsList } from './restore-outcome.ts';
import { notices, remarks, troubles } from './restore-remarks.ts';
import { workloads } from './workloads/index.ts';

const items = (n: FormatNumber, count: number): string => (count === 1 ? 'ein Element' : `${n(count)} Elemente`);

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const restore = (n: FormatNumber): Words['restore'] => ({
  buttons: {
    continue: 'Weiter',
    back: 'Zurück',
    done: 'Fertig',
    change: 'Ändern',
    search: 'Suchen',
    searchHere: 'Hier suchen',
    everywhere: 'Überall suchen',
    browse: 'Ordner durchsuchen',
    backups: 'Sicherung auswählen',
    experts: 'Weitere Filter',
    add: 'Zur Liste hinzufügen',
    selectPage: 'Seite auswählen',
    clear: 'Auswahl aufheben',
    next: 'Nächste Seite',
    previous: 'Vorherige Seite',
    up: 'Nach oben',
    open: 'Öffnen',
    versions: 'Versionen',
    details: 'Details',
    remove: 'Entfernen',
    show: 'Anzeigen',
    restore: 'Wiederherstellen',
    confirm: 'Wiederherstellen…',
    overwrite: 'Ja, überschreiben',
    elsewhere: 'Dort wiederherstellen',
    stop: 'Stoppen',
    look: 'Erneut prüfen',
    earlier: 'Weiter zurück suchen',
    missing: 'Was fehlt?',
    missingEarlier: 'Noch früher vergleichen',
    missingDeleted: 'Gelöschte Elemente',
    'send-again': 'Erneut senden',
    'give-up': 'Nicht erneut senden',
  },
  selectAll: (count) => `Alle auswählen (${n(count)})`,
  showList: (count) => `Liste anzeigen (${n(count)})`,
  restoreRest: (count) => `Mit Rest fortfahren (${n(count)})`,
  retryFailed: (count) => `Erneut versuchen (${n(count)})`,
  whose: { own: 'Ihre eigenen Daten', all: 'Daten aller Personen', of: (name) => `Daten von ${name}` },
  asOf: (moment) => `, Stand ${moment}`,
  latest: ', neueste Sicherung',
  labelled: (label, value) => `${label}: ${value}`,
  asAdministrator: 'Als Administrator',
  listed: (count) => `${n(count)} auf der Liste`,
  system: {
    recoverable: 'Von Exchange aufbewahrte gelöschte Elemente',
    technical: 'Technischer Ordner',
  },
  details: {
    who: 'Organisator oder Autor',
    to: 'An',
    cc: 'Cc',
    location: 'Ort',
    attachments: 'Anlagen',
    version: 'Version',
    attendees: 'Teilnehmer',
    bcc: 'Bcc',
    createdBy: 'Erstellt von',
    importance: 'Wichtigkeit',
    high: 'Hoch',
    low: 'Niedrig',
    recurrence: 'Wiederholung',
    recurring: 'Ja',
    percent: 'Erledigt',
    when: 'Wann',
    times: {
      sent: 'Gesendet',
      received: 'Empfangen',
      start: 'Beginn',
      end: 'Ende',
      due: 'Fällig',
      posted: 'Veröffentlicht',
      created: 'Erstellt',
      changed: 'Geändert',
    },
  },
  noSubject: '(kein Betreff)',
  noName: '(kein Name)',
  scope: {
    title: 'Wessen Daten?',
    label: 'Person, Website oder Team',
    placeholder: 'Namen oder Adresse eingeben',
    you: 'Sie (eigene Daten)',
    types: { User: 'Person', Site: 'Website', Team: 'Team' },
    counted: {
      User: (count) => (count === 1 ? 'einer Person' : `${n(count)} Personen`),
      Site: (count) => (count === 1 ? 'einer Website' : `${n(count)} Websites`),
      Team: (count) => (count === 1 ? 'einem Team' : `${n(count)} Teams`),
    },
    more: (shown, all) => `Angezeigt werden ${n(shown)} von ${all}. Geben Sie einen Namen ein, um andere zu finden.`,
    narrow: 'Mit „Website“ oder „Team“ vor dem Namen sehen Sie nur solche.',
  },
  workload: {
    label: 'Welche Art von Daten?',
  },
  earlier: {
    title: 'Suche in früheren Sicherungen',
    looking: (moment) => `Ich suche in der Sicherung vom ${moment}.`,
    deleted: 'Ich durchsuche, was zum Zeitpunkt dieser Sicherung schon gelöscht war.',
    seen: (moment) => `In der Sicherung vom ${moment} ist es vorhanden. Ich prüfe, ob auch eine neuere es enthält.`,
    count: (session, most) => `Sicherung ${n(session)} von höchstens ${n(most)}`,
  },
  point: {
    title: 'Von welchem Tag?',
    intro: 'Ich zeige alles so an, wie es an diesem Tag war.',
    label: 'Sicherung',
    latest: 'Die neueste Sicherung',
    latestAt: (moment) => `Die neueste Sicherung (${moment})`,
    day: 'Oder die letzte Sicherung eines Tages',
    words: 'Oder in Worten',
    wordsPlaceholder: 'vor dem 1. März',
    showDeleted: 'Auch anzeigen, was vor diesem Tag gelöscht wurde',
    first: (moment) => `Die erste Sicherung stammt vom ${moment}.`,
    more: (count) =>
      count === 1
        ? 'Auch an einem früheren Tag wurde gesichert: Geben Sie sein Datum an.'
        : `Auch an ${n(count)} früheren Tagen wurde gesichert: Geben Sie ein Datum an.`,
    none: 'Es gibt keine Sicherung zur Auswahl.',
  },
  search: {
    title: 'Was suchen Sie?',
    intro: 'Geben Sie ein, was Sie wissen. Suchbegriffe allein genügen.',
    onlyIn: 'Nur in',
    words: 'Suchbegriffe',
    asOf: 'Stand',
    asOfPlaceholder: 'Neuester oder vor 4 Tagen',
    from: 'Von',
    to: 'An',
    subject: 'Betreff',
    name: 'Dateiname',
    changedBy: 'Geändert von',
    after: 'Ab Datum',
    before: 'Bis Datum',
    hasAttachments: 'Nur mit Anlagen',
    experts:
      'Unter „Suchbegriffe“ können Sie auch Kriterium:Wert eingeben, verbunden mit AND, OR und NOT in Großbuchstaben. Setzen Sie Werte mit Leerzeichen in Anführungszeichen. Zum Beispiel:',
  },
  results: {
    titleSearch: 'Suchergebnisse',
    titleFolder: 'In diesem Ordner',
    found: (found) => (found === 1 ? '1 Element' : `${n(found)} Elemente`),
    page: (page, pages) => `Seite ${n(page)} von ${n(pages)}`,
    beyond: 'Aufgelistet ist nur, was Ihre Suche in der neueren Sicherung nicht gefunden hat.',
    tooMany:
      'Es gibt mehr, als ich anzeigen kann; einige fehlen hier. Grenzen Sie die Suche ein: mit einem Absender oder Namen, einem kürzeren Zeitraum oder einem weiteren Suchbegriff.',
    nothing: 'Hier ist nichts.',
    onList: 'Auf der Liste',
    deleted: 'Gelöscht',
    archive: 'Archivpostfach',
    elsewhere: (count) =>
      count === 1
        ? 'Auf einer anderen Seite ist noch ein Element ausgewählt. „Wiederherstellen…“ schließt es ein.'
        : `Auf anderen Seiten sind noch ${n(count)} Elemente ausgewählt. „Wiederherstellen…“ schließt sie ein.`,
  },
  missing: {
    title: 'Was fehlt',
    comparing: (earlier, latest) => `Ich vergleiche die Sicherung vom ${earlier} mit der neuesten (${latest}).`,
    comparingDeleted: (latest) => `Ich lese die gelöschten Elemente der neuesten Sicherung (${latest}).`,
    since: (count, earlier, latest) =>
      count === 1
        ? `Ein Element war am ${earlier} noch da und ist in der neuesten Sicherung (${latest}) nicht mehr enthalten.`
        : `${n(count)} Elemente waren am ${earlier} noch da und sind in der neuesten Sicherung (${latest}) nicht mehr enthalten.`,
    deleted: (count, latest) =>
      count === 1
        ? `Zum Zeitpunkt der neuesten Sicherung (${latest}) war ein Element bereits gelöscht.`
        : `Zum Zeitpunkt der neuesten Sicherung (${latest}) waren ${n(count)} Elemente bereits gelöscht.`,
    renamed: (count) =>
      count === 1
        ? 'Ein weiteres ist vermutlich noch da, unter einer anderen ID: Es ist nicht aufgeführt.'
        : `${n(count)} weitere sind vermutlich noch da, unter anderen IDs: Sie sind nicht aufgeführt.`,
    cut: 'Es gibt mehr, als ich vergleichen oder anzeigen kann. Vergleichen Sie einen Ordner darin, um ihn vollständig zu sehen.',
    live: 'Ich vergleiche Sicherungen miteinander. Was sich seit der neuesten geändert hat, sehe ich nicht.',
  },
  versions: {
    title: 'Frühere Versionen',
    intro: 'Wählen Sie die Version aus, die Sie wiederherstellen möchten.',
    version: (version) => `Version ${version}`,
    unnamed: 'Frühere Version',
    none: 'Es gibt keine früheren Versionen.',
    more: 'Ich zeige nur die neuesten Versionen. Es gibt ältere.',
  },
  list: {
    title: 'Ihre Liste',
    titleEmpty: 'Ihre Liste ist leer',
    empty: 'Suchen Sie oder durchsuchen Sie Ordner, und fügen Sie hinzu, was Sie wiederherstellen möchten.',
    folders: 'Der Inhalt von Ordnern wird gezählt, bevor etwas wiederhergestellt wird.',
  },
  confirm: {
    title: 'Jetzt wiederherstellen?',
    sentence: (what, whose) => `${capitalized(what)} aus ${whose} wiederherstellen`,
    several: (what, places) => `${capitalized(what)} von ${n(places)} Stellen wiederherstellen:`,
    items: (itemCount) => items(n, itemCount),
    counted: (what, folderCount) =>
      `Mit allem, was in ${folderCount === 1 ? 'einem Ordner' : `${n(folderCount)} Ordnern`} liegt, ergibt das ${what}.`,
    writtenTo: 'Ziel',
    among: 'Enthält',
    reason: 'Grund',
    reasonPlaceholder: 'Versehentlich gelöscht',
    reasonOptional: 'Wird im Backup-Dienst und im Überwachungsprotokoll festgehalten. Sie können das Feld leer lassen.',
    reasonRequired: 'Wird im Backup-Dienst und im Überwachungsprotokoll festgehalten.',
    reasonKept:
      'Wird nur im Überwachungsprotokoll festgehalten: Der Backup-Dienst speichert für Wiederherstellungen als Administrator keinen Grund.',
  },
  moved: {
    title: 'Fortsetzung weiter unten',
    text: 'Diese Aufgabe wird weiter unten auf einer neueren Karte fortgesetzt.',
  },
  closed: {
    title: 'Aufgabe geschlossen',
    why: {
      done: 'Sie haben die Aufgabe geschlossen, bevor etwas wiederhergestellt wurde.',
      expired:
        'Ihre Sitzung ist beendet, deshalb habe ich die Aufgabe geschlossen. Was der Dienst bis dahin erhalten hat, läuft dort weiter; mehr wird nicht gesendet.',
      'logged-out':
        'Sie haben sich abgemeldet, deshalb habe ich die Aufgabe geschlossen. Was der Dienst bis dahin erhalten hat, läuft dort weiter; mehr wird nicht gesendet.',
    },
    next: 'Sie können jederzeit neu beginnen.',
  },
  workloads,
  outcome: outcome(n),
  sessionsList,
  troubles,
  remarks: remarks(n),
  administrators,
  notices,
});
