import { UpstreamError } from '../../../../src/core/errors.ts';
import { createAnnouncer, createChannelPost } from '../../../../src/chat/outbound/announcer.ts';
import type { CardAnnouncer } from '../../../../src/chat/outbound/announcer.ts';
import { createChannelHttp } from '../../../../src/chat/outbound/http.ts';
import type { ChannelHttp } from '../../../../src/chat/outbound/http.ts';
import { ConnectorToken } from '../../../../src/chat/outbound/connector-token.ts';
import { BotConnector } from '../../../../src/chat/outbound/connector.ts';
import { MESSAGE_LIMIT_BYTES, messageBytes } from '../../../../src/chat/outbound/message.ts';
import { ownerMark } from '../../../../src/chat/conversation/address.ts';
import type { CardContext } from '../../../../src/cards/layout/context.ts';
import type { Address } from '../../../../src/core/person.ts';
import type { View } from '../../../../src/sign-in/state/views.ts';
import { APP_ID, APP_PASSWORD, TENANT, USER, startChannel } from '../../../support/channel.ts';
import type { Channel, Scripted } from '../../../support/channel.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/clock.ts';
import { createRecordingLog, type RecordingLog } from '../../../fakes/records.ts';

const VIEW: View = { kind: 'notice', notice: { code: 'not-signed-in' } };
const KEY = { conversationId: 'a:conversation', personId: USER };

let channel: Channel;
let http: ChannelHttp;
let clock: FakeClock;
let log: RecordingLog;
let announcer: CardAnnouncer;
let contexts: CardContext[];
let address: Address;

beforeEach(async () => {
  channel = await startChannel();
  clock = createFakeClock({ start: Date.now(), sleepsAtOnce: true });
  log = createRecordingLog();
  http = createChannelHttp({ clock });
  const settings = channel.settings();
  const token = new ConnectorToken({ settings, http, clock });
  contexts = [];
  announcer = createAnnouncer({
    connector: new BotConnector({ ...settings, token, http, clock, log, random: () => 1 }),
    render: (view, context) => {
      contexts.push(context);
      return { card: { type: 'AdaptiveCard', version: '1.5', view: view.kind }, summary: 'Not signed in' };
    },
  });
  address = {
    channelId: 'msteams',
    serviceUrl: channel.serviceUrl,
    conversationId: 'a:conversation',
    place: 'personal',
    tenantId: TENANT,
    userId: '29:person',
    userName: 'Ada Operator',
    botId: `28:${APP_ID}`,
    locale: 'en-GB',
  };
});

afterEach(async () => {
  await http.close();
  await channel.close();
});

const post = () => announcer.post(address, KEY, VIEW);
const edit = () => announcer.edit(address, KEY, 'card-1', VIEW);
const methods = () => channel.calls.map(({ method }) => method);

test('posts the card without text, with its summary and its address', async () => {
  expect(await post()).toEqual({ kind: 'delivered', cardId: 'message-1' });
  expect(channel.calls).toEqual([
    {
      method: 'POST',
      conversationId: 'a:conversation',
      activityId: undefined,
      authorization: 'Bearer connector-token-1',
      activity: {
        type: 'message',
        channelId: 'msteams',
        serviceUrl: channel.serviceUrl,
        conversation: {
          id: 'a:conversation',
          isGroup: false,
          conversationType: 'personal',
          name: '',
          tenantId: TENANT,
        },
        from: { id: `28:${APP_ID}`, name: '', role: 'bot' },
        recipient: { id: '29:person', name: '' },
        locale: 'en-GB',
        summary: 'Not signed in',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: { type: 'AdaptiveCard', version: '1.5', view: 'notice' },
          },
        ],
      },
    },
  ]);
});

test.each([
  ['personal', 'owner'],
  ['group chat', 'everyone'],
  ['channel', 'everyone'],
] as const)('renders for the audience of the place: %s, %s', async (place, audience) => {
  address = { ...address, place };
  await post();
  await edit();
  announcer.renderForOwner(address, KEY, VIEW);
  const context = { place, locale: 'en-GB', owner: { name: 'Ada Operator', userId: '29:person', id: ownerMark(KEY) } };
  expect(contexts).toEqual([
    { ...context, audience },
    { ...context, audience },
    { ...context, audience: 'owner' },
  ]);
});

