import fc from 'fast-check';
import type { Criteria, Criterion } from '../../local/backup-service/query/criteria.ts';
import { compileQuery } from '../../local/backup-service/query/language.ts';
import { Refused } from '../../local/backup-service/refused.ts';

interface Mail {
  readonly subject: string;
  readonly from?: string;
  readonly received?: string;
  readonly size?: number;
  readonly hasAttachments?: boolean;
}

const NAMED: Readonly<Record<string, Criterion<Mail>>> = {
  subject: { kind: 'text', of: ({ subject }) => [subject] },
  from: { kind: 'text', of: ({ from }) => (from === undefined ? [] : [from]) },
  'system.message.fromaddress': { kind: 'text', of: ({ from }) => (from === undefined ? [] : [from]) },
  received: { kind: 'date', of: ({ received }) => (received === undefined ? undefined : Date.parse(received)) },
  size: { kind: 'number', of: ({ size }) => size },
  hasattachments: { kind: 'flag', of: ({ hasAttachments }) => hasAttachments },
};
const CRITERIA: Criteria<Mail> = {
  named: (name) => NAMED[name],
  everything: ({ subject, from }) => (from === undefined ? [subject] : [subject, from]),
};
const NOW = Date.parse('2026-03-18T12:00:00Z'); // a Wednesday

const finds = (query: string, mail: Mail): boolean => compileQuery(query, CRITERIA, NOW)(mail);

describe('words', () => {
  test.each([
    ['Kyoto', 'Trip to kyoto', true],
    ['kyo', 'Trip to Kyoto', true],
    ['yoto', 'Trip to Kyoto', false],
    ['*yoto', 'Trip to Kyoto', true],
    ['K?oto', 'Kyoto', true],
    ['K?oto', 'Kyyoto', false],
    ['t*o', 'Trip to', true],
    ['quebec', 'Québec', true],
    ['ZÜRICH', 'zürich', true],
    ['都', '京都の旅程', true],
    ['Київ', 'Поїздка: Київ', true],
    ['trip kyoto', 'Kyoto trip', true],
    ['"trip to"', 'Kyoto trip', false],
    ['"trip to"', 'Trip to Kyoto', true],
    ['(final)', 'final', true],
    ['"(final)"', 'Kyoto (final)', true],
    ['"say ?hi?"', 'I say "hi" now', true],
    ['"C:\\Share"', 'See C:\\Share\\x', true],
    ['"C:\\\\Share"', 'See C:\\Share\\x', false],
    ['"50\\*"', 'Offer 50* off', false],
    ['https://example.com', 'see https://example.com/a', true],
    ['a.b', 'axb', false],
    ['*', '', true],
  ])('%s in "%s": %s', (query, subject, expected) => {
    expect(finds(query, { subject })).toBe(expected);
  });
});

describe('terms', () => {
  const mail: Mail = {
    subject: 'Kyoto itinerary',
    from: 'Yuki Tanaka <yuki@x.example>',
    received: '2026-03-10T23:30:00Z',
    size: 5 * 1024 * 1024,
    hasAttachments: true,
  };

  test.each([
    ['subject:kyoto', true],
    ['SUBJECT: "kyoto itinerary"', true],
    ['from:kyoto', false],
    ['System.Message.FromAddress:yuki', true],
    ['subject:kyoto from:noor', false],
    ['subject:kyoto AND NOT from:noor', true],
    ['subject:oslo OR subject:kyoto AND from:yuki', true],
    ['(subject:kyoto OR subject:oslo) AND from:noor', false],
    ['NOT (subject:oslo OR from:noor)', true],
    ['subject:kyoto NOT from:yuki', false],
    ['kyoto and itinerary', false],
    ['received:2026-03-10', true],
    ['received:2026-03-11', false],
    ['received:2026-03-01..2026-03-10', true],
    ['received:2026-03-11..2026-03-12', false],
    ['received:>=2026-03-10', true],
    ['received:> 2026-03-10', false],
    ['received:<2026-03-10', false],
    ['received:<=2026-03-10', true],
    ['received:2026-03-10T23:00:00Z..2026-03-10T23:45:00Z', true],
    ['received:<2026-03-10T23:30:00Z', false],
    ['received:last week', true],
    ['received:"this month"', true],
    ['received:today', false],
    ['hasattachments:true', true],
    ['hasattachments:no', false],
    ['size:5MB', true],
    ['size:>6MB', false],
    ['size:1MB..6MB', true],
  ])('%s: %s', (query, expected) => {
    expect(finds(query, mail)).toBe(expected);
  });

  test('an item without a date matches no date', () => {
    expect(finds('received:<2100-01-01', { subject: 'x' })).toBe(false);
  });
});

describe('what is malformed', () => {
  test.each([
    '',
    '  ',
    '"open',
    'subject:"open',
    '(a OR b',
    'a)',
    '()',
    'a AND',
    'OR b',
    'a OR OR b',
    'NOT',
    'subject:',
    'subject: AND b',
    'nosuch:x',
    'received:soon',
    'received:2026-02-30',
    'received:2026-1-1',
    'received:2026-01-01..',
    'hasattachments:perhaps',
    'size:big',
    `${'('.repeat(1000)}a${')'.repeat(1000)}`,
  ])('%s is refused with a message', (query) => {
    expect(() => compileQuery(query, CRITERIA, NOW)).toThrow(Refused);
    expect(() => compileQuery(query, CRITERIA, NOW)).toThrow(/[a-z]{3}/);
  });
});

test('any text is either parsed or refused', () => {
  const parts = fc.constantFrom(
    'subject:',
    'received:',
    '"',
    '\\',
    '(',
    ')',
    'AND',
    'OR',
    'NOT',
    ' ',
    '*',
    '?',
    '..',
    '>=',
    'x',
    '京',
    '-',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(parts).map((list) => list.join('')),
      ),
      (query) => {
        try {
          compileQuery(query, CRITERIA, NOW)({ subject: query });
        } catch (error) {
          expect(error).toBeInstanceOf(Refused);
        }
      },
    ),
  );
});

test('a backslash does not keep a phrase from ending', () => {
  expect(finds('subject:"a\\" OR subject:b', { subject: 'b' })).toBe(true);
  expect(() => finds('"say \\"hi"', { subject: 'x' })).toThrow(Refused);
});

test('any text, quoted, is found in itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const quoted = `"${text.replaceAll('"', '?')}"`;
      expect(finds(`subject:${quoted}`, { subject: text })).toBe(true);
    }),
  );
});
