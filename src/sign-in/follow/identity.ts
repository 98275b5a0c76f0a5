/** Finds out who approved a code. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organization } from '../../core/organization.ts';
import type { RetryCall } from '../../core/retry.ts';
import { quoted, reasonOfRefusal } from '../state/entra-errors.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Failure, FailureReason, RedeemedSignIn } from '../state/model.ts';
import type { Grant, Identity, IdentityProvider } from '../state/ports.ts';

type Ports = Pick<SignInInputs, 'directory' | 'readClaims' | 'lookup'> & {
  readonly identityProvider: Pick<IdentityProvider, 'refresh'>;
};

/** With identity lookup by claims. @returns undefined if the directory has to be asked */
export function identityInClaims(
  { readClaims, lookup }: Pick<Ports, 'readClaims' | 'lookup'>,
  { accessToken, refreshToken }: Grant,
): Identity | undefined {
  const { oid, tid, account } = readClaims(accessToken);
  if (lookup !== 'claims' || !oid || !tid) return undefined;
  return { userId: oid, tenantId: tid, account: account ?? oid, refreshToken };
}

/**
 * Takes the ids from the access token's claims or from the directory; from the directory also when a claim is missing.
 *
 * @param repeat retries requests that have spent nothing
 */
export async function findIdentity(
  ports: Ports,
  organization: Organization,
  { clientId, isConfidential }: Pick<RedeemedSignIn, 'clientId' | 'isConfidential'>,
  grant: Grant,
  signal: AbortSignal,
  repeat: RetryCall = (call) => call(),
): Promise<Identity | Failure> {
  const claimed = identityInClaims(ports, grant);
  if (claimed !== undefined) return claimed;
  const { identityProvider, directory, readClaims } = ports;
  if (grant.refreshToken === undefined) return { reason: 'answer-incomplete' };
  // A token for the directory.
  const scope = `${organization.graphUrl}/.default openid profile offline_access`;
  const request = { clientId, scope, isConfidential, refreshToken: grant.refreshToken };
  try {
    const answer = await repeat(async () => {
      const refreshed = await identityProvider.refresh(organization, request, signal);
      if (refreshed.kind === 'no-answer' && isUnspent(refreshed.error)) throw refreshed.error;
      return refreshed;
    });
    if (answer.kind === 'refused')
      return lookupFailure(answer.refusal, reasonOfRefusal(answer.refusal, isConfidential));
    if (answer.kind !== 'granted') return lookupFailure(answer.error);
    const { userId, tenantId } = await repeat(() => directory.whoIs(organization, answer.grant.accessToken, signal));
    const refreshToken = answer.grant.refreshToken ?? grant.refreshToken;
    const { account } = readClaims(grant.accessToken);
    return { userId, tenantId, account: account ?? userId, refreshToken };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return lookupFailure(error);
  }
}

/** Whether the refresh token cannot have been used up, so that it may be sent again. */
const isUnspent = ({ unsent, code }: UpstreamError): boolean => unsent || code === 'THROTTLED';

const lookupFailure = (refused: Parameters<typeof quoted>[0], reason: FailureReason = 'lookup-failed'): Failure => ({
  reason,
  ...quoted(refused),
});
