/** Sends a planned call: the intention is stored first, the request is made once, and its result stored before all else. */
import { UpstreamError } from '../../core/errors.ts';
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import type { CallProgress, Restore } from '../model/restore.ts';
import { troubleOf, type Trouble } from '../model/service-error.ts';
import type { Explorer, RestorePorts, RestoreRequest } from '../ports.ts';
import { exploreRequest, sendIdleJob } from '../service-session/explore-session.ts';
import { SessionRefusedError, type Connection } from '../service-session/operator-access.ts';
import { auditStart } from './audit.ts';
import { callReason } from './call-reference.ts';
import { findRestore, refusedCall, withProgress } from './transitions.ts';
import {
  ownsRestore,
  progressIn,
  type CallContext,
  type LoadedRestores,
  type RestoreRun,
  type RestoreUpdates,
} from './update.ts';

/** After that the person is told that the restore could not be started, and may retry it. */
const GIVE_UP_MILLISECONDS = 60 * 60_000;
/**
 * How long a claim may be used. Another run that finds the claim searches for longer than this before it sends again, so
 * an older claim may no longer be exclusive.
 */
const CLAIM_MILLISECONDS = 20_000;
const UNAUTHORIZED = 401;
const REQUEST_TIMEOUT = 408;

/** What the response to the request means. (API, sections C2 and E) */
type SendResult =
  | { readonly kind: 'running'; readonly sessionId: string }
  /** Whether the service accepted the call is unknown. */
  | { readonly kind: 'lost'; readonly error: unknown }
  /** It was not accepted and may be sent again. */
  | { readonly kind: 'unsent'; readonly error: unknown }
  /** The same, but a new sign-in is needed first. */
  | { readonly kind: 'signed-out'; readonly error: SessionRefusedError }
  /** It was rejected, perhaps because the explore session is over. */
  | { readonly kind: 'refused'; readonly error: UpstreamError; readonly trouble: Trouble };

/** Error codes of the service that may come after it has started: something behind it did not answer in time. */
const MAYBE_STARTED: ReadonlySet<string> = new Set(['Timeout', 'ProxyOffline', 'HttpError']);

function interpretError(error: UpstreamError): SendResult {
  // Untrusted: the TLS handshake comes before the request.
  if (error.unsent || error.code === 'UNTRUSTED' || error.code === 'THROTTLED') return { kind: 'unsent', error };
  const isRejected = error.code === 'REFUSED' && error.status !== REQUEST_TIMEOUT;
  if (!isRejected || MAYBE_STARTED.has(error.reason ?? '')) return { kind: 'lost', error };
  return { kind: 'refused', error, trouble: troubleOf(error) };
}

/**
 * A 401 is answered before anything is done, so sending again with a new token repeats nothing. The request is not
 * aborted when the process stops: its result is worth the wait.
 */
async function sendOnce(
  explorer: Pick<Explorer, 'restore'>,
  connection: Connection,
  request: RestoreRequest,
): Promise<SendResult> {
  let isTokenRefused = false;
  try {
    const { sessionId } = await connection.call(async (access) => {
      isTokenRefused = false;
      try {
        return await explorer.restore(access, request);
      } catch (error) {
        isTokenRefused = error instanceof UpstreamError && error.status === UNAUTHORIZED;
        throw error;
      }
    });
    return { kind: 'running', sessionId };
  } catch (error) {
    if (error instanceof SessionRefusedError) return { kind: 'signed-out', error };
    // Renewing the token failed after a 401, whatever the error.
    if (isTokenRefused) return { kind: 'unsent', error };
    return error instanceof UpstreamError ? interpretError(error) : { kind: 'lost', error };
  }
}

function endFailures(run: RestoreRun): void {
  run.failures = 0;
  run.failingSince = undefined;
}

type Claim = Extract<CallProgress, { kind: 'sending' }>;

type Ports = Pick<RestorePorts, 'explorer' | 'jobs' | 'audit' | 'clock' | 'log' | 'newId'> & {
  readonly updates: RestoreUpdates;
};

export class CallSender {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async step(context: CallContext): Promise<LoadedRestores> {
    const { explorer, clock, log } = this.#ports;
    const { connection, run, restore, current } = context;
    const { index, call } = current;
    if (restore.exploreId === '') return this.#openExplore(context);
    run.signal.throwIfAborted();
    const { claim, loaded } = await this.#claim(context);
    if (claim === undefined) return loaded;
    if (run.signal.aborted || clock.now() - claim.at > CLAIM_MILLISECONDS) {
      const released = await this.#settle(context, claim, { kind: 'planned' }, loaded);
      run.signal.throwIfAborted();
      return released;
    }
    if (index === 0) auditStart(this.#ports, run, restore);
    const keys = new Set(call.keys);
    const result = await sendOnce(explorer, connection, {
      workload: restore.workload,
      exploreId: restore.exploreId,
      containerId: call.containerId,
      entries: restore.entries.filter(({ key }) => keys.has(key)),
      options: restore.options,
      reason: callReason(restore.reason, restore.id, index),
    });
    switch (result.kind) {
      case 'running':
        endFailures(run);
        return this.#settle(context, claim, { kind: 'running', sessionId: result.sessionId, at: claim.at }, loaded);
      case 'refused':
        endFailures(run);
        return this.#afterRefusal(context, result, await this.#settle(context, claim, { kind: 'planned' }, loaded));
      case 'unsent': {
        const released = await this.#settle(context, claim, { kind: 'planned' }, loaded);
        return this.#waitOrGiveUp({ ...context, loaded: released }, result.error);
      }
      case 'signed-out':
        await this.#settle(context, claim, { kind: 'planned' }, loaded);
        throw result.error;
      case 'lost': {
        log.warn(
          { event: 'restore-call-response-lost', reference: run.id, error: result.error },
          'the response to a restore call was lost; searching for its session',
        );
        return loaded;
      }
    }
  }

