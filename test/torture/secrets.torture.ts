import { formsOf, rotateKeys, searchForSecrets } from './secrets.ts';

test('a secret is found in every encoding', () => {
  const secret = 'a secret/with+all=of&it';
  const inside = [`x ${secret} y`, encodeURIComponent(secret), Buffer.from(`{"t":"${secret}"}`).toString('base64')];
  for (const text of inside) expect(formsOf(secret).some((form) => text.includes(form))).toBe(true);
});

test('nothing printed, queued, shown or stored in plain text holds a secret, not even after a crash', async () => {
  const { problems, secrets } = await searchForSecrets();
  expect(problems).toEqual([]);
  expect(secrets).toBeGreaterThan(10);
}, 120_000);

test('a new key seals, an old one opens, a removed one requires a new sign-in, and a copied blob opens for nobody', async () => {
  expect(await rotateKeys()).toEqual([]);
}, 90_000);
