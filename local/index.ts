/** `npm run local`: the unchanged bot at its main job, with everything it needs, on this machine alone. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBotProcess } from './bot-process.ts';
import { listenNear } from './free-port.ts';
import { startStack } from './stack.ts';

const USAGE = `npm run local [-- options]
  --chat-port N        chat page (3979)
  --bot-port N         the bot's /api/messages (3978)
  --folder PATH        where storage and the bot's log are kept (.local)
  --token-seconds N    lifetime of the backup service's tokens (3600); short ones show notices and the end
  --code-seconds N     lifetime of a code (900)
  --lookup WHICH       claims or directory (claims)
An occupied port is replaced by a free one. Everything listens on 127.0.0.1 only.`;

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

function wholeNumber(text: string, name: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0) return number;
  console.error(`--${name} takes a whole number, not "${text}".\n\n${USAGE}`);
  process.exit(78);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        'chat-port': { type: 'string', default: '3979' },
        'bot-port': { type: 'string', default: '3978' },
        folder: { type: 'string', default: own('../.local') },
        'token-seconds': { type: 'string', default: '3600' },
        'code-seconds': { type: 'string', default: '900' },
        lookup: { type: 'string', default: 'claims' },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(78);
  }
}

/** A port that was free a moment ago: the bot takes its own, and the chat must know it before. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer();
  const port = await listenNear(probe, wanted);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const options = readOptions();
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const { folder } = options;
await mkdir(folder, { recursive: true });
const botPort = await freePort(wholeNumber(options['bot-port'], 'bot-port'));
const stack = await startStack({
  folder,
  chatPageFolder: own('chat-page'),
  adaptiveCardsScript: createRequire(import.meta.url).resolve('adaptivecards/dist/adaptivecards.min.js'),
  botEndpoint: () => `http://127.0.0.1:${botPort}/api/messages`,
  ports: {
    chat: wholeNumber(options['chat-port'], 'chat-port'),
    identityProvider: 3980,
    backupService: 4443,
    secondBackupService: 4444,
  },
  organizations: 'several',
  deviceCodeSeconds: wholeNumber(options['code-seconds'], 'code-seconds'),
  tokenSeconds: wholeNumber(options['token-seconds'], 'token-seconds'),
});
const environment = { ...stack.environment, HOST: '127.0.0.1', PORT: String(botPort), LOOKUP: options.lookup };
// For the doctor, and for starting the bot by hand or in a debugger.
const environmentFile = join(folder, 'bot.env');
const assignments = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
await writeFile(environmentFile, assignments.join(''), { mode: 0o600 });
const logFile = join(folder, 'bot.log');
const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
const bot = await startBotProcess({
  script: own('../src/index.ts'),
  environment,
  onLine: (line) => log.write(`${line}\n`),
}).catch(async (error: unknown) => {
  await stack.stop();
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

console.log(`
  Restore bot is running. Open

      ${stack.connector.url}

  and type:  restore login

  You are Alex, a restore operator; the page lets you be somebody else:
  Mika may also  restore login app-only,  Dana has two organizations to choose from.
  Check the settings with:  npm run doctor -- --env-file ${relative(process.cwd(), environmentFile)}
  The bot's log: ${logFile}
  Ctrl-C stops everything.
`);

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await bot.stop();
  await stack.stop();
  log.end();
  process.exit(code);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
bot.child.once('exit', (code) => {
  if (!stopping && code !== 0) console.error(`The bot ended by itself (${String(code)}); its log says why.`);
  void stop(code === 0 ? 0 : 1);
});
