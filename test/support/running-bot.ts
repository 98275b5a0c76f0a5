/** The bot with everything around it, in this process: real restify, CloudAdapter, Azurite and OpenID provider. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack, type Stack, type StackOptions } from '../../local/stack.ts';
import { createApp, type App } from '../../src/app.ts';
import { createLog } from '../../src/log.ts';
import { readSettings } from '../../src/settings.ts';

export interface RunningBot extends Stack {
  /** Every line the bot logged. */
  readonly lines: readonly string[];
  readonly url: string;
  /** Ends this instance as SIGTERM would, and starts another on the same state. */
  restart(): Promise<void>;
}

export interface RunningBotOptions extends Pick<
  StackOptions,
  'deviceCodeSeconds' | 'intervalSeconds' | 'tokenSeconds' | 'delivery'
> {
  /** Beside, and instead of, what the stack hands the bot. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

const resolvePackageFile = createRequire(join(process.cwd(), 'package.json')).resolve;

/** What tests need of the stack: everything on free ports, in a folder of its own, a code polled each second. */
export async function startTestStack(
  options: Omit<RunningBotOptions, 'environment'> & { readonly botEndpoint: () => string },
): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-'));
  const stack = await startStack({
    intervalSeconds: 1,
    ...options,
    folder,
    chatPageFolder: join(process.cwd(), 'local/chat-page'),
    adaptiveCardsScript: resolvePackageFile('adaptivecards/dist/adaptivecards.min.js'),
  });
  return {
    ...stack,
    async stop() {
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function startRunningBot({ environment, ...options }: RunningBotOptions = {}): Promise<RunningBot> {
  const address = { port: 0 };
  const url = (): string => `http://127.0.0.1:${address.port}`;
  const stack = await startTestStack({ ...options, botEndpoint: () => `${url()}/api/messages` });
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const settings = readSettings({ HOST: '127.0.0.1', ...stack.environment, PORT: '0', ...environment }, () => {
    throw new Error('no file is read in this test');
  });
  let app: App;
  const start = async (): Promise<void> => {
    app = createApp(settings, log);
    address.port = (await app.start()).port;
  };
  await start();
  return {
    ...stack,
    lines,
    get url() {
      return url();
    },
    async restart() {
      await app.stop();
      await start();
    },
    async stop() {
      await app.stop();
      await stack.stop();
    },
  };
}
