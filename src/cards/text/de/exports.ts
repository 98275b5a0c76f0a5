/** Texts about handing posts over as a file, in German. */
import type { Words } from '../en/common.ts';
import type { FormatNumber } from '../quantities.ts';

export const exports = (n: FormatNumber): Words['exports'] => ({
  button: 'Exportieren',
  /** Or all of the channel. */
  what: (count) => {
    if (count === undefined) return 'Alle Beiträge';
    return count === 1 ? 'Ein Beitrag' : `${n(count)} Beiträge`;
  },
  until: (time) => `Die Datei wartet bis ${time}.`,
  /** On the card that offers the file, which shows its name and size. */
  offer: {
    summary: 'Eine Datei für Sie ist bereit',
    /** How its name begins where the channel has none. */
    fileName: 'Beiträge',
    description: (what, channel) => `${what} aus ${channel}. Ohne Antwort wird die Datei nach 15 Minuten gelöscht.`,
    descriptionWithoutChannel: (what) => `${what}. Ohne Antwort wird die Datei nach 15 Minuten gelöscht.`,
  },
  states: {
    preparing: {
      title: 'Der Export wird vorbereitet',
      text: 'Der Sicherungsdienst schreibt die Beiträge in eine Datei. Das kann einige Minuten dauern.',
      next: 'Sobald sie fertig ist, biete ich sie in diesem Chat an.',
    },
    offered: {
      title: 'Der Export ist bereit',
      text: 'Ich kann die Datei in Ihr OneDrive legen. Ohne Ihre Erlaubnis wird nichts gesendet.',
      next: 'Wählen Sie auf der Karte mit der Datei „Zulassen“ aus, oder „Ablehnen“, damit sie gelöscht wird.',
    },
    unanswered: {
      title: 'Der Export wartet auf Sie',
      text: 'Auf die Karte mit der Datei habe ich noch keine Antwort erhalten.',
      next: 'Wählen Sie dort „Zulassen“ aus. Wenn danach nichts geschehen ist, exportieren Sie die Beiträge erneut: Teams verliert die Antwort manchmal.',
    },
    uploading: {
      title: 'Die Datei wird hochgeladen',
      text: 'Ich lege sie in Ihr OneDrive.',
      next: 'Diese Karte zeigt das Ergebnis.',
    },
    'handed-over': {
      title: 'Exportiert',
      text: 'Die Datei liegt in Ihrem OneDrive und auf einer Karte weiter unten. Ich habe keine Kopie behalten.',
    },
    declined: { title: 'Export abgelehnt', text: 'Sie haben die Datei abgelehnt, deshalb habe ich sie gelöscht.' },
    expired: {
      title: 'Die Datei wurde gelöscht',
      text: 'Die Karte mit der Datei wurde nicht innerhalb von 15 Minuten beantwortet.',
      next: 'Exportieren Sie die Beiträge erneut, wenn Sie sie noch brauchen.',
    },
    refused: {
      title: 'Der Dienst hat den Export abgelehnt',
      text: 'Ihr Konto darf diese Beiträge nicht exportieren.',
      next: 'Bitten Sie Ihren Sicherungsadministrator um das Recht, Beiträge zu exportieren.',
    },
    gone: {
      title: 'Nicht exportiert',
      text: 'Die Beiträge oder die Sicherung, in der sie gefunden wurden, sind beim Dienst nicht mehr geöffnet.',
      next: 'Suchen Sie die Beiträge erneut, und exportieren Sie sie dann.',
    },
    'not-ready': {
      title: 'Nicht exportiert',
      text: 'Der Dienst hat die Datei nicht innerhalb von zehn Minuten fertiggestellt.',
      next: 'Versuchen Sie es später erneut, oder exportieren Sie weniger Beiträge.',
    },
    'not-reached': {
      title: 'Nicht exportiert',
      text: 'Der Sicherungsdienst war nicht erreichbar, deshalb wurde nichts begonnen.',
      next: 'Versuchen Sie es in einigen Minuten erneut.',
    },
    'too-large': {
      title: 'Zu groß für den Export',
      text: 'Die Datei ist größer als 50 MB.',
      next: 'Exportieren Sie weniger Beiträge auf einmal.',
    },
    unclear: {
      title: 'Nicht exportiert',
      text: 'Ich habe die Datei beim Dienst angefordert, aber die Antwort ging verloren. Ein Export ändert nichts.',
      next: 'Exportieren Sie die Beiträge erneut.',
    },
    'signed-out': {
      title: 'Nicht exportiert',
      text: 'Ihre Sitzung ist beendet, deshalb habe ich abgebrochen und die Datei gelöscht.',
      next: 'Melden Sie sich an, und exportieren Sie die Beiträge erneut.',
    },
    interrupted: {
      title: 'Nicht exportiert',
      text: 'Der Export wurde unterbrochen, deshalb habe ich gelöscht, was es von der Datei schon gab.',
      next: 'Exportieren Sie die Beiträge erneut.',
    },
    'foreign-host': {
      title: 'Nicht exportiert',
      text: 'Teams hat für die Datei einen Ort genannt, an den dieser Bot nicht schreiben darf. Es wurde nichts dorthin gesendet, und die Datei ist gelöscht.',
      next: 'Sagen Sie denen, die diesen Bot betreiben, dass ALLOWED_UPLOAD_HOSTS Ihr OneDrive nicht nennt.',
    },
    'name-taken': {
      title: 'Nicht exportiert',
      text: 'In Ihrem OneDrive gibt es schon eine Datei mit diesem Namen, deshalb habe ich meine gelöscht.',
      next: 'Exportieren Sie die Beiträge erneut: Der Name enthält die Uhrzeit.',
    },
    'upload-refused': {
      title: 'Nicht exportiert',
      text: 'Ihr OneDrive hat die Datei abgelehnt, deshalb habe ich sie gelöscht.',
      next: 'Prüfen Sie, ob sich Ihr OneDrive öffnen lässt und Platz hat, und exportieren Sie die Beiträge erneut.',
    },
    'upload-failed': {
      title: 'Nicht exportiert',
      text: 'Das Hochladen in Ihr OneDrive wurde nicht fertig, deshalb habe ich die Datei gelöscht.',
      next: 'Exportieren Sie die Beiträge erneut.',
    },
  },
});

