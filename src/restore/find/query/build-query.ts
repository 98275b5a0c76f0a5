/** Converts the search form to a query of the service's search language (API, section D5). */
import { endOfDay, readDay, startOfDay } from '../dates/parse-date.ts';
import { addDays, dayOf } from '../dates/calendar-day.ts';
import type { Workload } from '../../model/catalog.ts';
import type { Form, Remark } from '../../model/task.ts';
import {
  cleaned,
  expertClause,
  isSearchLanguage,
  valueOf,
  withStraightQuotes,
  wordsClause,
  type Clause,
} from './query-syntax.ts';

export type BuiltQuery =
  | {
      readonly kind: 'query';
      readonly text: string;
      /**
       * Epoch milliseconds, both inclusive: the requested days. The query covers more, since it only knows UTC days, and its
       * results have to be filtered.
       */
      readonly within?: Within;
    }
  /** Nothing was filled in. */
  | { readonly kind: 'everything' }
  | { readonly kind: 'mistake'; readonly remark: Remark };

export interface Within {
  readonly from?: number;
  readonly until?: number;
}

type TextField = 'from' | 'to' | 'subject' | 'name' | 'changedBy';

interface Language {
  readonly fields: readonly (readonly [TextField, string])[];
  readonly date: string;
  readonly attachments?: string;
}

const LANGUAGES: Readonly<Record<Workload, Language>> = {
  exchange: {
    fields: [
      ['from', 'from'],
      ['to', 'to'],
      ['subject', 'subject'],
    ],
    date: 'received',
    attachments: 'hasattachments:true',
  },
  onedrive: {
    fields: [
      ['name', 'filename'],
      // The search language has no short name for it.
      ['changedBy', 'System.Document.LastAuthor'],
    ],
    date: 'datemodified',
  },
};

const MAX_LENGTH = 1_000;
const EARLIEST = '1970-01-01';

const mistake = (remark: Remark): BuiltQuery => ({ kind: 'mistake', remark });

function searchWords(words: string | undefined): Clause | undefined {
  const text = withStraightQuotes(cleaned(words ?? ''));
  return (isSearchLanguage(text) ? expertClause(text) : undefined) ?? wordsClause(text);
}

function fieldClauses(form: Form, { fields, attachments }: Language): readonly Clause[] {
  const texts = fields.flatMap(([field, criterion]) => {
    const value = cleaned(form[field] ?? '');
    return value === '' ? [] : [`${criterion}:${valueOf(value)}`];
  });
  if (attachments !== undefined && form.hasAttachments === true) texts.push(attachments);
  return texts.map((text) => ({ text, isAlternative: false }));
}

type Dates =
  | { readonly kind: 'dates'; readonly clauses: readonly Clause[]; readonly within?: Within }
  | { readonly kind: 'mistake'; readonly remark: Remark };

/** Days of the person's time zone, with one more on both sides for the service's UTC days. */
function readDates(form: Form, date: string, zone: string | undefined, now: number): Dates {
  const days: { after?: string; before?: string } = {};
  for (const side of ['after', 'before'] as const) {
    const typed = form[side]?.trim() ?? '';
    if (typed === '') continue;
    const read = readDay(typed, zone, now);
    if (read.kind !== 'day') return { kind: 'mistake', remark: { code: 'no-such-date', typed } };
    days[side] = read.day;
  }
  const { after, before } = days;
  if (after === undefined && before === undefined) return { kind: 'dates', clauses: [] };
  if (after !== undefined && before !== undefined && after > before) {
    return { kind: 'mistake', remark: { code: 'dates-reversed' } };
  }
  // Always both ends: open ranges are not documented.
  const earliest = after === undefined ? EARLIEST : addDays(after, -1);
  const latest = before === undefined ? addDays(dayOf(now, 'UTC'), 2) : addDays(before, 1);
  const text = `${date}:${earliest}..${latest < earliest ? earliest : latest}`;
  return {
    kind: 'dates',
    clauses: [{ text, isAlternative: false }],
    within: {
      ...(after === undefined ? {} : { from: startOfDay(after, zone) }),
      ...(before === undefined ? {} : { until: endOfDay(before, zone) }),
    },
  };
}

/**
 * All words and fields have to match. Fields that the workload does not have are ignored.
 *
 * @param zone the person's; UTC if unknown
 * @param now epoch milliseconds
 */
export function buildQuery(workload: Workload, form: Form, zone: string | undefined, now: number): BuiltQuery {
  const language = LANGUAGES[workload];
  const typed = [form.words, ...language.fields.map(([field]) => form[field])];
  if (typed.some((text) => text !== undefined && text.trim().length > MAX_LENGTH)) {
    return mistake({ code: 'query-too-long' });
  }
  const dates = readDates(form, language.date, zone, now);
  if (dates.kind === 'mistake') return dates;
  const words = searchWords(form.words);
  const clauses = [...(words === undefined ? [] : [words]), ...fieldClauses(form, language), ...dates.clauses];
  if (clauses.length === 0) return { kind: 'everything' };
  const text = clauses
    .map((clause) => (clause.isAlternative && clauses.length > 1 ? `(${clause.text})` : clause.text))
    .join(' AND ');
  if (text.length > MAX_LENGTH) return mistake({ code: 'query-too-long' });
  return { kind: 'query', text, ...(dates.within === undefined ? {} : { within: dates.within }) };
}
