import { createHash, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { createSealer, SealError } from '../../../../src/state/blobs/encryption.ts';

const one = { kid: 'one', key: new Uint8Array(randomBytes(32)) };
const two = { kid: 'two', key: new Uint8Array(randomBytes(32)) };
const digestOfHere = createHash('sha256').update('here').digest('base64url');
const secrets = { token: 'SECRET-TOKEN' };

test('a seal opens for the context it was made for', async () => {
  const sealer = createSealer([one]);
  const sealed = await sealer.seal(secrets, 'here');
  expect(await sealer.open(sealed, 'here')).toEqual({ kid: 'one', secrets });
  expect(sealed.split('.')).toHaveLength(5);
});

test('the header contains the key id and the digest of the context, and nothing else', async () => {
  const sealed = await createSealer([one]).seal(secrets, 'here');
  const header: unknown = JSON.parse(Buffer.from(sealed.split('.')[0] ?? '', 'base64url').toString());
  expect(header).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
    kid: 'one',
    bound: digestOfHere,
  });
});

test.each(['', 'ü', 'x'.repeat(15), 'x'.repeat(16), '€'.repeat(20_000)])(
  'what it seals is a JWE that jose opens, and the other way round (%#)',
  async (token) => {
    const sealer = createSealer([one]);
    const { plaintext, protectedHeader } = await compactDecrypt(await sealer.seal({ token }, 'here'), one.key);
    expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ token });
    const byJose = await new CompactEncrypt(plaintext).setProtectedHeader(protectedHeader).encrypt(one.key);
    expect(await sealer.open(byJose, 'here')).toEqual({ kid: 'one', secrets: { token } });
  },
);

test.each([
  ['a little', { token: '€'.repeat(2_000) }],
  ['much', { token: '€'.repeat(20_000) }],
  ['much that hardly gets smaller', { token: randomBytes(60_000).toString('base64') }],
])('a compressed seal of %s is a JWE that jose opens, and the reverse', async (_, content) => {
  const sealer = createSealer([one]);
  const sealed = await sealer.seal(content, 'here', 'compressed');
  expect(sealed.length).toBeLessThan((await sealer.seal(content, 'here')).length);
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, one.key);
  expect(protectedHeader.zip).toBe('DEF');
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual(content);
  const byJose = await new CompactEncrypt(plaintext).setProtectedHeader(protectedHeader).encrypt(one.key);
  expect(await sealer.open(byJose, 'here')).toEqual({ kid: 'one', secrets: content });
});

test('two seals of the same content differ', async () => {
  const sealer = createSealer([one]);
  expect(await sealer.seal(secrets, 'here')).not.toBe(await sealer.seal(secrets, 'here'));
});

test('the first key seals, and each key opens', async () => {
  const old = await createSealer([one]).seal(secrets, 'here');
  const rotated = createSealer([two, one]);
  expect(await rotated.open(old, 'here')).toEqual({ kid: 'one', secrets });
  const renewed = await rotated.seal(secrets, 'here');
  expect(await createSealer([two]).open(renewed, 'here')).toEqual({ kid: 'two', secrets });
});

/** With the character in the middle changed to another. */
function changed(text: string): string {
  const at = Math.floor(text.length / 2);
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

function withPart(sealed: string, index: number, change: (part: string) => string): string {
  return sealed
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.');
}

const withHeader =
  (header: object) =>
  (sealed: string): string =>
    withPart(sealed, 0, () => Buffer.from(JSON.stringify(header)).toString('base64url'));

test.each<[string, SealError['reason'], (sealed: string) => string | Promise<string>]>([
  ['its text is changed', 'tampered', (sealed) => withPart(sealed, 3, changed)],
  ['its tag is changed', 'tampered', (sealed) => withPart(sealed, 4, changed)],
  ['its header has another context', 'tampered', withHeader({ alg: 'dir', enc: 'A256GCM', kid: 'one', bound: 'x' })],
  ['its key is unknown', 'unknown-key', () => createSealer([two]).seal(secrets, 'here')],
  ['its key is unnamed', 'unknown-key', withHeader({ alg: 'dir', enc: 'A256GCM' })],
  ['its kid names another key', 'tampered', withHeader({ alg: 'dir', enc: 'A256GCM', kid: 'other' })],
  ['it was sealed for another context', 'moved', () => createSealer([one]).seal(secrets, 'there')],
  ['its algorithm is another', 'malformed', withHeader({ alg: 'A256KW', enc: 'A256GCM', kid: 'one' })],
  ['its encryption is another', 'malformed', withHeader({ alg: 'dir', enc: 'A128GCM', kid: 'one' })],
  [
    'its header has an unknown critical extension',
    'malformed',
    withHeader({ alg: 'dir', enc: 'A256GCM', kid: 'one', bound: digestOfHere, crit: ['exp'], exp: 1 }),
  ],
  [
    'its compression is unknown',
    'malformed',
    withHeader({ alg: 'dir', enc: 'A256GCM', kid: 'one', bound: digestOfHere, zip: 'LZ' }),
  ],
  [
    'it contains compressed text that is not JSON',
    'malformed',
    () =>
      new CompactEncrypt(Buffer.from('SECRET-TOKEN'))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'one', bound: digestOfHere, zip: 'DEF' })
        .encrypt(one.key),
  ],
  ['its tag is cut short', 'malformed', (sealed) => withPart(sealed, 4, (tag) => tag.slice(0, 16))],
  ['its nonce is longer', 'malformed', (sealed) => withPart(sealed, 2, (nonce) => `${nonce}AAAA`)],
  ['it contains an encrypted key', 'malformed', (sealed) => withPart(sealed, 1, () => 'AAAA')],
  ['it has one part too many', 'malformed', (sealed) => `${sealed}.AAAA`],
  ['it is not a JWE', 'malformed', () => 'none of it'],
  ['it is empty', 'malformed', () => ''],
  [
    'it does not contain JSON',
    'malformed',
    () =>
      new CompactEncrypt(Buffer.from('SECRET-TOKEN {'))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'one', bound: digestOfHere })
        .encrypt(one.key),
  ],
])('a seal does not open when %s', async (_, reason, change) => {
  const sealer = createSealer([one, { kid: 'other', key: new Uint8Array(32) }]);
  const error: unknown = await sealer
    .open(await change(await sealer.seal(secrets, 'here')), 'here')
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SealError);
  expect(error).toMatchObject({ code: 'SEAL_DOES_NOT_OPEN', reason });
  expect(error).not.toHaveProperty('cause');
  expect(String(error)).not.toContain('SECRET');
});

test('a sealer needs a key, of full length', () => {
  expect(() => createSealer([])).toThrow('needs a key');
  expect(() => createSealer([{ kid: 'short', key: new Uint8Array(16) }])).toThrow('short');
});
