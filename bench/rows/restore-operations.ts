/** Storage operations by kind of finding something to restore, of a restore, and of one that is under way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce } from '../at-once.ts';
import type { Child } from '../child.ts';
import { counted, operationsRow, perMinute, type Counted } from '../counting.ts';
import type { Urls } from '../environments.ts';
import { round, type Row } from '../figures.ts';
import type { Operations } from '../outside/storage.ts';
import { definePart, withOutside } from '../part.ts';
import { WAY, withRestorers, type RestorersBench } from '../restorers.ts';

const FINDING_AT_ONCE = 4;

interface RestoreOperationSize {
  readonly people: number;
  /** People begin one after the other within this time, and are counted for as long after it. */
  readonly cycleSeconds: number;
  /** Longer than twice that, so that all are under way then. */
  readonly restoreSeconds: number;
  /** Until the outcome is found with the next poll, shown on the card and written to the audit log. */
  readonly afterSeconds: number;
}

/** Looks at the queue are counted with the replicas, which look whatever there is to do. */
const shareOf = ({ operations }: Counted, people: number): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([kind, count]) => [kind, kind === 'queue get' ? 0 : count / people]),
  );

const finding = ({ outside, restorers }: RestorersBench): Promise<Counted> =>
  counted(outside, async () => {
    await atOnce(FINDING_AT_ONCE, restorers.length, async (index) => {
      const one = restorers[index];
      if (one === undefined) return;
      await WAY.find(one);
      await WAY.page(one);
      await WAY.confirm(one);
    });
  });

interface Restoring {
  readonly all: Counted;
  readonly underWay: Counted;
  /** CPU of the bot meanwhile, in microseconds. */
  readonly cpu: number;
}

/** People come one by one, so that at any time some are at each stage of extending ownership. */
async function restoring(bench: RestorersBench, size: RestoreOperationSize): Promise<Restoring> {
  const { outside, bot, restorers } = bench;
  const begun = await counted(outside, async () => {
    for (const one of restorers) {
      await WAY.restore(one);
      await sleep((size.cycleSeconds * 1000) / restorers.length);
    }
  });
  const before = await bot.cpu();
  const underWay = await counted(outside, () => sleep(size.cycleSeconds * 1000));
  const cpu = (await bot.cpu()) - before;
  const ended = await counted(outside, () =>
    sleep((size.restoreSeconds - size.cycleSeconds + size.afterSeconds) * 1000),
  );
  return { all: sumOf([begun, underWay, ended]), underWay, cpu };
}

function sumOf(counts: readonly Counted[]): Counted {
  const operations: Record<string, number> = {};
  for (const one of counts) {
    for (const [kind, count] of Object.entries(one.operations)) operations[kind] = (operations[kind] ?? 0) + count;
  }
  return { operations, seconds: counts.reduce((sum, { seconds }) => sum + seconds, 0) };
}

const restoreOperationRows = (outside: Child, urls: Urls, size: RestoreOperationSize): Promise<readonly Row[]> => {
  const { people, restoreSeconds } = size;
  const wanted = { name: 'restores', count: people, restoreSeconds };
  return withRestorers(outside, urls, wanted, async (bench) => {
    const found = await finding(bench);
    const { all, underWay, cpu } = await restoring(bench, size);
    const against = '–';
    const cpuMicroseconds = round((cpu * 60) / underWay.seconds / people);
    return [
      operationsRow('storage operations of finding something to restore', shareOf(found, people), { against }),
      operationsRow(`storage operations of a restore that takes ${restoreSeconds} s`, shareOf(all, people), {
        against,
        values: { restoringSeconds: restoreSeconds },
      }),
      operationsRow(
        'storage operations of a restore under way, a minute',
        perMinute(shareOf(underWay, people), underWay.seconds),
        { against, values: { cpuMicroseconds } },
      ),
    ];
  });
};

export const restoreOperationsPart = definePart<RestoreOperationSize>({
  name: 'restores',
  title: 'Storage operations of a restore',
  mostlyWaits: true,
  quick: { people: 4, cycleSeconds: 2, restoreSeconds: 5, afterSeconds: 6 },
  full: { people: 100, cycleSeconds: 18, restoreSeconds: 40, afterSeconds: 12 },
  measure: (size) => withOutside((outside, urls) => restoreOperationRows(outside, urls, size)),
});
