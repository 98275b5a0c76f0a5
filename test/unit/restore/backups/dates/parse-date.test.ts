import fc from 'fast-check';
import { LANGUAGES } from '../../../../../src/cards/text/index.ts';
import { addDays, dayOf, endOfDay, startOfDay } from '../../../../../src/restore/backups/dates/calendar.ts';
import { lastMomentOf } from '../../../../../src/restore/backups/dates/day-grammar.ts';
import { readDay, readWhen } from '../../../../../src/restore/backups/dates/parse-date.ts';
import { anyCodePoint } from '../../../../support/code-points.ts';

const ZONE = 'Europe/Berlin';
/** A Friday. */
const NOW = Date.parse('2026-03-20T12:00:00Z');

const day = (typed: string, now = NOW, zone = ZONE, locale = 'en-GB'): string => {
  const read = readDay(typed, { zone, now, locale });
  return read.kind === 'day' ? read.day : read.kind;
};

describe('readDay reads', () => {
  test.each([
    ['2026-03-01', '2026-03-01'],
    [' 2026/3/1 ', '2026-03-01'],
    ['2026.03.01', '2026-03-01'],
    ['1.3.2026', '2026-03-01'],
    ['1. 3. 2026', '2026-03-01'],
    ['1.3.26', '2026-03-01'],
    ['1.3.', '2026-03-01'],
    ['01/03/2026', '2026-03-01'],
    ['1-3-2026', '2026-03-01'],
    ['２０２６年３月１日', '2026-03-01'],
    ['2026年3月1日(日)', '2026-03-01'],
    ['So. 1.3.2026', '2026-03-01'],
    ['Sun 1.3.2026', '2026-03-01'],
  ])('the day first in %p', (typed, expected) => {
    expect(day(typed)).toBe(expected);
  });

  test.each([
    ['en-US', '11/12/2026', 'future'],
    ['en-US', '03/01/2026', '2026-03-01'],
    ['en-US', '11/21/2025', '2025-11-21'],
    ['en-US', '3/1', '2026-03-01'],
    ['en-GB', '03/01/2026', '2026-01-03'],
    ['es-PR', '3/1', '2026-03-01'],
    ['ja-JP', '3/1', '2026-03-01'],
    ['ja-JP', '25/10/24', '2025-10-24'],
    ['sv-SE', '3/1', '2026-01-03'],
    ['pt-BR', '03/01/2026', '2026-01-03'],
    ['no locale', '03/01/2026', '2026-01-03'],
  ])('in %s, %s in its order', (locale, typed, expected) => {
    expect(day(typed, NOW, ZONE, locale)).toBe(expected);
  });

  test('the month first only between slashes or hyphens, and only where nothing else makes sense', () => {
    expect(day('03/25/2025')).toBe('2025-03-25');
    expect(day('3-25-2025')).toBe('2025-03-25');
    expect(day('12/11/2025')).toBe('2025-11-12');
    expect(day('3.25.2026')).toBe('impossible');
  });

  test.each([
    ['1 March 2026', '2026-03-01'],
    ['March 1st, 2026', '2026-03-01'],
    ['1 mar 26', '2026-03-01'],
    ['Sunday, the 1st of March 2026', '2026-03-01'],
    ['2026-Mar-01', '2026-03-01'],
    ['1. März 2026', '2026-03-01'],
    ['Sonntag, den 1. Maerz 2026', '2026-03-01'],
    ['5. Jänner 2026', '2026-01-05'],
    ['1er mars 2026', '2026-03-01'],
    ['mar. 3 mars 2026', '2026-03-03'],
    ['2 févr. 2026', '2026-02-02'],
    ['14 juillet 2025', '2025-07-14'],
    ['1 de marzo de 2026', '2026-03-01'],
    ['1º de marzo de 2026', '2026-03-01'],
    ['el 6 de enero de 2026', '2026-01-06'],
    ['3月1日', '2026-03-01'],
    ['12月24日', '2025-12-24'],
  ])('names of months in %p', (typed, expected) => {
    expect(day(typed)).toBe(expected);
  });

  test('without a year the last such day that has come', () => {
    expect(day('20 March')).toBe('2026-03-20');
    expect(day('21 March')).toBe('2025-03-21');
    expect(day('24.12.')).toBe('2025-12-24');
    expect(day('29 February')).toBe('2024-02-29');
  });

  test.each([
    ['today', '2026-03-20'],
    ['Heute', '2026-03-20'],
    ['aujourd’hui', '2026-03-20'],
    ['今日', '2026-03-20'],
    ['yesterday', '2026-03-19'],
    ['gestern', '2026-03-19'],
    ['hier', '2026-03-19'],
    ['ayer', '2026-03-19'],
    ['昨日', '2026-03-19'],
    ['vorgestern', '2026-03-18'],
    ['avant-hier', '2026-03-18'],
    ['anteayer', '2026-03-18'],
    ['the day before yesterday', '2026-03-18'],
    ['3 days ago', '2026-03-17'],
    ['vor 3 Tagen', '2026-03-17'],
    ['il y a 3 jours', '2026-03-17'],
    ['hace 3 días', '2026-03-17'],
    ['3日前', '2026-03-17'],
    ['a week ago', '2026-03-13'],
    ['vor einer Woche', '2026-03-13'],
    ['letzte Woche', '2026-03-13'],
    ['vorige Woche', '2026-03-13'],
    ['la semaine dernière', '2026-03-13'],
    ['la semaine passée', '2026-03-13'],
    ['vorigen Monat', '2026-02-20'],
    ['le mois dernier', '2026-02-20'],
    ['le mois passé', '2026-02-20'],
    ['voriges Jahr', '2025-03-20'],
    ['l’année dernière', '2025-03-20'],
    ['l’année passée', '2025-03-20'],
    ["l'an dernier", '2025-03-20'],
    ['l’an passé', '2025-03-20'],
    ['2 months ago', '2026-01-20'],
    ['3か月前', '2025-12-20'],
    ['hace un año', '2025-03-20'],
  ])('%p', (typed, expected) => {
    expect(day(typed)).toBe(expected);
  });

  test('months back end where the shorter month does', () => {
    expect(day('1 month ago', Date.parse('2026-03-31T12:00:00Z'))).toBe('2026-02-28');
    expect(day('1 month ago', Date.parse('2026-01-31T12:00:00Z'))).toBe('2025-12-31');
    expect(day('1 year ago', Date.parse('2024-02-29T12:00:00Z'))).toBe('2023-02-28');
  });

  test.each([
    ['monday', '2026-03-16'],
    ['last Monday', '2026-03-16'],
    ['letzten Montag', '2026-03-16'],
    ['vorigen Montag', '2026-03-16'],
    ['lundi dernier', '2026-03-16'],
    ['lundi passé', '2026-03-16'],
    ['vendredi passé', '2026-03-13'],
    ['el lunes pasado', '2026-03-16'],
    ['月曜日', '2026-03-16'],
    ['この前の月曜日', '2026-03-16'],
    ['先週の月曜日', '2026-03-09'],
    ['先週の日曜日', '2026-03-15'],
    ['Friday', '2026-03-20'],
    ['last Friday', '2026-03-13'],
    ['miércoles', '2026-03-18'],
  ])('%p', (typed, expected) => {
    expect(day(typed)).toBe(expected);
  });

  test('"today" as the zone has it', () => {
    const late = Date.parse('2026-03-20T23:30:00Z');
    expect(day('today', late, 'Europe/Berlin')).toBe('2026-03-21');
    expect(day('today', late, 'America/New_York')).toBe('2026-03-20');
    expect(readDay('today', { now: late })).toEqual({ kind: 'day', day: '2026-03-20' });
    expect(day('today', late, 'Nowhere/Land')).toBe('2026-03-20');
  });
});

