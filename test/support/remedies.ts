import type { Json } from '../../local/connector/types.ts';
import { buttonsOf, codeOf, factOf, linkOf, referenceOf } from './cards-seen.ts';

/** What the card of every failed sign-in has: who can help, Try again, and a reference that the log knows. */
export function expectRemedy(
  { lines }: { readonly lines: readonly string[] },
  card: Json | undefined,
  who: string,
): void {
  // Who is no operator may ask one instead.
  expect(buttonsOf(card).filter((title) => title !== 'Ask for a restore')).toEqual(['Try again']);
  expect(factOf(card, 'Who can help')).toBe(who);
  expect([codeOf(card), linkOf(card)]).toEqual([undefined, undefined]);
  const reference = referenceOf(card);
  expect(reference).toMatch(/^\w{6,}$/);
  expect(lines.some((line) => line.includes(reference))).toBe(true);
}
