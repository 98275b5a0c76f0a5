import { addressIn, isSameName, firstSentence, typedText } from '../../../src/core/text.ts';

describe('the first sentence of a description', () => {
  const table: readonly [string, string | undefined, string | undefined][] = [
    ['nothing of nothing', undefined, undefined],
    ['nothing of an empty text', '', undefined],
    ['nothing of white space', ' \r\n ', undefined],
    ['nothing of a trailer alone', 'Trace ID: 1 Correlation ID: 2', undefined],
    ['the whole of one without an end', 'The code is too old', 'The code is too old'],
    ['the first of several', 'No. Perhaps later. Ask again.', 'No.'],
    ['one that ends with a question', 'Who are you? We do not know.', 'Who are you?'],
    ['one that ends with an exclamation', 'Stop! Now.', 'Stop!'],
    [
      'one with dots inside its words',
      "AADSTS700016: No application 8f1c in the directory 'contoso.onmicrosoft.com'. Ask somebody.",
      "AADSTS700016: No application 8f1c in the directory 'contoso.onmicrosoft.com'.",
    ],
    [
      "one without Microsoft's trailer on lines of its own",
      'AADSTS70020: The provided value is expired\r\nTrace ID: a\r\nCorrelation ID: b\r\nTimestamp: 2026-11-20 12:00:00Z',
      'AADSTS70020: The provided value is expired',
    ],
    [
      "one without Microsoft's trailer on the same line",
      'Expired Trace ID: a Correlation ID: b Timestamp: c',
      'Expired',
    ],
    ['one on one line', 'A  sentence\nover\tlines. More.', 'A sentence over lines.'],
  ];

  test.each(table)('is %s', (_, description, sentence) => {
    expect(firstSentence(description)).toBe(sentence);
  });

  test('has at most two hundred characters', () => {
    const sentence = firstSentence(`${'long '.repeat(100)}.`);

    expect(sentence).toHaveLength(200);
    expect(sentence?.endsWith('…')).toBe(true);
  });

  test('is not cut within a character', () => {
    for (const before of ['x'.repeat(197), 'x'.repeat(198), 'x'.repeat(199)]) {
      expect(firstSentence(`${before}😀😀😀😀`)?.isWellFormed()).toBe(true);
    }
  });
});

test.each([
  '',
  ' \n\t',
  '\u00A0\u3000',
  '\u200B\u2060\uFEFF',
  '\u00AD',
  '\u3164\u115F',
  '\u2800',
  '\uFE0F',
  '\u{E0061}\u{E007F}',
  '\u202E',
])('nothing can be seen of %j', (text) => {
  expect(typedText(text)).toBeUndefined();
});

test.each([
  [' a ', 'a'],
  ['\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}', '\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}'],
  ['❤\uFE0F', '❤\uFE0F'],
])('%j counts as typed', (text, typed) => {
  expect(typedText(text)).toBe(typed);
});

test.each([
  ["o'neill", 'O’Neill', 'oʼNEILL', 'O´Neill', 'o`neill', 'O′Neill'],
  ['jean-luc', 'Jean–Luc', 'JEAN—LUC', 'Jean−Luc', 'Jean\u2010Luc', 'Jean﹣Luc'],
  ['田中由紀', '田中 由紀', '田中\u3000由紀'],
  ['สมชาย', 'สม ชาย'],
  ['noor haddad', 'Noor\u00a0Haddad', ' noor\u2009 haddad ', 'No\u00ador Ha\u200bddad', 'ＮＯＯＲ Haddad'],
  ['strasse', 'Straße', 'STRASSE', 'ﬆrasse'],
  ['김 철수', '김\u3000철수'],
])('%s is the same name however it is written', (...names) => {
  for (const name of names) expect([name, isSameName(name, names[0] ?? '')]).toEqual([name, true]);
  expect(isSameName('Ann Lee', 'Annlee')).toBe(false);
});

test.each([
  ['noor@customer.example', '', 'noor@customer.example'],
  ['Noor Haddad <noor@customer.example>;', 'Noor Haddad ', 'noor@customer.example'],
  ['Noor (mailto:noor@customer.example).', 'Noor ', 'noor@customer.example'],
  ['MAILTO:noor@customer.example,', '', 'noor@customer.example'],
  ['noor@customer.example is Noor', undefined, undefined],
  ['noor@@customer.example', undefined, undefined],
  ['Noor <@noor@customer.example>', 'Noor ', 'noor@customer.example'],
  ['noor@', undefined, undefined],
  ['@noor', undefined, undefined],
  ['', undefined, undefined],
])('%j ends in an address or not', (typed, name, address) => {
  expect(addressIn(typed)).toEqual(address === undefined ? undefined : { name, address });
});

test.each(['"', '<', '>'])('no text that ends in %s keeps the process busy', (end) => {
  const from = performance.now();
  addressIn('@'.repeat(255) + '.'.repeat(256) + end);
  addressIn('@'.repeat(20_000) + end);
  expect(performance.now() - from).toBeLessThan(200);
});
