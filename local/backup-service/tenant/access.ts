/** Who may call what: operators by their own calls, organizations signed in as themselves by theirs. */
import { denied } from '../refused.ts';
import type { SignedIn } from '../service-sessions.ts';

const OPERATORS_ONLY = /\/LoggedInUser|\/OperatorExplore$|\/operator[A-Z]|\/startOperator/;
const TENANTS_ONLY =
  /\/(?:restore|restoreTo|copyTo|restoreDeviceCode|posts\/export)$|^\/v8\/(?:Organization|Organization\/Explore|RestorePoints|DeviceCode\/check)$/;

export const isTenant = ({ path }: Pick<SignedIn, 'path'>): boolean => path === '/v5/Token';

/** @param address or its pattern. @throws Refused */
export function checkMay(who: SignedIn, address: string): void {
  if (isTenant(who) && OPERATORS_ONLY.test(address)) throw denied('Only for those who signed in as themselves.');
  if (!isTenant(who) && TENANTS_ONLY.test(address)) throw denied('Only for an organization’s own sign-in.');
}

/** Restores of an organization, each of which needs credentials of its own. */
export const needsApproval = (who: SignedIn, pattern: string): boolean =>
  isTenant(who) && /\/(?:restore|restoreTo|copyTo)$/.test(pattern);
