/** Text that is safe to put into a page as it is. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Value = Html | string | number | undefined | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Tagged template: whatever is put in is escaped, unless it is Html already. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = parts.reduce((whole, part, at) => `${whole}${part}${at < values.length ? show(values[at]) : ''}`, '');
  return new Html(text);
}

function show(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
  if (typeof value === 'number') return String(value);
  return value instanceof Html ? value.toString() : value.map(String).join('');
}
