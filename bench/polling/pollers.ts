/** Bots with many pending sign-ins: ours, and MSAL-node, which stores nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, startBot, startOutside, type Bot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { percentile } from '../figures.ts';
import type { ProviderFigures } from '../outside/provider.ts';
import { scriptOf } from '../peers.ts';
import { seedSignIns, seedSweep } from '../seed.ts';

/** The same number of sign-ins has ended in every process before anything is measured, so that the same code is compiled in all. */
const ENDED = 100;

/** What our polling adds to the interval so that it is never early: `withSlack` in src/sign-in/follow/polling.ts. */
export const slackOf = (intervalSeconds: number): number => Math.min(1_000, intervalSeconds * 200);

export interface TakeUp {
  /** Codes that were polled at least once, of those that stay pending. */
  readonly codes: number;
  readonly seconds: number;
  readonly sockets: number;
  /** p99, from the second poll of each code on. */
  readonly lateMilliseconds: number;
}

export interface Kind {
  readonly name: 'ours' | 'MSAL-node';
  slackMilliseconds(intervalSeconds: number): number;
  start(urls: Urls, pending: number, intervalSeconds: number, flags: readonly string[]): Promise<Bot>;
}

export const ours: Kind = {
  name: 'ours',
  slackMilliseconds: slackOf,
  async start(urls, pending, intervalSeconds, flags) {
    const environment = oursEnvironment(urls, `polling-${pending}`);
    await seedSignIns(environment, pending, urls.channel, intervalSeconds);
    await seedSweep(environment);
    return startBot(OURS, environment, { flags });
  },
};

export const msal: Kind = {
  name: 'MSAL-node',
  slackMilliseconds: () => 0,
  start: (urls, pending, _, flags) =>
    startBot(scriptOf('msal-poller'), peerEnvironment(urls, { PENDING: String(pending) }), { flags }),
};

async function takeUp(outside: Child, pending: number, limitSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const seen = { codes: 0 };
  while (seen.codes < pending && (performance.now() - startedAt) / 1000 < limitSeconds) {
    await sleep(250);
    seen.codes = await outside.ask<number>('codes');
  }
  return (performance.now() - startedAt) / 1000;
}

export const lateOf = (kind: Kind, { lateMilliseconds }: ProviderFigures, intervalSeconds: number): readonly number[] =>
  lateMilliseconds.map((milliseconds) => milliseconds - kind.slackMilliseconds(intervalSeconds));

/** Starts the bot with `pending` sign-ins and `ENDED` more that are declined once it has resumed all of them. */
export async function startWith(
  kind: Kind,
  outside: Child,
  pending: number,
  intervalSeconds: number,
  flags: readonly string[] = [],
): Promise<{ readonly bot: Bot; readonly takeUp: TakeUp }> {
  const all = pending + ENDED;
  const bot = await kind.start(await outside.ask<Urls>('urls'), all, intervalSeconds, flags);
  await outside.ask('polls');
  const seconds = await takeUp(outside, all, 60);
  const codes = (await outside.ask<number>('codes')) - ENDED;
  await outside.ask('declineFrom', pending);
  // One more round: the first wait belongs to resuming.
  await sleep(intervalSeconds * 1000 + slackOf(intervalSeconds) + 500);
  const figures = await outside.ask<ProviderFigures>('polls');
  const lateMilliseconds = percentile(lateOf(kind, figures, intervalSeconds), 99);
  return { bot, takeUp: { codes, seconds, sockets: figures.sockets, lateMilliseconds } };
}

/** Starts the bot repeatedly with the same number of pending sign-ins. */
export async function takeUps(
  kind: Kind,
  pending: number,
  intervalSeconds: number,
  times: number,
): Promise<readonly TakeUp[]> {
  const all: TakeUp[] = [];
  while (all.length < times) {
    const outside = await startOutside(intervalSeconds);
    try {
      const { bot, takeUp: taken } = await startWith(kind, outside, pending, intervalSeconds);
      await bot.stop('SIGKILL');
      all.push(taken);
    } finally {
      await outside.stop();
    }
  }
  return all;
}
