/** Erasing a person's state erases their restores, in a real storage account. */
import { randomBytes } from 'node:crypto';
import type { Audit } from '../../../src/core/audit.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { createRestoreSweep } from '../../../src/restore/retention.ts';
import type { CallProgress, RestoreState } from '../../../src/restore/state/restore.ts';
import { auditErased } from '../../../src/restore/run/calls/call-step.ts';
import type { Archive } from '../../../src/sign-in/state/ports.ts';
import type { PersonKey } from '../../../src/core/person.ts';
import { createExportStore } from '../../../src/state/export-store.ts';
import { createArchive, createPersonStore } from '../../../src/state/person-store.ts';
import {
  archiveWithRestores,
  createRestoreStore,
  StoredRestores,
  withRestores,
} from '../../../src/state/restore-store.ts';
import { restoreName, stateName } from '../../../src/state/blobs/names.ts';
import { createSealer } from '../../../src/state/blobs/encryption.ts';
import type { Storage } from '../../../src/state/azure/storage.ts';
import { anExport } from '../../support/builders.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createRecordingAudit, createRecordingLog, type RecordingAudit } from '../../fakes/records.ts';
import { aRestore, aRestoreGroup, aRestoreState, aTask } from './restore-states.ts';
import { aKey, aState } from './states.ts';

const DAY = 86_400_000;
const sealer = createSealer([{ kid: 'k', key: new Uint8Array(randomBytes(32)) }]);
const signal = new AbortController().signal;

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
});

function parts(audit: Audit = createRecordingAudit()) {
  const log = createRecordingLog();
  const beforeErasing = (key: PersonKey, state: RestoreState) =>
    auditErased({ audit, clock: createFakeClock(), log }, key, state);
  const sealed = { container: storage.container, sealer, log, pageSize: 2, beforeErasing };
  const restoreArchive = new StoredRestores(sealed);
  const exports = createExportStore(sealed);
  return {
    people: createPersonStore(sealed),
    restores: createRestoreStore(sealed),
    restoreArchive,
    peopleAlone: createArchive(sealed),
    exports,
    archive: archiveWithRestores(createArchive(sealed), restoreArchive, exports),
  };
}

const at = (conversationId: string, personId = 'olga'): PersonKey => aKey({ conversationId, personId });

async function names(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name } of storage.container.listBlobsFlat()) found.push(name);
  return found.toSorted();
}

/** Both states of each. */
async function write(keys: readonly PersonKey[], state: RestoreState = aRestoreState()): Promise<void> {
  const { people, restores } = parts();
  for (const key of keys) {
    await people.write(key, aState(), undefined);
    await restores.write(key, state, undefined);
  }
}

test('the store erases both states of a person, and nothing of other people', async () => {
  const { people, restores, exports } = parts();
  await write([at('a'), at('b')]);
  const store = withRestores(people, restores, exports);
  await store.erase(at('a'));
  expect(await names()).toEqual([stateName(at('b')), restoreName(at('b'))].toSorted());
  expect((await store.read(at('b'))).kind).toBe('found');
});

test('a version is erased with both states only while it is the present one', async () => {
  const { people, restores, exports } = parts();
  await write([at('a')]);
  const store = withRestores(people, restores, exports);
  const read = await store.read(at('a'));
  const version = read.kind === 'absent' ? '' : read.version;
  const newVersion = await store.write(at('a'), aState({ usedAt: 2 }), version);
  expect(await store.eraseVersion(at('a'), version)).toBe(false);
  expect(await names()).toEqual([stateName(at('a')), restoreName(at('a'))].toSorted());
  expect(await store.eraseVersion(at('a'), newVersion)).toBe(true);
  expect(await names()).toEqual([]);
  expect((await store.read(at('a'))).kind).toBe('absent');
});

