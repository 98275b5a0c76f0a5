/** Texte zu dem, was Administratoren mit den Sitzungen aller tun, auf Deutsch. */
import type {
  administration as english,
  administrationCommands as englishCommands,
  administrationNotices as englishNotices,
  endedByAdministrator as englishEnds,
} from '../en/administration.ts';
import type { FailureWords } from '../en/failures.ts';
import type { FormatNumber } from '../quantities.ts';

const counted = (n: FormatNumber, count: number): string => (count === 1 ? 'eine Sitzung' : `${n(count)} Sitzungen`);

export const administration = (n: FormatNumber): ReturnType<typeof english> => ({
  title: 'Wer angemeldet ist',
  personTitle: 'Eine Person und ihre Sitzungen',
  nobody: 'Niemand ist angemeldet, und niemand ist gesperrt.',
  signedIn: (count) => (count === 1 ? 'Eine Person ist angemeldet.' : `${n(count)} Personen sind angemeldet.`),
  choose: 'Wählen Sie eine Person aus, um ihre Sitzungen zu beenden oder sie zu sperren.',
  unnamed: 'Name unbekannt',
  states: { signedIn: 'Angemeldet', suspended: 'Gesperrt', none: 'Nicht angemeldet' },
  since: (moment) => `seit ${moment}`,
  until: (moment) => `bis ${moment}`,
  suspendedBy: (name, moment) => `Gesperrt von ${name} · ${moment}`,
  suspending:
    'Eine Sperre beendet auch die Sitzungen der Person. Die Person kann sich nirgends anmelden, bis ein Administrator die Sperre aufhebt.',
  buttons: {
    end: 'Beenden',
    endAll: 'Alle beenden',
    endAllSure: 'Ja, alle beenden',
    keepAll: 'Nein, behalten',
    suspend: 'Sperren',
    lift: 'Sperre aufheben',
  },
  asks: 'Die Sitzungen aller angemeldeten Personen beenden, auch Ihre eigene?',
  asksEffect:
    'Laufende Wiederherstellungen verfolge ich dann nicht weiter, und wartende Dateien werden gelöscht. Alle werden benachrichtigt und können sich erneut anmelden.',
  outcomes: {
    suspended: 'Diese Person ist gesperrt. Ich beende ihre Sitzungen und benachrichtige sie.',
    'already-suspended': 'Diese Person war bereits gesperrt.',
    lifted: 'Die Sperre ist aufgehoben. Diese Person kann sich wieder anmelden.',
    'not-suspended': 'Diese Person ist nicht gesperrt.',
    yourself: 'Sich selbst können Sie nicht sperren, das kann nur ein anderer Administrator.',
    ended: (count) =>
      count === 0
        ? 'Es war keine Sitzung mehr zu beenden.'
        : `Ich beende ${counted(n, count)}. Die Betroffenen werden benachrichtigt.`,
    'unknown-person': (typed) =>
      `Niemand heißt hier „${typed}“. Wer nicht angemeldet ist, kann mit seiner Objekt-ID gesperrt werden.`,
    several: (typed) => `Wen meinen Sie mit „${typed}“? Wählen Sie die Person aus.`,
  },
});

export const administrationCommands: typeof englishCommands = {
  adminSessions: ['restore admin sessions', 'Wer angemeldet und wer gesperrt ist; Sitzungen beenden'],
  adminSuspend: ['restore admin suspend [person]', 'Die Sitzungen einer Person beenden und neue ablehnen'],
  adminLift: ['restore admin lift [person]', 'Eine gesperrte Person wieder zulassen'],
};

export const endedByAdministrator: typeof englishEnds = {
  ended: 'Ein Administrator hat die Sitzung beendet. Ich habe ihre Tokens gelöscht.',
  suspended: 'Ein Administrator hat Sie gesperrt. Ich habe die Sitzung beendet und ihre Tokens gelöscht.',
};

const askThem =
  'Nur Ihre Administratoren können das aufheben. Wenden Sie sich an sie, wenn Sie etwas wiederherstellen müssen.';

export const suspendedFailure: FailureWords = {
  title: 'Sie sind gesperrt',
  text: 'Ein Administrator hat Sie gesperrt. Deshalb können Sie sich nicht anmelden.',
  who: 'nobody',
  next: askThem,
};

export const administrationNotices: typeof englishNotices = {
  'administrators-only': {
    title: 'Nur für Administratoren',
    text: 'Nur die Administratoren dieses Bots können die Sitzungen anderer sehen oder beenden. Für Ihre eigene schreiben Sie „restore status“.',
  },
  'administrators-personal-only': {
    title: 'Nur im persönlichen Chat',
    text: 'Die Sitzungen anderer zeige ich nur im persönlichen Chat. Öffnen Sie einen und schreiben Sie „restore admin sessions“.',
  },
  'administrator-suspended': {
    title: 'Sie sind gesperrt',
    text: 'Ein anderer Administrator hat Sie gesperrt. Bis die Sperre aufgehoben ist, können Sie die Sitzungen anderer weder sehen noch ändern.',
  },
  suspended: {
    title: 'Sie sind gesperrt',
    text: `Ein Administrator hat Sie gesperrt: Ihre Sitzungen enden, und Sie können sich nicht mehr anmelden. ${askThem}`,
  },
  'suspension-lifted': {
    title: 'Sie können sich wieder anmelden',
    text: 'Ein Administrator hat Ihre Sperre aufgehoben.',
  },
};
