import { readClaims } from '../../../src/upstream/directory.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenWith = (claims: unknown): string => `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;

test('reads ids and account', () => {
  const claims = { oid: 'user-1', tid: 'tenant-1', name: 'Zoë', preferred_username: 'zoe@contoso.example' };
  expect(readClaims(tokenWith(claims))).toEqual({ oid: 'user-1', tid: 'tenant-1', account: 'zoe@contoso.example' });
});

test('takes the first account claim that is a text', () => {
  const claims = { name: 'n', email: 'e', unique_name: 'u', upn: 'p', preferred_username: 7 };
  const order: (string | undefined)[] = [];
  for (const claim of ['preferred_username', 'upn', 'unique_name', 'email', 'name', 'none']) {
    delete (claims as Record<string, unknown>)[claim];
    order.push(readClaims(tokenWith(claims)).account);
  }
  expect(order).toEqual(['p', 'u', 'e', 'n', undefined, undefined]);
});

test('takes control characters out of an account and bounds it', () => {
  const account = readClaims(tokenWith({ upn: `\u202Ea\nb\u0000${'c '.repeat(1_000)}` })).account;
  expect(account).toMatch(/^a b c c/);
  expect(account?.length).toBeLessThanOrEqual(256);
});

test.each<[string, unknown]>([
  ['a number', 7],
  ['empty', ''],
  ['a pair', 'a.b'],
  ['two words', 'a b'],
  ['too long', 'a'.repeat(129)],
])('leaves out an id that is %s', (_name, id) => {
  expect(readClaims(tokenWith({ oid: id, tid: id }))).toEqual({ oid: undefined, tid: undefined, account: undefined });
});

test.each<[string, string]>([
  ['empty', ''],
  ['opaque', 'EwB4A8l6'],
  ['three dots', '...'],
  ['an encrypted token', 'a.b.c.d.e'],
  ['no JSON inside', 'e30.bm90anNvbg.x'],
  ['a list inside', `e30.${encode([])}.x`],
  ['null inside', `e30.${encode(null)}.x`],
])('never throws over a token that is %s', (_name, token) => {
  expect(readClaims(token)).toEqual({ oid: undefined, tid: undefined, account: undefined });
});
