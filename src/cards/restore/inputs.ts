/** Inputs of a card, each with its label. */
import { plain } from '../layout/escape.ts';
import type { TaskInput } from '../verbs.ts';

export type Input = Readonly<Record<string, unknown>>;

/** One row of a form: inputs beside each other. */
export interface Row {
  readonly fields: readonly { readonly elements: readonly Input[] }[];
}

export interface Option {
  readonly title: string;
  readonly value: string;
}

interface Typed {
  readonly value?: string | undefined;
  readonly placeholder?: string | undefined;
  /** What is longer is not taken; what was typed is shown again whole. */
  readonly most: number;
  readonly lines?: 'several' | undefined;
}

export function textInput(id: TaskInput, label: string, { value = '', placeholder = '', most, lines }: Typed): Input {
  return {
    type: 'Input.Text',
    id,
    label,
    maxLength: most,
    ...(placeholder === '' ? {} : { placeholder }),
    ...(value === '' ? {} : { value: plain(value, most) }),
    ...(lines === undefined ? {} : { isMultiline: true }),
  };
}

interface Days {
  /** `2026-03-01`. */
  readonly value?: string | undefined;
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

export function dateInput(id: TaskInput, label: string, { value, first, last }: Days = {}): Input {
  return {
    type: 'Input.Date',
    id,
    label,
    ...(isDay(value) ? { value } : {}),
    ...(isDay(first) ? { min: first } : {}),
    ...(isDay(last) ? { max: last } : {}),
  };
}

/** @param title our own words: it is read as markdown */
export function toggleInput(id: TaskInput | `pick-${string}`, title: string, on = false): Input {
  return { type: 'Input.Toggle', id, title, value: String(on), wrap: true };
}

interface Choosing {
  /** `expanded` reads titles as markdown: for our own words alone. */
  readonly style: 'compact' | 'expanded' | 'filtered';
  readonly value?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Of the type-ahead, where the client can ask for more than the choices given. */
  readonly dataset?: string | undefined;
}

export function choiceInput(
  id: TaskInput,
  label: string,
  choices: readonly Option[],
  { style, value, placeholder, dataset }: Choosing,
): Input {
  return {
    type: 'Input.ChoiceSet',
    id,
    label,
    style,
    choices,
    ...(value === undefined ? {} : { value }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(dataset === undefined ? {} : { 'choices.data': { type: 'Data.Query', dataset } }),
  };
}

/** Inputs beside each other. */
export function row(...inputs: readonly Input[]): Row {
  return { fields: inputs.map((input) => ({ elements: [input] })) };
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day);
}
