/** What a person can choose about a restore, declared by each workload: its inputs on the confirm card and its values. */
import { typedText } from '../../../core/text.ts';
import type { Entry } from '../entries/entry.ts';
import type { OptionValues } from '../entries/option-values.ts';

/** Unique over all workloads: the id of its input, and its field in stored restores. */
export type OptionName = string & {};

interface OptionRules {
  readonly name: OptionName;
  /** Whether it makes sense for these entries; absent: always. Where it does not, it has its default. */
  appliesTo?(entries: readonly Entry[]): boolean;
  /** Whether the other options leave it any effect; absent: always. Where they do not, it has its default. */
  needs?(values: OptionValues): boolean;
  /** Where it overwrites: which entries; absent: all. */
  readonly overwritesOnly?: (entry: Entry, values: OptionValues) => boolean;
  /** Where it overwrites: what of them; absent: their contents. */
  readonly overwritesWhat?: 'permissions';
}

export type Option = OptionRules &
  (
    | {
        readonly kind: 'toggle';
        readonly default: boolean;
        /** On, it destroys what exists. */
        readonly overwrites?: true;
      }
    | {
        readonly kind: 'choice';
        readonly choices: readonly string[];
        readonly default: string;
        /** The choice that destroys what exists. */
        readonly overwrites?: string;
      }
    | {
        readonly kind: 'text';
        readonly maxLength: number;
        readonly forbidden?: RegExp;
        /** It names the place that is restored to; absent: the original one. */
        readonly isPlace?: true;
      }
    /** `2026-03-01`; absent where none was chosen. */
    | { readonly kind: 'day' }
  );

/** What is wrong with the options as a whole. */
export type OptionsMistake = 'restores-nothing' | 'dates-reversed';

/** A text that the option does not take: kept, to be corrected. */
type UnfitText = Readonly<Record<'option' | 'typed', string>>;

/** The part of a workload's rules that is about its options. */
export interface OptionsOfWorkload {
  readonly options: readonly Option[];
  mistakeIn?(values: OptionValues, entries: readonly Entry[]): OptionsMistake | undefined;
  /** What is chosen at first for what was selected, in place of what was chosen before; an empty text is none. */
  suggested?(selected: readonly Entry[]): OptionValues;
  /** What the confirm card has to say about them: names of sentences in the workload's texts. */
  notes?(values: OptionValues, entries: readonly Entry[]): readonly string[];
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** What its input sends for a text, a day or a choice, what it stores for a toggle. */
function valueOf(option: Option, given: unknown): boolean | string | undefined {
  if (option.kind === 'toggle') return typeof given === 'boolean' ? given : option.default;
  const typed = typeof given === 'string' ? given : undefined;
  if (option.kind === 'text') return typedText(typed);
  if (option.kind === 'day') return typed !== undefined && DAY.test(typed) ? typed : undefined;
  return typed !== undefined && option.choices.includes(typed) ? typed : option.default;
}

const fits = (typed: string, { maxLength, forbidden }: Extract<Option, { kind: 'text' }>): boolean =>
  typed.length <= maxLength && forbidden?.test(typed) !== true;

/** Those that the confirm card offers for the entries. */
export const optionsFor = ({ options }: OptionsOfWorkload, entries: readonly Entry[]): readonly Option[] =>
  options.filter((option) => option.appliesTo?.(entries) ?? true);

/** The chosen options: valid ones as they are, all others with their defaults; and what is wrong with them. */
export function readOptions(
  rules: OptionsOfWorkload,
  given: OptionValues,
  entries: readonly Entry[],
): {
  readonly values: OptionValues;
  readonly mistake?: OptionsMistake | undefined;
  readonly unfit?: UnfitText | undefined;
} {
  const offered = optionsFor(rules, entries);
  let unfit: UnfitText | undefined;
  const read: Record<string, boolean | string> = {};
  for (const option of rules.options) {
    const { name } = option;
    const value = valueOf(option, offered.includes(option) ? given[name] : undefined);
    if (value === undefined) continue;
    if (option.kind === 'text' && !fits(String(value), option)) unfit ??= { option: name, typed: String(value) };
    else read[name] = value;
  }
  const values = Object.fromEntries(
    rules.options.flatMap((option) => {
      const value = (option.needs?.(read) ?? true) ? read[option.name] : valueOf(option, undefined);
      return value === undefined ? [] : [[option.name, value]];
    }),
  );
  return { values, unfit, mistake: rules.mistakeIn?.(values, entries) };
}

/** What an option destroys of entries that still exist. */
export interface Overwritten {
  readonly option: OptionName;
  readonly what: 'contents' | 'permissions';
  readonly entries: readonly Entry[];
}

/** What may be destroyed of the entries, by each option that destroys anything. */
export function overwritten(
  { options }: OptionsOfWorkload,
  values: OptionValues,
  entries: readonly Entry[],
): readonly Overwritten[] {
  return options.flatMap((option) => {
    const { name, overwritesOnly = () => true, overwritesWhat: what = 'contents' } = option;
    if (!('overwrites' in option) || values[name] !== option.overwrites) return [];
    const found = entries.filter((entry) => overwritesOnly(entry, values));
    return found.length === 0 ? [] : [{ option: name, what, entries: found }];
  });
}
