/** Wraps the parts of the bot so that they are measured. Without telemetry each is returned unchanged. */
import type { ChatAdapter } from '../chat/inbound/adapter.ts';
import type { Connector } from '../chat/outbound/connector.ts';
import type { Audit, AuditRecord } from '../core/audit.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import { ConflictError, StorageUnavailableError, UpstreamError } from '../core/errors.ts';
import type { Clock, Log } from '../core/platform.ts';
import { InterruptedError } from '../jobs/ownership.ts';
import type { JobHandler } from '../core/jobs.ts';
import type { Restore, RestoreState } from '../restore/state/restore.ts';
import type { RestoreStore } from '../restore/state/ports.ts';
import { kindOf, overallResult, partsOf, totalCounts } from '../restore/state/restore-transitions.ts';
import type { PersonState } from '../sign-in/state/model.ts';
import type { IdentityProvider, PersonStore } from '../sign-in/state/ports.ts';
import type { HttpAnswer } from '../upstream/http/answers.ts';
import type { Http } from '../upstream/http/http.ts';
import { operationOf } from './operations.ts';
import { measureQueue, type WatchedQueues } from './queue-watch.ts';
import { createLateTelemetry, UNTRACED } from './telemetry.ts';
import type { Attributes, InstrumentName, Section, Telemetry } from './telemetry.ts';

type Messages = Pick<ChatAdapter, 'authenticate' | 'receive'>;

export type Measures = Pick<TelemetryMeasures, keyof TelemetryMeasures>;

