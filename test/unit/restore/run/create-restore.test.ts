import { createRestore, createRetry } from '../../../../src/restore/run/record/create-restore.ts';
import { itemCount } from '../../../../src/restore/state/restore-transitions.ts';
import type { ListGroup } from '../../../../src/restore/backups/list.ts';
import { START } from '../../../fakes/clock.ts';
import { anEntry, aScopeItem } from '../../../fakes/explorer.ts';
import { anAsker, aRestore, aSession, aTask, entries } from '../../../support/builders.ts';

const explorer = { optionsSent: () => ({}) };
const facts = { asker: anAsker(), session: aSession(), startedAt: START, jobId: 'job-1', explorer };

describe('a task of an operator', () => {
  test('becomes one planned call for each container, with the items of its folders', () => {
    const list = [...entries(1), ...entries(2, 'archive-1'), ...entries(2).slice(1)];
    const container = { id: 'archive-1', name: 'Archive', isArchive: true };
    const task = aTask({
      expanded: list,
      containers: [container],
      explore: { id: 'e', workload: 'exchange', openedAt: 1 },
    });
    const restore = createRestore(task, {
      ...facts,
      id: 'restore-1',
      cardId: 'card-0',
    });
    expect(restore.calls).toEqual([
      {
        group: 0,
        containerId: 'mailbox-1',
        containerName: 'mailbox-1',
        keys: ['k-mailbox-1-item-0', 'k-mailbox-1-item-1'],
        progress: { kind: 'planned' },
      },
      {
        group: 0,
        containerId: 'archive-1',
        containerName: 'Archive',
        keys: ['k-archive-1-item-0', 'k-archive-1-item-1'],
        progress: { kind: 'planned' },
      },
    ]);
    expect(restore).toMatchObject({
      groups: [{ exploreId: 'e', entries: list }],
      taskId: 'task-1',
      jobId: 'job-1',
      cardId: 'card-0',
    });
    expect(itemCount(restore)).toBe(4);
  });
});

describe('a task of an administrator', () => {
  const point = { kind: 'at', id: 'p', backupTime: START } as const;
  const opened = { id: 'p', backupTime: START };
  const of = (id: string, changes: Partial<ListGroup> = {}): ListGroup => ({
    scope: { kind: 'item', item: aScopeItem({ id, name: `Person ${id}` }) },
    workload: 'exchange',
    point,
    showDeleted: true,
    entries: [anEntry({ key: `k-${id}`, containerId: id })],
    ...changes,
  });
  const explore = { id: 'browsed', workload: 'exchange', openedAt: 1 } as const;
  const create = (list: readonly ListGroup[]) => {
    const [first = of('ada')] = list;
    const task = aTask({ ...first, access: 'administrator', explore, list });
    return createRestore(task, { ...facts, id: 'restore-1', cardId: 'card-0' });
  };

  test('is restored in a session of its own, not in the one that was browsed', () => {
    const restore = create([of('ada')]);

    expect(restore).toMatchObject({ access: 'administrator', groups: [{ exploreId: '', scope: { kind: 'item' } }] });
  });

  test('opens one session for several people as of one day, and one for each day and workload', () => {
    const onedrive = of('ada', { workload: 'onedrive' });
    const earlier = of('ada', { point: { ...point, id: 'q', backupTime: 1 }, entries: [anEntry({ key: 'k-old' })] });
    const restore = create([of('ada'), onedrive, of('noor', { opened }), earlier]);

    expect(restore.groups.map(({ scope, workload, entries: those }) => [scope, workload, those.length])).toEqual([
      [{ kind: 'organization', name: 'Person ada, Person noor' }, 'exchange', 2],
      [onedrive.scope, 'onedrive', 1],
      [earlier.scope, 'exchange', 1],
    ]);
    expect(restore.groups[0]).toMatchObject({ opened });
    expect(restore.calls.map(({ group, containerId }) => [group, containerId])).toEqual([
      [0, 'ada'],
      [0, 'noor'],
      [1, 'ada'],
      [2, 'mailbox-1'],
    ]);
  });

  test('keeps the address of what it is restored from, also where it is tried again', () => {
    const drives = ['ada', 'noor'].map((id) => ({
      id,
      name: id,
      detail: `https://my.example/${id}`,
      isArchive: false,
    }));
    const restore = create(drives.map((drive) => of(drive.id, { containers: [drive] })));
    const details = ['https://my.example/ada', 'https://my.example/noor'];
    expect(restore.calls.map(({ containerDetail }) => containerDetail)).toEqual(details);
    const counts = { total: 1, restored: 0, failed: 1, skipped: 0 };
    const refused = { kind: 'ended', at: START, result: 'refused', counts, failures: [], remarks: [] } as const;
    const ended = { ...restore, calls: restore.calls.map((call) => ({ ...call, progress: refused })) };
    const retry = createRetry(ended, { ...facts, id: 'restore-2' });
    expect(retry.calls.map(({ containerDetail }) => containerDetail)).toEqual(details);
  });
});

describe('what failed', () => {
  const opened = { id: 'p', backupTime: START };

  test.each(['administrator', 'operator'] as const)(
    'of an %s is tried again as of the same backup, with another session and another approval',
    (access) => {
      const approval = { kind: 'approved', at: START, by: 'check', userCode: 'SECRET-code', expiresAt: START } as const;
      const call = { group: 0, containerId: 'mailbox-1', containerName: 'Mailbox', keys: ['k-mailbox-1-item-0'] };
      const ended = {
        kind: 'ended',
        at: START,
        result: 'refused',
        counts: { total: 1, restored: 0, failed: 1, skipped: 0 },
        failures: [],
        remarks: [],
      } as const;
      const group = { exploreId: 'used', opened, approval };
      const before = aRestore({ access, ...group, calls: [{ ...call, progress: ended }] });
      const retry = createRetry(before, { ...facts, id: 'restore-2' });

      expect(retry).toMatchObject({ access, groups: [{ exploreId: '', opened, approval: undefined }] });
    },
  );
});
