/** Removes secrets from texts that quote them. Pure. */
import { isUserCode } from './text.ts';

/** Removing shorter values would mangle ordinary words. */
const SHORTEST_SECRET = 4;

/** What may stand between two characters of a user code, or be missing: people and services group them as they like. */
const SEPARATOR = String.raw`(?:[-\s\p{Pd}+]|%2D|%20)?`;

/**
 * `text` without the `secrets`, in any encoding of a quotation; a code that people type (RFC 8628, section 6.1) also in the other
 * case, and however it is grouped. @param by takes their place
 */
export function removeSecrets(text: string, secrets: readonly string[], by: string): string {
  let left = text;
  for (const secret of secrets.filter(({ length }) => length >= SHORTEST_SECRET)) {
    for (const form of quotations(secret)) left = left.replaceAll(form, by);
    if (isUserCode(secret)) left = left.replaceAll(spellings(secret), by);
  }
  return left;
}

function quotations(secret: string): readonly string[] {
  const wellFormed = secret.toWellFormed();
  const formEncoded = new URLSearchParams({ '': wellFormed }).toString().slice(1);
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed), formEncoded];
}

/** It consists of letters and digits, which mean nothing else in an expression. */
const spellings = (userCode: string): RegExp =>
  new RegExp(Array.from(userCode.replaceAll(/[- ]/g, '')).join(SEPARATOR), 'giu');
