import { readWhen, type When } from '../../../src/restore/backups/dates/parse-date.ts';
import { readRequestLine } from '../../../src/restore/find/request-line.ts';
import type { ScopeItem } from '../../../src/restore/backups/entries/entry.ts';
import { fakeScopeList } from '../../fakes/explorer.ts';
import { english } from './en.ts';
import { french } from './fr.ts';
import { german } from './de.ts';
import { japanese } from './ja.ts';
import { spanish } from './es.ts';
import type { TypedPhrases } from './typed-phrases.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
/** Its clocks are UTC's. */
const ZONE = 'Atlantic/Reykjavik';

const people: readonly ScopeItem[] = ['Noor Haddad', '野田 太郎'].map((name, index) => {
  return { id: `${index}`, type: 'User', name, detail: `person${index}@customer.example`, echo: '{}' };
});

const rowsOf = (table: string): readonly string[] =>
  table
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean);

function shown(when: When): string {
  if (when.kind !== 'day' && when.kind !== 'before') return when.kind;
  const moment = when.kind === 'day' ? when.until : when.moment;
  const [, hour = '', minute = ''] =
    moment === undefined ? [] : (/T(\d\d):(\d\d)/.exec(new Date(moment).toISOString()) ?? []);
  const time = moment === undefined ? '' : ` ${Number(hour)}:${minute}`;
  return `${when.kind === 'day' ? '' : 'before '}${when.day}${time}`;
}

describe.each<TypedPhrases>([english, german, french, spanish, japanese])('$locale', ({ locale, days, lines }) => {
  const reading = { zone: ZONE, locale, now: NOW };

  test.each(rowsOf(days).map((row) => row.split(/ {2,}/)))('%s: %s', (typed = '', expected = '') => {
    expect(shown(readWhen(typed, reading))).toBe(expected);
  });

  test.each(rowsOf(lines).map((row) => row.split('|').map((cell) => cell.trim())))(
    '%s',
    (line = '', words = '', name = '', kind = '', day = '') => {
      const {
        whose,
        workload = '',
        asOf = '',
        ...read
      } = readRequestLine(line, {
        ...reading,
        scopes: fakeScopeList(people),
      });
      const named = whose?.kind === 'items' ? whose.candidates.map((item) => item.name).join() : '';
      const shownDay = read.unknownDay === undefined ? asOf : `? ${read.unknownDay}`;
      expect([read.words ?? '', named, workload, shownDay]).toEqual([words, name, kind, day]);
    },
  );
});
