/** `npm run local`: the unchanged bot with its complete environment, on this machine only. */
import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeExit, startBotProcess } from './bot-process.ts';
import { environmentText } from './environment-file.ts';
import { FolderError, openFolder, type LocalFolder } from './folder.ts';
import { StoredStateError, openStateFolder } from './stand-in/stored-state.ts';
import { readOptions, USAGE, UsageError, type LocalOptions } from './options.ts';
import { APPROVERS } from './people.ts';
import { startStack, type Stack } from './stack.ts';

/** sysexits.h, EX_CONFIG. */
const EXIT_CONFIG = 78;
/** All of a stop stays below the five seconds in which people expect Ctrl-C to work. */
const BOT_STOP_LIMIT_MILLISECONDS = 3_000;
const STOP_LIMIT_MILLISECONDS = 4_500;
const LAST_LINES = 15;
const USUAL_PORTS = {
  bot: 3978,
  chat: 3979,
  identityProvider: 3980,
  directory: 3981,
  backupService: 4443,
  secondBackupService: 4444,
} as const;

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Why the stack ends by itself; undefined: it was told to. */
type Fault = string | undefined;

interface Running {
  /** Resolves when a part has ended by itself. */
  readonly ended: Promise<Fault>;
  stop(): Promise<void>;
}

function lastLines(lines: readonly string[]): string {
  return lines.length === 0 ? 'It printed nothing.' : `Its last lines:\n\n${lines.slice(-LAST_LINES).join('\n')}\n`;
}

async function start(options: LocalOptions, folder: LocalFolder): Promise<Running> {
  const requests = new Map<string, string[]>();
  const stack = await startStack({
    folder: folder.path,
    state: openStateFolder(join(folder.path, 'state')),
    chatPageFolder: own('chat-page'),
    adaptiveCardsScript: createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js'),
    ports: { chat: options.chatPort, bot: options.botPort },
    usualPorts: USUAL_PORTS,
    organizations: 'several',
    signIn: options.signIn,
    deviceCodeSeconds: options.codeSeconds,
    tokenSeconds: options.tokenSeconds,
    log: (part, line) => requests.set(part, [...(requests.get(part) ?? []), line].slice(-LAST_LINES)),
  });
  const environment = {
    ...stack.environment,
    LOOKUP: options.lookup,
    DOWNLOADS: 'all',
    APPROVAL: options.approval,
    ...(options.approval !== 'off' && { APPROVERS: APPROVERS.map(({ objectId }) => objectId).join(',') }),
  };
  // For the doctor, and for starting the bot by hand or in a debugger.
  const environmentFile = join(folder.path, 'bot.env');
  await writeFile(environmentFile, environmentText(environment), { mode: 0o600 });
  const logFile = join(folder.path, 'bot.log');
  const bot = await startBotProcess({
    script: own('../src/index.ts'),
    environment,
    onLine: (line) => appendFileSync(logFile, `${line}\n`, { mode: 0o600 }),
  });
  console.log(welcome({ stack, environmentFile, logFile }));
  return {
    ended: Promise.race([
      bot.ended.then(
        (exit) => `The bot ended by itself with ${describeExit(exit)}. ${lastLines(bot.lines)}\nIts log: ${logFile}`,
      ),
      stack.ended.then((part) => `The ${part} stopped listening by itself. ${lastLines(requests.get(part) ?? [])}`),
    ]),
    async stop() {
      await bot.stop('SIGTERM', BOT_STOP_LIMIT_MILLISECONDS);
      await stack.stop();
    },
  };
}

function welcome({
  stack,
  environmentFile,
  logFile,
}: {
  readonly stack: Stack;
  readonly environmentFile: string;
  readonly logFile: string;
}): string {
  const below = relative(process.cwd(), environmentFile);
  const path = below.startsWith('..') ? environmentFile : below;
  const moved = stack.moved.map(
    ({ part, before, now }) => `  The ${part} was on port ${before} in the last run and is on ${now} now.\n`,
  );
  const lost =
    '  What was begun with the old address may not go on. Free the port and start again, or begin anew with --fresh.\n';
  return `
  Restore bot is running. Open

      ${stack.connector.url}

  and type:  restore login

  You are Alex, a restore operator; the page lets you be somebody else:
  Mika may also  restore login app-only  and restore everybody's data, Dana has two organizations to choose from.
  Check the settings with:  npm run doctor -- --env-file ${/[^\w./:\\-]/.test(path) ? `"${path}"` : path}
  The bot's log: ${logFile}
  Ctrl-C stops everything.
${moved.length === 0 ? '' : `\n${moved.join('')}${lost}`}`;
}

/** Resolves on a signal to stop. Keeps listening: further signals during the stop must not cut it short. */
const interrupted = new Promise<Fault>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(undefined));
});
const crashed = new Promise<Fault>((resolve) => {
  process.on('uncaughtException', (error) => resolve(`A part around the bot failed: ${error.stack ?? String(error)}`));
});

/** Runs until it is stopped or a part ends. @returns the exit code */
async function run(options: LocalOptions, folder: LocalFolder): Promise<number> {
  let running: Running | undefined;
  const fault = await Promise.race([
    interrupted,
    crashed,
    start(options, folder).then((started) => {
      running = started;
      return started.ended;
    }),
  ]);
  if (fault !== undefined) console.error(`\n${fault}\nEverything else is stopped too.`);
  const code = fault === undefined ? 0 : 1;
  setTimeout(() => process.exit(code), STOP_LIMIT_MILLISECONDS).unref();
  await running?.stop();
  return code;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
  } else {
    const folder = await openFolder(options.folder, { fresh: options.fresh });
    try {
      process.exitCode = await run(options, folder);
    } finally {
      await folder.release();
    }
  }
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof StoredStateError) console.error(`${error.message}\nStart with --fresh to begin anew.`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError || error instanceof FolderError ? EXIT_CONFIG : 1;
}
// Half-started parts end with the process.
process.exit();
