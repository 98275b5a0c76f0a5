/** Every kind of end of a session, whatever runs then: nothing of it goes on, nothing stays open or stored, and one message says so. */
import { setTimeout as sleep } from 'node:timers/promises';
import { actionsIn } from '../../local/connector/card-actions.ts';
import { REFUSALS } from '../../local/identity-provider/entra-errors.ts';
import type { Message } from '../../local/connector/types.ts';
import { ALEX, FERNWEH, HAKON, LINDENHOF, MIKA, NOOR, type SamplePerson } from '../../local/people.ts';
import { buttonsOf, textsOf, titleOf } from '../support/cards-seen.ts';
import { chatter, readCode } from '../support/chatter.ts';
import { picksOn } from '../support/steps.ts';
import type { BotFarm } from './bot-farm.ts';
import { signIn } from './crash.ts';
import { startLane, type Lane } from './lane.ts';
import type { Moment } from './outgoing-calls.ts';

const PATIENCE_MILLISECONDS = 40_000;
/** What an end stops may be on its way. */
const GRACE_MILLISECONDS = 700;
/** A person who sees no change does it again. */
const REPEAT_MILLISECONDS = 5_000;
/** For so long nothing may happen any more. */
const QUIET_MILLISECONDS = 3_000;
const SLOW = { kind: 'slow', milliseconds: 4_000 } as const;
/** Three ranges. */
const LARGE_FILE_BYTES = 11_000_000;

/** What may run when a session ends. */
interface Work {
  readonly name: string;
  /** Of administrators only. */
  readonly person?: SamplePerson;
  /** Resolves while it runs, or waits. */
  begin(lane: Lane): Promise<void>;
  /** Which cards say so, and no longer may afterwards. */
  readonly titles: readonly string[];
  /** How many sessions stay open: the service may have the restore. */
  readonly leaves?: number;
}

/** What the sessions of a lane are like. */
const LIVES = {
  long: {},
  'with its token': { tokenSeconds: 60 },
  'at its longest life': { environment: { MAX_SESSION_HOURS: '0.0167' } },
} as const;

interface End {
  readonly name: string;
  readonly person?: SamplePerson;
  readonly life: keyof typeof LIVES;
  act(lane: Lane): Promise<unknown>;
  /** After the process has died meanwhile, where that is not the same. */
  again?(lane: Lane): Promise<unknown>;
  /** Which new messages and cards say so; empty where nobody can be told. */
  readonly titles: readonly string[];
  /** How many messages are posted at most. */
  readonly posts: number;
  /** How long what waits may still stand, in milliseconds. */
  readonly patience?: number;
  /** The process is killed here; absent: it dies with the act. */
  readonly dieAt?: Moment;
  /** The token works no longer, so that nothing can be closed with it. */
  readonly isTokenGone?: true;
  /** The service refuses it, which is said. */
  readonly isRefused?: true;
  /** Beforehand, beside the session. */
  before?(lane: Lane): Promise<void>;
  /** Another session ends, in the team's channel: what runs with this one goes on. */
  readonly isElsewhere?: true;
  /** Nobody can be heard any more: only that nothing goes on is looked at. */
  readonly isUnheard?: true;
}

async function until<T>(
  what: string,
  lane: Lane,
  look: () => T | Promise<T>,
  patience = PATIENCE_MILLISECONDS,
): Promise<NonNullable<T>> {
  for (const last = Date.now() + patience; ; await sleep(50)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > last) throw new Error(`never ${what}: ${cardsOf(lane)}`);
  }
}

/** Of the round, as its person sees them. */
const messagesOf = (lane: Lane): readonly Message[] => {
  const before = beforeRound.get(lane);
  return lane.alex.messages.filter(({ id }) => before?.has(id) !== true);
};
const beforeRound = new WeakMap<Lane, ReadonlySet<string>>();

