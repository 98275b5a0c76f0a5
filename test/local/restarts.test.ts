/** The stand-ins of `npm run local` after a restart: what they keep in a folder, and how they find each other again. */
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBackupService } from '../../local/backup-service.ts';
import { approve } from '../../local/identity-provider/approve.ts';
import { startIdentityProvider } from '../../local/identity-provider.ts';
import { NOOR } from '../../local/people.ts';
import { StoredStateError, openStateFolder } from '../../local/stand-in/stored-state.ts';
import { choosePorts } from '../../local/stand-in/ports.ts';
import { ada, chat, personal, say, start, stop } from './chat.ts';
import { operatorScope, poll, postForm, refresh, requestCode, signIn } from './device-flow.ts';
import { clientOf, withToken } from './service-client.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'kept-state-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const portOf = ({ url }: { readonly url: string }): number => Number(new URL(url).port);
/** As a new process finds it. */
const state = () => openStateFolder(folder);

test('the identity provider still has pending codes, entered codes and its refresh tokens', async () => {
  const before = await startIdentityProvider({ state: state() });
  const code = await requestCode(before.url);
  const { json: tokens } = await signIn(before.url);
  await before.stop();
  // This process notices that its connections were closed.
  await sleep(50);

  const after = await startIdentityProvider({ state: state(), port: portOf(before) });
  try {
    expect(after.url).toBe(before.url);
    expect((await poll(after.url, code.deviceCode)).json).toMatchObject({ error: 'authorization_pending' });
    await approve({ ...code, person: NOOR });
    expect((await poll(after.url, code.deviceCode)).status).toBe(200);
    expect((await poll(after.url, code.deviceCode)).status).toBe(400);
    const renewed = await refresh(after.url, String(tokens['refresh_token']), operatorScope());
    expect(renewed.status).toBe(200);

    // Tokens from before the restart are good: the signing key is the same.
    const service = await startBackupService({ identityProviderUrl: after.url });
    const answer = await postForm(`${service.url}/v8/token`, {
      grant_type: 'operator',
      client_id: '1b7de5a0-36f4-4d29-8c01-f5a92e6b7d14.6f1c2a34-58d7-4b0e-9a63-1d2e7c904b11',
      assertion: String(tokens['access_token']),
    });
    await service.stop();
    expect(answer.status).toBe(200);
  } finally {
    await after.stop();
  }
});

test('a person signed in at the backup service continues: session, search, running restore and restored items', async () => {
  const provider = await startIdentityProvider();
  const around = { identityProviderUrl: provider.url, restoreMilliseconds: { perItem: 400 } };
  const before = await startBackupService({ ...around, state: { folder: state(), name: 'service' } });
  const noor = await clientOf(provider, before, NOOR);
  const session = await noor.explore({ type: 'Vex', showDeleted: true });
  const mailboxes = `${session}/organization/mailboxes`;
  const [{ id } = {}] = (await noor.get(mailboxes)).results;
  const found = await noor.post(`${mailboxes}/${String(id)}/search`, { query: 'subject:"Kyoto itinerary"' });
  const items = found.results.map((item) => ({ id: item['id'] }));
  const started = await noor.post(`${mailboxes}/${String(id)}/items/operatorRestore`, { items, deletedItems: true });
  const run = `/v8/RestoreSessions/${String(started.json['sessionId'])}`;
  expect((await noor.get(run)).json).toMatchObject({ state: 'Working' });
  await before.stop();

  const after = await startBackupService({
    ...around,
    port: portOf(before),
    state: { folder: state(), name: 'service' },
  });
  try {
    const again = withToken(after, noor.accessToken);
    expect((await again.get(session)).json).toMatchObject({ state: 'Working' });
    const page = `search?setId=${String(found.json['setId'])}&limit=1`;
    expect(
      (await again.post(`${mailboxes}/${String(id)}/${page}`, { query: 'subject:"Kyoto itinerary"' })).status,
    ).toBe(200);
    expect((await again.get(run)).status).toBe(200);
    after.restore.finishRuns();
    const { json } = await again.get(`${run}/Statistics`);
    expect(json).toMatchObject({ totalItemsCount: items.length, failedItemsCount: 1 });
    expect(after.restore.liveItems(NOOR.signInName)).toHaveLength(items.length - 1);
    const headers = { authorization: `Bearer ${noor.accessToken}` };
    expect((await fetch(`${after.url}/v8/token/logout`, { method: 'POST', headers })).status).toBe(204);
  } finally {
    await after.stop();
  }

  const third = await startBackupService({ ...around, state: { folder: state(), name: 'service' } });
  expect(third.sessionCount).toBe(0);
  expect(third.restore.openExploreSessions).toBe(0);
  await Promise.all([third.stop(), provider.stop()]);
});

test('the chat shows its messages and the installed app, and no delivery is pending', async () => {
  await start({ state: state() });
  try {
    await chat.connector.open({ person: ada, conversation: personal() });
    await say('help');
    const arrived = Promise.withResolvers<void>();
    chat.onTurn = () => {
      arrived.resolve();
      return new Promise(() => undefined);
    };
    void say('status');
    await arrived.promise;
  } finally {
    await stop();
  }

  await start({ state: state() });
  try {
    expect(chat.connector.messages(personal())).toMatchObject([
      { text: 'help', delivery: { kind: 'delivered' } },
      { text: 'status', delivery: { kind: 'failed', reason: 'the local stack was stopped' } },
    ]);
    await chat.connector.open({ person: ada, conversation: personal() });
    expect(chat.bot.turns).toEqual([]);
  } finally {
    await stop();
  }
});

test('files are replaced as a whole and readable by the owner only; a file that is no state is named', async () => {
  const kept = state().open<readonly number[]>('numbers');
  expect(kept.previous).toBeUndefined();
  kept.save(() => [1, 2]);
  kept.save(() => [3]);
  expect(state().open('numbers').previous).toEqual([3]);
  expect(await readdir(folder)).toEqual(['numbers.json']);
  expect((await stat(join(folder, 'numbers.json'))).mode & 0o777).toBe(0o600);
  for (const text of ['{"version":1,', '[]', '{"version":99,"state":[3]}']) {
    await writeFile(join(folder, 'numbers.json'), text);
    expect(() => state().open('numbers')).toThrow(StoredStateError);
    expect(() => state().open('numbers')).toThrow(join(folder, 'numbers.json'));
  }
});

describe('ports', () => {
  const at = (port: number) => `http://127.0.0.1:${port}`;

  test('are the defaults at first, then those of the previous run, unless another is requested', () => {
    const first = choosePorts({}, { chat: 3979 }, state());
    expect([first.first('chat'), first.first('directory')]).toEqual([3979, 0]);
    expect(first.settle({ chat: at(5000), directory: at(5001) })).toEqual([]);

    const second = choosePorts({ chat: 0 }, { chat: 3979 }, state());
    expect([second.first('chat'), second.first('directory')]).toEqual([5000, 5001]);
    expect(choosePorts({ chat: 6000 }, {}, state()).first('chat')).toBe(6000);
  });

  test('that are taken are reported and tried again in the next run; requested ones are stored', () => {
    choosePorts({}, {}, state()).settle({ chat: at(5000), directory: at(5001) });
    const moved = choosePorts({ directory: 6001 }, {}, state()).settle({ chat: at(7000), directory: at(6001) });
    expect(moved).toEqual([
      { name: 'chat', before: 5000, now: 7000 },
      { name: 'directory', before: 5001, now: 6001 },
    ]);
    const next = choosePorts({}, {}, state());
    expect([next.first('chat'), next.first('directory')]).toEqual([5000, 6001]);
  });
});
