/** The daily sweep, on one instance: erases state that was unused for the retention period. */
import { ConflictError } from '../../core/errors.ts';
import type { JobOf } from '../../core/jobs.ts';
import type { SharedInputs, SignInInputs } from '../inputs.ts';
import type { PersonState } from '../model.ts';
import type { Plan, StoredState } from '../ports.ts';
import { pendingUntil } from '../presenter.ts';
import { delaySeconds, postponeIfEarly } from '../session/schedule.ts';

type Ports = SharedInputs &
  Pick<SignInInputs, 'archive' | 'administrators' | 'adminUserIds' | 'sweepPlan' | 'hooks' | 'stateRetentionDays'>;

const DAY_MILLISECONDS = 86_400_000;
/** The plan is written before its job can be received. */
const FIRST_MILLISECONDS = 60_000;
/** A sweep that is overdue for so long was lost, and is planned anew. */
const LOST_MILLISECONDS = DAY_MILLISECONDS;
/** How many states are opened at the same time. */
const PARALLEL = 8;

/** The person is signed in, or about to be. */
const isLive = ({ session, signIn }: PersonState, now: number): boolean =>
  (session !== undefined && session.expiresAt > now) || pendingUntil(signIn) > now;

export class Retention {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Plans a sweep if none is planned or the planned one was lost. @throws StorageUnavailableError */
  async ensure(): Promise<void> {
    const planned = await this.#ports.sweepPlan.read();
    const now = this.#ports.clock.now();
    if (planned !== undefined && planned.dueAt > now - LOST_MILLISECONDS) return;
    await this.#planNext(now + FIRST_MILLISECONDS, planned?.version);
  }

  /** Handler of `sweep` jobs: does nothing unless the plan names this run. */
  async run(job: JobOf<'sweep'>, signal: AbortSignal): Promise<void> {
    if (await postponeIfEarly(this.#ports, job)) return;
    const { sweepPlan, hooks, clock, log, stateRetentionDays } = this.#ports;
    const planned = await sweepPlan.read();
    if (planned?.runId !== job.runId) return;
    const erased = await this.#sweepStates(signal);
    const restores = await hooks.sweepRestores?.(signal);
    await this.#sweepAddresses();
    log.info({ event: 'retention-swept', erased, restores, stateRetentionDays }, 'unused state was erased');
    await this.#planNext(clock.now() + DAY_MILLISECONDS, planned.version);
  }

  /** The job is sent first: without its plan it does nothing, but a plan without a job would never be carried out. */
  async #planNext(dueAt: number, over: string | undefined): Promise<void> {
    const { sweepPlan, jobs, clock, newId } = this.#ports;
    const next: Plan = { runId: newId(), dueAt };
    await jobs.send({ kind: 'sweep', ...next }, delaySeconds(dueAt, clock.now()));
    try {
      await sweepPlan.write(next, over);
    } catch (error) {
      // Another instance was first, and its job is the one that counts.
      if (!(error instanceof ConflictError)) throw error;
    }
  }

  async #sweepStates(signal: AbortSignal): Promise<number> {
    const { archive, clock, stateRetentionDays } = this.#ports;
    const before = clock.now() - stateRetentionDays * DAY_MILLISECONDS;
    const sweepOne = async ({ name, changedAt }: StoredState): Promise<boolean> => {
      const opened = changedAt < before ? await archive.open(name) : undefined;
      if (opened === undefined || opened.kind === 'absent') return false;
      if (opened.kind === 'found' && isLive(opened.state, clock.now())) return false;
      // Only the version that was read: a state that is being used is kept.
      return archive.erase(name, opened.version);
    };
    return (await forEachState(archive.everything(), sweepOne, signal)).filter(Boolean).length;
  }

  /** Erases the addresses of former administrators, so that they receive no further reports. */
  async #sweepAddresses(): Promise<void> {
    const { administrators, adminUserIds } = this.#ports;
    const former = (await administrators.all()).filter((objectId) => !adminUserIds.includes(objectId));
    for (const objectId of former) await administrators.erase(objectId);
  }
}

/** Handles the states of all pages, some of them in parallel. */
export async function forEachState<Result>(
  pages: AsyncIterable<readonly StoredState[]>,
  handle: (stored: StoredState) => Promise<Result>,
  signal?: AbortSignal,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += PARALLEL) {
      signal?.throwIfAborted();
      results.push(...(await Promise.all(page.slice(start, start + PARALLEL).map(handle))));
    }
  }
  return results;
}
