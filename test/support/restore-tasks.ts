/** The domain of finding and choosing on fakes: what is outside outlives a process, and a process can be started anew. */
import type { Explorer } from '../../src/restore/ports.ts';
import type { Remark, Task } from '../../src/restore/model/task.ts';
import type { RestoreState } from '../../src/restore/model/restore.ts';
import type { Wizard } from '../../src/restore/find/wizard.ts';
import { createRestoreFeature } from '../../src/restore/index.ts';
import type { RestoreReply, RestoreView, TaskFacts, TaskPress } from '../../src/restore/views.ts';
import { Organizations } from '../../src/sign-in/organizations.ts';
import { createRetryWhileStorageUnavailable } from '../../src/core/retry.ts';
import { ExpiryJobs } from '../../src/sign-in/session/expiry-jobs.ts';
import { RefusedSessions } from '../../src/sign-in/session/refused-sessions.ts';
import type { NotRenewed } from '../../src/sign-in/model.ts';
import type { Asker } from '../../src/core/person.ts';
import { createFakeAnnouncer, type FakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeBackupService } from '../fakes/backup-service.ts';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { createFakeExplorer, type FakeExplorer } from '../fakes/explorer.ts';
import { intercept, type Around } from '../fakes/intercept.ts';
import { createFakeJobs, type FakeJobs } from '../fakes/jobs.ts';
import { createFakePersonStore, type FakePersonStore } from '../fakes/person-store.ts';
import { createRecordingAudit, createRecordingLog, type RecordingAudit, type RecordingLog } from '../fakes/records.ts';
import { createFakeRestoreStore, emptyRestoreArchive, type FakeRestoreStore } from '../fakes/restore-store.ts';
import { anAddress, anAsker, anOrganization, aPersonKey, aPersonState, aSession } from './builders.ts';

export interface TasksOutside {
  readonly clock: FakeClock;
  readonly people: FakePersonStore;
  readonly store: FakeRestoreStore;
  readonly jobs: FakeJobs;
  readonly explorer: FakeExplorer;
  readonly announcer: FakeAnnouncer;
  readonly log: RecordingLog;
  readonly audit: RecordingAudit;
  /** The token that a renewal gives; where there is none, why it is refused. */
  readonly renewal: { token: string | undefined; reason: NotRenewed };
  readonly newId: () => string;
}

export const key = aPersonKey();
export const asker: Asker = anAsker({ address: anAddress({ zone: 'Europe/Berlin' }) });

const straight: Around = (_, call) => call();

export function createTasksOutside(): TasksOutside {
  const clock = createFakeClock();
  const people = createFakePersonStore();
  people.put(key, aPersonState({ session: aSession() }));
  let ids = 0;
  return {
    clock,
    people,
    store: createFakeRestoreStore(),
    jobs: createFakeJobs(clock),
    explorer: createFakeExplorer(clock),
    announcer: createFakeAnnouncer(),
    log: createRecordingLog(),
    audit: createRecordingAudit(),
    renewal: { token: undefined, reason: 'refused' },
    newId: () => `task-${(ids += 1)}`,
  };
}

/** Starts a process over what is outside; it does the `explore-idle` jobs from now on. */
export function startWizard(outside: TasksOutside, around: Around = straight): Wizard {
  const { clock, log, newId } = outside;
  const people = intercept('people', outside.people, around);
  const organizations = new Organizations({
    organizations: [anOrganization()],
    service: createFakeBackupService(),
    clock,
  });
  const renewals = {
    renew: async () => {
      const state = outside.people.stateOf(key);
      const accessToken = outside.renewal.token;
      if (accessToken === undefined || state?.session === undefined) {
        return { kind: 'refused', reason: outside.renewal.reason, view: { kind: 'status' } } as const;
      }
      outside.people.put(key, { ...state, session: { ...state.session, accessToken } });
      return { kind: 'renewed', view: { kind: 'status' } } as const;
    },
  };
  const retryWhileStorageUnavailable = createRetryWhileStorageUnavailable({
    clock,
    log,
    ending: new AbortController().signal,
  });
  const session = {
    service: createFakeBackupService(),
    retryWhileStorageUnavailable,
    newId,
    organizations,
    store: people,
    clock,
    log,
    audit: outside.audit,
  };
  const jobs = intercept('jobs', outside.jobs, around);
  const refusedSessions = new RefusedSessions({ ...session, jobs, renewals });
  const feature = createRestoreFeature({
    explorer: intercept<Explorer>('explorer', outside.explorer, around),
    refusedSessions,
    store: intercept('store', outside.store, around),
    people,
    jobs,
    announcer: intercept('announcer', outside.announcer, around),
    organizations,
    archive: emptyRestoreArchive,
    audit: outside.audit,
    retryWhileStorageUnavailable,
    clock,
    log,
    newId,
    stateRetentionDays: 30,
  });
  const { wizard, hooks, jobs: handlers } = feature;
  const notices = new ExpiryJobs({
    ...session,
    jobs,
    refusedSessions,
    announcer: intercept('announcer', outside.announcer, around),
    autoRenew: false,
    maxSessionHours: 12,
    hooks,
  });
  outside.jobs.handle({ 'explore-idle': handlers.exploreIdle, expire: (job) => notices.expire(job) });
  return wizard;
}

/** What somebody does in the chat, and what they see. */
export interface Chat extends TasksOutside {
  readonly wizard: Wizard;
  /** A command, or a press on the card of the task. @returns what is shown then */
  find(words?: string): Promise<RestoreView>;
  press(press: TaskPress, cardId?: string): Promise<RestoreView>;
  run(work: Promise<RestoreReply>): Promise<RestoreView>;
  state(): RestoreState | undefined;
  /** @throws where there is none */
  task(): Task;
}

export function createChat(outside: TasksOutside = createTasksOutside(), around?: Around): Chat {
  const wizard = startWizard(outside, around);
  const { clock, store } = outside;
  const run = async (work: Promise<RestoreReply>): Promise<RestoreView> => {
    const { view } = await clock.run(work);
    await clock.settle();
    return view as RestoreView;
  };
  const task = (): Task => {
    const present = store.stateOf(key)?.task;
    if (present === undefined) throw new Error('There is no task.');
    return present;
  };
  return {
    ...outside,
    wizard,
    run,
    task,
    state: () => store.stateOf(key),
    find: (words) => run(wizard.find(asker, words)),
    press: (press, cardId) => run(wizard.press(asker, task().id, press, cardId ?? task().cardId)),
  };
}

/** Through scope and workload: an operator who looks at the first person's mailbox, or drive. */
export async function createReadyChat(workload: 'exchange' | 'onedrive' = 'exchange'): Promise<Chat> {
  const chat = createChat();
  await chat.find();
  await chat.press({ kind: 'scope', choice: 'user-1' });
  await chat.press({ kind: 'workload', workload });
  return chat;
}

export const factsOf = (view: RestoreView): TaskFacts | undefined => ('task' in view ? view.task : undefined);
export const remarkOf = (view: RestoreView): Remark | undefined => factsOf(view)?.remark;
