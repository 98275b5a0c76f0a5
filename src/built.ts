/**
 * Starts the bot that `npm run build` made, as dist/index.js: one script with V8's code cache, which unlike Node's compile
 * cache includes functions (docs/decisions/bundled-script-with-code-cache.md). Without a matching cache, as with another
 * version of Node, it only starts more slowly.
 *
 * `--keep-compiled`, for the build: writes the cache and starts nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script, constants } from 'node:vm';
import type * as BotProcess from './bot-process.ts';

const path = join(import.meta.dirname, 'restore-bot.cjs');
const cachePath = join(import.meta.dirname, 'restore-bot.cache');
const keepsCompiled = process.argv.includes('--keep-compiled');

function readCache(): Buffer | undefined {
  try {
    return readFileSync(cachePath);
  } catch {
    return undefined;
  }
}

// The build writes ASCII, which is read several times as fast as UTF-8.
const script = new Script(`(function (exports, require, module) {${readFileSync(path, 'latin1')}\n})`, {
  filename: path,
  cachedData: keepsCompiled ? undefined : readCache(),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const built = { exports: {} };
(script.runInThisContext() as (...args: readonly unknown[]) => void)(built.exports, createRequire(path), built);
const { loadApp, runBot } = built.exports as typeof BotProcess;

if (keepsCompiled) {
  await loadApp();
  writeFileSync(cachePath, script.createCachedData());
} else {
  await runBot(process.env);
}
