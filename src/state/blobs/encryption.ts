/**
 * Seals secrets as JWE (RFC 7516) with direct encryption (`dir`) under A256GCM, through Node's own cipher: see
 * docs/decisions/encryption-with-node-crypto.md.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import * as z from 'zod';

import { parseJson } from '../../core/json.ts';

/** A seal that cannot be opened. Carries the reason for the log, and nothing of the content: no cause, no quoted text. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code = 'SEAL_DOES_NOT_OPEN';
  readonly reason: 'malformed' | 'unknown-key' | 'moved' | 'tampered';

  constructor(reason: SealError['reason']) {
    super(`A seal does not open: ${reason}`);
    this.reason = reason;
  }
}

export interface SealingKey {
  readonly kid: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** RFC 7518, section 5.3. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Up to here, another thread would take longer to begin than this one takes to end. */
const SMALL_BYTES = 32_768;
const deflateElsewhere = promisify(deflateRaw);
const inflateElsewhere = promisify(inflateRaw);
const deflate = (content: Buffer) =>
  content.byteLength <= SMALL_BYTES ? deflateRawSync(content) : deflateElsewhere(content);
const inflate = (content: Buffer) =>
  content.byteLength <= SMALL_BYTES ? inflateRawSync(content) : inflateElsewhere(content);

const digest = (text: string): string => hash('sha256', text, 'base64url');

/**
 * Of the fields of the header, `zip` is `DEF` where the content is compressed (RFC 7516, section 4.1.3), and `bound` is a
 * digest of the context. The authentication tag covers the header (RFC 7516, section 5.1, step 14).
 */
const headerSchema = z.object({
  alg: z.literal('dir'),
  enc: z.literal('A256GCM'),
  kid: z.string().optional(),
  zip: z.literal('DEF').optional(),
  bound: z.string().optional(),
  crit: z.undefined().optional(),
});

function readHeader(sealed: string): z.infer<typeof headerSchema> {
  const [encoded = ''] = sealed.split('.', 1);
  return headerSchema.parse(parseJson(Buffer.from(encoded, 'base64url').toString('utf8')));
}

/** The `kid` of the key that a seal needs; undefined also for text that is no seal. */
export function keyIdOf(sealed: string): string | undefined {
  try {
    return readHeader(sealed).kid;
  } catch {
    return undefined;
  }
}

interface Unsealed {
  /** Of the key that sealed it. */
  readonly kid: string | undefined;
  /** Of unvalidated shape. */
  readonly secrets: unknown;
}

export type Sealer = ReturnType<typeof createSealer>;

/**
 * Seals secrets into text that opens only with the same key and for the same context.
 *
 * @param keys the first one seals, each of them opens; identified by `kid`
 * @throws Error when there is no key or one does not have 32 bytes
 */
export function createSealer(keys: readonly SealingKey[]) {
  const [first] = keys;
  if (first === undefined) throw new Error('A sealer needs a key.');
  const wrong = keys.find(({ key }) => key.byteLength !== KEY_BYTES);
  if (wrong !== undefined) throw new Error(`The key ${wrong.kid} is not of ${KEY_BYTES} bytes.`);
  const sealingKey = createSecretKey(first.key);
  const openingKeys = new Map<string | undefined, KeyObject>(keys.map(({ kid, key }) => [kid, createSecretKey(key)]));

  /** RFC 7516, section 5.2. */
  async function open(sealed: string, context: string): Promise<Unsealed> {
    const [encodedHeader = '', encryptedKey, encodedIv = '', ciphertext = '', encodedTag = '', ...rest] =
      sealed.split('.');
    const { kid, zip, bound } = readHeader(encodedHeader);
    const iv = Buffer.from(encodedIv, 'base64url');
    const tag = Buffer.from(encodedTag, 'base64url');
    if (encryptedKey !== '' || rest.length > 0) throw new SealError('malformed');
    if (iv.byteLength !== IV_BYTES || tag.byteLength !== TAG_BYTES) throw new SealError('malformed');
    const key = openingKeys.get(kid);
    if (key === undefined) throw new SealError('unknown-key');

    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(encodedHeader))
      .setAuthTag(tag);
    const content = decipher.update(ciphertext, 'base64url');
    try {
      decipher.final();
    } catch {
      throw new SealError('tampered');
    }
    if (bound !== digest(context)) throw new SealError('moved');
    const plaintext = zip === undefined ? content : await inflate(content);
    return { kid, secrets: JSON.parse(plaintext.toString('utf8')) as unknown };
  }

  return {
    /** Of the key that seals: the newest. */
    kid: first.kid,
    /** Whether a key of this id is configured. */
    has: (kid: string): boolean => openingKeys.has(kid),
    /**
     * RFC 7516, section 5.1.
     *
     * @param context what the seal is bound to, such as the blob's name; the same text is needed to open it
     * @param compression only for large content of which no other person can vary a part and observe the size
     * @returns JWE compact serialization (RFC 7516, section 7.1)
     */
    async seal(secrets: object, context: string, compression?: 'compressed'): Promise<string> {
      const zip = compression === undefined ? {} : { zip: 'DEF' };
      const header = { alg: 'dir', enc: 'A256GCM', kid: first.kid, bound: digest(context), ...zip };
      const encodedHeader = Buffer.from(JSON.stringify(header)).toString('base64url');
      const plaintext = Buffer.from(JSON.stringify(secrets));
      const content = compression === undefined ? plaintext : await deflate(plaintext);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(encodedHeader));
      const ciphertext = Buffer.concat([cipher.update(content), cipher.final()]);
      const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
      return [encodedHeader, '', ...parts].join('.');
    },
    /** @throws SealError whatever the reason */
    async open(sealed: string, context: string): Promise<Unsealed> {
      try {
        return await open(sealed, context);
      } catch (error) {
        throw error instanceof SealError ? error : new SealError('malformed');
      }
    },
  };
}
