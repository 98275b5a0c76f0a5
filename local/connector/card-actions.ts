/** The buttons of a card, and reading an invoke response. Pure. */
import type { BotAnswer, Json, PressOutcome } from './types.ts';

interface ActionSought {
  readonly title?: string | undefined;
  readonly verb?: string | undefined;
}

/**
 * The button of the title or verb, wherever in the card it is.
 * @throws Error that names the buttons there are
 */
export function findAction(card: Json, sought: ActionSought): Json {
  const actions = actionsIn(card);
  const found = actions.find(
    (action) =>
      (sought.title !== undefined && action['title'] === sought.title) ||
      (sought.verb !== undefined && action['verb'] === sought.verb),
  );
  if (found) return found;
  const titles = actions.map((action) => String(action['title'] ?? action['verb'])).join(', ');
  throw new Error(`no button ${String(sought.title ?? sought.verb)} on the card; it has: ${titles || 'none'}`);
}

/** Every action of a card, in order; of the refresh and of fallbacks none. */
export function actionsIn(value: unknown): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap(actionsIn);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Json;
  const inside = Object.entries(node)
    .filter(([name]) => !['refresh', 'fallback', 'data'].includes(name))
    .flatMap(([, each]) => actionsIn(each));
  return String(node['type']).startsWith('Action.') ? [node, ...inside] : inside;
}

/** The value of an `adaptiveCard/action` invoke. */
export function invokeValue(action: Json, inputs: Json, trigger: 'manual' | 'automatic'): Json {
  return {
    action: { type: 'Action.Execute', id: action['id'], verb: action['verb'], data: withInputs(action, inputs) },
    trigger,
  };
}

/** A button's data with what was entered on the card; the button's own fields win. */
export function withInputs(action: Json, inputs: Json): Json {
  const data = action['data'];
  return typeof data === 'object' && data !== null ? { ...inputs, ...data } : inputs;
}

/** Reads the HTTP answer of an invoke as the Teams client does. */
export function outcomeOf(answer: BotAnswer): PressOutcome {
  const failed = { kind: 'error', text: 'Something went wrong. Please try again.' } as const;
  if (answer.status !== 200) return failed;
  if (answer.body === undefined || answer.body === '') return { kind: 'nothing' };
  if (typeof answer.body !== 'object' || answer.body === null) return failed;
  const { statusCode, type, value } = answer.body as Json;
  if (typeof statusCode === 'number' && statusCode >= 400) return failed;
  switch (type) {
    case 'application/vnd.microsoft.card.adaptive':
      return typeof value === 'object' && value !== null ? { kind: 'card', card: value as Json } : failed;
    case 'application/vnd.microsoft.activity.message':
      return { kind: 'message', text: String(value) };
    case undefined:
      return { kind: 'nothing' };
    default:
      return failed;
  }
}

export interface FoundChoice {
  readonly title: string;
  readonly value: string;
}

/** What the answer to an `application/search` invoke offers; undefined where it is no such answer. */
export function choicesOf({ status, body }: BotAnswer): readonly FoundChoice[] | undefined {
  if (status !== 200 || typeof body !== 'object' || body === null) return undefined;
  const { type, value } = body as Json;
  if (type !== 'application/vnd.microsoft.search.searchResponse') return undefined;
  const results = typeof value === 'object' && value !== null ? (value as Json)['results'] : undefined;
  const isChoice = (each: unknown): each is FoundChoice =>
    typeof each === 'object' &&
    each !== null &&
    ['title', 'value'].every((name) => typeof (each as Json)[name] === 'string');
  return Array.isArray(results) && results.every(isChoice) ? results : undefined;
}
