/** Two instances, and several people who press at the same moment, each press delivered to both: one of them counts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../local/connector/types.ts';
import { ALEX, HAKON, MIKA, NOOR, PETRA, type SamplePerson } from '../../local/people.ts';
import { buttonsOf, dataOf } from '../support/cards-seen.ts';
import { approvalOf, approverProblems, newsOf, prepareRequested } from './four-eyes-paths.ts';
import type { Lane } from './lane.ts';
import { racing, type RacesResult } from './races.ts';
import { newsTo, operatorProblems, prepareAsked, pressOn, requestOf } from './request-paths.ts';
import { settled } from './restore-races.ts';
import { isRestoring, roundOf } from './restore-paths.ts';

type Press = readonly [person: SamplePerson, button: string, inputs?: Json];
interface Round {
  readonly name: string;
  readonly presses: readonly Press[];
}

const DECLINE: Json = { declineReason: 'Never backed up', reason: 'Ask HR first' };

const OF_REQUESTS: readonly Round[] = [
  {
    name: 'two operators take it',
    presses: [
      [ALEX, 'Take it'],
      [MIKA, 'Take it'],
    ],
  },
  {
    name: 'one takes, one declines',
    presses: [
      [ALEX, 'Take it'],
      [MIKA, 'Decline', DECLINE],
    ],
  },
  {
    name: 'taken and withdrawn',
    presses: [
      [MIKA, 'Take it'],
      [NOOR, 'Withdraw'],
    ],
  },
  {
    name: 'declined twice and withdrawn',
    presses: [
      [ALEX, 'Decline', DECLINE],
      [MIKA, 'Decline', DECLINE],
      [NOOR, 'Withdraw'],
    ],
  },
];
const OF_APPROVALS: readonly Round[] = [
  {
    name: 'two approve',
    presses: [
      [HAKON, 'Approve'],
      [PETRA, 'Approve'],
    ],
  },
  {
    name: 'one approves, one declines',
    presses: [
      [HAKON, 'Approve'],
      [PETRA, 'Decline', DECLINE],
    ],
  },
  {
    name: 'one approves and declines',
    presses: [
      [HAKON, 'Approve'],
      [HAKON, 'Decline', DECLINE],
    ],
  },
  {
    name: 'approved and withdrawn',
    presses: [
      [HAKON, 'Approve'],
      [ALEX, 'Withdraw'],
    ],
  },
  {
    name: 'declined and withdrawn',
    presses: [
      [PETRA, 'Decline', DECLINE],
      [ALEX, 'Withdraw'],
    ],
  },
];

const ENDED = { done: 'finished', declined: 'declined' } as const;
const OUTCOMES = {
  approved: ['Approved', 'Your restore was approved'],
  declined: ['Declined', 'Your restore was declined'],
  withdrawn: ['Withdrawn', undefined],
} as const;

/** @param lane with two bots or none, and approvers */
export async function raceRequests(lane: Lane, times: number): Promise<RacesResult> {
  const problems: string[] = [];
  let acts = 0;
  while (lane.bots.filter(({ alive }) => alive).length < 2) await lane.startBot();
  const { connector } = lane.stack;
  const { deliver, copy, queue } = racing(lane, () => (acts += 1), problems);

  function pressed([person, button, inputs = {}]: Press): Json | undefined {
    const found = lane.seenBy(person).findLast(({ card }) => buttonsOf(card).includes(button));
    if (found === undefined) {
      problems.push(`${person.name} has no ${button}`);
      return undefined;
    }
    const data = { ...dataOf(found.card, button), ...inputs };
    const value = { action: { type: 'Action.Execute', verb: data['verb'], data }, trigger: 'manual' };
    const where = { person, conversation: connector.conversationFor(person) };
    return connector.activity(where, { type: 'invoke', name: 'adaptiveCard/action', value, replyToId: found.id });
  }

  /** Whoever comes first differs: by the instance, and by some milliseconds. */
  async function pressAtOnce(presses: readonly Press[], time: number): Promise<void> {
    const all = presses.map(pressed);
    await Promise.all(
      all.map(async (activity, index) => {
        if (activity === undefined) return;
        await sleep(((index + time) % presses.length) * 15);
        await Promise.all([deliver(activity, index % 2), deliver(activity, 1 - (index % 2))]);
      }),
    );
  }

  async function requestRound({ presses }: Round, time: number): Promise<readonly string[]> {
    await prepareAsked(lane);
    const { id = '' } = (await requestOf(lane)) ?? {};
    const copies = (): Promise<void> => copy([1, 2].map(() => ({ kind: 'request', requestId: id, dueAt: 1 })));
    await Promise.all([pressAtOnce(presses, time), sleep(50).then(copies)]);
    await sleep(300);
    await copies();
    return settled(async () => {
      const { status, run, news = [], asked = [] } = (await requestOf(lane)) ?? {};
      const told = newsTo(lane);
      const takers = [ALEX, MIKA].filter((person) =>
        lane.seenBy(person).some(({ card }) => buttonsOf(card).includes('Hand back')),
      );
      if (status?.kind === 'taken') {
        const isOne = takers.length === 1 && takers[0]?.objectId === status.by.id;
        const toldOnce = told.join() === 'Your request was taken';
        // Until then it would be hers to end.
        if (isOne && toldOnce) await pressOn(lane, NOOR, 'Your request is being worked on', 'Withdraw');
        return [
          'it is taken',
          ...(isOne ? [] : [`${takers.length} think that they have it`]),
          ...(toldOnce ? [] : [`Noor is told ${told.join()}`]),
        ];
      }
      if (status?.kind !== 'ended') return ['nothing came of it'];
      const by = [ALEX, MIKA].find(({ objectId }) => objectId === status.by?.id)?.name ?? '';
      const title =
        status.how === 'withdrawn'
          ? 'This request was withdrawn'
          : `${by} ${ENDED[status.how === 'done' ? 'done' : 'declined']} this request`;
      const outcomes = told.filter((each) => each !== 'Your request was taken');
      const expected = status.how === 'withdrawn' ? '' : 'Your request was declined';
      return [
        ...(run === undefined && news.length === 0 ? [] : ['its job is not done']),
        ...(outcomes.join() === expected ? [] : [`${status.how}, and Noor is told ${told.join()}`]),
        ...(told.length - outcomes.length <= 1 ? [] : ['it was taken twice']),
        ...operatorProblems(lane, { asked }, title),
      ];
    });
  }

  async function approvalRound({ presses }: Round, time: number): Promise<readonly string[]> {
    await prepareRequested(lane);
    const { id = '', asker } = (await approvalOf(lane)) ?? {};
    const copies = (): Promise<void> =>
      copy([
        { kind: 'approval', id },
        ...(asker === undefined ? [] : [{ kind: 'restore', key: asker.key, restoreId: id } as const]),
      ]);
    await Promise.all([pressAtOnce(presses, time), sleep(50).then(copies)]);
    await sleep(300);
    await copies();
    return settled(async () => {
      const approval = await approvalOf(lane);
      const { outcome, decisions = [] } = approval ?? {};
      const [restore] = (await lane.restores())?.restores ?? [];
      const kind = outcome?.kind;
      if (kind !== 'approved' && kind !== 'declined' && kind !== 'withdrawn') return [`it is ${kind ?? 'undecided'}`];
      const [title, news] = OUTCOMES[kind];
      const told = newsOf(lane).filter((each) => each !== 'Approval requested');
      const { runs } = isRestoring(lane);
      const sent = runs.length - roundOf(lane).runs;
      const isStopped = presses.some(([, button]) => button === 'Withdraw');
      // What was stopped before it was sent is not told to be running.
      const isTold =
        told.every((each) => each === news) && (told.length > 0 || news === undefined || (isStopped && sent === 0));
      return [
        ...(restore?.endAnnounced === true ? [] : ['the restore was not told to its end']),
        ...(isTold ? [] : [`${kind}, and Alex is told ${told.join()}`]),
        ...(decisions.length <= 1 ? [] : [`${decisions.length} decisions count`]),
        ...(kind === 'approved' && (sent === 1 || (isStopped && sent === 0))
          ? []
          : sent === 0 && kind !== 'approved'
            ? []
            : [`${kind}, and ${sent} calls were sent`]),
        ...approverProblems(lane, approval, title),
      ];
    });
  }

  for (let time = 0; time < times; time += 1) {
    for (const round of OF_REQUESTS) {
      const found = await requestRound(round, time);
      problems.push(...found.map((problem) => `${problem} (${round.name})`));
    }
    for (const round of OF_APPROVALS) {
      const found = await approvalRound(round, time);
      problems.push(...found.map((problem) => `${problem} (${round.name})`));
    }
  }
  problems.push(
    ...(await settled(async () => {
      const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
      return peekedMessageItems.map(({ messageText }) => `nobody takes ${messageText}`);
    })),
  );
  return { rounds: times * (OF_REQUESTS.length + OF_APPROVALS.length), acts, problems };
}