test('edits in place', async () => {
  expect(await edit()).toEqual({ kind: 'delivered', cardId: 'card-1' });
  expect(channel.calls).toMatchObject([{ method: 'PUT', activityId: 'card-1', activity: { id: 'card-1' } }]);
});

test('keeps the thread of a channel and escapes ids in the path', async () => {
  address = { ...address, place: 'channel', conversationId: '19:general@thread.tacv2;messageid=17/00' };
  await announcer.edit(address, KEY, '17/..00', VIEW);
  expect(channel.calls).toMatchObject([
    { conversationId: '19:general@thread.tacv2;messageid=17/00', activityId: '17/..00' },
  ]);
});

test('posts a new card where the connector returned no id', async () => {
  channel.script({ status: 201, body: undefined });
  expect(await post()).toEqual({ kind: 'delivered', cardId: '' });
  expect(await announcer.edit(address, KEY, '', VIEW)).toEqual({ kind: 'delivered', cardId: 'message-1' });
  expect(methods()).toEqual(['POST', 'POST']);
});

const error = (status: number, code: string): Scripted => ({ status, body: { error: { code, message: 'x' } } });

describe('answers of the connector', () => {
  const UNREACHABLE = { kind: 'unreachable' };
  const SUBCODE = { status: 403, body: { errorCode: 209, message: '{\n  "subCode": "MessageWritesBlocked"\n}' } };
  const outcomes: readonly [string, () => Promise<unknown>, readonly Scripted[], object, string][] = [
    ['412, then done', post, [{ status: 412 }], { kind: 'delivered' }, 'POST POST'],
    ['429, then done', post, [{ status: 429 }], { kind: 'delivered' }, 'POST POST'],
    [
      '502, 503, 504, then done',
      post,
      [{ status: 502 }, { status: 503 }, { status: 504 }],
      { kind: 'delivered' },
      'POST POST POST POST',
    ],
    ['503 to an edit, then done', edit, [{ status: 503 }], { kind: 'delivered', cardId: 'card-1' }, 'PUT PUT'],
    ['an edit cut off, then done', edit, ['cut off'], { kind: 'delivered', cardId: 'card-1' }, 'PUT PUT'],
    ['not in the roster', post, [error(403, 'BotNotInConversationRoster')], UNREACHABLE, 'POST'],
    ['blocked by the user', post, [error(403, 'ConversationBlockedByUser')], UNREACHABLE, 'POST'],
    ['blocked, said inside the message', post, [SUBCODE], UNREACHABLE, 'POST'],
    ['disabled by the administrator, on edit', edit, [error(403, 'BotDisabledByAdmin')], UNREACHABLE, 'PUT'],
    ['no such conversation', post, [error(404, 'ConversationNotFound')], UNREACHABLE, 'POST'],
    ['no such conversation, on edit', edit, [error(404, 'ConversationNotFound')], UNREACHABLE, 'PUT'],
    ['no such message', edit, [error(404, 'ActivityNotFoundInConversation')], { cardId: 'message-1' }, 'PUT POST'],
    ['a bare 404 to an edit', edit, [{ status: 404 }], { cardId: 'message-1' }, 'PUT POST'],
    ['a channel that edits nothing', edit, [{ status: 405 }], { cardId: 'message-1' }, 'PUT POST'],
    ['a channel that knows no edit', edit, [{ status: 501 }], { cardId: 'message-1' }, 'PUT POST'],
  ];

  test.each(outcomes)('%s', async (_name, act, answers, outcome, calls) => {
    channel.script(...answers);
    expect(await act()).toMatchObject(outcome);
    expect(methods().join(' ')).toBe(calls);
  });

  const failures: readonly [string, () => Promise<unknown>, readonly Scripted[], object, string][] = [
    [
      'a redirect',
      post,
      [{ status: 307, headers: { location: 'https://evil.test/' } }],
      { code: 'REDIRECTED' },
      'POST',
    ],
    ['501 to a post', post, [{ status: 501 }], { code: 'FAILED', status: 501 }, 'POST'],
    [
      '400 to the sentence as well',
      post,
      [error(400, 'BadSyntax'), error(400, 'BadSyntax')],
      { code: 'REFUSED', status: 400, reason: 'BadSyntax' },
      'POST POST',
    ],
  ];

  test.each(failures)('%s is an error and is not repeated', async (_name, act, answers, facts, calls) => {
    channel.script(...answers);
    const thrown: unknown = await act().catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(UpstreamError);
    expect(thrown).toMatchObject({ upstream: 'chat service', ...facts });
    expect(methods().join(' ')).toBe(calls);
  });
});

