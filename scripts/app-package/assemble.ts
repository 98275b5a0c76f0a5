/** Template, languages and icons → the validated zip that an administrator uploads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { z } from 'zod';
import { checkColorIcon, checkOutlineIcon } from './icons.ts';
import { readSchemas } from './schemas.ts';
import { checkDefault, checkLanguage, type Strings } from './texts.ts';
import { fillIn, type PackageValues } from './values.ts';

export interface AppPackage {
  readonly manifest: unknown;
  readonly zip: Uint8Array;
  /** File names in the zip. */
  readonly files: readonly string[];
}

export type Assembled =
  | { readonly kind: 'made'; readonly appPackage: AppPackage }
  | { readonly kind: 'wrong'; readonly mistakes: readonly string[] };

/** The parts that name the other files; the schema validates the rest. */
const MANIFEST = z.object({
  manifestVersion: z.string(),
  icons: z.object({ color: z.string(), outline: z.string() }),
  localizationInfo: z.object({
    defaultLanguageFile: z.string(),
    additionalLanguages: z.array(z.object({ languageTag: z.string(), file: z.string() })),
  }),
});

/** A fixed date, so that the same files produce the same zip. */
const ZIP_DATE = '2026-01-01T00:00:00';

/**
 * @param root of the project
 * @param folder of the template; default: `appPackage` under the root
 * @throws Error if a file is missing or is not JSON
 */
export async function assembleAppPackage({
  root,
  folder = join(root, 'appPackage'),
  values,
}: {
  readonly root: string;
  readonly folder?: string | undefined;
  readonly values: PackageValues;
}): Promise<Assembled> {
  const readJson = async (name: string): Promise<unknown> => {
    const text = await readFile(join(folder, name), 'utf8');
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`${name} is not JSON.`);
    }
  };
  const manifest = fillIn(await readJson('manifest.json'), values);
  const { manifestVersion, icons, localizationInfo } = MANIFEST.parse(manifest);
  const { defaultLanguageFile, additionalLanguages } = localizationInfo;
  const schemas = await readSchemas(
    join(root, 'node_modules/@microsoft/app-manifest/build/json-schemas/teams'),
    manifestVersion,
  );
  const standard = (await readJson(defaultLanguageFile)) as Strings;
  const languages = await Promise.all(
    additionalLanguages.map(async ({ file }) => ({ file, strings: (await readJson(file)) as Strings })),
  );
  const [color, outline] = await Promise.all([
    readFile(join(folder, icons.color)),
    readFile(join(folder, icons.outline)),
  ]);

  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const left = [...text.matchAll(/\$\{\{(\w+)\}\}/g)].map(([, name]) => `manifest.json: nothing fills in ${name}.`);
  const mistakes = [
    ...left,
    ...schemas.manifest('manifest.json', manifest),
    ...schemas.localization(defaultLanguageFile, standard),
    ...checkDefault(defaultLanguageFile, standard, manifest),
    ...languages.flatMap(({ file, strings }) => [
      ...schemas.localization(file, strings),
      ...checkLanguage(file, strings, standard),
    ]),
    ...checkColorIcon(icons.color, color),
    ...checkOutlineIcon(icons.outline, outline),
  ];
  if (mistakes.length > 0) return { kind: 'wrong', mistakes };

  const json = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);
  const files: Record<string, Uint8Array> = {
    'manifest.json': new TextEncoder().encode(text),
    [icons.color]: color,
    [icons.outline]: outline,
    [defaultLanguageFile]: json(standard),
  };
  for (const { file, strings } of languages) files[file] = json(strings);
  const zip = zipSync(files, { level: 9, mtime: ZIP_DATE });
  return { kind: 'made', appPackage: { manifest, zip, files: Object.keys(files) } };
}
