/** Reads what the service reports about a running restore. (API, section C3) */
import { UpstreamError } from '../../core/errors.ts';
import { createUpstreamRetry, type RetryCall } from '../../core/retry.ts';
import type { RestorePorts, ServiceSession, SessionEvent } from '../ports.ts';
import type { Connection } from '../service-session/operator-access.ts';
import type { Reading } from './interpret-progress.ts';

const PAGE_SIZE = 1000;
const MAX_EVENTS = 20_000;
const FINAL_READING_MILLISECONDS = 120_000;

const once: RetryCall = (call) => call();

/** Older servers have no statistics; one of the two requests may fail and the other still tell enough. */
async function optional<T>(retry: RetryCall, call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retry(call);
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

export class ProgressReader {
  readonly #ports: Pick<RestorePorts, 'explorer' | 'clock'>;

  constructor(ports: Pick<RestorePorts, 'explorer' | 'clock'>) {
    this.#ports = ports;
  }

  /**
   * Statistics, or else events; both where `isShared`, because an explore session reports no restore of its own.
   *
   * @throws UpstreamError when the session cannot be read; SessionRefusedError; the signal's reason
   */
  async read(connection: Connection, sessionId: string, isShared: boolean, signal: AbortSignal): Promise<Reading> {
    const { explorer } = this.#ports;
    const session = await connection.call((access) => explorer.session(access, sessionId, signal));
    const statistics = await optional(once, () => this.#statistics(connection, sessionId, signal));
    const isEnough = statistics !== undefined && statistics.total > 0 && !isShared;
    const events = isEnough ? undefined : await optional(once, () => this.#events(connection, sessionId, signal));
    return { session, statistics, events };
  }

  /** Both, with retries: the last chance to learn what happened. @throws SessionRefusedError; the signal's reason */
  async readFinal(
    connection: Connection,
    session: ServiceSession | undefined,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Reading> {
    const { clock } = this.#ports;
    const until = clock.now() + FINAL_READING_MILLISECONDS;
    const retry = createUpstreamRetry({ clock, until, signal });
    const statistics = await optional(retry, () => this.#statistics(connection, sessionId, signal));
    const events = await optional(retry, () => this.#events(connection, sessionId, signal));
    return { session, statistics, events };
  }

  #statistics(connection: Connection, sessionId: string, signal: AbortSignal) {
    return connection.call((access) => this.#ports.explorer.statistics(access, sessionId, signal));
  }

  async #events(connection: Connection, sessionId: string, signal: AbortSignal): Promise<readonly SessionEvent[]> {
    const events: SessionEvent[] = [];
    for (let offset = 0; offset < MAX_EVENTS; offset += PAGE_SIZE) {
      const slice = { offset, limit: PAGE_SIZE };
      const page = await connection.call((access) => this.#ports.explorer.events(access, sessionId, slice, signal));
      events.push(...page.results);
      if (!page.more || page.results.length === 0) break;
    }
    return events;
  }
}
