/** **Download** beside an entry: where it is allowed, why it is done, and what a press does where it is not allowed. */
import { createFakeFourEyes } from '../../../fakes/approvals.ts';
import { aBackup, anEntry } from '../../../fakes/explorer.ts';
import { aFault } from '../../../support/builders.ts';
import { createFakeExports } from '../../../fakes/exports.ts';
import { CONTOSO, createAdministratorOutside } from '../../../support/administrator.ts';
import {
  createChat,
  createTasksOutside,
  factsOf,
  key,
  remarkOf,
  type Chat,
  type TasksOutside,
} from '../../../support/restore-tasks.ts';

const plan = anEntry({ id: 'plan', kind: 'document', containerId: 'drive-1', title: 'invoice plan.xlsx' });
const folder = anEntry({ id: 'plans', kind: 'folder', containerId: 'drive-1', title: 'invoice plans' });

async function having(settings: Partial<TasksOutside> = {}): Promise<Chat> {
  const chat = createChat({ ...createTasksOutside(), ...settings });
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
  const chat = await having({ downloads: 'off' });
  const before = chat.explorer.calls.length;
  const view = await chat.press({ kind: 'download', entry: plan.key });
  expect([factsOf(view)?.canDownload, remarkOf(view)]).toEqual([false, { code: 'download-off' }]);
  expect(chat.explorer.calls).toHaveLength(before);
  expect(begun(chat)).toEqual([]);
});

test.each(['stopped', 'gone'])('a session that is %s is opened again first', async (how) => {
  const outside = createTasksOutside();
  const files = createFakeExports(outside.clock);
  const chat = await having({ ...outside, files });
  const { id = '' } = chat.task().explore ?? {};
  if (how === 'stopped') chat.explorer.change(id, { state: 'stopped' });
  else chat.explorer.drop(id);
  expect(remarkOf(await chat.press({ kind: 'download', entry: plan.key }))).toEqual({ code: 'downloading' });
  const [begunExport] = await files.exports.all(key);
  const [open, ...others] = chat.explorer.working;
  expect(others).toEqual([]);
  expect([begunExport?.exploreId, chat.task().explore?.id]).toEqual([open?.id, open?.id]);
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

const ticket = { source: 'INC\\d+', test: (reason: string) => /INC\d+/.test(reason) };

test('a reason that is required is asked for on one card, and recorded before anything leaves', async () => {
  const chat = await having({ reasonRule: { required: true, pattern: ticket } });
  const press = (reason?: string) => chat.press({ kind: 'download', entry: plan.key, reason });
  expect(await press()).toMatchObject({ kind: 'task-leave', leaving: { what: 'download', name: 'invoice plan' } });
  expect([chat.task().remark, begun(chat)]).toEqual([undefined, []]);
  expect(remarkOf(await press(' '))).toEqual({ code: 'reason-missing' });
  const mistaken = await press('because');
  expect(mistaken).toMatchObject({
    kind: 'task-leave',
    reason: 'because',
    task: { remark: { code: 'reason-pattern' } },
  });
  expect(begun(chat)).toEqual([]);
  expect(await press('INC42')).toMatchObject({ kind: 'task-results', task: { remark: { code: 'downloading' } } });
  expect(begun(chat)).toHaveLength(1);
  expect(chat.audit.records).toContainEqual(
    expect.objectContaining({ event: 'item-downloaded', download: expect.objectContaining({ reason: 'INC42' }) }),
  );
});

test.each(['service', 'export-unaudited', 'download-off'])(
  'a reason stays on its card where nothing leaves: %s',
  async (code) => {
    const outside: TasksOutside = { ...createTasksOutside(), auditRequired: true, reasonRule: { required: true } };
    const chat = await having(outside);
    const press = (on: Chat, reason?: string) => on.press({ kind: 'download', entry: plan.key, reason });
    await press(chat);
    if (code === 'service') {
      for (const { id } of chat.explorer.working) chat.explorer.drop(id);
      chat.explorer.faults.openExplore = [aFault('NO_ANSWER')];
    }
    chat.audit.unavailable = code === 'export-unaudited';
    const failing = code === 'download-off' ? createChat({ ...outside, downloads: 'off' }) : chat;
    const refused = await press(failing, 'INC42');
    expect(refused).toMatchObject({ kind: 'task-leave', reason: 'INC42', task: { remark: { code } } });
    expect(begun(chat)).toEqual([]);
    chat.audit.unavailable = false;
    expect(await press(chat, 'INC42')).toMatchObject({
      kind: 'task-results',
      task: { remark: { code: 'downloading' } },
    });
    // The next one has a reason of its own.
    expect(await press(chat)).toMatchObject({ kind: 'task-leave', reason: undefined });
  },
);

test('Back leads to where it was asked for, and nothing leaves', async () => {
  const chat = await having({ reasonRule: { required: true } });
  const asked = await chat.press({ kind: 'download', entry: plan.key });
  if (asked.kind !== 'task-leave') throw new Error('Nothing was asked.');
  expect((await chat.press({ kind: 'go', to: asked.leaving.back })).kind).toBe('task-results');
  expect(begun(chat)).toEqual([]);
});

test('a reason that was refused is not the one of the next file', async () => {
  const outside: TasksOutside = { ...createTasksOutside(), auditRequired: true, reasonRule: { required: true } };
  const chat = await having(outside);
  chat.audit.unavailable = true;
  for (const reason of [undefined, 'INC42']) await chat.press({ kind: 'download', entry: plan.key, reason });
  await chat.press({ kind: 'go', to: 'results' });
  const next = await chat.press({ kind: 'download', entry: plan.key });
  expect(next).toMatchObject({ kind: 'task-leave', reason: undefined });
});

test('an operator is asked for no reason where none is required', async () => {
  const chat = await having({ reasonRule: { required: false, pattern: ticket }, downloads: 'operators' });
  expect(remarkOf(await chat.press({ kind: 'download', entry: plan.key }))).toEqual({ code: 'downloading' });
});

test('of everybody’s data, a file that somebody else approves says whose it is, with the address', async () => {
  const outside = createAdministratorOutside();
  const files = createFakeExports(outside.clock);
  const chat = createChat({ ...outside, files, downloads: 'all', fourEyes: createFakeFourEyes({ mode: 'always' }) });
  const entry = anEntry({ id: 'plan', kind: 'document', containerId: 'd-zoe-2', title: 'invoice plan.xlsx' });
  chat.explorer.backups.set('organization', aBackup({ ...CONTOSO, entries: [{ entry }] }));
  await chat.find();
  const view = await chat.press({
    kind: 'search',
    scope: 'organization',
    workload: 'onedrive',
    form: { words: 'invoice' },
  });
  expect(view.kind).toBe('task-results');
  await chat.press({ kind: 'download', entry: entry.key, reason: 'INC42' });
  const [held] = await files.exports.all(key);
  expect(held?.progress).toMatchObject({
    kind: 'held',
    holder: { name: 'Zoe Kim', detail: 'https://contoso.example/personal/zoe2' },
  });
});
