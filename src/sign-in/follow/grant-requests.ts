/** Scope, client id and assertion of the two sign-in flows (specification, sections 4.1, 4.2, 5.1 and 5.3). */
import type { FlowKind, Organization } from '../../core/organization.ts';
import type { Identity, RedeemedSignIn } from '../model.ts';

export interface DeviceRequest {
  readonly clientId: string;
  readonly scope: string;
}

/** @param applicationId the application of this flow */
export function deviceRequest(flow: FlowKind, organization: Organization, applicationId: string): DeviceRequest {
  const scope =
    flow === 'operator'
      ? `api://${applicationId}/access_as_user openid profile offline_access`
      : organization.appOnlyScopes;
  return { clientId: applicationId, scope };
}

/** The scope of the refresh for a directory token (specification, section 4.1, row 3). */
export function directoryScope(organization: Organization): string {
  return `${organization.graphUrl}/.default openid profile offline_access`;
}

export interface ExchangeRequest {
  readonly flow: FlowKind;
  readonly clientId: string;
  readonly assertion: string;
}

/** The operator's assertion is the access token; the app-only assertion is the whole response, byte for byte. */
export function exchangeRequest(
  signIn: Pick<RedeemedSignIn, 'flow' | 'organization' | 'answer'>,
  accessToken: string,
  identity: Pick<Identity, 'userId' | 'tenantId'>,
): ExchangeRequest {
  return signIn.flow === 'operator'
    ? { flow: 'operator', clientId: `${identity.userId}.${identity.tenantId}`, assertion: accessToken }
    : { flow: 'app-only', clientId: signIn.organization, assertion: signIn.answer };
}
