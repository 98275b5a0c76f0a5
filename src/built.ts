/**
 * Starts a program of the script that `npm run build` made: one script with V8's code cache, which unlike Node's compile cache
 * includes functions (docs/decisions/bundled-script-with-code-cache.md). Without a matching cache, as with another version of
 * Node, it only starts more slowly.
 *
 * `--keep-compiled`, for the build: writes the cache and starts nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script, constants } from 'node:vm';
import type * as Programs from './programs.ts';

/** Put in by the build: a starter runs one program. */
declare const PROGRAM: Exclude<keyof typeof Programs, 'loadApp'>;

const path = join(import.meta.dirname, 'restore-bot.cjs');
const cachePath = join(import.meta.dirname, 'restore-bot.cache');
const keepsCompiled = process.argv.includes('--keep-compiled');

function readCache(): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(cachePath);
  } catch {
    return undefined;
  }
}

const cachedData = keepsCompiled ? undefined : readCache();
const bytes = readFileSync(path);
// The build writes ASCII, which is read several times as fast as UTF-8, and which V8 keeps outside its heap, without a copy.
const script = new Script(bytes.toString('latin1'), {
  filename: path,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
// Gives back 13 MB at once, which an idle process would keep until its next garbage collection.
for (const read of [bytes, cachedData]) read?.buffer.transfer(0);
const built = { exports: {} };
(script.runInThisContext() as (...args: readonly unknown[]) => void)(built.exports, createRequire(path), built);
const programs = built.exports as typeof Programs;

if (keepsCompiled) {
  await programs.loadApp();
  writeFileSync(cachePath, script.createCachedData());
} else {
  // V8 would compile undici's HTTP parser once more after some twenty responses, which takes 100 ms of a processor and 23 MB, of which glibc
  // keeps 15. With this budget, in V8's units, it does so after some hundred: not in a start, nor in a process that waits. Set only now: V8
  // refuses a code cache that was made under another budget.
  setFlagsFromString('--wasm-tiering-budget=200000000');
  await programs[PROGRAM](process.env);
}