const UNMEASURED: Measures = {
  http: (http) => http,
  identityProvider: (provider) => provider,
  connector: (connector) => connector,
  store: (store) => store,
  restores: (store) => store,
  audit: (audit) => audit,
  jobs: (handle) => handle,
  turns: (messages) => messages,
  watch: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** @param connectionString of Application Insights; secret @param dependencies.newId names this instance */
export function createMeasures(
  connectionString: string | undefined,
  { clock, log, newId }: { readonly clock: Clock; readonly log: Log; readonly newId: () => string },
): Measures {
  if (connectionString === undefined) return UNMEASURED;
  const load = async (): Promise<Telemetry> => {
    const { createAzureMonitor } = await import('./azure-monitor.ts');
    return createAzureMonitor(connectionString, newId());
  };
  return new TelemetryMeasures(createLateTelemetry(load, log), clock);
}

/** More sign-ins, or restores, than one instance ever follows; beyond that the oldest are not measured. */
const MAX_REMEMBERED = 20_000;

/** RFC 8628, section 3.5. */
const WAITING: ReadonlySet<string> = new Set(['authorization_pending', 'slow_down']);

const ACTIVITY_TYPE =
  /^(?:message|invoke|conversationUpdate|installationUpdate|messageUpdate|messageReaction|typing|event)$/;

export class TelemetryMeasures {
  readonly #telemetry: Telemetry;
  readonly #clock: Clock;

  constructor(telemetry: Telemetry, clock: Clock) {
    this.#telemetry = telemetry;
    this.#clock = clock;
  }

  http(http: Http): Http {
    const outcome = ({ status }: HttpAnswer): string => `HTTP ${status}`;
    return {
      ...http,
      send: (request) => {
        const { upstream, url, operation = operationOf(url) } = request;
        const call = { upstream, operation };
        return this.#call(call, () => http.send(request), outcome);
      },
    };
  }

  identityProvider(provider: IdentityProvider): IdentityProvider {
    return {
      ...provider,
      redeemDeviceCode: async (...request) => {
        const answer = await provider.redeemDeviceCode(...request);
        const isWaiting = answer.kind === 'refused' && WAITING.has(answer.refusal.error);
        this.#telemetry.record('restore.polls', 1, { outcome: isWaiting ? answer.refusal.error : answer.kind });
        return answer;
      },
    };
  }

  connector(connector: Connector): Connector {
    const measured = <T extends { readonly kind: string }>(operation: string, send: () => Promise<T>): Promise<T> =>
      this.#call({ upstream: 'chat service', operation }, send, ({ kind }) => kind);
    return {
      post: (...sent) => measured('post', () => connector.post(...sent)),
      edit: (...sent) => measured('edit', () => connector.edit(...sent)),
      async delete(...sent) {
        await measured('delete', async () => {
          await connector.delete(...sent);
          return { kind: 'deleted' };
        });
      },
      tryPost: (...sent) => connector.tryPost(...sent),
    };
  }

  /** Every outcome of a sign-in is written to the audit log, so they are counted there. */
  audit(audit: Audit): Audit {
    const count = (record: AuditRecord): void => {
      const { event, flow = 'none', outcome = 'none' } = record;
      const isWord = /^[a-z][a-z-]{1,39}$/.test(outcome);
      this.#telemetry.record('restore.sign_in.events', 1, { event, flow, outcome: isWord ? outcome : 'other' });
    };
    return {
      record: (record) => {
        count(record);
        audit.record(record);
      },
      write: (record) => {
        count(record);
        return audit.write(record);
      },
    };
  }

  /**
   * How long sign-ins take. A session does not say when its sign-in began, but the instance that writes the session has read
   * or written that sign-in before.
   */
  store(store: PersonStore): PersonStore {
    const startedAt = new BoundedMap<string, number>({ max: MAX_REMEMBERED });

    function remember({ signIn }: PersonState): void {
      if (signIn?.kind === 'ended') startedAt.delete(signIn.id);
      else if (signIn !== undefined) startedAt.set(signIn.id, signIn.startedAt);
    }

    return {
      ...store,
      read: async (key) => {
        const found = await store.read(key);
        if (found.kind === 'found') remember(found.state);
        return found;
      },
      write: async (key, state, over) => {
        const version = await store.write(key, state, over);
        remember(state);
        const { session } = state;
        const began = startedAt.get(session?.signInId ?? '');
        if (session !== undefined && began !== undefined) {
          startedAt.delete(session.signInId);
          this.#recordSeconds('restore.sign_in.duration', began, { flow: session.flow });
        }
        return version;
      },
    };
  }

  /**
   * Each call of the store, and how long restores take. The instance that writes the end of a restore has read or written it
   * open before, so it is measured once, whichever instances read it afterwards.
   */
  restores(store: RestoreStore): RestoreStore {
    const open = new BoundedMap<string, true>({ max: MAX_REMEMBERED });

    const recordEnd = (restore: Restore, endedAt: number): void => {
      const { startedAt } = restore;
      const attributes = { workload: kindOf(restore), outcome: overallResult(restore) };
      this.#telemetry.record('restore.restores.duration', Math.max(0, endedAt - startedAt) / 1000, attributes);
      for (const { group, part } of partsOf(restore)) {
        const { restored, failed, skipped } = totalCounts(part);
        for (const [outcome, count] of Object.entries({ restored, failed, skipped })) {
          const { workload } = group;
          if (count > 0) this.#telemetry.record('restore.restores.items', count, { workload, outcome });
        }
      }
    };

    function remember({ restores }: RestoreState, onEnd?: typeof recordEnd): void {
      for (const restore of restores) {
        const { id, endedAt } = restore;
        if (endedAt !== undefined && open.has(id)) onEnd?.(restore, endedAt);
        if (endedAt === undefined) open.set(id, true);
        else open.delete(id);
      }
    }

    const timed = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
      this.#timed('restore.restores.store', { operation }, work, () => 'done');

    return {
      async read(key) {
        const found = await timed('read', () => store.read(key));
        if (found.kind === 'found') remember(found.state);
        return found;
      },
      async write(key, state, over) {
        const version = await timed('write', () => store.write(key, state, over));
        remember(state, recordEnd);
        return version;
      },
      erase: (key) => timed('erase', () => store.erase(key)),
    };
  }

  /** Every turn, and every request whose sender or activity is refused. */
  turns(messages: Messages): Messages {
    const record = (startedAt: number, activity: string, status: number): void =>
      this.#recordSeconds('restore.turn.duration', startedAt, { activity, status });
    return {
      authenticate: async (headers) => {
        const startedAt = this.#clock.now();
        const verdict = await messages.authenticate(headers);
        if (verdict.kind === 'refused') record(startedAt, 'other', verdict.answer.status);
        return verdict;
      },
      receive: (body, sender) => {
        const activity = activityType(body);
        return this.#telemetry.section('entrance', `turn ${activity}`, { activity }, async (section) => {
          const startedAt = this.#clock.now();
          const answer = await messages.receive(body, sender);
          const { status } = answer;
          record(startedAt, activity, status);
          section.set({ status });
          if (status >= 500) section.fail(`HTTP ${status}`);
          return answer;
        });
      },
    };
  }

  jobs(handle: JobHandler): JobHandler {
    return (job, controller, ...run) => {
      const attributes = { job: job.kind };
      const name = `job ${job.kind}`;
      return this.#telemetry.section('job', name, { ...attributes, ...cardReference(job) }, async (section) => {
        const startedAt = this.#clock.now();
        if ('dueAt' in job) {
          this.#telemetry.record('restore.job.lateness', Math.max(0, startedAt - job.dueAt) / 1000, attributes);
        }
        const end = (outcome: string): void =>
          this.#recordSeconds('restore.job.duration', startedAt, { ...attributes, outcome });
        try {
          await handle(job, controller, ...run);
          end('done');
        } catch (error) {
          // A handler may abort the signal too, and fail because of that.
          const isInterrupted = controller.signal.reason instanceof InterruptedError;
          end(isInterrupted ? 'INTERRUPTED' : outcomeOf(error));
          if (!isInterrupted) section.fail(outcomeOf(error));
          throw error;
        }
      });
    };
  }

  /** Measures the queue once a minute until `ending` is aborted. */
  async watch(queues: WatchedQueues, ending: AbortSignal): Promise<void> {
    while (!ending.aborted) {
      await measureQueue(queues, this.#telemetry, this.#clock);
      await this.#clock.sleep(60_000, ending).catch(() => undefined);
    }
  }

  stop(): Promise<void> {
    return this.#telemetry.stop();
  }

  #recordSeconds(instrument: InstrumentName, startedAt: number, attributes: Attributes): void {
    this.#telemetry.record(instrument, (this.#clock.now() - startedAt) / 1000, attributes);
  }

  async #timed<T>(
    instrument: InstrumentName,
    attributes: Attributes,
    work: () => Promise<T>,
    success: (result: T) => string,
    section = UNTRACED,
  ): Promise<T> {
    const startedAt = this.#clock.now();
    const end = (outcome: string): void => this.#recordSeconds(instrument, startedAt, { ...attributes, outcome });
    try {
      const result = await work();
      end(success(result));
      section.set({ outcome: success(result) });
      return result;
    } catch (error) {
      end(outcomeOf(error));
      section.fail(outcomeOf(error));
      throw error;
    }
  }

  #call<T>(
    call: { readonly upstream: string; readonly operation: string },
    send: () => Promise<T>,
    outcome: (answer: T) => string,
  ): Promise<T> {
    const timed = (section: Section): Promise<T> =>
      this.#timed('restore.upstream.duration', call, send, outcome, section);
    // Thousands poll every few seconds: polls are counted but not traced.
    if (call.upstream === 'identity provider' && call.operation === 'token') return timed(UNTRACED);
    return this.#telemetry.section('call', `${call.upstream} ${call.operation}`, call, timed);
  }
}

/** A code of this project or the kind of the error, never its text. */
function outcomeOf(error: unknown): string {
  if (error instanceof UpstreamError || error instanceof StorageUnavailableError || error instanceof ConflictError)
    return error.code;
  const isInterrupted = error instanceof Error && (error.name === 'InterruptedError' || error.name === 'AbortError');
  return isInterrupted ? 'INTERRUPTED' : 'ERROR';
}

/** Senders may write anything as the type, so only those of Bot Framework become an attribute. */
function activityType(body: unknown): string {
  const type: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'type') : undefined;
  return typeof type === 'string' && ACTIVITY_TYPE.test(type) ? type : 'other';
}

/** The reference that the person's card shows, where the job has it. */
function cardReference(job: Parameters<JobHandler>[0]): { readonly reference?: string } {
  if ('restoreId' in job) return { reference: job.restoreId };
  if ('exportId' in job) return { reference: job.exportId };
  return 'signInId' in job ? { reference: job.signInId } : {};
}
