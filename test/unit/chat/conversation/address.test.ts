import type { Activity } from 'botbuilder';

import { outgoing, readAsker, TimeZones } from '../../../../src/chat/conversation/address.ts';
import { APP_ID, TENANT, USER, anActivity } from '../../../support/channel.ts';

const SERVICE_URL = 'https://smba.trafficmanager.net/emea/';

const activity = (overrides: Readonly<Record<string, unknown>> = {}): Activity =>
  anActivity(SERVICE_URL, overrides) as Activity;

test('reads who sent an activity and from where', () => {
  expect(readAsker(activity())).toEqual({
    key: { conversationId: 'a:conversation', personId: USER },
    person: { objectId: USER, tenantId: TENANT, name: 'Ada Operator' },
    address: {
      channelId: 'msteams',
      serviceUrl: SERVICE_URL,
      conversationId: 'a:conversation',
      place: 'personal',
      tenantId: TENANT,
      userId: '29:person',
      botId: `28:${APP_ID}`,
      userName: 'Ada Operator',
      locale: 'en-GB',
    },
  });
});

test("identifies a person by the object id in lower case, or else by the channel's user id", () => {
  const upper = activity({ from: { id: '29:x', name: 'X', aadObjectId: USER.toUpperCase() } });
  expect(readAsker(upper)).toMatchObject({ key: { personId: USER }, person: { objectId: USER } });
  for (const aadObjectId of [undefined, null, '']) {
    const without = readAsker(activity({ from: { id: '29:X', aadObjectId } }));
    expect(without).toMatchObject({ key: { personId: '29:X' }, person: { objectId: undefined, name: '' } });
  }
});

test.each([
  ['de-DE', 'de-DE', 'fr-FR'],
  ['fr-FR', undefined, 'fr-FR'],
  ['fr-FR', null, 'fr-FR'],
  [undefined, undefined, undefined],
  [undefined, undefined, 7],
])('the language is %s where the activity says %s, and its client %s', (expected, locale, ofClient) => {
  const { address } = readAsker(activity({ locale, entities: [{ type: 'clientInfo', locale: ofClient }] }));
  expect(address.locale).toBe(expected);
});

test('replies go to the thread of a channel, while its state belongs to the whole conversation', () => {
  const id = '19:general@thread.tacv2;messageid=1700000000000';
  const { key, address } = readAsker(activity({ conversation: { id, conversationType: 'channel', tenantId: TENANT } }));
  expect(address.conversationId).toBe(id);
  expect(key.conversationId).toBe('19:general@thread.tacv2');
});

test.each([
  [{ conversationType: 'personal' }, 'personal'],
  [{ conversationType: 'groupChat' }, 'group chat'],
  [{ conversationType: 'channel' }, 'channel'],
  [{ conversationType: 'meeting' }, 'group chat'],
  [{ conversationType: 'meeting', isGroup: false }, 'group chat'],
  [{ conversationType: '' }, 'group chat'],
  [{}, 'group chat'],
  [{ isGroup: true }, 'group chat'],
  [{ isGroup: false }, 'personal'],
])('a conversation with %j is a %s one', (conversation, place) => {
  const { address } = readAsker(activity({ conversation: { id: 'c', ...conversation } }));
  expect(address.place).toBe(place);
});

test('reads the team of a channel', () => {
  const teams = ['19:team', '', null, undefined].map((id) => readAsker(activity({ channelData: { team: { id } } })));
  expect(teams.map(({ address }) => address.teamId)).toEqual(['19:team', undefined, undefined, undefined]);
});

test('reads the tenant from the channel data where the conversation has none', () => {
  const { address } = readAsker(
    activity({ conversation: { id: 'c' }, channelData: { tenant: { id: TENANT.toUpperCase() } } }),
  );
  expect(address.tenantId).toBe(TENANT);
});

