/** Asking for a restore with a process killed at each effect: Noor asks, Alex and Mika are on duty. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Message } from '../../local/connector/types.ts';
import { ALEX, MIKA, NOOR, type SamplePerson } from '../../local/people.ts';
import type { Request } from '../../src/requests/model.ts';
import { buttonsOf, dataOf, titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import type { CrashPath, Problems } from './crash-paths.ts';
import { dayBefore, outcomeProblems, prepareWish, roundOf } from './restore-paths.ts';
import type { Lane } from './lane.ts';

/** What changes something that others see. */
export const SHARED_EFFECTS =
  /(PUT (request|approval|suspension|state|restore state)|audit line|queue POST messages|queue DELETE one message|PUT card|POST cards|service POST \S+) #/;

/** A person who sees no change presses, or says it, again. */
const PATIENCE_MILLISECONDS = 2_500;
const SILENCE_MILLISECONDS = 4_000;

export const ASKED = `${NOOR.name} asks for a restore`;
const FORM = 'Ask for a restore';
const WORDS = 'kyoto';
/** Short messages to whoever asks, by what they say. */
const NEWS = new Set([
  'Your request was taken',
  'Your request is open again',
  'Your request is done',
  'Your request was declined',
  'Your request has expired',
]);

const triedAt = new WeakMap<Lane, Map<string, number>>();

/** Whether it was not tried just now. */
function isDue(lane: Lane, what: string, pause: number): boolean {
  const tried = triedAt.get(lane) ?? new Map<string, number>();
  triedAt.set(lane, tried);
  if (Date.now() - (tried.get(what) ?? Number.NEGATIVE_INFINITY) < pause) return false;
  tried.set(what, Date.now());
  return true;
}

export async function sayNowAndThen(lane: Lane, person: SamplePerson, text: string): Promise<void> {
  if (!isDue(lane, `${person.name} ${text}`, SILENCE_MILLISECONDS)) return;
  await chatter(lane.stack, person)
    .say(text)
    .catch(() => undefined);
}

/** On the newest card of this round with that title and that button. @returns whether there is one */
export async function pressOn(
  lane: Lane,
  person: SamplePerson,
  title: string,
  button: string,
  inputs: Json = {},
): Promise<boolean> {
  const isIt = ({ card }: Message): boolean => titleOf(card) === title && buttonsOf(card).includes(button);
  const found = lane.seenBy(person).findLast(isIt);
  if (found === undefined) return false;
  const { id, card } = found;
  if (isDue(lane, `${id} ${button} ${JSON.stringify(card)}`, PATIENCE_MILLISECONDS)) {
    await chatter(lane.stack, person)
      .press(id, button, { inputs })
      .catch(() => undefined);
  }
  return true;
}

/** @param act what people do meanwhile */
export async function untilSeen(
  lane: Lane,
  people: readonly SamplePerson[],
  title: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const isSeen = (person: SamplePerson): boolean => lane.seenBy(person).some(({ card }) => titleOf(card) === title);
  for (const last = Date.now() + 30_000; !people.every(isSeen); await sleep(60)) {
    if (Date.now() > last) throw new Error(`nobody has a card that says "${title}"`);
    await act();
  }
}

/** What is posted before that is stored may come a second time where the process dies between the two, and not more often. */
export function oncePerLife(lane: Lane, told: readonly string[], expected: readonly string[], whom: string): Problems {
  const different = told.filter((title, index) => title !== told[index - 1]);
  const isRight = JSON.stringify(different) === JSON.stringify(expected);
  return [
    ...(isRight ? [] : [`${whom} is told: ${told.join(', ') || 'nothing'}`]),
    ...(told.length - different.length <= lane.deaths ? [] : [`${whom} is told more than once: ${told.join(', ')}`]),
  ];
}

/**
 * The card that the record names says how it ended. One that a dead process posted, and could not store, stays as it was; nobody gets
 * another one where it has ended, or is taken, by then.
 */
export function cardProblems(
  lane: Lane,
  person: SamplePerson,
  cardId: string | undefined,
  [open, ended]: readonly [open: string, ended: string],
): Problems {
  const seen = lane.seenBy(person);
  const title = titleOf(seen.find(({ id }) => id === cardId)?.card);
  const stale = seen.filter((message) => message.id !== cardId && titleOf(message.card) === open).length;
  const isMissed = cardId === undefined && lane.deaths > 0;
  return [
    ...(title === ended || isMissed ? [] : [`the card of ${person.name} says "${title}"`]),
    ...(stale <= lane.deaths ? [] : [`${stale} cards of ${person.name} still ask`]),
  ];
}

