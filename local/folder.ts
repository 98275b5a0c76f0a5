/** The folder of `npm run local`, with everything it stores between runs. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/** The files that a run writes, which are all that `--fresh` removes. */
const CONTENTS = [
  'state',
  'storage',
  'sealing-key',
  'bot.env',
  'bot.log',
  'organizations.json',
  'lindenhof.pem',
] as const;

const ENDING_MILLISECONDS = 2_000;

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
    if (await staysUp(other)) {
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

/** Whether the process is still there when one that was just stopped would have ended. */
async function staysUp(pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  for (const until = Date.now() + ENDING_MILLISECONDS; await isRunning(pid); await sleep(100)) {
    if (Date.now() > until) return true;
  }
  return false;
}

async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    return errorCode(cause) === 'EPERM';
  }
  // In a container nobody may collect what has ended: it is listed as a zombie.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(stat);
}
