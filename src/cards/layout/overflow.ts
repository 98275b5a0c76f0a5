/** At most four buttons in view: the others wait in the menu that clients draw as `…`. */
import { MAX_IN_VIEW } from './buttons.ts';

type Node = { readonly [name: string]: unknown };

/**
 * The card with `mode: "secondary"` on each button beyond the fourth that is in view; its fallback is for clients that know no such mode. Buttons in the body come
 * first, since they belong to what is beside them; of those below, the first stays in view in any case. What a button shows later
 * does not count, nor does a row or a word that can be pressed.
 *
 * Below, the button that most people want comes first.
 *
 * @param most fewer, where what is shown later has buttons of its own
 */
export function withOverflow(card: object, most = MAX_IN_VIEW): object {
  const { body, actions, ...others } = card as { readonly body: unknown; readonly actions?: readonly Node[] };
  const reserved = actions === undefined || actions.length === 0 ? 0 : 1;
  let left = most - reserved;
  const inView = (action: Node): Node => {
    left -= 1;
    return left >= 0 ? action : { ...action, mode: 'secondary' };
  };
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Node;
    if (node['isVisible'] === false) return node;
    if (node['type'] === 'ActionSet') return { ...node, actions: (node['actions'] as readonly Node[]).map(inView) };
    return Object.fromEntries(
      Object.entries(node).map(([name, child]) => [name, name === 'data' ? child : visit(child)]),
    );
  };
  const shown = visit(body);
  left = Math.max(left, 0) + reserved;
  return { ...others, body: shown, ...(actions && { actions: actions.toSorted(positiveFirst).map(inView) }) };
}

const isPositive = ({ style }: Node): boolean => style === 'positive';

const positiveFirst = (one: Node, other: Node): number => Number(isPositive(other)) - Number(isPositive(one));
