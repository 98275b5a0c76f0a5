import { createHash, type webcrypto } from 'node:crypto';
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

/** Carried in the protected header, which the authentication tag covers (RFC 7516, section 5.1, step 14). */
const BOUND = 'bound';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

function reasonOf(error: unknown): SealError['reason'] {
  if (error instanceof errors.JWEDecryptionFailed) return 'tampered';
  return error instanceof SealError ? error.reason : 'malformed';
}

/**
 * JWE with direct encryption (`dir`) under A256GCM.
 *
 * @param keys the first seals, all open; 32 bytes each, told apart by `kid`
 * @throws Error when there is no key or one is not of 32 bytes
 */
export function createSealer(keys: readonly { readonly kid: string; readonly key: Uint8Array }[]): Sealer {
  const [first] = keys;
  if (first === undefined) throw new Error('A sealer needs a key.');
  const wrong = keys.find(({ key }) => key.byteLength !== KEY_BYTES);
  if (wrong !== undefined) throw new Error(`The key ${wrong.kid} is not of ${KEY_BYTES} bytes.`);
  const rawById = new Map(keys.map(({ kid, key }) => [kid, key]));
  /** Imported when first needed, and then kept: importing costs as much as opening a seal. */
  const imported = new Map<string, Promise<webcrypto.CryptoKey>>();

  function keyFor({ kid = '' }: { readonly kid?: string | undefined }): Promise<webcrypto.CryptoKey> {
    const known = imported.get(kid);
    if (known !== undefined) return known;
    const raw = rawById.get(kid);
    if (raw === undefined) throw new SealError('unknown-key');
    // A copy, whose memory is surely its own.
    const importing = crypto.subtle.importKey('raw', Uint8Array.from(raw), 'AES-GCM', false, ['encrypt', 'decrypt']);
    imported.set(kid, importing);
    return importing;
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

  return {
    async seal(secrets, bound, compressed) {
      // RFC 7516, section 4.1.3.
      const zip = compressed === undefined ? {} : { zip: 'DEF' };
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secrets)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: first.kid, [BOUND]: digest(bound), ...zip })
        .encrypt(await keyFor(first));
    },
    async open(sealed, bound) {
      try {
        return await decrypt(sealed, bound);
      } catch (error) {
        // Without the cause: a JSON error quotes what it could not parse.
        throw new SealError(reasonOf(error));
      }
    },
  };
}