const REPEATED = "Teams didn't confirm my last message";
const INSTEAD = "I couldn't show the answer here";
const SHORTENED = 'Shortened, because';
/** What each call showed: the card, and its remarks or the sentence. */
const shown = (): readonly string[] =>
  channel.calls.map(({ method, activity }) => {
    const text = JSON.stringify(activity);
    const said = [REPEATED, INSTEAD, SHORTENED].filter((words) => text.includes(words));
    return [method, ...(text.includes('AdaptiveCard') ? ['card'] : []), ...said].join(' ');
  });

describe('a message that is refused', () => {
  const SERVICE_ERROR: Scripted = { status: 403, body: { error: { code: 'ServiceError', message: 'Unknown' } } };
  const answers: readonly [string, Scripted][] = [
    ['413', { status: 413 }],
    ['400', error(400, 'BadSyntax')],
    ['403 without a word we know', error(403, 'Forbidden')],
    ['a bare 404 to a post', { status: 404 }],
  ];

  test.each(answers)('is replaced by a sentence that says what to do: %s', async (_name, answer) => {
    channel.script(answer);
    expect(await post()).toEqual({ kind: 'delivered', cardId: 'message-1' });
    expect(shown()).toEqual(['POST card', `POST ${INSTEAD}`]);
    expect(channel.calls[1]?.activity).toMatchObject({ text: expect.stringContaining('restore status') });
    expect(log.text()).toContain('message-replaced');
  });

  test('gives a card that was to show it its end', async () => {
    channel.script({ status: 413 });
    expect(await edit()).toEqual({ kind: 'delivered', cardId: 'card-1' });
    expect(shown()).toEqual(['PUT card', `PUT ${INSTEAD}`]);
    expect(channel.calls[1]?.activityId).toBe('card-1');
  });

  test('is replaced in the language of the person', async () => {
    address = { ...address, locale: 'fr-FR' };
    channel.script({ status: 413 });
    await post();
    expect(channel.calls[1]?.activity).toMatchObject({ text: expect.stringContaining('Teams n’a pas accepté') });
  });

  test('never is by an older one, while a newer one waits', async () => {
    channel.script({ status: 413 });
    const forgetMe: View = { kind: 'forget-me' };
    const older = edit();
    while (channel.calls.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([older, announcer.edit(address, KEY, 'card-1', forgetMe)]);
    expect(JSON.stringify(channel.calls.at(-1))).toContain('forget-me');
  });

  test('for no reason is sent again, since nothing was delivered, and replaced if that does not end', async () => {
    channel.script(SERVICE_ERROR);
    await post();
    expect(shown()).toEqual(['POST card', 'POST card']);
    channel.script(...Array.from({ length: 7 }, () => SERVICE_ERROR));
    expect(await post()).toMatchObject({ kind: 'delivered' });
    expect(shown().at(-1)).toBe(`POST ${INSTEAD}`);
  });

  test('in a channel, where nobody waits for it, is not replaced', async () => {
    channel.script({ status: 400 });
    await expect(createChannelPost(announcer, '19:restores@thread.tacv2')(address, VIEW)).rejects.toThrow('400');
    expect(channel.calls).toHaveLength(1);
  });
});

describe('a post that may have been delivered', () => {
  test.each<[string, Scripted]>([
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['504', { status: 504 }],
    ['cut off', 'cut off'],
  ])('says so when it is sent again: %s', async (_name, answer) => {
    channel.script(answer);
    expect(await post()).toMatchObject({ kind: 'delivered' });
    await post();
    expect(shown()).toEqual(['POST card', `POST card ${REPEATED}`, 'POST card']);
  });

  test('says so when a later attempt sends it again, and no other message does', async () => {
    channel.script(...Array.from({ length: 7 }, (): Scripted => ({ status: 502 })));
    await expect(post()).rejects.toMatchObject({ status: 502 });
    await announcer.post(address, KEY, { kind: 'forget-me' });
    await announcer.post({ ...address, conversationId: 'a:other' }, { ...KEY, conversationId: 'a:other' }, VIEW);
    await post();
    expect(shown().slice(7)).toEqual(['POST card', 'POST card', `POST card ${REPEATED}`]);
  });

  test.each<[string, Scripted]>([
    ['412', { status: 412 }],
    ['429', { status: 429 }],
    ['503', { status: 503 }],
  ])('is none after %s', async (_name, answer) => {
    channel.script(answer);
    await post();
    expect(shown()).toEqual(['POST card', 'POST card']);
  });

  test.each<[string, Scripted]>([
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['cut off', 'cut off'],
  ])('is no edit, which repeats nothing: %s', async (_name, answer) => {
    channel.script(answer);
    expect(await edit()).toEqual({ kind: 'delivered', cardId: 'card-1' });
    expect(shown()).toEqual(['PUT card', 'PUT card']);
  });
});

describe('what nobody sends again', () => {
  const only = () => announcer.post(address, KEY, VIEW, 'only');

  test('is tried for minutes while nothing can have been delivered', async () => {
    channel.script({ status: 429, headers: { 'retry-after': '60' } });
    expect(await only()).toMatchObject({ kind: 'delivered' });
    expect(clock.slept).toEqual([60_000]);
    expect(shown()).toEqual(['POST card', 'POST card']);
  });

  test('is replaced by a sentence that says what to do', async () => {
    channel.script(...Array.from({ length: 7 }, (): Scripted => ({ status: 502 })));
    expect(await only()).toMatchObject({ kind: 'delivered' });
    expect(shown().at(-1)).toBe(`POST ${INSTEAD}`);
    expect(shown()).toHaveLength(8);
  });
});

describe('the size of a message', () => {
  const entries = (length: number) =>
    Array.from({ length }, (_, index) => ({
      type: 'Container',
      items: [
        { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: `Subject ${index}` }] },
        {
          type: 'ActionSet',
          actions: [{ type: 'Action.ToggleVisibility', title: 'Details', targetElements: [`details-${index}`] }],
        },
        {
          type: 'Container',
          id: `details-${index}`,
          isVisible: false,
          items: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'recipient '.repeat(60) }] }],
        },
        { type: 'Container', isVisible: false, items: [{ type: 'Input.Text', id: `field-${index}`, value: '受信者' }] },
      ],
    }));
  const withEntries = (length: number): CardAnnouncer => {
    const { bot, ...settings } = channel.settings();
    const token = new ConnectorToken({ settings: { ...settings, bot }, http, clock });
    const connector = new BotConnector({ ...settings, token, http, clock, log });
    const card = { type: 'AdaptiveCard', version: '1.5', body: entries(length) };
    return createAnnouncer({ connector, render: () => ({ card, summary: 'Results' }) });
  };
  const sizes = () => channel.calls.map(({ activity }) => messageBytes(activity));

  test('is counted as UTF-8, which is sent, and as UTF-16, in which Teams counts', () => {
    expect(messageBytes({ text: 'aa' })).toBe(2 * '{"text":"aa"}'.length);
    expect(messageBytes({ text: '受'.repeat(100) })).toBe(11 + 300);
  });

  test('stays below what Teams accepts: details go, inputs stay', async () => {
    const { card } = withEntries(100).renderForOwner(address, KEY, VIEW);
    await withEntries(100).post(address, KEY, VIEW);
    for (const text of [JSON.stringify(card), JSON.stringify(channel.calls[0]?.activity)]) {
      expect(text).toContain(SHORTENED);
      expect(text).toContain('Subject 99');
      expect(text).toContain('field-99');
      expect(text).not.toMatch(/recipient recipient|ToggleVisibility|"actions":\[\]/);
    }
    expect(sizes()[0]).toBeLessThanOrEqual(MESSAGE_LIMIT_BYTES);
  });

  test('is less each time that it is refused, until a sentence stands in its place', async () => {
    const tooLarge = { status: 413 };
    channel.script(tooLarge);
    await withEntries(20).post(address, KEY, VIEW);
    expect(shown()).toEqual(['POST card', `POST card ${SHORTENED}`]);
    channel.script(tooLarge, tooLarge);
    await withEntries(20).edit(address, KEY, 'card-1', VIEW);
    expect(shown().slice(2)).toEqual(['PUT card', `PUT card ${SHORTENED}`, `PUT ${INSTEAD}`]);
    await withEntries(1_000).post(address, KEY, VIEW);
    expect(shown().at(-1)).toBe(`POST ${INSTEAD}`);
  });

  test('of one that says that it is sent again is within the limit too', async () => {
    channel.script({ status: 502 });
    await withEntries(100).post(address, KEY, VIEW);
    expect(shown()).toEqual([`POST card ${SHORTENED}`, `POST card ${REPEATED} ${SHORTENED}`]);
    for (const size of sizes()) expect(size).toBeLessThanOrEqual(MESSAGE_LIMIT_BYTES);
  });
});

