import { UpstreamError } from '../../core/errors.ts';
import { deviceRequest, type DeviceRequest } from '../follow/grant-requests.ts';
import type { Organizations } from '../organizations.ts';
import type { DeviceCode, IdentityProvider } from '../ports.ts';
import type { Log } from '../../core/platform.ts';
import type { FlowKind, Organization } from '../../core/organization.ts';
import { firstSentence } from '../../core/text.ts';
import type { Failure } from '../model.ts';
import { isTrustedVerificationUri } from './verification-uri.ts';

export interface DeviceCodeDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'requestDeviceCode'>;
  readonly organizations: Pick<Organizations, 'applicationId'>;
  readonly allowedVerificationHosts: readonly string[];
  readonly log: Log;
}

export interface IssuedCode {
  readonly request: DeviceRequest;
  readonly code: DeviceCode;
}

/**
 * Requests a device code (specification, section 5.1, step 1) and checks its verification URI.
 *
 * @param reference sign-in id, for the log
 * @returns the code with its request, or the failure to show
 */
export async function requestDeviceCode(
  { identityProvider, organizations, allowedVerificationHosts, log }: DeviceCodeDependencies,
  organization: Organization,
  flow: FlowKind,
  reference: string,
): Promise<IssuedCode | Failure> {
  const applicationId = await organizations.applicationId(organization, flow);
  if (typeof applicationId !== 'string') return applicationId;
  const request = deviceRequest(flow, organization, applicationId);
  try {
    const code = await identityProvider.requestDeviceCode(organization, request);
    return isTrustedVerificationUri(code.verificationUri, organization.authUrl, allowedVerificationHosts)
      ? { request, code }
      : { reason: 'verification-host' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ event: 'device-code-refused', reference, error }, 'the identity provider did not issue a device code');
    const { description, correlationId, transient } = error;
    const reason = transient ? 'identity-provider-unreachable' : 'identity-provider-refused';
    return { reason, detail: firstSentence(description), correlationId };
  }
}
