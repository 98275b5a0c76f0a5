/** Texts about what went wrong in finding and restoring, and what to do about it, in German. */
import { administratorRemarks, administratorTroubles } from './administrators.ts';
import { approvalTroubles } from './approvals.ts';
import { approvalNotice, secondPersonTroubles } from './four-eyes.ts';
import { exportNotices, exportRemarks } from './exports.ts';
import type { FormatNumber } from '../quantities.ts';
import type { Words } from '../en/common.ts';

type RestoreWords = Words['restore'];

export const troubles: RestoreWords['troubles'] = {
  'access-denied': {
    text: 'Der Backup-Dienst erlaubt Ihnen diesen Vorgang für diese Daten nicht.',
    who: 'backup administrator',
    next: 'Wählen Sie jemand anders oder bitten Sie Ihren Backup-Administrator, diese Person in Ihren Bereich aufzunehmen.',
  },
  'not-found': {
    text: 'Der Backup-Dienst hat die angeforderten Daten nicht mehr.',
    who: 'you',
    next: 'Suchen Sie erneut, oder wählen Sie eine frühere Sicherung, wenn sie in dieser fehlen.',
  },
  'backup-gone': {
    text: 'Die Sicherung, in der dies gefunden wurde, gibt es nicht mehr.',
    who: 'you',
    next: 'Wählen Sie eine Sicherung von einem anderen Tag und suchen Sie dort erneut.',
  },
  validation: {
    text: 'Der Backup-Dienst hat die Anforderung nicht verstanden.',
    who: 'you',
    next: 'Verwenden Sie einfachere Suchbegriffe und versuchen Sie es erneut. Tritt das Problem erneut auf, informieren Sie die Betreiber dieses Bots.',
    ofRestore: 'Versuchen Sie es erneut. Tritt das Problem erneut auf, informieren Sie die Betreiber dieses Bots.',
  },
  'proxy-offline': {
    text: 'Der Backup-Proxy, der diese Sicherungen liest, ist offline.',
    who: 'backup administrator',
    next: 'Versuchen Sie es in einigen Minuten erneut. Besteht das Problem weiterhin, bitten Sie Ihren Backup-Administrator, den Backup-Proxy wieder online zu bringen.',
  },
  timeout: {
    text: 'Der Backup-Dienst hat zu lange gebraucht.',
    who: 'you',
    next: 'Versuchen Sie es erneut. Ein kürzerer Zeitraum oder ein weiterer Suchbegriff beschleunigt die Suche.',
    ofRestore: 'Versuchen Sie es in einigen Minuten erneut.',
  },
  conflict: {
    text: 'Im Backup-Dienst läuft gerade ein anderer Vorgang mit diesen Daten.',
    who: 'nobody',
    next: 'Versuchen Sie es in einigen Minuten erneut.',
  },
  transfer: {
    text: 'Die Organisation wird gerade innerhalb des Backup-Dienstes verschoben.',
    who: 'backup administrator',
    next: 'Versuchen Sie es später erneut. Ihr Backup-Administrator weiß, wann das Verschieben abgeschlossen ist.',
  },
  'restore-only': {
    text: 'Der Backup-Dienst akzeptiert nur Anmeldungen, keine Wiederherstellungen.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, Wiederherstellungen über den REST-Dienst zuzulassen.',
  },
  unreachable: {
    text: 'Der Backup-Dienst war nicht erreichbar.',
    who: 'backup administrator',
    next: 'Versuchen Sie es in einigen Minuten erneut. Besteht das Problem weiterhin, fragen Sie Ihren Backup-Administrator, ob der Dienst läuft.',
  },
  throttled: {
    text: 'Der Backup-Dienst ist gerade ausgelastet.',
    who: 'nobody',
    next: 'Versuchen Sie es in einer Minute erneut.',
  },
  'too-large': {
    text: 'Die Antwort des Backup-Dienstes ist zu groß, um sie anzuzeigen.',
    who: 'you',
    next: 'Grenzen Sie die Suche ein: auf eine Person, einen Tag oder kurzen Zeitraum, oder mit einem weiteren Suchbegriff.',
  },
  crowded: {
    text: 'Im Moment werden zu viele große Ergebnisse geladen.',
    who: 'nobody',
    next: 'Versuchen Sie es in einer Minute erneut. Schneller geht es mit nur einer Person, nur einem Tag oder einem weiteren Suchbegriff.',
  },
  unclear: {
    text: 'Es ist nicht bekannt, ob der Backup-Dienst diese Wiederherstellung begonnen hat.',
    who: 'you',
    next: 'Prüfen Sie, ob die Elemente wieder vorhanden sind, oder sehen Sie unter „Wiederherstellungen“ nach, bevor Sie sie erneut wiederherstellen.',
  },
  ...secondPersonTroubles,
  'session-over': {
    text: 'Ihre Sitzung endete, bevor alles gesendet war. Was noch nicht gesendet war, wird nicht gesendet.',
    who: 'you',
    next: 'Melden Sie sich an, und stellen Sie dann wieder her, was fehlt.',
  },
  ...approvalTroubles,
  ...administratorTroubles,
  unknown: {
    text: 'Der Backup-Dienst konnte das nicht ausführen.',
    who: 'backup administrator',
    next: 'Versuchen Sie es erneut. Tritt das Problem erneut auf, zeigen Sie diese Karte Ihrem Backup-Administrator.',
  },
};

