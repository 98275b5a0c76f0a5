/** Where somebody who writes in a shared place is written to alone, who is a guest, and who is in a team. */
import { createRoster } from '../../../../src/chat/outbound/roster.ts';
import type { ChannelReply, ChannelRequest } from '../../../../src/chat/outbound/http.ts';
import { createRecordingLog } from '../../../fakes/records.ts';
import { anAddress, anAsker } from '../../../support/builders.ts';

const SERVICE = 'https://smba.trafficmanager.net/emea';
const inChannel = anAsker({
  key: { conversationId: '19:channel', personId: 'olga' },
  address: anAddress({ place: 'channel', conversationId: '19:channel;messageid=1', teamId: '19:team' }),
});

function bench(...answers: readonly (readonly [status: number, body?: unknown])[]) {
  const sent: ChannelRequest[] = [];
  const left = [...answers];
  const invalidated: string[] = [];
  const log = createRecordingLog();
  const roster = createRoster({
    log,
    allowedServiceUrls: [],
    token: { get: async () => 'bearer', invalidate: (token) => void invalidated.push(token ?? '') },
    http: {
      async send(request): Promise<ChannelReply> {
        sent.push(request);
        const [status, body] = left.shift() ?? [500];
        return { kind: 'answered', status, text: JSON.stringify(body ?? {}), retryAfterSeconds: undefined };
      },
    },
  });
  return { ...roster, sent, invalidated, log };
}

const MEMBER = { email: 'olga@contoso.com', userPrincipalName: 'olga@contoso.onmicrosoft.com', userRole: 'user' };

test('a chat with the person is asked for, and what the chat service knows of them', async () => {
  const { personalChat, sent } = bench([201, { id: 'a:olga' }], [200, MEMBER]);
  const { teamId: _team, ...address } = inChannel.address;
  expect(await personalChat(inChannel)).toEqual({
    kind: 'found',
    key: { conversationId: 'a:olga', personId: 'olga' },
    address: { ...address, conversationId: 'a:olga', place: 'personal' },
    mail: 'olga@contoso.com',
    signInName: 'olga@contoso.onmicrosoft.com',
    isGuest: false,
  });
  const { tenantId, userId, botId } = address;
  expect(sent.map(({ method, url }) => [method, url])).toEqual([
    ['POST', `${SERVICE}/v3/conversations`],
    ['GET', `${SERVICE}/v3/conversations/a%3Aolga/members/29%3Aolga`],
  ]);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    bot: { id: botId },
    members: [{ id: userId }],
    tenantId,
    channelData: { tenant: { id: tenantId } },
    isGroup: false,
  });
});

test('in the personal chat itself none is asked for', async () => {
  const { personalChat, sent } = bench([200, MEMBER]);
  const asker = anAsker();
  expect(await personalChat(asker)).toMatchObject({ kind: 'found', key: asker.key, address: asker.address });
  expect(sent).toHaveLength(1);
});

