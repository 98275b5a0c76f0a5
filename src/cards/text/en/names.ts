/** How English texts speak of people. */

/** `Noor's`, but `Reservations'`. */
export const possessive = (name: string): string => (/s$/i.test(name) ? `${name}'` : `${name}'s`);
