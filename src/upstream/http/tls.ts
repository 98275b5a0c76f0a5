/**
 * TLS trust of one upstream. OpenSSL's verification is never off on a connection that carries a request. Pinning takes
 * two steps (docs/decisions/pinned-certificates.md): the first handshake only shows which certificate is presented; if
 * its fingerprint is the pinned one, it becomes the sole trust anchor of the real connections, dates included, and the
 * fingerprint is compared again in place of the name.
 */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect, createSecureContext, type ConnectionOptions } from 'node:tls';
import { callbackify, promisify } from 'node:util';

import { buildConnector } from 'undici';

import { UpstreamError } from '../../core/errors.ts';
import { connectBy, type Routes } from '../../proxy/routes.ts';
import { codeOf, isVerdict } from './faults.ts';

export interface Trust {
  /** PEM text of one or more certificates: trusted in place of the usual authorities. Chain, name and dates are checked. */
  readonly ca?: string | undefined;
  /** SHA-256 of the certificate, hex with or without colons. Wins over `ca`; the name need not match, dates must. */
  readonly fingerprint256?: string | undefined;
}

const CONNECT_LIMIT_MILLISECONDS = 10_000;
const OPTIONS = { allowH2: false, timeout: CONNECT_LIMIT_MILLISECONDS };

export function connectorFor({ ca, fingerprint256 }: Trust, routes: Routes): buildConnector.connector {
  if (fingerprint256 !== undefined) {
    return connectBy(routes, pinnedConnector(fingerprint256, routes), CONNECT_LIMIT_MILLISECONDS);
  }
  // `ca` replaces the usual authorities: a context that also holds them takes 1.2 MB and 15 ms, too much for hundreds of
  // organizations.
  const trusted = ca === undefined ? {} : { secureContext: createSecureContext({ ca, allowPartialTrustChain: true }) };
  return connectBy(routes, buildConnector({ ...OPTIONS, ...trusted }), CONNECT_LIMIT_MILLISECONDS);
}

/** Hands undici a socket only after the pinned certificate was presented and verified on that very connection. */
function pinnedConnector(pin: string, routes: Routes): buildConnector.connector {
  let prepared: Promise<buildConnector.connector> | undefined;

  async function prepare({ protocol, hostname, port, servername }: buildConnector.Options) {
    if (protocol !== 'https:') throw pinMismatch();
    const socket = await routes({ protocol, hostname, port })?.(CONNECT_LIMIT_MILLISECONDS);
    const destination = { host: hostname, port: Number(port || 443), servername, socket };
    const presented = await presentedCertificate(destination, CONNECT_LIMIT_MILLISECONDS);
    if (!matches(presented, pin)) throw pinMismatch(presented.fingerprint256);
    return buildConnector({
      ...OPTIONS,
      secureContext: createSecureContext({ ca: [presented.toString()], allowPartialTrustChain: true }),
      checkServerIdentity: (_host, certificate) =>
        matches(certificate, pin) ? undefined : pinMismatch(certificate.fingerprint256),
      // A resumed session would skip the comparison.
      maxCachedSessions: 0,
    });
  }

  async function open(target: buildConnector.Options): Promise<Socket> {
    prepared ??= prepare(target);
    const connector = await prepared.catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    const socket = await promisify(connector)(target).catch((error: unknown) => {
      throw isOtherCertificate(error) ? pinMismatch() : error;
    });
    // Null only beside an error.
    return socket as Socket;
  }

  return (target, callback) => {
    callbackify(open)(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)));
  };
}

/** Verdicts other than those about dates mean that another certificate was presented. */
function isOtherCertificate(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return isVerdict(code) && code !== 'CERT_HAS_EXPIRED' && code !== 'CERT_NOT_YET_VALID';
}

/** @param presented fingerprint of the certificate, public by nature */
function pinMismatch(presented?: string): UpstreamError {
  const fingerprint = presented === undefined ? '' : ` The one it presents has ${presented}.`;
  return new UpstreamError('backup service', 'UNTRUSTED', {
    description: `Its TLS certificate is not the one whose fingerprint is pinned in the settings.${fingerprint}`,
    unsent: true,
    cause: new Error('PIN_MISMATCH'),
  });
}

const plainHex = (fingerprint: string): string => fingerprint.replaceAll(/[^\da-f]/gi, '').toUpperCase();

const matches = ({ fingerprint256 }: { readonly fingerprint256: string }, pin: string): boolean =>
  plainHex(fingerprint256) === plainHex(pin);

/**
 * The certificate a server presents, trusted or not, in a handshake that carries no request. @throws what failed
 * @param destination with `socket` if a connection is already established, such as one through a proxy
 */
export function presentedCertificate(
  destination: Pick<ConnectionOptions, 'host' | 'port' | 'servername' | 'socket'>,
  limitMilliseconds: number,
): Promise<X509Certificate> {
  const { promise, resolve, reject } = Promise.withResolvers<X509Certificate>();
  const socket = connect({ ...destination, ALPNProtocols: ['http/1.1'] });
  const timer = setTimeout(() => socket.destroy(failure('ETIMEDOUT')), limitMilliseconds);
  // Runs before Node's own listener, which closes an untrusted connection and discards its certificate.
  socket.prependOnceListener('secure', () => {
    const certificate = socket.getPeerX509Certificate();
    if (certificate !== undefined) resolve(certificate);
  });
  socket.once('secureConnect', () => socket.destroy());
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(timer);
    reject(failure('ECONNRESET'));
  });
  return promise;
}

const failure = (code: string): Error => Object.assign(new Error('The handshake did not complete.'), { code });
