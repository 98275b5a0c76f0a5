import fc from 'fast-check';
import { rulesOf, type Workload } from '../../../../../src/restore/backups/workloads/index.ts';
import { buildQuery as buildFor, type BuiltQuery } from '../../../../../src/restore/explore/search/build-query.ts';
import type { Form } from '../../../../../src/restore/backups/entries/form.ts';
import { anyCodePoint } from '../../../../support/code-points.ts';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-03-20T12:00:00Z');

/** For the workload's only search. */
function buildQuery(workload: Workload, form: Form, zone: string, now: number): BuiltQuery {
  const [search] = Object.values(rulesOf(workload).searches);
  if (search === undefined) throw new Error('The workload has no search.');
  return buildFor(search, form, { zone, now });
}

const build = (form: Form, workload: Workload = 'exchange') => buildQuery(workload, form, ZONE, NOW);

const NO_KEYWORDS = { kind: 'mistake', remark: { code: 'no-keywords' } } as const;

function text(form: Form, workload: Workload = 'exchange'): string {
  const built = build(form, workload);
  if (built.kind !== 'query') throw new Error(JSON.stringify(built));
  return built.text;
}

describe('plain words', () => {
  test.each([
    ['offer', 'offer'],
    ['offer  Berlin\n', 'offer AND Berlin'],
    ['repo* ?at', 'repo* AND ?at'],
    ['"annual report" berlin', '"annual report" AND berlin'],
    ['“annual report”', '"annual report"'],
    ['„annual report“', '"annual report"'],
    ['5" rohr und «das Angebot»', '5? AND rohr AND und AND "das Angebot"'],
    ['27″ Monitor und 24″ TV', '27? AND Monitor AND und AND 24? AND TV'],
    ['«\u00A0annual report\u00A0»', '"annual report"'],
    ['»annual report« draft', '"annual report" AND draft'],
    ['"annual report" “final draft”', '"annual report" AND "final draft"'],
    ['"annual report” draft', '"annual report" AND draft'],
    ['“say "hi"” now', '"say ?hi?" AND now'],
    ['home » reports', 'home AND reports'],
    ['RE: offer', '"RE:" AND offer'],
    ['Read: your mail', '"Read:" AND your AND mail'],
    ['foo:bar', '"foo:bar"'],
    ['Name: Petra', '"Name:" AND Petra'],
    ['https://x.example/a?b', '"https://x.example/a?b"'],
    ['C:\\temp\\', '"C:?temp?"'],
    ['12" monitor', '12? AND monitor'],
    ['say "hello', 'say AND ?hello'],
    ['"say “hi”" now', '"say ?hi?" AND now'],
    ['(draft)', '"(draft)"'],
    ['-draft', '"-draft"'],
    ['a..b', '"a..b"'],
    ['Meier & Sohn', 'Meier AND Sohn'],
    ['anna.berg@customer.example', 'anna.berg@customer.example'],
    ['見積書 Müller Ольга हिन्दी', '見積書 AND Müller AND Ольга AND हिन्दी'],
    ['見積書　東京', '見積書 AND 東京'],
    ['\u202aoffer\u202c', 'offer'],
    ['😀', '"😀"'],
    ['"from:alex"', '"from:alex"'],
  ])('%p become %s', (words, expected) => {
    expect(text({ words })).toBe(expected);
  });

  test.each([
    ['TERMS AND CONDITIONS', 'TERMS AND CONDITIONS'],
    ['AND offer AND', 'offer'],
    ['PLEASE DO NOT REPLY', 'PLEASE AND DO AND "NOT" AND REPLY'],
    ['NOT', '"NOT"'],
    ['AND', '"AND"'],
    ['this and that', 'this AND "and" AND that'],
    ['invoice OR bill', 'invoice OR bill'],
    ['OR offer', '"OR" AND offer'],
    ['offer OR', 'offer AND "OR"'],
    ['a OR OR b', 'a OR "OR" AND b'],
    ['a OR AND b', 'a OR b'],
  ])('with operators that nobody meant: %p become %s', (words, expected) => {
    expect(text({ words })).toBe(expected);
  });

  test.each(['', '  ', '*', '? *', '\u200b', '"', '\\ "'])('%p contain nothing to search for', (words) => {
    expect(build({ words })).toEqual(NO_KEYWORDS);
  });
});

