/** Writes the zip that an administrator uploads, with a higher version than the one that is there if anything else differs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { assembleAppPackage } from './assemble.ts';
import type { PackageValues } from './values.ts';

export type Written =
  | {
      readonly kind: 'written' | 'unchanged';
      readonly version: string;
      readonly bytes: number;
      readonly files: readonly string[];
    }
  | { readonly kind: 'wrong'; readonly mistakes: readonly string[] };

/**
 * @param root of the project
 * @param values their version is the lowest; Teams refuses an upload whose version is not higher than the one before
 * @param isFixed whether that version is the one to write, whatever is there
 * @param out path of the zip
 */
export async function writeAppPackage({
  root,
  values,
  isFixed = false,
  out,
}: {
  readonly root: string;
  readonly values: PackageValues;
  readonly isFixed?: boolean;
  readonly out: string;
}): Promise<Written> {
  const before = isFixed ? undefined : await readFile(out).catch(() => undefined);
  const last = before === undefined ? undefined : manifestIn(before)?.version;
  const VERSION = last === undefined || isHigher(values.VERSION, last) ? values.VERSION : last;
  const same = await assembleAppPackage({ root, values: { ...values, VERSION } });
  if (same.kind === 'wrong') return same;
  const isUnchanged = before?.equals(same.appPackage.zip) === true;
  const next =
    last === VERSION && !isUnchanged
      ? await assembleAppPackage({ root, values: { ...values, VERSION: following(VERSION) } })
      : same;
  if (next.kind === 'wrong') return next;
  const { zip, files } = next.appPackage;
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, zip);
  return {
    kind: isUnchanged ? 'unchanged' : 'written',
    version: next === same ? VERSION : following(VERSION),
    bytes: zip.byteLength,
    files,
  };
}

/** Each deployment has its own, whose version counts on from the one before. */
export const packagePath = (root: string, group = 'restore-bot'): string =>
  join(root, 'appPackage/build', `${group}.zip`);

/** @param out path of a zip @returns the bot it is for; undefined if there is none */
export async function botOf(out: string): Promise<string | undefined> {
  const zip = await readFile(out).catch(() => undefined);
  return zip && manifestIn(zip)?.bots[0]?.botId;
}

interface Manifest {
  readonly version: string;
  readonly developer: {
    readonly name: string;
    readonly websiteUrl: string;
    readonly privacyUrl: string;
    readonly termsOfUseUrl: string;
  };
  readonly bots: readonly { readonly botId: string }[];
}

/** @returns undefined if it is no app package */
export function manifestIn(zip: Uint8Array): Manifest | undefined {
  try {
    const manifest = unzipSync(zip, { filter: ({ name }) => name === 'manifest.json' })['manifest.json'];
    return manifest && (JSON.parse(strFromU8(manifest)) as Manifest);
  } catch {
    return undefined;
  }
}

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

function isHigher(one: string, other: string): boolean {
  const others = numbersOf(other);
  const difference = numbersOf(one)
    .map((number, index) => number - (others[index] ?? 0))
    .find((each) => each !== 0);
  return (difference ?? 0) > 0;
}

function following(version: string): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  return `${major}.${minor}.${patch + 1}`;
}
