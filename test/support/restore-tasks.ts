/** Finding and selecting on fakes: the ports outlive a process, and another process can be started on them. */
import type { Asker } from '../../src/core/person.ts';
import type { Wizard } from '../../src/restore/find/wizard.ts';
import type { RestoreState } from '../../src/restore/state/restore.ts';
import type { Remark, Task } from '../../src/restore/state/task.ts';
import type { TaskPress } from '../../src/restore/state/presses.ts';
import type { TaskFacts } from '../../src/restore/state/task-views.ts';
import type { RestoreReply, RestoreView } from '../../src/restore/state/views.ts';
import type { NotRenewed } from '../../src/sign-in/state/model.ts';
import { expireSession } from '../../src/sign-in/session/expiry-jobs.ts';
import { Once } from '../../src/durable/once.ts';
import { createFakeBackupService } from '../fakes/backup-service.ts';
import { ProcessDied, type Around, type Death } from '../fakes/intercept.ts';
import { anAddress, anAsker, aSession } from './builders.ts';
import type { Session } from '../../src/sign-in/state/model.ts';
import type { WhyOver } from '../../src/sign-in/state/session-events.ts';
import type { createRestoreFeature } from '../../src/restore/features.ts';
import { createRestoreOutside, key, startRestoreProcess, type RestoreOutside } from './restore-process.ts';

export { key } from './restore-process.ts';

export interface TasksOutside extends RestoreOutside {
  /** The token that a renewal gives; where there is none, why it is refused. */
  readonly renewal: { token: string | undefined; reason: NotRenewed };
}

export const asker: Asker = anAsker({ address: anAddress({ zone: 'Europe/Berlin' }) });

type Finding = ReturnType<typeof createRestoreFeature>;

const straight: Around = (_, call) => call();

export const createTasksOutside = (): TasksOutside => ({
  ...createRestoreOutside(aSession(), 'task'),
  renewal: { token: undefined, reason: 'refused' },
});

/** Starts a process on the ports, which runs the jobs of finding and of sessions from now on, unless it dies. */
export function startFinding(outside: TasksOutside, around: Around = straight, death?: Pick<Death, 'at'>) {
  const { clock, log, audit, newId } = outside;
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
  const { feature, people, ...parts } = startRestoreProcess(outside, { around, renewals });
  const expiry = {
    ...parts,
    service: createFakeBackupService(),
    store: people,
    audit,
    clock,
    log,
    newId,
    sessionUse: feature.sessionUse,
    identityBinding: 'same-user' as const,
    adminUserIds: outside.adminUserIds ?? [],
    allowedTenants: [],
    recorded: new Once(clock),
  };
  outside.jobs.handle({
    async 'look-back'(job, ...run) {
      await feature.jobHandlers['look-back'](job, ...run);
      // It caught the error of a card that could not be edited. A process that is gone completes no job.
      if (death?.at() !== undefined) throw new ProcessDied('look-back');
    },
    'explore-idle': (job) => feature.jobHandlers['explore-idle'](job),
    expire: (job) => expireSession(expiry, job),
  });
  return { feature, sessionEvents: parts.sessionEvents };
}

/** A person in the chat: their actions and what they see. */
export interface Chat extends TasksOutside {
  readonly wizard: Wizard;
  readonly restores: Finding['restores'];
  readonly runIdleJob: Finding['jobHandlers']['explore-idle'];
  /** A command, or a press on the card of the task. @returns what is shown then */
  find(words?: string): Promise<RestoreView>;
  press(press: TaskPress, cardId?: string): Promise<RestoreView>;
  run(work: Promise<RestoreReply>): Promise<RestoreView>;
  state(): RestoreState | undefined;
  /** @throws where there is none */
  task(): Task;
  /** The session is over. @param session the present one where absent @param isOpen whether its token still works */
  over(why: WhyOver, session?: Session, isOpen?: boolean): Promise<void>;
}

export function createChat(outside: TasksOutside = createTasksOutside(), around?: Around): Chat {
  const { sessionEvents, feature } = startFinding(outside, around);
  const { wizard, restores, jobHandlers } = feature;
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
    restores,
    run,
    task,
    over(why, session = outside.people.stateOf(key)?.session ?? aSession(), isOpen = true) {
      const open = isOpen ? session : undefined;
      return clock.run(sessionEvents.tell({ kind: 'over', key, why, session, open }));
    },
    state: () => store.stateOf(key),
    runIdleJob: (job) => jobHandlers['explore-idle'](job),
    find: (words) => run(wizard.find(asker, words)),
    press: (press, cardId) => run(wizard.press(asker, task().id, press, cardId ?? task().cardId)),
  };
}

/** An operator who looks at the first person's mailbox, or drive. */
export async function createReadyChat(workload: 'exchange' | 'onedrive' = 'exchange'): Promise<Chat> {
  const chat = createChat();
  await chat.find();
  await chat.press({ kind: 'search', scope: 'user-1', workload, form: {} });
  return chat;
}

export const factsOf = (view: RestoreView): TaskFacts | undefined => ('task' in view ? view.task : undefined);
export const remarkOf = (view: RestoreView): Remark | undefined => factsOf(view)?.remark;
