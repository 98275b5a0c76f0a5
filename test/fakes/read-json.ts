/** What a fake store has, as its readers get it: through JSON, as from a blob. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** @returns a reader that parses the last text, which is mostly read again, only once; its readers share what it says */
export function createJsonReader(): (text: string) => unknown {
  let last: { readonly text: string; readonly value: unknown } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, value: frozen(JSON.parse(text) as unknown) };
    return last.value;
  };
}
