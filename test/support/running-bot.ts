/** The bot and its complete environment in this process: real server, Bot Framework, Azurite and OpenID provider. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../local/free-port.ts';
import { startStack, type Stack, type StackOptions } from '../../local/stack.ts';
import { createApp } from '../../src/app.ts';
import { createLog } from '../../src/log/log.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { freshNames, sharedStorage } from './azurite.ts';

type Environment = Readonly<Record<string, string>>;

/** One bot listening; several may share a stack, and with it their state. */
export interface BotInstance {
  readonly url: string;
  readonly port: number;
  /** Every line it logged. */
  readonly lines: readonly string[];
  /** Ends it as SIGTERM would. Safe to call twice. */
  stop(): Promise<void>;
}

export interface RunningBot extends Stack {
  /** Every line that the bots of this stack logged. */
  readonly lines: readonly string[];
  /** Address of the bot that people talk to. */
  readonly url: string;
  /** Ends the bot that people talk to as SIGTERM would, and starts another on the same state. */
  restart(): Promise<void>;
  /** Ends the bot that people talk to as SIGTERM would. */
  stopMain(): Promise<void>;
  /** Starts another bot with additional or changed settings. Stopped with the stack. */
  startInstance(environment?: Environment): Promise<BotInstance>;
  /** Directs people's messages to this bot from now on. */
  talkTo(bot: { readonly port: number }): void;
}

export interface RunningBotOptions extends Pick<
  StackOptions,
  'people' | 'signIn' | 'deviceCodeSeconds' | 'intervalSeconds' | 'tokenSeconds' | 'delivery' | 'organizations'
> {
  /** Additional or changed variables. */
  readonly environment?: Environment | undefined;
}

const resolvePackageFile = createRequire(join(process.cwd(), 'package.json')).resolve;

/**
 * The local stack for tests. `stop` fails where the bot sent the backup service a request that the API does not document.
 * It has free ports, its own folder, container and queues, and a polling interval of one second.
 */
export async function startTestStack(
  options: Omit<RunningBotOptions, 'environment'> & Pick<StackOptions, 'botEndpoint' | 'storage'>,
): Promise<Stack> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-bot-'));
  const stack = await startStack({
    intervalSeconds: 1,
    ...options,
    storage: options.storage ?? (await sharedStorage()),
    folder,
    chatPageFolder: join(process.cwd(), 'local/chat-page'),
    adaptiveCardsScript: resolvePackageFile('adaptivecards/dist/adaptivecards.min.js'),
  });
  return {
    ...stack,
    environment: { ...stack.environment, ...freshNames() },
    async stop() {
      await stack.stop();
      await rm(folder, { recursive: true, force: true });
      const { mistakes } = stack.backupService.restore;
      if (mistakes.length > 0) throw new Error(`The bot sent what the API does not document: ${mistakes.join('\n')}`);
    },
  };
}

export async function startRunningBot({ environment, ...options }: RunningBotOptions = {}): Promise<RunningBot> {
  // Browsers are sent to it, so it has to be known before the bot starts.
  const ownPort = options.signIn === undefined ? 0 : await freePort(0);
  const talkedTo = { port: ownPort };
  const url = (): string => `http://127.0.0.1:${talkedTo.port}`;
  const stack = await startTestStack({ ...options, botEndpoint: () => `${url()}/api/messages` });
  const all: string[] = [];
  const instances = new Set<BotInstance>();

  async function start(changes: Environment = {}): Promise<BotInstance> {
    const lines: string[] = [];
    const write = (line: string): void => {
      lines.push(line);
      all.push(line);
    };
    const settings = readSettings(
      { HOST: '127.0.0.1', ...stack.environment, PORT: '0', ...environment, ...changes },
      (path) => readFileSync(path, 'utf8'),
    );
    const app = createApp(settings, createLog('debug', { write }));
    const { port } = await app.start();
    let stopped: Promise<void> | undefined;
    const instance = { url: `http://127.0.0.1:${port}`, port, lines, stop: () => (stopped ??= app.stop()) };
    instances.add(instance);
    return instance;
  }

  const startMain = () => start(ownPort === 0 ? {} : { PORT: String(ownPort) });
  let main = await startMain();
  talkedTo.port = main.port;
  return {
    ...stack,
    lines: all,
    get url() {
      return url();
    },
    async restart() {
      await main.stop();
      main = await startMain();
      talkedTo.port = main.port;
    },
    stopMain: () => main.stop(),
    startInstance: start,
    talkTo: ({ port }) => void (talkedTo.port = port),
    async stop() {
      await Promise.all([...instances].map((instance) => instance.stop()));
      await stack.stop();
    },
  };
}
