import { createCipheriv, createDecipheriv, createSecretKey, hash, randomBytes, type KeyObject } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, errors } from 'jose';

/** Seals secrets into text that opens only with the same key and only where it was meant to lie. */
export interface Sealer {
  /**
   * @param bound what the seal is tied to; needed again, to the letter, to open it
   * @param compressed for what is large and holds nothing that somebody else could vary and watch the size of
   * @returns JWE compact serialization (RFC 7516, section 7.1)
   */
  seal(secrets: object, bound: string, compressed?: 'compressed'): Promise<string>;
  /** @throws SealError whatever the reason; the secrets, of unknown shape, otherwise */
  open(sealed: string, bound: string): Promise<unknown>;
}

/** Sealed text that does not open. Says why for the log, and nothing of what is inside. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code = 'SEAL_DOES_NOT_OPEN';
  readonly reason: 'malformed' | 'unknown-key' | 'moved' | 'tampered';

  constructor(reason: SealError['reason']) {
    super(`A seal does not open: ${reason}`);
    this.reason = reason;
  }
}

const KEY_BYTES = 32;
/** RFC 7518, section 5.3. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Carried in the protected header, which the authentication tag covers (RFC 7516, section 5.1, step 14). */
const BOUND = 'bound';

const digest = (text: string): string => hash('sha256', text, 'base64url');

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const textOf = (encoded: string): string => Buffer.from(encoded, 'base64url').toString('utf8');

function reasonOf(error: unknown): SealError['reason'] {
  if (error instanceof errors.JWEDecryptionFailed) return 'tampered';
  return error instanceof SealError ? error.reason : 'malformed';
}

/**
 * JWE with direct encryption (`dir`) under A256GCM. By Node's own cipher where it is plain, by jose where it is compressed
 * or anything else than what is sealed here.
 *
 * @param keys the first seals, all open; 32 bytes each, told apart by `kid`
 * @throws Error when there is no key or one is not of 32 bytes
 */
export function createSealer(keys: readonly { readonly kid: string; readonly key: Uint8Array }[]): Sealer {
  const [first] = keys;
  if (first === undefined) throw new Error('A sealer needs a key.');
  const wrong = keys.find(({ key }) => key.byteLength !== KEY_BYTES);
  if (wrong !== undefined) throw new Error(`The key ${wrong.kid} is not of ${KEY_BYTES} bytes.`);
  /** Key objects rather than bytes: asking bytes whether they are one makes Node throw and catch, once or twice a seal. */
  const byId = new Map(keys.map(({ kid, key }) => [kid, createSecretKey(key)]));

  function keyFor({ kid = '' }: { readonly kid?: string | undefined }): KeyObject {
    const key = byId.get(kid);
    if (key === undefined) throw new SealError('unknown-key');
    return key;
  }

  /**
   * What every turn reads, opened at once: jose goes through a thread, which takes several times as long as the cipher
   * itself. RFC 7516, sections 5.2 and 7.1.
   *
   * @returns undefined where it is for jose to open, or to say why it does not
   */
  function openAtOnce(sealed: string, bound: string): unknown {
    const [header = '', encryptedKey, iv = '', ciphertext = '', tag = '', ...more] = sealed.split('.');
    if (encryptedKey !== '' || more.length > 0) return undefined;
    const {
      alg,
      enc,
      kid,
      [BOUND]: boundTo,
      ...others
    } = JSON.parse(textOf(header)) as Readonly<Record<string, unknown>>;
    const key = typeof kid === 'string' ? byId.get(kid) : undefined;
    const asSealedHere = alg === 'dir' && enc === 'A256GCM' && Object.keys(others).length === 0;
    const [nonce, authentication] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')];
    if (key === undefined || !asSealedHere || boundTo !== digest(bound)) return undefined;
    if (nonce.byteLength !== IV_BYTES || authentication.byteLength !== TAG_BYTES) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(header)).setAuthTag(authentication);
    return JSON.parse(decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8')) as unknown;
  }

  async function decrypt(sealed: string, bound: string): Promise<unknown> {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, keyFor, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
      // Only what was sealed here is ever decompressed: the tag is checked first.
      maxDecompressedLength: Infinity,
    });
    if (protectedHeader[BOUND] !== digest(bound)) throw new SealError('moved');
    return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
  }

  /** RFC 7516, sections 5.1 and 7.1. */
  function sealAtOnce(secrets: object, header: object, key: KeyObject): string {
    const encodedHeader = base64url(JSON.stringify(header));
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(encodedHeader),
    );
    const ciphertext = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
    const [nonce, text, tag] = [iv, ciphertext, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'));
    return [encodedHeader, '', nonce, text, tag].join('.');
  }

  return {
    async seal(secrets, bound, compressed) {
      const header = { alg: 'dir', enc: 'A256GCM', kid: first.kid, [BOUND]: digest(bound) };
      if (compressed === undefined) return sealAtOnce(secrets, header, keyFor(first));
      return (
        new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secrets)))
          // RFC 7516, section 4.1.3.
          .setProtectedHeader({ ...header, zip: 'DEF' })
          .encrypt(keyFor(first))
      );
    },
    async open(sealed, bound) {
      try {
        const opened = openAtOnce(sealed, bound);
        if (opened !== undefined) return opened;
      } catch {
        // jose says what is wrong with it.
      }
      try {
        return await decrypt(sealed, bound);
      } catch (error) {
        // Without the cause: a JSON error quotes what it could not parse.
        throw new SealError(reasonOf(error));
      }
    },
  };
}
