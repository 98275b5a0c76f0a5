import { createMapAdapter } from '../../../local/identity-provider/map-adapter.ts';

test('forgets entries that expired ten minutes ago, with their user codes', async () => {
  let now = 0;
  const adapterFor = createMapAdapter(() => now);
  const codes = adapterFor('DeviceCode');
  await codes.upsert('a', { userCode: 'AAAA', exp: 900 }, 900);
  now = 900_000;
  await codes.upsert('b', { userCode: 'BBBB', exp: 1800 }, 900);
  expect(await codes.find('a')).toBeDefined();
  now = 1_500_000;
  await codes.upsert('c', { userCode: 'CCCC', exp: 2400 }, 900);
  expect(await codes.find('a')).toBeUndefined();
  expect(await codes.findByUserCode('AAAA')).toBeUndefined();
  expect(await codes.findByUserCode('BBBB')).toMatchObject({ userCode: 'BBBB' });
  expect(adapterFor.size()).toBe(2);
});

test('keeps entries without an expiry, and marks consumed ones', async () => {
  const grants = createMapAdapter(() => 0)('Grant');
  await grants.upsert('a', { kind: 'Grant' });
  await grants.consume('a');
  expect(await grants.find('a')).toMatchObject({ consumed: 0 });
  await grants.destroy('a');
  expect(await grants.find('a')).toBeUndefined();
});
