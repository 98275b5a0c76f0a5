/**
 * Starts the bot that `npm run build` made, as dist/index.js: one script instead of some 1,600 modules, with what V8
 * compiled of it kept beside, functions included, which Node's compile cache leaves out. Without a fitting cache (another
 * version of Node) it starts as well, only slower.
 *
 * `--keep-compiled`, for the build: nothing is started, the cache is written.
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
