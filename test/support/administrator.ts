/** Finding as administrator on fakes: an organization of two people, one with an archive, and a site. */
import { aBackup, anEntry, type FakeBackup } from '../fakes/explorer.ts';
import { aPerson, aPersonState, aSession } from './builders.ts';
import { createRestoreOutside } from './restore-process.ts';
import { asker, createChat, key, type Chat, type TasksOutside } from './restore-tasks.ts';

export const mailbox = (id: string, name: string, isArchive = false) => ({
  id,
  name,
  detail: `${name.split(' ')[0]?.toLowerCase()}@contoso.example`,
  isArchive,
});

export const CONTOSO: Partial<FakeBackup> = {
  exchange: [mailbox('m-noor', 'Noor Haddad'), mailbox('m-noor-old', 'Noor Haddad', true), mailbox('m-zoe', 'Zoe Kim')],
  onedrive: [
    { id: 'd-noor', name: 'Noor Haddad', detail: 'https://contoso.example/personal/noor', isArchive: false },
    { id: 'd-zoe', name: 'Zoe Kim', detail: 'https://contoso.example/personal/zoe', isArchive: false },
    { id: 'd-zoe-2', name: 'Zoe Kim', detail: 'https://contoso.example/personal/zoe2', isArchive: false },
  ],
  sharepoint: [
    { id: 's-marketing', name: 'Marketing', detail: 'https://contoso.example/sites/marketing', isArchive: false },
  ],
  entries: [
    { folderId: 'inbox', entry: anEntry({ id: 'kyoto-noor', containerId: 'm-noor', title: 'Kyoto' }) },
    { folderId: 'inbox', entry: anEntry({ id: 'kyoto-zoe', containerId: 'm-zoe', title: 'Kyoto' }) },
  ],
};

export function createAdministratorOutside(): TasksOutside {
  const session = aSession({ flow: 'app-only' });
  const outside = createRestoreOutside(session, 'task');
  outside.people.put(key, aPersonState({ session, address: asker.address }));
  outside.explorer.backups.set('organization', aBackup(CONTOSO));
  return { ...outside, adminUserIds: [aPerson().objectId ?? ''], renewal: { token: undefined, reason: 'refused' } };
}

export const createAdministrator = (): Chat => createChat(createAdministratorOutside());
