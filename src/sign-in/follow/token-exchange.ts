/** The token exchange at the backup service, retried until the identity provider's access token expires. */
import { BACK_OFF, retry } from '../../core/retry.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { ExchangeRequest } from './grant-requests.ts';
import type { BackupService, ServiceTokens } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Organization } from '../../core/organization.ts';
import { firstSentence } from '../../core/text.ts';
import type { Failure } from '../model.ts';

export interface ExchangeDependencies {
  readonly service: Pick<BackupService, 'exchange'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface TokenExchange {
  readonly organization: Organization;
  readonly request: ExchangeRequest;
  /** Sign-in id. */
  readonly reference: string;
  /** When the assertion expires, epoch milliseconds. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Called before each retry with the number of failed attempts. */
  readonly onFault?: (faults: number) => Promise<void>;
}

const PERSON_REFUSED = new Set([401, 403]);

/** The failure that the card shows when the service refuses the assertion. */
export function serviceFailure(error: UpstreamError): Failure {
  const detail = firstSentence(error.description);
  const { correlationId } = error;
  if (error.code === 'UNTRUSTED') return { reason: 'service-untrusted', detail, correlationId };
  if (error.transient) return { reason: 'service-unreachable', detail, correlationId };
  const person = error.reason === 'ResourceAccessDenied' || PERSON_REFUSED.has(error.status ?? 0);
  return { reason: person ? 'not-operator' : 'service-refused', detail, correlationId };
}

/**
 * Retries transport faults, 429 and 5xx; any other 4xx is final.
 *
 * @returns the service's tokens, or the failure to show
 */
export async function exchangeUntilDone(
  { service, clock, log }: ExchangeDependencies,
  { organization, request, reference, until, signal, onFault }: TokenExchange,
): Promise<ServiceTokens | Failure> {
  try {
    return await retry(() => service.exchange(organization, request, signal), {
      backOff: BACK_OFF.tokenExchange,
      clock,
      signal,
      async shouldRetry({ error, failures, waitMilliseconds }) {
        if (!(error instanceof UpstreamError)) return false;
        log.warn(
          { event: 'exchange-failed', reference, error, faults: failures },
          'the backup service did not accept the assertion',
        );
        if (!error.transient || clock.now() + waitMilliseconds >= until) return false;
        await onFault?.(failures);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UpstreamError) return serviceFailure(error);
    throw error;
  }
}

export function isFailure(outcome: ServiceTokens | Failure): outcome is Failure {
  return 'reason' in outcome;
}
