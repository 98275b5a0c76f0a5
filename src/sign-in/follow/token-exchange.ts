/** The token exchange at the backup service, retried until the identity provider's access token expires. */
import { isNoPath, UpstreamError } from '../../core/errors.ts';
import { isOrganization, type Organization } from '../../core/organization.ts';
import { BACK_OFF, retry } from '../../core/retry.ts';
import { firstSentence } from '../../core/text.ts';
import { callUntilAnswered } from '../state/cancellation.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Failure, RedeemedSignIn } from '../state/model.ts';
import type { BackupService, ExchangeRequest, PersonIds, ServiceTokens } from '../state/ports.ts';

/**
 * What the service takes in exchange for a session: the operator's assertion is the access token; the app-only assertion is
 * the whole token response, byte for byte.
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

/** Such an answer is final, whatever its `errorCode`, which elsewhere may say that the same call helps later. */
const isFinalRefusal = ({ status = 0 }: UpstreamError): boolean => status >= 400 && status < 500 && status !== 429;

/** What is called with an assertion, or with the token that it was exchanged for. */
interface ServiceCall {
  readonly reference: string;
  /** When the assertion expires, epoch milliseconds. */
  readonly until: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each retry with the number of failed attempts. */
  readonly onFault?: ((faults: number) => Promise<void>) | undefined;
  /** A passing fault that is not retried all the same. */
  readonly isFinal?: ((error: UpstreamError) => boolean) | undefined;
}

/** Retries transport faults, 429 and 5xx. @param failureOf words the last fault */
async function callUntilDone<T>(
  { clock, log }: Pick<SignInInputs, 'clock' | 'log'>,
  { reference, until, signal, onFault, isFinal }: ServiceCall,
  call: () => Promise<T>,
  message: { readonly event: string; readonly text: string },
  failureOf: (error: UpstreamError) => Failure['reason'],
): Promise<T | Failure> {
  const isPassing = (error: UpstreamError) => error.transient && isFinal?.(error) !== true;
  try {
    return await retry(call, {
      backOff: BACK_OFF.tokenExchange,
      clock,
      signal,
      async shouldRetry({ error, failures: faults, waitMilliseconds }) {
        if (!(error instanceof UpstreamError)) return false;
        log.warn({ event: message.event, reference, error, faults }, message.text);
        if (!isPassing(error)) return false;
        if (clock.now() + waitMilliseconds >= until) return false;
        await onFault?.(faults);
        return true;
      },
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { code, description, correlationId } = error;
    const shown = { detail: firstSentence(description), correlationId };
    if (code === 'UNTRUSTED') return { reason: 'service-untrusted', ...shown };
    return { reason: isPassing(error) ? 'service-unreachable' : failureOf(error), ...shown };
  }
}

export async function exchangeUntilDone(
  ports: Pick<SignInInputs, 'clock' | 'log'> & { readonly service: Pick<BackupService, 'exchange'> },
  exchange: ServiceCall & { readonly organization: Organization; readonly request: ExchangeRequest },
): Promise<ServiceTokens | Failure> {
  const { organization, request, signal } = exchange;
  return callUntilDone(
    ports,
    { ...exchange, isFinal: isFinalRefusal },
    () => callUntilAnswered(signal, (interrupted) => ports.service.exchange(organization, request, interrupted)),
    { event: 'exchange-failed', text: 'the service did not accept the assertion' },
    (error) => {
      const { reason, status } = error;
      // A service may refuse each session of an organization, whoever signs in.
      if (request.flow === 'app-only') return isNoPath(error) ? 'app-only-unknown' : 'app-only-refused';
      const isPerson = reason === 'ResourceAccessDenied' || status === 401 || status === 403;
      return isPerson ? 'not-operator' : 'service-refused';
    },
  );
}

/**
 * Whether an app-only session is of the organization that the person signed in for: one of another organization would show
 * and restore the data of that one.
 *
 * @returns undefined if it is
 */
export async function confirmOrganization(
  ports: Pick<SignInInputs, 'clock' | 'log'> & { readonly service: Pick<BackupService, 'organization'> },
  confirmation: ServiceCall & { readonly organization: Organization; readonly accessToken: string },
): Promise<Failure | undefined> {
  const { organization, accessToken, reference, signal } = confirmation;
  const found = await callUntilDone(
    ports,
    confirmation,
    () => ports.service.organization(organization, accessToken, signal),
    { event: 'organization-not-told', text: 'the service did not say which organization the session is of' },
    () => 'app-only-refused',
  );
  if ('reason' in found) return found;
  const { name, type } = found;
  if (isOrganization(organization.key, found)) return undefined;
  const fields = { event: 'other-organization', reference, organization: organization.key, found: name, type };
  ports.log.warn(fields, 'the service opened a session of another organization; it is ended');
  return { reason: 'other-organization', detail: [name, type].filter(Boolean).join(', ') };
}