test('what a person exports goes with the state, and nothing of other people', async () => {
  const { people, restores, exports, archive } = parts();
  await write([at('a'), at('a', 'paul')]);
  for (const key of [at('a'), at('a', 'paul')]) {
    await exports.record('export-1').write(key, anExport(), undefined);
    await exports.writePart(key, { exportId: 'export-1', batch: 'b', index: 0 }, Buffer.from('posts'));
  }
  await withRestores(people, restores, exports).erase(at('a'));
  expect(await exports.all(at('a'))).toEqual([]);
  expect((await names()).filter((name) => name.startsWith('exports/'))).toHaveLength(2);
  const paul = await archive.open(stateName(at('a', 'paul')));
  if (paul.kind === 'absent') throw new Error('Paul is gone.');
  await archive.erase(stateName(at('a', 'paul')), paul.version);
  expect(await names()).toEqual([]);
});

test('a file that waits for an approval is withdrawn before it is erased with its person, and swept no earlier than it ends', async () => {
  const { people, restores } = parts();
  const withdrawn: string[] = [];
  const withdraw = async (ids: readonly string[]) => void withdrawn.push(...ids, String((await names()).length));
  const exports = createExportStore({ container: storage.container, sealer, log: createRecordingLog(), withdraw });
  await write([at('a'), at('b')]);
  const asked = { progress: { kind: 'held' }, fourEyes: { hash: 'hash', askedAt: Date.now() } } as const;
  await exports.record('held').write(at('a'), anExport({ id: 'held', ...asked }), undefined);
  await exports.record('other').write(at('b'), anExport({ id: 'other' }), undefined);
  expect(await exports.sweep(Date.now() + DAY / 2, signal)).toBe(1);
  await withRestores(people, restores, exports).erase(at('a'));
  expect(withdrawn).toEqual(['held', '5']);
  await exports.record('late').write(at('b'), anExport({ id: 'late', ...asked }), undefined);
  expect(await exports.sweep(Date.now() + 2 * DAY, signal)).toBe(1);
});

test('a process that dies between the two leaves no restore state behind', async () => {
  const { people, restores, exports } = parts();
  await write([at('a')]);
  const dying = { ...people, erase: () => Promise.reject(new StorageUnavailableError('died')) };
  await expect(withRestores(dying, restores, exports).erase(at('a'))).rejects.toThrow('died');
  expect(await names()).toEqual([stateName(at('a'))]);
});

test('the archive erases both states, unless the person has returned in the meantime', async () => {
  const { people, archive } = parts();
  await write([at('a')]);
  const opened = await archive.open(stateName(at('a')));
  if (opened.kind !== 'found') throw new Error(opened.kind);
  const newer = await people.write(at('a'), aState({ usedAt: 7 }), opened.version);
  expect(await archive.erase(stateName(at('a')), opened.version)).toBe(false);
  expect(await names()).toHaveLength(2);
  expect(await archive.erase(stateName(at('a')), newer)).toBe(true);
  expect(await names()).toEqual([]);
});

/** As forgetting does it. */
async function eraseAllOf(archive: Archive, personIds: readonly string[]): Promise<void> {
  for await (const page of archive.ofPerson(personIds)) {
    for (const { name } of page) {
      const opened = await archive.open(name);
      if (opened.kind !== 'absent') await archive.erase(name, opened.version);
    }
  }
}

test('all states of a person are found by any of their ids, orphaned restore states included', async () => {
  const { archive, people } = parts();
  const [there, alone] = [at('b', '29:olga'), at('c')];
  await write([at('a'), there, alone, at('a', 'bert')]);
  await people.erase(alone);
  await eraseAllOf(archive, ['olga', '29:olga']);
  expect(await names()).toEqual([stateName(at('a', 'bert')), restoreName(at('a', 'bert'))].toSorted());
});

test('the archive of all people does not list restore states', async () => {
  const { archive } = parts();
  await write([at('a'), at('b'), at('c')]);
  const found: string[] = [];
  for await (const page of archive.everything()) found.push(...page.map(({ name }) => name));
  expect(found.toSorted()).toEqual([at('a'), at('b'), at('c')].map(stateName).toSorted());
});

