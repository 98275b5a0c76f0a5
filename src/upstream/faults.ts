/** Maps what goes wrong below HTTP to UpstreamError: by code only, since messages and properties may carry data. */
import { UpstreamError } from '../core/errors.ts';
import type { Upstream, UpstreamFault } from '../core/errors.ts';
import { ProxyError } from '../proxy/tunnel.ts';
import { TimeoutError } from '../core/time-limit.ts';

interface Fault {
  readonly code: UpstreamFault;
  /** What a person can act on. */
  readonly description?: string;
}

/** The certificate is not the pinned one. `presented` is its fingerprint, public by nature. */
export class PinMismatchError extends Error {
  override readonly name = 'PinMismatchError';
  readonly code = 'PIN_MISMATCH';
  readonly presented: string | undefined;

  constructor(presented: string | undefined) {
    super('The certificate is not the pinned one.');
    this.presented = presented;
  }
}

const untrusted = (description: string): Fault => ({ code: 'UNTRUSTED', description });
const noAnswer = (description: string): Fault => ({ code: 'NO_ANSWER', description });
const UNKNOWN_ISSUER = untrusted(
  'Its TLS certificate is self-signed or from an issuer that is not trusted here. An administrator can name the certificate to trust in the settings.',
);

/** Codes of Node (OpenSSL's verification results, system calls) and of undici. */
const FAULTS: ReadonlyMap<string, Fault> = new Map([
  ['CERT_HAS_EXPIRED', untrusted('Its TLS certificate has expired. It has to be renewed at the server.')],
  ['CERT_NOT_YET_VALID', untrusted('Its TLS certificate is not valid yet. Compare the clocks here and at the server.')],
  ['CERT_REVOKED', untrusted('Its TLS certificate has been revoked. It has to be replaced at the server.')],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    untrusted('Its TLS certificate is for another host name. Use the name that the certificate carries, or pin it.'),
  ],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNKNOWN_ISSUER],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNKNOWN_ISSUER],
  ['UNABLE_TO_GET_ISSUER_CERT', UNKNOWN_ISSUER],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNKNOWN_ISSUER],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNKNOWN_ISSUER],
  ['ECONNREFUSED', noAnswer('Nothing listens at its address.')],
  ['ENOTFOUND', noAnswer('Its host name is not known.')],
  ['EAI_AGAIN', noAnswer('Its host name could not be looked up.')],
  ['EHOSTUNREACH', noAnswer('There is no way to its address.')],
  ['ENETUNREACH', noAnswer('There is no way to its address.')],
  ['ERR_SSL_WRONG_VERSION_NUMBER', noAnswer('What answers at its address does not speak TLS.')],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', noAnswer('What answers at its address does not speak TLS.')],
  ['ETIMEDOUT', { code: 'TIMED_OUT', description: 'It does not take connections.' }],
  ['UND_ERR_CONNECT_TIMEOUT', { code: 'TIMED_OUT', description: 'It does not take connections.' }],
  ['UND_ERR_HEADERS_OVERFLOW', { code: 'TOO_LARGE' }],
  // What was to be sent cannot be: a token that is no header value.
  ['UND_ERR_INVALID_ARG', { code: 'MALFORMED' }],
]);

/** OpenSSL's other verdicts on a certificate; Node says UNSPECIFIED for those without a name. */
const OTHER_VERDICTS =
  /^(?:CERT_|CRL_|ERROR_IN_CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|UNSPECIFIED$)/;

/** The connection did not come about. */
const UNSENT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

/** Whether a handshake failed for what the certificate says about its dates. */
export function isAboutDates(code: string | undefined): boolean {
  return code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID';
}

/** Whether a handshake failed because the certificate was not trusted. */
export function isVerdict(code: string | undefined): boolean {
  return code !== undefined && (FAULTS.get(code)?.code === 'UNTRUSTED' || OTHER_VERDICTS.test(code));
}

/** A failure's stable code, of the first attempt where several addresses were tried. Never its text. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string' && CODE.test(error.code)) return error.code;
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : undefined;
}

/** What failed below HTTP, as an UpstreamError whose cause is a code and nothing else. */
export function toUpstreamError(upstream: Upstream, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const code = codeOf(error);
  const fault = faultOf(error, code);
  return new UpstreamError(upstream, fault.code, {
    description: fault.description,
    unsent: code !== undefined && UNSENT.has(code),
    cause: code === undefined ? undefined : new Error(code),
  });
}

function faultOf(error: unknown, code: string | undefined): Fault {
  if (error instanceof PinMismatchError) {
    const presented = error.presented === undefined ? '' : ` The one it presents has ${error.presented}.`;
    return untrusted(`Its TLS certificate is not the one whose fingerprint is pinned in the settings.${presented}`);
  }
  if (error instanceof ProxyError) {
    return { code: error.code === 'PROXY_TIMED_OUT' ? 'TIMED_OUT' : 'NO_ANSWER', description: error.sentence };
  }
  if (error instanceof TimeoutError) {
    return { code: 'TIMED_OUT', description: `It did not answer within ${error.limitMilliseconds / 1_000} s.` };
  }
  const known = code === undefined ? undefined : FAULTS.get(code);
  if (known !== undefined) return known;
  return isVerdict(code) ? untrusted('Its TLS certificate is not accepted.') : { code: 'NO_ANSWER' };
}
