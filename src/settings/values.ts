/** Plain values: numbers, words, ids, lists. */
import { Wrong } from './reader.ts';
import type { Parse } from './reader.ts';

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const isGuid = (text: string): boolean => GUID.test(text);

/** Whatever is on one line. */
export const line: Parse<string> = (text) =>
  /\p{Cc}/u.test(text) ? new Wrong('has a line break or a control character in it. Write it on one line.') : text;

/** In decimal digits only, so that neither `0x10` nor `1e3` passes. */
export function wholeNumber(least: number, most: number): Parse<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : new Wrong(`must be a whole number from ${least} to ${most}.`);
  };
}

/** Above 0, fractions allowed. */
export function positiveNumber(most: number): Parse<number> {
  return (text) => {
    const number = /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
    return number > 0 && number <= most ? number : new Wrong(`must be a number above 0 and at most ${most}.`);
  };
}

/** One of `words`, in any case. */
export function oneOf<Word extends string>(...words: readonly Word[]): Parse<Word> {
  return (text) =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? new Wrong(`must be one of ${words.join(', ')}.`);
}

export const trueOrFalse: Parse<boolean> = (text) => {
  const word = oneOf('true', 'false')(text);
  return word instanceof Wrong ? word : word === 'true';
};

/** The specification calls it an identifier, without a form: sent on as it stands, unless it can't be one. */
export const applicationId: Parse<string> = (text) =>
  /^[\w.~-]{1,128}$/.test(text) ? text : new Wrong('must be an application id: letters, digits and dashes, no spaces.');

export const guid: Parse<string> = (text) =>
  isGuid(text) ? text : new Wrong('must be an id of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');

/** Lower case, for comparing. */
export const comparableGuid: Parse<string> = (text) => guid(text.toLowerCase());

/** Comma-separated, at least one, each once. A mistake names the places of the wrong ones. */
export function listOf(parse: Parse<string>): Parse<readonly string[]> {
  return (text) => {
    const parsed = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(parse);
    const wrong = parsed.filter((item) => item instanceof Wrong);
    const [first] = wrong;
    if (parsed.length === 0) return new Wrong('has only commas. List at least one, or leave it out.');
    if (first === undefined) return [...new Set(parsed.filter((item) => typeof item === 'string'))];
    const places = parsed.flatMap((item, index) => (item instanceof Wrong ? [index + 1] : []));
    return new Wrong(`item ${places.join(', ')} of the list ${first.sentence}`);
  };
}
