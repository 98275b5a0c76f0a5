import { formsOf, rotateKeys, searchForSecrets } from './secrets.ts';

test('finds a secret in whatever it was turned into', () => {
  const secret = 'a secret/with+all=of&it';
  const inside = [`x ${secret} y`, encodeURIComponent(secret), Buffer.from(`{"t":"${secret}"}`).toString('base64')];
  for (const text of inside) expect(formsOf(secret).some((form) => text.includes(form))).toBe(true);
});

test('nothing that is printed, queued, shown or stored plainly holds a secret, a crash included', async () => {
  const { problems, secrets } = await searchForSecrets();
  expect(problems).toEqual([]);
  expect(secrets).toBeGreaterThan(10);
}, 120_000);

test('a new key seals, an old one opens, a removed one asks for a new sign-in, a copied blob opens for nobody', async () => {
  expect(await rotateKeys()).toEqual([]);
}, 90_000);
