/** Texts about running and finished restores, in German. */
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const outcome = (n: FormatNumber): RestoreWords['outcome'] => ({
  running: {
    title: 'Wird wiederhergestellt',
    titleStopping: 'Die Wiederherstellung wird gestoppt',
    text: 'Die Wiederherstellung läuft automatisch weiter. Diese Karte zeigt das Ergebnis, auch Stunden später.',
    stopping:
      'Ich habe den Dienst aufgefordert, die Wiederherstellung zu stoppen. Was schon wiederhergestellt ist, bleibt erhalten.',
    notCounted: 'Der Dienst hat die Elemente noch nicht gezählt.',
  },
  percent: (percent) => `${n(percent)} % abgeschlossen`,
  counts: {
    total: 'Insgesamt',
    restored: 'Erfolgreich',
    skipped: 'Übersprungen',
    failed: 'Fehler',
  },
  unwatched: {
    title: 'Läuft weiter',
    text: 'Die Wiederherstellung läuft beim Backup-Dienst weiter, aber Ihre Sitzung ist beendet. Deshalb kann ich sie nicht mehr sehen.',
    next: 'Melden Sie sich an, um den Status zu sehen.',
  },
  searching: {
    title: 'Ihre Wiederherstellung wird gesucht',
    next: 'Ich suche sie unter den Wiederherstellungen des Dienstes. Das kann eine Minute oder länger dauern. Danach zeigt diese Karte, was ich gefunden habe.',
  },
  unclear: {
    title: 'Es ist unklar, ob die Wiederherstellung begonnen hat',
    text: 'Ich habe die Wiederherstellung an den Dienst gesendet, aber die Antwort ging verloren.',
    answered:
      'Ich habe die Wiederherstellung an den Dienst gesendet. Er hat mit einem Fehler geantwortet, der nicht sagt, ob sie begonnen hat.',
    waited:
      'Die Wiederherstellung hat mehr als zwei Stunden darauf gewartet, gesendet zu werden. Ich kann nicht ausschließen, dass sie in dieser Zeit schon gesendet wurde, und frage deshalb zuerst.',
    unchecked: 'Ich konnte die Wiederherstellungen des Dienstes nicht prüfen.',
    checked: (looks) =>
      looks === 1
        ? 'Ich habe sie unter den Wiederherstellungen des Dienstes einmal gesucht und nicht gefunden.'
        : `Ich habe sie unter den Wiederherstellungen des Dienstes ${n(looks)}-mal gesucht und nicht gefunden.`,
    next: 'Prüfen Sie in einigen Minuten erneut. Vielleicht ist sie nur verspätet.',
    warning:
      'Wenn Sie erneut senden, wird möglicherweise alles doppelt wiederhergestellt. Wählen Sie „Nicht erneut senden“ aus, wenn Sie lieber selbst prüfen möchten.',
    part: (number, of, name, what) => `Das ist Teil ${n(number)} von ${n(of)}: ${what}, ${name}.`,
    left: (count) =>
      count === 1
        ? '„Nicht erneut senden“ lässt diesen Teil aus. Der letzte wird trotzdem gesendet.'
        : `„Nicht erneut senden“ lässt diesen Teil aus. Die ${n(count)} übrigen werden trotzdem gesendet.`,
    due: {
      title: 'Eine Wiederherstellung wartet auf Ihre Entscheidung',
      text: 'Es ist unklar, ob der Dienst sie oder einen Teil davon begonnen hat. Ich sende nichts weiter, bis Sie entscheiden. Wählen Sie dazu „Anzeigen“ aus.',
    },
  },
  ended: {
    leftOut: (count) =>
      count === 1
        ? 'Ein fehlgeschlagenes Element kann ich nicht erneut versuchen: Der Dienst sagt nicht, welches von mehreren es ist. Suchen Sie es, und stellen Sie es erneut wieder her.'
        : `${n(count)} fehlgeschlagene Elemente kann ich nicht erneut versuchen: Der Dienst sagt nicht, welche von mehreren es sind. Suchen Sie sie, und stellen Sie sie erneut wieder her.`,
    title: {
      success: 'Wiederhergestellt',
      warning: 'Wiederhergestellt, mit Warnungen',
      failed: 'Die Wiederherstellung ist fehlgeschlagen',
      stopped: 'Die Wiederherstellung wurde gestoppt',
      refused: 'Der Dienst hat die Wiederherstellung abgelehnt',
      unknown: 'Unklar, ob es wiederhergestellt wurde',
    },
    text: {
      success: 'Alles, was Sie ausgewählt haben, wurde wiederhergestellt.',
      skipped:
        'Es musste nichts wiederhergestellt werden: Der Dienst hat alles übersprungen, meist weil es noch vorhanden ist.',
      warning: 'Die Wiederherstellung ist abgeschlossen, aber nicht alles lief wie erwartet.',
      failed: 'Nicht alles, was Sie ausgewählt haben, wurde wiederhergestellt.',
      stopped: 'Was bis dahin wiederhergestellt wurde, bleibt erhalten.',
      refused: 'Nichts wurde wiederhergestellt.',
      unknown: 'Ich habe die Wiederherstellung nicht erneut gesendet.',
      sentAgain: 'Ich habe die Wiederherstellung mehr als einmal gesendet und sende sie nicht noch einmal.',
    },
    stoppedElsewhere:
      'Die Wiederherstellung wurde beim Dienst gestoppt, nicht hier. Was bis dahin wiederhergestellt wurde, bleibt erhalten.',
    landings: { title: 'Das Wiederhergestellte ist hier:', original: 'am ursprünglichen Ort' },
    uncounted:
      'Der Dienst sagt nicht mehr, was aus den Elementen geworden ist. Die Zahlen sind die letzten, die ich kenne. Mehr zeigen „Wiederherstellungen“ oder die Elemente selbst.',
    dropped: {
      text: 'Der Dienst hat die Sitzung dieser Wiederherstellung nicht mehr. Zahlen auf dieser Karte sind die letzten, die ich kenne.',
      next: 'Prüfen Sie, ob die Elemente wieder vorhanden sind, bevor Sie sie erneut wiederherstellen.',
    },
    nextRest: 'Den Rest können Sie jetzt wiederherstellen.',
    next: 'Die fehlgeschlagenen Elemente können Sie erneut wiederherstellen.',
  },
  over: 'Eine Wiederherstellung, die Sie gestartet haben, ist beendet.',
  several: 'Mehrere Arten',
  failures: {
    title: 'Was nicht wie erwartet wiederhergestellt wurde',
    status: { failed: 'Fehler', missing: 'Nicht wiederhergestellt', warning: 'Warnung', skipped: 'Übersprungen' },
    notReached: 'Vorher wurde gestoppt.',
    noReason: 'Der Dienst hat keinen Grund angegeben.',
  },
});