test('from a chat of two people, which the bot is not in, that with the person is asked for', async () => {
  const answers = [
    [403, { error: { code: 'BotNotInConversationRoster' } }],
    [201, { id: 'a:olga' }],
    [200, MEMBER],
  ] as const;
  const { personalChat, sent } = bench(...answers);
  const asker = anAsker({ key: { conversationId: '19:two@unq.gbl.spaces', personId: 'olga' } });
  expect(await personalChat(asker)).toMatchObject({
    kind: 'found',
    key: { conversationId: 'a:olga', personId: 'olga' },
    address: { conversationId: 'a:olga', place: 'personal' },
  });
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

test.each<[string, object]>([
  ['by role', { ...MEMBER, userRole: 'guest' }],
  ['by role, in another case', { ...MEMBER, userRole: 'Guest' }],
  ['as one who has no account', { ...MEMBER, userRole: 'anonymous' }],
  ['by name', { ...MEMBER, userRole: 'user', userPrincipalName: 'olga_other.com#EXT#@contoso.onmicrosoft.com' }],
])('a guest is known %s', async (_, member) => {
  expect(await bench([200, member]).personalChat(anAsker())).toMatchObject({ isGuest: true });
  expect(await bench([200, member]).isGuest(anAddress())).toBe(true);
});

test.each<[string, ...(readonly [number, unknown?])[]]>([
  ['the app is not installed', [403, { error: { code: 'BotNotInConversationRoster' } }]],
  ['there is no such person', [400]],
  ['the answer has no id', [201, {}]],
  ['they are no member of it', [201, { id: 'a:olga' }], [404]],
  ['the member cannot be read', [201, { id: 'a:olga' }], [200, 'nonsense']],
])('there is none where %s', async (_, ...answers) => {
  expect(await bench(...answers).personalChat(inChannel)).toEqual({ kind: 'none' });
});

test('a refused token is replaced once', async () => {
  const { personalChat, sent, invalidated } = bench([401], [201, { id: 'a:olga' }], [200, MEMBER]);
  expect(await personalChat(inChannel)).toMatchObject({ kind: 'found' });
  expect([sent.length, invalidated]).toEqual([3, ['bearer']]);
  await expect(bench([401], [401]).personalChat(inChannel)).rejects.toThrow('chat service');
});

test('who is no guest, and who is not there', async () => {
  expect(await bench([401], [200, MEMBER]).isGuest(anAddress())).toBe(false);
  expect(await bench([404]).isGuest(anAddress())).toBeUndefined();
  await expect(bench([503]).isGuest(anAddress())).rejects.toMatchObject({ upstream: 'chat service' });
});

test('a fault of the chat service is no answer', async () => {
  await expect(bench([503]).personalChat(inChannel)).rejects.toMatchObject({ upstream: 'chat service' });
});

test('the token goes to no other host', async () => {
  const { personalChat, sent } = bench();
  const elsewhere = { ...inChannel, address: { ...inChannel.address, serviceUrl: 'https://evil.example/' } };
  await expect(personalChat(elsewhere)).rejects.toMatchObject({ code: 'REFUSED' });
  expect(sent).toEqual([]);
});

describe('a team', () => {
  const TEAM = '19:team@thread.tacv2';
  const olga = { id: '29:olga', aadObjectId: 'OID-OF-OLGA', tenantId: 'TENANT', name: 'Olga' };

  test('is read page by page', async () => {
    const next = { continuationToken: 'more=1', members: [olga] };
    const last = { members: [{ ...olga, id: '29:otto', aadObjectId: 'oid-of-otto', name: 'Otto' }] };
    const { members, sent } = bench([200, next], [200, last]);
    expect(await members(TEAM, anAddress({ serviceUrl: SERVICE }))).toEqual([
      { userId: '29:olga', objectId: 'oid-of-olga', tenantId: 'tenant', name: 'Olga' },
      { userId: '29:otto', objectId: 'oid-of-otto', tenantId: 'tenant', name: 'Otto' },
    ]);
    const path = `${SERVICE}/v3/conversations/19%3Ateam%40thread.tacv2/pagedmembers?pageSize=500`;
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['GET', path],
      ['GET', `${path}&continuationToken=more%3D1`],
    ]);
  });

  test('leaves out whoever has no object id, such as a bot', async () => {
    const { members } = bench([200, { members: [{ id: '28:bot' }, 'nonsense', olga] }]);
    expect(await members(TEAM, anAddress())).toMatchObject([{ objectId: 'oid-of-olga' }]);
  });

  test.each([403, 404])('has nobody in it where the bot is not (%i), and the log says so', async (status) => {
    const { members, log } = bench([status]);
    expect(await members(TEAM, anAddress())).toEqual([]);
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { event: 'team-unreachable', team: TEAM } }]);
  });

  test('ends, however many pages the chat service says that there are', async () => {
    const { members, sent } = bench(
      ...Array.from({ length: 60 }, () => [200, { members: [olga], continuationToken: 'again' }] as const),
    );
    expect(await members(TEAM, anAddress())).toHaveLength(50);
    expect(sent).toHaveLength(50);
  });

  test('a member is written to in a chat of their own, in the language of who asks', async () => {
    const member = { userId: '29:otto', objectId: 'oid-of-otto', tenantId: 'tenant', name: 'Otto' };
    const { chatWith, sent } = bench([201, { id: 'a:otto' }]);
    const via = anAddress({
      serviceUrl: SERVICE,
      place: 'channel',
      teamId: TEAM,
      zone: 'Europe/Berlin',
      locale: 'de-DE',
    });
    const chat = await chatWith(member, via);
    expect(chat).toMatchObject({ conversationId: 'a:otto', place: 'personal', userId: '29:otto', userName: 'Otto' });
    expect(chat).toMatchObject({ locale: 'de-DE', tenantId: 'tenant' });
    expect(chat).not.toHaveProperty('teamId');
    expect(chat).not.toHaveProperty('zone');
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ members: [{ id: '29:otto' }], isGroup: false });
    expect(await bench([403]).chatWith(member, via)).toBeUndefined();
  });
});
