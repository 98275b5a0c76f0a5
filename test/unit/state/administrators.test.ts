import { randomBytes } from 'node:crypto';
import { createAdministrators } from '../../../src/state/administrators.ts';
import { createSealer } from '../../../src/state/blobs/encryption.ts';
import type { Storage } from '../../../src/state/azure/storage.ts';
import { sharedAzurite, type TestStorage } from '../../support/azurite.ts';
import { anAddress } from '../../support/builders.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { createRecordingLog } from '../../fakes/records.ts';

const sealer = createSealer([{ kid: 'k', key: new Uint8Array(randomBytes(32)) }]);

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
});

const here = () => createAdministrators({ container: storage.container, sealer, log: createRecordingLog() });

async function onlyBlob(): Promise<{ readonly name: string; readonly body: string; readonly version: string }> {
  for await (const { name } of storage.container.listBlobsFlat({ prefix: 'administrators/' })) {
    const blob = storage.container.getBlockBlobClient(name);
    const { etag = '' } = await blob.getProperties();
    return { name, body: (await blob.downloadToBuffer()).toString(), version: etag };
  }
  throw new Error('no blob');
}

test('an address is saved, written only when it changes, and erased', async () => {
  const administrators = here();
  expect(await administrators.find('a')).toBeUndefined();
  await administrators.save('a', anAddress());
  const { version } = await onlyBlob();
  await here().save('a', { ...anAddress(), userName: undefined });
  expect((await onlyBlob()).version).toBe(version);
  await administrators.save('a', anAddress({ serviceUrl: 'https://elsewhere.example/' }));
  expect(await here().find('a')).toEqual(anAddress({ serviceUrl: 'https://elsewhere.example/' }));
  expect(await administrators.all()).toEqual(['a']);
  await administrators.erase('a');
  await administrators.erase('a');
  expect([await administrators.find('a'), await administrators.all()]).toEqual([undefined, []]);
});

test('an address that is saved once more is not compared again for a while, unless it was erased meanwhile', async () => {
  const administrators = here();
  await administrators.save('a', anAddress());
  const { version } = await onlyBlob();
  await here().erase('a');
  // By another instance: it is noticed later.
  await administrators.save('a', anAddress());
  expect(await administrators.find('a')).toBeUndefined();
  await administrators.erase('a');
  await administrators.save('a', anAddress());
  expect(await administrators.find('a')).toEqual(anAddress());
  expect((await onlyBlob()).version).not.toBe(version);
});

test('an address that is saved anew after the app was added again is kept by what ends the removal before', async () => {
  const clock = createFakeClock();
  const at = () => createAdministrators({ container: storage.container, sealer, log: createRecordingLog(), clock });
  const administrators = at();
  await administrators.save('a', anAddress());
  const removedAt = clock.now();
  await clock.advance(1_000);
  await administrators.save('a', anAddress());
  await at().erase('a', removedAt);
  expect(await administrators.find('a')).toBeUndefined();

  await administrators.save('a', anAddress(), clock.now());
  await clock.advance(1_000);
  await administrators.save('a', anAddress(), clock.now());
  // Storage was away when the event before came.
  await administrators.save('a', anAddress(), clock.now() - 1_000);
  await at().erase('a', removedAt + 1_500);
  expect(await administrators.find('a')).toEqual(anAddress());
  await at().erase('a', clock.now());
  expect(await administrators.find('a')).toBeUndefined();
});

test('that the app was added takes nothing from the address of the same chat, and changes none that is newer', async () => {
  const clock = createFakeClock();
  const at = () => createAdministrators({ container: storage.container, sealer, log: createRecordingLog(), clock });
  const whole = anAddress({ userName: 'Mika', locale: 'de-DE', zone: 'Europe/Berlin' });
  const bare = anAddress({ userName: undefined, locale: undefined, zone: undefined });
  await at().save('a', whole, clock.now());
  await at().save('a', bare, clock.now());
  expect(await at().find('a')).toEqual(whole);
  await at().save('a', { ...bare, conversationId: 'a:other' }, clock.now());
  expect((await at().find('a'))?.locale).toBeUndefined();

  const addedAt = clock.now();
  await clock.advance(1_000);
  await at().save('a', whole);
  await at().save('a', { ...bare, conversationId: 'a:other' }, addedAt);
  expect(await at().find('a')).toEqual(whole);
});

test('two instances that save an address at once agree on one', async () => {
  const addresses = ['x', 'y', 'z'].map((userName) => anAddress({ userName }));
  await Promise.all(addresses.map((address) => here().save('a', address)));
  expect(addresses).toContainEqual(await here().find('a'));
});

test.each([
  ['edited', (body: string) => body.replace('smba.trafficmanager.net', 'evil.example')],
  ['replaced by text that is not JSON', () => '{'],
  ['emptied', () => ''],
])('an address that was %s counts as none and is saved again', async (_, spoil) => {
  await here().save('a', anAddress());
  const { name, body } = await onlyBlob();
  const spoilt = spoil(body);
  await storage.container.getBlockBlobClient(name).upload(spoilt, Buffer.byteLength(spoilt));
  expect(await here().find('a')).toBeUndefined();
  await here().save('a', anAddress());
  expect(await here().find('a')).toEqual(anAddress());
});

test('the address of one administrator does not open as the address of another', async () => {
  await here().save('a', anAddress());
  await here().save('b', anAddress({ conversationId: 'a:of-b' }));
  const body = JSON.stringify({ ...(JSON.parse((await onlyBlob()).body) as object), objectId: 'a' });
  for await (const { name } of storage.container.listBlobsFlat({ prefix: 'administrators/' })) {
    await storage.container.getBlockBlobClient(name).upload(body, Buffer.byteLength(body));
  }
  const found = [await here().find('a'), await here().find('b')].filter((address) => address !== undefined);
  expect(found.length).toBeLessThanOrEqual(1);
});
