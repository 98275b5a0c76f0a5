/** One attack at a time on a bot in a process of its own, with the attackers in another, and what two signed-in people notice. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startBot, type Bot } from '../../bench/child.ts';
import type { Strain } from '../../bench/probe.ts';
import { ALEX, MIKA, NOOR, PEOPLE, PETRA } from '../../local/people.ts';
import type { Stack } from '../../local/stack.ts';
import { storageIn } from '../support/azurite.ts';
import { chatter } from '../support/chatter.ts';
import { startTestStack } from '../support/running-bot.ts';
import { startAzuriteProcess } from '../support/common-azurite.ts';
import { readProcessorTimes, takenPercent } from '../support/taken-time.ts';
import type { AttackOrder } from './attackers.ts';
import type { Attack, Target } from './attacks.ts';
import type { AttackCounts } from './connections.ts';
import { COLLEAGUES, downloadSlowly } from './downloads.ts';
import { latencyOf, latencyOfAnswers, measureHealth, measureStatus, type Latency } from './person.ts';
import { measureSearches, measureSignIn, searchTooMuch, SEARCH_PATIENCE_MILLISECONDS } from './searches.ts';

export interface Measured extends AttackCounts, Strain {
  readonly attack: string;
  readonly seconds: number;
  readonly health: Latency;
  readonly status: Latency;
  /** Processor time of the bot, as a part of one processor. */
  readonly processor: number;
  /** Of the processor time that this machine asked for meanwhile, what others on its host used. Undefined where the kernel does not tell. */
  readonly takenPercent?: number | undefined;
  /** From the approval of somebody's code to "Signed in". */
  readonly signIn?: Latency | undefined;
  /** From the press of **Search** until its results are in the chat. */
  readonly search?: Latency | undefined;
}

const SIGNED_IN = [ALEX, NOOR] as const;
/** The attack is at its full strength when measuring begins. */
const BEFORE_MILLISECONDS = 1_000;

export interface Battlefield {
  measure(attack: Attack, seconds: number): Promise<Measured>;
  stop(): Promise<void>;
}

/** @param script the bot's; each attack gets a new process on the same state */
export async function startBattlefield(script: string, flags: readonly string[]): Promise<Battlefield> {
  let bot: Bot | undefined;
  const stack = await startTestStack({
    people: [...PEOPLE, ...COLLEAGUES],
    storage: await storageIn(await startAzuriteProcess()),
    botEndpoint: () => `http://127.0.0.1:${bot?.port ?? 9}/api/messages`,
    // Less patient than Teams, so that nothing sent to one bot reaches the next one.
    delivery: { resend: false, retryDelaysMilliseconds: [250, 500] },
  });
  const service = await startLargeService(stack.backupService.url);
  const environment = {
    ...stack.environment,
    BACKUP_SERVICE_URL: service.url,
    DOWNLOADS: 'operators',
    HOST: '127.0.0.1',
    PORT: '0',
    NODE_ENV: 'production',
  };
  const inBrowser = { SIGN_IN: 'both', PUBLIC_URL: 'http://127.0.0.1:9' };
  const start = async (changes = {}): Promise<Bot> =>
    (bot = await startBot(script, { ...environment, ...changes }, { flags }));

  const first = await start();
  await Promise.all(SIGNED_IN.map((person) => chatter(stack, person).signIn()));
  await first.stop();

  return {
    async measure(attack, seconds) {
      const attacked = await start(attack.inBrowser === true ? inBrowser : {});
      try {
        // The first turns compile what the others use.
        await Promise.all(SIGNED_IN.map((person) => measureStatus(stack, person, 1)));
        const [began, before, asked] = [performance.now(), await attacked.cpu(), readProcessorTimes()];
        const figures = await BY[attack.tooMuch ?? 'attackers'](stack, attacked, attack, seconds);
        const processor = ((await attacked.cpu()) - before) / 1_000 / (performance.now() - began);
        const askedSince = readProcessorTimes();
        const taken = asked && askedSince && takenPercent(asked, askedSince);
        return { attack: attack.name, seconds, processor, takenPercent: taken, ...figures };
      } finally {
        await attacked.stop('SIGKILL');
      }
    },
    async stop() {
      await stack.stop();
      service.kill();
    },
  };
}

