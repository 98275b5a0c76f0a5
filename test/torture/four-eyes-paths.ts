/** A restore that somebody else approves or declines, and a person who is suspended, with a process killed at each effect. */
import type { Json } from '../../local/connector/types.ts';
import { ALEX, HAKON, MIKA, PETRA, type SamplePerson } from '../../local/people.ts';
import type { ApprovalRequest } from '../../src/restore/state/four-eyes.ts';
import { titleOf } from '../support/cards-seen.ts';
import { chatter } from '../support/chatter.ts';
import { ADMIN_RESTORE } from './administrator-paths.ts';
import { tokenWorks, type CrashPath, type Problems } from './crash-paths.ts';
import { signIn } from './crash.ts';
import type { Lane } from './lane.ts';
import { cardProblems, oncePerLife, pressOn, sayNowAndThen, staleProblems, untilSeen } from './request-paths.ts';
import { goOn, isRestoring, outcomeProblems, prepareSummary, roundOf } from './restore-paths.ts';

export const APPROVERS: readonly SamplePerson[] = [HAKON, PETRA];

/** One item needs no approval, unless an administrator restores it. */
export const APPROVING = {
  APPROVAL: 'others',
  APPROVAL_MIN_ITEMS: '2',
  APPROVAL_FOR: 'administrator',
  APPROVERS: [...APPROVERS, ALEX].map(({ objectId }) => objectId).join(','),
};

export const REQUEST = 'Approve this restore?';
/** Short messages to whoever asks. */
const NEWS = new Set([
  'Approval requested',
  'No approver can be reached',
  'Your restore was approved',
  'Approved: sign in to continue',
  'Your restore was declined',
  'Your request for approval has expired',
  'The approval is no longer valid',
]);

const FIND = 'kyoto of noor as of 4 days ago';

/** Not said where somebody has decided before all approvers had their cards. */
const ASKED = 'Approval requested';

const introduced = new WeakSet<Lane>();

async function prepareHeld(lane: Lane, picks: number, options: Json): Promise<void> {
  await prepareSummary(lane, { find: FIND, searches: [{ words: 'kyoto', picks }], options });
  if (introduced.has(lane)) return;
  for (const approver of APPROVERS) await chatter(lane.stack, approver).ask('hello');
  introduced.add(lane);
}

export const approvalOf = async (lane: Lane): Promise<ApprovalRequest | undefined> => {
  const [restore] = (await lane.restores())?.restores ?? [];
  const found = restore && (await lane.stored.approvals.read(restore.id));
  return found?.kind === 'found' ? found.state : undefined;
};

/** Every approver has the card. */
export async function prepareRequested(lane: Lane): Promise<void> {
  await APPROVED.prepare?.(lane);
  await untilSeen(lane, APPROVERS, REQUEST, () => goOn(lane));
}

/** What whoever asked was told. */
export const newsOf = (lane: Lane): readonly string[] =>
  lane
    .messages()
    .map(({ card }) => titleOf(card))
    .filter((title) => NEWS.has(title));

export const approverProblems = (lane: Lane, request: ApprovalRequest | undefined, ended: string): Problems =>
  APPROVERS.flatMap((person) => {
    const card = request?.cards.find(({ objectId }) => objectId === person.objectId);
    return cardProblems(lane, person, card?.cardId, [REQUEST, ended]);
  });

/** What everybody sees, and what is stored, once it is decided. */
async function decidedProblems(
  lane: Lane,
  kind: 'approved' | 'declined',
  title: string,
  news: string,
): Promise<Problems> {
  const asked = newsOf(lane).filter((each) => each === ASKED).length;
  const told = oncePerLife(lane, newsOf(lane), asked === 0 ? [news] : [ASKED, news], lane.alex.person.name);
  if (told.length > 0) return told;
  const request = await approvalOf(lane);
  const [decision, ...others] = request?.decisions ?? [];
  const by = decision?.objectId === HAKON.objectId && others.length === 0;
  const { askedAt = 0 } = request ?? {};
  const early = lane.stack.backupService.received.filter(
    ({ path, receivedAt }) =>
      /restore$/i.test(path) && receivedAt >= askedAt && receivedAt < (decision?.at ?? Infinity),
  );
  return [
    ...approverProblems(lane, request, title),
    ...(request?.outcome?.kind === kind ? [] : [`it is ${JSON.stringify(request?.outcome)}`]),
    ...(by ? [] : [`${request?.decisions.length ?? 0} decisions`]),
    ...early.map(() => 'a call was sent before the approval'),
  ];
}

const approve = async (lane: Lane): Promise<void> => void (await pressOn(lane, HAKON, REQUEST, 'Approve'));