/** Of both operators. */
export const operatorProblems = (lane: Lane, { asked }: Pick<Request, 'asked'>, ended: string): Problems =>
  [ALEX, MIKA].flatMap((person) =>
    cardProblems(lane, person, asked.find(({ id }) => id === person.objectId)?.cardId, [ASKED, ended]),
  );

/** A press on a card that has stayed as it was does nothing, and shows what is true now. */
export async function staleProblems(
  lane: Lane,
  people: readonly SamplePerson[],
  open: string,
  button: string,
): Promise<Problems> {
  const problems: string[] = [];
  for (const person of people) {
    for (const { id, card } of lane.seenBy(person)) {
      if (titleOf(card) !== open) continue;
      const chat = chatter(lane.stack, person);
      // On the card of whoever has taken it, another button.
      await chat.press(id, buttonsOf(card).includes(button) ? button : (buttonsOf(card)[0] ?? button));
      if (titleOf(chat.card(id)) === open) problems.push(`a card of ${person.name} still asks after a press`);
    }
  }
  return problems;
}

interface Asking {
  /** The form, which becomes the card of the request. */
  cardId: string | undefined;
  requestId: string;
  readonly since: number;
}
const askings = new WeakMap<Lane, Asking>();
const askingOf = (lane: Lane): Asking => {
  const asking = askings.get(lane) ?? { cardId: undefined, requestId: '', since: Date.now() };
  askings.set(lane, asking);
  return asking;
};

export const requestOf = async (lane: Lane): Promise<Request | undefined> => {
  const found = await lane.stored.requests.read(askingOf(lane).requestId);
  return found.kind === 'found' ? found.state : undefined;
};

const onDuty = new WeakSet<Lane>();

/** Alex is signed in; once for each lane, both are on duty. */
async function prepareDuty(lane: Lane): Promise<void> {
  await prepareWish(lane, {
    searches: [{ words: WORDS, picks: 1 }],
    reason: 'Asked for',
  });
  askings.delete(lane);
  triedAt.delete(lane);
  if (onDuty.has(lane)) return;
  const mika = chatter(lane.stack, MIKA);
  const code = await mika.login('restore login app-only');
  await mika.approve(code);
  await mika.becomes(code.id, 'Signed in');
  for (const chat of [lane.alex, mika]) {
    const { card } = await chat.ask('restore on duty');
    if (titleOf(card) !== "You're on duty") throw new Error(`not on duty: ${titleOf(card)}`);
  }
  onDuty.add(lane);
  lane.begin('preparation');
}

/** Noor fills in the form, and sends it until there is her request. */
async function ask(lane: Lane): Promise<void> {
  const asking = askingOf(lane);
  const card = lane.seenBy(NOOR).find(({ id }) => id === asking.cardId);
  if (card !== undefined && titleOf(card.card) !== FORM) return;
  const form = card ?? lane.seenBy(NOOR).findLast((each) => titleOf(each.card) === FORM);
  if (form === undefined) return sayNowAndThen(lane, NOOR, 'restore ask');
  asking.cardId = form.id;
  asking.requestId = String(dataOf(form.card, 'Send request')['request']);
  const inputs = { what: WORDS, askedKind: 'exchange', lastSeen: dayBefore(4) };
  await pressOn(lane, NOOR, FORM, 'Send request', inputs);
}

/** Both operators have their card. */
export async function prepareAsked(lane: Lane): Promise<void> {
  await prepareDuty(lane);
  await untilSeen(lane, [ALEX, MIKA], ASKED, () => ask(lane));
}

/** Short messages to Noor; her card may have the title of one. */
export const newsTo = (lane: Lane): readonly string[] =>
  lane
    .seenBy(NOOR)
    .filter(({ id }) => id !== askingOf(lane).cardId)
    .map(({ card }) => titleOf(card))
    .filter((title) => NEWS.has(title));

type How = Extract<Request['status'], { kind: 'ended' }>['how'];
interface End {
  readonly how: How;
  /** To Noor, beside her card. */
  readonly news: readonly string[];
  readonly own: string;
  readonly operators: string;
}

