import { StorageAwayError } from '../errors.ts';
import { AbandonedError } from './following.ts';
import type { Clock, PersonStore } from './ports.ts';
import type { PersonKey } from './sign-in.ts';
import { readState } from './state-change.ts';

/** How often a follower looks whether another instance has cancelled or replaced its sign-in. */
const LOOK_MILLISECONDS = 10_000;

export interface LookDependencies {
  readonly store: Pick<PersonStore, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * @returns a function that throws an AbandonedError once another instance has ended or replaced the sign-in; it looks
 *   at most every ten seconds, and sees nothing while storage is away
 */
export function createLook({ store, clock }: LookDependencies, key: PersonKey, signInId: string): () => Promise<void> {
  let lookedAt = clock.now();
  return async () => {
    if (clock.now() - lookedAt < LOOK_MILLISECONDS) return;
    lookedAt = clock.now();
    try {
      const { state } = await readState(store, key);
      if (state?.signIn?.id === signInId && state.signIn.kind !== 'ended') return;
    } catch (error) {
      if (error instanceof StorageAwayError) return;
      throw error;
    }
    throw new AbandonedError('Another instance ended the sign-in.');
  };
}