const titlesOf = (lane: Lane): readonly string[] => messagesOf(lane).map(({ card }) => titleOf(card));
const cardsOf = (lane: Lane): string => titlesOf(lane).join(' | ');
const newest = (lane: Lane, ...titles: readonly string[]): Message | undefined =>
  messagesOf(lane).findLast(({ card }) => card !== undefined && titles.includes(titleOf(card)));

const receivedBy = (lane: Lane, end: string): number =>
  lane.stack.backupService.received.filter(({ method, path }) => method === 'POST' && path.endsWith(end)).length;

/** The next call whose path ends so takes its time. @returns once the service has it */
async function heldAt(lane: Lane, path: string, act: () => Promise<unknown>): Promise<void> {
  const before = receivedBy(lane, path);
  lane.stack.backupService.faults.next({ path, method: 'POST' }, SLOW);
  void act().catch(() => undefined);
  await until(`${path} was called`, lane, () => receivedBy(lane, path) > before);
}

async function found(lane: Lane, words: string): Promise<Message> {
  await lane.alex.say(`restore find ${words}`);
  return until(`found ${words}`, lane, () => newest(lane, 'What I found'));
}

async function fetching(lane: Lane): Promise<void> {
  const { id, card } = await found(lane, '"Itinerary Kyoto" in files of noor');
  const [action] = actionsIn(card ?? {}).filter(({ title }) => title === 'Download');
  await lane.alex.press(id, 'Download', { ...(action && { action }) });
  if (lane.alex.person.role === 'administrator') {
    await lane.alex.becomes(id, 'Why do you need this file?');
    await lane.alex.press(id, 'Download', { inputs: { reason: 'Asked for' } });
  }
}

export async function offered(lane: Lane): Promise<Message> {
  await fetching(lane);
  await until('ready', lane, () => newest(lane, 'The download is ready'));
  return until('offered', lane, () => messagesOf(lane).findLast(({ offer }) => offer !== undefined));
}

export const accept = async (lane: Lane, { id: cardId }: Message): Promise<void> => {
  const { person, conversation } = lane.alex;
  await lane.stack.connector.answerOffer({ person, conversation, cardId, answer: 'accept', uploadUrl: undefined });
};

async function toConfirm(lane: Lane): Promise<string> {
  const { id, card } = await found(lane, 'kyoto of noor as of 4 days ago');
  const [first = ''] = picksOn(card);
  await lane.alex.press(id, 'Restore…', { inputs: { [first]: 'true' } });
  await lane.alex.becomes(id, 'Ready to restore?');
  return id;
}

const restorePressed = async (lane: Lane, id: string): Promise<void> =>
  void (await lane.alex.press(id, 'Restore', { inputs: { reason: 'Deleted by mistake', deletedItems: 'true' } }));

/** An administrator's restore up to the card with its code. */
async function toApprove(lane: Lane): Promise<Message> {
  const id = await toConfirm(lane);
  await restorePressed(lane, id);
  await lane.alex.becomes(id, 'Approve this restore');
  return until('a code', lane, () => messagesOf(lane).find((each) => each.id === id));
}

const isAdministrators = (lane: Lane): boolean => lane.alex.person.role === 'administrator';

