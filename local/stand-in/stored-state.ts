/**
 * What the stand-ins remember from one run to the next: a JSON file for each, replaced as a whole with every change, so
 * that a run that is killed leaves its latest state behind. Without a folder nothing is written.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

export interface StoredState<T> {
  /** What the last run left; undefined where it left nothing. */
  readonly previous: T | undefined;
  /** Has written the state when it returns. */
  save(state: () => T): void;
}

export interface StateFolder {
  /**
   * @param name of the file, without `.json`
   * @throws StoredStateError for a file that is not one of ours
   */
  open<T>(name: string): StoredState<T>;
}

/** Counts the changes after which older files no longer fit. */
const VERSION = 1;

export class StoredStateError extends Error {
  override readonly name = 'StoredStateError';
  readonly code = 'KEPT_STATE';
}

export const notStored = <T>(): StoredState<T> => ({ previous: undefined, save() {} });

export const IN_MEMORY: StateFolder = { open: notStored };

/** @param path is made when missing */
export function openStateFolder(path: string): StateFolder {
  mkdirSync(path, { recursive: true });
  return {
    open<T>(name: string): StoredState<T> {
      const file = join(path, `${name}.json`);
      return {
        previous: read(file) as T | undefined,
        save(state) {
          // The names and tokens of invented people, but nobody else's business all the same.
          writeFileSync(`${file}.new`, JSON.stringify({ version: VERSION, state: state() }), { mode: 0o600 });
          renameSync(`${file}.new`, file);
        },
      };
    },
  };
}

function read(file: string): unknown {
  try {
    const { version, state } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown; state?: unknown };
    if (version === VERSION) return state;
    throw new Error(`its version is ${String(version)}, not ${VERSION}`);
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined;
    throw new StoredStateError(`What the last run left in ${file} cannot be used: ${String(cause)}.`, { cause });
  }
}
