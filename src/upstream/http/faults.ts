/** Maps failures below HTTP to UpstreamError: by code only, since messages and properties may contain data. */
import { UpstreamError, type Upstream, type UpstreamFault } from '../../core/errors.ts';
import { TimeoutError } from '../../core/time-limit.ts';
import { ProxyError } from '../../proxy/routes.ts';
import { isUnsent } from '../../proxy/unsent.ts';

const UNKNOWN_ISSUER =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;
/** OpenSSL's verdicts on a certificate; Node says UNSPECIFIED for those without a name. */
const OTHER_VERDICT =
  /^(?:CERT_|CRL_|ERROR_IN_CERT_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|UNSPECIFIED$)/;

type Fault = readonly [code: UpstreamFault, description?: string | undefined];

const untrusted = (codes: RegExp, verdict: string) => [codes, 'UNTRUSTED', `Its TLS certificate ${verdict}`] as const;

/** By the codes of Node (OpenSSL's verification results, system calls) and of undici; the first that matches. */
const FAULTS: readonly (readonly [codes: RegExp, ...Fault])[] = [
  untrusted(/^CERT_HAS_EXPIRED$/, 'has expired. It has to be renewed at the server.'),
  untrusted(/^CERT_NOT_YET_VALID$/, 'is not valid yet. Compare the clocks here and at the server.'),
  untrusted(/^CERT_REVOKED$/, 'has been revoked. It has to be replaced at the server.'),
  untrusted(
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'is for another host name. Use the name that the certificate carries, or pin it.',
  ),
  untrusted(
    UNKNOWN_ISSUER,
    'is self-signed or from an issuer that is not trusted here. An administrator can name the certificate to trust in the settings.',
  ),
  untrusted(OTHER_VERDICT, 'is not accepted.'),
  [/^ECONNREFUSED$/, 'NO_ANSWER', 'Nothing listens at its address.'],
  [/^ENOTFOUND$/, 'NO_ANSWER', 'Its host name is not known.'],
  [/^EAI_AGAIN$/, 'NO_ANSWER', 'Its host name could not be looked up.'],
  [/^(?:EHOST|ENET)UNREACH$/, 'NO_ANSWER', 'There is no way to its address.'],
  [
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/,
    'NO_ANSWER',
    'What answers at its address does not speak TLS.',
  ],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'TIMED_OUT', 'It does not take connections.'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'TOO_LARGE'],
  // The request cannot be sent: its token is no header value.
  [/^UND_ERR_INVALID_ARG$/, 'MALFORMED'],
];

const CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

/** A failure's stable code, of the first attempt where several addresses were tried. Never its text. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string' && CODE.test(error.code)) return error.code;
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : undefined;
}

/** Whether a handshake failed because the certificate was not trusted. */
export const isVerdict = (code: string): boolean => byCode(code)[0] === 'UNTRUSTED';

/** What failed below HTTP, as an UpstreamError whose cause is a code and nothing else. */
export function toUpstreamError(upstream: Upstream, error: unknown): UpstreamError {
  if (error instanceof UpstreamError) return error;
  const errorCode = codeOf(error);
  const [code, description] = faultOf(error, errorCode ?? '');
  return new UpstreamError(upstream, code, {
    description,
    unsent: isUnsent(error) || code === 'MALFORMED',
    cause: errorCode === undefined ? undefined : new Error(errorCode),
  });
}

function faultOf(error: unknown, errorCode: string): Fault {
  if (error instanceof ProxyError) {
    return [error.code === 'PROXY_TIMED_OUT' ? 'TIMED_OUT' : 'NO_ANSWER', error.sentence];
  }
  if (error instanceof TimeoutError) {
    return ['TIMED_OUT', `It did not answer within ${error.limitMilliseconds / 1_000} s.`];
  }
  return byCode(errorCode);
}

function byCode(errorCode: string): Fault {
  const [, code = 'NO_ANSWER', description] = FAULTS.find(([codes]) => codes.test(errorCode)) ?? [];
  return [code, description];
}
