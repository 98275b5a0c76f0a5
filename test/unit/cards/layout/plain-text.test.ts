import fc from 'fast-check';
import { editable, plain, quotation } from '../../../../src/cards/layout/plain-text.ts';
import { failIfHung } from '../../../support/fail-if-hung.ts';
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

test.each([
  ['costs {{x}} or ${y}  twice ', 'costs {{x}} or ${y}  twice '],
  ['one\r\ntwo\rthree\nfour', 'one two three four'],
  ['a\u0000b\u001bc\td\u202ee', 'abc de'],
  ['\ud800x', '\ufffdx'],
  ['x'.repeat(90), 'x'.repeat(80)],
  [`${'x'.repeat(79)}😀`, 'x'.repeat(79)],
  [undefined, ''],
])('shows %j in a field as %j', (typed, value) => {
  expect(editable(typed, 80)).toBe(value);
});

test('keeps the line breaks of a field of several lines', () => {
  expect(editable('one\r\n\r\ntwo\u2028three', 80, true)).toBe('one\n\ntwo three');
});

test('strips every code point that Unicode says is ignorable, wherever it is of no use', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));
  expect(all.length).toBeGreaterThan(4_000);
  const left = all.filter((character) => plain(`An${character}na`, 80) !== 'Anna' || plain(character, 80) !== '');
  expect(left).toEqual([]);
});

test.each([
  ['Persian: a non-joiner within a word', 'می‌خواهم'],
  ['Sinhala: a joiner within a letter', 'ශ්‍රී'],
  ['a family', '👨‍👩‍👧'],
  ['a skin tone and a profession', '👩🏽‍💻'],
  ['a heart and a key cap', '❤️ 1️⃣'],
  ['the rainbow flag', '🏳️‍🌈'],
  ['a Japanese name with a variant', '葛󠄀城'],
])('keeps what is needed: %s', (_, text) => {
  expect(plain(text, 80)).toBe(text);
});

test.each(['', ' ', '\u00ad\u034f', '\u3164\u115f', '\u2800', '\u0301', '\u200d', '\ufe0f', '\u2028', '\ufffb'])(
  'shows nothing of %j',
  (invisible) => {
    expect(plain(invisible, 80)).toBe('');
  },
);

test.each([
  ['Open https://evil.example/x?y=1 now.', 'Open … now.'],
  ['See [the page](https://evil.example/x).', 'See [the page](…).'],
  ['HTTPS:\\\\evil.example\\x', '…'],
  ['ht\u200btps://evil.example', '…'],
  ['Go to aka.ms/devicelogin or www.evil.example', 'Go to … or …'],
  ['Go to evil.example:8443/x', 'Go to …'],
  ['mailto:me@evil.example msteams://l/chat', '… …'],
  ['https://(evil.example/x)', '…(…)'],
  [
    'contoso.onmicrosoft.com refuses report.docx of me@contoso.com',
    'contoso.onmicrosoft.com refuses report.docx of me@contoso.com',
  ],
  ['/Marketing.old/Plan.docx, C:/x/y and and/or', '/Marketing.old/Plan.docx, C:/x/y and and/or'],
  [undefined, ''],
])('of what an upstream says, %j, no address is shown: %j', (said, shown) => {
  expect(quotation(said)).toBe(shown);
});

test('whatever an upstream says, nothing with a scheme is shown, and it takes no time', () => {
  const parts = fc.constantFrom(
    'https:',
    '//',
    '/',
    '\\',
    'www.',
    'evil.example',
    '.',
    ':',
    '@',
    '(',
    ')',
    '\u200b',
    ' ',
    'a',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (list) => {
      expect(quotation(list.join(''))).not.toMatch(/[a-z]:[/\\]{2}|\bwww\./i);
    }),
  );
  failIfHung(() => ['a.', 'a-', 'www.', 'a:/', '.'].map((part) => quotation(part.repeat(100_000), 50_000)));
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