export const WORKS: readonly Work[] = [
  {
    name: 'a search',
    begin: (lane) => heldAt(lane, '/search', () => lane.alex.say('restore find budget in files of noor')),
    titles: [],
  },
  {
    name: 'a look into earlier backups',
    async begin(lane) {
      await lane.alex.say('restore find "Gion map" in files of noor');
      const { id } = await until('nothing found', lane, () =>
        messagesOf(lane).findLast(({ card }) => buttonsOf(card).includes('Look in earlier backups')),
      );
      lane.stack.backupService.faults.next({ path: '/search', method: 'POST' }, SLOW, 20);
      void lane.alex.press(id, 'Look in earlier backups').catch(() => undefined);
      await lane.alex.becomes(id, 'Looking in earlier backups');
      await sleep(500);
    },
    titles: ['Looking in earlier backups'],
  },
  {
    name: 'a restore being sent',
    async begin(lane) {
      if (isAdministrators(lane)) {
        const { id, card } = await toApprove(lane);
        const code = readCode(id, card);
        if (code === undefined) throw new Error('there is no code');
        return heldAt(lane, '/items/restore', () => lane.alex.approve(code));
      }
      const id = await toConfirm(lane);
      return heldAt(lane, '/operatorRestore', () => restorePressed(lane, id));
    },
    titles: [],
    leaves: 1,
  },
  {
    name: 'a file being fetched',
    begin: (lane) => heldAt(lane, '/save', () => fetching(lane)),
    titles: ['Fetching the file'],
  },
  {
    name: 'a file that is offered',
    begin: async (lane) => void (await offered(lane)),
    titles: ['The download is ready'],
  },
  {
    name: 'a file that is accepted',
    async begin(lane) {
      const offer = await offered(lane);
      lane.stack.connector.faults.next('upload', Infinity, { kind: 'status', status: 503, body: {} });
      await accept(lane, offer);
      await until('uploaded in vain', lane, () => lane.stack.connector.calls.some(({ kind }) => kind === 'upload'));
    },
    titles: ['The download is ready', 'Uploading the file'],
  },
  {
    name: 'a file being uploaded',
    async begin(lane) {
      const offer = await offered(lane);
      lane.stack.connector.faults.next('upload', 1, { kind: 'delay', milliseconds: 3_000 });
      await accept(lane, offer);
      await until('uploading', lane, () => newest(lane, 'Uploading the file'));
      await sleep(400);
    },
    titles: ['Uploading the file'],
  },
  {
    name: 'an approval',
    person: MIKA,
    begin: async (lane) => void (await toApprove(lane)),
    titles: ['Preparing your approval', 'Approve this restore'],
  },
];

/** A command whose card may ask first. */
async function sayAndConfirm(lane: Lane, text: string, ...buttons: readonly string[]): Promise<void> {
  const before = new Set(messagesOf(lane).map(({ id }) => id));
  await lane.alex.say(text);
  const answer = await until('answered', lane, () => messagesOf(lane).find(({ id }) => !before.has(id)));
  const button = buttons.find((each) => buttonsOf(answer.card).includes(each));
  if (button !== undefined) await lane.alex.press(answer.id, button);
}

async function logOutAnyway({ alex }: Lane, id: string): Promise<void> {
  if (buttonsOf(alex.card(id)).includes('Log out anyway')) await alex.press(id, 'Log out anyway');
}

/** The bot is stopped and started with other settings, and hears of the person again. */
async function restartWith(lane: Lane, changes: Readonly<Record<string, string>>): Promise<void> {
  for (const bot of lane.bots) bot.kill();
  await Promise.all(lane.bots.map(({ ended }) => ended));
  await lane.startBot(0, changes);
  await lane.alex.say('restore status').catch(() => undefined);
}

function refuseRenewals({ stack: { backupService, identityProvider } }: Lane): void {
  for (const path of ['/token', '/Token'])
    for (const { faults } of [backupService, identityProvider])
      faults.next({ path, grantType: 'refresh_token' }, REFUSALS.refreshTokenEnded, 20);
}

const AT_LOG_OUT: Moment = { call: 'service POST v8/token/logout', occurrence: 1, side: 'before' };
const AT_EXPIRY: Moment = { call: 'blobs PUT state', occurrence: 1, side: 'before' };