export const remarks = (n: FormatNumber): RestoreWords['remarks'] => ({
  'nothing-found':
    'Nichts gefunden. Versuchen Sie es mit weniger oder anderen Suchbegriffen, einem längeren Zeitraum oder einer früheren Sicherung.',
  'nothing-found-nor-name': (name) =>
    `Nichts gefunden. Ich kenne keine Person, keine Website und kein Team namens „${name}“, deshalb habe ich dies als Suchbegriffe verstanden. Prüfen Sie die Schreibweise, oder wählen Sie, wessen Daten Sie durchsuchen möchten.`,
  'place-absent': {
    latest: (from) => `Die neueste Sicherung enthält nichts aus ${from}.`,
    ofDay: (from) => `Die Sicherung von diesem Tag enthält nichts aus ${from}.`,
    next: 'Eine frühere kann noch etwas enthalten. Durchsuchen Sie frühere Sicherungen, oder wählen Sie einen anderen Tag.',
  },
  'empty-before-first-backup-of': (moment) =>
    `An diesem Tag gab es noch keine Sicherung, deshalb wird nichts angezeigt. Die erste stammt vom ${moment}. Wählen Sie diese oder eine spätere.`,
  'empty-before-first-backup':
    'An diesem Tag gab es noch keine Sicherung, deshalb wird nichts angezeigt. Wählen Sie einen späteren Tag.',
  'no-such-date': (typed) =>
    `„${typed}“ erkenne ich nicht als Datum. Schreiben Sie es wie 01.03.2026 oder „vor 4 Tagen“, oder wählen Sie eine Sicherung.`,
  'future-date': (typed) =>
    `„${typed}“ liegt in der Zukunft, davon gibt es noch keine Sicherung. Wählen Sie einen vergangenen Zeitpunkt oder schreiben Sie „heute“.`,
  'day-unknown': (typed) =>
    `„${typed}“ erkenne ich nicht als Tag, deshalb habe ich in der neuesten Sicherung gesucht, ohne diese Wörter. Schreiben Sie den Tag wie 01.03.2026 oder „vor 4 Tagen“, oder wählen Sie eine Sicherung.`,
  'dates-reversed': 'Der letzte Tag liegt vor dem ersten. Tauschen Sie die beiden.',
  'query-refused':
    'Der Backup-Dienst hat die Suche nicht verstanden. Verwenden Sie einfache Suchbegriffe oder prüfen Sie die Anführungszeichen.',
  'query-too-long': 'Die Suche ist zu lang. Verwenden Sie weniger Suchbegriffe.',
  'nothing-chosen': 'Nichts war ausgewählt. Treffen Sie eine Auswahl, und versuchen Sie es dann erneut.',
  'no-keywords':
    'Es gibt noch nichts, wonach gesucht werden kann. Geben Sie einen Suchbegriff ein, und wählen Sie dann erneut „Suchen“.',
  'page-moved-on':
    'Die Seite hatte sich inzwischen geändert, deshalb wurde nichts ausgeführt. Prüfen Sie sie, und versuchen Sie es dann erneut.',
  added: (count) =>
    count === 1
      ? 'Ein Element wurde zu Ihrer Liste hinzugefügt.'
      : `${n(count)} Elemente wurden zu Ihrer Liste hinzugefügt.`,
  removed: (count) =>
    count === 1
      ? 'Ein Element wurde aus Ihrer Liste entfernt.'
      : `${n(count)} Elemente wurden aus Ihrer Liste entfernt.`,
  'list-full': (limit) =>
    `Eine Liste fasst höchstens ${n(limit)} Elemente einer Person, einer Website oder eines Teams. Stellen Sie diese zuerst wieder her und beginnen Sie dann eine neue Liste.`,
  'folder-instead': 'Sie können stattdessen auch den Ordner hinzufügen, der als ein Element zählt.',
  'too-many-items': (limit) =>
    `Eine Liste fasst insgesamt höchstens ${n(limit)} Elemente. Stellen Sie diese zuerst wieder her und beginnen Sie dann eine neue Liste.`,
  'too-many-owners': (limit) =>
    `Eine Liste fasst Elemente von höchstens ${n(limit)} Personen, Websites und Teams. Stellen Sie diese zuerst wieder her und beginnen Sie dann eine neue Liste.`,
  'too-many-places': (limit) =>
    `Eine Liste fasst Elemente von höchstens ${n(limit)} Stellen: Jede Person, jede Website und jedes Team zählt je Art von Daten und je Sicherung einmal. Stellen Sie diese zuerst wieder her und beginnen Sie dann eine neue Liste.`,
  'folders-too-full': (limit) =>
    `Die Ordner auf Ihrer Liste enthalten mehr als ${n(limit)} Elemente; mehr sind in einer Wiederherstellung nicht möglich. Entfernen Sie sie, öffnen Sie dann einen und fügen Sie einen Teil davon hinzu, oder suchen Sie in einem kürzeren Zeitraum.`,
  'folder-empty': 'Darin ist nichts.',
  'no-versions': 'Dieses Dokument hat in dieser Sicherung keine früheren Versionen.',
  'no-points':
    'Von diesen Daten gibt es noch keine Sicherung. Wählen Sie jemand anders oder fragen Sie Ihren Backup-Administrator.',
  'no-point-before': (typed) => `Für „${typed}“ gibt es keine Sicherung. Wählen Sie ein späteres Datum.`,
  'which-scope': (typed) => `„${typed}“ ist nicht eindeutig. Wählen Sie aus, was Sie meinen.`,
  'archive-too': (typed) =>
    `Das ist das Postfach selbst. Es gibt auch ein Archivpostfach (${typed}): Um es zu durchsuchen, schreiben Sie „im Archiv“ in die Zeile.`,
  'no-search-word': ({ typed, words }) =>
    `„${typed}“ ist hier kein Suchwort, deshalb habe ich nicht gesucht. Möglich sind ${words}. Text, der nur einen Doppelpunkt enthält, setzen Sie in Anführungszeichen.`,
  'kinds-unsearched': (kinds) =>
    `Nicht durchsucht: ${kinds}. Diese Suche hat der Backup-Dienst abgelehnt; die übrigen sind vollständig.`,
  'kinds-left-out': (kinds) =>
    `Nicht durchsucht: ${kinds}. Dort gelten nicht alle Suchwörter, die Sie mit OR verbunden haben. Suchen Sie nach jedem Teil einzeln.`,
  'no-common-search': (kinds) =>
    `In einem Team wird getrennt gesucht (${kinds}), und keine dieser Suchen kennt alle Ihre Angaben. Deshalb habe ich nicht gesucht. Suchen Sie nacheinander nach den einzelnen Teilen.`,
  'other-kind': ({ asked, used }) => `„${asked}“ gibt es dort nicht, deshalb verwende ich „${used}“.`,
  'whose-data-nor-name': (name) =>
    `Ich kenne keine Person, keine Website und kein Team namens „${name}“. Prüfen Sie die Schreibweise, oder wählen Sie, wessen Daten Sie durchsuchen möchten.`,
  'whose-data': 'Wählen Sie, wessen Daten Sie durchsuchen möchten.',
  'no-such-scope': (typed) =>
    `In Ihrem Bereich heißt nichts „${typed}“. Prüfen Sie die Schreibweise oder fragen Sie Ihren Backup-Administrator.`,
  'scope-taken-away':
    'Was Sie gewählt haben, gehört nicht mehr zu Ihrem Bereich. Wählen Sie etwas anderes oder fragen Sie Ihren Backup-Administrator.',
  'item-gone': 'Dieses Element ist nicht mehr vorhanden. Suchen Sie erneut.',
  ...exportRemarks,
  ...administratorRemarks,
  'audit-unavailable':
    'Es wurde nichts wiederhergestellt: Das Überwachungsprotokoll konnte nicht geschrieben werden, und ohne Protokoll erlauben Ihre Administratoren keine Wiederherstellung. Warten Sie eine Minute und wählen Sie die Schaltfläche erneut aus. Besteht das Problem weiterhin, informieren Sie Ihre Administratoren.',
  'restores-nothing':
    'Mit diesen Optionen würde nichts wiederhergestellt. Wählen Sie Fehlendes, Geändertes oder beides.',
  'reason-missing': 'Hier ist ein Grund erforderlich. Geben Sie einen ein, und wählen Sie die Schaltfläche erneut aus.',
  'reason-pattern': (pattern) =>
    `Der Grund muss enthalten, was Ihre Organisation verlangt, zum Beispiel eine Ticketnummer. Er muss diesem Muster entsprechen: ${pattern}`,
  overwrites: {
    contents: (count) =>
      count === 1
        ? 'Damit wird ein Element überschrieben, wenn es noch vorhanden ist. Sein aktueller Inhalt lässt sich nicht zurückholen.'
        : `Damit werden bis zu ${n(count)} Elemente überschrieben, die noch vorhanden sind. Der aktuelle Inhalt lässt sich nicht zurückholen.`,
    permissions: (count) =>
      count === 1
        ? 'Damit werden die Berechtigungen eines Elements ersetzt, wenn es noch vorhanden ist. Die aktuellen lassen sich nicht zurückholen.'
        : `Damit werden die Berechtigungen von bis zu ${n(count)} Elementen ersetzt, die noch vorhanden sind. Die aktuellen lassen sich nicht zurückholen.`,
    next: 'Noch wurde nichts wiederhergestellt.',
  },
  'overwrites-whole': {
    contents:
      'Damit wird alles überschrieben, was in Ihrer Auswahl noch vorhanden ist. Der aktuelle Inhalt lässt sich nicht zurückholen.',
    permissions:
      'Damit werden die Berechtigungen von allem ersetzt, was in Ihrer Auswahl noch vorhanden ist. Die aktuellen lassen sich nicht zurückholen.',
  },
  'card-outdated':
    'Diese Karte war nicht mehr aktuell, deshalb wurde nichts wiederhergestellt. Dies ist der aktuelle Stand. Prüfen Sie ihn, bevor Sie fortfahren.',
  'found-deleted': 'Das wurde unter den Elementen gefunden, die zum Zeitpunkt dieser Sicherung schon gelöscht waren.',
  'last-seen': {
    sure: (moment) =>
      `Zuletzt vorhanden in der Sicherung vom ${moment}. Die nächste neuere Sicherung enthält es nicht.`,
    atLeast: (moment) =>
      `Vorhanden in der Sicherung vom ${moment}. Auch neuere Sicherungen können es enthalten: Ich durchsuche höchstens acht.`,
  },
  'nothing-earlier': {
    none: 'Es gibt keine frühere Sicherung, in der ich suchen könnte.',
    looked: (days) => `Auch in diesen früheren Sicherungen habe ich nichts weiter gefunden: ${days}.`,
    next: 'Versuchen Sie es mit weniger oder anderen Suchbegriffen, oder wählen Sie die Sicherung eines anderen Tages.',
    nextOfPlace: 'Wählen Sie die Sicherung eines anderen Tages, oder fragen Sie Ihren Backup-Administrator.',
  },
  'nothing-missing': {
    none: 'Es gibt keine frühere Sicherung, mit der ich die neueste vergleichen könnte.',
    complete: (latest) => `Die neueste Sicherung (${latest}) enthält alles, was diese früheren enthalten.`,
    deleted: (latest) => `Die neueste Sicherung (${latest}) enthält keine gelöschten Elemente von hier.`,
    compared: (days) => `Verglichen habe ich sie mit diesen: ${days}.`,
    next: 'Suchen Sie mit Suchbegriffen danach, oder vergleichen Sie einen anderen Ordner.',
  },
  'too-many-to-compare': (most) =>
    `Hier ist zu viel für einen Vergleich: Ich lese höchstens ${n(most)} Elemente. Öffnen Sie einen Ordner und vergleichen Sie diesen, oder suchen Sie mit Suchbegriffen.`,
  'place-not-found':
    'Ich habe diese Stelle in den Sicherungen nicht gefunden und kann deshalb nicht sagen, was dort fehlt. Suchen Sie mit Suchbegriffen danach, oder öffnen Sie einen übergeordneten Ordner und vergleichen Sie diesen.',
  'which-container': 'Es gibt mehrere. Wählen Sie „Was fehlt?“ neben dem gewünschten Eintrag aus.',
  'ticks-listed': (count) =>
    count === 1
      ? 'Das Element, das Sie ausgewählt hatten, steht jetzt auf Ihrer Liste.'
      : `Die ${n(count)} Elemente, die Sie ausgewählt hatten, stehen jetzt auf Ihrer Liste.`,
});

