/** Texts about handing posts and items over as files, in German. */
import type { Words } from '../en/common.ts';
import type { ExportNouns } from '../en/exports.ts';
import type { FormatNumber } from '../quantities.ts';
import { secondPersonTroubles } from './four-eyes.ts';

const statesOf = (of: ExportNouns): Words['exports']['states']['posts'] => ({
  preparing: {
    title: of.preparing,
    text: of.fetching,
    next: 'Sobald die Datei bereit ist, biete ich sie in diesem Chat an.',
  },
  offered: {
    title: of.ready,
    text: 'Ich kann die Datei in Ihrem OneDrive speichern. Ohne Ihre Erlaubnis wird nichts gesendet.',
    next: 'Wählen Sie auf der Karte mit der Datei „Zulassen“ aus, oder „Ablehnen“, damit sie gelöscht wird.',
  },
  unanswered: {
    title: of.waiting,
    text: 'Auf die Karte mit der Datei habe ich noch keine Antwort erhalten.',
    next: `Wählen Sie dort „Zulassen“ aus. Wenn danach nichts geschehen ist, hat Teams die Antwort verloren. ${of.again}`,
  },
  uploading: {
    title: 'Die Datei wird hochgeladen',
    text: 'Ich speichere sie in Ihrem OneDrive.',
    next: 'Diese Karte zeigt das Ergebnis.',
  },
  'handed-over': {
    title: of.done,
    text: 'Die Datei liegt in Ihrem OneDrive und auf einer Karte weiter unten. Ich habe keine Kopie behalten.',
  },
  declined: { title: of.declined, text: 'Sie haben die Datei abgelehnt, deshalb habe ich sie gelöscht.' },
  expired: {
    title: 'Die Datei wurde gelöscht',
    text: 'Die Karte mit der Datei wurde nicht innerhalb von 15 Minuten beantwortet.',
    next: of.again,
  },
  refused: {
    title: of.refused,
    text: of.refusedText,
    next: of.refusedNext,
  },
  gone: {
    title: of.notDone,
    text: of.goneText,
    next: of.goneNext,
  },
  'not-ready': {
    title: of.notDone,
    text: of.late,
    next: of.lateNext,
  },
  'not-reached': {
    title: of.notDone,
    text: 'Der Backup-Dienst war nicht erreichbar, deshalb wurde nichts begonnen.',
    next: 'Versuchen Sie es in einigen Minuten erneut.',
  },
  'too-large': {
    title: of.tooLarge,
    text: 'Die Datei ist größer als 50 MB.',
    next: of.tooLargeNext,
  },
  unclear: {
    title: of.notDone,
    text: 'Ich habe die Datei beim Dienst angefordert, aber die Antwort ging verloren. Es wurde nichts geändert.',
    next: of.again,
  },
  'signed-out': {
    title: of.notDone,
    text: 'Ihre Sitzung ist beendet, deshalb habe ich abgebrochen und die Datei gelöscht.',
    next: `Melden Sie sich an. ${of.again}`,
  },
  off: {
    title: of.notDone,
    text: 'Diese Möglichkeit wurde inzwischen abgeschaltet, deshalb habe ich die Datei gelöscht.',
    next: 'Wenden Sie sich an Ihre Administratoren, oder stellen Sie den Inhalt stattdessen wieder her.',
  },
  interrupted: {
    title: of.notDone,
    text: 'Der Vorgang wurde unterbrochen, deshalb habe ich gelöscht, was es von der Datei schon gab.',
    next: of.again,
  },
  withdrawn: {
    title: of.notDone,
    text: 'Sie haben Ihre Anfrage zurückgezogen, deshalb wurde nichts aus der Sicherung geholt.',
  },
  'second-declined': {
    title: of.notDone,
    text: 'Die Genehmigung wurde abgelehnt.',
    next: secondPersonTroubles['second-declined'].next,
  },
  'second-expired': {
    title: of.notDone,
    text: 'Innerhalb von 24 Stunden wurde nicht genehmigt und abgeholt.',
    next: secondPersonTroubles['second-expired'].next,
  },
  'second-void': {
    title: of.notDone,
    text: 'Die Genehmigung zählt nicht mehr: Etwas hat sich geändert, oder wer genehmigt hat, darf das nicht mehr.',
    next: secondPersonTroubles['second-void'].next,
  },
  'foreign-host': {
    title: of.notDone,
    text: 'Teams hat für die Datei einen Ort genannt, an den dieser Bot nicht schreiben darf. Es wurde nichts dorthin gesendet, und die Datei ist gelöscht.',
    next: 'Teilen Sie den Betreibern dieses Bots mit, dass ALLOWED_UPLOAD_HOSTS Ihr OneDrive nicht nennt.',
  },
  'name-taken': {
    title: of.notDone,
    text: 'In Ihrem OneDrive gibt es schon eine Datei mit diesem Namen, deshalb habe ich meine gelöscht.',
    next: `${of.again} Der neue Name hat eine andere Uhrzeit.`,
  },
  'upload-refused': {
    title: of.notDone,
    text: 'Ihr OneDrive hat die Datei abgelehnt, deshalb habe ich sie gelöscht.',
    next: `Prüfen Sie, ob sich Ihr OneDrive öffnen lässt und Platz hat. ${of.again}`,
  },
  'upload-failed': {
    title: of.notDone,
    text: 'Das Hochladen in Ihr OneDrive wurde nicht abgeschlossen, deshalb habe ich die Datei gelöscht.',
    next: of.again,
  },
});

