/** Once a day, on one instance: what nobody has used for long is erased. */
import { ConflictError } from '../../core/errors.ts';
import type { AdministratorAddresses, Archive, Plan, StoredState, SweepPlan } from '../ports.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import { delaySeconds } from '../session/schedule.ts';
import type { PersonState } from '../model.ts';

export interface RetentionDependencies {
  readonly archive: Archive;
  readonly administrators: Pick<AdministratorAddresses, 'all' | 'erase'>;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  readonly plan: SweepPlan;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly stateRetentionDays: number;
  /** What else is swept on the same day. @returns how many were erased */
  readonly sweepRestores?: ((signal: AbortSignal) => Promise<number>) | undefined;
}

export interface Retention {
  /** Plans the first sweep where none is planned, and a new one where the planned one never came. @throws StorageUnavailableError */
  ensure(): Promise<void>;
  /** Handler of `sweep` jobs: one that is not the planned one does nothing. */
  run(job: Extract<Job, { kind: 'sweep' }>, signal: AbortSignal): Promise<void>;
}

const DAY_MILLISECONDS = 86_400_000;
/** The plan is written before its job can be received. */
const FIRST_MILLISECONDS = 60_000;
/** So long after its time a sweep has not come is taken for lost. */
const LOST_MILLISECONDS = DAY_MILLISECONDS;
const AT_ONCE = 8;

/** Somebody is signed in, or about to be. */
function isLive({ session, signIn }: PersonState, now: number): boolean {
  if (session !== undefined && session.expiresAt > now) return true;
  if (signIn === undefined || signIn.kind === 'ended') return false;
  return (signIn.kind === 'waiting' ? signIn.expiresAt : signIn.answerExpiresAt) > now;
}

export function createRetention(dependencies: RetentionDependencies): Retention {
  const { archive, administrators, adminUserIds, plan, jobs, clock, log, newId, stateRetentionDays } = dependencies;

  /** The job first: one whose plan was never written does nothing, a plan without its job would never be done. */
  async function planNext(dueAt: number, over: string | undefined): Promise<void> {
    const next: Plan = { runId: newId(), dueAt };
    await jobs.send({ kind: 'sweep', ...next }, delaySeconds(dueAt, clock.now()));
    try {
      await plan.write(next, over);
    } catch (error) {
      // Another instance was first; its job is the one that counts.
      if (!(error instanceof ConflictError)) throw error;
    }
  }

  async function sweepOne({ name }: StoredState): Promise<boolean> {
    const opened = await archive.open(name);
    if (opened.kind === 'absent') return false;
    if (opened.kind === 'found' && isLive(opened.state, clock.now())) return false;
    // Only while it is as it was read: whoever uses it this moment keeps it.
    return archive.erase(name, opened.version);
  }

  async function sweepStates(signal: AbortSignal): Promise<number> {
    const before = clock.now() - stateRetentionDays * DAY_MILLISECONDS;
    let erased = 0;
    for await (const page of archive.everything()) {
      const old = page.filter(({ changedAt }) => changedAt < before);
      for (let start = 0; start < old.length; start += AT_ONCE) {
        signal.throwIfAborted();
        const outcomes = await Promise.all(old.slice(start, start + AT_ONCE).map(sweepOne));
        erased += outcomes.filter(Boolean).length;
      }
      signal.throwIfAborted();
    }
    return erased;
  }

  /** Who is no administrator any more is told nothing any more. */
  async function sweepAddresses(): Promise<void> {
    const former = (await administrators.all()).filter((objectId) => !adminUserIds.includes(objectId));
    for (const objectId of former) await administrators.erase(objectId);
  }

  return {
    async ensure() {
      const planned = await plan.read();
      const now = clock.now();
      if (planned !== undefined && planned.dueAt > now - LOST_MILLISECONDS) return;
      await planNext(now + FIRST_MILLISECONDS, planned?.version);
    },

    async run(job, signal) {
      const now = clock.now();
      if (job.dueAt > now) return jobs.send(job, delaySeconds(job.dueAt, now));
      const planned = await plan.read();
      if (planned?.runId !== job.runId) return undefined;
      const erased = await sweepStates(signal);
      const restores = await dependencies.sweepRestores?.(signal);
      await sweepAddresses();
      log.info(
        { event: 'retention-swept', erased, restores, stateRetentionDays },
        'state that was unused for the retention period was erased',
      );
      return planNext(clock.now() + DAY_MILLISECONDS, planned.version);
    },
  };
}
