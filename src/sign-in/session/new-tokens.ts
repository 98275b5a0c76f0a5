/** Where new service tokens come from, step by step (contract, Calls to the outside, Renewal). */
import { UpstreamError } from '../../core/errors.ts';
import { exchangeUntilDone, isFailure } from '../follow/token-exchange.ts';
import { exchangeRequest } from '../follow/grant-requests.ts';
import type { BackupService, Grant, IdentityProvider, ServiceTokens } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Organization } from '../../core/organization.ts';
import type { NotRenewed, Session } from '../model.ts';

export interface NewTokensDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'refresh' | 'readAnswer'>;
  readonly service: Pick<BackupService, 'renew' | 'exchange'>;
  readonly clock: Clock;
  readonly log: Log;
}

export interface NewTokens extends ServiceTokens {
  /** Secret. The identity provider's newest. */
  readonly identityRefreshToken?: string | undefined;
}

export interface TokensTask {
  readonly organization: Organization;
  readonly session: Session;
  /** Whoever renewed before died over it: the service's refresh token may be spent. */
  readonly spent: boolean;
  /** Stores an answer of the identity provider before it is used. @returns false when the session is gone */
  readonly keep: (grant: Grant) => Promise<boolean>;
}

export type TokensOutcome = NewTokens | NotRenewed | 'gone';

/** A turn waits for this; the stored answer outlives it. */
const PATIENCE_MILLISECONDS = 8_000;

export function isTokens(outcome: TokensOutcome): outcome is NewTokens {
  return typeof outcome !== 'string';
}

/** The service may have issued tokens all the same: it was asked, and what it answered is not known. */
function isLost(error: UpstreamError): boolean {
  if (error.code === 'UNTRUSTED') return false;
  return error.status === undefined || error.code === 'TOO_LARGE' || error.code === 'MALFORMED';
}

/** Its own word on the refresh token; what else went wrong is no answer of the service, or not about the token. */
const isRefusal = ({ code, status }: UpstreamError): boolean =>
  code === 'REFUSED' && (status === 400 || status === 401 || status === 403);

const TEMPORARY: ReadonlySet<string> = new Set(['temporarily_unavailable', 'server_error']);

/** What is said when two ways failed: what cannot be ruled out first, then what may get better by itself. */
function worse(first: NotRenewed, second: NotRenewed): NotRenewed {
  const order: readonly NotRenewed[] = ['outcome-unknown', 'unreachable', 'refused', 'not-possible'];
  return order.find((outcome) => outcome === first || outcome === second) ?? second;
}

/**
 * The service's refresh token; if that fails, a refresh at the identity provider for the sign-in's own scope and a new
 * exchange. An answer of the identity provider that an earlier renewal left behind is exchanged first.
 */
export async function findNewTokens(dependencies: NewTokensDependencies, task: TokensTask): Promise<TokensOutcome> {
  const { identityProvider, service, clock, log } = dependencies;
  const { organization, session, spent, keep } = task;
  const { flow, signInId: reference, clientId, scope, refreshToken, identityRefreshToken } = session;

  async function atTheService(): Promise<NewTokens | NotRenewed | 'down'> {
    if (spent) return 'outcome-unknown';
    if (refreshToken === undefined) return 'not-possible';
    try {
      return { identityRefreshToken, ...(await service.renew(organization, { flow, refreshToken })) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'service-renewal-failed', reference, error }, 'the service did not renew the session');
      if (error.unsent) return 'down';
      if (isLost(error)) return 'outcome-unknown';
      return isRefusal(error) ? 'refused' : 'unreachable';
    }
  }

  async function exchanged(grant: Grant, until: number): Promise<NewTokens | NotRenewed> {
    const request = exchangeRequest({ ...session, answer: grant.answer }, grant.accessToken, session);
    const { signal } = new AbortController();
    const patience = Math.min(until, clock.now() + PATIENCE_MILLISECONDS);
    const tokens = await exchangeUntilDone(
      { service, clock, log },
      { organization, request, reference, until: patience, signal },
    );
    if (!isFailure(tokens)) return { ...tokens, identityRefreshToken: grant.refreshToken ?? identityRefreshToken };
    const { reason } = tokens;
    return reason === 'service-unreachable' || reason === 'service-untrusted' ? 'unreachable' : 'refused';
  }

  async function byTheIdentityProvider(): Promise<TokensOutcome> {
    if (identityRefreshToken === undefined) return 'not-possible';
    const request = { clientId, scope, refreshToken: identityRefreshToken };
    const answer = await identityProvider.refresh(organization, request);
    if (answer.kind === 'refused') {
      const { error: reason, description, correlationId } = answer.refusal;
      log.warn(
        { event: 'refresh-refused', reference, reason, description, correlationId },
        'the identity provider refused a refresh',
      );
      return TEMPORARY.has(reason) ? 'unreachable' : 'refused';
    }
    if (answer.kind !== 'granted') {
      log.warn(
        { event: 'refresh-failed', reference, error: answer.error },
        'the identity provider did not answer a refresh',
      );
      return 'unreachable';
    }
    const { grant } = answer;
    if (!(await keep(grant))) return 'gone';
    return exchanged(grant, clock.now() + grant.expiresInSeconds * 1000);
  }

  const { answer: left, answerExpiresAt = 0 } = session;
  if (left !== undefined && answerExpiresAt > clock.now()) {
    const tokens = await exchanged(identityProvider.readAnswer(left), answerExpiresAt);
    if (tokens !== 'refused') return tokens;
  }
  const first = await atTheService();
  // Where no connection comes about there is none for an exchange either.
  if (first === 'down') return 'unreachable';
  if (isTokens(first)) return first;
  const second = await byTheIdentityProvider();
  return isTokens(second) || second === 'gone' ? second : worse(first, second);
}