export const sessionsList: RestoreWords['sessionsList'] = {
  title: 'Letzte Wiederherstellungen',
  none: 'Es gibt noch keine.',
  noneMatch: 'Keine Ihrer Wiederherstellungssitzungen entspricht der Auswahl.',
  noneYet: 'Unter den neuesten entspricht keine der Auswahl. „Nächste Seite“ sucht weiter zurück.',
  states: {
    running: 'Läuft',
    looking: 'Durchsucht eine Sicherung',
    success: 'Abgeschlossen',
    warning: 'Abgeschlossen, mit Warnungen',
    failed: 'Fehlgeschlagen',
  },
  started: (moment) => `Start: ${moment}`,
  ended: (moment) => `Ende: ${moment}`,
  reason: (reason) => `Grund: ${reason}`,
  stopping: 'Ich habe den Dienst aufgefordert, sie zu stoppen.',
  unnamed: 'Eine Wiederherstellung',
  update: 'Liste aktualisieren',
  session: 'Wiederherstellungssitzung',
  events: 'Was der Dienst aufgezeichnet hat, in seinen eigenen Worten:',
  noEvents: 'Der Dienst hat noch nichts aufgezeichnet.',
  eventStates: { cancelled: 'Abgebrochen', skipped: 'Übersprungen' },
  filter: {
    kind: 'Art',
    anyKind: 'Alle',
    state: 'Status',
    anyState: 'Alle',
    period: 'Zeitraum',
    anyPeriod: 'Beliebig',
    within: (days) => (days === 1 ? '24 Stunden' : `${days} Tage`),
  },
};
