/** Restores that open an explore session of their own. */
import { ProcessDied } from '../../../fakes/intercept.ts';
import { anAsker, entries } from '../../../support/builders.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();

/** @returns once **Restore** was pressed on a task whose explore session is to be opened anew */
async function restoreWithoutSession(stopAt?: string): Promise<Bench> {
  const bench = createBench();
  serviceTakes(bench, 10);
  await withTask(bench, { explore: undefined, list: entries(2) });
  let isDead = false;
  let isOpened = false;
  const restoring = bench.process(async (label, call) => {
    if (isDead || (isOpened && label === stopAt)) {
      isDead = true;
      throw new ProcessDied();
    }
    const answer = await call();
    isOpened ||= label === 'explorer.openExplore';
    return answer;
  });
  await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
  await bench.clock.advance(30_000);
  return bench;
}

const lastOpened = ({ explorer }: Bench): string | undefined =>
  explorer.allSessions.findLast(({ request }) => request !== undefined)?.id;

test('an idle job stops the session that a restore opened', async () => {
  const bench = await restoreWithoutSession();
  await bench.drain();
  const opened = lastOpened(bench);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  expect(bench.queued('explore-idle')).toMatchObject([{ job: { kind: 'explore-idle', key, exploreId: opened } }]);
});

test('also where the process dies before it has written down what it opened', async () => {
  const bench = await restoreWithoutSession('store.write');
  const first = lastOpened(bench);
  expect(bench.restore().exploreId).toBe('');
  expect(bench.queued('explore-idle')).toMatchObject([{ job: { kind: 'explore-idle', exploreId: first } }]);
});
