/** Checks that each language has exactly the texts of the manifest. */

export type Strings = Readonly<Record<string, unknown>>;

/** `bots[0].commandLists[1].commands[2].description` → the text at that path, or undefined. */
export function textAt(manifest: unknown, path: string): unknown {
  let here: unknown = manifest;
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[step];
  }
  return here;
}

const keysOf = (strings: Strings): readonly string[] => Object.keys(strings).filter((key) => key !== '$schema');

/** @returns where the default language's file differs from the manifest */
export function checkDefault(file: string, strings: Strings, manifest: unknown): readonly string[] {
  return keysOf(strings)
    .filter((key) => textAt(manifest, key) !== strings[key])
    .map((key) => `${file}: "${key}" is not what manifest.json says.`);
}

/** @returns texts that a language lacks or has in addition, compared with the default language */
export function checkLanguage(file: string, strings: Strings, standard: Strings): readonly string[] {
  const missing = keysOf(standard).filter((key) => strings[key] === undefined);
  const extra = keysOf(strings).filter((key) => standard[key] === undefined);
  return [
    ...missing.map((key) => `${file}: "${key}" is missing.`),
    ...extra.map((key) => `${file}: "${key}" is no text of the default language.`),
  ];
}
