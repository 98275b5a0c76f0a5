/**
 * What searches with long answers cost: run by its own, prints one line of JSON. Arguments: the service's address, and
 * how many people search at the same time.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

import { systemClock } from '../src/core/platform.ts';
import { createExplorer } from '../src/upstream/explorer/explorer.ts';
import { createHttp } from '../src/upstream/http/http.ts';

export interface ListingCost {
  /** Of the whole process, at most, above what it was before. */
  readonly residentBytes: number;
  /** The longest time for which nothing else ran. */
  readonly blockedMilliseconds: number;
  readonly tookMilliseconds: number;
  /** Items that each search returned, or the code of its error. */
  readonly outcomes: readonly (number | string)[];
}

const [, , url = '', people = '1'] = process.argv;
const http = createHttp({ clock: systemClock });
const explorer = createExplorer({ http });
const organization = {
  key: 'contoso.onmicrosoft.com',
  displayName: 'Contoso',
  tenants: [],
  backupServiceUrl: url,
  authUrl: url,
  graphUrl: url,
  appOnlyScopes: '',
};
const place = { workload: 'exchange', exploreId: 'e', containerId: 'm' } as const;

const search = (person: number): Promise<number | string> =>
  explorer
    .search({ organization, kind: 'operator', accessToken: `token-${person}` }, place, 'items', 'x', {
      offset: 0,
      limit: 2_000,
    })
    .then(({ results }) => results.length)
    .catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)));

// Loads and compiles what every call needs.
await explorer.session({ organization, kind: 'operator', accessToken: 'token' }, 'warm-up').catch(() => undefined);
await setTimeout(200);
const before = process.memoryUsage.rss();
let most = before;
const sampling = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 5);
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const startedAt = performance.now();
const outcomes = await Promise.all(Array.from({ length: Number(people) }, (_, person) => search(person)));
const tookMilliseconds = Math.round(performance.now() - startedAt);
await setTimeout(50);
delay.disable();
clearInterval(sampling);
await http.close();
const cost: ListingCost = {
  residentBytes: most - before,
  blockedMilliseconds: Math.round(delay.max / 1e6),
  tookMilliseconds,
  outcomes,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
