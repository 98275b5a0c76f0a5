/** How French texts speak of people. */

/** Before a vowel, before `y` with a consonant behind it (Yves, but not Yasmine), and before the first names whose `h` is mute. */
const ELIDED = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?=[^aeiouy\P{L}])|h(?:él|enr|erv|ub|ort|ugo|ugue|ipp|onor))/iu;

/** `d’Anna`, `d’Yves`, `d’Hélène`, but `de Noor`, `de Yasmine`, `de Hans`. */
export const of = (name: string): string => (ELIDED.test(name.normalize('NFC')) ? `d’${name}` : `de ${name}`);
