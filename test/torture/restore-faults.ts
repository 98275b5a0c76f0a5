/** A faulty backup service during searches and restores: what is lost, and whether the bot recovers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ALEX, NOOR } from '../../local/people.ts';
import { systemClock } from '../../src/core/platform.ts';
import type { Clock } from '../../src/core/platform.ts';
import { titleOf } from '../support/cards-seen.ts';
import { stored } from '../support/stored.ts';
import { MOST_CALLS_PER_MINUTE, startFaultyWorld, type FaultyWorld, type UpstreamName } from './faults.ts';
import type { FaultKind } from './faulty-proxy.ts';
import { createRestorer, ENDED, SUMMARY, type Restorer, type Wish } from './restorer.ts';

/** What the person is about to do, or what is running, when the fault begins. */
export const RESTORE_WHENS = ['opening', 'choosing', 'restoring', 'following'] as const;
export type RestoreWhen = (typeof RESTORE_WHENS)[number];

export interface RestoreFaultResult {
  readonly what: string;
  readonly problems: readonly string[];
  /** Calls per minute to the upstream that was called most. */
  readonly callsPerMinute: number;
  readonly milliseconds: number;
}

/** Divides pauses of up to half a minute, and the minute of waiting for an unlisted session. */
const HASTE = 5;
const clock: Clock = {
  ...systemClock,
  sleep: (length, signal) => systemClock.sleep(length / HASTE, signal),
  after: (length, act) => systemClock.after(length / HASTE, act),
};
const PATIENCE_MILLISECONDS = 90_000;

export async function startRestoringWorld(): Promise<FaultyWorld> {
  const world = await startFaultyWorld({
    clock,
    intervalSeconds: HASTE,
    ownership: { ownershipSeconds: 6, extendSeconds: 2 },
  });
  while (!(await fetch(`${world.url}/readyz`)).ok) await sleep(50);
  return world;
}

let folders = 0;

interface Round {
  readonly restorer: Restorer;
  readonly title: () => string;
  readonly runs: () => number;
  /** Problems with the outcome, once it has ended. */
  ended(titles?: ReadonlySet<string>): Promise<readonly string[]>;
}

async function beginRound(world: FaultyWorld, changes: Partial<Wish> = {}): Promise<Round> {
  const { alex, stack } = world;
  const { restore } = stack.backupService;
  const store = stored(stack.environment);
  const { id } = alex.conversation;
  restore.switchMishaps(false);
  restore.setPace({ total: 1_500 });
  if ((await store.open(id, ALEX))?.session === undefined) await alex.signIn();
  await store.eraseRestores(id, ALEX);
  const seenBefore = new Set(alex.messages.map((message) => message.id));
  folders += 1;
  const restorer = createRestorer(alex, () => alex.messages.filter((message) => !seenBefore.has(message.id)), {
    scopeId: restore.scopeIdOf(NOOR.signInName),
    searches: [{ words: 'kyoto', picks: 2 }],
    options: { deletedItems: 'true', changedItems: 'true', folder: `Back ${folders}` },
    reason: 'Deleted by mistake',
    until: 'outcome',
    ...changes,
  });
  const title = (): string => titleOf(restorer.card()?.card);
  const [before, repeated] = [restore.runs.length, restore.repeats.length];
  return {
    restorer,
    title,
    runs: () => restore.runs.length - before,
    async ended(titles = ENDED) {
      const { restores = [], task } = (await store.restores(id, ALEX)) ?? {};
      const again = restore.repeats.length - repeated;
      return [
        ...(titles.has(title()) ? [] : [`the card says "${title()}"`]),
        ...(again <= restorer.insisted ? [] : [`${again} restored twice`]),
        ...(task === undefined && restores.every(({ endAnnounced: told }) => told === true)
          ? []
          : ['not told to its end']),
      ];
    },
  };
}

async function until(world: Round, holds: () => boolean): Promise<boolean> {
  const last = Date.now() + PATIENCE_MILLISECONDS;
  while (!holds()) {
    if (Date.now() > last) return false;
    await world.restorer.goOn();
    await sleep(60);
  }
  return true;
}

const isAbout = ({ title, runs }: Round, when: RestoreWhen): boolean => {
  if (when === 'opening') return title() === 'What are you looking for?';
  if (when === 'choosing') return title() === 'What I found';
  return when === 'restoring' ? title() === SUMMARY : runs() > 0;
};

