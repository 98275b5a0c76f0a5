/** What the setup remembers beside the parameters, so that it can go on after a failure. Nothing in it is secret. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stop } from './az.ts';
import type { Answers } from './parameters.ts';
import type { Publisher } from './teams-package.ts';

export interface SetupState {
  readonly answers: Partial<Answers>;
  /** Tag of the application that the setup registers, which finds it again. */
  readonly mark: string;
  readonly operatorApplicationId?: string;
  /** What options said of the parameters, until these are written. */
  readonly name?: string;
  readonly network?: 'new' | 'none';
  readonly backupServiceFingerprint256?: string;
  /** What somebody said of the package for Teams; the rest follows from the parameters. */
  readonly publisher?: Publisher;
  /** Whether somebody has seen what is created, and agreed. */
  readonly isConfirmed?: boolean;
}

export const statePath = (folder: string, group: string): string => join(folder, `${group}.setup.json`);
export const parametersPath = (folder: string, group: string): string => join(folder, `${group}.bicepparam`);

/** @throws Stop if the file is not what the setup wrote */
export async function readState(folder: string, group: string): Promise<SetupState> {
  const path = statePath(folder, group);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { answers: {}, mark: `restore-bot-${randomUUID()}` };
  try {
    return JSON.parse(text) as SetupState;
  } catch {
    throw new Stop(
      `${path} is not what the setup wrote. Delete it and run the setup again: it asks again, and finds what exists.`,
    );
  }
}

export const writeState = (folder: string, group: string, state: SetupState): Promise<void> =>
  writeWhole(statePath(folder, group), `${JSON.stringify(state, undefined, 2)}\n`);

/** Whole or not at all. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
