/** **Download** beside an entry: where it is allowed, and what a press does where it is not. */
import { aBackup, anEntry } from '../../../fakes/explorer.ts';
import { createChat, createTasksOutside, factsOf, key, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const plan = anEntry({ id: 'plan', kind: 'document', containerId: 'drive-1', title: 'invoice plan.xlsx' });
const folder = anEntry({ id: 'plans', kind: 'folder', containerId: 'drive-1', title: 'invoice plans' });

async function having(downloads?: boolean): Promise<Chat> {
  const chat = createChat({ ...createTasksOutside(), ...(downloads === undefined ? {} : { downloads }) });
  chat.explorer.backups.set('user-1', aBackup({ entries: [{ entry: plan }, { entry: folder }] }));
  await chat.find();
  await chat.press({ kind: 'search', scope: 'user-1', workload: 'onedrive', form: { words: 'invoice' } });
  return chat;
}

const begun = (chat: Chat) => chat.jobs.sent.filter(({ job }) => job.kind === 'export');

test('a press begins one download of the item', async () => {
  const chat = await having();
  const view = await chat.press({ kind: 'download', entry: plan.key });
  expect(factsOf(view)?.canDownload).toBe(true);
  expect(remarkOf(view)).toEqual({ code: 'downloading' });
  expect(begun(chat)).toHaveLength(1);
});

test('where downloads are off no card offers one, and a forged press does nothing', async () => {
  const chat = await having(false);
  const before = chat.explorer.calls.length;
  const view = await chat.press({ kind: 'download', entry: plan.key });
  expect([factsOf(view)?.canDownload, remarkOf(view)]).toEqual([false, { code: 'download-off' }]);
  expect(chat.explorer.calls).toHaveLength(before);
  expect(begun(chat)).toEqual([]);
});

test.each([folder.key, 'k-of-nobody'])('a press for what cannot be downloaded does nothing (%s)', async (entry) => {
  const chat = await having();
  expect(remarkOf(await chat.press({ kind: 'download', entry }))).toEqual({ code: 'page-moved-on' });
  expect(begun(chat)).toEqual([]);
});

test('once the service has refused, the button is gone and an old one says so, until the next sign-in', async () => {
  const chat = await having();
  const { signInId } = chat.task();
  const refuse = async (of: string): Promise<void> => {
    const opened = await chat.store.read(key);
    if (opened.kind !== 'found') throw new Error('There is no state.');
    const refusedDownloads = { signInId: of, workloads: ['onedrive' as const] };
    await chat.store.write(key, { ...opened.state, refusedDownloads }, opened.version);
  };
  await refuse(signInId);
  const view = await chat.press({ kind: 'download', entry: plan.key });
  expect([factsOf(view)?.canDownload, remarkOf(view)]).toEqual([false, { code: 'download-refused' }]);
  expect(begun(chat)).toEqual([]);
  await refuse('an earlier sign-in');
  expect(factsOf(await chat.press({ kind: 'page', page: 0 }))?.canDownload).toBe(true);
});