async function endProblems(lane: Lane, { how, news, own, operators }: End): Promise<Problems> {
  const { cardId } = askingOf(lane);
  const seen = lane.seenBy(NOOR);
  const card = seen.find(({ id }) => id === cardId);
  if (card === undefined || titleOf(card.card) !== own) return [`Noor's card says "${titleOf(card?.card)}"`];
  const toldWrong = oncePerLife(lane, newsTo(lane), news, 'Noor');
  if (toldWrong.length > 0) return toldWrong;
  const request = await requestOf(lane);
  const { status, run, news: unsaid = [], asked = [] } = request ?? {};
  return [
    ...operatorProblems(lane, { asked }, operators),
    ...(status?.kind === 'ended' && status.how === how ? [] : [`it is ${JSON.stringify(status)}`]),
    ...(run === undefined ? [] : ['a run of its job has not ended']),
    ...(unsaid.length === 0 ? [] : [`not said yet: ${JSON.stringify(unsaid)}`]),
  ];
}

/** One request came of it, however often the form was sent, and old cards begin nothing. */
async function isOver(lane: Lane): Promise<Problems> {
  const { requestId, since } = askingOf(lane);
  const others = (await lane.stored.requests.all()).filter(({ id, askedAt }) => id !== requestId && askedAt >= since);
  return [
    ...(others.length === 0 ? [] : [`${others.length} request(s) more were made`]),
    ...(await staleProblems(lane, [ALEX, MIKA], ASKED, 'Take it')),
    ...((await requestOf(lane))?.status.kind === 'ended' ? [] : ['it began again']),
  ];
}

const outcome = async (lane: Lane): Promise<string> => {
  const status = (await requestOf(lane))?.status;
  return status?.kind === 'ended' ? status.how : (status?.kind ?? 'nothing');
};

/** From the form to the message that it is done. */
export const ASK_TAKE_RESTORE: CrashPath = {
  name: 'asked, taken, restored',
  signedIn: true,
  patienceMilliseconds: 60_000,
  prepare: prepareDuty,
  act: ask,
  async attend(lane) {
    await ask(lane);
    const { restorer } = roundOf(lane);
    // What may have been sent is not searched for once more.
    const isSent = ((await lane.restores())?.restores.length ?? 0) > 0;
    if (isSent || restorer.card() !== undefined) return restorer.goOn();
    // What the process did not get to after **Take it**.
    const isTaken = lane.seenBy(ALEX).some(({ card }) => buttonsOf(card).includes('Hand back'));
    await pressOn(lane, ALEX, ASKED, isTaken ? 'Search' : 'Take it');
  },
  async problems(lane) {
    const restored = await outcomeProblems(lane, {
      titles: ['Restored', 'Restored, with warnings'],
      restores: 1,
      calls: 1,
    });
    if (restored.length > 0) return restored;
    return endProblems(lane, {
      how: 'done',
      news: ['Your request was taken', 'Your request is done'],
      own: 'Your request is done',
      operators: `${ALEX.name} finished this request`,
    });
  },
  finish: isOver,
  outcome,
};

export const ASK_DECLINED: CrashPath = {
  name: 'asked, declined',
  signedIn: true,
  prepare: prepareDuty,
  act: ask,
  async attend(lane) {
    await ask(lane);
    await pressOn(lane, ALEX, ASKED, 'Decline', { declineReason: 'Never backed up' });
  },
  problems: (lane) =>
    endProblems(lane, {
      how: 'declined',
      news: ['Your request was declined'],
      own: 'Your request was declined',
      operators: `${ALEX.name} declined this request`,
    }),
  finish: isOver,
  outcome,
};

/** While an operator works on it. */
export const ASK_WITHDRAWN: CrashPath = {
  name: 'asked, withdrawn',
  signedIn: true,
  async prepare(lane) {
    await prepareAsked(lane);
    await untilSeen(lane, [NOOR], 'Your request was taken', () => pressOn(lane, ALEX, ASKED, 'Take it'));
  },
  act: (lane) => pressOn(lane, NOOR, 'Your request is being worked on', 'Withdraw'),
  attend: async (lane) => void (await pressOn(lane, NOOR, 'Your request is being worked on', 'Withdraw')),
  problems: (lane) =>
    endProblems(lane, {
      how: 'withdrawn',
      news: ['Your request was taken'],
      own: 'You withdrew this request',
      operators: 'This request was withdrawn',
    }),
  finish: isOver,
  outcome,
};