type Figures = Omit<Measured, 'attack' | 'seconds' | 'processor' | 'takenPercent'>;

async function whileAttacked(stack: Stack, bot: Bot, attack: Attack, seconds: number): Promise<Figures> {
  const attackers = await startAttackers();
  try {
    const target = await targetOf(stack, bot.port);
    await bot.ask('observe');
    await attackers.send({ kind: 'begin', name: attack.name, target });
    await sleep(BEFORE_MILLISECONDS);
    const [health, ...statuses] = await Promise.all([
      measureHealth(bot.port, seconds),
      ...SIGNED_IN.map((person) => measureStatus(stack, person, seconds)),
    ]);
    const counts = await attackers.send<AttackCounts>({ kind: 'stop' });
    return { health, status: latencyOf(statuses.flat()), ...(await bot.ask<Strain>('strain')), ...counts };
  } finally {
    attackers.kill();
  }
}

/** One signed-in person attacks; another one is measured, and a third one signs in. */
async function whileSearching(stack: Stack, bot: Bot, _attack: Attack, seconds: number): Promise<Figures> {
  const scopeId = stack.backupService.restore.scopeIdOf(NOOR.signInName);
  await bot.ask('observe');
  const stopSearching = await searchTooMuch(stack, chatter(stack, ALEX), scopeId);
  await sleep(BEFORE_MILLISECONDS);
  const [health, status, signIn] = await Promise.all([
    measureHealth(bot.port, seconds),
    measureStatus(stack, NOOR, seconds),
    measureSignIn(chatter(stack, MIKA), seconds),
  ]);
  const strain = await bot.ask<Strain>('strain');
  return { health, status: latencyOf(status), signIn, ...strain, ...stopSearching() };
}

/** Some download, two others search; only the latter are measured. */
async function whileDownloading(stack: Stack, bot: Bot, _attack: Attack, seconds: number): Promise<Figures> {
  const scopeId = stack.backupService.restore.scopeIdOf(NOOR.signInName);
  const stopDownloading = await downloadSlowly(stack);
  await bot.ask('observe');
  const [health, status, ...searches] = await Promise.all([
    measureHealth(bot.port, seconds),
    measureStatus(stack, MIKA, seconds),
    ...SIGNED_IN.map((person) => measureSearches(stack, chatter(stack, person), scopeId, seconds)),
  ]);
  const strain = await bot.ask<Strain>('strain');
  const counts = await stopDownloading();
  const search = latencyOfAnswers(searches.flat(), SEARCH_PATIENCE_MILLISECONDS);
  return { health, status: latencyOf(status), search, ...strain, ...counts };
}

const BY = { attackers: whileAttacked, searches: whileSearching, downloads: whileDownloading } as const;

async function targetOf({ connector }: Stack, port: number): Promise<Target> {
  const where = { person: PETRA, conversation: connector.conversationFor(PETRA) };
  return {
    port,
    token: await connector.token(),
    forgedToken: await connector.token({ forged: true }),
    activity: connector.activity(where, { type: 'message', text: 'restore help' }),
  };
}

/** In this folder, ended with this process. */
const start = (script: string, argument = ''): ChildProcess =>
  fork(fileURLToPath(new URL(script, import.meta.url)), [argument], { execArgv: [] });

async function startAttackers() {
  const child = start('attackers.ts');
  return {
    async send<T>(order: AttackOrder): Promise<T> {
      const answered = once(child, 'message');
      child.send(order);
      const [answer] = (await answered) as [T];
      return answer;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

async function startLargeService(url: string) {
  const child = start('large-service.ts', url);
  const [ownUrl] = (await once(child, 'message')) as [string];
  return { url: ownUrl, kill: () => void child.kill('SIGKILL') };
}
