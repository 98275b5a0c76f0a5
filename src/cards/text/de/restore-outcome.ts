/** Texts about running and finished restores, and about what went wrong, in German. */
import { numbersIn } from '../quantities.ts';
import type { Words } from '../words.ts';

type Restore = Words['restore'];

const n = numbersIn('de');

export const outcome: Restore['outcome'] = {
  running: {
    title: 'Wird wiederhergestellt',
    titleStopping: 'Die Wiederherstellung wird angehalten',
    said: 'Es geht von selbst weiter. Diese Karte sagt Ihnen, wie es ausging, auch Stunden später.',
    stopping: 'Ich habe den Dienst gebeten, anzuhalten. Was schon wiederhergestellt ist, bleibt.',
    notCounted: 'Der Dienst hat noch nicht gezählt.',
  },
  percent: (percent) => `${n(percent)} Prozent erledigt`,
  counts: {
    total: 'Insgesamt',
    restored: 'Ist zurück',
    skipped: 'Ausgelassen',
    failed: 'Misslungen',
  },
  facts: { started: 'Begonnen', ended: 'Beendet', reason: 'Grund' },
  unwatched: {
    title: 'Es geht ohne mich weiter',
    said: 'Die Wiederherstellung geht beim Backup-Dienst weiter, aber Ihre Anmeldung ist zu Ende; ich sehe sie deshalb nicht mehr.',
    next: 'Melden Sie sich an, dann sage ich Ihnen, wie es steht.',
  },
  unclear: {
    title: 'Ich weiß nicht, ob sie begonnen hat',
    said: 'Ich habe die Wiederherstellung an den Dienst geschickt, und seine Antwort ging verloren.',
    looked: (looks) =>
      looks === 1
        ? 'Ich habe einmal unter den Wiederherstellungen des Dienstes nachgesehen und sie nicht gefunden.'
        : `Ich habe ${n(looks)} Mal unter den Wiederherstellungen des Dienstes nachgesehen und sie nicht gefunden.`,
    next: 'Sehen Sie in einigen Minuten noch einmal nach; vielleicht ist sie nur verspätet.',
    warning:
      'Noch einmal gesendet, wird vielleicht alles doppelt wiederhergestellt. Belassen Sie es dabei, wenn Sie lieber selbst nachsehen.',
  },
  ended: {
    title: {
      success: 'Wiederhergestellt',
      warning: 'Wiederhergestellt, mit Warnungen',
      failed: 'Die Wiederherstellung ist misslungen',
      stopped: 'Die Wiederherstellung wurde angehalten',
      refused: 'Der Dienst hat abgelehnt',
    },
    said: {
      success: 'Alles, was Sie gewählt haben, ist zurück.',
      warning: 'Es ist fertig, aber nicht alles lief wie geplant.',
      failed: 'Nicht alles, was Sie gewählt haben, ist zurück.',
      stopped: 'Was bis dahin wiederhergestellt wurde, bleibt.',
      refused: 'Nichts wurde wiederhergestellt.',
    },
    next: 'Was misslungen ist, können Sie noch einmal versuchen.',
  },
  failures: {
    title: 'Was nicht wie geplant zurückkam',
    status: { failed: 'Misslungen', warning: 'Warnung', skipped: 'Ausgelassen' },
    noReason: 'Der Dienst nannte keinen Grund.',
  },
};

export const sessionsList: Restore['sessionsList'] = {
  title: 'Die letzten Wiederherstellungen',
  none: 'Noch gibt es keine.',
  states: {
    running: 'Läuft',
    looking: 'Sieht eine Sicherung durch',
    success: 'Fertig',
    warning: 'Fertig, mit Warnungen',
    failed: 'Misslungen',
  },
  started: (moment) => `begonnen ${moment}`,
  ended: (moment) => `beendet ${moment}`,
  reason: (reason) => `Grund: ${reason}`,
  stopping: 'Ich habe den Dienst gebeten, sie anzuhalten.',
  unnamed: 'Eine Wiederherstellung',
};

