/** Inputs of a card, each with its label. Undefined fields are left out of its JSON. */
import { editable } from '../layout/plain-text.ts';
import type { OptionName } from '../../restore/backups/workloads/options.ts';
import type { TaskInput } from '../layout/verbs.ts';

export type Input = Readonly<Record<string, unknown>>;

export interface Option {
  readonly title: string;
  readonly value: string;
}

/** `maxLength` of the text inputs. */
export const MAX_LENGTHS = { words: 1_000, field: 200 } as const;

export function textInput(
  id: TaskInput | OptionName,
  label: string,
  maxLength: number,
  value: string | undefined,
  more: { readonly placeholder?: string; readonly isMultiline?: true } = {},
): Input {
  const shown = editable(value, maxLength, more.isMultiline);
  return { type: 'Input.Text', id, label, maxLength, value: shown || undefined, ...more };
}

/** Days are `2026-03-01`; anything else is left out. */
export function dateInput(
  id: TaskInput | OptionName,
  label: string,
  { value, min, max }: { readonly [Field in 'value' | 'min' | 'max']?: string | undefined },
): Input {
  const day = (text = ''): string | undefined => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);
  return { type: 'Input.Date', id, label, value: day(value), min: day(min), max: day(max) };
}

/** @param title our own words: clients read it as markdown */
export function toggleInput(id: TaskInput | OptionName | `pick-${string}`, title: string, isOn = false): Input {
  return { type: 'Input.Toggle', id, title, value: String(isOn), wrap: true };
}

/** @param more `style`: `expanded` reads titles as markdown, so it is for our own words alone */
export function choiceInput(
  id: TaskInput | OptionName,
  label: string,
  choices: readonly Option[],
  more: {
    readonly style: 'compact' | 'expanded' | 'filtered';
    readonly value?: string | undefined;
    readonly placeholder?: string;
    /** Where the client asks for choices while the person types. */
    readonly 'choices.data'?: { readonly type: 'Data.Query'; readonly dataset: string };
  },
): Input {
  return { type: 'Input.ChoiceSet', id, label, choices, ...more };
}
