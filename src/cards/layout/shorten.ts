/** Shorter forms of a finished card, for a message that would be too large. */
import { plain } from './plain-text.ts';

type Node = Readonly<Record<string, unknown>>;

/** Of one text, in UTF-16 units. */
const TEXT_LIMITS = [100, 50] as const;

/** Lazily, each shorter than the one before: as it is, without its hidden details, and with ever shorter texts. */
export function* shorterCards(card: object, note: string): Generator<object> {
  yield card;
  const visible = withoutDetails(card as Node) as Node;
  yield withNote(visible, note);
  for (const limit of TEXT_LIMITS) yield withNote(withShortTexts(visible, limit) as Node, note);
}

/** The card with a line above everything else. */
export function withNote(card: object, text: string): object {
  const { body = [] } = card as { readonly body?: readonly object[] };
  return { ...card, body: [{ type: 'TextBlock', text, wrap: true, size: 'Small', isSubtle: true }, ...body] };
}

/** What is hidden until a button shows it, and that button. Inputs stay, since a press sends what they hold. */
function withoutDetails(card: Node): unknown {
  const hidden = new Set<unknown>();
  const isDetail = (node: Node): boolean =>
    node['isVisible'] === false && !/"type":"Input\./.test(JSON.stringify(node));
  const toDetails = ({ type, targetElements = [] }: Node): boolean =>
    type === 'Action.ToggleVisibility' && (targetElements as readonly unknown[]).every((id) => hidden.has(id));
  const withoutHidden = filtered(card, (node) => {
    if (isDetail(node)) hidden.add(node['id']);
    return !isDetail(node);
  });
  const withoutButtons = filtered(withoutHidden, (node) => !toDetails(node));
  return filtered(
    withoutButtons,
    ({ actions, type }) => type !== 'ActionSet' || (actions as readonly unknown[]).length > 0,
  );
}

/** Texts from outside are text runs. */
const withShortTexts = (card: Node, limit: number): unknown =>
  mapped(card, (node) => (node['type'] === 'TextRun' ? { ...node, text: plain(String(node['text']), limit) } : node));

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without the elements of lists that are not kept. */
function filtered(value: unknown, keeps: (node: Node) => boolean): unknown {
  if (Array.isArray(value))
    return value.filter((item) => !isNode(item) || keeps(item)).map((item) => filtered(item, keeps));
  return isNode(value) ? mapValues(value, (item) => filtered(item, keeps)) : value;
}

function mapped(value: unknown, map: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, map));
  return isNode(value) ? mapValues(map(value), (item) => mapped(item, map)) : value;
}

const mapValues = (node: Node, map: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, map(value)]));
