import { StorageAwayError } from '../errors.ts';
import { AbandonedError, type Following } from './following.ts';
import type { Clock, PersonStore, Version } from './ports.ts';
import type { PersonKey, SignIn } from './sign-in.ts';
import { readState } from './state-change.ts';

export interface LookDependencies {
  readonly store: Pick<PersonStore, 'read' | 'isStill'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A read of the state beside each poll would be most of what polling costs storage: several polls share one. */
const LOOK_MILLISECONDS = 15_000;
/** Longer than anybody follows without a look, the poll that was due with it included. */
const QUIET_MILLISECONDS = 20_000;

/**
 * Looked at before a poll, so that a code that was cancelled or replaced on another instance is not asked for much
 * longer.
 *
 * @param version of the state in which the sign-in was last seen: while it is still there, nothing is read
 * @returns a function that throws an AbandonedError once another instance has ended or replaced the sign-in; it sees
 *   nothing while storage is away
 */
export function createLook(
  { store, clock }: LookDependencies,
  key: PersonKey,
  signInId: string,
  version?: Version,
): () => Promise<void> {
  let lookedAt = clock.now();
  let seen = version;
  return async () => {
    const now = clock.now();
    if (now - lookedAt < LOOK_MILLISECONDS) return;
    try {
      if (seen !== undefined && (await store.isStill(key, seen))) {
        lookedAt = now;
        return;
      }
      const { state, version: present } = await readState(store, key);
      lookedAt = now;
      if (state?.signIn?.id === signInId && state.signIn.kind !== 'ended') {
        seen = present;
        return;
      }
    } catch (error) {
      if (error instanceof StorageAwayError) return;
      throw error;
    }
    throw new AbandonedError('Another instance ended the sign-in.');
  };
}

/**
 * Two codes of one person are never asked for by turns: where a sign-in that is given up may be followed by another
 * instance, the next one is not asked for until that instance must have noticed.
 *
 * @returns epoch milliseconds; nothing where no other instance can follow it
 */
export function quietAfter(
  following: Pick<Following, 'has'>,
  givenUp: SignIn | undefined,
  now: number,
): number | undefined {
  return givenUp?.kind === 'waiting' && !following.has(givenUp.id) ? now + QUIET_MILLISECONDS : undefined;
}
