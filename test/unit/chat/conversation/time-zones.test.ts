import { createTimeZones } from '../../../../src/chat/conversation/time-zones.ts';
import type { Asker } from '../../../../src/core/person.ts';

function asker(personId: string, zone?: string): Asker {
  const address = {
    channelId: 'msteams',
    serviceUrl: 'https://smba.trafficmanager.net/emea/',
    conversationId: 'a:conversation',
    place: 'personal',
    tenantId: 'tenant',
    userId: '29:person',
    botId: '28:bot',
    zone,
  } as const;
  return {
    key: { conversationId: address.conversationId, personId },
    person: { objectId: personId, tenantId: 'tenant', name: 'Ada' },
    address,
  };
}

test('the zone named last is recalled where none is named, for each person apart', () => {
  const zones = createTimeZones();
  const zoneOf = (...who: Parameters<typeof asker>) => zones.recall(asker(...who)).address.zone;
  expect(zoneOf('ada')).toBeUndefined();
  expect(zoneOf('ada', 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(zoneOf('ada')).toBe('Europe/Berlin');
  expect(zoneOf('ben')).toBeUndefined();
  expect(zoneOf('ada', 'Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(zoneOf('ada')).toBe('Asia/Tokyo');
});

test('whoever was heard of least lately is forgotten first, so that it never grows without end', () => {
  const zones = createTimeZones();
  const zoneOf = (who: string) => zones.recall(asker(who)).address.zone;
  for (let index = 0; index < 10_000; index += 1) zones.recall(asker(`p${index}`, 'UTC'));
  expect(zoneOf('p0')).toBe('UTC');
  zones.recall(asker('one more', 'UTC'));
  expect([zoneOf('p0'), zoneOf('p1'), zoneOf('p2')]).toEqual(['UTC', undefined, 'UTC']);
});