/** On the task's card. */
export const exportRemarks = {
  exporting: 'Der Export hat begonnen. Seine eigene Karte weiter unten zeigt, wie weit er ist.',
  'export-off': 'Beiträge lassen sich hier nicht exportieren. Sie können sie stattdessen wiederherstellen.',
  'export-running':
    'Ein anderer Export von Ihnen wird noch vorbereitet. Warten Sie, bis seine Datei in diesem Chat angeboten wird, und drücken Sie dann erneut „Exportieren“.',
  'export-unaudited':
    'Es wurde nichts exportiert: Das Überwachungsprotokoll konnte nicht geschrieben werden, und ohne es erlauben Ihre Administratoren keinen Export. Warten Sie eine Minute und drücken Sie erneut „Exportieren“. Wenn es dabei bleibt, sagen Sie es Ihren Administratoren.',
  'export-mixed':
    'Nur Beiträge eines Kanals lassen sich zusammen exportieren. Wählen Sie Beiträge eines Kanals und sonst nichts aus, und drücken Sie dann „Exportieren“.',
};

export const exportNotices = {
  'export-over': {
    title: 'Diese Datei wird nicht mehr angeboten',
    text: 'Sie wurde übergeben, abgelehnt oder nach 15 Minuten gelöscht, oder sie wurde jemand anderem angeboten.',
    next: 'Exportieren Sie die Beiträge erneut, wenn Sie sie noch brauchen.',
  },
};
