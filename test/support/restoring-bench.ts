/** Running restores on fakes: the ports outlive a process, and another process can be started on them. */
import type { Session } from '../../src/sign-in/state/model.ts';
import type { Job } from '../../src/core/jobs.ts';
import type { Asker } from '../../src/core/person.ts';
import type { Restore } from '../../src/restore/state/restore.ts';
import type { Task } from '../../src/restore/state/task.ts';
import type { createRestoreFeature } from '../../src/restore/features.ts';
import type { SessionHistory } from '../../src/restore/run/calls/history.ts';
import type { RestoreService } from '../../src/restore/run/service.ts';
import { shownOf } from '../../src/restore/run/record/create-restore.ts';
import type { RestoreReply, RestoreView } from '../../src/restore/state/views.ts';
import { START } from '../fakes/clock.ts';
import type { FakeSession } from '../fakes/explorer.ts';
import type { Around } from '../fakes/intercept.ts';
import { createFakeJobs, type FakeJobs } from '../fakes/jobs.ts';
import { anOrganization, aRestoreState, aSession, aTask, type TaskChanges } from './builders.ts';
import { createRestoreOutside, key, startRestoreProcess, type RestoreOutside } from './restore-process.ts';

export { key } from './restore-process.ts';

/** The feature's use cases, with **Restore** pressed on the task's summary as `begin`. */
export interface RestoreProcess extends Pick<RestoreService, keyof RestoreService> {
  readonly history: SessionHistory;
  readonly follow: ReturnType<typeof createRestoreFeature>['jobHandlers']['restore'];
  begin(asker: Asker, taskId: string, cardId: string | undefined): Promise<RestoreReply>;
  /** The person logs out. */
  over(session: Session): Promise<void>;
}

export interface Bench extends RestoreOutside {
  /** Whether the service gives new tokens for refused ones. */
  renewals: 'renewed' | 'refused' | 'unreachable';
  /** Starts a process, which runs the jobs of restores from now on. */
  process(around?: Around): RestoreProcess;
  /** The restore of the id, or the one that is there. */
  restore(id?: string): Restore;
  shown(cardId?: string): RestoreView | undefined;
  /** Jobs in the queue, of restores or of another kind. */
  queued(kind?: Job['kind']): FakeJobs['queued'];
  /** Lets every restore be followed to its end. */
  drain(): Promise<void>;
}

export function createBench(changes: Partial<RestoreOutside> = {}): Bench {
  const outside = { ...createRestoreOutside(aSession({ expiresAt: START + 86_400_000 }), 'id'), ...changes };
  const { clock, store, people, announcer, jobs } = outside;
  let tokens = 0;

  const bench: Bench = {
    ...outside,
    renewals: 'renewed',

    process(around = (_, call) => call()) {
      const renewals = {
        async renew() {
          const state = people.stateOf(key);
          const view = { kind: 'notice', notice: { code: 'not-signed-in' } } as const;
          if (bench.renewals !== 'renewed' || state?.session === undefined) {
            const reason = bench.renewals === 'unreachable' ? 'unreachable' : 'refused';
            return { kind: 'refused', reason, view } as const;
          }
          tokens += 1;
          const session = { ...state.session, id: `session-${tokens}`, accessToken: `SECRET-renewed-${tokens}` };
          people.put(key, { ...state, session: { ...session, expiresAt: clock.now() + 86_400_000 } });
          return { kind: 'renewed', view } as const;
        },
      };
      // No handler: the cards of a session have tests of their own.
      const sessionJobs = createFakeJobs(clock);
      // Reading the session is no effect.
      const effects: Around = (label, call) => (label.startsWith('people.') ? call() : around(label, call));
      const { sessionEvents, feature } = startRestoreProcess(outside, { around: effects, renewals, sessionJobs });
      const { wizard, restores } = feature;
      const { restore, approval, 'approval-due': due } = feature.jobHandlers;
      jobs.handle({ restore, approval, 'approval-due': due });
      return {
        press: (...press) => restores.press(...press),
        look: (...shown) => restores.look(...shown),
        history: feature.sessionHistory,
        follow: restore,
        over: (session) =>
          clock.run(sessionEvents.tell({ kind: 'over', key, why: 'logged-out', session, open: session })),
        isActive: (person) => restores.isActive(person),
        isRestoringFor: (...of) => restores.isRestoringFor(...of),
        mayStillRun: (...of) => restores.mayStillRun(...of),
        resume: (person) => restores.resume(person),
        awaited: (...of) => restores.awaited(...of),
        decided: (...of) => restores.decided(...of),
        named: (...of) => restores.named(...of),
        begin(asker, taskId, cardId) {
          const state = store.stateOf(key);
          const { task } = state ?? {};
          // The card that is shown has asked once more already.
          if (state && task) store.put(key, { ...state, task: { ...task, remark: { code: 'overwrites', count: 1 } } });
          const shown = task && shownOf(task);
          const { workload, reason, target } = task ?? {};
          const options = workload && task?.options?.[workload];
          const press = { kind: 'restore', shown, options, reason, overwrite: true, elsewhere: target?.id } as const;
          return wizard.press(asker, taskId, press, cardId);
        },
      };
    },

    restore(id) {
      const { restores } = store.stateOf(key) ?? { restores: [] };
      const found = id === undefined ? restores[0] : restores.find((each) => each.id === id);
      if (found === undefined) throw new Error('There is no such restore.');
      return found;
    },
    shown: (cardId = 'card-0') => announcer.shows(cardId) as RestoreView | undefined,
    queued: (kind = 'restore') => jobs.queued.filter(({ job }) => job.kind === kind),
    drain: () => clock.run(jobs.drain()),
  };
  return bench;
}

/** Stores a task with an open explore session. */
export async function withTask(bench: Bench, changes: TaskChanges = {}): Promise<Task> {
  const access = { kind: 'operator' as const, organization: anOrganization(), accessToken: 'SECRET-service-access-0' };
  const asked = { workload: 'exchange', showDeleted: true, showAllVersions: false } as const;
  const { id } = await bench.explorer.openExplore(access, asked);
  const task = aTask({ explore: { id, workload: 'exchange', openedAt: bench.clock.now() }, ...changes });
  bench.store.put(key, aRestoreState({ task }));
  return task;
}

/** Restores take this long at the service; then `end` decides the outcome. */
export function serviceTakes(
  { explorer, clock }: Bench,
  seconds: number,
  end: (session: FakeSession) => void = ({ id }) => explorer.finish(id),
): void {
  explorer.during.session = async () => {
    await Promise.resolve();
    for (const session of explorer.working) {
      const { restores, request, createdAt } = session;
      if (restores === undefined || request !== undefined || clock.now() - createdAt < seconds * 1000) continue;
      end(session);
    }
  };
}
