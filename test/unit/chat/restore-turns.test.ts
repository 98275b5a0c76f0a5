/** Commands, presses and type-ahead about restoring, through the real server, CloudAdapter and connector. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PICK_PREFIX, SCOPE_DATASET } from '../../../src/cards/layout/verbs.ts';
import { ChatAdapter } from '../../../src/chat/inbound/adapter.ts';
import { ActivityAuthorizer } from '../../../src/chat/inbound/authorize-activity.ts';
import { createAnnouncer } from '../../../src/chat/outbound/announcer.ts';
import { createChannelHttp } from '../../../src/chat/outbound/http.ts';
import { ConnectorToken } from '../../../src/chat/outbound/connector-token.ts';
import { BotConnector } from '../../../src/chat/outbound/connector.ts';
import { ownerMark } from '../../../src/chat/conversation/address.ts';
import { Router } from '../../../src/chat/router.ts';
import { TurnHandler } from '../../../src/chat/turn-handler.ts';
import { systemClock } from '../../../src/core/platform.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { createServer } from '../../../src/server/server.ts';
import { uninstallWhenUnreachable } from '../../../src/sign-in/uninstall.ts';
import { TelemetryMeasures } from '../../../src/telemetry/measures.ts';
import type { FakePersonStore } from '../../fakes/person-store.ts';
import { createFakeRestoreUseCases, asView, type FakeRestoreUseCases } from '../../fakes/restore-use-cases.ts';
import { createFakeTelemetry, type FakeTelemetry } from '../../fakes/telemetry.ts';
import { anActivity, startChannel, TENANT, USER, type Channel } from '../../support/channel.ts';
import { aPersonState, aSession, aWaitingSignIn } from '../../support/builders.ts';
import { createDomain } from '../../support/domain.ts';
import { createRecordingLog, type RecordingLog } from '../../fakes/records.ts';
import type { RestoreNotice } from '../../../src/restore/state/notice.ts';

const KEY = { conversationId: 'a:conversation', personId: USER };
const OWNER = ownerMark(KEY);
const CLIENT = { type: 'clientInfo', timezone: 'Asia/Kolkata' };
const GROUP = { conversationType: 'groupChat', isGroup: true, tenantId: TENANT, id: 'a:conversation' };

const PERSONAL_ONLY = asView({ kind: 'restore-notice', notice: { code: 'personal-only' } });

interface Bench {
  readonly channel: Channel;
  readonly domain: FakeRestoreUseCases;
  readonly people: FakePersonStore;
  /** What the use cases of sign-in have posted and edited. */
  edits(): readonly string[];
  readonly log: RecordingLog;
  readonly telemetry: FakeTelemetry;
  /** Every view that was drawn, with for whom. */
  readonly drawn: readonly string[];
  /** Sends an activity; the turn and all that it left running is done when this resolves. */
  send(fields: Readonly<Record<string, unknown>>): Promise<{ readonly status: number; readonly body: unknown }>;
  stop(): Promise<void>;
}

