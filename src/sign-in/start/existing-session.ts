/** What a person has already when they ask to sign in: a session, or a sign-in that is being finished. Pure. */
import type { Organizations } from '../organizations/organizations.ts';
import type { Organization } from '../../core/organization.ts';
import { hasOthers, pendingFacts, sessionFacts } from '../presenter.ts';
import type { FlowKind } from '../../core/organization.ts';
import type { PersonState, Session } from '../model.ts';
import type { Instead, View } from '../views.ts';

export interface Asking {
  readonly flow: FlowKind;
  /** As named by the person; absent: whichever fits. */
  readonly organization?: string | undefined;
  readonly again?: boolean | undefined;
  readonly replaces?: string | undefined;
  readonly picked?: boolean | undefined;
}

/**
 * @param chosen the organization that was found for what was asked
 * @param tenantId the person's
 * @returns the status to show instead of starting anew; nothing where a sign-in is to be started
 */
export function alreadyThere(
  organizations: Pick<Organizations, 'get' | 'choose'>,
  state: PersonState | undefined,
  asking: Asking,
  { chosen, tenantId, now }: { readonly chosen: Organization; readonly tenantId: string; readonly now: number },
): View | undefined {
  const pending = pendingFacts(organizations, state?.signIn, now);
  if (pending?.step === 'redeemed') return { kind: 'status', pending };
  const session = state?.session;
  if (session === undefined || session.expiresAt <= now || asking.again === true || asking.replaces !== undefined) {
    return undefined;
  }
  const instead = insteadOf(session, asking, chosen);
  if (instead !== undefined && asking.picked === true) return undefined;
  return {
    kind: 'status',
    session: sessionFacts(organizations, session),
    pending,
    alreadySignedIn: true,
    instead,
    others: hasOthers(organizations, tenantId, asking.flow),
  };
}

/** What was asked for by name or by kind, where the session is another. */
function insteadOf(session: Session, { flow, organization }: Asking, chosen: Organization): Instead | undefined {
  const other = organization !== undefined && chosen.organization !== session.organization;
  if (flow === session.flow && !other) return undefined;
  return { flow, organization: chosen.displayName, organizationKey: chosen.organization };
}
