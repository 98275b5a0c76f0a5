/** The folder of `npm run local`: everything it keeps between runs, and nothing that is anybody else's. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';

/** Whatever a run writes into its folder, so that `--fresh` removes this much and no more. */
const CONTENTS = [
  'state',
  'storage',
  'sealing-key',
  'bot.env',
  'bot.log',
  'organizations.json',
  'lindenhof.pem',
] as const;

export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly code = 'FOLDER';
}

export interface LocalFolder {
  readonly path: string;
  /** Lets another run use it. */
  release(): Promise<void>;
}

/**
 * Takes the folder for this process and makes it when missing.
 *
 * @param fresh removes what earlier runs left
 * @throws FolderError naming the folder, when it cannot be used
 */
export async function openFolder(path: string, { fresh }: { readonly fresh: boolean }): Promise<LocalFolder> {
  const pidFile = join(path, 'pid');
  try {
    await mkdir(path, { recursive: true });
    const other = Number(await readFile(pidFile, 'utf8').catch(() => ''));
    if (isRunning(other)) {
      throw new FolderError(
        `--folder ${path} is in use by another npm run local (process ${other}). Stop that one or name another folder. ` +
          `If there is none, delete ${pidFile}.`,
      );
    }
    await writeFile(pidFile, `${process.pid}\n`);
    if (fresh) await Promise.all(CONTENTS.map((name) => rm(join(path, name), { recursive: true, force: true })));
  } catch (cause) {
    if (cause instanceof FolderError) throw cause;
    const reasons: Readonly<Record<string, string>> = {
      EEXIST: 'is a file. Name a folder.',
      ENOTDIR: 'is below a file. Name a folder.',
      EACCES: 'cannot be written to.',
      EROFS: 'cannot be written to.',
    };
    throw new FolderError(`--folder ${path} ${reasons[errorCode(cause) ?? ''] ?? `cannot be used: ${String(cause)}`}`, {
      cause,
    });
  }
  return { path, release: () => rm(pidFile, { force: true }) };
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return errorCode(cause) === 'EPERM';
  }
}