export const notices: RestoreWords['notices'] = {
  ...exportNotices,
  'personal-only': {
    title: 'Nur im persönlichen Chat',
    text: 'Was ich finde, ist nur für Sie sichtbar.',
    next: 'Öffnen Sie einen persönlichen Chat mit mir und stellen Sie Ihre Daten dort wieder her.',
  },
  'sign-in-first': {
    title: 'Melden Sie sich zuerst an',
    text: 'Dafür müssen Sie beim Backup-Dienst angemeldet sein.',
    next: 'Melden Sie sich an und fahren Sie dann hier fort.',
  },
  'administrator-only': {
    title: 'Mit dieser Sitzung ist keine Wiederherstellung möglich',
    text: 'Sie sind App-only angemeldet, dürfen so aber nicht mehr wiederherstellen.',
    next: 'Melden Sie sich als Restore-Operator an. Das ersetzt die aktuelle Sitzung.',
  },
  'session-refused': {
    title: 'Bitte melden Sie sich erneut an',
    text: 'Der Backup-Dienst akzeptiert Ihre Sitzung nicht mehr, und ich konnte sie nicht verlängern.',
    next: 'Melden Sie sich erneut an. Eine begonnene Aufgabe wird dann dort fortgesetzt, wo sie war.',
  },
  'no-task': {
    title: 'Nichts in Bearbeitung',
    text: 'Es gibt keine Wiederherstellungsaufgabe, die fortgesetzt werden könnte.',
    next: 'Beginnen Sie mit „Etwas wiederherstellen“.',
  },
  'task-outdated': {
    title: 'Diese Karte ist veraltet',
    text: 'Die Aufgabe, zu der sie gehört, ist beendet oder wird auf einer neueren Karte fortgesetzt.',
    next: 'Fahren Sie dort fort oder beginnen Sie neu.',
  },
  'list-empty': {
    title: 'Ihre Liste ist leer',
    text: 'Dort ist noch nichts zum Wiederherstellen.',
    next: 'Suchen Sie etwas, wählen Sie es aus und fügen Sie es zur Liste hinzu.',
  },
  'restore-unknown': {
    title: 'Diese Wiederherstellung kenne ich nicht',
    text: 'Entweder ist diese Wiederherstellung lange beendet, oder sie wurde nie hier begonnen.',
    next: 'Unter „Wiederherstellungen“ sehen Sie, was der Dienst noch kennt.',
  },
  'approval-unknown': approvalNotice,
  'session-unknown': {
    title: 'Diese Wiederherstellungssitzung ist nicht verfügbar',
    text: 'Es wurde nichts ausgeführt. Die Wiederherstellungssitzung gehört jemand anderem, oder der Dienst hat sie nicht mehr.',
    next: 'Unter „Wiederherstellungen“ sehen Sie Ihre Wiederherstellungssitzungen.',
  },
  'operators-only': {
    title: 'Nur für Restore-Operatoren',
    text: 'Ihre Anmeldung hat dafür keine Operatorrechte. Melden Sie sich mit einem Konto an, das sie hat.',
  },
  'search-replaced': {
    title: 'Diese Suche wurde nicht ausgeführt',
    text: 'Sie haben danach eine weitere gestartet, während noch zwei Ihrer Suchen liefen. Die neueste wird als Nächstes ausgeführt.',
    next: 'Die Ergebnisse erscheinen automatisch.',
  },
  'already-restoring': {
    title: 'Die Wiederherstellung läuft bereits',
    text: 'Diese Aufgabe wurde bereits gestartet, vielleicht in einem anderen Fenster. Nichts wurde doppelt gestartet.',
    next: 'Den Fortschritt zeigt die Karte der Wiederherstellung.',
  },
  'audit-unavailable': {
    title: 'Es wurde nichts wiederhergestellt',
    text: 'Das Überwachungsprotokoll konnte nicht geschrieben werden, und ohne Protokoll erlauben Ihre Administratoren keine Wiederherstellung.',
    next: 'Warten Sie eine Minute und wählen Sie die Schaltfläche erneut aus. Besteht das Problem weiterhin, informieren Sie Ihre Administratoren.',
  },
  service: { title: 'Das hat nicht funktioniert' },
};
