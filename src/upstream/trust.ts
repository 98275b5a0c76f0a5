/**
 * TLS trust of one upstream. Verification by OpenSSL is never switched off on a connection that carries a request.
 *
 * A pin works in two steps. A first handshake, with verification on as always, carries no request and is thrown away;
 * all it yields is the certificate that was presented, noted before Node decides. Only if that certificate's SHA-256
 * fingerprint is the pinned one does it become the sole trust anchor of the real connections. There OpenSSL verifies as
 * usual, dates included, and in place of the name the fingerprint is compared once more. Since a fingerprint names one
 * certificate for good, the first step is needed once.
 */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect, createSecureContext } from 'node:tls';
import type { ConnectionOptions, SecureContext } from 'node:tls';

import { PinMismatchError } from './faults.ts';

export interface Trust {
  /** PEM text of one or more certificates: trusted in place of the usual authorities. Chain, name and dates are checked. */
  readonly ca?: string | undefined;
  /** SHA-256 of the certificate, hex with or without colons. Wins over `ca`; the name need not match, dates must. */
  readonly fingerprint256?: string | undefined;
}

export interface Destination {
  readonly host: string;
  readonly port: number;
  /** Absent for an address. */
  readonly servername?: string | undefined;
  /** A connection to it that stands already, such as one through a proxy. */
  readonly socket?: Socket | undefined;
}

export type TlsTrust = Pick<ConnectionOptions, 'secureContext' | 'checkServerIdentity'>;

const plainHex = (fingerprint: string): string => fingerprint.replaceAll(/[^\da-f]/gi, '').toUpperCase();

/**
 * Trusts `ca` and no other authority: whoever names a certificate means it, and a context that also holds the usual
 * authorities takes 1.2 MB and 15 ms, too much for hundreds of organizations.
 */
export function trusting(ca: string): SecureContext {
  // A certificate that is named here is trusted as it stands, also if another one signed it.
  return createSecureContext({ ca, allowPartialTrustChain: true });
}

/** How to connect to `destination` so that nothing but the pinned certificate is accepted. @throws PinMismatchError, or what failed */
export async function pinning(fingerprint256: string, destination: Destination, limit: number): Promise<TlsTrust> {
  const presented = await presentedBy(destination, limit);
  if (plainHex(presented.fingerprint256) !== plainHex(fingerprint256)) {
    throw new PinMismatchError(presented.fingerprint256);
  }
  return {
    secureContext: createSecureContext({ ca: [presented.toString()], allowPartialTrustChain: true }),
    checkServerIdentity: (_host, certificate) =>
      plainHex(certificate.fingerprint256) === plainHex(fingerprint256)
        ? undefined
        : new PinMismatchError(certificate.fingerprint256),
  };
}

/** The certificate a server presents, trusted or not, in a handshake that carries no request. @throws what failed */
export function presentedBy(destination: Destination, limitMilliseconds: number): Promise<X509Certificate> {
  const { host, port, servername, socket: through } = destination;
  const { promise, resolve, reject } = Promise.withResolvers<X509Certificate>();
  const options = { host, port, ...(servername ? { servername } : {}), ALPNProtocols: ['http/1.1'] };
  const socket = connect(through === undefined ? options : { ...options, socket: through });
  const timer = setTimeout(() => socket.destroy(timedOut()), limitMilliseconds);
  // Runs before Node's own listener, which closes a connection that is not trusted and forgets its certificate.
  socket.prependOnceListener('secure', () => {
    const certificate = socket.getPeerX509Certificate();
    if (certificate !== undefined) resolve(certificate);
  });
  socket.once('secureConnect', () => socket.destroy());
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(timer);
    reject(Object.assign(new Error('closed during the handshake'), { code: 'ECONNRESET' }));
  });
  return promise;
}

const timedOut = (): Error => Object.assign(new Error('no handshake in time'), { code: 'ETIMEDOUT' });