describe('the search language', () => {
  test.each([
    ['from:alex', 'from:alex'],
    ['From: "user X" to: "user Y"', 'From: "user X" to: "user Y"'],
    ['from: alex', 'from: alex'],
    ['hasattachment:true', 'hasattachment:true'],
    ['attachment:plan*', 'attachment:plan*'],
    ['name:plan', 'name:plan'],
    ['subject:offer AND NOT from:alex OR size:5MB', 'subject:offer AND NOT from:alex OR size:5MB'],
    ['received:this year', 'received:this year'],
    ['System.Message.FromAddress:alex', 'System.Message.FromAddress:alex'],
    ['(from:alex OR from:mia) AND offer', '(from:alex OR from:mia) AND offer'],
    ['subject:"say \\"hi\\" \\\\"', 'subject:"say ?hi? ?"'],
    ['subject:"C:\\temp" “x”', 'subject:"C:?temp" "x"'],
    ['subject:"budget" «kyoto trip»', 'subject:"budget" "kyoto trip"'],
    ['subject:“annual report”', 'subject:"annual report"'],
    ['subject:"12\\" monitor" offer', 'subject:"12? monitor" offer'],
  ])('%p is passed on as %s', (words, expected) => {
    expect(text({ words })).toBe(expected);
  });

  test.each([
    ['subject:"annual report', 'subject:"annual report"'],
    ['subject:"annual report\\', 'subject:"annual report?"'],
    ['subject:"annual AND', 'subject:"annual AND"'],
    ['(from:alex OR from:mia', '(from:alex OR from:mia)'],
    ['AND from:alex AND NOT', 'from:alex'],
  ])('%p is closed: %s', (words, expected) => {
    expect(text({ words })).toBe(expected);
  });

  test.each([
    ['from:alex) OR (offer', '"from:alex)" OR "(offer"'],
    ['from:alex\\"offer', '"from:alex??offer"'],
    ['from:', '"from:"'],
  ])('%p cannot be told, and counts as words: %s', (words, expected) => {
    expect(text({ words })).toBe(expected);
  });
});

describe('the form', () => {
  test('of Exchange', () => {
    const form = { words: 'offer', from: 'alex@customer.example', to: 'Mia Berg', subject: 'Q1 "plan"' };
    expect(text({ ...form, hasAttachments: true, name: 'left out', changedBy: 'left out' })).toBe(
      'offer AND from:alex@customer.example AND to:"Mia Berg" AND subject:"Q1 ?plan?" AND hasattachments:true',
    );
  });

  test('of OneDrive', () => {
    const form = { name: 'report*.docx', changedBy: 'Mia Berg', from: 'left out', hasAttachments: true };
    expect(text(form, 'onedrive')).toBe('filename:report*.docx AND System.Document.LastAuthor:"Mia Berg"');
  });

  test.each(['onedrive', 'sharepoint', 'teams'] as const)('asks for the last author of files of %s', (workload) => {
    const search = rulesOf(workload).searches.files ?? Object.values(rulesOf(workload).searches)[0];
    const built = search && buildFor(search, { changedBy: 'Mia Berg' }, { zone: ZONE, now: NOW });
    expect(built).toMatchObject({ text: 'System.Document.LastAuthor:"Mia Berg"' });
  });

  test('keeps alternatives of the words together', () => {
    expect(text({ words: 'invoice OR bill', from: 'alex' })).toBe('(invoice OR bill) AND from:alex');
    expect(text({ words: 'subject:a OR subject:b', from: 'alex' })).toBe('(subject:a OR subject:b) AND from:alex');
    expect(text({ words: 'subject:"a OR b"', from: 'alex' })).toBe('subject:"a OR b" AND from:alex');
  });

  test('with no field filled in is a mistake', () => {
    expect(build({})).toEqual(NO_KEYWORDS);
    expect(build({ words: ' ', from: '', after: ' ', hasAttachments: false })).toEqual(NO_KEYWORDS);
    expect(build({ from: 'alex' }, 'onedrive')).toEqual(NO_KEYWORDS);
  });

  test('treats operators and criteria in a field as text', () => {
    expect(text({ from: 'OR' })).toBe('from:"OR"');
    expect(text({ from: 'x" OR subject:"y' })).toBe('from:"x? OR subject:?y"');
    expect(text({ from: 'x\\' })).toBe('from:x?');
    expect(text({ subject: 'a) OR (b' })).toBe('subject:"a) OR (b"');
  });
});

