/** The JSON schemas of manifest and localization files as Microsoft ships them; no network access. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import AjvDraft04 from 'ajv-draft-04';

export interface Schemas {
  /** The newest released version in the package, such as `1.30`. */
  readonly newest: string;
  /** @returns mistakes, each naming its place */
  manifest(file: string, manifest: unknown): readonly string[];
  localization(file: string, strings: unknown): readonly string[];
}

/** The class is the default export of the package under ESM and of the module under CommonJS. */
const Draft04 = 'default' in AjvDraft04 ? AjvDraft04.default : AjvDraft04;

const compiled = new Map<string, Promise<Schemas>>();

/**
 * Compiles the schemas of a version once in a process.
 * @param folder `json-schemas/teams` of @microsoft/app-manifest
 * @param version of the manifest to be checked
 */
export function readSchemas(folder: string, version: string): Promise<Schemas> {
  const key = join(folder, version);
  const before = compiled.get(key);
  if (before !== undefined) return before;
  const reading = compileSchemas(folder, version);
  compiled.set(key, reading);
  return reading;
}

async function compileSchemas(folder: string, version: string): Promise<Schemas> {
  const versions = (await readdir(folder)).flatMap((name) => /^v(\d+\.\d+)$/.exec(name)?.[1] ?? []);
  const newest = versions.toSorted(byVersion).at(-1) ?? '';
  if (!versions.includes(version))
    throw new Error(`No schema for manifest version ${version}; the newest is ${newest}.`);
  const load = async (name: string): Promise<ValidateFunction> => {
    const schema: unknown = JSON.parse(await readFile(join(folder, `v${version}`, name), 'utf8'));
    const ajv = new Draft04({
      strict: false,
      allErrors: true,
      // One of Microsoft's patterns is invalid in Unicode mode.
      unicodeRegExp: false,
      formats: { uri: (text: string) => URL.canParse(text), email: true },
    });
    return ajv.compile(schema as object);
  };
  const [manifest, localization] = await Promise.all([
    load('MicrosoftTeams.schema.json'),
    load('MicrosoftTeams.Localization.schema.json'),
  ]);
  const mistakes = (validate: ValidateFunction, file: string, json: unknown): readonly string[] =>
    validate(json) ? [] : (validate.errors ?? []).map((error) => sentence(file, error));
  return {
    newest,
    manifest: (file, json) => mistakes(manifest, file, json),
    localization: (file, json) => mistakes(localization, file, json),
  };
}

function byVersion(one: string, other: string): number {
  const [oneMajor = 0, oneMinor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return oneMajor - otherMajor || oneMinor - otherMinor;
}

function sentence(file: string, { instancePath, message, params }: ErrorObject): string {
  const extra: unknown = (params as Readonly<Record<string, unknown>>)['additionalProperty'];
  const named = typeof extra === 'string' ? ` (${extra})` : '';
  return `${file}: ${instancePath || 'the whole'} ${message ?? 'does not fit the schema'}${named}.`;
}
