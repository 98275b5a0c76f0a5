/** Makes an upstream's own words safe for a log, an error and a card. */

const REMOVED = '[removed]';
/** A UUID has 36, a host name rarely as many; tokens, assertions and device codes have more than this. */
const TOKEN_LIKE = /[\w.~+/=%-]{64,}/g;
/** Control, format (bidirectional overrides among them), private and unassigned characters, line separators. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]+/gu;
/** Shorter values would tear holes into ordinary words. */
const SHORTEST_SECRET = 4;

/**
 * On one line, at most `longest` characters, without the `secrets` that were sent (some upstreams quote what they
 * refuse) in any encoding a quotation comes in, and without anything that looks like a token. Undefined for what is no
 * text or empty.
 */
export function scrub(value: unknown, secrets: readonly string[], longest: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  let text = value;
  for (const form of secrets.flatMap(quotations)) text = text.replaceAll(form, REMOVED);
  text = text.replaceAll(UNPRINTABLE, ' ').replaceAll(TOKEN_LIKE, REMOVED).trim();
  // A pair of surrogates must not be cut in two.
  const cut = text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return cut === '' ? undefined : cut;
}

function quotations(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const wellFormed = secret.toWellFormed();
  const formEncoded = new URLSearchParams({ '': wellFormed }).toString().slice(1);
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed), formEncoded];
}
