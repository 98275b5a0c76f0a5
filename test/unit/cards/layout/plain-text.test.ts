import fc from 'fast-check';
import { plain } from '../../../../src/cards/layout/plain-text.ts';
import { anyCodePoint } from '../../../support/code-points.ts';

test.each([
  ['Anna  Lee', 'Anna Lee'],
  ['  two\r\nlines\t', 'two lines'],
  ['a\u0000b\u001bc', 'a b c'],
  ['safe\u202egnp.exe', 'safegnp.exe'],
  ['{{DATE(2026-01-01T00:00:00Z)}}', '{ {DATE(2026-01-01T00:00:00Z)}}'],
  ['{{{', '{ { {'],
  ['${1+1}', '$ {1+1}'],
  ['*bold* [x](y) <b>', '*bold* [x](y) <b>'],
  ['王小明 👩‍💻', '王小明 👩‍💻'],
  ['\ud800x', '\ufffdx'],
])('makes %j into %j', (outside, shown) => {
  expect(plain(outside, 80)).toBe(shown);
});

test('cuts between words, and says so', () => {
  expect(plain('one two three four', 16)).toBe('one two three…');
});

test('cuts no character in two', () => {
  expect(plain('👩‍💻'.repeat(10), 12)).toBe('👩‍💻👩‍💻…');
});

test('keeps only a few marks on a letter', () => {
  expect(plain(`a${'\u0301'.repeat(50)}b`, 80)).toBe(`a${'\u0301'.repeat(3)}b`);
});

test('gives one well-formed line within the limit, whatever comes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCodePoint, maxLength: 400 }),
      fc.integer({ min: 1, max: 100 }),
      (outside, limit) => {
        const shown = plain(outside, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]|\$\{|\{\{/u);
        expect(shown).toBe(shown.trim());
      },
    ),
  );
});