describe('a restore that has not ended', () => {
  const counts = { total: 3, restored: 2, failed: 0, skipped: 0 };
  const call = (group: number, progress: CallProgress) => ({ group, ...container, keys: ['a', 'b', 'c'], progress });
  const container = { containerId: 'mailbox-1', containerName: 'Mailbox' };
  const ended = { at: 1, failures: [], remarks: [], counts: { ...counts, restored: 3 } };
  const unfinished = aRestore({
    id: 'unfinished',
    groups: [0, 1, 2, 3].map(() => aRestoreGroup()),
    calls: [
      call(0, { kind: 'ended', result: 'success', ...ended }),
      call(1, { kind: 'running', sessionId: 'session-1', at: 1, counts }),
      call(2, { kind: 'sending', at: 1, by: 'run' }),
      call(3, { kind: 'planned' }),
    ],
    endedAt: undefined,
    endAnnounced: undefined,
  });
  const waiting = aRestore({ id: 'waiting', calls: [call(0, { kind: 'planned' })], endedAt: undefined });
  const state = aRestoreState({ restores: [unfinished, aRestore(), waiting] });
  const endsOf = ({ records }: RecordingAudit) =>
    records.map(({ event, key, reference, outcome, restore }) => {
      expect([event, key, restore?.items, restore?.reason]).toEqual(['restore-ended', at('a'), 3, 'PERSONAL reason']);
      return [reference, outcome, restore?.restored];
    });
  const ENDS = [
    ['unfinished', 'success', 3],
    ['unfinished', 'unknown', 2],
    ['unfinished', 'unknown', 0],
    ['unfinished', 'stopped', 0],
    ['waiting', 'stopped', 0],
  ];

  const ways: Record<string, (audit: Audit) => Promise<unknown>> = {
    'of a removed app'(audit) {
      const { people, restores, exports } = parts(audit);
      return withRestores(people, restores, exports).erase(at('a'));
    },
    async 'of a removed app, as it was read'(audit) {
      const { people, restores, exports } = parts(audit);
      const found = await people.read(at('a'));
      if (found.kind !== 'found') throw new Error(found.kind);
      return withRestores(people, restores, exports).eraseVersion(at('a'), found.version);
    },
    'of a card whose conversation is gone': (audit) => parts(audit).restores.erase(at('a')),
    'of an erased person': (audit) => eraseAllOf(parts(audit).archive, ['olga']),
    'that is unused for too long'(audit) {
      const clock = { now: () => Date.now() + 31 * DAY };
      return createRestoreSweep({ archive: parts(audit).restoreArchive, clock, stateRetentionDays: 30 })(signal);
    },
  };

  test.each(Object.keys(ways))('has its end in the audit log before its state is erased: %s', async (way) => {
    await write([at('a')], state);
    const audit = createRecordingAudit();
    let before: Promise<readonly string[]> | undefined;
    const watched: Audit = {
      ...audit,
      async write(record) {
        before ??= names();
        // Of entries side by side, too: their order stays.
        await before;
        await audit.write(record);
      },
    };
    await ways[way]?.(watched);
    expect(await before).toContain(restoreName(at('a')));
    expect(await names()).not.toContain(restoreName(at('a')));
    expect(endsOf(audit)).toEqual(ENDS);
  });

  test.each(Object.keys(ways))('is erased without where the audit log is unavailable: %s', async (way) => {
    await write([at('a')], state);
    const audit = createRecordingAudit();
    audit.unavailable = true;
    await ways[way]?.(audit);
    expect(await names()).not.toContain(restoreName(at('a')));
  });

  test('that changes while its state is erased has an entry of what was erased, too', async () => {
    await write([at('a')], aRestoreState({ restores: [waiting] }));
    const audit = createRecordingAudit();
    const { restores } = parts();
    let isChanged = false;
    const racing: Audit = {
      ...audit,
      async write(record) {
        await audit.write(record);
        const found = await restores.read(at('a'));
        if (isChanged || found.kind !== 'found') return;
        isChanged = true;
        const sent = { ...waiting, calls: [call(0, { kind: 'sending', at: 2, by: 'run' })] };
        await restores.write(at('a'), aRestoreState({ restores: [sent] }), found.version);
      },
    };
    await parts(racing).restores.erase(at('a'));
    expect(endsOf(audit)).toEqual([
      ['waiting', 'stopped', 0],
      ['waiting', 'unknown', 0],
    ]);
    expect((await restores.read(at('a'))).kind).toBe('absent');
  });

  test('is the only one: what has ended has its entry', async () => {
    await write([at('a')]);
    const audit = createRecordingAudit();
    await parts(audit).restores.erase(at('a'));
    expect(audit.records).toEqual([]);
    expect(await names()).toEqual([stateName(at('a'))]);
  });
});

