import { SignJWT, exportJWK, generateKeyPair } from 'jose';

import { TokenVerifier, type TokenVerdict } from '../../../../src/chat/inbound/token-verifier.ts';
import type { KeySearch } from '../../../../src/chat/inbound/signing-keys.ts';
import { createFakeClock, type FakeClock } from '../../../fakes/clock.ts';

const pair = generateKeyPair('RS256', { extractable: true });
const ISSUER = 'https://api.channel.test';

let clock: FakeClock;
let searches: number;
let verify: (authorization: string | undefined) => Promise<TokenVerdict>;
let search: KeySearch;

beforeEach(async () => {
  const { n = '', e = '' } = await exportJWK((await pair).publicKey);
  clock = createFakeClock({ start: Date.now(), sleepsAtOnce: true });
  searches = 0;
  search = { kind: 'found', key: { kid: 'one', jwk: { kty: 'RSA', n, e }, endorsements: ['msteams'] } };
  const verifier = new TokenVerifier({
    issuer: ISSUER,
    audience: 'bot',
    clock,
    keys: {
      async find() {
        searches += 1;
        return search;
      },
      has: (key) => search.kind === 'found' && search.key === key,
    },
  });
  verify = (authorization) => verifier.verify(authorization);
});

/** A token that lives for so many seconds. */
async function token(seconds: number, alg = 'RS256', nonce = ''): Promise<string> {
  const exp = Math.floor(clock.now() / 1_000) + seconds;
  const claims = { iss: ISSUER, aud: 'bot', serviceurl: 'https://smba.trafficmanager.net/emea/', exp, nonce };
  const { privateKey } = await pair;
  const { privateKey: secret } = alg === 'RS256' ? { privateKey } : await generateKeyPair(alg);
  return `Bearer ${await new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(secret)}`;
}

test('returns the service URL and the endorsements of a verified token', async () => {
  expect(await verify(await token(60))).toEqual({
    kind: 'verified',
    token: { serviceUrl: 'https://smba.trafficmanager.net/emea/', endorsements: ['msteams'] },
  });
});

test('caches a verified token for five minutes', async () => {
  const bearer = await token(3_600);
  for (let turn = 0; turn < 10; turn += 1) await verify(bearer);
  expect(searches).toBe(1);
  await clock.advance(299_000);
  await verify(bearer);
  expect(searches).toBe(1);
  await clock.advance(1_000);
  await verify(bearer);
  expect(searches).toBe(2);
});

test('refuses a cached token once its key is withdrawn, or replaced by another of the same id', async () => {
  const bearer = await token(3_600);
  expect(await verify(bearer)).toMatchObject({ kind: 'verified' });
  const { publicKey } = await generateKeyPair('RS256', { extractable: true });
  const { n = '', e = '' } = await exportJWK(publicKey);
  search = { kind: 'found', key: { kid: 'one', jwk: { kty: 'RSA', n, e }, endorsements: ['msteams'] } };
  expect(await verify(bearer)).toEqual({ kind: 'refused', reason: 'signature' });
  search = { kind: 'unknown' };
  expect(await verify(bearer)).toEqual({ kind: 'refused', reason: 'unknown key' });
});

test('stays within a thousand cached tokens', async () => {
  const first = await token(3_600, 'RS256', 'first');
  await verify(first);
  for (let nonce = 0; nonce < 1_000; nonce += 1) await verify(await token(3_600, 'RS256', String(nonce)));
  const before = searches;
  await verify(first);
  expect(searches).toBe(before + 1);
});

test('never caches a token past its expiry', async () => {
  const bearer = await token(60);
  await verify(bearer);
  await clock.advance(61_000);
  expect(await verify(bearer)).toMatchObject({ kind: 'verified' });
  await verify(bearer);
  expect(searches).toBe(3);
  await clock.advance(300_000);
  expect(await verify(bearer)).toEqual({ kind: 'refused', reason: 'expired' });
});

test('caches no refusal', async () => {
  search = { kind: 'unknown' };
  const bearer = await token(60);
  expect(await verify(bearer)).toEqual({ kind: 'refused', reason: 'unknown key' });
  await verify(bearer);
  expect(searches).toBe(2);
});

test('refuses a cached token whose expiry was changed', async () => {
  const bearer = await token(60);
  await verify(bearer);
  const [header, , signature] = bearer.split('.');
  const claims = { iss: ISSUER, aud: 'bot', exp: Math.floor(clock.now() / 1_000) + 9_999 };
  const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  expect(await verify(forged)).toEqual({ kind: 'refused', reason: 'signature' });
});

test.each(['PS256', 'ES256', 'EdDSA'])('refuses %s without looking for a key', async (alg) => {
  expect(await verify(await token(60, alg))).toEqual({ kind: 'refused', reason: 'algorithm' });
  expect(searches).toBe(0);
});

test.each([undefined, '', 'Bearer', 'Bearer  ', 'bearer a b', 'Token x', `Bearer ${'x'.repeat(20_000)}`])(
  'treats %j as no token',
  async (authorization) => {
    expect(await verify(authorization)).toEqual({ kind: 'refused', reason: 'no token' });
  },
);

test('is unavailable while the keys cannot be read', async () => {
  search = { kind: 'unavailable', retryAfterSeconds: 5 };
  expect(await verify(await token(60))).toEqual(search);
});
