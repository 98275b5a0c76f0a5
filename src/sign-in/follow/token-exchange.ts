/** The exchange at the service, repeated until the identity provider's answer ends (contract, Calls to the outside). */
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

export interface ExchangeTask {
  readonly organization: Organization;
  readonly request: ExchangeRequest;
  /** Sign-in id. */
  readonly reference: string;
  /** Epoch milliseconds after which the assertion is worth nothing. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Called before each further try with how many failed so far. */
  readonly onFault?: (faults: number) => Promise<void>;
}

const LONGEST_BACK_OFF_SECONDS = 60;
const REFUSES_PERSON = new Set([401, 403]);

/** What a refusal of the service means for the person. */
export function serviceFailure(error: UpstreamError): Failure {
  const detail = firstSentence(error.description);
  const { correlationId } = error;
  if (error.code === 'UNTRUSTED') return { reason: 'service-untrusted', detail, correlationId };
  if (error.transient) return { reason: 'service-unreachable', detail, correlationId };
  const person = error.reason === 'ResourceAccessDenied' || REFUSES_PERSON.has(error.status ?? 0);
  return { reason: person ? 'not-operator' : 'service-refused', detail, correlationId };
}

/**
 * @returns the service's tokens, or why there are none: a 4xx is final, transport faults, 429 and 5xx are not
 */
export async function exchangeUntilDone(
  { service, clock, log }: ExchangeDependencies,
  { organization, request, reference, until, signal, onFault }: ExchangeTask,
): Promise<ServiceTokens | Failure> {
  for (let faults = 1; ; faults += 1) {
    try {
      return await service.exchange(organization, request, signal);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference, error, faults }, 'the backup service did not take the assertion');
      if (!error.transient) return serviceFailure(error);
      const seconds = Math.max(error.retryAfterSeconds ?? 0, Math.min(2 ** (faults - 1), LONGEST_BACK_OFF_SECONDS));
      if (clock.now() + seconds * 1000 >= until) return serviceFailure(error);
      await onFault?.(faults);
      await clock.sleep(seconds * 1000, signal);
    }
  }
}

export function isFailure(outcome: ServiceTokens | Failure): outcome is Failure {
  return 'reason' in outcome;
}