export const ENDS: readonly End[] = [
  {
    name: 'log-out',
    life: 'long',
    act: (lane) => sayAndConfirm(lane, 'restore logout', 'Log out anyway'),
    titles: ['Logged out'],
    posts: 1,
    dieAt: AT_LOG_OUT,
  },
  {
    name: '“This was not me”',
    life: 'long',
    async act(lane) {
      const { id } = await until('signed in', lane, () => newest(lane, 'Signed in'));
      await lane.alex.press(id, 'This was not me');
      await logOutAnyway(lane, id);
    },
    async again(lane) {
      const { id } = await until('signed in', lane, () => newest(lane, 'Signed in', "A restore isn't finished"));
      if (titleOf(lane.alex.card(id)) === 'Signed in') await lane.alex.press(id, 'This was not me');
      await logOutAnyway(lane, id);
    },
    titles: ["Logged out, because it wasn't you"],
    posts: 0,
    dieAt: AT_LOG_OUT,
  },
  {
    name: '`forget me`',
    life: 'long',
    act: (lane) => sayAndConfirm(lane, 'restore forget me', 'Erase'),
    titles: ['Everything is erased'],
    posts: 1,
    dieAt: AT_LOG_OUT,
  },
  {
    name: 'the app is removed',
    life: 'long',
    act: ({ alex: { person, conversation }, stack }) => stack.connector.uninstall({ person, conversation }),
    // Teams does not give up as soon as the stand-in, to which a process starts slowly on a busy machine.
    again: ({ alex: { person, conversation }, stack: { connector } }) =>
      connector.post(connector.activity({ person, conversation }, { type: 'installationUpdate', action: 'remove' })),
    titles: [],
    posts: 0,
    dieAt: AT_LOG_OUT,
  },
  {
    name: 'the app is removed from a team',
    life: 'long',
    async before({ alex: { person }, stack }) {
      const { channel } = stack.connector;
      await stack.connector.install({ person, conversation: channel });
      const there = chatter(stack, person, channel);
      // Administrators' access is for personal chats.
      await there.approve(await there.login());
    },
    act: ({ alex: { person }, stack }) => stack.connector.uninstall({ person, conversation: stack.connector.channel }),
    titles: [],
    posts: 0,
    isElsewhere: true,
  },
  {
    name: 'replaced by another account',
    life: 'long',
    act: (lane) => replacedBy(lane, isAdministrators(lane) ? HAKON : NOOR),
    titles: ['Signed in'],
    // The new sign-in, and what was said until then.
    posts: 2,
    // A session that is replaced is kept while a restore may need it, which is looked at each minute.
    patience: 75_000,
    dieAt: AT_LOG_OUT,
  },
  {
    name: 'replaced by another kind of access',
    person: MIKA,
    life: 'long',
    act: (lane) => replacedBy(lane, MIKA, 'restore login'),
    titles: ['Signed in'],
    // The new sign-in, and what was said until then.
    posts: 2,
    // A session that is replaced is kept while a restore may need it, which is looked at each minute.
    patience: 75_000,
  },
  {
    name: 'the service refuses it',
    life: 'long',
    async act(lane) {
      lane.stack.backupService.endAllSessions();
      refuseRenewals(lane);
      await lane.alex.say('restore status');
    },
    titles: ['Your session has ended'],
    posts: 1,
    dieAt: AT_EXPIRY,
    isTokenGone: true,
    isRefused: true,
  },
  {
    name: 'taken off the list of administrators',
    person: MIKA,
    life: 'long',
    act: (lane) => restartWith(lane, { ADMIN_USER_IDS: HAKON.objectId }),
    titles: ['Your session has ended'],
    posts: 1,
  },
  {
    name: 'an administrator ends it',
    life: 'long',
    act: endedByAdministrator,
    titles: ['Your session has ended'],
    posts: 1,
    dieAt: AT_LOG_OUT,
  },
  {
    name: 'the tenant is removed',
    life: 'long',
    act: (lane) => restartWith(lane, { ALLOWED_TENANTS: LINDENHOF.tenantId }),
    titles: [],
    posts: 0,
    isUnheard: true,
  },
  {
    name: 'it expires',
    life: 'with its token',
    // What runs would have it renewed.
    act: async (lane) => refuseRenewals(lane),
    titles: ['Your session has ended'],
    // The reminder, and that it could not be renewed.
    posts: 2,
    isTokenGone: true,
  },
  {
    name: 'it reaches its longest life',
    life: 'at its longest life',
    act: async () => undefined,
    titles: ['Your session has ended'],
    posts: 1,
    dieAt: AT_LOG_OUT,
  },
];

