/** What a finished card holds. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Node = { readonly [key: string]: Json };

/** Every object of the card, its actions and their fallbacks included; not what buttons carry. */
export function nodesOf(card: object): readonly Node[] {
  const found: Node[] = [];
  const visit = (json: Json): void => {
    if (Array.isArray(json)) json.forEach(visit);
    else if (typeof json === 'object' && json !== null) {
      const node = json as Node;
      found.push(node);
      for (const [key, value] of Object.entries(node)) if (key !== 'data') visit(value);
    }
  };
  visit(asSent(card));
  return found;
}

/** As it goes over the wire. */
export function asSent(card: object): Node {
  return JSON.parse(JSON.stringify(card)) as Node;
}

export const ofType = (card: object, type: string): readonly Node[] =>
  nodesOf(card).filter((node) => node['type'] === type);

const textsOf = (nodes: readonly Node[], key: string): readonly string[] =>
  nodes.map((node) => node[key]).filter((value) => typeof value === 'string');

/** Titles of the buttons at the card's end, in order. */
export const titlesOf = (card: object): readonly string[] =>
  textsOf((asSent(card)['actions'] ?? []) as readonly Node[], 'title');

/** Every text that is read as markdown. */
export const markdownOf = (card: object): readonly string[] => textsOf(ofType(card, 'TextBlock'), 'text');

/** Every text shown as it is. */
export const plainTextOf = (card: object): readonly string[] => textsOf(ofType(card, 'TextRun'), 'text');

/** Buttons that are seen without pressing `…`, in order; `opened` elements count although they are hidden at first. */
export function buttonsInView(card: object, opened: readonly string[] = []): readonly Node[] {
  const visit = (json: Json): readonly Node[] => {
    if (Array.isArray(json)) return json.flatMap(visit);
    if (typeof json !== 'object' || json === null) return [];
    const node = json as Node;
    if (node['isVisible'] === false && !opened.some((id) => id === node['id'])) return [];
    const { actions = [], selectAction: _, data: __, ...others } = node;
    return [...Object.values(others).flatMap(visit), ...(actions as readonly Node[])];
  };
  return visit(asSent(card)).filter(({ mode }) => mode !== 'secondary');
}