  /** Stores the exclusive right to send the call. */
  async #claim({
    run,
    loaded,
    current: { index },
  }: CallContext): Promise<{ readonly claim: Claim | undefined; readonly loaded: LoadedRestores }> {
    const { updates, clock, newId } = this.#ports;
    const claim: Claim = { kind: 'sending', at: clock.now(), by: newId() };
    const change = (restore: Restore): Restore | undefined =>
      progressIn(restore, index)?.kind === 'planned' && restore.stopping !== true && ownsRestore(restore, run.messageId)
        ? withProgress(restore, index, claim)
        : undefined;
    const saved = await updates.save('that a restore call is sent', run, change, loaded);
    const progress = progressIn(findRestore(saved.state, run.id), index);
    // By its name: the write may have succeeded although its response was lost.
    const isClaimed = progress?.kind === 'sending' && progress.by === claim.by;
    return { claim: isClaimed ? claim : undefined, loaded: saved };
  }

  /** Replaces the claim by what is known now. */
  #settle(
    { run, current: { index } }: CallContext,
    { by, at }: Claim,
    progress: CallProgress,
    loaded: LoadedRestores,
  ): Promise<LoadedRestores> {
    const change = (restore: Restore): Restore | undefined => {
      const present = progressIn(restore, index);
      if (present?.kind === 'sending' && present.by === by) return withProgress(restore, index, progress);
      // Another run has searched for the call in vain and stopped: this one knows better and takes the restore over.
      if (present?.kind === 'unclear' && present.at === at) {
        const jobId = present.next === undefined ? (run.messageId ?? restore.jobId) : restore.jobId;
        return { ...withProgress(restore, index, progress), jobId };
      }
      return undefined;
    };
    return this.#ports.updates.save('the result of a restore call', run, change, loaded);
  }

  async #afterRefusal(
    context: CallContext,
    { error, trouble }: Extract<SendResult, { kind: 'refused' }>,
    loaded: LoadedRestores,
  ): Promise<LoadedRestores> {
    const { updates, log } = this.#ports;
    const { run, restore: sent, current } = context;
    const { index } = current;
    const mayBeOver = trouble === 'not-found' || trouble === 'conflict';
    if (mayBeOver && run.reopenedFor !== index && (await this.#isExploreOver(context))) {
      run.reopenedFor = index;
      const reopened = await updates.update(
        run,
        (restore) => {
          const isCurrent = restore !== undefined && restore.exploreId === sent.exploreId;
          return { next: isCurrent ? { ...restore, exploreId: '' } : undefined, result: undefined };
        },
        loaded,
      );
      return reopened.loaded;
    }
    log.warn(
      { event: 'restore-call-refused', reference: run.id, error, call: index + 1 },
      'the backup service refused a restore call',
    );
    return this.#refuse({ ...context, loaded }, trouble);
  }

  /** A service that no longer knows the session has ended it. */
  async #isExploreOver({ connection, restore }: CallContext): Promise<boolean> {
    try {
      const { explorer } = this.#ports;
      return (await connection.call((access) => explorer.session(access, restore.exploreId))).state === 'stopped';
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return troubleOf(error) === 'not-found';
    }
  }

  async #openExplore(context: CallContext): Promise<LoadedRestores> {
    const { explorer, updates } = this.#ports;
    const { connection, run, loaded, restore, current } = context;
    try {
      const request = exploreRequest(restore);
      const { id: exploreId } = await connection.call((access) => explorer.openExplore(access, request));
      // Before the id is stored, so that the session is stopped even if that fails.
      await sendIdleJob(this.#ports, connection, exploreId);
      const opened = await updates.update(
        run,
        (present) => {
          const isNeeded = present?.exploreId === '' && progressIn(present, current.index)?.kind === 'planned';
          return { next: isNeeded ? { ...present, exploreId } : undefined, result: undefined };
        },
        loaded,
      );
      return opened.loaded;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const mayRetry = error.transient || error.code === 'UNTRUSTED';
      return mayRetry ? this.#waitOrGiveUp(context, error) : this.#refuse(context, troubleOf(error));
    }
  }

  /** Nothing reached the service: waits, longer each time. */
  async #waitOrGiveUp(context: CallContext, error: unknown): Promise<LoadedRestores> {
    const { updates, clock, log } = this.#ports;
    const { run } = context;
    run.failures += 1;
    run.failingSince ??= clock.now();
    log.warn(
      { event: 'restore-call-postponed', reference: run.id, error, failures: run.failures },
      'a restore call could not be sent yet',
    );
    const isUpstream = error instanceof UpstreamError;
    if (clock.now() - run.failingSince > GIVE_UP_MILLISECONDS && isUpstream) {
      return this.#refuse(context, troubleOf(error));
    }
    const retryAfter = isUpstream ? (error.retryAfterSeconds ?? 0) : 0;
    const backOff = backOffMilliseconds(BACK_OFF.restoreCall, run.failures);
    await clock.sleep(Math.max(retryAfter * 1000, backOff), run.signal);
    return updates.read(run.key);
  }

  /** Ends a call that was never accepted. */
  #refuse({ run, loaded, current }: CallContext, trouble: Trouble): Promise<LoadedRestores> {
    const change = (restore: Restore): Restore | undefined =>
      progressIn(restore, current.index)?.kind === 'planned'
        ? withProgress(restore, current.index, refusedCall(current.call, this.#ports.clock.now(), trouble))
        : undefined;
    return this.#ports.updates.save('the end of a restore call', run, change, loaded);
  }
}
