/** Reads cards as a person sees them. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Every text of the body, in order. */
export function textsOf(card: Json | undefined): readonly string[] {
  const inside = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(inside);
    if (!isObject(value)) return [];
    const own = typeof value['text'] === 'string' ? [value['text']] : [];
    return [...own, ...['items', 'columns', 'inlines'].flatMap((name) => inside(value[name]))];
  };
  return inside(card?.['body']);
}

export function titleOf(card: Json | undefined): string {
  const headings = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(headings);
    if (!isObject(value)) return [];
    return value['style'] === 'heading'
      ? textsOf({ body: [value] })
      : ['items', 'columns'].flatMap((name) => headings(value[name]));
  };
  // The card that others see is one sentence without a heading.
  return headings(card?.['body'])[0] ?? textsOf(card)[0] ?? '';
}

/** The value beside a label; undefined where the card has no such row. */
export function factOf(card: Json | undefined, label: string): string | undefined {
  const texts = textsOf(card);
  const at = texts.indexOf(label);
  return at < 0 ? undefined : texts[at + 1];
}

export function buttonsOf(card: Json | undefined): readonly string[] {
  const withoutPresses: unknown = JSON.parse(
    JSON.stringify(card ?? {}, (name, value: unknown) => (name === 'selectAction' ? undefined : value)),
  );
  return actionsIn(withoutPresses).map((action) => String(action['title']));
}

/** What a client sends of a form that nobody has touched. */
export function inputsOf(card: unknown): Readonly<Record<string, string>> {
  if (Array.isArray(card)) return Object.assign({}, ...card.map(inputsOf)) as Readonly<Record<string, string>>;
  if (!isObject(card)) return {};
  const { type, id, value, ...others } = card;
  const isInput = typeof type === 'string' && type.startsWith('Input.') && typeof id === 'string';
  return isInput ? (typeof value === 'string' ? { [id]: value } : {}) : inputsOf(Object.values({ ...others, value }));
}

/** The large code; undefined where the card shows none. */
export function codeOf(card: Json | undefined): string | undefined {
  const texts = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(texts);
    if (!isObject(value)) return [];
    const own = value['size'] === 'ExtraLarge' && typeof value['text'] === 'string' ? [value['text']] : [];
    return [...own, ...['items', 'columns', 'inlines'].flatMap((name) => texts(value[name]))];
  };
  return texts(card?.['body'])[0];
}

/** The address of its link button. */
export function linkOf(card: Json | undefined): string | undefined {
  const url = actionsIn(card ?? {}).find((action) => action['type'] === 'Action.OpenUrl')?.['url'];
  return typeof url === 'string' ? url : undefined;
}

/** A button's data, by its title. */
export function dataOf(card: Json | undefined, title: string): Json {
  return (actionsIn(card ?? {}).find((action) => action['title'] === title)?.['data'] ?? {}) as Json;
}

/** The reference ID on a card. */
export function referenceOf(card: Json | undefined): string {
  const [, reference = ''] = /^Reference: (\S+)$/m.exec(textsOf(card).join('\n')) ?? [];
  return reference;
}
