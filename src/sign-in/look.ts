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
const LOOK_MILLISECONDS = 20_000;
/** Longer than anybody follows without a look, the poll that was due with it included. */
const QUIET_MILLISECONDS = 25_000;

export interface Look {
  /** Looks, unless that was done within the last 20 s. @throws AbandonedError once another instance ended or replaced it */
  (): Promise<void>;
  /** Looks by itself where that would be due within so many milliseconds, so that a poll need not wait for it. */
  ahead(milliseconds: number): void;
}

/**
 * Looked at before a poll, so that a code that was cancelled or replaced on another instance is not asked for much
 * longer. It sees nothing while storage is away.
 *
 * @param version of the state in which the sign-in was last seen: while it is still there, nothing is read
 */
export function createLook(
  { store, clock }: LookDependencies,
  key: PersonKey,
  signInId: string,
  version?: Version,
): Look {
  let lookedAt = clock.now();
  let seen = version;
  let looking: Promise<void> | undefined;
  let isAbandoned = false;

  async function lookNow(): Promise<void> {
    const now = clock.now();
    try {
      if (seen === undefined || !(await store.isStill(key, seen))) {
        const { state, version: present } = await readState(store, key);
        seen = present;
        isAbandoned = state?.signIn?.id !== signInId || state.signIn.kind === 'ended';
      }
      lookedAt = now;
    } catch (error) {
      if (!(error instanceof StorageAwayError)) throw error;
    } finally {
      looking = undefined;
    }
  }

  async function look(): Promise<void> {
    if (clock.now() - lookedAt >= LOOK_MILLISECONDS) await (looking ??= lookNow());
    if (isAbandoned) throw new AbandonedError('Another instance ended the sign-in.');
  }

  return Object.assign(look, {
    ahead(milliseconds: number) {
      if (clock.now() + milliseconds - lookedAt < LOOK_MILLISECONDS) return;
      // What it fails with, the look before the poll meets too.
      (looking ??= lookNow()).catch(() => undefined);
    },
  });
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