async function endedByAdministrator({ stack, alex }: Lane): Promise<void> {
  const administrator = chatter(stack, alex.person === MIKA ? HAKON : MIKA);
  const { id, card } = await administrator.ask('restore admin sessions');
  const [action] = actionsIn(card ?? {}).filter(({ title }) => title === alex.person.name);
  await administrator.press(id, alex.person.name, { ...(action && { action }) });
  await administrator.becomes(id, 'A person and their sessions');
  await administrator.press(id, 'End');
}

async function replacedBy(lane: Lane, as: SamplePerson, text?: string): Promise<void> {
  const before = new Set(messagesOf(lane).map(({ id }) => id));
  await lane.alex.say(text ?? (isAdministrators(lane) ? 'restore login app-only' : 'restore login'));
  const already = await until('asked', lane, () => newest(lane, "You're already signed in"));
  const again = buttonsOf(already.card).find((button) => button.startsWith('Sign in'));
  await lane.alex.press(already.id, again ?? 'Sign in again');
  const code = await until('another code', lane, () =>
    lane
      .messagesWithPreparation()
      .filter(({ id, card }) => !before.has(id) && titleOf(card) === 'Sign in to restore data')
      .map(({ id, card }) => readCode(id, card))
      .at(-1),
  );
  await lane.alex.approve(code, as);
  await lane.alex.becomes(code.id, 'Signed in');
}

interface Round {
  readonly end: End;
  readonly work: Work;
  readonly isKilled: boolean;
}

export interface EndResult {
  readonly what: string;
  /** The machine was too busy: nothing ran, or an end gave up waiting for the closing (`explore-session-close-timed-out`). */
  readonly isDisturbed: boolean;
  /** Whether the process died where it should. */
  readonly died: boolean;
  readonly problems: readonly string[];
  readonly milliseconds: number;
}

async function prepare(lane: Lane): Promise<void> {
  const { alex, stack, stored } = lane;
  const { id } = alex.conversation;
  const { restore, faults } = stack.backupService;
  faults.clear();
  stack.identityProvider.faults.clear();
  stack.connector.faults.clear();
  // What another round has left goes on with settings of its own.
  for (const bot of lane.bots) if (bot.alive) await bot.stop();
  // It creates what it stores into.
  await lane.startBot();
  await stored.erase(id, alex.person);
  await stored.eraseRestores(id, alex.person);
  await stack.connector.install({ person: alex.person, conversation: alex.conversation });
  restore.dropExploreSessions();
  restore.switchMishaps(false);
  restore.setPace({ total: 1_200 });
  restore.setSaveSize(LARGE_FILE_BYTES);
  lane.begin();
  beforeRound.set(lane, new Set(alex.messages.map((message) => message.id)));
  await signIn(lane);
}

/** Cards that no longer may promise anything. */
const LIVING = ['Signed in', 'Your session ends soon', 'Almost there', 'Sign in to restore data', 'One moment'];
/** Answers that say nothing about the end: to a command that was sent again after it, and before a confirmation. */
const BESIDE = new Set([
  'Sign in first',
  "This session can't restore",
  'Please sign in again',
  'Task closed',
  'Erase everything about you?',
  "A restore isn't finished",
]);
const REFUSED = /no longer accepts/;

