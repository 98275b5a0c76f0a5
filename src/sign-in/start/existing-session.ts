/** The existing-session policy: what a person who asks to sign in sees instead when they already have a session. Pure. */
import type { Organizations } from '../organizations.ts';
import type { Organization } from '../../core/organization.ts';
import { hasOthers, isUsable, pendingFacts, sessionFacts } from '../presenter.ts';
import type { PersonState, Session } from '../model.ts';
import type { SignInTarget, View } from '../views.ts';
import type { SignInRequest } from './policy.ts';

/**
 * @param chosen the organization that the request resolved to
 * @param tenantId the person's tenant
 * @returns the status to show instead of a sign-in; undefined to start one
 */
export function existingSessionView(
  organizations: Pick<Organizations, 'get' | 'choose'>,
  state: PersonState | undefined,
  request: SignInRequest,
  { chosen, tenantId, now }: { readonly chosen: Organization; readonly tenantId: string; readonly now: number },
): View | undefined {
  const pending = pendingFacts(organizations, state?.signIn, now);
  if (pending?.step === 'redeemed') return { kind: 'status', pending };
  const session = state?.session;
  if (session === undefined || !isUsable(organizations, session, now)) return undefined;
  // **Try again** on the card of a sign-in that was started after the session.
  const { signIn } = state ?? {};
  const isRetry = signIn?.kind === 'ended' && signIn.cardId !== undefined && signIn.cardId === request.cardId;
  if (isRetry || request.again === true || request.replaces !== undefined) return undefined;
  const instead = insteadOf(session, request, chosen);
  if (instead !== undefined && request.picked === true) return undefined;
  return {
    kind: 'status',
    session: sessionFacts(organizations, session),
    pending,
    alreadySignedIn: true,
    instead,
    others: hasOthers(organizations, tenantId, request.flow),
  };
}

/** The requested organization or flow, if the session is for another one. */
function insteadOf(
  session: Session,
  { flow, organization }: SignInRequest,
  chosen: Organization,
): SignInTarget | undefined {
  const other = organization !== undefined && chosen.organization !== session.organization;
  if (flow === session.flow && !other) return undefined;
  return { flow, organization: chosen.displayName, organizationKey: chosen.organization };
}
