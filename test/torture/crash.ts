/** Kills the bot at every moment of a path, lets another process go on, and looks at what has become of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isAdministrators, SIGN_IN, pollingProblems, type CrashPath } from './crash-paths.ts';
import type { TorturedBot } from './bot-farm.ts';
import type { Lane } from './lane.ts';
import { nameOf, type Moment } from './outgoing-calls.ts';

export type Mode = 'restart' | 'second instance';

export interface CrashResult {
  readonly path: string;
  readonly mode: Mode;
  readonly moment: string;
  /** Whether the process died there; some moments do not come every time. */
  readonly died: boolean;
  readonly outcome: string;
  readonly problems: readonly string[];
  readonly milliseconds: number;
}

/** Of calls that come again and again, such as polls, this many are died at. */
const OCCURRENCES = 2;
const PATIENCE_MILLISECONDS = 30_000;
/** A person who got no answer says it again. */
const REPEAT_AFTER_MILLISECONDS = 6_000;

async function untilWell(lane: Lane, path: CrashPath, from: number): Promise<readonly string[]> {
  let saidAt = from;
  for (;;) {
    await path.attend(lane);
    const problems = await path.problems(lane);
    if (problems.length === 0) return [];
    // Somebody comes back to the chat: the client refreshes what it shows.
    if (!(await isGoingOn(lane))) await lane.look();
    if (Date.now() - from > (path.patienceMilliseconds ?? PATIENCE_MILLISECONDS)) return problems;
    const isSilent = lane.messages().every(({ card }) => card === undefined);
    if (path.repeat !== undefined && isSilent && Date.now() - saidAt > REPEAT_AFTER_MILLISECONDS) {
      saidAt = Date.now();
      void lane.alex.say(path.repeat).catch(() => undefined);
    }
    await sleep(60);
  }
}

async function isGoingOn(lane: Lane): Promise<boolean> {
  const signIn = (await lane.state())?.signIn;
  return signIn !== undefined && signIn.kind !== 'ended';
}

/** Nothing kept of Alex, or a session just begun. */
async function prepare(lane: Lane, path: CrashPath): Promise<void> {
  if (path.prepare !== undefined) return path.prepare(lane);
  const store = lane.stored;
  await store.erase(lane.alex.conversation.id, lane.alex.person);
  lane.begin();
  if (path.signedIn) await signIn(lane);
}

/** From nothing; what it took counts as what led to the round. */
export async function signIn(lane: Lane): Promise<void> {
  void lane.alex.say(isAdministrators(lane) ? 'restore login app-only' : 'restore login').catch(() => undefined);
  const problems = await untilWell(lane, SIGN_IN, Date.now());
  if (problems.length > 0) throw new Error(`could not sign in beforehand: ${problems.join(', ')}`);
  lane.begin('preparation');
}

/** The bot that people talk to, told of no moment to die at: the last round's may not have come. */
async function readyBot(lane: Lane, mode: Mode): Promise<TorturedBot> {
  const needed = mode === 'restart' ? 1 : 2;
  const alive = (): readonly TorturedBot[] => lane.bots.filter((bot) => bot.alive);
  for (;;) {
    while (alive().length < needed) await lane.startBot();
    await Promise.all(alive().map((bot) => bot.count()));
    // One may have died just now, and nobody would be left once the other one does.
    const [bot, other] = alive();
    if (bot !== undefined && (needed === 1 || other !== undefined)) return bot;
  }
}

/** One round: unhooked where no moment is given. @returns what happened, and each moment that was met */
export async function crashOnce(
  lane: Lane,
  path: CrashPath,
  mode: Mode,
  moment: Moment | undefined,
): Promise<{ readonly result: CrashResult; readonly met: readonly Moment[] }> {
  const bot = await readyBot(lane, mode);
  await prepare(lane, path);
  await bot.count(moment);
  const began = Date.now();
  const acting = path.act(lane).catch(() => undefined);
  let problems: readonly string[] = ['not looked at'];
  let over = false;
  const goOn = async (): Promise<void> => {
    problems = await untilWell(lane, path, began);
    over = true;
  };
  const going = goOn();
  const died = await Promise.race([bot.ended.then(() => true), going.then(() => false)]);
  const met = bot.moments;
  if (died) {
    const ahead = path.aheadMilliseconds;
    if (mode === 'restart' || ahead !== undefined) await lane.startBot(ahead);
    // What was well a moment before may be so no more; it is looked at from here.
    await going;
    problems = await untilWell(lane, path, Date.now());
  } else if (!over) await going;
  const outcome = await path.outcome(lane);
  if (problems.length === 0 && path.finish !== undefined) {
    // A moment that did not come until now is not died at any more.
    await Promise.all(lane.bots.filter(({ alive }) => alive).map((each) => each.count()));
    problems = await path.finish(lane);
  }
  const result = {
    path: path.name,
    mode,
    moment: moment === undefined ? 'none' : nameOf(moment),
    died,
    outcome,
    problems: [...problems, ...pollingProblems(lane)],
    milliseconds: Date.now() - began,
  };
  // What the chat service still sends again belongs to this round.
  await Promise.race([acting, sleep(15_000)]);
  // One that was started ahead of time would confuse the next round.
  if (died && path.aheadMilliseconds !== undefined) await Promise.all(lane.bots.map((each) => each.stop()));
  return { result, met };
}

export interface CrashTour {
  readonly path: CrashPath;
  readonly mode: Mode;
  /** Every how many moments are died at; 1: all. */
  readonly every?: number | undefined;
  /** Only those whose name this finds. */
  readonly only?: RegExp | undefined;
  /** Of calls that come again and again, this many are died at. */
  readonly occurrences?: number | undefined;
}

/**
 * Dies at each moment that an undisturbed round meets, and at those that only come up later; the lanes share the work. Of a sample, a
 * moment that does not come this time is replaced by the next one.
 */
export async function crashEverywhere(
  lanes: readonly Lane[],
  { path, mode, every = 1, only, occurrences = OCCURRENCES }: CrashTour,
  tell: (result: CrashResult) => void,
): Promise<readonly CrashResult[]> {
  const seenBefore = new Map<string, Moment>();
  const todo: Moment[] = [];
  const results: CrashResult[] = [];
  const learn = (met: readonly Moment[]): void => {
    for (const moment of met) {
      const name = nameOf(moment);
      if (moment.occurrence > occurrences || seenBefore.has(name) || only?.test(name) === false) continue;
      seenBefore.set(name, moment);
      if (seenBefore.size % every === 0) todo.push(moment);
    }
  };
  const next = (moment: Moment): Moment | undefined => {
    const all = [...seenBefore.values()];
    return all[all.indexOf(moment) + 1];
  };
  const [scout] = lanes;
  if (scout === undefined) return [];
  const keep = (result: CrashResult): void => {
    results.push(result);
    tell(result);
  };
  const undisturbed = await crashOnce(scout, path, mode, undefined);
  keep(undisturbed.result);
  learn(undisturbed.met);
  await Promise.all(
    lanes.map(async (lane) => {
      for (let moment = todo.shift(); moment !== undefined;) {
        const { result, met } = await crashOnce(lane, path, mode, moment);
        keep(result);
        if (every === 1) learn(met);
        moment = (every > 1 && !result.died ? next(moment) : undefined) ?? todo.shift();
      }
    }),
  );
  return results;
}