/** **Ask for approval**, to the outcome of the restore. */
export const APPROVED: CrashPath = {
  name: 'approved by somebody else',
  signedIn: true,
  patienceMilliseconds: 60_000,
  prepare: (lane) => prepareHeld(lane, 2, { deletedItems: 'true', folder: `Back ${Date.now()}` }),
  act: goOn,
  async attend(lane) {
    await goOn(lane);
    await approve(lane);
  },
  async problems(lane) {
    const titles = ['Restored', 'Restored, with warnings'];
    const restored = await outcomeProblems(lane, { titles, restores: 1, calls: 1 });
    if (restored.length > 0) return restored;
    return decidedProblems(lane, 'approved', 'Approved', 'Your restore was approved');
  },
  async finish(lane) {
    const { runs } = isRestoring(lane);
    const before = runs.length;
    return [
      ...(await staleProblems(lane, APPROVERS, REQUEST, 'Approve')),
      ...(runs.length === before ? [] : ['an old card sent a call']),
    ];
  },
  async outcome(lane) {
    const { insisted } = roundOf(lane).restorer;
    return `${(await approvalOf(lane))?.outcome?.kind ?? 'nothing'}${insisted > 0 ? ', sent again on request' : ''}`;
  },
};

export const DECLINED: CrashPath = {
  ...APPROVED,
  name: 'declined by somebody else',
  async attend(lane) {
    await goOn(lane);
    await pressOn(lane, HAKON, REQUEST, 'Decline', { reason: 'Ask HR first' });
  },
  async problems(lane) {
    const titles = ["The restore wasn't approved"];
    const ended = await outcomeProblems(lane, { titles, restores: 1, calls: 0 });
    if (ended.length > 0) return ended;
    return decidedProblems(lane, 'declined', 'Declined', 'Your restore was declined');
  },
};

/** Before its code, which the approver does not get. */
export const ADMIN_APPROVED: CrashPath = {
  ...ADMIN_RESTORE,
  name: 'restore as administrator, approved by somebody else',
  prepare: (lane) => prepareHeld(lane, 1, {}),
  async attend(lane) {
    await ADMIN_RESTORE.attend(lane);
    await approve(lane);
  },
  async problems(lane) {
    const restored = await ADMIN_RESTORE.problems(lane);
    if (restored.length > 0) return restored;
    return decidedProblems(lane, 'approved', 'Approved', 'Your restore was approved');
  },
};

const SUSPENDED = 'You are suspended';
const LIFTED = 'You can sign in again';
const tokens = new WeakMap<Lane, string>();

/** Mika suspends Alex, and lifts it once Alex has read that. */
export const SUSPEND: CrashPath = {
  name: 'suspended, and lifted',
  signedIn: true,
  async prepare(lane) {
    await lane.stored.suspensions.erase(ALEX.objectId);
    await lane.stored.erase(lane.alex.conversation.id, ALEX);
    lane.begin();
    await signIn(lane);
    tokens.set(lane, (await lane.state())?.session?.accessToken ?? '');
  },
  act: (lane) => sayNowAndThen(lane, MIKA, `restore admin suspend ${ALEX.objectId}`),
  async attend(lane) {
    const titles = lane.messages().map(({ card }) => titleOf(card));
    if (titles.includes(LIFTED)) return;
    const isTold = titles.includes(SUSPENDED);
    const found = await lane.stored.suspensions.read(ALEX.objectId);
    if (found.kind === 'found' && found.state.lifted === true) return;
    await sayNowAndThen(lane, MIKA, `restore admin ${isTold ? 'lift' : 'suspend'} ${ALEX.objectId}`);
  },
  async problems(lane) {
    const titles = lane.messages().map(({ card }) => titleOf(card));
    const told = titles.filter((title) => title === SUSPENDED || title === LIFTED);
    const shown = oncePerLife(lane, told, [SUSPENDED, LIFTED], 'Alex');
    if (shown.length > 0) return shown;
    const { session } = (await lane.state()) ?? {};
    const found = await lane.stored.suspensions.read(ALEX.objectId);
    const lies = lane.messagesWithPreparation().filter(({ card }) => titleOf(card) === 'Signed in');
    return [
      ...(session === undefined ? [] : ['the session is still stored']),
      ...(found.kind === 'absent' ? [] : ['the suspension is still stored']),
      ...(lies.length === 0 ? [] : ['a card still says "Signed in"']),
      ...((await tokenWorks(lane, tokens.get(lane) ?? '')) ? ['the token still works'] : []),
    ];
  },
  outcome: async () => 'told, ended, told again',
};
