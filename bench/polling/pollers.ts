/** Bots with many pending sign-ins: ours, and MSAL-node, which stores nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, startBot, type Bot, type Child } from '../child.ts';
import { oursEnvironment, peerEnvironment, type Urls } from '../environments.ts';
import { percentile } from '../figures.ts';
import { WARM_UP_INTERVAL_SECONDS, type ProviderFigures } from '../outside/provider.ts';
import { scriptOf } from '../peers.ts';
import { seedSignIns, seedSweep } from '../seed.ts';

/**
 * As many sign-ins more are polled each second and declined, in every process before anything is measured: all have made at least as many
 * polls, and ended as many sign-ins, so that the same code is compiled.
 */
const WARM_UPS = 200;

/** The most that our polling adds to the interval so that it is never early: `waitOf` in src/sign-in/follow/polling.ts. */
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
  /** @param intervalSeconds of the first `pending` sign-ins; the others warm up */
  start(urls: Urls, pending: number, intervalSeconds: number, flags: readonly string[]): Promise<Bot>;
}

export const ours: Kind = {
  name: 'ours',
  slackMilliseconds: slackOf,
  async start(urls, pending, intervalSeconds, flags) {
    const environment = oursEnvironment(urls, `polling-${pending}`);
    const intervalOf = (number: number): number => (number < pending ? intervalSeconds : WARM_UP_INTERVAL_SECONDS);
    await seedSignIns(environment, pending + WARM_UPS, urls.channel, intervalOf);
    await seedSweep(environment);
    return startBot(OURS, environment, { flags });
  },
};

export const msal: Kind = {
  name: 'MSAL-node',
  slackMilliseconds: () => 0,
  start: (urls, pending, _, flags) =>
    startBot(scriptOf('msal-poller'), peerEnvironment(urls, { PENDING: String(pending + WARM_UPS) }), {
      flags,
    }),
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

export interface Pending {
  readonly pending: number;
  readonly intervalSeconds: number;
  /** How often each sign-in that warms up is polled. */
  readonly warmUpPolls: number;
  readonly flags?: readonly string[] | undefined;
}

async function untilWarm(outside: Child, polls: number): Promise<void> {
  const limit = performance.now() + polls * WARM_UP_INTERVAL_SECONDS * 2_000 + 10_000;
  while ((await outside.ask<number>('warmedUp')) < WARM_UPS) {
    if (performance.now() > limit) throw new Error('Sign-ins that warm up were not polled to their end.');
    await sleep(250);
  }
}

/** Starts the bot with `pending` sign-ins and others that warm it up. */
export async function startWith(
  kind: Kind,
  outside: Child,
  { pending, intervalSeconds, warmUpPolls, flags = [] }: Pending,
): Promise<{ readonly bot: Bot; readonly takeUp: TakeUp }> {
  await outside.ask('warmUp', { from: pending, polls: warmUpPolls });
  const bot = await kind.start(await outside.ask<Urls>('urls'), pending, intervalSeconds, flags);
  const seconds = await takeUp(outside, pending + WARM_UPS, 60);
  const codes = (await outside.ask<number>('codes')) - WARM_UPS;
  // One more round: the first wait belongs to resuming.
  const round = sleep(intervalSeconds * 1000 + slackOf(intervalSeconds));
  await Promise.all([round, untilWarm(outside, warmUpPolls)]);
  await sleep(500);
  const figures = await outside.ask<ProviderFigures>('polls');
  const lateMilliseconds = percentile(lateOf(kind, figures, intervalSeconds), 99);
  return { bot, takeUp: { codes, seconds, sockets: figures.sockets, lateMilliseconds } };
}
