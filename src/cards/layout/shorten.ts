/** Changes of a finished card that depend on how it is sent. */

type Node = Readonly<Record<string, unknown>>;

/** The card with a line above everything else. */
export function withNote(card: object, text: string): object {
  const { body = [] } = card as { readonly body?: readonly object[] };
  return { ...card, body: [{ type: 'TextBlock', text, wrap: true, size: 'Small', isSubtle: true }, ...body] };
}

/**
 * A shorter card: without what is hidden until a button shows it, and without that button. Inputs stay, since a press sends what
 * they hold.
 *
 * @param note says that the card is shorter
 */
export function shortened(card: object, note: string): object {
  const hidden = new Set<unknown>();
  const isDetail = (node: Node): boolean =>
    node['isVisible'] === false && !/"type":"Input\./.test(JSON.stringify(node));
  const showsDetail = ({ type, targetElements = [] }: Node): boolean =>
    type === 'Action.ToggleVisibility' && (targetElements as readonly unknown[]).every((id) => hidden.has(id));
  const isEmpty = ({ type, actions }: Node): boolean =>
    type === 'ActionSet' && (actions as readonly unknown[]).length === 0;
  const visible = without(card, (node) => {
    if (isDetail(node)) hidden.add(node['id']);
    return isDetail(node);
  });
  return withNote(without(without(visible, showsDetail), isEmpty) as object, note);
}

/** Without the elements of lists, and what pressing an element does, that are to go. */
function without(value: unknown, goes: (node: Node) => boolean): unknown {
  if (Array.isArray(value)) {
    const left = value.filter((item) => typeof item !== 'object' || item === null || !goes(item as Node));
    return left.map((item) => without(item, goes));
  }
  if (typeof value !== 'object' || value === null) return value;
  const left = Object.entries(value).filter(([name, item]) => name !== 'selectAction' || !goes(item as Node));
  return Object.fromEntries(left.map(([name, item]) => [name, without(item, goes)]));
}