describe('dates', () => {
  const at = (iso: string): number => Date.parse(iso);

  test('are days in the person’s zone, requested with one more day on both sides', () => {
    expect(build({ after: '2026-03-01', before: '2026-03-05' })).toEqual({
      kind: 'query',
      text: 'received:2026-02-28..2026-03-06',
      within: { from: at('2026-02-28T23:00:00Z'), until: at('2026-03-05T22:59:59.999Z') },
    });
    expect(build({ after: '1.3.2026', before: 'yesterday' }, 'onedrive')).toMatchObject({
      text: 'datemodified:2026-02-28..2026-03-20',
    });
  });

  test('may be left open', () => {
    expect(build({ after: '2026-03-01' })).toEqual({
      kind: 'query',
      text: 'received:2026-02-28..2026-03-22',
      within: { from: at('2026-02-28T23:00:00Z') },
    });
    expect(build({ before: '2026-03-05', words: 'offer' })).toEqual({
      kind: 'query',
      text: 'offer AND received:1970-01-01..2026-03-06',
      within: { until: at('2026-03-05T22:59:59.999Z') },
    });
  });

  test('include the whole day when the clocks change', () => {
    const built = build({ after: '2025-03-30', before: '2025-03-30' });
    const within = { from: at('2025-03-29T23:00:00Z'), until: at('2025-03-30T21:59:59.999Z') };
    expect(built).toMatchObject({ text: 'received:2025-03-29..2025-03-31', within });
  });

  test('that do not exist or are reversed are mistakes', () => {
    expect(build({ after: '31.4.2026' })).toEqual({
      kind: 'mistake',
      remark: { code: 'no-such-date', typed: '31.4.2026' },
    });
    expect(build({ before: '2026-12-24' })).toEqual({
      kind: 'mistake',
      remark: { code: 'future-date', typed: '2026-12-24' },
    });
    expect(build({ before: 'soon' })).toEqual({ kind: 'mistake', remark: { code: 'no-such-date', typed: 'soon' } });
    expect(build({ after: '2026-03-05', before: '2026-03-01' })).toEqual({
      kind: 'mistake',
      remark: { code: 'dates-reversed' },
    });
  });
});

test('more than 1,000 characters are too long', () => {
  expect(build({ words: 'x'.repeat(1_000) }).kind).toBe('query');
  expect(build({ words: 'x'.repeat(1_001) })).toEqual({ kind: 'mistake', remark: { code: 'query-too-long' } });
  expect(build({ subject: 'x'.repeat(600), from: 'x'.repeat(600) })).toEqual({
    kind: 'mistake',
    remark: { code: 'query-too-long' },
  });
});

/** What stands in quotes, under several readings of the language: the service's guide does not say how a quote is escaped. */
const READINGS = {
  'with backslash escapes': /"(?:[^"\\]|\\.)*"/gs,
  'without escapes': /"[^"]*"/g,
  'with doubled quotes': /"(?:[^"]|"")*"/g,
  'with curly quotes': /["“”„‟″＂][^"“”„‟″＂]*["“”„‟″＂]/g,
} as const;
const readings = Object.values(READINGS);