export const troubles: Restore['troubles'] = {
  'access-denied': {
    what: 'Der Backup-Dienst lässt Sie das mit diesen Daten nicht tun.',
    who: 'backup administrator',
    next: 'Wählen Sie jemand anders oder bitten Sie Ihren Backup-Administrator, diese Person in Ihren Bereich aufzunehmen.',
  },
  'not-found': {
    what: 'Der Backup-Dienst hat nicht mehr, wonach ich gefragt habe.',
    who: 'you',
    next: 'Suchen Sie noch einmal; wenn es in dieser Sicherung fehlt, wählen Sie eine frühere.',
  },
  validation: {
    what: 'Der Backup-Dienst hat nicht verstanden, was ich wollte.',
    who: 'you',
    next: 'Schreiben Sie es einfacher und versuchen Sie es erneut. Geschieht es wieder, sagen Sie es den Betreibern dieses Bots.',
  },
  'proxy-offline': {
    what: 'Der Teil des Backup-Dienstes, der diese Sicherungen liest, ist offline.',
    who: 'backup administrator',
    next: 'Versuchen Sie es in einigen Minuten noch einmal. Bleibt es so, bitten Sie Ihren Backup-Administrator, den Backup-Proxy wieder online zu bringen.',
  },
  timeout: {
    what: 'Der Backup-Dienst hat zu lange gebraucht.',
    who: 'you',
    next: 'Versuchen Sie es erneut. Eine kürzere Zeit oder ein Wort mehr macht es schneller.',
  },
  conflict: {
    what: 'Beim Backup-Dienst arbeitet gerade etwas anderes an diesen Daten.',
    who: 'nobody',
    next: 'Versuchen Sie es in einigen Minuten noch einmal.',
  },
  transfer: {
    what: 'Die Organisation zieht gerade innerhalb des Backup-Dienstes um.',
    who: 'backup administrator',
    next: 'Versuchen Sie es später. Wann der Umzug vorbei ist, weiß Ihr Backup-Administrator.',
  },
  'restore-only': {
    what: 'Der Backup-Dienst ist nur für Anmeldungen eingerichtet und hält diesen Aufruf geschlossen.',
    who: 'backup administrator',
    next: 'Bitten Sie Ihren Backup-Administrator, den REST-Dienst für Wiederherstellungen zu öffnen.',
  },
  unreachable: {
    what: 'Der Backup-Dienst war nicht erreichbar.',
    who: 'backup administrator',
    next: 'Versuchen Sie es in einigen Minuten noch einmal. Bleibt es so, fragen Sie Ihren Backup-Administrator, ob der Dienst läuft.',
  },
  throttled: {
    what: 'Der Backup-Dienst hat gerade zu viel zu tun.',
    who: 'nobody',
    next: 'Versuchen Sie es in einer Minute noch einmal.',
  },
  unclear: {
    what: 'Ob der Backup-Dienst diese Wiederherstellung begonnen hat, weiß niemand.',
    who: 'you',
    next: 'Sehen Sie nach, ob die Elemente zurück sind, oder sehen Sie die letzten Wiederherstellungen durch, bevor Sie sie noch einmal wiederherstellen.',
  },
  unknown: {
    what: 'Der Backup-Dienst konnte das nicht ausführen.',
    who: 'backup administrator',
    next: 'Versuchen Sie es erneut. Geschieht es wieder, zeigen Sie diese Karte Ihrem Backup-Administrator.',
  },
};

