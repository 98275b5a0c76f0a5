/** The domain of restoring on fakes: what is outside outlives a process, and a process can be started anew over it. */
import type { Entry } from '../../src/restore/model/catalog.ts';
import type { Task } from '../../src/restore/model/task.ts';
import type { Restore, RestoreState } from '../../src/restore/model/restore.ts';
import { createRestoreFeature } from '../../src/restore/index.ts';
import type { RestoreService } from '../../src/restore/run/service.ts';
import type { RestoreReply, RestoreView } from '../../src/restore/views.ts';
import type { Asker } from '../../src/core/person.ts';
import type { Announcer } from '../../src/core/announcer.ts';
import type { Job, Jobs } from '../../src/core/jobs.ts';
import { createRetryWhileStorageUnavailable } from '../../src/core/retry.ts';
import { RefusedSessions } from '../../src/sign-in/session/refused-sessions.ts';
import { createFakeAnnouncer, type FakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeBackupService } from '../fakes/backup-service.ts';
import { createFakeClock, START, type FakeClock } from '../fakes/clock.ts';
import { anEntry, createFakeExplorer, type FakeExplorer, type FakeSession } from '../fakes/explorer.ts';
import { intercept, type Around } from '../fakes/intercept.ts';
import { createFakePersonStore, type FakePersonStore } from '../fakes/person-store.ts';
import { createRecordingAudit, createRecordingLog, type RecordingAudit, type RecordingLog } from '../fakes/records.ts';
import { createFakeRestoreStore, emptyRestoreArchive, type FakeRestoreStore } from '../fakes/restore-store.ts';
import { anAddress, anOrganization, aPersonKey, aPersonState, aSession, CONTOSO } from './builders.ts';

export const key = aPersonKey();

interface Message {
  readonly id: string;
  readonly job: Job;
  visibleAt: number;
  isRunning: boolean;
}

/** A queue in memory with named messages: one that throws, or whose process died, comes again. */
export interface RestoreQueue extends Jobs {
  readonly messages: readonly Message[];
  /** Jobs that are not of restores: nobody does them here. */
  readonly others: readonly Job[];
  away: boolean;
  /** Who does the jobs from now on. */
  handler: RestoreService['follow'] | undefined;
  /** The same message once more, with the same id, while the first is perhaps worked on. */
  repeat(): void;
  /** The same job in a message of its own. */
  copy(): void;
  /** What runs is interrupted, and visible again. */
  interrupt(reason: Error): void;
  /** Does jobs until none is left. */
  drain(): Promise<void>;
}

const OWNED_MILLISECONDS = 45_000;
const BACK_OFF_MILLISECONDS = 5_000;

function createQueue(clock: FakeClock): RestoreQueue {
  let messages: Message[] = [];
  const others: Job[] = [];
  let sent = 0;
  let process = new AbortController();

  function add(job: Job, visibleAt: number): Message {
    sent += 1;
    const message = { id: `message-${sent}`, job, visibleAt, isRunning: false };
    messages.push(message);
    return message;
  }
  const remove = (message: Message): void => {
    messages = messages.filter((each) => each !== message);
  };

  async function run(message: Message): Promise<void> {
    const { handler } = queue;
    const { signal } = process;
    message.isRunning = true;
    try {
      if (message.job.kind !== 'restore' || handler === undefined) throw new Error('Nobody does this job.');
      await handler(message.job, signal, message.id);
      remove(message);
    } catch {
      message.visibleAt = clock.now() + (signal.aborted ? 0 : BACK_OFF_MILLISECONDS);
    } finally {
      message.isRunning = false;
    }
  }

  const queue: RestoreQueue = {
    get messages() {
      return messages;
    },
    others,
    away: false,
    handler: undefined,
    async send(job, delaySeconds) {
      await Promise.resolve();
      if (job.kind !== 'restore') others.push(job);
      else add(job, clock.now() + delaySeconds * 1000);
    },
    async sendOwned(job) {
      await Promise.resolve();
      const message = add(JSON.parse(JSON.stringify(job)) as Job, clock.now() + OWNED_MILLISECONDS);
      return {
        id: message.id,
        start: () => void run(message),
        discard: async () => remove(message),
      };
    },
    repeat() {
      const [message] = messages;
      if (message !== undefined) messages.push({ ...message, isRunning: false, visibleAt: clock.now() });
    },
    copy() {
      const [message] = messages;
      if (message !== undefined) add(message.job, clock.now());
    },
    interrupt(reason) {
      process.abort(reason);
      process = new AbortController();
    },
    async drain() {
      while (messages.length > 0) {
        const due = messages.find(({ isRunning, visibleAt }) => !isRunning && visibleAt <= clock.now());
        if (due !== undefined) void run(due);
        await clock.sleep(1000);
      }
    },
  };
  return queue;
}

/** The feature's use cases, with **Restore** pressed on the task's summary as `begin`. */
export interface RestoreProcess extends Omit<RestoreService, 'begin'> {
  begin(asker: Asker, taskId: string, cardId: string | undefined): Promise<RestoreReply>;
}

export interface Bench {
  readonly clock: FakeClock;
  readonly store: FakeRestoreStore;
  readonly people: FakePersonStore;
  readonly explorer: FakeExplorer;
  readonly announcer: FakeAnnouncer;
  readonly audit: RecordingAudit;
  readonly log: RecordingLog;
  readonly queue: RestoreQueue;
  readonly newId: () => string;
  /** Whether the service gives new tokens for refused ones. */
  renewals: 'renewed' | 'refused' | 'unreachable';
  /** Starts a process, which does the jobs of the queue from now on. */
  process(around?: Around): RestoreProcess;
  /** The restore of the id, or the one that is there. */
  restore(id?: string): Restore;
  shown(cardId?: string): RestoreView | undefined;
  /** Lets every job be done to its end. */
  drain(): Promise<void>;
}

