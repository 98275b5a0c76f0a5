/** The two sign-ins: scopes, client id, assertion (specification, sections 4.1, 4.2, 5.1 and 5.3). */
import type { Identity } from '../model.ts';
import type { Organization } from '../../core/organization.ts';
import type { FlowKind } from '../../core/organization.ts';
import type { RedeemedSignIn } from '../model.ts';

export interface DeviceRequest {
  readonly clientId: string;
  readonly scope: string;
}

/** What to ask a device code for. `applicationId` is the flow's own. */
export function deviceRequest(flow: FlowKind, organization: Organization, applicationId: string): DeviceRequest {
  const scope =
    flow === 'operator'
      ? `api://${applicationId}/access_as_user openid profile offline_access`
      : organization.appOnlyScopes;
  return { clientId: applicationId, scope };
}

/** The scope of the refresh that yields a token for the directory (specification 4.1, row 3). */
export function directoryScope(organization: Organization): string {
  return `${organization.graphUrl}/.default openid profile offline_access`;
}

export interface ExchangeRequest {
  readonly flow: FlowKind;
  readonly clientId: string;
  readonly assertion: string;
}

/** The operator's assertion is the access token alone; the app-only one is the whole answer, byte for byte. */
export function exchangeRequest(
  signIn: Pick<RedeemedSignIn, 'flow' | 'organization' | 'answer'>,
  accessToken: string,
  identity: Pick<Identity, 'userId' | 'tenantId'>,
): ExchangeRequest {
  return signIn.flow === 'operator'
    ? { flow: 'operator', clientId: `${identity.userId}.${identity.tenantId}`, assertion: accessToken }
    : { flow: 'app-only', clientId: signIn.organization, assertion: signIn.answer };
}
