/** The exclusive right to renew a session: who has it, and why nobody gets it. Pure. */
import { keep, write } from '../../durable/record.ts';
import { mayRenewAtProvider, type Transition } from '../state/transitions.ts';
import type { SharedInputs, SignInInputs } from '../state/inputs.ts';
import type { Session } from '../state/model.ts';
import { mayKeepSession } from '../access/policy.ts';
import { longestLifeEnd } from '../state/schedule.ts';

type Ports = Pick<SharedInputs, 'organizations' | 'clock'> &
  Pick<SignInInputs, 'autoRenew' | 'maxSessionHours' | 'identityBinding' | 'adminUserIds' | 'allowedTenants'> & {
    readonly isSuspended: boolean;
  };

/** Longer than all calls of a renewal may take: an older claim is that of a process that died. */
const CLAIM_MILLISECONDS = 120_000;

/** `maybeSpent`: a process died while it renewed, so the service's refresh token may be spent, and is not kept. */
export type RenewalClaim =
  | { readonly kind: 'mine'; readonly session: Session; readonly maybeSpent: boolean }
  | { readonly kind: 'theirs'; readonly session: Session; readonly until: number }
  /** An earlier press of the same button has renewed it. */
  | { readonly kind: 'done'; readonly session: Session }
  | { readonly kind: 'refused'; readonly session: Session; readonly reason: 'longest-life' | 'not-allowed' }
  | { readonly kind: 'none' | 'outdated' };

export const claimRenewal =
  (ports: Ports, sessionId: string | undefined, claimId: string): Transition<RenewalClaim> =>
  (state) => {
    const now = ports.clock.now();
    const session = state?.session;
    if (state === undefined || session === undefined || session.expiresAt <= now) return keep({ kind: 'none' });
    if (sessionId !== undefined && session.id !== sessionId) {
      return keep(session.renewedFrom === sessionId ? { kind: 'done', session } : { kind: 'outdated' });
    }
    const { renewing } = session;
    // The write had succeeded and only its response was lost.
    if (renewing?.id === claimId) return keep({ kind: 'mine', session, maybeSpent: false });
    if (renewing !== undefined && renewing.until > now) return keep({ kind: 'theirs', session, until: renewing.until });
    if (ports.isSuspended || !mayKeepSession(ports, state.person, session)) {
      return keep({ kind: 'refused', session, reason: 'not-allowed' });
    }
    // A new token would not last longer.
    if (session.expiresAt >= longestLifeEnd(session.signedInAt, ports)) {
      return keep({ kind: 'refused', session, reason: 'longest-life' });
    }
    const maybeSpent = renewing !== undefined;
    const left: Session = {
      ...session,
      ...(maybeSpent && { refreshToken: undefined }),
      // AUTO_RENEW was on when the session began.
      ...(!mayRenewAtProvider(session.flow, ports) && {
        identityRefreshToken: undefined,
        answer: undefined,
        answerExpiresAt: undefined,
      }),
    };
    const claimed = {
      ...left,
      renewing: { id: claimId, until: now + CLAIM_MILLISECONDS },
      notRenewed: undefined,
      notRenewedBecause: undefined,
    };
    return write({ ...state, session: claimed, usedAt: now }, { kind: 'mine', session: left, maybeSpent });
  };
