/**
 * The job that follows a restore from **Restore** to its outcome. Each round takes the next step from what is stored, so
 * that another process continues wherever one has died.
 */
import { UpstreamError } from '../../core/errors.ts';
import type { Job } from '../../core/jobs.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import { SessionRefusedError, type OperatorAccess } from '../service-session/operator-access.ts';
import { auditEnd, auditStart } from './audit.ts';
import { CallMonitor } from './monitor-call.ts';
import { ProgressReader } from './read-progress.ts';
import { CallReconciler } from './reconcile-call.ts';
import type { RestoreCards } from './restore-card.ts';
import { CallSender } from './send-call.ts';
import {
  cancelPlannedCalls,
  currentCall,
  endRestore,
  findRestore,
  isRestoredFrom,
  isUnclear,
  withProgress,
} from './transitions.ts';
import { ownsRestore, type CallStep, type LoadedRestores, type RestoreRun, type RestoreUpdates } from './update.ts';

export type RestoreJob = Extract<Job, { kind: 'restore' }>;

type Ports = Pick<RestorePorts, 'explorer' | 'jobs' | 'audit' | 'clock' | 'log' | 'newId'> & {
  readonly access: OperatorAccess;
  readonly updates: RestoreUpdates;
  readonly cards: RestoreCards;
};

export class RestoreJobHandler {
  readonly #ports: Ports;
  readonly #steps: Readonly<Record<Exclude<CallProgress['kind'], 'ended'>, CallStep>>;

  constructor(ports: Ports) {
    this.#ports = ports;
    const reader = new ProgressReader(ports);
    const sender = new CallSender(ports);
    const reconciler = new CallReconciler({ ...ports, reader });
    const monitor = new CallMonitor({ ...ports, reader });
    this.#steps = {
      planned: (context) => sender.step(context),
      sending: (context) => reconciler.step(context),
      unclear: (context) => reconciler.step(context),
      running: (context) => monitor.step(context),
    };
  }

  /** Returns once nothing is left to do; throws what interrupted it otherwise. */
  async handle({ key, restoreId: id }: RestoreJob, signal: AbortSignal, messageId?: string): Promise<void> {
    const run: RestoreRun = {
      key,
      id,
      messageId,
      signal,
      failures: 0,
      failingSince: undefined,
      reopenedFor: undefined,
      isStartAudited: false,
    };
    let loaded: LoadedRestores | undefined = await this.#ports.updates.read(key);
    const restore = findRestore(loaded.state, id);
    if (restore !== undefined && restore.cardId === undefined && ownsRestore(restore, messageId)) {
      loaded = await this.#postCard(run, loaded, restore);
    }
    while (loaded !== undefined) {
      signal.throwIfAborted();
      loaded = await this.#round(run, loaded);
    }
  }

  /** @returns the state after the round; undefined once nothing is left to do */
  async #round(run: RestoreRun, loaded: LoadedRestores): Promise<LoadedRestores | undefined> {
    const { access, updates, cards, clock, log } = this.#ports;
    const restore = findRestore(loaded.state, run.id);
    if (restore === undefined || restore.told === true || !ownsRestore(restore, run.messageId)) return undefined;
    if (restore.endedAt !== undefined) {
      await this.#announceEnd(run, loaded, restore);
      return undefined;
    }
    const current = currentCall(restore);
    const now = clock.now();
    if (current === undefined) {
      const end = (present: Restore) => (present.endedAt === undefined ? endRestore(present, now) : undefined);
      return updates.save('the end of a restore', run, end, loaded);
    }
    if (restore.unwatched === true || isUnclear(restore)) {
      await cards.update(run.key, restore);
      return undefined;
    }
    const { progress } = current.call;
    if (progress.kind === 'planned' && restore.stopping === true) {
      return updates.save('what was stopped', run, (present) => cancelPlannedCalls(present, now), loaded);
    }
    const connection = await access.connectFor(run.key, restore);
    if (connection === undefined) return this.#stopMonitoring(run, loaded);
    try {
      if (progress.kind === 'ended') return loaded;
      if (progress.kind === 'sending' && current.index === 0) auditStart(this.#ports, run, restore);
      return await this.#steps[progress.kind]({ connection, run, loaded, restore, current });
    } catch (error) {
      if (!(error instanceof SessionRefusedError)) throw error;
      log.warn({ event: 'restore-session-refused', reference: run.id, error }, 'the session was refused meanwhile');
      return this.#stopMonitoring(run, await updates.read(run.key));
    }
  }

  /** Posts the card where the process died before it could. */
  async #postCard(run: RestoreRun, loaded: LoadedRestores, restore: Restore): Promise<LoadedRestores> {
    const { updates, cards, log } = this.#ports;
    try {
      await cards.update(run.key, restore);
      return await updates.read(run.key);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'restore-card-failed', reference: run.id, error }, 'the card of a restore was not posted');
      return loaded;
    }
  }

  /** The sign-in has ended; the restore continues at the service. */
  #stopMonitoring(run: RestoreRun, loaded: LoadedRestores): Promise<LoadedRestores> {
    const { updates, log } = this.#ports;
    log.info({ event: 'restore-unmonitored', reference: run.id }, 'the sign-in has ended: a restore is not monitored');
    const change = (restore: Restore): Restore | undefined => {
      if (restore.unwatched === true || !ownsRestore(restore, run.messageId)) return undefined;
      const current = currentCall(restore);
      const progress = current?.call.progress;
      // What the person asked for cannot be done now; they decide again after signing in.
      return current !== undefined && progress?.kind === 'unclear'
        ? { ...withProgress(restore, current.index, { ...progress, next: undefined }), unwatched: true }
        : { ...restore, unwatched: true };
    };
    return updates.save('that a restore is not monitored', run, change, loaded);
  }

  async #announceEnd(run: RestoreRun, loaded: LoadedRestores, restore: Restore): Promise<void> {
    const { updates, cards } = this.#ports;
    auditEnd(this.#ports, run, restore);
    if ((await cards.update(run.key, restore)) === 'unreachable') return;
    await this.#stopExplore(run, restore);
    const change = (present: Restore) => (present.told === true ? undefined : { ...present, told: true });
    await updates.save('that an outcome was announced', run, change, loaded);
  }

  async #stopExplore({ key, id }: RestoreRun, restore: Restore): Promise<void> {
    const { explorer, access, updates, log } = this.#ports;
    const { exploreId } = restore;
    const connection = await access.connectFor(key, restore);
    if (exploreId === '' || connection === undefined) return;
    const { state } = await updates.read(key);
    if (isRestoredFrom(state, exploreId)) return;
    try {
      await connection.call((granted) => explorer.stop(granted, exploreId));
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof SessionRefusedError)) throw error;
      log.debug({ event: 'explore-session-not-stopped', reference: id, error }, 'the service ends it in time');
    }
  }
}