describe('the sweep of restores', () => {
  const running = aRestoreState({ restores: [aRestore({ endedAt: undefined })] });
  const sweepIn = (days: number): Promise<number> => {
    const clock = { now: () => Date.now() + days * DAY };
    return createRestoreSweep({ archive: parts().restoreArchive, clock, stateRetentionDays: 30 })(signal);
  };

  test('erases an orphaned restore state at once', async () => {
    await write([at('a'), at('b'), at('c')]);
    await parts().people.erase(at('b'));
    expect(await sweepIn(0)).toBe(1);
    expect(await names()).not.toContain(restoreName(at('b')));
    expect(await names()).toHaveLength(4);
  });

  test('erases a restore state unchanged for a week, and nothing else of the person', async () => {
    await write([at('a'), at('b'), at('c')]);
    expect(await sweepIn(6)).toBe(0);
    expect(await sweepIn(8)).toBe(3);
    expect(await names()).toEqual([at('a'), at('b'), at('c')].map(stateName).toSorted());
  });

  test('erases from a state in use what ended more than a week ago; the state keeps its age', async () => {
    const old = aRestore({ id: 'old', endedAt: Date.now() - 6 * DAY, endAnnounced: true });
    await write([at('a')], aRestoreState({ restores: [aRestore({ id: 'new', endedAt: Date.now() }), old] }));
    await write([at('b')], aRestoreState({ restores: [old] }));
    expect(await sweepIn(2)).toBe(0);
    const idsOf = async (conversationId: string) => {
      const found = await parts().restores.read(at(conversationId));
      return found.kind === 'found' ? found.state.restores.map(({ id }) => id) : found.kind;
    };
    expect([await idsOf('a'), await idsOf('b')]).toEqual([['new'], []]);
    expect(await sweepIn(8)).toBe(2);
  });

  test('keeps an unfinished restore, and a state that does not open, as long as the person’s state', async () => {
    await write([at('a')], running);
    await write([at('b')]);
    await storage.container.getBlockBlobClient(restoreName(at('b'))).upload('?', 1);
    expect(await sweepIn(29)).toBe(0);
    expect(await sweepIn(31)).toBe(2);
  });

  test('leaves a state that changes in the meantime', async () => {
    await write([at('a')]);
    const { restoreArchive, restores } = parts();
    const found = await restores.read(at('a'));
    if (found.kind !== 'found') throw new Error(found.kind);
    const archive = {
      everything: () => restoreArchive.everything(),
      hasPerson: (name: string) => restoreArchive.hasPerson(name),
      shorten: () => Promise.reject(new Error('not shortened')),
      erase: (name: string, version: string) => restoreArchive.erase(name, version),
      async open(name: string) {
        const opened = await restoreArchive.open(name);
        await restores.write(at('a'), aRestoreState({ task: aTask({ usedAt: 99 }) }), found.version);
        return opened;
      },
    };
    const clock = { now: () => Date.now() + 8 * DAY };
    expect(await createRestoreSweep({ archive, clock, stateRetentionDays: 30 })(signal)).toBe(0);
    expect(await restores.read(at('a'))).toMatchObject({ kind: 'found', state: { task: { usedAt: 99 } } });
  });

  test('keeps no restore state for longer than the state of its person', async () => {
    await write([at('a')]);
    const clock = { now: () => Date.now() + 2 * DAY };
    const { restoreArchive: archive } = parts();
    expect(await createRestoreSweep({ archive, clock, stateRetentionDays: 1 })(signal)).toBe(1);
  });

  test('stops when the process stops', async () => {
    await write([at('a')]);
    const sweep = createRestoreSweep({ archive: parts().restoreArchive, clock: Date, stateRetentionDays: 30 });
    await expect(sweep(AbortSignal.abort(new Error('The process ends.')))).rejects.toThrow('The process ends.');
  });
});