const POSTS: ExportNouns = {
  preparing: 'Der Export wird vorbereitet',
  fetching: 'Der Backup-Dienst schreibt die Beiträge in eine Datei. Das kann einige Minuten dauern.',
  ready: 'Der Export ist bereit',
  waiting: 'Der Export wartet auf Sie',
  done: 'Exportiert',
  declined: 'Export abgelehnt',
  refused: 'Der Dienst hat den Export abgelehnt',
  refusedText: 'Ihr Konto darf diese Beiträge nicht exportieren.',
  refusedNext: 'Bitten Sie Ihren Backup-Administrator um das Recht, Beiträge zu exportieren.',
  notDone: 'Nicht exportiert',
  goneText: 'Die Beiträge oder die Sicherung, in der sie gefunden wurden, sind beim Dienst nicht mehr geöffnet.',
  goneNext: 'Suchen Sie die Beiträge erneut, und exportieren Sie sie dann.',
  late: 'Der Dienst hat die Datei nicht innerhalb von zehn Minuten fertiggestellt.',
  lateNext: 'Versuchen Sie es später erneut, oder exportieren Sie weniger Beiträge.',
  tooLarge: 'Zu groß für den Export',
  tooLargeNext: 'Exportieren Sie weniger Beiträge auf einmal.',
  again: 'Exportieren Sie die Beiträge erneut.',
};

