/** Error answers in the shape of the real identity provider, built from the library's own or scripted by a test. */
import { randomUUID } from 'node:crypto';
import type { Fault } from '../stand-in/faults.ts';

export interface EntraError {
  readonly error: string;
  /** The number behind `AADSTS`. */
  readonly number: number;
  readonly sentence: string;
  readonly suberror?: string | undefined;
}

/** What the library says, and what the real one says in its place. */
const TRANSLATIONS: Readonly<Record<string, EntraError>> = {
  authorization_pending: {
    error: 'authorization_pending',
    number: 70016,
    sentence: 'The sign-in on the other device is not finished.',
  },
  slow_down: { error: 'slow_down', number: 70016, sentence: 'Polled too often.' },
  expired_token: { error: 'expired_token', number: 70020, sentence: 'The device code has ended.' },
  access_denied: {
    error: 'authorization_declined',
    number: 65004,
    sentence: 'The person declined the sign-in.',
  },
  invalid_client: {
    error: 'unauthorized_client',
    number: 700016,
    sentence: 'No application with this identifier in the directory.',
  },
  credential_missing: {
    error: 'invalid_client',
    number: 7000218,
    sentence: 'The request must contain the credential of the application.',
  },
  invalid_grant: { error: 'invalid_grant', number: 70000, sentence: 'The grant presented is not valid.' },
  invalid_scope: { error: 'invalid_scope', number: 70011, sentence: 'The scope asked for is not valid.' },
  invalid_target: { error: 'invalid_resource', number: 500011, sentence: 'The resource asked for is not known here.' },
  unsupported_grant_type: {
    error: 'unsupported_grant_type',
    number: 70003,
    sentence: 'This grant type is not supported.',
  },
};

/** An error of the library in the real one's terms. */
export function translate(error: string, description: string | undefined): EntraError {
  return (
    TRANSLATIONS[error] ?? { error, number: 900144, sentence: `The request is not valid: ${description ?? error}.` }
  );
}

/** The body of an error answer. */
export function entraBody({ error, number, sentence, suberror }: EntraError, now = new Date()): object {
  const timestamp = `${now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  const trace = randomUUID();
  const correlation = randomUUID();
  return {
    error,
    error_description: `AADSTS${number}: ${sentence} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
    error_codes: [number],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    ...(suberror === undefined ? {} : { suberror }),
  };
}

/** A scripted refusal. */
export function refusal(error: EntraError, status = 400): Fault {
  return { kind: 'answer', status, body: entraBody(error) };
}

/** Refusals that the library never gives by itself. */
export const REFUSALS = {
  slowDown: refusal({ error: 'slow_down', number: 70016, sentence: 'Polled too often.' }),
  /** RFC 8628's own words, where the stand-in otherwise uses Microsoft's. */
  accessDenied: refusal({ error: 'access_denied', number: 65004, sentence: 'The person declined the sign-in.' }),
  codeExpired: refusal({ error: 'code_expired', number: 70019, sentence: 'The device code has ended.' }),
  badVerificationCode: refusal({
    error: 'bad_verification_code',
    number: 70018,
    sentence: 'The device code is not known.',
  }),
  publicClientOff: refusal(
    { error: 'invalid_client', number: 7000218, sentence: 'The application has to prove who it is.' },
    401,
  ),
  consentRequired: refusal({
    error: 'invalid_grant',
    number: 65001,
    sentence: 'Nobody has consented to the use of this application.',
    suberror: 'consent_required',
  }),
  mfaRequired: refusal({
    error: 'invalid_grant',
    number: 50076,
    sentence: 'A second factor is needed.',
    suberror: 'basic_action',
  }),
  conditionalAccess: refusal({
    error: 'access_denied',
    number: 53003,
    sentence: 'A Conditional Access policy blocks this sign-in.',
    suberror: 'message_only',
  }),
  refreshTokenEnded: refusal({ error: 'invalid_grant', number: 700082, sentence: 'The refresh token has ended.' }),
} as const satisfies Readonly<Record<string, Fault>>;

export const UNKNOWN_TENANT: EntraError = {
  error: 'invalid_request',
  number: 90002,
  sentence: 'No such tenant.',
};

export const NO_TENANT: EntraError = {
  error: 'invalid_request',
  number: 50059,
  sentence: 'The request names no specific tenant.',
};
