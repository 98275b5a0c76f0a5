/** The token exchange at the backup service, retried until the identity provider's access token expires. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organization } from '../../core/organization.ts';
import { BACK_OFF, retry } from '../../core/retry.ts';
import { firstSentence } from '../../core/text.ts';
import type { SignInInputs } from '../inputs.ts';
import type { Failure, RedeemedSignIn } from '../model.ts';
import type { BackupService, ExchangeRequest, PersonIds, ServiceTokens } from '../ports.ts';

/**
 * Specification, sections 4.2, 5.1 and 5.3: the operator's assertion is the access token; the app-only assertion is the
 * whole token response, byte for byte.
 */
export function exchangeRequest(
  { flow, organization, answer }: Pick<RedeemedSignIn, 'flow' | 'organization' | 'answer'>,
  accessToken: string,
  { userId, tenantId }: PersonIds,
): ExchangeRequest {
  return flow === 'operator'
    ? { flow, clientId: `${userId}.${tenantId}`, assertion: accessToken }
    : { flow, clientId: organization, assertion: answer };
}

/** Retries transport faults, 429 and 5xx; any other 4xx is final. */
export async function exchangeUntilDone(
  { service, clock, log }: Pick<SignInInputs, 'clock' | 'log'> & { readonly service: Pick<BackupService, 'exchange'> },
  exchange: {
    readonly organization: Organization;
    readonly request: ExchangeRequest;
    readonly reference: string;
    /** When the assertion expires, epoch milliseconds. */
    readonly until: number;
    readonly signal?: AbortSignal;
    /** Called before each retry with the number of failed attempts. */
    readonly onFault?: (faults: number) => Promise<void>;
  },
): Promise<ServiceTokens | Failure> {
  const { organization, request, reference, until, signal, onFault } = exchange;
  try {
    return await retry(() => service.exchange(organization, request, signal), {
      backOff: BACK_OFF.tokenExchange,
      clock,
      signal,
      async shouldRetry({ error, failures: faults, waitMilliseconds }) {
        if (!(error instanceof UpstreamError)) return false;
        log.warn({ event: 'exchange-failed', reference, error, faults }, 'the service did not accept the assertion');
        if (!error.transient || clock.now() + waitMilliseconds >= until) return false;
        await onFault?.(faults);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UpstreamError) return serviceFailure(error);
    throw error;
  }
}

function serviceFailure({ code, status, transient, reason, description, correlationId }: UpstreamError): Failure {
  const shown = { detail: firstSentence(description), correlationId };
  if (code === 'UNTRUSTED') return { reason: 'service-untrusted', ...shown };
  if (transient) return { reason: 'service-unreachable', ...shown };
  const isPerson = reason === 'ResourceAccessDenied' || status === 401 || status === 403;
  return { reason: isPerson ? 'not-operator' : 'service-refused', ...shown };
}
