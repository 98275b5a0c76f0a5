/** **Restore** restores what its card shows, or nothing. */
import type { RestoreOptions } from '../../../../src/restore/model/catalog.ts';
import type { RestoreView } from '../../../../src/restore/views.ts';
import { aBackup, someMessages } from '../../../fakes/explorer.ts';
import { createReadyChat, remarkOf, type Chat } from '../../../support/restore-tasks.ts';

const options: RestoreOptions = {
  workload: 'exchange',
  changedItems: false,
  deletedItems: true,
  markRestoredAsUnread: false,
};

const shownBy = (view: RestoreView): string | undefined => (view.kind === 'task-summary' ? view.shown : undefined);

/** One mail, and nothing is overwritten. */
async function onFirstSummary(): Promise<{ readonly chat: Chat; readonly shown: string | undefined }> {
  const chat = await createReadyChat();
  chat.explorer.backups.set('user-1', aBackup({ entries: someMessages(3) }));
  await chat.find('invoice');
  await chat.press({ kind: 'add', entries: ['k-message-0'] });
  await chat.press({ kind: 'choose-options' });
  await chat.press({ kind: 'options', options });
  return { chat, shown: shownBy(await chat.press({ kind: 'reason' })) };
}

function expectNothingRestored(chat: Chat): void {
  expect(chat.state()?.restores).toEqual([]);
  expect(chat.jobs.queued.filter(({ job }) => job.kind === 'restore')).toEqual([]);
}

test('on an older card it does not restore the mail, the overwriting and the folder that came later', async () => {
  const { chat, shown } = await onFirstSummary();
  await chat.press({ kind: 'add', entries: ['k-message-1'] });
  await chat.press({ kind: 'choose-options' });
  await chat.press({ kind: 'options', options: { ...options, changedItems: true, folder: 'Found' } });
  await chat.press({ kind: 'reason' });

  const view = await chat.press({ kind: 'restore', shown });

  expectNothingRestored(chat);
  expect(remarkOf(view)).toEqual({ code: 'card-outdated' });
  expect(view).toMatchObject({ kind: 'task-summary', items: 2, options: { changedItems: true, folder: 'Found' } });
  await chat.press({ kind: 'restore', shown: shownBy(view) });
  expect(chat.state()?.restores).toMatchObject([{ entries: [{ key: 'k-message-0' }, { key: 'k-message-1' }] }]);
});

test("on an older card it does not overwrite in somebody else's mailbox", async () => {
  const { chat, shown } = await onFirstSummary();
  await chat.press({ kind: 'search', scope: 'own', form: {} });
  chat.explorer.backups.set('own', aBackup({ entries: someMessages(3) }));
  await chat.find('invoice');
  await chat.press({ kind: 'add', entries: ['k-message-0'] });
  await chat.press({ kind: 'choose-options' });
  await chat.press({ kind: 'options', options: { ...options, changedItems: true } });
  await chat.press({ kind: 'reason' });

  const view = await chat.press({ kind: 'restore', shown });

  expectNothingRestored(chat);
  expect(view).toMatchObject({
    kind: 'task-summary',
    task: { scope: { own: true }, remark: { code: 'card-outdated' } },
  });
});

test('on a card of an earlier version it restores nothing', async () => {
  const { chat } = await onFirstSummary();
  expect(remarkOf(await chat.press({ kind: 'restore' }))).toEqual({ code: 'card-outdated' });
  expectNothingRestored(chat);
});
