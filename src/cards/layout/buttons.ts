/** The buttons of a card as its template takes them. */
import type { Scene } from './context.ts';
import type { Words } from '../text/en/common.ts';
import type { ButtonData, Verb } from './verbs.ts';

export interface Button {
  readonly title: string;
  readonly verb: Verb;
  readonly style: 'default' | 'positive' | 'destructive';
  readonly data: ButtonData;
  /** `none`: the values of the card's inputs are neither checked nor sent. */
  readonly inputs: 'auto' | 'none';
}

/** What a card shows at once; the others are in a menu behind `…`, in their order. */
export const MAX_IN_VIEW = 4;
/** In the rows of a list, where each would have one; so that two are left for the card. */
export const MAX_ROW_BUTTONS = 2;

type Carried = Omit<ButtonData, 'verb' | 'owner'>;

export function button(scene: Scene, verb: keyof Words['buttons'], carried: Carried = {}): Button {
  return namedButton(scene, verb, scene.words.buttons[verb], carried);
}

export function namedButton(scene: Scene, verb: Verb, title: string, carried: Carried = {}): Button {
  return { title, verb, style: 'default', data: { verb, owner: scene.context.owner.id, ...carried }, inputs: 'auto' };
}

/** The one button of a card that most people want. */
export function primary(button: Button): Button {
  return { ...button, style: 'positive' };
}

/** The button of a card that overwrites or ends something. */
export function destructive(button: Button): Button {
  return { ...button, style: 'destructive' };
}

/** **Previous** and **Next**, where there are such pages. */
export function pagingButtons(
  { words }: Scene,
  { page, pages }: { readonly page: number; readonly pages: number },
  to: (title: string, page: number) => Button,
): readonly (Button | false)[] {
  const { previous, next } = words.restore.buttons;
  return [page > 0 && to(previous, page - 1), page + 1 < pages && to(next, page + 1)];
}