export const remarks: Restore['remarks'] = {
  'nothing-found':
    'Nichts gefunden. Versuchen Sie weniger oder andere Wörter, eine längere Zeit oder eine frühere Sicherung.',
  'empty-before-first-backup-of': (moment) =>
    `An jenem Tag gab es noch keine Sicherung, deshalb ist nichts zu sehen. Die erste ist vom ${moment}: Wählen Sie diese oder eine spätere.`,
  'empty-before-first-backup':
    'An jenem Tag gab es noch keine Sicherung, deshalb ist nichts zu sehen. Wählen Sie einen späteren Tag.',
  'no-such-date': (typed) =>
    `„${typed}“ kenne ich nicht als Datum. Schreiben Sie es wie 2026-03-01 oder wählen Sie es im Kalender.`,
  'dates-reversed': 'Der letzte Tag liegt vor dem ersten. Tauschen Sie die beiden.',
  'query-refused':
    'Der Backup-Dienst hat die Suche nicht verstanden. Nehmen Sie einfache Wörter oder prüfen Sie die Anführungszeichen.',
  'query-too-long': 'Das ist mehr, als eine Suche fasst. Nehmen Sie weniger Wörter.',
  'nothing-chosen': 'Nichts war angekreuzt oder gewählt. Wählen Sie zuerst, dann drücken Sie noch einmal.',
  'page-moved-on': 'Die Seite hatte sich inzwischen geändert, deshalb geschah nichts. Sehen Sie sie noch einmal an.',
  added: (count) =>
    count === 1 ? 'Eines mehr steht jetzt auf Ihrer Liste.' : `${n(count)} mehr stehen jetzt auf Ihrer Liste.`,
  removed: (count) =>
    count === 1 ? 'Eines wurde von Ihrer Liste genommen.' : `${n(count)} wurden von Ihrer Liste genommen.`,
  'list-full': (most) =>
    `Eine Liste fasst höchstens ${n(most)}. Stellen Sie diese erst wieder her und beginnen Sie dann eine neue, oder nehmen Sie den Ordner auf.`,
  'folders-too-full': (most) =>
    `In den Ordnern auf Ihrer Liste liegen mehr als ${n(most)} Elemente; mehr fasst eine Wiederherstellung nicht. Nehmen Sie sie herunter; öffnen Sie dann einen und nehmen Sie einen Teil davon auf, oder suchen Sie in einer kürzeren Zeit.`,
  'folder-empty': 'In diesem Ordner liegt nichts.',
  'no-versions': 'Dieses Dokument hat in dieser Sicherung keine früheren Versionen.',
  'no-points':
    'Davon gibt es noch keine Sicherung. Wählen Sie jemand anders oder fragen Sie Ihren Backup-Administrator.',
  'no-point-before': (typed) => `Vor „${typed}“ gibt es keine Sicherung. Wählen Sie eine spätere.`,
  'no-such-scope': (typed) =>
    `In Ihrem Bereich heißt niemand „${typed}“. Prüfen Sie die Schreibweise oder fragen Sie Ihren Backup-Administrator.`,
  'scope-taken-away':
    'Diese Person gehört nicht mehr zu Ihrem Bereich. Wählen Sie jemand anders oder fragen Sie Ihren Backup-Administrator.',
  'item-gone': 'Es ist nicht mehr da. Suchen Sie noch einmal.',
  reopened: 'Der Backup-Dienst hatte die Sicherung geschlossen, ich habe sie wieder geöffnet. Alles ist, wie es war.',
  'list-emptied': 'Sie haben andere Daten gewählt, deshalb wurde Ihre Liste geleert.',
  'folder-name': (typed) =>
    `„${typed}“ kann kein Ordnername sein. Lassen Sie Schrägstriche und andere Sonderzeichen weg.`,
};

export const notices: Restore['notices'] = {
  'personal-only': {
    title: 'Nur im persönlichen Chat',
    said: 'Was ich finde, ist nur für Sie.',
    next: 'Öffnen Sie einen persönlichen Chat mit mir und stellen Sie dort wieder her.',
  },
  'sign-in-first': {
    title: 'Melden Sie sich zuerst an',
    said: 'Um Sicherungen durchzusehen, brauche ich Ihre Anmeldung.',
    next: 'Melden Sie sich an und machen Sie dann hier weiter.',
  },
  'operator-only': {
    title: 'Diese Sitzung kann nicht wiederherstellen',
    said: 'Sie sind App-only angemeldet. Zum Wiederherstellen braucht es eine Anmeldung als Restore-Operator.',
    next: 'Melden Sie sich als Restore-Operator an; das ersetzt die jetzige Sitzung.',
  },
  'session-refused': {
    title: 'Bitte melden Sie sich erneut an',
    said: 'Der Backup-Dienst akzeptiert Ihre Sitzung nicht mehr, und ich konnte sie nicht verlängern.',
    next: 'Melden Sie sich erneut an. Eine begonnene Wiederherstellung geht dann dort weiter, wo sie war.',
  },
  'no-task': {
    title: 'Nichts im Gang',
    said: 'Es gibt keine Wiederherstellung, mit der das weiterginge.',
    next: 'Beginnen Sie mit „Etwas wiederherstellen“.',
  },
  'task-outdated': {
    title: 'Diese Karte ist veraltet',
    said: 'Die Aufgabe, zu der sie gehört, ist vorbei oder geht auf einer neueren Karte weiter.',
    next: 'Machen Sie dort weiter oder beginnen Sie neu.',
  },
  'list-empty': {
    title: 'Ihre Liste ist leer',
    said: 'Noch steht nichts darauf, das wiederherzustellen wäre.',
    next: 'Suchen Sie etwas, kreuzen Sie es an und nehmen Sie es auf die Liste.',
  },
  'restore-unknown': {
    title: 'Diese Wiederherstellung kenne ich nicht',
    said: 'Sie ist lange vorbei oder wurde nie hier begonnen.',
    next: 'Die letzten Wiederherstellungen zeigen, was der Dienst noch weiß.',
  },
  'already-restoring': {
    title: 'Das wird schon wiederhergestellt',
    said: 'Diese Aufgabe wurde bereits gestartet, vielleicht in einem anderen Fenster. Nichts wurde doppelt begonnen.',
    next: 'Ihre Karte zeigt, wie es läuft.',
  },
  service: { title: 'Das ging nicht' },
};
