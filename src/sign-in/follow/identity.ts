/** Finds out who signed in, and checks that it is the person who asked. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organization } from '../../core/organization.ts';
import type { Person } from '../../core/person.ts';
import type { RetryCall } from '../../core/retry.ts';
import { firstSentence } from '../../core/text.ts';
import type { IdentityBinding, SignInInputs } from '../inputs.ts';
import type { Failure } from '../model.ts';
import type { Grant, Identity, IdentityProvider } from '../ports.ts';
import { failureOf } from './polling.ts';

type Ports = Pick<SignInInputs, 'directory' | 'readClaims' | 'lookup'> & {
  readonly identityProvider: Pick<IdentityProvider, 'refresh'>;
};

/**
 * Takes the ids from the access token's claims or from the directory (specification, section 5.2, B and A); from the
 * directory also when a claim is missing. @param repeat retries directory requests
 */
export async function findIdentity(
  { identityProvider, directory, readClaims, lookup }: Ports,
  organization: Organization,
  clientId: string,
  grant: Grant,
  signal: AbortSignal,
  repeat: RetryCall = (call) => call(),
): Promise<Identity | Failure> {
  const { oid, tid, account } = readClaims(grant.accessToken);
  if (lookup === 'claims' && oid && tid) {
    return { userId: oid, tenantId: tid, account: account ?? oid, refreshToken: grant.refreshToken };
  }
  if (grant.refreshToken === undefined) return { reason: 'answer-incomplete' };
  // Specification, section 4.1, row 3.
  const scope = `${organization.graphUrl}/.default openid profile offline_access`;
  const request = { clientId, scope, refreshToken: grant.refreshToken };
  const answer = await identityProvider.refresh(organization, request, signal);
  if (answer.kind === 'refused') return { ...failureOf(answer.refusal), reason: 'lookup-failed' };
  if (answer.kind !== 'granted') return lookupFailure(answer.error);
  try {
    const { userId, tenantId } = await repeat(() => directory.whoIs(organization, answer.grant.accessToken, signal));
    const refreshToken = answer.grant.refreshToken ?? grant.refreshToken;
    return { userId, tenantId, account: account ?? userId, refreshToken };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return lookupFailure(error);
  }
}

const lookupFailure = ({ description, correlationId }: UpstreamError): Failure => ({
  reason: 'lookup-failed',
  detail: firstSentence(description),
  correlationId,
});

const isSameId = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** The failure if the person who signed in is not the person who asked (RFC 8628, section 5.4, remote phishing). */
export function bindingFailure(
  binding: IdentityBinding,
  asker: Person,
  { tenantId, userId, account }: Identity,
): Failure | undefined {
  if (binding === 'off') return undefined;
  if (!isSameId(asker.tenantId, tenantId)) {
    return { reason: binding === 'same-user' ? 'someone-else' : 'other-tenant', account };
  }
  if (binding === 'same-tenant' || isSameId(asker.objectId, userId)) return undefined;
  return { reason: 'someone-else', account };
}
