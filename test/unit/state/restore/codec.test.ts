import { randomBytes } from 'node:crypto';
import type { RestoreState } from '../../../../src/restore/model/restore.ts';
import { createRestoreCodec } from '../../../../src/state/restore/codec.ts';
import { createSealer } from '../../../../src/state/encryption.ts';
import { aRestore, aRestoreState, aTask, EVERY_REMARK } from '../restore-states.ts';

const key = { kid: 'one', key: new Uint8Array(randomBytes(32)) };
const sealer = createSealer([key]);
const codec = createRestoreCodec(sealer);
const NOTHING: RestoreState = { restores: [], recentScopes: [] };

const bare = aTask({
  cardId: undefined,
  scope: undefined,
  workload: undefined,
  point: undefined,
  explore: undefined,
  containers: undefined,
  form: {},
  page: undefined,
  versions: undefined,
  list: [],
  options: undefined,
  reason: undefined,
  expanded: undefined,
  remark: undefined,
});

const atTheContainers = aTask({
  page: { source: { kind: 'folder', location: undefined }, number: 0, entries: [], found: 0, tooMany: false },
});

test.each<[string, RestoreState]>([
  ['nothing', NOTHING],
  ['everything', aRestoreState()],
  ['a task that has just begun', { ...NOTHING, task: bare }],
  ['a task that looks at the containers', { ...NOTHING, task: atTheContainers }],
  ['a restore that runs', { ...NOTHING, restores: [aRestore({ endedAt: undefined, told: undefined })] }],
])('reads back %s', async (_, state) => {
  const stored = await codec.encode(state, 'a/b.json');
  expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'state', state });
});

test.each(EVERY_REMARK.map((remark) => [remark.code, remark] as const))(
  'reads back the remark %s',
  async (_, remark) => {
    const state = { ...NOTHING, task: aTask({ remark }) };
    const stored = await codec.encode(state, 'a/b.json');
    expect(await codec.decode(stored, 'a/b.json')).toEqual({ kind: 'state', state });
  },
);

test.each<[string, string, () => Promise<string>, string]>([
  ['it lies elsewhere', 'moved', () => codec.encode(NOTHING, 'a/b.json'), 'a/c.json'],
  [
    'its key is gone',
    'unknown-key',
    () => createRestoreCodec(createSealer([{ ...key, kid: 'two' }])).encode(NOTHING, 'a/b.json'),
    'a/b.json',
  ],
  [
    'what is sealed is something else',
    'unexpected shape',
    async () => JSON.stringify({ version: 1, sealed: await sealer.seal({ restores: 1 }, 'a/b.json\n1') }),
    'a/b.json',
  ],
  ['it is no JSON', 'unknown version', () => Promise.resolve('{'), 'a/b.json'],
])('does not read a state when %s', async (_, why, stored, blobName) => {
  expect(await codec.decode(await stored(), blobName)).toEqual({ kind: 'unreadable', why });
});
