/** Whatever the service answers, a call ends with a value or an UpstreamError, and no secret is in either. */
import fc from 'fast-check';

import type { Access, Explorer } from '../../../src/restore/state/ports.ts';
import { UpstreamError } from '../../../src/core/errors.ts';
import { createExplorer } from '../../../src/upstream/explorer/explorer.ts';
import {
  DRIVE,
  EXPLORE,
  FIRST,
  MAILBOX,
  aDocument,
  aDocumentEntry,
  aDocumentRestore,
  aMessage,
  aPage,
  aRestore,
  aSession,
  accessTo,
  cannedHttp,
} from './explorers.ts';
import { anyCodePoint } from '../../support/code-points.ts';

const access = accessTo('https://backup.example');
const mailbox = {
  workload: 'exchange',
  exploreId: EXPLORE,
  containerId: MAILBOX,
  folder: { id: 'f', kind: 'folder' },
} as const;
const drive = { workload: 'onedrive', exploreId: EXPLORE, containerId: DRIVE } as const;

const CALLS: readonly (readonly [string, (explorer: Explorer, as: Access) => Promise<unknown>])[] = [
  ['isOperator', (explorer, as) => explorer.isOperator(as)],
  ['whoAmI', (explorer, as) => explorer.whoAmI(as)],
  ['effectiveScope', (explorer, as) => explorer.effectiveScope(as)],
  ['restorePoints', (explorer, as) => explorer.restorePoints(as, 'x')],
  [
    'openExplore',
    (explorer, as) => explorer.openExplore(as, { workload: 'exchange', showDeleted: true, showAllVersions: true }),
  ],
  ['session', (explorer, as) => explorer.session(as, EXPLORE)],
  ['sessions', (explorer, as) => explorer.sessions(as, FIRST)],
  ['stop', (explorer, as) => explorer.stop(as, EXPLORE)],
  ['statistics', (explorer, as) => explorer.statistics(as, EXPLORE)],
  ['events', (explorer, as) => explorer.events(as, EXPLORE, FIRST)],
  ['mailboxes', (explorer, as) => explorer.containers(as, 'exchange', EXPLORE)],
  ['drives', (explorer, as) => explorer.containers(as, 'onedrive', EXPLORE)],
  ['mailbox folders', (explorer, as) => explorer.folders(as, mailbox, FIRST)],
  ['drive folders', (explorer, as) => explorer.folders(as, drive, FIRST)],
  ['mailbox items', (explorer, as) => explorer.items(as, mailbox, FIRST)],
  ['documents', (explorer, as) => explorer.items(as, drive, FIRST)],
  ['search', (explorer, as) => explorer.search(as, { workload: 'exchange', exploreId: EXPLORE }, 'items', 'x', FIRST)],
  [
    'drive search',
    (explorer, as) => explorer.search(as, { workload: 'onedrive', exploreId: EXPLORE }, 'documents', 'x', FIRST),
  ],
  ['versions', (explorer, as) => explorer.versions(as, 'onedrive', EXPLORE, aDocumentEntry())],
  ['restore', (explorer, as) => explorer.restore(as, aRestore())],
  ['document restore', (explorer, as) => explorer.restore(as, aDocumentRestore())],
];

async function endsWell(call: (explorer: Explorer, as: Access) => Promise<unknown>, status: number, body: string) {
  const explorer = createExplorer({ http: cannedHttp(status, new TextEncoder().encode(body), 64) });
  const outcome = await call(explorer, access).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expect(outcome).toBeInstanceOf(UpstreamError);
    expect(JSON.stringify([outcome.message, ...Object.entries(outcome)])).not.toContain('st-SECRET');
  }
}

/** Documented things with something else in some of their fields. */
const nearly = (thing: object): fc.Arbitrary<object> =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(thing), '__proto__', 'toJSON'), fc.jsonValue(), { maxKeys: 4 })
    .map((changes) => ({ ...thing, ...changes }));

const statistics = {
  totalItemsCount: 1,
  restoredItemsCount: 1,
  failedItemsCount: 0,
  skippedItemsCount: 0,
  items: [{ id: 'x', name: 'y', status: 'Success', childItems: [{ status: 'Failed' }] }],
};
const user = { type: 'User', id: 'u', user: { id: 'u', displayName: 'U', name: 'u@x', type: 'User' } };

const answers = fc.oneof(
  fc.json(),
  fc.string(),
  nearly(aSession()).map((one) => JSON.stringify(one)),
  nearly(statistics).map((one) => JSON.stringify(one)),
  fc.array(nearly(aMessage()), { maxLength: 3 }).map((results) => JSON.stringify(aPage(results))),
  fc.array(nearly(aDocument()), { maxLength: 3 }).map((results) => JSON.stringify(aPage(results))),
  fc.array(nearly(user), { maxLength: 3 }).map((users) => JSON.stringify({ users })),
  fc.array(nearly({ id: 'p', backupTime: '2026-01-01T00:00:00Z' })).map((points) => JSON.stringify(points)),
  fc.constant('{"message":"You sent st-SECRET.","errorCode":"OutdatedSomething","stackTrace":"st-SECRET"}'),
);

test.each(CALLS)('%s survives any answer', async (_name, call) => {
  await fc.assert(
    fc.asyncProperty(answers, fc.constantFrom(200, 201, 204, 400, 401, 403, 500), (body, status) =>
      endsWell(call, status, body),
    ),
    { numRuns: 150 },
  );
});

test.each(CALLS)('%s survives nesting without end', async (_name, call) => {
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  await endsWell(call, 200, deep);
  await endsWell(call, 200, `{"results":[{"id":"x","name":"y","isFolder":${deep}, "more":${deep}}]}`);
  await endsWell(call, 200, `{"users":[{"id":"x","user":{"name":"y"},"more":${deep}}]}`);
  await endsWell(call, 400, `{"message":${deep}}`);
});

test('every id that is read can be sent in a path', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCodePoint, maxLength: 20 }), async (id) => {
      const body = new TextEncoder().encode(JSON.stringify(aPage([aDocument({ id, isFolder: true })])));
      const explorer = createExplorer({ http: cannedHttp(200, body) });
      const { results } = await explorer.folders(access, drive, FIRST);
      for (const folder of results) {
        await explorer.search(access, { ...drive, folder: { id: folder.id, kind: 'folder' } }, 'documents', 'x', FIRST);
        await explorer.items(access, { ...drive, folder: { id: folder.id, kind: 'folder' } }, FIRST);
      }
    }),
  );
});
