/** Requests a device code. */
import { UpstreamError } from '../../core/errors.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import { knownDevicePage, unknownPage } from '../access/device-page.ts';
import { quoted, reasonOfRefusal } from '../state/entra-errors.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Failure } from '../state/model.ts';
import type { DeviceCode, DeviceRequest } from '../state/ports.ts';

export const operatorScope = (clientId: string): string =>
  `api://${clientId}/access_as_user openid profile offline_access`;

export function deviceRequest(flow: FlowKind, organization: Organization, clientId: string): DeviceRequest {
  if (flow === 'app-only') return { clientId, scope: organization.appOnlyScopes };
  return { clientId, scope: operatorScope(clientId) };
}

/** RFC 8628, section 3.1. @param reference sign-in id, for the log */
export async function requestDeviceCode(
  ports: Pick<SignInInputs, 'identityProvider' | 'organizations' | 'allowedVerificationHosts' | 'log'>,
  organization: Organization,
  flow: FlowKind,
  reference: string,
): Promise<(DeviceRequest & DeviceCode) | Failure> {
  const { identityProvider, organizations, allowedVerificationHosts, log } = ports;
  const applicationId = await organizations.applicationId(organization, flow);
  if (typeof applicationId !== 'string') return applicationId;
  const request = deviceRequest(flow, organization, applicationId);
  try {
    const code = await identityProvider.requestDeviceCode(organization, request);
    const page = knownDevicePage(code.verificationUri, {
      authUrl: organization.authUrl,
      allowed: allowedVerificationHosts,
    });
    if (page !== undefined) return { ...request, ...code, verificationUri: page };
    const named = unknownPage(code.verificationUri, [code.userCode, code.deviceCode]);
    const fields = { event: 'device-page-unknown', reference, ...named };
    log.error(fields, 'a device code is to be entered on a page that is not known: it was not shown');
    return { reason: 'verification-host' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ event: 'device-code-refused', reference, error }, 'the identity provider did not issue a device code');
    const refused = reasonOfRefusal(error) ?? 'identity-provider-refused';
    return { reason: error.transient ? 'identity-provider-unreachable' : refused, ...quoted(error) };
  }
}
