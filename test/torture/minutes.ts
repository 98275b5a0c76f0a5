/** Upstreams unavailable for minutes, on a clock that runs twenty times as fast; and storage unavailable at start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { titleOf } from '../support/cards-seen.ts';
import { readCode } from '../support/chatter.ts';
import { systemClock, type Clock } from '../../src/core/platform.ts';
import { startFaultyWorld, type UpstreamName } from './faults.ts';

const SPEED = 20;

/** Divides real time by twenty; the time limits of HTTP calls stay real. */
function createFastClock(): Clock {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * SPEED,
    elapsed: () => systemClock.elapsed() * SPEED,
    async sleep(milliseconds, signal) {
      try {
        await sleep(milliseconds / SPEED, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        throw signal?.aborted === true ? signal.reason : error;
      }
    },
    after: (milliseconds, act) => systemClock.after(milliseconds / SPEED, act),
  };
}

export interface MinutesResult {
  readonly upstream: UpstreamName;
  /** Minutes on the bot's clock. */
  readonly minutes: number;
  readonly callsPerMinute: number;
  readonly problems: readonly string[];
}

/** Limits for the calls of one sign-in and an idle queue to an unavailable upstream. */
const MOST_CALLS_PER_MINUTE = 90;

/** One sign-in is pending while the upstream is unavailable for `minutes`; it is approved meanwhile. */
export async function awayForMinutes(upstream: UpstreamName, minutes: number): Promise<MinutesResult> {
  const problems: string[] = [];
  const world = await startFaultyWorld({ clock: createFastClock(), intervalSeconds: 5 });
  try {
    const message = await world.alex.ask('restore login');
    const code = readCode(message.id, message.card);
    if (code === undefined) throw new Error(`no code: ${titleOf(message.card)}`);
    await world.fault([upstream], 'failing');
    const from = Date.now();
    await world.alex.approve(code);
    await sleep((minutes * 60_000) / SPEED);
    const asked = world.asked(upstream).filter((at) => at >= from).length;
    const callsPerMinute = Math.round(asked / minutes);
    if (callsPerMinute > MOST_CALLS_PER_MINUTE) problems.push(`${callsPerMinute} calls a minute`);
    await world.fault([upstream], undefined);
    await world.alex.becomes(code.id, 'Signed in', 60_000).catch((error: unknown) => problems.push(String(error)));
    return { upstream, minutes, callsPerMinute, problems };
  } finally {
    await world.stop();
  }
}

/** The bot starts while storage is unavailable, says so, and begins to work once it is back. */
export async function startWithoutStorage(awayMilliseconds: number): Promise<readonly string[]> {
  const problems: string[] = [];
  const world = await startFaultyWorld({ started: false });
  try {
    await world.fault(['blobs', 'queue'], 'refusing');
    await world.start();
    const [ready, alive] = await Promise.all([fetch(`${world.url}/readyz`), fetch(`${world.url}/healthz`)]);
    if (ready.status !== 503 || alive.status !== 200) problems.push(`ready ${ready.status}, alive ${alive.status}`);
    const answer = await world.alex.ask('restore login');
    if (titleOf(answer.card) !== 'Please try again shortly')
      problems.push(`the person is told "${titleOf(answer.card)}"`);
    await sleep(awayMilliseconds);
    await world.fault(['blobs', 'queue'], undefined);
    const until = Date.now() + 20_000;
    while ((await fetch(`${world.url}/readyz`)).status !== 200 && Date.now() < until) await sleep(100);
    await world.alex.signIn().catch((error: unknown) => problems.push(String(error)));
    return problems;
  } finally {
    await world.stop();
  }
}
