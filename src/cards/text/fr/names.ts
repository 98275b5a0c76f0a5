/** How French texts speak of people. */

/** `d’Anna`, but `de Noor`. */
export const of = (name: string): string => (/^[aeiouyàâäéèêëîïôöùûüœæ]/i.test(name) ? `d’${name}` : `de ${name}`);
