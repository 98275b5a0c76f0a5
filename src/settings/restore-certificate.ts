/** The certificate that can stand in for the approval of restores as administrator. */
import { createSecureContext, TLSSocket } from 'node:tls';
import { Duplex } from 'node:stream';
import type { RestoreCertificate } from '../core/organization.ts';
import { InvalidValueError, check, line, emailAddress, type Parse } from './parsers.ts';
import type { Reader } from './reader.ts';

/** Every PKCS #12 file begins like this in Base64 (RFC 7292: a sequence, whose length takes at least a byte). */
const BASE64 = /^MI[A-Za-z\d+/\s]+={0,2}$/;
const REMEDY = 'Export it anew as PFX (PKCS #12), with its private key, and encode the file in Base64.';

/** @param text Base64, or the path of a file with it @param read text by path */
export function readRestoreCertificate(reader: Reader, read: Parse<string>): RestoreCertificate | undefined {
  const names = ['RESTORE_CERTIFICATE_PASSWORD', 'RESTORE_IMPERSONATION_ACCOUNT'] as const;
  if (!reader.has('RESTORE_CERTIFICATE')) {
    for (const name of names.filter((each) => reader.has(each))) {
      reader.mistake(name, 'has no effect without RESTORE_CERTIFICATE. Leave it out, or set both.');
    }
    return undefined;
  }
  const password = reader.parse('RESTORE_CERTIFICATE_PASSWORD', line) ?? '';
  const impersonationAccount = reader.parse('RESTORE_IMPERSONATION_ACCOUNT', emailAddress);
  for (const name of ['RESTORE_APPLICATION_ID', 'RESTORE_IMPERSONATION_ACCOUNT'] as const) {
    if (!reader.has(name))
      reader.mistake(name, 'is missing: RESTORE_CERTIFICATE needs it. Set both, or leave the certificate out.');
  }
  return reader.parse('RESTORE_CERTIFICATE', (text) => {
    const pfx = (BASE64.test(text) ? text : read(text)).replaceAll(/\s/g, '');
    return { pfx, password, impersonationAccount: impersonationAccount ?? '', expiresAt: expiryOf(pfx, password) };
  });
}

/**
 * Opens it as the service will: a service that is sent what is not Base64 answers with an error about lengths.
 * @returns epoch milliseconds @throws InvalidValueError
 */
function expiryOf(base64: string, passphrase: string): number {
  const isBase64 = BASE64.test(base64) && base64.length % 4 === 0;
  check(isBase64, `is neither Base64 of a PFX nor the path of a file that holds it. ${REMEDY}`);
  let socket: TLSSocket | undefined;
  try {
    const secureContext = createSecureContext({ pfx: Buffer.from(base64, 'base64'), passphrase });
    // Node reads no certificate out of a PFX, but tells the one that a server would present.
    socket = new TLSSocket(new Duplex(), { isServer: true, secureContext });
    const { valid_to: end } = socket.getCertificate() as { readonly valid_to?: string };
    return Date.parse(end ?? '');
  } catch (error) {
    throw new InvalidValueError(reasonOf(error));
  } finally {
    socket?.destroy();
  }
}

/** The messages of OpenSSL and Node, which quote nothing of the file. */
function reasonOf(error: unknown): string {
  const message = String(error);
  if (/mac verify/i.test(message)) return 'does not open with RESTORE_CERTIFICATE_PASSWORD. Correct the password.';
  if (/unsupported/i.test(message)) {
    return 'is encrypted in an outdated way. Export it anew, with AES-256 or TripleDES-SHA1.';
  }
  return `is no PFX with a private key, or not all of it. ${REMEDY}`;
}