test('waits longer each time, and gives up within half a minute', async () => {
  const started = clock.now();
  channel.script(...Array.from({ length: 50 }, (): Scripted => ({ status: 503 })));
  await expect(post()).rejects.toMatchObject({ code: 'FAILED', status: 503 });
  expect(clock.slept).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  expect(clock.now() - started).toBeLessThanOrEqual(30_000);
});

test('waits for Retry-After, in seconds or as a date', async () => {
  channel.script(
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 429, headers: { 'retry-after': new Date(clock.now() + 16_000).toUTCString() } },
  );
  await post();
  expect(clock.slept[0]).toBe(7_000);
  expect(clock.slept[1]).toBeGreaterThan(7_000);
  expect(clock.slept[1]).toBeLessThanOrEqual(9_000);
});

test('gives up at once where Retry-After exceeds the deadline', async () => {
  channel.script({ status: 429, headers: { 'retry-after': '60' } });
  await expect(post()).rejects.toMatchObject({ code: 'THROTTLED', retryAfterSeconds: 60 });
  expect(clock.slept).toEqual([]);
});

test('repeats a post where nothing was sent', async () => {
  await post();
  await channel.close();
  // Until the connection kept is seen to be closed: what was written to it may have been read.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(post()).rejects.toMatchObject({ code: 'NO_ANSWER', reason: 'ECONNREFUSED' });
  expect(clock.slept.length).toBeGreaterThan(3);
  channel = await startChannel();
});

