/** How Japanese texts speak of people. */

/** Stands where a name is not known. */
export const SOMEBODY = 'ほかのユーザー';

/** Before Japanese text: with a space where it ends in a digit or a Latin letter, none after kanji or kana. */
export const behind = (what: string): string => (/[\p{Script=Latin}\p{Nd}]$/u.test(what) ? `${what} ` : what);

/** After Japanese text: with a space where it begins with a digit or a Latin letter. */
export const before = (what: string): string => (/^[\p{Script=Latin}\p{Nd}]/u.test(what) ? ` ${what}` : what);

/** A name takes the honorific さん, the word for somebody unknown does not. */
export const san = (name: string): string => (name === SOMEBODY ? name : `${behind(name)}さん`);
