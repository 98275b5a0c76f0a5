/** What approves a restore of an organization signed in as itself: a code, or a certificate of its application. */
import type { CredentialsBody } from '../bodies.ts';
import type { SampleOrganization } from '../../people.ts';
import type { SignedIn } from '../service-sessions.ts';
import type { Approval, RestoreCodes } from './restore-codes.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @param body of the restore call, as JSON */
export async function approvalOf(
  { who, exploreSessionId, body }: { readonly who: SignedIn; readonly exploreSessionId: string; readonly body: string },
  { codes, organizations }: { readonly codes: RestoreCodes; readonly organizations: readonly SampleOrganization[] },
): Promise<Approval> {
  const refused = (status: number, message: string): Approval => ({ kind: 'refused', status, message });
  const { userCode, applicationId, applicationCertificate, userName } = JSON.parse(body) as CredentialsBody;
  const given = [userCode, applicationCertificate, userName].filter((one) => one !== undefined);
  if (given.length !== 1) return refused(400, 'Credentials: one kind is needed, and only one.');
  if (userCode !== undefined) return codes.approval(who, exploreSessionId, userCode);
  if (applicationCertificate === undefined) return refused(500, 'AADSTS50126: The user name or password is not valid.');
  if (!BASE64.test(applicationCertificate) || applicationCertificate === '') {
    return refused(500, 'Invalid length for a Base-64 char array or string.');
  }
  const organization = organizations.find(({ tenantId }) => tenantId === who.organizationId);
  if (applicationId !== organization?.restoreApplicationId) {
    return refused(500, `AADSTS700016: Application with identifier '${applicationId ?? ''}' was not found.`);
  }
  return { kind: 'approved', mayRestore: true };
}