test('sends nothing, and no token, to a service URL that is not allowed', async () => {
  const other = await startChannel();
  address = { ...address, serviceUrl: other.serviceUrl };
  await expect(post()).rejects.toMatchObject({ code: 'REFUSED', reason: 'service-url-not-allowed' });
  await announcer.typing(address);
  expect(other.calls).toEqual([]);
  expect(channel.asked.token).toBe(0);
  await other.close();
});

describe("the bot's own token", () => {
  test('is requested once for concurrent messages', async () => {
    channel.tokenDelay = 30;
    const sends = Array.from({ length: 20 }, (_, index) =>
      announcer.post({ ...address, conversationId: `a:${index}` }, KEY, VIEW),
    );
    await Promise.all(sends);
    await post();
    expect(channel.asked.token).toBe(1);
    expect(channel.calls).toHaveLength(21);
  });

  test('is requested again five minutes before its expiry', async () => {
    await post();
    await clock.advance(3_299_000);
    await post();
    expect(channel.asked.token).toBe(1);
    await clock.advance(2_000);
    await post();
    expect(channel.asked.token).toBe(2);
  });

  test('is replaced once when the connector refuses it', async () => {
    await post();
    channel.revokeTokens();
    expect(await post()).toMatchObject({ kind: 'delivered' });
    expect(channel.asked.token).toBe(2);
    channel.script({ status: 401 }, { status: 401 });
    await expect(post()).rejects.toMatchObject({ code: 'REFUSED', status: 401 });
    expect(channel.asked.token).toBe(3);
  });

  test('is retried within the same half minute while it is unavailable', async () => {
    channel.away = true;
    await expect(post()).rejects.toMatchObject({ code: 'FAILED', status: 503 });
    expect(channel.calls).toEqual([]);
    channel.away = false;
    expect(await post()).toMatchObject({ kind: 'delivered' });
  });

  test('and the password appear in no log line and no error', async () => {
    channel.script({ status: 500, body: { error: { code: APP_PASSWORD } } });
    const caught: unknown = await post().catch((thrown: unknown) => thrown);
    const logged = `${log.text()} ${String(caught)} ${JSON.stringify(caught)}`;
    expect(logged).not.toContain('connector-token');
  });
});

