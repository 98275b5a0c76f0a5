/** People's names. Where a name alone does not say who it is, the address is shown as well. */
import { foldText } from '../../core/text.ts';
import { LIMITS, plain } from './plain-text.ts';

export interface NamedPerson {
  readonly name: string | undefined;
  readonly address?: string | undefined;
}

/** Letters of other alphabets and digits that look like a Latin letter in most fonts, after folding. */
const LOOK_ALIKES: readonly (readonly [letters: string, latin: string])[] = [
  ['аαɑ', 'a'],
  ['вβ', 'b'],
  ['сϲ', 'c'],
  ['ԁ', 'd'],
  ['еε', 'e'],
  ['ɡ', 'g'],
  ['һнη', 'h'],
  ['іιɩi1|', 'l'],
  ['јϳ', 'j'],
  ['кκ', 'k'],
  ['мμ', 'm'],
  ['ν', 'n'],
  ['оοօ0', 'o'],
  ['рρ', 'p'],
  ['ԛ', 'q'],
  ['ѕ', 's'],
  ['тτ', 't'],
  ['ѵ', 'v'],
  ['ѡԝ', 'w'],
  ['хχ', 'x'],
  ['уυү', 'y'],
  ['ζ', 'z'],
];
const LATIN = new Map(
  LOOK_ALIKES.flatMap(([letters, latin]) => Array.from(letters, (letter) => [letter, latin] as const)),
);
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u, /\p{Script=Armenian}/u];

/** The same for names that look alike. */
function skeleton(name: string): string {
  return Array.from(foldText(name), (letter) => LATIN.get(letter) ?? letter).join('');
}

/** An address in place of a name, or letters of several alphabets in one name. */
const isDubious = (name: string): boolean =>
  name.includes('@') || ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1;

/**
 * The names of people who are shown together: with the address if a name is dubious, or looks like that of another one of
 * them; the address alone if there is no name.
 */
export function shownNames(people: readonly NamedPerson[]): readonly string[] {
  const cleaned = people.map(({ name, address }) => ({
    name: plain(name, LIMITS.name),
    address: plain(address, LIMITS.address),
  }));
  const addresses = Map.groupBy(cleaned, ({ name }) => skeleton(name));
  return cleaned.map(({ name, address }) => {
    const others = addresses.get(skeleton(name)) ?? [];
    const isAlike = others.some((other) => other.address.toLowerCase() !== address.toLowerCase());
    return isAlike || isDubious(name) ? withAddress(name, address) : name || address;
  });
}

export function withAddress(name: string, address: string): string {
  const isSame = name.toLowerCase() === address.toLowerCase();
  return name === '' || address === '' || isSame ? name || address : `${name} (${address})`;
}
