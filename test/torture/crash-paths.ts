/** The paths along which the process is killed: how each begins, what a person then does, and what must be true in the end. */
import { ALEX } from '../../local/people.ts';
import { titleOf } from '../support/cards-seen.ts';
import { STILL_WAITING, type Lane } from './lane.ts';

/** What is wrong now; empty once all is well. */
export type Problems = readonly string[];

export interface CrashPath {
  readonly name: string;
  /** Signed in beforehand; otherwise nothing is kept. */
  readonly signedIn: boolean;
  /** What comes before, where it is something else than `signedIn` says; not died in. */
  prepare?(lane: Lane): Promise<void>;
  /** What the person does in the end, once all is well. @returns what is wrong then */
  finish?(lane: Lane): Promise<Problems>;
  /** What is waited for takes so long at most. */
  readonly patienceMilliseconds?: number | undefined;
  /** What the person does. The answer may never come. */
  act(lane: Lane): Promise<unknown>;
  /** What a person does while it goes on, again and again. */
  attend(lane: Lane): Promise<void>;
  /** What a person does who got no answer at all. */
  readonly repeat: string;
  problems(lane: Lane): Promise<Problems>;
  /** For the figures. */
  outcome(lane: Lane): Promise<string>;
  /** How far the clock runs ahead in the process that takes over. */
  readonly aheadMilliseconds?: number | undefined;
}

export async function tokenWorks(lane: Lane, accessToken: string): Promise<boolean> {
  const url = `${lane.stack.backupService.url}/v8/Organization/LoggedInUser/OperatorInfo`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } });
  await answer.arrayBuffer();
  return answer.ok;
}

const titles = (lane: Lane): readonly string[] => lane.messages().map(({ card }) => titleOf(card));

function cardsThatWait(lane: Lane): Problems {
  return titles(lane)
    .filter((title) => STILL_WAITING.has(title))
    .map((title) => `a card still says "${title}"`);
}

/**
 * Two codes by turns, or one by two at a time.
 *
 * @param abandonedMilliseconds for how long a code may still be asked for after the next one was: an instance that follows
 *   a sign-in which another one ended finds out before its next poll, and a poll may be under way just then
 */
export function pollingProblems(lane: Lane, abandonedMilliseconds = 0): Problems {
  const problems: string[] = [];
  const lastAt = new Map<string, number>();
  const replacedAt = new Map<string, number>();
  let latest: string | undefined;
  for (const { deviceCode, at } of lane.polls()) {
    if (!lastAt.has(deviceCode)) {
      if (latest !== undefined) replacedAt.set(latest, at);
      latest = deviceCode;
    }
    const replaced = replacedAt.get(deviceCode);
    if (replaced !== undefined && at - replaced >= abandonedMilliseconds) {
      problems.push(`two device codes were polled by turns, ${at - replaced} ms after the change`);
    }
    const gap = at - (lastAt.get(deviceCode) ?? Number.NEGATIVE_INFINITY);
    if (gap < 900) problems.push(`a code was polled twice within ${gap} ms`);
    lastAt.set(deviceCode, at);
  }
  return problems;
}

async function signInProblems(lane: Lane): Promise<Problems> {
  const state = await lane.state();
  const problems: string[] = [...cardsThatWait(lane)];
  if (state === undefined) return ['nothing is stored', ...problems];
  const { session, signIn } = state;
  if (signIn !== undefined && signIn.kind !== 'ended') problems.push(`the sign-in is ${signIn.kind}`);
  if (session === undefined && signIn?.kind !== 'ended') problems.push('neither session nor outcome');
  if (session !== undefined) {
    if (!(await tokenWorks(lane, session.accessToken))) problems.push('the stored token does not work');
    if (!titles(lane).some((title) => title.endsWith('igned in'))) problems.push('no card says that it is done');
  } else if (signIn !== undefined && !titles(lane).includes('Not signed in')) problems.push('no card says why not');
  return problems;
}

async function signInOutcome(lane: Lane): Promise<string> {
  const state = await lane.state();
  if (state?.session !== undefined) return 'signed in';
  return state?.signIn?.kind === 'ended' ? `card: ${state.signIn.failure.reason}` : 'nothing';
}