const ITEM: ExportNouns = {
  preparing: 'Die Datei wird abgerufen',
  fetching: 'Ich rufe sie vom Backup-Dienst ab. Das kann einige Minuten dauern.',
  ready: 'Der Download ist bereit',
  waiting: 'Der Download wartet auf Sie',
  done: 'Heruntergeladen',
  declined: 'Download abgelehnt',
  refused: 'Der Dienst hat den Download abgelehnt',
  refusedText:
    'Der Backup-Dienst erlaubt Ihnen nicht, Elemente dieser Art als Datei zu speichern. Bis zu Ihrer nächsten Anmeldung biete ich das nicht mehr an.',
  refusedNext:
    'Stellen Sie das Element stattdessen wieder her, oder bitten Sie Ihren Backup-Administrator um das Recht zum Speichern.',
  notDone: 'Nicht heruntergeladen',
  goneText: 'Der Dienst hat das Element in der geöffneten Sicherung nicht mehr, oder die Sicherung wurde geschlossen.',
  goneNext: 'Suchen Sie das Element erneut, und laden Sie es dann herunter.',
  late: 'Der Dienst hat die Datei nicht geliefert.',
  lateNext: 'Versuchen Sie es später erneut, oder stellen Sie das Element wieder her.',
  tooLarge: 'Zu groß zum Herunterladen',
  tooLargeNext: 'Stellen Sie das Element stattdessen wieder her.',
  again: 'Suchen Sie das Element erneut, und laden Sie es herunter, wenn Sie es noch brauchen.',
};

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'Exportieren',
  download: 'Herunterladen',
  ask: { export: 'Export anfragen', download: 'Download anfragen' },
  /** Asked before it leaves the backup. */
  why: {
    download: 'Wozu brauchen Sie diese Datei?',
    export: 'Wozu brauchen Sie diese Beiträge?',
    recorded: 'Wird im Überwachungsprotokoll festgehalten.',
  },
  /** One that is downloaded. */
  item: 'Ein Element',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'Alle Beiträge';
    return count === 1 ? 'Ein Beitrag' : `${n(count)} Beiträge`;
  },
  until: (time) => `Die Datei ist bis ${time} verfügbar.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'Eine Datei für Sie ist bereit',
    summaryGiven: 'Die Datei liegt in Ihrem OneDrive',
    /** How its name begins where what it is of has none. */
    fileName: { posts: 'Beiträge', item: 'Datei' },
    description: (what, channel) => `${what} aus ${channel}. Ohne Antwort wird die Datei nach 15 Minuten gelöscht.`,
    descriptionWithoutChannel: (what) => `${what}. Ohne Antwort wird die Datei nach 15 Minuten gelöscht.`,
  },
  states: { posts: statesOf(POSTS), item: statesOf(ITEM) },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'Der Export hat begonnen. Eine eigene Karte weiter unten zeigt den Fortschritt.',
  asking:
    'Diese Datei muss zuerst eine andere Person genehmigen. Eine eigene Karte weiter unten zeigt, wer gefragt wurde.',
  'asking-unclear':
    'Sie haben diese Datei eben schon angefordert, und es steht noch nicht fest, ob jemand um die Genehmigung gebeten wurde. Warten Sie eine halbe Minute. Wenn weiter unten keine Karte dafür erscheint, wählen Sie die Schaltfläche erneut aus.',
  downloading: 'Der Download hat begonnen. Eine eigene Karte weiter unten zeigt den Fortschritt.',
  'download-off': 'Hier lässt sich nichts herunterladen. Sie können das Element stattdessen wiederherstellen.',
  'download-refused':
    'Der Backup-Dienst erlaubt Ihnen nicht, Elemente dieser Art als Datei zu speichern. Stellen Sie das Element stattdessen wieder her, oder bitten Sie Ihren Backup-Administrator um das Recht zum Speichern.',
  'export-off': 'Beiträge lassen sich hier nicht exportieren. Sie können sie stattdessen wiederherstellen.',
  'export-running':
    'Eine andere Datei für Sie wird noch vorbereitet. Warten Sie, bis sie in diesem Chat angeboten wird, und wählen Sie die Schaltfläche dann erneut aus.',
  'export-unaudited':
    'Es wurde keine Datei bereitgestellt: Das Überwachungsprotokoll konnte nicht geschrieben werden, und ohne Protokoll lassen Ihre Administratoren das nicht zu. Warten Sie eine Minute, und wählen Sie die Schaltfläche erneut aus. Besteht das Problem weiterhin, informieren Sie Ihre Administratoren.',
  'export-mixed':
    'Nur Beiträge eines Kanals lassen sich zusammen exportieren. Wählen Sie Beiträge eines Kanals und sonst nichts aus, und wählen Sie dann die Schaltfläche erneut aus.',
};

export const exportNotices = {
  'export-over': {
    title: 'Diese Datei wird nicht mehr angeboten',
    text: 'Die Datei wurde bereitgestellt, abgelehnt oder nach 15 Minuten gelöscht, oder sie wurde jemand anderem angeboten.',
    next: 'Exportieren Sie sie erneut, oder laden Sie sie erneut herunter, wenn Sie sie noch brauchen.',
  },
};