async function endOnce(farm: BotFarm, lane: Lane, { end, work, isKilled }: Round): Promise<EndResult> {
  const began = Date.now();
  const linesBefore = farm.lines.length;
  const what = `${end.name}, while there is ${work.name}${isKilled ? ', killed meanwhile' : ''}`;
  const { backupService, connector } = lane.stack;
  const result = (
    problems: readonly string[],
    facts: { readonly died?: boolean; readonly isDisturbed?: boolean } = {},
  ): EndResult => ({
    what,
    isDisturbed: false,
    died: false,
    ...facts,
    problems,
    milliseconds: Date.now() - began,
  });
  try {
    await prepare(lane);
    await end.before?.(lane);
    await work.begin(lane);
  } catch (error) {
    return result([`not begun: ${String(error)}`], { isDisturbed: true });
  }
  const session = (await lane.state())?.session;
  if (session === undefined) return result(['not signed in any more'], { isDisturbed: true });
  const [leftBefore, runsBefore] = [backupService.restore.leftToLogOut, backupService.restore.runs.length];
  const [bot] = lane.bots;
  const { dieAt } = end;
  if (isKilled && dieAt !== undefined) await bot?.count(dieAt);
  const before = new Set(messagesOf(lane).map(({ id }) => id));
  if (end.isElsewhere === true) return result(await goesOn(lane, end, session.signInId));
  const acting = end.act(lane).catch((error: unknown) => error);
  const isGone = async (): Promise<boolean> => (await lane.state())?.session?.signInId !== session.signInId;
  const over = (end.isUnheard === true ? sleep(2_000) : until('over', lane, isGone, 90_000)).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  let died = false;
  if (isKilled && bot !== undefined) {
    died = await Promise.race([bot.ended.then(() => true), over.then(() => false)]);
    if (died) await lane.startBot();
    // Teams sends a message again, but no press.
    const isOwed = died && (await Promise.race([over.then(() => false), sleep(REPEAT_MILLISECONDS).then(() => true)]));
    if (isOwed) await (end.again?.(lane) ?? end.act(lane)).catch(() => undefined);
  }
  const problems: string[] = [];
  const notOver = await over;
  if (notOver !== undefined) problems.push(notOver);
  const failed = await Promise.race([acting, sleep(PATIENCE_MILLISECONDS)]);
  // A press that a killed process does not answer is done again.
  if (failed instanceof Error && !died) problems.push(`it could not be done: ${failed.message}`);
  const endedAt = Date.now() + GRACE_MILLISECONDS;
  // What failed until now would work from here on.
  backupService.faults.clear();
  connector.faults.clear();

  const check = async (): Promise<readonly string[]> => {
    const { restore, received } = backupService;
    const blobs = await lane.stored.all('exports/');
    const now = messagesOf(lane);
    const living = end.name.startsWith('replaced') ? [] : LIVING;
    const lies = now.map(({ card }) => titleOf(card)).filter((title) => [...living, ...work.titles].includes(title));
    const posted = now.filter(
      ({ id, file, card }) => !before.has(id) && file === undefined && !BESIDE.has(titleOf(card)),
    );
    const said = now.filter(({ card }) => end.titles.includes(titleOf(card)));
    const restoring = restore.runs.length - runsBefore;
    const isRemoved = end.titles.length === 0;
    const asked = received.filter(
      ({ receivedAt, headers, path }) =>
        receivedAt > endedAt &&
        headers.authorization === `Bearer ${session.accessToken}` &&
        !/\/(logout|Stop)$/.test(path),
    );
    const uploads = connector.calls.filter(({ kind, at }) => kind === 'upload' && at > endedAt);
    const open = restore.openExploreSessions - restoring;
    return [
      ...asked.map(({ method, path }) => `afterwards it was asked: ${method} ${path.split('/').at(-1) ?? ''}`),
      ...uploads.map(({ method }) => `afterwards a range was sent: ${method}`),
      ...(end.isUnheard === true
        ? []
        : [
            ...(open <= 0 || end.isTokenGone === true ? [] : [`${open} explore session(s) are open`]),
            ...(restore.leftToLogOut - leftBefore <= (work.leaves ?? 0) ? [] : ['a session was left to the log-out']),
            ...blobs.map(({ name }) => `still stored: ${name.replaceAll(/[\w-]{30,}/g, '…')}`),
            ...(isRemoved ? [] : lies.map((title) => `a card still says "${title}"`)),
            ...(isRemoved || said.length > 0 ? [] : [`no card says it: ${cardsOf(lane)}`]),
          ]),
      ...(posted.length <= end.posts ? [] : [`${posted.length} messages: ${posted.map(textOf).join(' | ')}`]),
      ...(end.isRefused === true || !now.some((message) => REFUSED.test(textOf(message)))
        ? []
        : ['a card says that the service no longer accepts the session']),
    ];
  };
  let problemsNow = await check();
  for (const last = Date.now() + (end.patience ?? 12_000); problemsNow.length > 0 && Date.now() < last;) {
    await sleep(150);
    problemsNow = await check();
  }
  await sleep(Math.max(0, endedAt + QUIET_MILLISECONDS - Date.now()));
  problems.push(...(problemsNow.length > 0 ? problemsNow : await check()));
  const gaveUp = farm.lines.slice(linesBefore).some((line) => line.includes('explore-session-close-timed-out'));
  return result(problems, { died, isDisturbed: gaveUp && problems.length > 0 });
}

