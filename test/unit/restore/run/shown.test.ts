import type { ListGroup } from '../../../../src/restore/backups/list.ts';
import type { Task } from '../../../../src/restore/state/task.ts';
import { shownOf } from '../../../../src/restore/run/record/create-restore.ts';
import { aScopeItem, anEntry } from '../../../fakes/explorer.ts';
import { aTask } from '../../../support/builders.ts';

const mail = anEntry({ id: 'mail' });
const point = { kind: 'at', id: 'point-1', backupTime: 1_000, repositoryId: 'repository' } as const;
const group: ListGroup = {
  scope: { kind: 'item', item: aScopeItem() },
  workload: 'exchange',
  point,
  showDeleted: false,
  containers: [{ id: 'mailbox-1', name: 'Mailbox', detail: 'somebody@contoso.example', isArchive: false }],
  entries: [mail, anEntry({ id: 'other' })],
};
const files: ListGroup = { ...group, workload: 'onedrive', entries: [anEntry({ id: 'file' })] };
const options = { exchange: { changedItems: false } };
const taskWith = (groups: readonly ListGroup[], changes: Partial<Task> = {}): Task => ({
  ...aTask({ options, ...changes }),
  list: groups,
});
const shown = shownOf(taskWith([group]));

describe('what identifies all that the confirm card shows', () => {
  it.each<readonly [string, Task]>([
    ['another organization', taskWith([group], { organization: 'fabrikam.example' })],
    ['somebody else', taskWith([{ ...group, scope: { kind: 'item', item: aScopeItem({ id: 'user-2' }) } }])],
    ['the own data', taskWith([{ ...group, scope: { kind: 'own', name: 'Ada Lovelace' } }])],
    ['another name', taskWith([{ ...group, scope: { kind: 'item', item: aScopeItem({ name: 'Ada' }) } }])],
    ['another kind', taskWith([{ ...group, workload: 'onedrive' }], { options: { onedrive: options.exchange } })],
    ['the latest backup', taskWith([{ ...group, point: { kind: 'latest' } }])],
    ['another backup', taskWith([{ ...group, point: { ...point, id: 'point-2' } }])],
    ['deleted items, too', taskWith([{ ...group, showDeleted: true }])],
    ['another mailbox', taskWith([{ ...group, containers: [] }])],
    ['one item less', taskWith([{ ...group, entries: [mail] }])],
    [
      'an item of another mailbox',
      taskWith([{ ...group, entries: [mail, anEntry({ id: 'other', containerId: 'x' })] }]),
    ],
    ['another version', taskWith([{ ...group, entries: [mail, anEntry({ id: 'other', key: 'k-other-2.0' })] }])],
    ['another subject', taskWith([{ ...group, entries: [mail, anEntry({ id: 'other', title: 'Renamed' })] }])],
    ['more beside it', taskWith([group, files])],
    ['another option', taskWith([group], { options: { exchange: { changedItems: true } } })],
    ['what the folders hold', taskWith([group], { expanded: [{ ...group, entries: [mail] }] })],
  ])('changes with %s', (_, task) => {
    expect(shownOf(task)).not.toBe(shown);
  });

  it('stays where nothing of that has changed', () => {
    const moved = { cardId: 'card-9', step: 'results', usedAt: 9, form: { words: 'x' }, remark: undefined } as const;
    expect(shownOf(taskWith([group], moved))).toBe(shown);
    expect(shownOf(taskWith([group], { options: { ...options, onedrive: { documentAction: 'Overwrite' } } }))).toBe(
      shown,
    );
  });
});
