import { StorageAwayError } from '../errors.ts';
import { AbandonedError } from './following.ts';
import type { PersonStore } from './ports.ts';
import type { PersonKey } from './sign-in.ts';
import { readState } from './state-change.ts';

export interface LookDependencies {
  readonly store: Pick<PersonStore, 'read'>;
}

/**
 * Looked at before each poll, so that no code is asked for that was cancelled or replaced on another instance: two
 * codes of one person are never polled at a time.
 *
 * @returns a function that throws an AbandonedError once another instance has ended or replaced the sign-in; it sees
 *   nothing while storage is away
 */
export function createLook({ store }: LookDependencies, key: PersonKey, signInId: string): () => Promise<void> {
  return async () => {
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
