/** Presses on one card of a running bot, one after the other. */
import { actionsIn } from '../../local/connector/card-actions.ts';
import type { Json } from '../../local/connector/types.ts';
import { buttonsOf, textsOf, titleOf } from './cards-seen.ts';
import { PATIENCE_MILLISECONDS, type Chatter } from './chatter.ts';
import type { RunningBot } from './running-bot.ts';

/** IDs of the checkboxes on a card, in order. */
export function picksOn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(picksOn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, ...rest } = value as Json;
  const own = typeof id === 'string' && id.startsWith('pick-') ? [id] : [];
  return [...own, ...Object.values(rest).flatMap(picksOn)];
}

/** The smallest part of a card with that text and something else that is sought; undefined where there is none. */
function beside<T>(value: unknown, text: string, sought: (part: Json) => T | undefined): T | undefined {
  if (Array.isArray(value)) {
    return value.map((part) => beside(part, text, sought)).find((found) => found !== undefined);
  }
  if (typeof value !== 'object' || value === null || !textsOf({ body: [value] }).includes(text)) return undefined;
  const part = value as Json;
  return beside(Object.values(part), text, sought) ?? sought(part);
}

/** The checkbox of the row with that title. */
export const pickOf = (card: Json | undefined, title: string): string =>
  beside(card?.['body'], title, (part) => picksOn(part)[0]) ?? '';

/** The button of the row with that title. */
const actionOf = (card: Json | undefined, title: string, button: string): Json =>
  beside(card?.['body'], title, (part) => actionsIn({ body: [part] }).find((action) => action['title'] === button)) ??
  {};

/** Presses buttons of one card, one after the other. */
export function stepsOn(bot: Pick<RunningBot, 'connector'>, who: Chatter, cardId: string) {
  /** @returns the card once it has one of the titles, and the button */
  const until = (titles: readonly string[], button?: string): Promise<Json> =>
    bot.connector
      .waitFor(() => {
        const card = who.card(cardId);
        const isThere = titles.includes(titleOf(card)) && (button === undefined || buttonsOf(card).includes(button));
        return isThere && card;
      }, PATIENCE_MILLISECONDS)
      .catch((error: unknown) => {
        const card = who.card(cardId);
        throw new Error(`${titleOf(card)} (${buttonsOf(card).join(', ')}): ${String(error)}`);
      });
  /** Presses the button of a row, and waits for one with another title. */
  const inRow = async (row: string, button: string, then: string): Promise<Json> => {
    await who.press(cardId, button, { action: actionOf(who.card(cardId), row, button) });
    return bot.connector.waitFor(() => {
      const card = who.card(cardId);
      return textsOf(card).includes(then) && card;
    }, PATIENCE_MILLISECONDS);
  };
  const step = async (title: string, then: string, inputs: Json = {}, button?: string): Promise<Json> => {
    await who.press(cardId, title, { inputs });
    return until([then], button);
  };
  return { until, step, inRow };
}
