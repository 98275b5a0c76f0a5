/** Sign-ins by outcome, and how long they take from the code to the session. */
import { BoundedMap } from '../core/bounded-map.ts';
import type { Audit } from '../core/audit.ts';
import type { Clock } from '../core/platform.ts';
import type { PersonStore } from '../sign-in/ports.ts';
import type { PersonState } from '../sign-in/model.ts';
import { wordOf } from './outcome.ts';
import type { Telemetry } from './telemetry.ts';

/** Every outcome is written to the audit log, so that is where they are counted. */
export function measureAudit<A extends Audit>(telemetry: Telemetry, audit: A): A {
  return {
    ...audit,
    record(record) {
      const { event, flow, outcome } = record;
      telemetry.record('restore.sign_in.events', 1, { event, flow: flow ?? 'none', outcome: wordOf(outcome) });
      audit.record(record);
    },
  };
}

/** More sign-ins than one instance ever has under way; beyond, the oldest goes unmeasured. */
const MOST_REMEMBERED = 20_000;

/** A session does not say when its sign-in began, but whoever writes it has read or written that sign-in before. */
export function measureStore(
  { telemetry, clock }: { readonly telemetry: Telemetry; readonly clock: Pick<Clock, 'now'> },
  store: PersonStore,
): PersonStore {
  const startedAt = new BoundedMap<string, number>({ max: MOST_REMEMBERED });

  function remember({ signIn }: PersonState): void {
    if (signIn === undefined) return;
    if (signIn.kind === 'ended') {
      startedAt.delete(signIn.id);
      return;
    }
    startedAt.set(signIn.id, signIn.startedAt);
  }

  return {
    ...store,
    async read(key) {
      const found = await store.read(key);
      if (found.kind === 'found') remember(found.state);
      return found;
    },
    async write(key, state, over) {
      const version = await store.write(key, state, over);
      remember(state);
      const { session } = state;
      const began = session === undefined ? undefined : startedAt.get(session.signInId);
      if (session !== undefined && began !== undefined) {
        startedAt.delete(session.signInId);
        telemetry.record('restore.sign_in.duration', (clock.now() - began) / 1000, { flow: session.flow });
      }
      return version;
    },
  };
}
