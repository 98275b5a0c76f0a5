/** The folder in another person's mailbox or OneDrive that a restore puts everything into. */
import { folderElsewhere } from '../../../../src/restore/state/landing.ts';
import { aRestore, aRestoreGroup } from '../../../support/builders.ts';

const MORNING = Date.UTC(2026, 10, 3, 6);
const EVENING = Date.UTC(2026, 10, 3, 18);

function folderOf({ containerId = 'mailbox-1', point = 'p-1', backupTime = MORNING, zone = 'UTC', folder = '' } = {}) {
  const restore = aRestore({ access: 'administrator' });
  const group = aRestoreGroup({ point: { kind: 'at', id: point, backupTime } });
  const [call] = restore.calls;
  if (call === undefined) throw new Error('There is a call.');
  const sent = folder === '' ? {} : { folder };
  return folderElsewhere({ ...restore, address: { ...restore.address, zone } }, group, {
    ...call,
    ...sent,
    containerId,
    containerName: 'Noor Haddad',
  });
}

test('says whose data it has, and of which day', () => {
  expect(folderOf()).toMatch(/^Restored from Noor Haddad 2026-11-03 [\da-z]{6}$/);
});

test('is another one for a namesake, and for another backup of the day', () => {
  const folders = [folderOf(), folderOf({ containerId: 'mailbox-2' }), folderOf({ point: 'p-2', backupTime: EVENING })];
  expect(new Set(folders).size).toBe(3);
});

test('is another one for each backup that was the latest', () => {
  const restore = aRestore({ access: 'administrator' });
  const [call] = restore.calls;
  const of = (backupTime: number) =>
    call && folderElsewhere(restore, aRestoreGroup({ point: { kind: 'latest' }, opened: { backupTime } }), call);
  expect(of(MORNING)).not.toBe(of(EVENING));
});

test('is what an earlier version has sent it as', () => {
  const restore = aRestore({ access: 'administrator' });
  const [call] = restore.calls;
  const group = aRestoreGroup({ point: { kind: 'at', id: 'p-1', backupTime: MORNING } });
  const folder = call && folderElsewhere(restore, group, { ...call, sent: true, containerName: 'Noor Haddad' });
  expect(folder).toBe('Restored from Noor Haddad 2026-11-03');
});

test('stays what it was sent as, wherever the person is by then', () => {
  const folder = folderOf();
  expect(folderOf()).toBe(folder);
  expect(folderOf({ zone: 'Pacific/Honolulu' })).not.toBe(folder);
  expect(folderOf({ zone: 'Pacific/Honolulu', folder })).toBe(folder);
});