test('sends at most seven messages a second to a conversation, without delaying others', async () => {
  const started = clock.now();
  for (let count = 0; count < 7; count += 1) await post();
  expect(clock.now()).toBe(started);
  await announcer.post({ ...address, conversationId: 'a:other' }, KEY, VIEW);
  expect(clock.now()).toBe(started);
  await post();
  expect(clock.now()).toBe(started + 1_000);
});

test('sends the newest of several edits last, and skips those that were still waiting', async () => {
  const moved: View = { kind: 'sign-in-moved', organization: 'Contoso', askedBy: 'Ada' };
  const forgetMe: View = { kind: 'forget-me' };
  const kinds = () =>
    channel.calls.map(({ activity }) => /forget-me|sign-in-moved/.exec(JSON.stringify(activity))?.[0]);
  channel.script({ status: 503 }, { status: 503 });
  const both = await Promise.all([moved, forgetMe].map((view) => announcer.edit(address, KEY, 'card-1', view)));
  expect(both).toEqual([
    { kind: 'delivered', cardId: 'card-1' },
    { kind: 'delivered', cardId: 'card-1' },
  ]);
  expect(kinds()).toEqual(['forget-me', 'forget-me', 'forget-me']);

  // One that is on its way is not called back; what comes after it goes in its order.
  const first = announcer.edit(address, KEY, 'card-2', moved);
  while (channel.calls.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([
    first,
    announcer.edit(address, KEY, 'card-2', moved),
    announcer.edit(address, KEY, 'card-2', forgetMe),
    announcer.edit(address, KEY, 'card-3', moved),
  ]);
  const later = kinds().slice(3);
  expect(later).toHaveLength(3);
  expect(later.filter((kind) => kind === 'forget-me')).toHaveLength(1);
});

test('a card that is retired is edited, and nothing is posted where it is gone', async () => {
  const retire = (cardId: string) => announcer.retire(address, KEY, cardId, VIEW);
  expect(await retire('card-1')).toEqual({ kind: 'delivered', cardId: 'card-1' });
  channel.script({ status: 404 }, error(404, 'ConversationNotFound'));
  expect(await retire('card-1')).toEqual({ kind: 'delivered', cardId: 'card-1' });
  expect(await retire('card-1')).toMatchObject({ kind: 'unreachable' });
  expect(await retire('')).toEqual({ kind: 'delivered', cardId: '' });
  expect(methods()).toEqual(['PUT', 'PUT', 'PUT']);
});

test('an edit that is refused for its address does not block the next one', async () => {
  const elsewhere = { ...address, serviceUrl: 'https://elsewhere.example/' };
  await expect(announcer.edit(elsewhere, KEY, 'card-1', VIEW)).rejects.toThrow(/REFUSED/);

  expect(await edit()).toEqual({ kind: 'delivered', cardId: 'card-1' });
});

describe('typing', () => {
  test('is shown at once', async () => {
    await announcer.typing(address);
    expect(channel.calls).toMatchObject([{ method: 'POST', activity: { type: 'typing' } }]);
  });

  test('is not repeated and never throws', async () => {
    channel.script('cut off', { status: 503 });
    await announcer.typing(address);
    await announcer.typing(address);
    expect(methods()).toEqual(['POST', 'POST']);
    expect(clock.slept).toEqual([]);
  });

  test('is skipped where it would delay messages', async () => {
    for (let count = 0; count < 7; count += 1) await post();
    await announcer.typing(address);
    expect(channel.calls).toHaveLength(7);
  });
});

test('a line in a channel goes to the channel alone, and says nothing of the person', async () => {
  const post = createChannelPost(announcer, '19:restores@thread.tacv2');
  await post({ ...address, zone: 'Europe/Berlin' }, VIEW);
  const [sent] = channel.calls;
  expect(JSON.stringify(sent)).not.toMatch(/Ada Operator|29:person|a:conversation/);
  expect(JSON.stringify(sent)).toContain('19:restores@thread.tacv2');
  expect(contexts[0]).toMatchObject({ place: 'channel', audience: 'everyone', owner: { name: undefined } });
});
