import fc from 'fast-check';
import { dayAndTime, formatsFor, timeOfDay } from '../../../../src/cards/layout/formats.ts';
import { LANGUAGES, wordsFor } from '../../../../src/cards/text/index.ts';
import { readWhen } from '../../../../src/restore/backups/dates/parse-date.ts';
import { aContext } from '../../../support/views.ts';

const AT = Date.UTC(2026, 10, 3, 23, 30);
const formats = (locale?: string, zone?: string) => formatsFor(aContext({ locale, zone }));

test.each([
  ['Europe/Berlin', [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)], 'UTC+1, UTC+2'],
  ['Asia/Kolkata', [0], 'UTC+5:30'],
  ['Europe/London', [Date.UTC(2026, 0, 1)], 'UTC+0'],
  ['Asia/Tokyo', [], ''],
  ['UTC', [0], ''],
  [undefined, [0], ''],
])('in %s the offsets of %j are "%s"', (zone, moments, expected) => {
  const formats = formatsFor({ locale: 'ja-JP', zone });
  for (const at of moments) formats.moment(at);
  expect(formats.offsets()).toBe(expected);
});

test.each([
  ['en-GB', 'Europe/Berlin', '4 Nov 2026, 00:30'],
  ['en-US', 'America/New_York', 'Nov 3, 2026, 6:30 PM'],
  ['de_CH', 'Europe/Zurich', '04.11.2026, 00:30'],
  ['fr', 'Europe/Paris', '4 nov. 2026 à 00:30'],
  ['es', 'Europe/Madrid', '4 nov 2026, 0:30'],
  // Texts put a full stop behind a moment.
  ['es-MX', 'America/Mexico_City', '3 nov 2026, 5:30 pm'],
  ['es-AR', 'America/Argentina/Buenos_Aires', '3 nov 2026, 8:30 pm'],
  ['es-CO', 'UTC', '3/11/2026, 11:30 pm UTC'],
  ['en-CA', 'Europe/Berlin', 'Nov 4, 2026, 12:30 am'],
  ['ja', 'Asia/Tokyo', '2026/11/04 8:30'],
  ['nl-NL', undefined, '3 Nov 2026, 23:30 UTC'],
  ['en-GB', 'Nowhere/Land', '3 Nov 2026, 23:30 UTC'],
  [undefined, undefined, '3 Nov 2026, 23:30 UTC'],
  ['de-<x>', 'UTC', '03.11.2026, 23:30 UTC'],
])('in %s and %s a moment is %s', (locale, zone, expected) => {
  expect(formats(locale, zone).moment(AT).replaceAll(/\s/gu, ' ')).toBe(expected);
});

test.each([
  ['en-GB', 'Sun · 1 Mar 2026, 09:41'],
  ['de', 'So · 01.03.2026, 09:41'],
  ['fr', 'dim. · 1er mars 2026 à 09:41'],
  ['es', 'dom · 1 mar 2026, 9:41'],
  ['ja', '2026/03/01 (日) 9:41'],
])('in %s a backup is named "%s", and typed back it is that moment', (locale, expected) => {
  const at = Date.UTC(2026, 2, 1, 9, 41);
  const { momentOfWeek } = formats(locale, 'Africa/Abidjan');
  expect(momentOfWeek(at).replaceAll(/\s/gu, ' ')).toBe(expected);
  expect(readWhen(momentOfWeek(at), { zone: 'UTC', locale, now: AT })).toMatchObject({ day: '2026-03-01' });
});

test('the first of a month is an ordinal in French', () => {
  expect(formats('fr-CA').day('2026-03-01')).toBe('1er mars 2026');
  expect(formats('fr').day('2026-03-11')).toBe('11 mars 2026');
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [34_816, '35 kB'],
  [1_843_200, '1.8 MB'],
  [7_000_000_000_000, '7,000 GB'],
])('%d bytes are %s', (bytes, expected) => {
  expect(formats('en-GB').size(bytes)).toBe(expected);
});

test.each([
  ['de', '0 Byte', '512 Byte'],
  ['fr', '0 octet', '512 octets'],
  ['es', '0 bytes', '512 bytes'],
  ['ja', '0 バイト', '512 バイト'],
])('sizes of less than a kilobyte are words: in %s', (locale, none, some) => {
  const { size } = formats(locale);
  expect([0, 512].map((bytes) => size(bytes).replaceAll(/\s/gu, ' '))).toEqual([none, some]);
});

test('cards of one reader share formatters, but not the moments that each shows', () => {
  const created = jest.spyOn(Intl, 'NumberFormat');
  const first = formats('fr-CA', 'America/Toronto');
  const second = formats('fr-CA', 'America/Toronto');
  const sizes = [first, first, second].map((card) => card.size(2_000));
  first.moment(AT);

  expect(sizes.map((size) => size.replaceAll(/\s/gu, ' '))).toEqual(['2 ko', '2 ko', '2 ko']);
  expect(created.mock.calls.filter(([, options]) => options?.style === 'unit')).toHaveLength(1);
  expect([first.offsets(), second.offsets()]).toEqual(['UTC-5', '']);
  created.mockRestore();
});

test('a day is that of the reader', () => {
  expect(formats('en-GB', 'Europe/Berlin').isoDay(AT)).toBe('2026-11-04');
  expect(formats('en-GB', 'America/New_York').isoDay(AT)).toBe('2026-11-03');
  expect(formats('de').day('2026-03-01')).toBe('01.03.2026');
  expect(formats('de').day('morgen')).toBe('morgen');
});

test('any number can be written', () => {
  fc.assert(
    fc.property(fc.double(), (value) => {
      const french = formats('fr', 'Europe/Paris');
      expect(french.moment(value)).toMatch(/\d/);
      expect(french.isoDay(value)).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(typeof french.size(value)).toBe('string');
    }),
  );
});

test.each(LANGUAGES)('the words for a point that the form suggests are understood (%s)', (locale) => {
  const suggested = wordsFor(locale).restore.point.wordsPlaceholder;
  expect(readWhen(suggested, { zone: 'UTC', locale, now: AT })).toEqual({ kind: 'before', day: '2026-03-01' });
});

test('a time is written for the reader’s own zone', () => {
  expect(timeOfDay(Date.UTC(2026, 10, 20, 10, 0, 0, 999))).toBe('{{TIME(2026-11-20T10:00:00Z)}}');
});

test.each([
  ['en', ', '],
  ['de', ', '],
  ['fr', ' à '],
  ['ja', ' '],
])('in %s day and time are joined by "%s"', (locale, joiner) => {
  const scene = { context: aContext({ locale }), words: wordsFor(locale), discreet: false };
  expect(dayAndTime(scene, 0)).toBe(
    ['{{DATE(1970-01-01T00:00:00Z, SHORT)}}', '{{TIME(1970-01-01T00:00:00Z)}}'].join(joiner),
  );
});

test.each([Number.NaN, -1, Infinity, 9e15])('a time has a year of four digits even for %p', (moment) => {
  expect(timeOfDay(moment)).toMatch(/^\{\{TIME\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)\}\}$/);
});
