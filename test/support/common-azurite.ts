/** The Azurite that all test files share, since loading it takes a second of CPU time. */
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment variable with its folder, for the workers. */
export const SHARED_AZURITE_FOLDER = 'TEST_AZURITE_FOLDER';

/** Does not wait until it listens. @returns its folder, from which `storageIn` reads where it listens */
export async function startAzuriteProcess(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-azurite-'));
  const program = join(import.meta.dirname, 'azurite-process.ts');
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'ignore', 'inherit'] });
  // Neither keeps this process alive, and the process ends with its stdin.
  child.unref();
  (child.stdin as Socket).unref();
  return folder;
}
