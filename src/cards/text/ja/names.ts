/** How Japanese texts speak of people. */

/** Stands where a name is not known. */
export const SOMEBODY = 'ほかのユーザー';

/** A name takes the honorific さん, the word for somebody unknown does not. */
export const san = (name: string): string => (name === SOMEBODY ? name : `${name} さん`);