/** What ends is another session, and nothing here. */
async function goesOn(lane: Lane, end: End, signInId: string): Promise<readonly string[]> {
  const { alex, stack, stored } = lane;
  await end.act(lane);
  const isOver = async (): Promise<boolean> =>
    (await stored.open(stack.connector.channel.id, alex.person))?.session === undefined;
  const notOver = await until('over in the channel', lane, isOver).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  await sleep(QUIET_MILLISECONDS);
  const closed = titlesOf(lane).filter((title) => CLOSED.has(title));
  const isKept = (await lane.state())?.session?.signInId === signInId;
  return [
    ...notOver,
    ...closed.map((title) => `a card says "${title}"`),
    ...(isKept ? [] : ['the session here is gone']),
  ];
}

const CLOSED = new Set(['Task closed', 'Not downloaded', "The restore wasn't approved", 'Your session has ended']);

const textOf = ({ card }: Message): string => textsOf(card).join(' ');

const ofPerson = ({ end, work }: Pick<Round, 'end' | 'work'>): SamplePerson => end.person ?? work.person ?? ALEX;

/** Rounds that one lane can do one after the other. */
function roundsByLane(only: string): readonly (readonly Round[])[] {
  const all = ENDS.flatMap((end) =>
    WORKS.flatMap((work) =>
      [false, true]
        .filter((isKilled) => !isKilled || end.dieAt !== undefined)
        .map((isKilled): Round => ({ end, work, isKilled })),
    ),
  ).filter(({ end, work }) => `${end.name}, while there is ${work.name}`.includes(only));
  const groups = Map.groupBy(all, (round) => `${ofPerson(round).name} ${round.end.life}`);
  return [...groups.values()].flatMap((rounds) =>
    Array.from({ length: Math.ceil(rounds.length / AT_MOST) }, (_, at) =>
      rounds.slice(at * AT_MOST, (at + 1) * AT_MOST),
    ),
  );
}
const AT_MOST = 8;

/** @param only with this in its name */
export async function endEverything(
  farm: BotFarm,
  lanes: number,
  only: string,
  tell: (result: EndResult) => void,
): Promise<readonly EndResult[]> {
  const todo = [...roundsByLane(only)];
  const results: EndResult[] = [];
  const work = async (): Promise<void> => {
    for (let rounds = todo.shift(); rounds !== undefined; rounds = todo.shift()) {
      const [next] = rounds;
      if (next === undefined) continue;
      const life: { readonly tokenSeconds?: number; readonly environment?: Readonly<Record<string, string>> } =
        LIVES[next.end.life];
      const environment = {
        LOG_LEVEL: 'info',
        DOWNLOADS: 'all',
        // For the sign-in of another account.
        IDENTITY_BINDING: 'same-tenant',
        ADMIN_USER_IDS: `${MIKA.objectId},${HAKON.objectId}`,
        ALLOWED_TENANTS: FERNWEH.tenantId,
        ...life.environment,
      };
      // Without haste: an end waits for seconds only, and no longer, until everything is closed.
      const lane = await startLane({ farm, person: ofPerson(next), tokenSeconds: life.tokenSeconds, environment });
      for (const round of rounds) {
        const first = await endOnce(farm, lane, round);
        // Once: what fails twice is lost.
        const result = first.isDisturbed ? await endOnce(farm, lane, round) : first;
        results.push(result);
        tell(result);
      }
      await lane.stop();
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return results;
}
