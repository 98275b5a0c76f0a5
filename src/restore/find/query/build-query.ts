/** From what a person typed to the query that the service takes (API, section D5). */
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
       * Epoch milliseconds, both included: the days that were asked for. The query reaches further and knows UTC only, so
       * what it finds is to be filtered by this.
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
      // Without a shortcut for OneDrive.
      ['changedBy', 'System.Document.LastAuthor'],
    ],
    date: 'datemodified',
  },
};

const LONGEST = 1_000;
/** Nothing that is backed up is older. */
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

/** Days of the person's zone; asked for with a day more on both sides, as the service reckons in UTC. */
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
  // Both ends are always given: how the language leaves one open is not known.
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
 * Words and the form's fields, all of which are to hold; fields that the workload does not have are left out.
 *
 * @param zone the person's, for the dates; UTC where it is not known
 * @param now epoch milliseconds
 */
export function buildQuery(workload: Workload, form: Form, zone: string | undefined, now: number): BuiltQuery {
  const language = LANGUAGES[workload];
  const typed = [form.words, ...language.fields.map(([field]) => form[field])];
  if (typed.some((text) => text !== undefined && text.trim().length > LONGEST)) {
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
  if (text.length > LONGEST) return mistake({ code: 'query-too-long' });
  return { kind: 'query', text, ...(dates.within === undefined ? {} : { within: dates.within }) };
}
