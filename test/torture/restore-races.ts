/** Two instances, one person, two tabs: **Restore** at the same moment in both, twice, and jobs that come twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Json } from '../../local/connector/types.ts';
import { ALEX } from '../../local/people.ts';
import { dataOf, titleOf } from '../support/cards-seen.ts';
import type { Lane } from './lane.ts';
import { RESTORE, roundOf } from './restore-paths.ts';
import { ENDED, OVERWRITE } from './restorer.ts';
import { racing, type RacesResult } from './races.ts';

const ACTS = ['restore', 'restore', 'restore', 'jobs', 'stop', 'elsewhere', 'list', 'find'] as const;
const round = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), afterMilliseconds: fc.nat(500), twice: fc.boolean() }),
  {
    minLength: 3,
    maxLength: 6,
  },
);
const PATIENCE_MILLISECONDS = 40_000;

/** @param lane with two bots or none */
export async function raceRestores(lane: Lane, rounds: number, seed = Date.now()): Promise<RacesResult> {
  const problems: string[] = [];
  let acts = 0;
  while (lane.bots.filter(({ alive }) => alive).length < 2) await lane.startBot();
  const { connector, backupService } = lane.stack;
  const { deliver, copy, queue } = racing(lane, () => (acts += 1), problems);
  const where = { person: ALEX, conversation: lane.alex.conversation };
  const key = { conversationId: lane.alex.conversation.id, personId: ALEX.objectId };

  const pressed = (data: Json, replyToId: string): Json => {
    const value = { action: { type: 'Action.Execute', verb: data['verb'], data }, trigger: 'manual' };
    return connector.activity(where, { type: 'invoke', name: 'adaptiveCard/action', value, replyToId });
  };

  async function duplicateJobs(): Promise<void> {
    const { restores = [], task } = (await lane.restores()) ?? {};
    const jobs = [
      ...restores.map(({ id }) => ({ kind: 'restore', key, restoreId: id }) as const),
      ...[task?.explore?.id, restores[0]?.groups[0]?.exploreId]
        .filter((id) => id !== undefined && id !== '')
        .map((exploreId) => ({ kind: 'explore-idle', key, exploreId: exploreId ?? '', dueAt: 1 }) as const),
    ];
    await copy(jobs);
  }

  for (const steps of fc.sample(round, { numRuns: rounds, seed })) {
    await RESTORE.prepare?.(lane);
    const { restorer, runs, repeats } = roundOf(lane);
    const summary = restorer.card();
    const cardId = summary?.id ?? '';
    const restoring: Json = { ...dataOf(summary?.card, OVERWRITE), deletedItems: 'true', changedItems: 'true' };
    const make = async (act: (typeof ACTS)[number]): Promise<Json | undefined> => {
      if (act === 'restore') return pressed(restoring, cardId);
      if (act === 'elsewhere') return pressed({ ...restoring, press: { kind: 'go', to: 'list' } }, cardId);
      if (act === 'list' || act === 'find')
        return connector.activity(where, { type: 'message', text: `restore ${act}` });
      const [begun] = (await lane.restores())?.restores ?? [];
      if (act === 'jobs' || begun === undefined) return undefined;
      return pressed(
        { verb: 'restore', owner: restoring['owner'], restore: begun.id, press: { kind: 'stop' } },
        cardId,
      );
    };
    await Promise.all([
      ...steps.map(async ({ act, afterMilliseconds, twice }, index) => {
        await sleep(afterMilliseconds);
        const activity = await make(act);
        if (activity === undefined) return duplicateJobs();
        const both = twice ? [deliver(activity, 1 - (index % 2))] : [];
        await Promise.all([deliver(activity, index % 2), ...both]);
        return undefined;
      }),
      sleep(700).then(duplicateJobs),
    ]);
    const found = await settled(async () => {
      const { restores = [] } = (await lane.restores()) ?? {};
      const { restore } = backupService;
      const mine = restore.runs.slice(runs);
      const ended = lane.messages().filter(({ card }) => ENDED.has(titleOf(card))).length;
      return [
        ...(restores.length <= 1 ? [] : [`${restores.length} restores were begun`]),
        ...(restores.every(({ endAnnounced: told }) => told === true) ? [] : ['a restore was not told to its end']),
        ...(new Set(mine.map(({ reason }) => reason)).size === mine.length ? [] : ['a call was sent twice']),
        ...(restore.repeats.length === repeats ? [] : ['something was restored twice']),
        ...(ended >= restores.length ? [] : ['no card tells how it ended']),
      ];
    });
    const acted = steps.map(
      ({ act, afterMilliseconds, twice }) => `${act} at ${afterMilliseconds}${twice ? ' twice' : ''}`,
    );
    problems.push(...found.map((problem) => `${problem} (${acted.join(', ')})`));
  }
  // Copies too are taken and done away with; what nobody takes would lie there for ever.
  problems.push(
    ...(await settled(async () => {
      const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
      return peekedMessageItems.map(({ messageText }) => `nobody takes ${messageText}`);
    })),
  );
  await sleep(2_000);
  return { rounds, acts, problems };
}

export async function settled(check: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const last = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const problems = await check();
    if (problems.length === 0 || Date.now() > last) return problems;
    await sleep(150);
  }
}