test('an outgoing activity comes from the bot and goes to the person, in their conversation', () => {
  const { address } = readAsker(
    activity({ conversation: { id: 'c', conversationType: 'groupChat', tenantId: TENANT } }),
  );
  expect(outgoing(address)).toEqual({
    channelId: 'msteams',
    serviceUrl: SERVICE_URL,
    conversation: { id: 'c', isGroup: true, conversationType: 'groupChat', name: '', tenantId: TENANT },
    from: { id: `28:${APP_ID}`, name: '', role: 'bot' },
    recipient: { id: '29:person', name: '' },
    locale: 'en-GB',
  });
});

describe('the time zone', () => {
  const info = (timezone: unknown) => ({ entities: [{ type: 'mention' }, { type: 'clientInfo', timezone }] });

  test.each<[object, string | undefined]>([
    [info('Europe/Berlin'), 'Europe/Berlin'],
    [info('europe/berlin'), 'Europe/Berlin'],
    [{ localTimezone: 'America/New_York' }, 'America/New_York'],
    [{ ...info('Asia/Tokyo'), localTimezone: 'America/New_York' }, 'Asia/Tokyo'],
    [{ entities: [{ type: 'clientInfo', platform: 'Web' }], localTimezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    [{ ...info('Atlantis/Capital'), localTimezone: 'America/New_York' }, 'America/New_York'],
    [{ ...info(''), localTimezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    [{ ...info(`Europe/${'B'.repeat(100)}`), localTimezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
    [{ entities: [{ type: 'clientInfo' }, ...info('Asia/Tokyo').entities] }, 'Asia/Tokyo'],
    [{ entities: null, localTimezone: null }, undefined],
    [{}, undefined],
    [info('Atlantis/Capital'), undefined],
    [info(''), undefined],
    [info(7), undefined],
    [info({ toString: 'UTC' }), undefined],
    [info(`Europe/${'B'.repeat(100)}`), undefined],
  ])('%j', (fields, zone) => {
    expect(readAsker(activity({ ...fields })).address.zone).toBe(zone);
  });

  test('is checked once for each of its names', () => {
    const checks = jest.spyOn(Intl, 'DateTimeFormat');
    const zones = ['Africa/Nairobi', 'africa/nairobi', 'Africa/Nairobi', 'africa/nairobi'].map(
      (localTimezone) => readAsker(activity({ localTimezone })).address.zone,
    );
    expect(zones).toEqual(Array(4).fill('Africa/Nairobi'));
    expect(checks).toHaveBeenCalledTimes(2);
    checks.mockRestore();
  });

  const zoneOf = (zones: TimeZones, person: string, localTimezone?: string) =>
    zones.recall(readAsker(activity({ from: { id: person }, localTimezone }))).address.zone;

  test('of the last activity that named one is recalled for each person', () => {
    const zones = new TimeZones();
    expect(zoneOf(zones, 'ada')).toBeUndefined();
    expect(zoneOf(zones, 'ada', 'Europe/Berlin')).toBe('Europe/Berlin');
    expect(zoneOf(zones, 'ada')).toBe('Europe/Berlin');
    expect(zoneOf(zones, 'ben')).toBeUndefined();
    expect(zoneOf(zones, 'ada', 'Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(zoneOf(zones, 'ada')).toBe('Asia/Tokyo');
  });

  test('is forgotten for the person who was active least recently once ten thousand are remembered', () => {
    const zones = new TimeZones();
    const ada = readAsker(activity());
    const recall = (personId: string, zone?: string) =>
      zones.recall({ ...ada, key: { ...ada.key, personId }, address: { ...ada.address, zone } }).address.zone;
    for (let index = 0; index < 10_000; index += 1) recall(`p${index}`, 'UTC');
    expect(recall('p0')).toBe('UTC');
    recall('one more', 'UTC');
    expect([recall('p0'), recall('p1'), recall('p2')]).toEqual(['UTC', undefined, 'UTC']);
  });
});