/** @throws where a quote is left open */
function outsideOf(query: string, phrase: RegExp): string {
  const outside = query.replaceAll(phrase, '\0');
  if (/["“”„‟″＂]/.test(outside)) throw new Error(`open quote: ${query}`);
  return outside;
}

const criteriaIn = (query: string, phrase: RegExp): readonly string[] =>
  Array.from(outsideOf(query, phrase).matchAll(/([^\s()\0:]+):/g), ([, criterion = '']) => criterion);

describe('whatever is typed', () => {
  const nasty = fc.constantFrom(
    '"',
    '\\',
    ' ',
    ':',
    '(',
    ')',
    '*',
    '?',
    'AND',
    'OR',
    'NOT',
    'from:',
    'subject:',
    'x',
    '“',
    '\n',
    '-',
    '..',
    'é',
    '山',
  );
  const typed = fc.oneof(
    fc.array(nasty, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string({ unit: anyCodePoint, maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  );
  const workload = fc.constantFrom('exchange', 'onedrive');

  test('no field of the form adds a criterion', () => {
    fc.assert(
      fc.property(workload, typed, typed, typed, (kind, one, two, three) => {
        const form: Form = kind === 'exchange' ? { from: one, to: two, subject: three } : { name: one, changedBy: two };
        const built = buildQuery(kind, form, ZONE, NOW);
        if (built.kind !== 'query') return;
        const fields = kind === 'exchange' ? ['from', 'to', 'subject'] : ['filename', 'System.Document.LastAuthor'];
        for (const reading of readings) {
          const found = criteriaIn(built.text, reading);
          expect(found).toEqual(fields.filter((field) => found.includes(field)));
          const parts = outsideOf(built.text, reading).split(' AND ');
          for (const part of parts) expect(part).toMatch(/^[A-Za-z.]+:[^\s:"()]+$/);
          expect(parts).toHaveLength(found.length);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('words are words under every reading, and never criteria', () => {
    // Criteria that people may type are known by name: these are not.
    const words = typed.filter((text) => !/(?:from|to|cc|subject):/i.test(text.normalize('NFC')));
    const hostile = fc.tuple(
      words,
      fc.constantFrom('', 'evil:', '" OR evil:', '\\" evil:x "', '"" evil:', '” evil:“'),
      words,
    );
    fc.assert(
      fc.property(workload, hostile, (kind, pieces) => {
        const built = buildQuery(kind, { words: pieces.join('') }, ZONE, NOW);
        if (built.kind !== 'query') return;
        for (const reading of readings) expect([built.text, criteriaIn(built.text, reading)]).toEqual([built.text, []]);
        expect(built.text).not.toMatch(/[\\“”„‟″＂]/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a typed query has the same criteria with escapes and without', () => {
    fc.assert(
      fc.property(typed, typed, (one, two) => {
        const built = buildQuery('exchange', { words: `subject:"${one}" from:${two}` }, ZONE, NOW);
        if (built.kind !== 'query') return;
        const found = readings
          .filter((reading) => reading !== READINGS['with doubled quotes'])
          .map((reading) => criteriaIn(built.text, reading));
        for (const criteria of found) expect([built.text, criteria]).toEqual([built.text, found[0]]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('quotes and parentheses are balanced, and each operator has its operands', () => {
    fc.assert(
      fc.property(workload, typed, fc.option(typed, { nil: undefined }), (kind, words, subject) => {
        const built = buildQuery(kind, { words, subject, name: subject }, ZONE, NOW);
        if (built.kind !== 'query') return;
        const outside = outsideOf(built.text, READINGS['without escapes']);
        expect(outside.split('(').length).toBe(outside.split(')').length);
        expect(outside).not.toMatch(/^(?:AND|OR) | (?:AND|OR|NOT)$/);
        expect(built.text).not.toMatch(/[\p{Cc}]/u);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a date field never makes it throw', () => {
    fc.assert(
      fc.property(workload, typed, typed, (kind, after, before) => {
        expect(['query', 'mistake']).toContain(buildQuery(kind, { after, before }, ZONE, NOW).kind);
      }),
    );
  });
});