export const SIGN_IN: CrashPath = {
  name: 'sign-in',
  signedIn: false,
  act: (lane) => lane.alex.say('restore login'),
  attend: (lane) => lane.approveWhatIsThere(),
  repeat: 'restore login',
  problems: signInProblems,
  outcome: signInOutcome,
};

export const CANCEL: CrashPath = {
  name: 'cancel',
  signedIn: false,
  async act(lane) {
    await lane.alex.say('restore login');
    return lane.alex.say('restore cancel');
  },
  attend: async () => undefined,
  repeat: 'restore cancel',
  async problems(lane) {
    const state = await lane.state();
    const { signIn } = state ?? {};
    const open = signIn !== undefined && signIn.kind !== 'ended' ? [`the sign-in is ${signIn.kind}`] : [];
    return [...open, ...cardsThatWait(lane), ...(titles(lane).length === 0 ? ['no answer'] : [])];
  },
  outcome: async (lane) => ((await lane.state())?.signIn === undefined ? 'nothing begun' : 'cancelled'),
};

export const RENEW: CrashPath = {
  name: 'renewal',
  signedIn: true,
  act: (lane) => lane.alex.say('restore renew'),
  attend: async () => undefined,
  repeat: 'restore renew',
  // Whoever was renewing is taken for dead after 90 s.
  aheadMilliseconds: 95_000,
  async problems(lane) {
    const state = await lane.state();
    const { session } = state ?? {};
    if (session === undefined) return ['the session is gone'];
    const said = titles(lane).some((title) => ['Session renewed', 'Session not renewed', 'Signed in'].includes(title));
    return [
      ...(session.renewing === undefined ? [] : ['somebody still holds the right to renew']),
      ...((await tokenWorks(lane, session.accessToken)) ? [] : ['the stored token does not work']),
      ...(said ? [] : ['no card says how it ended']),
    ];
  },
  outcome: async (lane) => titles(lane).findLast((title) => /renewed/i.test(title)) ?? 'Signed in card edited',
};

/** Died between erasing and telling, nobody knows the card any more: whoever presses it is told how things stand. */
async function pressWhatIsStale(lane: Lane): Promise<void> {
  if ((await lane.state())?.session !== undefined || !titles(lane).some((title) => DONE.test(title))) return;
  for (const { id, card } of lane.messagesWithPreparation()) {
    if (['Signed in', 'Your session ends soon'].includes(titleOf(card)))
      await lane.alex.press(id, 'Renew').catch(() => undefined);
  }
}

const DONE = /^Signed out|^You're not signed in|^Your session has ended/;

export const LOG_OUT: CrashPath = {
  name: 'log-out',
  signedIn: true,
  act: (lane) => lane.alex.say('restore logout'),
  attend: pressWhatIsStale,
  repeat: 'restore logout',
  async problems(lane) {
    const state = await lane.state();
    const { session } = state ?? {};
    const said = titles(lane).some((title) => DONE.test(title));
    const lies = lane.messagesWithPreparation().filter(({ card }) => titleOf(card) === 'Signed in').length;
    return [
      ...(session === undefined ? [] : ['the session is still stored']),
      ...(said ? [] : ['no card says that it is done']),
      ...(lies === 0 ? [] : ['a card still says "Signed in"']),
    ];
  },
  outcome: async () => 'logged out',
};

/** The session ends by itself: notice, then end. */
export const EXPIRE: CrashPath = {
  name: 'notice and end',
  signedIn: false,
  act: (lane) => lane.alex.say('restore login'),
  async attend(lane) {
    await lane.approveWhatIsThere();
    await pressWhatIsStale(lane);
  },
  repeat: 'restore login',
  async problems(lane) {
    const state = await lane.state();
    const ended = titles(lane).includes('Your session has ended') || titles(lane).includes('Not signed in');
    const lies = titles(lane).filter((title) => ['Signed in', 'Your session ends soon'].includes(title));
    return [
      ...(state?.session === undefined ? [] : ['the session is still stored']),
      ...(ended ? [] : ['no card says that it is over']),
      ...lies.map((title) => `a card still says "${title}"`),
      ...cardsThatWait(lane),
    ];
  },
  outcome: async (lane) => titles(lane).findLast((title) => /ended|Not signed in/.test(title)) ?? 'nothing',
};

export const person = ALEX;
