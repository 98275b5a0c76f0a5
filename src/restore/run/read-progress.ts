/** What the service says about a restore that runs, as far as it says anything. (API, section C3) */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock } from '../../core/platform.ts';
import { createRepeat, type Repeat } from '../../core/retry.ts';
import type { Connection } from '../service-session/connection.ts';
import type { Reading } from './interpret-progress.ts';
import type { Explorer, ServiceSession, SessionEvent } from '../ports.ts';

export interface ReadingsDependencies {
  readonly explorer: Pick<Explorer, 'session' | 'statistics' | 'events'>;
  readonly clock: Clock;
}

export interface Readings {
  /**
   * Statistics, else events; both where `isShared`, since the session itself tells nothing of the restore then.
   *
   * @throws UpstreamError when the session can't be read; SessionRefusedError; what the signal was aborted with
   */
  read(connection: Connection, sessionId: string, isShared: boolean, signal: AbortSignal): Promise<Reading>;
  /** Both, with patience: what is missed now is told to nobody. @throws SessionRefusedError; the signal's reason */
  readAll(
    connection: Connection,
    session: ServiceSession | undefined,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<Reading>;
}

const PAGE = 1000;
const MOST_EVENTS = 20_000;
const PATIENCE_MILLISECONDS = 120_000;

const once: Repeat = (ask) => ask();

export function createReadings({ explorer, clock }: ReadingsDependencies): Readings {
  /** Older servers have no statistics, and one that fails here may still tell the rest. */
  async function optional<T>(repeat: Repeat, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await repeat(ask);
    } catch (error) {
      if (error instanceof UpstreamError) return undefined;
      throw error;
    }
  }

  async function allEvents(
    connection: Connection,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<readonly SessionEvent[]> {
    const events: SessionEvent[] = [];
    for (let offset = 0; offset < MOST_EVENTS; offset += PAGE) {
      const page = await connection.call((access) =>
        explorer.events(access, sessionId, { offset, limit: PAGE }, signal),
      );
      events.push(...page.results);
      if (!page.more || page.results.length === 0) break;
    }
    return events;
  }

  const statisticsOf = (connection: Connection, sessionId: string, signal: AbortSignal) =>
    connection.call((access) => explorer.statistics(access, sessionId, signal));

  return {
    async read(connection, sessionId, isShared, signal) {
      const session = await connection.call((access) => explorer.session(access, sessionId, signal));
      const statistics = await optional(once, () => statisticsOf(connection, sessionId, signal));
      const enough = statistics !== undefined && statistics.total > 0 && !isShared;
      const events = enough ? undefined : await optional(once, () => allEvents(connection, sessionId, signal));
      return { session, statistics, events };
    },

    async readAll(connection, session, sessionId, signal) {
      const until = clock.now() + PATIENCE_MILLISECONDS;
      const repeat = createRepeat({ clock, until, signal, onFault: async () => undefined });
      const statistics = await optional(repeat, () => statisticsOf(connection, sessionId, signal));
      const events = await optional(repeat, () => allEvents(connection, sessionId, signal));
      return { session, statistics, events };
    },
  };
}
