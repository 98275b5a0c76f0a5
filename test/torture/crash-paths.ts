/** The paths along which the process is killed: how each begins, what the person does, and what must be true at the end. */
import { ALEX } from '../../local/people.ts';
import { titleOf } from '../support/cards-seen.ts';
import { STILL_WAITING, type Lane } from './lane.ts';

/** Current problems; empty once everything is right. */
export type Problems = readonly string[];

export interface CrashPath {
  readonly name: string;
  /** Signed in beforehand; otherwise nothing is stored. */
  readonly signedIn: boolean;
  /** Preparation other than `signedIn`; the process is not killed during it. */
  prepare?(lane: Lane): Promise<void>;
  /** What the person does at the end. @returns problems */
  finish?(lane: Lane): Promise<Problems>;
  /** Longest wait for the expected state. */
  readonly patienceMilliseconds?: number | undefined;
  /** What the person does; the answer may never arrive. */
  act(lane: Lane): Promise<unknown>;
  /** What the person repeats meanwhile. */
  attend(lane: Lane): Promise<void>;
  /** What a person without any answer does; absent: `attend` does it. */
  readonly repeat?: string | undefined;
  problems(lane: Lane): Promise<Problems>;
  /** For the figures. */
  outcome(lane: Lane): Promise<string>;
  /** Milliseconds by which the clock of the process that takes over runs ahead. */
  readonly aheadMilliseconds?: number | undefined;
}

export const isAdministrators = ({ alex }: Lane): boolean => alex.person.role === 'administrator';

export async function tokenWorks(lane: Lane, accessToken: string): Promise<boolean> {
  const path = isAdministrators(lane) ? '' : '/LoggedInUser/OperatorInfo';
  const url = `${lane.stack.backupService.url}/v8/Organization${path}`;
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
 * Detects two codes polled alternately, or one code polled by two instances.
 *
 * @param abandonedMilliseconds for how long a code may still be polled after the next one: an instance that follows
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
  // An unfinished renewal is taken over after 90 s.
  aheadMilliseconds: 95_000,
  async problems(lane) {
    const state = await lane.state();
    const { session } = state ?? {};
    if (session === undefined) return ['the session is gone'];
    const hasEnded = titles(lane).some((title) =>
      ['Session renewed', 'Session not renewed', 'Signed in'].includes(title),
    );
    return [
      ...(session.renewing === undefined ? [] : ['somebody still holds the right to renew']),
      ...((await tokenWorks(lane, session.accessToken)) ? [] : ['the stored token does not work']),
      ...(hasEnded ? [] : ['no card says how it ended']),
    ];
  },
  outcome: async (lane) => titles(lane).findLast((title) => /renewed/i.test(title)) ?? 'Signed in card edited',
};

/** After a crash between erasing and editing, no state names the card: pressing it shows the current status. */
async function pressWhatIsStale(lane: Lane): Promise<void> {
  if ((await lane.state())?.session !== undefined || !titles(lane).some((title) => DONE.test(title))) return;
  for (const { id, card } of lane.messagesWithPreparation()) {
    if (['Signed in', 'Your session ends soon'].includes(titleOf(card)))
      await lane.alex.press(id, 'Renew').catch(() => undefined);
  }
}

const DONE = /^Logged out|^You're not signed in|^Your session has ended/;

export const LOG_OUT: CrashPath = {
  name: 'log-out',
  signedIn: true,
  act: (lane) => lane.alex.say('restore logout'),
  attend: pressWhatIsStale,
  repeat: 'restore logout',
  async problems(lane) {
    const state = await lane.state();
    const { session } = state ?? {};
    const hasEnded = titles(lane).some((title) => DONE.test(title));
    const lies = lane.messagesWithPreparation().filter(({ card }) => titleOf(card) === 'Signed in').length;
    return [
      ...(session === undefined ? [] : ['the session is still stored']),
      ...(hasEnded ? [] : ['no card says that it is done']),
      ...(lies === 0 ? [] : ['a card still says "Signed in"']),
    ];
  },
  outcome: async () => 'logged out',
};

/** The session expires: notice, then end. */
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
