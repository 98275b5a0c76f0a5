import { StorageAwayError } from '../../core/errors.ts';
import { AbandonedError, type Following } from './active-jobs.ts';
import type { Clock } from '../../core/platform.ts';
import type { PersonStore } from '../ports.ts';
import type { Version } from '../../core/optimistic-update.ts';
import type { PersonKey } from '../../core/person.ts';
import type { SignIn } from '../model.ts';
import { readState } from '../../core/optimistic-update.ts';

export interface LookDependencies {
  readonly store: Pick<PersonStore, 'read' | 'isStill'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A read of the state beside each poll would be most of what polling costs storage: several polls share one. */
const LOOK_MILLISECONDS = 20_000;
/** Storage that is away is not stormed: polls may be a second apart, and a look in vain is several requests. */
const AGAIN_MILLISECONDS = 5_000;
/** Longer than anybody follows without a look, the poll that was due with it included. */
const QUIET_MILLISECONDS = 25_000;

/**
 * Looked at before a poll, so that a code that was cancelled or replaced on another instance is not asked for much
 * longer. It sees nothing while storage is away. A class: each sign-in that waits holds one.
 */
export class Look {
  readonly #dependencies: LookDependencies;
  readonly #key: PersonKey;
  readonly #signInId: string;
  #seen: Version | undefined;
  #lookedAt: number;
  #failedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;
  #isAbandoned = false;

  /** @param version of the state in which the sign-in was last seen: while it is still there, nothing is read */
  constructor(dependencies: LookDependencies, key: PersonKey, signInId: string, version?: Version) {
    this.#dependencies = dependencies;
    this.#key = key;
    this.#signInId = signInId;
    this.#seen = version;
    this.#lookedAt = dependencies.clock.now();
  }

  /** Looks, unless that was done within the last 20 s. @throws AbandonedError once another instance ended or replaced it */
  async look(): Promise<void> {
    if (this.#isDue(0)) await (this.#looking ??= this.#lookNow());
    if (this.#isAbandoned) throw new AbandonedError('Another instance ended the sign-in.');
  }

  /** Looks by itself where that would be due within so many milliseconds, so that a poll need not wait for it. */
  ahead(milliseconds: number): void {
    if (!this.#isDue(milliseconds)) return;
    // What it fails with, the look before the poll meets too.
    (this.#looking ??= this.#lookNow()).catch(() => undefined);
  }

  #isDue(withinMilliseconds: number): boolean {
    const now = this.#dependencies.clock.now();
    return now + withinMilliseconds - this.#lookedAt >= LOOK_MILLISECONDS && now - this.#failedAt >= AGAIN_MILLISECONDS;
  }

  async #lookNow(): Promise<void> {
    const { store, clock } = this.#dependencies;
    const now = clock.now();
    try {
      if (this.#seen === undefined || !(await store.isStill(this.#key, this.#seen))) {
        const { state, version } = await readState(store, this.#key);
        this.#seen = version;
        this.#isAbandoned = state?.signIn?.id !== this.#signInId || state.signIn.kind === 'ended';
      }
      this.#lookedAt = now;
    } catch (error) {
      if (!(error instanceof StorageAwayError)) throw error;
      this.#failedAt = this.#dependencies.clock.now();
    } finally {
      this.#looking = undefined;
    }
  }
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
