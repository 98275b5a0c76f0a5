/** `--env-file` of the command line tools, which check or read with settings other than those of their own environment. */
import { parseEnv } from 'node:util';
import { SETTINGS } from './definitions.ts';
import type { Environment } from './reader.ts';

/** For `parseArgs`. npm scripts name `.env` with the second one, so that `--env-file` can replace it. */
export const ENV_FILE_OPTIONS = { 'env-file': { type: 'string' }, 'env-file-if-exists': { type: 'string' } } as const;

export type EnvironmentFiles = { readonly [Name in keyof typeof ENV_FILE_OPTIONS]?: string | undefined };

export class EnvironmentFileError extends Error {
  override readonly name = 'EnvironmentFileError';
  readonly code = 'ENVIRONMENT_FILE';
}

/**
 * As with Node's own `--env-file`, a variable that is already set wins.
 * @throws EnvironmentFileError naming a file that `--env-file` asks for and that cannot be read
 */
export function withEnvironmentFile(
  { 'env-file': requested, 'env-file-if-exists': optional }: EnvironmentFiles,
  env: Environment,
  readFile: (path: string) => string,
): Environment {
  const path = requested ?? optional;
  if (path === undefined) return env;
  try {
    // The parser would read a byte order mark as part of the first name.
    return { ...parseEnv(readFile(path).replace(/^\uFEFF/, '')), ...env };
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    if (requested === undefined && code === 'ENOENT') return env;
    const reason = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new EnvironmentFileError(`--env-file ${path}: ${reason}.`, { cause });
  }
}

/** Settings that Azure's library reads from the process itself as well. */
const SHARED: readonly string[] = ['HTTPS_PROXY', 'NO_PROXY'];

/**
 * Libraries read the process's variables and nothing else, such as AZURE_CLIENT_SECRET. They get what the file has for them: all that is no
 * setting of the bot, as in a bot that was started with this file.
 *
 * @param processEnv changed; what is set there stays
 */
export function shareWithLibraries(environment: Environment, processEnv: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && (SHARED.includes(name) || !Object.hasOwn(SETTINGS, name))) processEnv[name] ??= value;
  }
}
