/** The write of a sign-in, which comes after a call that may take as long as the identity provider does. Pure. */
import type { Asker } from '../../core/person.ts';
import type { PersonState, WaitingSignIn } from '../state/model.ts';
import { recentStarts } from './rate-limit.ts';

/** `withdrawn`: cancelled, logged out or erased. `replaced`: another sign-in has the card. */
export type Since = 'withdrawn' | 'replaced' | 'approved';

/** The sign-in that has led to tokens, or is about to. */
const approvedIn = ({ signIn, session }: Partial<PersonState> = {}): string | undefined =>
  signIn?.kind === 'redeemed' ? signIn.id : session?.signInId;

/**
 * What the person has done since the turn read their state: it counts, not the sign-in that the turn was about to begin.
 *
 * @param replaces the sign-in whose code was to be replaced
 */
export function sinceRead(
  read: PersonState | undefined,
  present: PersonState | undefined,
  replaces: string | undefined,
): Since | undefined {
  if (present === undefined) return read === undefined ? undefined : 'withdrawn';
  const approved = approvedIn(present);
  if (approved !== undefined && approved !== approvedIn(read)) return 'approved';
  const { signIn } = present;
  const before = read?.signIn;
  if (signIn === undefined) {
    const wasAny = read === undefined || read.signIn !== undefined || read.session !== undefined;
    // A session that ended by itself is no action of the person.
    return wasAny && approved === undefined && present.usedAt !== read?.usedAt ? 'withdrawn' : undefined;
  }
  const isSame = signIn.id === before?.id;
  const isCancelled = signIn.kind === 'ended' && signIn.failure.reason === 'cancelled';
  if (isCancelled) return isSame && before.kind === 'ended' ? undefined : 'withdrawn';
  return replaces === undefined || isSame ? undefined : 'replaced';
}

/** The state with a sign-in that has begun. */
export const withBegun = (
  state: PersonState | undefined,
  { person, address }: Asker,
  signIn: WaitingSignIn,
): PersonState => ({
  ...state,
  person,
  address,
  signIn,
  lastOrganization: signIn.organization,
  recentStarts: recentStarts(state?.recentStarts, signIn.startedAt),
  usedAt: signIn.startedAt,
});
