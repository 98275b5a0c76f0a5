/** Requests a device code, and decides whether its verification URI may become a button. */
import { UpstreamError } from '../../core/errors.ts';
import { isLoopback, isOrIsUnder, parseUnambiguousUrl } from '../../core/net.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import { firstSentence } from '../../core/text.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { Failure } from '../state/model.ts';
import type { DeviceCode, DeviceRequest } from '../state/ports.ts';

export function deviceRequest(flow: FlowKind, organization: Organization, clientId: string): DeviceRequest {
  if (flow === 'app-only') return { clientId, scope: organization.appOnlyScopes };
  return { clientId, scope: `api://${clientId}/access_as_user openid profile offline_access` };
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
    return isTrustedVerificationUri(code.verificationUri, organization.authUrl, allowedVerificationHosts)
      ? { ...request, ...code }
      : { reason: 'verification-host' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ event: 'device-code-refused', reference, error }, 'the identity provider did not issue a device code');
    const { description, correlationId, transient } = error;
    const reason = transient ? 'identity-provider-unreachable' : 'identity-provider-refused';
    return { reason, detail: firstSentence(description), correlationId };
  }
}

/** Microsoft's sign-in hosts by cloud; `microsoft.com` serves every cloud's device page. */
const MICROSOFT = ['microsoft.com', 'microsoftonline.com'];
const CLOUD_HOSTS: readonly { readonly authHost: string; readonly hosts: readonly string[] }[] = [
  { authHost: 'microsoftonline.us', hosts: ['microsoft.com', 'microsoft.us', 'microsoftonline.us'] },
  { authHost: 'chinacloudapi.cn', hosts: ['microsoft.com', 'microsoftonline.cn', 'chinacloudapi.cn'] },
  { authHost: 'microsoftonline.cn', hosts: ['microsoft.com', 'microsoftonline.cn', 'chinacloudapi.cn'] },
];

/**
 * Whether `verificationUri` may become a button. It must be https (or http on loopback), and its host must be the identity
 * provider's, one of Microsoft's sign-in hosts of that cloud, or an allowed host.
 */
export function isTrustedVerificationUri(
  verificationUri: string,
  authUrl: string,
  allowedHosts: readonly string[],
): boolean {
  const uri = parseUnambiguousUrl(verificationUri);
  const authHost = URL.parse(authUrl)?.hostname;
  if (uri === undefined || authHost === undefined) return false;
  const host = uri.hostname;
  if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isLoopback(host))) return false;
  const microsoft = CLOUD_HOSTS.find((cloud) => isOrIsUnder(authHost, cloud.authHost))?.hosts ?? MICROSOFT;
  return host === authHost || allowedHosts.includes(host) || microsoft.some((parent) => isOrIsUnder(host, parent));
}