describe('readDay tells apart', () => {
  test.each([
    '31 April',
    '31.4.2026',
    '2026-02-29',
    '29 février 2025',
    '0.1.2026',
    '13/13/2026',
    '32 March',
    '4月31日',
  ])('%p, which no calendar has', (typed) => {
    expect(day(typed)).toBe('impossible');
  });

  test.each(['0202-03-01', '1 March 9999', '9999 years ago'])('%p, a year in which nothing was backed up', (typed) => {
    expect(day(typed)).toBe('impossible');
  });

  test.each(['', ' ', 'soon', '7', '2026', '1 2 3 March', 'Anna 1 March', 'a few days ago', '1.3.2026 1.3.2026'])(
    '%p, which is no date',
    (typed) => {
      expect(day(typed)).toBe('not-a-date');
    },
  );
});

describe('readWhen', () => {
  test.each([
    ['before 1 March', { kind: 'before', day: '2026-03-01' }],
    ['vor gestern', { kind: 'before', day: '2026-03-19' }],
    ['vor 3 Tagen', { kind: 'day', day: '2026-03-17' }],
    ['avant hier', { kind: 'day', day: '2026-03-18' }],
    ['antes de ayer', { kind: 'day', day: '2026-03-18' }],
    ['antes de hoy', { kind: 'before', day: '2026-03-20' }],
    ['before last Monday', { kind: 'before', day: '2026-03-16' }],
    ['3月1日以前', { kind: 'day', day: '2026-03-01' }],
    ['3月1日の前', { kind: 'before', day: '2026-03-01' }],
    ['before 31 April', { kind: 'impossible' }],
    ['before', { kind: 'not-a-date' }],
  ])('%p', (typed, expected) => {
    expect(readWhen(typed, { zone: ZONE, now: NOW })).toMatchObject(expected);
  });

  const reading = { zone: ZONE, locale: 'en-GB', now: NOW };
  const lastMoment = (typed: string): number => {
    const when = readWhen(typed, reading);
    return when.kind === 'day' || when.kind === 'before' ? lastMomentOf(when, ZONE) : Number.NaN;
  };

  test('before a day is before all of it, and what ends there goes up to it', () => {
    const days = ['yesterday', 'Monday', '1 March', 'February', 'last week', 'last month', 'the weekend', 'week 9'];
    const times = ['', ' 2pm', ' 10:30', ' morning', ' afternoon', ' evening', ' night'];
    fc.assert(
      fc.property(fc.constantFrom(...days), fc.constantFrom(...times), (day, time) => {
        const [whole, before] = [lastMoment(`${day}${time}`), lastMoment(`before ${day}${time}`)];
        expect(Number.isNaN(whole)).toBe(Number.isNaN(before));
        if (!Number.isNaN(whole)) expect(before).toBeLessThan(whole);
        if (!Number.isNaN(before)) expect((before + 1) % 60_000).toBe(0);
      }),
    );
  });

  test('a clock beside a part of the day shows a time in that part, where it shows any', () => {
    const parts = [
      ['afternoon', 12],
      ['evening', 17],
      ['night', 18],
    ] as const;
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    const halves = fc.constantFrom('', 'am', 'pm');
    fc.assert(
      fc.property(fc.constantFrom(...parts), clock, halves, ([part, begin], [hour, minute], half) => {
        if (half !== '' && (hour === 0 || hour > 12)) return;
        const minutes = String(minute).padStart(2, '0');
        const at = lastMoment(`yesterday ${part} ${hour}:${minutes}${half}`);
        const shown = Math.floor(((at + 1 - startOfDay('2026-03-19', ZONE)) / 60_000 - 1) / 60);
        expect(shown % 12).toBe(hour % 12);
        if (half !== '') expect(Math.floor(shown / 12) % 2).toBe(half === 'am' ? 0 : 1);
        const said = half === '' ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
        const isInPart = shown >= begin && shown < begin + 12;
        expect(isInPart || shown === said).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a day begins and ends', () => {
  const hours = (of: string, zone: string): number => (endOfDay(of, zone) + 1 - startOfDay(of, zone)) / 3_600_000;

  test('where the zone has it', () => {
    expect(new Date(startOfDay('2026-03-01', 'Europe/Berlin')).toISOString()).toBe('2026-02-28T23:00:00.000Z');
    expect(new Date(endOfDay('2026-03-01', 'Asia/Kolkata')).toISOString()).toBe('2026-03-01T18:29:59.999Z');
    expect(new Date(startOfDay('2026-03-01', undefined)).toISOString()).toBe('2026-03-01T00:00:00.000Z');
  });

  test('an hour sooner or later when summer time begins and ends', () => {
    expect(hours('2026-03-28', 'Europe/Berlin')).toBe(24);
    expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
    expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
    expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5);
    // Midnight itself is left out, or comes twice.
    expect(hours('2018-11-04', 'America/Sao_Paulo')).toBe(23);
    expect(new Date(startOfDay('2018-11-04', 'America/Sao_Paulo')).toISOString()).toBe('2018-11-04T03:00:00.000Z');
    expect(hours('2025-11-02', 'America/Havana')).toBe(25);
    // The whole day is left out.
    expect(hours('2011-12-30', 'Pacific/Apia')).toBe(0);
  });

  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  /** Later than the last zone that turned its clocks back over midnight by a minute. */
  const epoch = fc.integer({ min: Date.UTC(2012, 0, 2), max: Date.UTC(2060, 0, 1) });

  test('around each of its moments, in every zone', () => {
    fc.assert(
      fc.property(epoch, zone, (at, where) => {
        const of = dayOf(at, where);
        const [start, end] = [startOfDay(of, where), endOfDay(of, where)];
        expect(start <= at && at <= end).toBe(true);
        expect(dayOf(start, where)).toBe(of);
        expect(dayOf(end, where)).toBe(of);
        expect(dayOf(start - 1, where) < of).toBe(true);
        expect(dayOf(end + 1, where) > of).toBe(true);
        expect(startOfDay(addDays(of, 1), where)).toBe(end + 1);
      }),
    );
  });

  test('and a day that is written down is read again, in every way and zone', () => {
    const locales = fc.constantFrom('en-GB', 'en-US', ...LANGUAGES);
    const styles = fc.constantFrom('full', 'long', 'medium', 'short');
    fc.assert(
      fc.property(epoch, zone, locales, styles, (at, where, locale, dateStyle) => {
        const written = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: where }).format(at);
        const reading = { zone: where, locale, now: Date.UTC(2061, 0, 1) };
        const expected = { kind: 'day', day: dayOf(at, where) };
        expect(readDay(written, reading)).toEqual(expected);
        expect(readDay(dayOf(at, where), reading)).toEqual(expected);
        expect(readDay(written, { ...reading, now: at - 2 * 86_400_000 })).toEqual({ ...expected, kind: 'future' });
      }),
      { numRuns: 500 },
    );
  });

  test('whatever is typed, a valid day comes of it or none', () => {
    const piece = fc.constantFrom(
      '1',
      '31',
      '2026',
      '.',
      '/',
      '-',
      ' ',
      'march',
      'mar',
      'last',
      'vor',
      'ago',
      '年',
      '月',
    );
    const typed = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(typed, zone, (text, where) => {
        const read = readWhen(text, { zone: where, now: NOW });
        if (!('day' in read)) return;
        expect(new Date(read.day).toISOString().slice(0, 10)).toBe(read.day);
      }),
      { numRuns: 1_000 },
    );
  });
});
