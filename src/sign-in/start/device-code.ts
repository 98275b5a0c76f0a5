import { UpstreamError } from '../../core/errors.ts';
import { deviceRequest, type DeviceRequest } from '../follow/grant-requests.ts';
import type { Organizations } from '../organizations/organizations.ts';
import type { DeviceCode, IdentityProvider } from '../ports.ts';
import type { Log } from '../../core/platform.ts';
import type { Organization } from '../../core/organization.ts';
import { firstSentence } from '../../core/text.ts';
import type { Failure } from '../model.ts';
import type { FlowKind } from '../../core/organization.ts';
import { isTrustedVerificationUri } from './verification-uri.ts';

export interface DeviceCodeDependencies {
  readonly identityProvider: Pick<IdentityProvider, 'requestDeviceCode'>;
  readonly organizations: Pick<Organizations, 'applicationId'>;
  readonly allowedVerificationHosts: readonly string[];
  readonly log: Log;
}

/**
 * Asks for a code (specification, section 5.1, step 1) and checks where it would send the person.
 *
 * @param reference sign-in id, for the log
 * @returns the code and what it was asked for, or why there is none
 */
export async function requestDeviceCode(
  { identityProvider, organizations, allowedVerificationHosts, log }: DeviceCodeDependencies,
  organization: Organization,
  flow: FlowKind,
  reference: string,
): Promise<{ readonly request: DeviceRequest; readonly code: DeviceCode } | Failure> {
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
    log.warn({ reference, error }, 'the identity provider gave no device code');
    const { description, correlationId, transient } = error;
    const reason = transient ? 'identity-provider-unreachable' : 'identity-provider-refused';
    return { reason, detail: firstSentence(description), correlationId };
  }
}
