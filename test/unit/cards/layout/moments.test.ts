import { dayAndTime, timeOfDay } from '../../../../src/cards/layout/moments.ts';

test('writes a time for the reader’s own zone', () => {
  expect(timeOfDay(Date.UTC(2026, 10, 20, 10, 0, 0, 999))).toBe('{{TIME(2026-11-20T10:00:00Z)}}');
});

test('writes day and time', () => {
  expect(dayAndTime(0)).toBe('{{DATE(1970-01-01T00:00:00Z, SHORT)}} {{TIME(1970-01-01T00:00:00Z)}}');
});

test.each([Number.NaN, -1, Infinity, 9e15])('writes a year of four digits even for %p', (moment) => {
  expect(timeOfDay(moment)).toMatch(/^\{\{TIME\(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)\}\}$/);
});
