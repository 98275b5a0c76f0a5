/** Storage requests per turn, counted by the storage stand-in. */
import { setTimeout as sleep } from 'node:timers/promises';
import { OURS, startBot, type Child } from '../child.ts';
import { oursEnvironment, type Urls } from '../environments.ts';
import type { Row } from '../figures.ts';
import { createLoad, person, type Act, type Load } from '../load.ts';
import type { Operations } from '../outside/storage.ts';
import { definePart, withOutside } from '../part.ts';
import { operationsSum, operationsText } from '../counting.ts';

/** Long enough for what a turn leaves running, shorter than the intervals of the audit log and the queue. */
const SETTLE_MILLISECONDS = 120;

/**
 * The most that crash safety allows. The first `restore login` reads the state, enqueues the job that takes over after a crash, stores
 * the sign-in before its card shows the code, and stores the card's id, without which a crash would post a second card. That nobody is
 * suspended, all who begin within five seconds find out together. `restore cancel` deletes the job besides reading and storing the state.
 */
const STEPS: readonly (readonly [name: string, act: Act, most: number])[] = [
  ['restore status, nobody known', { text: 'restore status' }, 1],
  ['restore login, the first', { text: 'restore login' }, 4],
  ['restore status while it waits', { text: 'restore status' }, 1],
  ['restore login again', { text: 'restore login' }, 2],
  ['Turn off notices', { press: 'no-notices' }, 2],
  ['Turn off notices, again', { press: 'no-notices' }, 1],
  ['restore cancel', { text: 'restore cancel' }, 3],
  ['restore cancel again', { text: 'restore cancel' }, 1],
  ['restore logout, which erases the cancelled sign-in', { text: 'restore logout' }, 2],
  ['restore logout, nothing there', { text: 'restore logout' }, 1],
  ['restore help', { text: 'restore help' }, 1],
];

/** The minimum over several people: background requests (queue, audit) can only add. */
async function least(outside: Child, load: Load, act: Act, people: number): Promise<Operations> {
  const counts: Operations[] = [];
  for (let number = 0; number < people; number += 1) {
    await outside.ask('storageOperations');
    await load.send(person(number, 'requests'), act);
    await sleep(SETTLE_MILLISECONDS);
    counts.push(await outside.ask<Operations>('storageOperations'));
  }
  return counts.toSorted((one, other) => operationsSum(one) - operationsSum(other))[0] ?? {};
}

/** @param people over whom the minimum is taken */
async function storageRequestRows(outside: Child, urls: Urls, people: number): Promise<readonly Row[]> {
  const token = await outside.ask<string>('sign');
  const bot = await startBot(OURS, oursEnvironment(urls, 'requests'));
  const load = createLoad(bot.port, { channelUrl: urls.channel, token });
  try {
    const rows: Row[] = [];
    for (const [name, act, most] of STEPS) {
      const operations = await least(outside, load, act, people);
      rows.push({
        what: `storage requests: ${name}`,
        against: '–',
        ours: operationsText(operations) || 'none',
        peer: '–',
        values: operations,
        figure: operationsSum(operations),
        unit: 'requests',
        bound: { atMost: most },
      });
    }
    return rows;
  } finally {
    await load.close();
    await bot.stop();
  }
}

export const storageRequestsPart = definePart<{ readonly people: number }>({
  name: 'requests',
  title: 'Storage requests of a turn',
  mostlyWaits: true,
  quick: { people: 4 },
  full: { people: 5 },
  measure: ({ people }) => withOutside((outside, urls) => storageRequestRows(outside, urls, people)),
});
