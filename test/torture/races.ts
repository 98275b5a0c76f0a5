/** Two instances, one person: concurrent, repeated and reordered commands and buttons, and duplicate jobs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { QueueClient } from '@azure/storage-queue';
import fc from 'fast-check';
import { ALEX } from '../../local/people.ts';
import type { Job } from '../../src/core/jobs.ts';
import { writeMessage } from '../../src/jobs/job-message.ts';
import { tokenWorks, pollingProblems } from './crash-paths.ts';
import { STILL_WAITING, type Lane } from './lane.ts';
import { titleOf } from '../support/cards-seen.ts';

export interface RacesResult {
  readonly rounds: number;
  readonly acts: number;
  readonly problems: readonly string[];
}

const COMMANDS = [
  'restore login',
  'restore login',
  'restore renew',
  'restore logout',
  'restore cancel',
  'restore status',
] as const;
/** See `pollingProblems`. */
const ABANDONED_MILLISECONDS = 2_500;

/** The next code is not polled for until an instance that polls for the one before has noticed: 26 s, and a sign-in after them. */
const PATIENCE_MILLISECONDS = 50_000;

const round = fc.array(
  fc.record({ text: fc.constantFrom(...COMMANDS), afterMilliseconds: fc.nat(400), twice: fc.boolean() }),
  { minLength: 2, maxLength: 5 },
);

/** Deliveries as the chat service's and the queue's. @param count called at each */
export function racing(lane: Lane, count: () => void, problems: string[]) {
  const { connector, storage, environment } = lane.stack;
  const queue = new QueueClient(storage.connectionString, environment['JOB_QUEUE'] ?? '');
  return {
    queue,
    /** To either instance. */
    deliver: async (activity: unknown, bot: number): Promise<void> => {
      count();
      const answer = await fetch(`http://127.0.0.1:${lane.bots[bot]?.port ?? 0}/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await connector.token()}` },
        body: JSON.stringify(activity),
      });
      await answer.arrayBuffer();
      if (answer.status >= 500) problems.push(`answered ${answer.status}`);
    },
    /** Delivers jobs once more. */
    copy: async (jobs: readonly Job[]): Promise<void> => {
      for (const job of jobs) {
        count();
        await queue.sendMessage(writeMessage({ job, failures: 0 }));
      }
    },
  };
}

/** @param lane with two bots or none */
export async function race(lane: Lane, rounds: number, seed = Date.now()): Promise<RacesResult> {
  const problems: string[] = [];
  let acts = 0;
  while (lane.bots.filter(({ alive }) => alive).length < 2) await lane.startBot();
  const { connector } = lane.stack;
  const { deliver, copy } = racing(lane, () => (acts += 1), problems);
  const where = { person: ALEX, conversation: lane.alex.conversation };

  /** Pending and finished jobs are delivered once more. */
  async function duplicateJobs(): Promise<void> {
    const state = await lane.state();
    const key = { conversationId: lane.alex.conversation.id, personId: ALEX.objectId };
    const { signIn, session } = state ?? {};
    const jobs = [
      ...(signIn === undefined ? [] : [{ kind: 'follow', key, signInId: signIn.id } as const]),
      ...(session === undefined ? [] : [{ kind: 'follow', key, signInId: session.signInId } as const]),
      { kind: 'expire', key, sessionId: 'long-gone', dueAt: 1 } as const,
      { kind: 'warn', key, sessionId: 'long-gone', dueAt: 1 } as const,
    ];
    await copy(jobs);
  }

  async function wrong(): Promise<readonly string[]> {
    const { session, signIn } = (await lane.state()) ?? {};
    const waiting = lane.messages().filter(({ card }) => STILL_WAITING.has(titleOf(card)));
    return [
      ...(signIn !== undefined && signIn.kind !== 'ended' ? [`the sign-in is ${signIn.kind}`] : []),
      ...(session === undefined || (await tokenWorks(lane, session.accessToken))
        ? []
        : ['the stored token does not work']),
      ...(session?.renewing === undefined ? [] : ['somebody still renews']),
      ...(waiting.length === 0 ? [] : [`${waiting.length} cards still wait`]),
    ];
  }

  for (const steps of fc.sample(round, { numRuns: rounds, seed })) {
    await lane.stored.erase(lane.alex.conversation.id, ALEX);
    lane.begin();
    await deliver(connector.activity(where, { type: 'message', text: 'restore login' }), 0);
    await lane.approveWhatIsThere();
    const doing = steps.map(async ({ text, afterMilliseconds, twice }, index) => {
      await sleep(afterMilliseconds * 3);
      const activity = connector.activity(where, { type: 'message', text });
      const both = twice ? [deliver(activity, 1 - (index % 2))] : [];
      await Promise.all([deliver(activity, index % 2), ...both]);
    });
    await Promise.all([...doing, sleep(600).then(duplicateJobs)]);
    const until = Date.now() + PATIENCE_MILLISECONDS;
    let found = await wrong();
    while (found.length > 0 && Date.now() < until) {
      await lane.approveWhatIsThere();
      if (!found.some((problem) => problem.startsWith('the sign-in'))) await lane.look();
      await sleep(100);
      found = await wrong();
    }
    const states = steps.map(
      ({ text, afterMilliseconds, twice }) => `${text} at ${afterMilliseconds * 3}${twice ? ' twice' : ''}`,
    );
    problems.push(
      ...[...found, ...pollingProblems(lane, ABANDONED_MILLISECONDS)].map(
        (problem) => `${problem} (${states.join(', ')})`,
      ),
    );
  }
  return { rounds, acts, problems };
}