/** @param haste by how much the limits of a turn are shorter */
async function startBench(haste = 1): Promise<Bench> {
  const channel = await startChannel();
  const settings = channel.settings();
  const clock = systemClock;
  const log = createRecordingLog();
  const telemetry = createFakeTelemetry();
  const http = createChannelHttp({ clock });
  const token = new ConnectorToken({ settings, http, clock });
  const connector = new BotConnector({ ...settings, token, http, clock, log });
  const drawn: string[] = [];
  const cards = createAnnouncer({
    connector,
    render(view, { audience, zone }) {
      drawn.push(`${view.kind} for ${audience} in ${zone}`);
      return { card: { type: 'AdaptiveCard', view: view.kind }, summary: `summary of ${view.kind}` };
    },
  });
  const announcer = uninstallWhenUnreachable(cards, { unreachable: async () => undefined });
  const domain = createFakeRestoreUseCases();
  const signIn = createDomain();
  const nobody = { choose: () => ({ kind: 'none' }), servedIn: () => [] } as never;
  const router = new Router({
    ...signIn,
    ...domain,
    organizations: nobody,
    askToErase: {} as never,
    erasePerson: {} as never,
    administratorContacts: { save: async () => undefined } as never,
    retryWhileStorageUnavailable: async (_what, _reference, work) => work(),
    requests: {} as never,
    adminUserIds: [],
  });
  let ids = 0;
  const bot = new TurnHandler({
    router,
    announcer,
    clock: { ...clock, after: (milliseconds, act) => clock.after(milliseconds / haste, act) },
    log,
    newId: () => `id-${(ids += 1)}`,
  });
  const authorizer = new ActivityAuthorizer({ settings, http, clock, log });
  const adapter = new ChatAdapter({ authorizer, connector, log, onTurn: (context) => bot.onTurn(context) });
  const server = createServer({
    messages: new TelemetryMeasures(telemetry, clock).turns(adapter),
    ready: async () => ({ blobs: true, queue: true }),
    clock,
    log,
    host: '127.0.0.1',
    port: 0,
    graceMilliseconds: 2_000,
  });
  const { port } = await server.start();
  return {
    channel,
    domain,
    log,
    telemetry,
    drawn,
    people: signIn.store,
    edits: () => signIn.announcer.acts,
    async send(fields) {
      const activity = anActivity(channel.serviceUrl, { id: `activity-${(ids += 1)}`, ...fields });
      const authorization = `Bearer ${await channel.sign()}`;
      const headers = { 'content-type': 'application/json', authorization };
      const answer = await fetch(`http://127.0.0.1:${port}/api/messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify(activity),
      });
      const text = await answer.text();
      await bot.settled();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    async stop() {
      await server.stop();
      await http.close();
      await channel.close();
    },
  };
}

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.stop());

const say = (text: string, more: object = {}) => bench.send({ text, ...more });
const press = (data: Readonly<Record<string, unknown>>, more: object = {}) => {
  const { verb } = data;
  const action = { type: 'Action.Execute', verb, data: { owner: OWNER, ...data } };
  const value = { action, trigger: 'manual' };
  return bench.send({
    type: 'invoke',
    name: 'adaptiveCard/action',
    text: undefined,
    replyToId: 'card-1',
    value,
    ...more,
  });
};
/** The client that shows the card asks by itself. */
const refresh = (data: Readonly<Record<string, unknown>>, more: object = {}) => {
  const action = { type: 'Action.Execute', verb: data['verb'], data: { owner: OWNER, ...data } };
  return press(data, { value: { action, trigger: 'automatic' }, ...more });
};
const submit = (data: object) => bench.send({ text: undefined, replyToId: 'card-1', value: { owner: OWNER, ...data } });
const search = (value: unknown, more: object = {}) =>
  bench.send({ type: 'invoke', name: 'application/search', text: undefined, value, ...more });

const SEARCHED = 'application/vnd.microsoft.search.searchResponse';
const MESSAGE = 'application/vnd.microsoft.activity.message';
const CARD = 'application/vnd.microsoft.card.adaptive';

/** What was sent to the chat: `POST task-moved`, `PUT card-1 task-moved`. */
const sent = () =>
  bench.channel.calls.map(({ method, activityId, activity }) => {
    const attachments = activity['attachments'] as
      | readonly { readonly content: { readonly view: string } }[]
      | undefined;
    return [method, activityId, attachments?.[0]?.content.view].filter((part) => part !== undefined).join(' ');
  });

describe('a command', () => {
  test.each([
    ['restore find "Annual Report" –draft', ['find', '"Annual Report" –draft']],
    ['find', ['find', undefined]],
    ['restore scope Ada', ['scope', 'Ada']],
    ['restore points', ['points']],
    ['restore list', ['list']],
    ['restore sessions', ['sessions']],
  ])('%s reaches its use case, and the reply is posted', async (text, asked) => {
    expect(await say(text)).toEqual({ status: 200, body: undefined });
    expect(bench.domain.asked).toEqual([asked]);
    expect(sent()).toEqual(['POST task-moved']);
  });

  test.each([
    ['413', 413, undefined, 2],
    ['a passing 403', 403, { error: { code: 'ServiceError', message: 'Unknown' } }, 2],
    ['a passing 502', 502, undefined, 2],
  ])('that the chat service answers with %s is answered all the same', async (_name, status, body, posts) => {
    bench.channel.script({ status, body });
    await say('restore find');
    expect(bench.channel.calls.map(({ method }) => method)).toEqual(Array.from({ length: posts }, () => 'POST'));
    const { attachments, text } = bench.channel.calls.at(-1)?.activity ?? {};
    if (status === 413) expect(text).toContain('write your request again');
    else expect(JSON.stringify(attachments)).toContain('task-moved');
  });

  test('pressed on a card whose late answer is refused leaves nobody waiting for it', async () => {
    await bench.stop();
    bench = await startBench(100);
    bench.domain.reply = new Promise((resolve) => {
      setTimeout(() => resolve(asView({ kind: 'task-moved' })), 1_500);
    });
    bench.channel.script({ status: 200 }, { status: 413 });
    const { body } = await press({ verb: 'find' }, { replyToId: undefined });
    expect(body).toMatchObject({ type: MESSAGE, value: 'summary of notice' });
    const calls = bench.channel.calls.filter(({ activity }) => activity['type'] === 'message');
    expect(calls.map(({ activity }) => activity['text'] ?? 'card')).toEqual([
      'card',
      expect.stringContaining('write your request again'),
    ]);
  });

  test.each([
    ['in a personal chat appears on the pressed card', {}, ['edit card-1 sign-in', 'edit above sign-in-moved']],
    ['in a group chat, where only the answer could show it, is asked for again', { conversation: GROUP }, []],
  ])('Show my code that takes long %s', async (_, where, shown) => {
    await bench.stop();
    bench = await startBench(100);
    bench.people.put(KEY, aPersonState({ signIn: aWaitingSignIn({ cardId: 'above' }) }));
    const state = await bench.people.read(KEY);
    bench.people.read = async () => {
      await sleep(200);
      return state;
    };
    const { body } = await press({ verb: 'show-code' }, where);
    expect(body).toMatchObject({ type: MESSAGE, value: 'summary of notice' });
    expect([bench.edits(), sent().filter((call) => call.includes('sign-in'))]).toEqual([shown, []]);
  });

  test('whose card the use case has posted is not posted again', async () => {
    bench.domain.reply = asView({ kind: 'task-moved' }, 'delivered');
    await say('restore find budget');
    expect(sent()).toEqual([]);
  });

  test('reaches the use case with the place, so that its guard can refuse it where others see the answer', async () => {
    bench.domain.reply = PERSONAL_ONLY;
    for (const text of ['restore find budget', 'restore scope', 'restore points', 'restore list', 'restore sessions']) {
      await say(text, { conversation: GROUP });
      expect(bench.domain.asker?.address.place).toBe('group chat');
    }
    expect(sent()).toEqual(Array.from({ length: 5 }, () => 'POST restore-notice'));
  });

  test('that fails because storage is unavailable is answered with a notice', async () => {
    bench.domain.reply = new StorageUnavailableError('away');
    await say('restore find budget');
    expect(sent()).toEqual(['POST notice']);
  });
});

describe('a press that fails on a card that nobody can call up again', () => {
  test.each([
    [{ verb: 'approval', restore: 'r1', press: { kind: 'approve' } }, new StorageUnavailableError('away')],
    [{ verb: 'approval', restore: 'r1', press: { kind: 'approve' } }, new Error('unexpected')],
  ])('leaves it as it is (%o, %s)', async (data, error) => {
    bench.domain.reply = error;
    expect(await press(data)).toMatchObject({ body: { type: MESSAGE } });
    expect(sent()).toEqual(['POST notice']);
  });

  test('is answered for that person alone in a group', async () => {
    bench.domain.reply = new StorageUnavailableError('away');
    const approve = { verb: 'approval', restore: 'r1', press: { kind: 'approve' } };
    await press(approve, { conversation: GROUP });
    expect(sent()).toEqual([]);
  });
});

describe('a press', () => {
  const [TASK, OPEN] = [
    { verb: 'task', task: 't1' },
    { kind: 'open', entry: 'e1' },
  ];

  test.each([
    [{ ...TASK, press: OPEN }, ['task press', 't1', OPEN, 'card-1']],
    [
      { ...TASK, press: { kind: 'add' }, [`${PICK_PREFIX}e1`]: 'true', [`${PICK_PREFIX}e2`]: 'false' },
      ['task press', 't1', { kind: 'add', entries: ['e1'], unticked: ['e2'] }, 'card-1'],
    ],
    [
      { ...TASK, press: { kind: 'restore' }, reason: 'lost' },
      ['task press', 't1', { kind: 'restore', reason: 'lost', options: expect.any(Object) as unknown }, 'card-1'],
    ],
    [{ verb: 'restore', restore: 'r1', press: { kind: 'stop' } }, ['restore press', 'r1', { kind: 'stop' }, 'card-1']],
    [{ verb: 'withdraw-file', id: 'e1' }, ['withdraw file', 'e1']],
    [{ verb: 'stop-session', session: 's1' }, ['stop session', 's1', undefined]],
    [{ verb: 'session', session: 's1', page: 2, list: { days: 7 } }, ['session', 's1', 2, { days: 7 }]],
    [{ verb: 'sessions' }, ['sessions', {}]],
    [{ verb: 'sessions', sessionKind: 'teams', sessionDays: '7' }, ['sessions', { kind: 'teams', days: 7 }]],
  ])('%j reaches its use case, and the pressed card is edited', async (data, asked) => {
    const { body } = await press(data);
    expect(bench.domain.asked).toEqual([asked]);
    expect(body).toEqual({ statusCode: 200, type: CARD, value: { type: 'AdaptiveCard', view: 'task-moved' } });
    expect(sent()).toEqual(['PUT card-1 task-moved']);

    await submit(data);
    expect(bench.domain.asked).toEqual([asked, asked]);
    expect(sent()).toEqual(['PUT card-1 task-moved', 'PUT card-1 task-moved']);
  });

  test.each(['restore find <draft> &amp; <b>report</b>', 'restore find [plan](https://contoso.com)'])(
    'of a button that stands for “%s” runs it as it stands, on a card of its own',
    async (command) => {
      await press({ verb: 'command', command });
      expect(bench.domain.asked).toEqual([['find', command.replace('restore find ', '')]]);
      expect(sent()).toEqual(['POST task-moved']);
    },
  );

  test('is drawn once where nobody else sees the card, and for everyone, too, where others do', async () => {
    await press({ ...TASK, press: OPEN });
    expect(bench.drawn).toEqual(['task-moved for owner in undefined']);

    bench.people.put(KEY, aPersonState({ session: aSession({ cardId: 'card-1' }) }));
    await press({ ...TASK, press: OPEN }, { conversation: GROUP });
    expect(bench.drawn.slice(1)).toEqual(['task-moved for owner in undefined', 'task-moved for everyone in undefined']);
    expect(sent()).toEqual(['PUT card-1 task-moved', 'PUT card-1 task-moved']);
  });

  test('that is delivered twice is carried out once, and answered twice', async () => {
    const data = { ...TASK, press: OPEN };
    const answers = [await press(data, { id: 'once' }), await press(data, { id: 'once' })];
    expect(answers).toEqual([answers[0], expect.objectContaining({ body: expect.objectContaining({ type: CARD }) })]);
    expect(bench.domain.asked).toHaveLength(1);
    expect(sent()).toEqual(['PUT card-1 task-moved']);
  });

  test('whose card the use case has edited edits nothing', async () => {
    bench.domain.reply = asView({ kind: 'task-moved' }, 'delivered');
    expect(await press({ ...TASK, press: OPEN })).toMatchObject({ body: { type: CARD } });
    expect(sent()).toEqual([]);
  });

  test.each([
    ['Find items to restore', { verb: 'find' }, ['find', undefined]],
    ['a suggested command', { verb: 'command', command: 'restore find budget' }, ['find', 'budget']],
  ])('of %s is answered on a card of its own, and leaves the pressed one as it is', async (_what, data, asked) => {
    const { body } = await press(data);
    expect(body).toEqual({ statusCode: 200, type: MESSAGE, value: 'summary of task-moved' });
    await submit(data);
    expect(bench.domain.asked).toEqual([asked, asked]);
    expect(sent()).toEqual(['POST task-moved', 'POST task-moved']);

    await press(data, { conversation: GROUP });
    expect(sent().slice(2)).toEqual(['POST task-moved']);

    bench.domain.reply = asView({ kind: 'task-moved' }, 'delivered');
    expect(await press(data)).toMatchObject({ body: { type: MESSAGE } });
    expect(sent()).toHaveLength(3);
  });

  test.each([
    ['somebody else', ownerMark({ ...KEY, personId: 'somebody' })],
    ['the same person elsewhere', ownerMark({ ...KEY, conversationId: 'a:other' })],
    ['nobody', undefined],
  ])('of a card that belongs to %s is refused', async (_who, owner) => {
    for (const data of [
      { ...TASK, press: OPEN },
      { verb: 'restore', restore: 'r1', press: { kind: 'stop' } },
      { verb: 'find' },
      { verb: 'sessions' },
      { verb: 'session', session: 's1' },
      { verb: 'stop-session', session: 's1' },
    ]) {
      expect(await press({ ...data, owner })).toMatchObject({ body: { type: MESSAGE, value: 'summary of notice' } });
      await submit({ ...data, owner });
    }
    expect(bench.domain.asked).toEqual([]);
    expect(sent()).toEqual(Array.from({ length: 6 }, () => 'POST notice'));
  });

  test("of a card that is nobody's is answered where it concerns only who presses it", async () => {
    const own = { verb: 'status', owner: '' };
    expect(await press(own, { conversation: GROUP })).toMatchObject({ body: { value: { view: 'status' } } });
    const others = await press({ ...own, owner: ownerMark({ ...KEY, personId: 'somebody' }) }, { conversation: GROUP });
    expect(others).toMatchObject({ body: { type: MESSAGE, value: 'summary of notice' } });
    expect(sent()).toEqual([]);
  });

  test.each<[string, RestoreNotice]>([
    ['something that is already being restored', { code: 'already-restoring', restoreId: 'r1' }],
    ['a search that a newer one replaced', { code: 'search-replaced' }],
  ])('of %s leaves the card that shows the progress', async (_name, notice) => {
    bench.domain.reply = asView({ kind: 'restore-notice', notice });
    const data = { ...TASK, press: { kind: 'restore' } };
    expect(await press(data)).toMatchObject({ body: { type: MESSAGE, value: 'summary of restore-notice' } });
    expect(sent()).toEqual([]);
    await submit(data);
    expect(sent()).toEqual(['POST restore-notice']);
  });

  test('that is refused in a shared place changes no card', async () => {
    bench.domain.reply = PERSONAL_ONLY;
    for (const data of [
      { ...TASK, press: OPEN },
      { verb: 'restore', restore: 'r1', press: { kind: 'stop' } },
    ]) {
      expect(await press(data, { conversation: GROUP })).toMatchObject({ body: { value: { view: 'restore-notice' } } });
      expect(bench.domain.asker?.address.place).toBe('group chat');
    }
    expect(sent()).toEqual([]);
    expect(await press({ verb: 'find' }, { conversation: GROUP })).toMatchObject({ body: { type: MESSAGE } });
    expect(sent()).toEqual(['POST restore-notice']);
  });

  test("of a button that is not the bot's is answered with an error", async () => {
    expect(await press({ ...TASK, press: { kind: 'erase' } })).toMatchObject({ body: { statusCode: 400 } });
    expect(bench.domain.asked).toEqual([]);
  });
});

describe('a refresh', () => {
  const OF_RESTORE = { verb: 'restore', restore: 'r1', press: { kind: 'failures-page', page: 0 } };

  test('of a card of a restore is answered with its state, and nothing is edited or posted', async () => {
    const { body } = await refresh(OF_RESTORE);
    expect(bench.domain.asked).toEqual([['restore look', 'r1']]);
    expect(body).toEqual({ statusCode: 200, type: CARD, value: { type: 'AdaptiveCard', view: 'task-moved' } });
    expect(sent()).toEqual([]);
  });

  test.each([
    ['a restore', OF_RESTORE],
    ['a sign-in', { verb: 'show-code' }],
  ])('of a card of %s that takes long edits and posts nothing, not even a typing indicator', async (_, data) => {
    await bench.stop();
    bench = await startBench(100);
    bench.domain.reply = sleep(200).then(() => asView({ kind: 'task-moved' }));
    bench.people.put(KEY, aPersonState({ signIn: aWaitingSignIn({ cardId: 'above' }) }));
    const state = await bench.people.read(KEY);
    bench.people.read = async () => {
      await sleep(200);
      return state;
    };
    expect(await refresh(data)).toMatchObject({ body: { type: MESSAGE } });
    expect([bench.edits(), bench.channel.calls]).toEqual([[], []]);
  });

  test('presses no button', async () => {
    await refresh({ ...OF_RESTORE, press: { kind: 'stop' } });
    expect(bench.domain.asked).toEqual([['restore look', 'r1']]);
    for (const data of [{ verb: 'task', task: 't1', press: { kind: 'up' } }, { verb: 'find' }, { verb: 'log-out' }])
      expect(await refresh(data)).toMatchObject({ body: { statusCode: 400 } });
    expect([bench.domain.asked.length, sent()]).toEqual([1, []]);
  });
});

describe('type-ahead', () => {
  const value = { kind: 'search', dataset: SCOPE_DATASET, queryText: 'ad', queryOptions: { skip: 0, top: 15 } };
  const results = (found: readonly object[]) => ({
    status: 200,
    body: { statusCode: 200, type: SEARCHED, value: { results: found } },
  });

  test('is answered with names and addresses', async () => {
    bench.domain.choices = [
      { value: 's1', name: 'Ada Moreau', detail: 'ada@contoso.com' },
      { value: 's2', name: 'Ada {{DATE}}\u202E' },
    ];
    expect(await search(value)).toEqual(
      results([
        { title: 'Ada Moreau (ada@contoso.com)', value: 's1' },
        { title: 'Ada { {DATE}}', value: 's2' },
      ]),
    );
    expect(bench.domain.asked).toEqual([['suggest', 'ad', 15]]);
    expect(bench.domain.asker?.key).toEqual(KEY);
    expect(sent()).toEqual([]);
  });

  test('is counted as a turn', async () => {
    await search(value);
    expect(bench.telemetry.of('restore.turn.duration')).toMatchObject([
      { attributes: { activity: 'invoke', status: 200 } },
    ]);
  });

  test.each([
    ['what Teams documents, without a kind', { ...value, kind: undefined }, ['suggest', 'ad', 15]],
    ['nothing typed yet', { dataset: SCOPE_DATASET, queryText: null }, ['suggest', '', 15]],
    ['fewer', { ...value, queryOptions: { skip: 0, top: 5 } }, ['suggest', 'ad', 5]],
    ['more than are shown', { ...value, queryOptions: { skip: 0, top: 500 } }, ['suggest', 'ad', 15]],
    ['none at all', { ...value, queryOptions: { skip: 0, top: 0 } }, ['suggest', 'ad', 15]],
    ['a long text', { ...value, queryText: 'x'.repeat(5_000) }, ['suggest', 'x'.repeat(200), 15]],
  ])('accepts %s', async (_what, asked, expected) => {
    expect(await search(asked)).toEqual(results([]));
    expect(bench.domain.asked).toEqual([expected]);
  });

  test.each([
    ['another dataset', { ...value, dataset: 'games' }],
    ['a dataset of the prototype', { ...value, dataset: 'constructor' }],
    ['no dataset', { queryText: 'ad' }],
    ['a text that is none', { ...value, queryText: { toString: 'ad' } }],
    ['a second page', { ...value, queryOptions: { skip: 15, top: 15 } }],
    ['nothing', undefined],
    ['text', 'ad'],
    ['a list', ['ad']],
  ])('finds nothing for %s', async (_what, asked) => {
    bench.domain.choices = [{ value: 's1', name: 'Ada' }];
    expect(await search(asked)).toEqual(results([]));
    expect(bench.domain.asked).toEqual([]);
  });

  test('that fails is logged and answered with no results', async () => {
    bench.domain.choices = new Error('the use case fails');
    expect(await search(value)).toEqual(results([]));
    expect(bench.log.text()).toContain('the type-ahead could not be answered');
  });

  test('that takes too long is answered with no results', async () => {
    bench.domain.choices = new Promise(() => undefined);
    expect(await search(value)).toEqual(results([]));
  });

  test('reaches the use case with the place, so that its guard can refuse it where others see the answer', async () => {
    await search(value, { conversation: GROUP });
    expect(bench.domain.asker?.address.place).toBe('group chat');
  });
});

describe("the person's time zone", () => {
  test('reaches use cases and cards', async () => {
    await say('restore find budget', { entities: [CLIENT] });
    expect(bench.domain.asker?.address.zone).toBe('Asia/Calcutta');
    expect(bench.drawn).toEqual(['task-moved for owner in Asia/Calcutta']);
  });

  test('is remembered for presses and searches that do not name it', async () => {
    await say('restore find budget', { entities: [CLIENT] });
    await press({ verb: 'task', task: 't1', press: { kind: 'up' } });
    expect(bench.domain.asker?.address.zone).toBe('Asia/Calcutta');
    await search({ dataset: SCOPE_DATASET, queryText: '' });
    expect(bench.domain.asker?.address.zone).toBe('Asia/Calcutta');
    await press({ verb: 'task', task: 't1', press: { kind: 'up' } }, { localTimezone: 'Europe/Berlin' });
    expect(bench.domain.asker?.address.zone).toBe('Europe/Berlin');
    await press({ verb: 'sessions' });
    expect(bench.domain.asker?.address.zone).toBe('Europe/Berlin');
  });
});

describe('what Teams sends without a card of this bot', () => {
  test.each(['task/fetch', 'composeExtension/query', 'signin/verifyState'])('%s is no error', async (name) => {
    expect(await bench.send({ type: 'invoke', name, text: undefined, value: {} })).toMatchObject({ status: 200 });
    expect(bench.domain.asked).toEqual([]);
  });

  test.each([
    'messageReaction',
    'messageUpdate',
    'messageDelete',
    'typing',
    'event',
    'conversationUpdate',
    'endOfConversation',
  ])('a %s that names nobody is accepted', async (type) => {
    const more = { reactionsAdded: [{ type: 'like' }], text: undefined };
    expect(await bench.send({ type, from: undefined, ...more })).toMatchObject({ status: 200 });
    expect(await bench.send({ type, from: { name: 'Teams' }, recipient: undefined, ...more })).toMatchObject({
      status: 200,
    });
    expect(bench.domain.asked).toEqual([]);
  });

  test.each(['message', 'invoke'])('a %s that names nobody is refused', async (type) => {
    const answer = await bench.send({ type, from: { name: 'Ada' }, name: 'task/fetch' });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('"from.id"') as unknown } });
    expect(await bench.send({ type, from: undefined, name: 'task/fetch' })).toMatchObject({ status: 400 });
  });
});

describe('an answer to a file', () => {
  const consent = (value: unknown, more: object = {}) =>
    bench.send({ type: 'invoke', name: 'fileConsent/invoke', text: undefined, replyToId: 'offer-1', value, ...more });
  const declined = { type: 'fileUpload', action: 'decline', context: { exportId: '7K3QX9M2T4AB' } };

  test('is acknowledged, and reaches its use case with the card', async () => {
    bench.domain.reply = asView({ kind: 'task-moved' }, 'delivered');
    expect(await consent(declined)).toMatchObject({ status: 200 });
    expect(bench.domain.asked).toEqual([['consent', { kind: 'declined', exportId: '7K3QX9M2T4AB' }, 'offer-1']]);
    expect(sent()).toEqual([]);
  });

  test('is answered on a card where the export has no card that says it', async () => {
    bench.domain.reply = asView({ kind: 'restore-notice', notice: { code: 'export-over' } });
    expect(await consent(declined)).toMatchObject({ status: 200 });
    expect(sent()).toEqual(['POST restore-notice']);
  });

  test('that fails is acknowledged all the same, and the person is told', async () => {
    bench.domain.reply = new StorageUnavailableError('away');
    expect(await consent(declined)).toMatchObject({ status: 200 });
    expect(sent()).toEqual(['POST notice']);
  });

  test('that takes long is acknowledged in time, and shows that it is worked on', async () => {
    await bench.stop();
    bench = await startBench(100);
    bench.domain.fileExports.answer = async () => {
      await sleep(200);
      return asView({ kind: 'restore-notice', notice: { code: 'export-over' } });
    };
    expect(await consent(declined)).toMatchObject({ status: 200 });
    expect(bench.channel.calls.map(({ activity }) => activity['type'])).toEqual(['typing', 'message']);
  });

  test('that is none is refused', async () => {
    expect(await consent({ ...declined, context: 'x' })).toMatchObject({ status: 400 });
    expect(bench.domain.asked).toEqual([]);
  });
});
