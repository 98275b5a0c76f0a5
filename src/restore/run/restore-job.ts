/**
 * The job that follows a restore from **Restore** to its outcome. Each round looks at what is stored and takes the next
 * step, so that it goes on from wherever the process before it died.
 */
import { UpstreamError } from '../../core/errors.ts';
import type { Audit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import { SessionRefusedError, type Accesses } from '../service-session/operator-access.ts';
import type { Connection } from '../service-session/connection.ts';
import { isMine, type Followed, type TakeStep } from './followed.ts';
import { ownConnection } from '../service-session/own-connection.ts';
import type { Explorer } from '../ports.ts';
import { auditOf, recordStart } from './audit.ts';
import type { RestoreCards } from './restore-card.ts';
import type { KnownRestores, RestoreChanges } from './update.ts';
import { createRestoreLook } from './reconcile-call.ts';
import { createReadings } from './read-progress.ts';
import { createSend } from './send-call.ts';
import { createWatch } from './monitor-call.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import { currentCall, endedRestore, isUnclear, restoreIn, stopPlanned, withProgress } from './transitions.ts';
import { resultOf } from './result.ts';

export type RestoreJob = Extract<Job, { kind: 'restore' }>;

export interface RestoreFollowDependencies {
  readonly explorer: Pick<
    Explorer,
    'openExplore' | 'restore' | 'session' | 'sessions' | 'statistics' | 'events' | 'stop'
  >;
  readonly accesses: Accesses;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly changes: RestoreChanges;
  readonly cards: RestoreCards;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** @returns the handler of `restore` jobs; it returns once nothing is left to do, and throws what ended it otherwise */
export function createRestoreFollow(
  dependencies: RestoreFollowDependencies,
): (job: RestoreJob, signal: AbortSignal, messageId?: string) => Promise<void> {
  const { explorer, accesses, changes, cards, audit, clock, log } = dependencies;
  const readings = createReadings(dependencies);
  const parts = { ...dependencies, readings };
  const steps: Readonly<Record<Exclude<CallProgress['kind'], 'ended'>, TakeStep>> = {
    planned: createSend(parts),
    sending: createRestoreLook(parts),
    unclear: createRestoreLook(parts),
    running: createWatch(parts),
  };

  /** Writes what the restore becomes, whatever storage does meanwhile. */
  const become = async (
    what: string,
    { key, id }: Followed,
    known: KnownRestores,
    next: (restore: Restore) => Restore | undefined,
  ): Promise<KnownRestores> => {
    const decide = (restore: Restore | undefined) => ({
      next: restore === undefined ? undefined : next(restore),
      result: undefined,
    });
    return (await changes.surely(what, key, id, decide, known)).known;
  };

  const unwatch = (followed: Followed, known: KnownRestores): Promise<KnownRestores> => {
    log.info({ reference: followed.id }, 'a restore goes on unwatched: its sign-in has ended');
    return become('that nobody watches a restore', followed, known, (restore) => {
      if (restore.unwatched === true || !isMine(restore, followed.messageId)) return undefined;
      const current = currentCall(restore);
      const progress = current?.call.progress;
      // What the person wanted of it can't be done now; they decide again.
      return current !== undefined && progress?.kind === 'unclear'
        ? { ...withProgress(restore, current.index, { ...progress, next: undefined }), unwatched: true }
        : { ...restore, unwatched: true };
    });
  };

  async function stopExplore(followed: Followed, restore: Restore, connection: Connection | undefined): Promise<void> {
    const { exploreId } = restore;
    if (exploreId === '' || connection === undefined) return;
    const { state } = await changes.read(followed.key);
    const isUsed = state?.restores.some((other) => other.exploreId === exploreId && other.endedAt === undefined);
    if (isUsed === true) return;
    try {
      await connection.call((access) => explorer.stop(access, exploreId));
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof SessionRefusedError)) throw error;
      log.debug({ reference: followed.id, error }, 'an explore session could not be stopped; the service ends it');
    }
  }

  async function tellEnd(followed: Followed, known: KnownRestores, restore: Restore): Promise<void> {
    const outcome = resultOf(restore);
    log.info({ reference: followed.id, outcome }, 'restore ended');
    audit.record({ event: 'restore-ended', key: followed.key, ...auditOf(restore), outcome });
    if ((await cards.tell(followed.key, restore)) === 'left') return;
    await stopExplore(followed, restore, await ownConnection(accesses, followed.key, restore));
    await become('that an outcome was told', followed, known, (present) =>
      present.told === true ? undefined : { ...present, told: true },
    );
  }

  /** Posts the card where the process died before it could. */
  async function ensureCard(followed: Followed, known: KnownRestores, restore: Restore): Promise<KnownRestores> {
    try {
      await cards.tell(followed.key, restore);
      return await changes.read(followed.key);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ reference: followed.id, error }, 'the card of a restore could not be sent');
      return known;
    }
  }

  /** @returns what is there now; undefined once nothing is left to do here */
  async function round(followed: Followed, known: KnownRestores): Promise<KnownRestores | undefined> {
    const restore = restoreIn(known.state, followed.id);
    if (restore === undefined || restore.told === true || !isMine(restore, followed.messageId)) return undefined;
    if (restore.endedAt !== undefined) {
      await tellEnd(followed, known, restore);
      return undefined;
    }
    const current = currentCall(restore);
    if (current === undefined) {
      const endedAt = clock.now();
      return become('the end of a restore', followed, known, (present) =>
        present.endedAt === undefined ? endedRestore(present, endedAt) : undefined,
      );
    }
    if (restore.unwatched === true || isUnclear(restore)) {
      await cards.tell(followed.key, restore);
      return undefined;
    }
    const { progress } = current.call;
    if (progress.kind === 'planned' && restore.stopping === true) {
      const at = clock.now();
      return become('what was stopped', followed, known, (present) => stopPlanned(present, at));
    }
    const connection = await ownConnection(accesses, followed.key, restore);
    if (connection === undefined) return unwatch(followed, known);
    try {
      if (progress.kind === 'ended') return known;
      if (progress.kind === 'sending' && current.index === 0) recordStart({ audit, log }, followed, restore);
      return await steps[progress.kind]({ connection, followed, known, restore, current });
    } catch (error) {
      if (!(error instanceof SessionRefusedError)) throw error;
      log.warn({ reference: followed.id, error }, 'the session was refused while a restore runs');
      return unwatch(followed, await changes.read(followed.key));
    }
  }

  return async ({ key, restoreId: id }, signal, messageId) => {
    const followed: Followed = {
      key,
      id,
      messageId,
      signal,
      faults: 0,
      faultySince: undefined,
      reopenedFor: undefined,
      isRecorded: false,
    };
    let known: KnownRestores | undefined = await changes.read(key);
    const restore = restoreIn(known.state, id);
    if (restore !== undefined && restore.cardId === undefined && isMine(restore, messageId)) {
      known = await ensureCard(followed, known, restore);
    }
    while (known !== undefined) {
      signal.throwIfAborted();
      known = await round(followed, known);
    }
  };
}