export function createBench(): Bench {
  const clock = createFakeClock();
  const log = createRecordingLog();
  const store = createFakeRestoreStore();
  const people = createFakePersonStore();
  const explorer = createFakeExplorer(clock);
  const announcer = createFakeAnnouncer();
  const audit = createRecordingAudit();
  const queue = createQueue(clock);
  const organization = anOrganization();
  const organizations = { get: (name: string) => (name === CONTOSO ? organization : undefined) };
  let ids = 0;
  let tokens = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  people.put(key, aPersonState({ session: aSession({ expiresAt: START + 86_400_000 }) }));

  const bench: Bench = {
    clock,
    store,
    people,
    explorer,
    announcer,
    audit,
    log,
    queue,
    newId,
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
      const refusedSessions = new RefusedSessions({
        service: createFakeBackupService(),
        organizations,
        store: people,
        // What the cards of a session say is not looked at here.
        jobs: {
          send: async () => undefined,
          sendOwned: async () => ({ start: nothing, discard: async () => undefined }),
        },
        renewals,
        audit,
        clock,
        log,
      });
      const shown = intercept('announcer', announcer as unknown as Announcer<RestoreView>, around);
      const owned = intercept('jobs', queue, around);
      const { wizard, restores } = createRestoreFeature({
        explorer: intercept('explorer', explorer, around),
        store: intercept('store', store, around),
        archive: emptyRestoreArchive,
        people,
        refusedSessions,
        jobs: {
          send: (job, delaySeconds) => owned.send(job, delaySeconds),
          async sendOwned(job) {
            const message = await owned.sendOwned(job);
            return {
              id: message.id,
              start: () => void around('job.start', async () => message.start()).catch(() => undefined),
              discard: () => around('job.discard', () => message.discard()).then(nothing, nothing),
            };
          },
        },
        announcer: shown,
        organizations,
        audit,
        clock,
        log,
        newId,
        retryWhileStorageUnavailable: createRetryWhileStorageUnavailable({
          clock,
          log,
          ending: new AbortController().signal,
        }),
        stateRetentionDays: 30,
      });
      queue.handler = (...job) => restores.follow(...job);
      return {
        press: (...press) => restores.press(...press),
        sessions: (asker) => restores.sessions(asker),
        stopSession: (...session) => restores.stopSession(...session),
        follow: (...job) => restores.follow(...job),
        isActive: (person) => restores.isActive(person),
        resume: (person) => restores.resume(person),
        begin: (asker, taskId, cardId) => wizard.press(asker, taskId, { kind: 'restore' }, cardId),
      };
    },

    restore(id) {
      const { restores } = store.stateOf(key) ?? { restores: [] };
      const found = id === undefined ? restores[0] : restores.find((each) => each.id === id);
      if (found === undefined) throw new Error('There is no such restore.');
      return found;
    },
    shown: (cardId = 'card-0') => announcer.shows(cardId) as RestoreView | undefined,
    drain: () => clock.run(queue.drain()),
  };
  return bench;
}

const nothing = (): void => undefined;

/** Entries of a mailbox. */
export const entries = (count: number, containerId = 'mailbox-1'): readonly Entry[] =>
  Array.from({ length: count }, (_, index) => anEntry({ id: `${containerId}-item-${index}`, containerId }));

export function aTask(changes: Partial<Task> = {}): Task {
  return {
    id: 'task-1',
    signInId: 'sign-in-0',
    organization: CONTOSO,
    isOperator: true,
    startedAt: START,
    usedAt: START,
    cardId: 'card-0',
    step: 'summary',
    scope: { kind: 'own', name: 'Olga Operator' },
    workload: 'exchange',
    point: { kind: 'latest' },
    showDeleted: true,
    form: {},
    list: entries(3),
    options: { workload: 'exchange', changedItems: true, deletedItems: true, markRestoredAsUnread: false },
    reason: 'Ticket 4711',
    ...changes,
  };
}

export function aRestore(changes: Partial<Restore> = {}): Restore {
  const list = changes.entries ?? entries(3);
  return {
    id: 'restore-1',
    taskId: 'task-1',
    signInId: 'sign-in-0',
    organization: CONTOSO,
    userId: aSession().userId,
    address: anAddress(),
    scope: { kind: 'own', name: 'Olga Operator' },
    workload: 'exchange',
    point: { kind: 'latest' },
    exploreId: '',
    showDeleted: true,
    options: { workload: 'exchange', changedItems: true, deletedItems: true, markRestoredAsUnread: false },
    reason: 'Ticket 4711',
    entries: list,
    calls: [
      {
        containerId: 'mailbox-1',
        containerName: 'Mailbox',
        keys: list.map((entry) => entry.key),
        progress: { kind: 'planned' },
      },
    ],
    startedAt: START,
    cardId: 'card-0',
    ...changes,
  };
}

export const aRestoreState = (changes: Partial<RestoreState> = {}): RestoreState => ({
  restores: [],
  recentScopes: [],
  ...changes,
});

/** Puts a task there whose explore session is open. */
export async function withTask(bench: Bench, changes: Partial<Task> = {}): Promise<Task> {
  const access = { organization: anOrganization(), accessToken: 'SECRET-service-access-0' };
  const asked = { workload: 'exchange', showDeleted: true, showAllVersions: false } as const;
  const { id } = await bench.explorer.openExplore(access, asked);
  const task = aTask({ explore: { id, workload: 'exchange', openedAt: bench.clock.now() }, ...changes });
  bench.store.put(key, aRestoreState({ task }));
  return task;
}

/** Restores take so long at the service; then they are as `end` has them. */
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
