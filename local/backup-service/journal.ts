/**
 * Brings explore sessions and restores back after a restart: the calls that made them are done again, each at its own time
 * and with its own ids. The sample data follow from the day, and how far a restore has come from the clock.
 */
import { randomUUID } from 'node:crypto';
import type { StoredState } from '../stand-in/stored-state.ts';
import { sampleDay } from './sample-data/world.ts';
import type { ServiceSession } from './service-sessions.ts';
import type { Approval } from './tenant/restore-codes.ts';

/** A POST call that was accepted, or a log-out. */
export interface JournalCall {
  readonly session: ServiceSession;
  readonly kind: 'call' | 'log-out';
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly approval?: Approval | undefined;
}

interface Entry extends JournalCall {
  readonly at: number;
  /** In the order they were made. */
  readonly ids: readonly string[];
}

export interface JournalState {
  readonly day: number;
  readonly entries: readonly Entry[];
}

interface Journal {
  /** Stands still during a call. Epoch milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Acts, and records the call unless that throws. */
  record<T>(call: JournalCall, act: () => T): T;
  /** Does what the last run recorded, which is nothing where its sample data were another day's. */
  replay(act: (call: JournalCall) => void): void;
}

export function createJournal(kept: StoredState<JournalState>, clock: () => number = Date.now): Journal {
  const entries: Entry[] = [];
  const day = sampleDay(clock());
  let at: number | undefined;
  let recorded: readonly string[] = [];
  let made: string[] = [];

  function perform<T>(moment: number, ids: readonly string[], act: () => T): T {
    [at, recorded, made] = [moment, ids, []];
    try {
      return act();
    } finally {
      at = undefined;
    }
  }

  return {
    now: () => at ?? clock(),
    newId() {
      const id = recorded[made.length] ?? randomUUID();
      made.push(id);
      return id;
    },
    record(call, act) {
      const moment = clock();
      const result = perform(moment, [], act);
      entries.push({ ...call, at: moment, ids: made });
      kept.save(() => ({ day, entries }));
      return result;
    },
    replay(act) {
      if (kept.previous?.day !== day) return;
      for (const entry of kept.previous.entries) {
        perform(entry.at, entry.ids, () => act(entry));
        entries.push(entry);
      }
    },
  };
}