/** One round: the fault lasts for a while and the person keeps pressing; afterwards everything must complete. */
export async function restoreFaultOnce(
  world: FaultyWorld,
  upstreams: readonly UpstreamName[],
  kind: FaultKind,
  when: RestoreWhen,
  faultMilliseconds: number,
): Promise<RestoreFaultResult> {
  const began = Date.now();
  const problems: string[] = [];
  const round = await beginRound(world);
  if (!(await until(round, () => isAbout(round, when)))) problems.push(`never came to ${when}: ${round.title()}`);
  await world.fault(upstreams, kind);
  const from = Date.now();
  while (Date.now() - from < faultMilliseconds) {
    await Promise.race([round.restorer.goOn(), sleep(faultMilliseconds)]);
    await sleep(100);
  }
  const length = Date.now() - from;
  const asked = upstreams.map((upstream) => world.asked(upstream).filter((at) => at >= from).length);
  // The bot's pauses are shortened here.
  const callsPerMinute = Math.round((Math.max(...asked) * 60_000) / length / HASTE);
  if (callsPerMinute > MOST_CALLS_PER_MINUTE) problems.push(`${callsPerMinute} calls a minute`);
  await world.fault(upstreams, undefined);
  await until(round, () => ENDED.has(round.title()));
  await sleep(300);
  problems.push(...(await settled(() => round.ended())));
  const what = `${upstreams.join(' and ')} ${kind} when ${when}`;
  return { what, problems, callsPerMinute, milliseconds: Date.now() - began };
}

async function settled(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const last = Date.now() + 5_000;
  for (;;) {
    const problems = await look();
    if (problems.length === 0 || Date.now() > last) return problems;
    await sleep(100);
  }
}

type Turn = (world: FaultyWorld, round: Round) => void;

/** What the service may change meanwhile, and how to undo it. */
const TURNS: Readonly<Record<string, { readonly when: RestoreWhen; readonly act: Turn; readonly after?: Turn }>> = {
  'explore sessions dropped before searching on': { when: 'choosing', act: drop },
  'explore sessions dropped before restoring': { when: 'restoring', act: drop },
  'explore sessions dropped while restoring': { when: 'following', act: drop },
  'restore operator authentication only, while choosing': { when: 'choosing', act: only(true), after: only(false) },
  'restore operator authentication only, before restoring': {
    when: 'restoring',
    act: only(true),
    after: only(false),
  },
};

function drop({ stack }: FaultyWorld): void {
  stack.backupService.restore.dropExploreSessions();
}

function only(on: boolean): Turn {
  return ({ stack }) => stack.backupService.restore.restoreOnly(on);
}
export const TURN_NAMES: readonly string[] = Object.keys(TURNS);

/** The service changes halfway: the card says so, or the restore continues. */
export async function turnOnce(world: FaultyWorld, what: string): Promise<RestoreFaultResult> {
  const began = Date.now();
  const problems: string[] = [];
  const turn = TURNS[what];
  if (turn === undefined) throw new Error(`no ${what}`);
  const round = await beginRound(world);
  if (!(await until(round, () => isAbout(round, turn.when)))) problems.push(`never came to ${turn.when}`);
  turn.act(world, round);
  if (turn.after !== undefined) {
    const from = Date.now();
    while (Date.now() - from < 2_500) {
      await round.restorer.goOn();
      await sleep(100);
    }
    turn.after(world, round);
  }
  await until(round, () => ENDED.has(round.title()));
  problems.push(...(await settled(() => round.ended())));
  return { what, problems, callsPerMinute: 0, milliseconds: Date.now() - began };
}

/** The scope is removed permanently: the card asks for another one. */
export async function scopeTakenAway(world: FaultyWorld): Promise<RestoreFaultResult> {
  const began = Date.now();
  const { restore } = world.stack.backupService;
  const round = await beginRound(world, { until: 'summary' });
  await until(round, () => round.title() === 'What I found');
  restore.takeAwayScope(restore.scopeIdOf(NOOR.signInName));
  await until(round, () => round.title() === 'Whose data?');
  const isSaid = round.restorer.answers.some((answer) => answer.includes('no longer in your scope'));
  const problems = [
    ...(round.title() === 'Whose data?' ? [] : [`the card says "${round.title()}"`]),
    ...(isSaid ? [] : ['nothing said why']),
    ...(round.runs() === 0 ? [] : ['something was restored']),
  ];
  return { what: 'scope taken away', problems, callsPerMinute: 0, milliseconds: Date.now() - began };
}

/**
 * Every token is refused during a restore. Either the identity provider issues a new one and nothing is visible, or it is
 * unavailable as well: then the restore is still followed, and its card shows the outcome once the provider responds.
 */
export async function tokenRefused(world: FaultyWorld, withProvider: boolean): Promise<RestoreFaultResult> {
  const began = Date.now();
  const round = await beginRound(world);
  await until(round, () => round.runs() > 0);
  if (!withProvider) await world.fault(['provider'], 'failing');
  world.stack.backupService.endAllSessions();
  const problems: string[] = [];
  if (!withProvider) {
    await sleep(5_000);
    if (round.title() !== 'Restoring') problems.push(`the card says "${round.title()}" while the provider fails`);
    await world.fault(['provider'], undefined);
  }
  const last = Date.now() + 20_000;
  while (!ENDED.has(round.title()) && Date.now() < last) await sleep(100);
  if (!ENDED.has(round.title())) problems.push(`the card says "${round.title()}" with a token that is refused`);
  await until(round, () => ENDED.has(round.title()));
  problems.push(...(await settled(() => round.ended())));
  const what = withProvider ? 'token refused' : 'token refused and no new one to be had';
  return { what, problems, callsPerMinute: 0, milliseconds: Date.now() - began };
}
