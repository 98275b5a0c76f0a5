/** Finds out who signed in, and checks that it is the person who asked. */
import type { IdentityBinding, Lookup } from '../inputs.ts';
import type { Identity } from '../model.ts';
import { directoryScope } from './grant-requests.ts';
import { failureOf } from './polling.ts';
import { firstSentence } from '../../core/text.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { RetryCall } from '../../core/retry.ts';
import type { Directory, Grant, IdentityProvider, ReadClaims } from '../ports.ts';
import type { Organization } from '../../core/organization.ts';
import type { Failure } from '../model.ts';
import type { Person } from '../../core/person.ts';

export interface IdentityDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'refresh'>;
  readonly directory: Directory;
  readonly readClaims: ReadClaims;
  readonly lookup: Lookup;
}

/**
 * Finds `userId` and `tenantId` of the person who signed in, in the access token's claims or in the directory
 * (specification, section 5.2, B and A). Falls back to the directory when a claim is missing.
 *
 * @param repeat retries directory requests; without it they are sent once
 * @returns the identity, or the reason why it was not found
 */
export async function findIdentity(
  { identityProvider, directory, readClaims, lookup }: IdentityDependencies,
  organization: Organization,
  clientId: string,
  grant: Grant,
  signal: AbortSignal,
  repeat?: RetryCall,
): Promise<Identity | Failure> {
  const claims = readClaims(grant.accessToken);
  if (lookup === 'claims' && claims.oid && claims.tid) {
    const { oid: userId, tid: tenantId } = claims;
    return { userId, tenantId, account: claims.account ?? userId, refreshToken: grant.refreshToken };
  }
  if (grant.refreshToken === undefined) return { reason: 'answer-incomplete' };
  const request = { clientId, scope: directoryScope(organization), refreshToken: grant.refreshToken };
  const answer = await identityProvider.refresh(organization, request, signal);
  if (answer.kind === 'refused') return { ...failureOf(answer.refusal), reason: 'lookup-failed' };
  if (answer.kind !== 'granted') return lookupFailure(answer.error);
  try {
    const whoIs = () => directory.whoIs(organization, answer.grant.accessToken, signal);
    const { userId, tenantId } = await (repeat === undefined ? whoIs() : repeat(whoIs));
    const refreshToken = answer.grant.refreshToken ?? grant.refreshToken;
    return { userId, tenantId, account: claims.account ?? userId, refreshToken };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return lookupFailure(error);
  }
}

function lookupFailure({ description, correlationId }: UpstreamError): Failure {
  return { reason: 'lookup-failed', detail: firstSentence(description), correlationId };
}

export function isIdentity(found: Identity | Failure): found is Identity {
  return 'userId' in found;
}

const same = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/**
 * Checks that the person who signed in is the person who asked (RFC 8628, section 5.4, remote phishing).
 *
 * @returns undefined when the binding holds
 */
export function bindingFailure(binding: IdentityBinding, asker: Person, identity: Identity): Failure | undefined {
  if (binding === 'off') return undefined;
  if (!same(asker.tenantId, identity.tenantId)) {
    return { reason: binding === 'same-user' ? 'someone-else' : 'other-tenant', account: identity.account };
  }
  if (binding === 'same-tenant' || same(asker.objectId, identity.userId)) return undefined;
  return { reason: 'someone-else', account: identity.account };
}
