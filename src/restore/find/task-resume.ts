/** What continues after a sign-in: a task whose session the service refused, and a `restore find` of somebody signed out. */
import { changeState, readState } from '../../core/optimistic-update.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { RestoreState, WaitingFind } from '../model/restore.ts';
import type { Task } from '../model/task.ts';
import type { RestorePorts } from '../ports.ts';
import { mayContinueTask, type OperatorAccess } from '../service-session/operator-access.ts';
import type { RestoreReply } from '../views.ts';
import type { ChooseSteps } from './choose-steps.ts';
import type { TaskCards } from './task-card.ts';
import { goTo, ownScope, withScope } from './task-transitions.ts';
import type { TaskUpdates } from './task-update.ts';

/** How long a person who has to sign in still expects what they asked for. */
const WAITING_MILLISECONDS = 3_600_000;
/** The explore session was opened with the old token, and the card may be the sign-in's by now. */
const NEW_SIGN_IN = { cardId: undefined, explore: undefined, remark: undefined } as const;

type Ports = Pick<RestorePorts, 'store' | 'people' | 'announcer' | 'clock'> & {
  readonly access: OperatorAccess;
  readonly updates: TaskUpdates;
  readonly cards: TaskCards;
  readonly choose: ChooseSteps;
  readonly find: (asker: Asker, words: string | undefined) => Promise<RestoreReply>;
};

export class TaskResumer {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Stores what somebody who is not signed in wants to find. @throws StorageUnavailableError */
  async remember(key: PersonKey, words: string | undefined): Promise<void> {
    const { store, clock } = this.#ports;
    const waitingFind: WaitingFind = { words, askedAt: clock.now() };
    await changeState<undefined, RestoreState>(store, key, (state) => ({
      kind: 'write',
      state: { restores: [], recentScopes: [], ...state, waitingFind },
      result: undefined,
    }));
  }

  /** The service has refused the session of that sign-in: the task's card asks for a new one. @throws StorageUnavailableError */
  async pause(key: PersonKey, signInId: string): Promise<void> {
    const { store, people, cards } = this.#ports;
    const { result: task } = await changeState<Task | undefined, RestoreState>(store, key, (state) => {
      const present = state?.task;
      if (state === undefined || present?.signInId !== signInId) return { kind: 'keep', result: undefined };
      if (present.waitsForSignIn === true) return { kind: 'keep', result: present };
      const next = { ...present, waitsForSignIn: true };
      return { kind: 'write', state: { ...state, task: next }, result: next };
    });
    const { state: person } = await readState(people, key);
    if (task === undefined || person === undefined) return;
    // Signed in again in the meantime.
    if (person.session !== undefined) return this.resume(key);
    const { cardId } = task;
    const isUsedBySignIn = person.signIn?.kind !== 'ended' && person.signIn?.cardId === cardId;
    if (cardId === undefined || isUsedBySignIn) return;
    const view = { kind: 'restore-notice', notice: { code: 'session-refused' } } as const;
    await cards.edit(person.address, key, cardId, view);
  }

  /**
   * After a sign-in: continues on a new card below the sign-in's. May be called again.
   *
   * @throws StorageUnavailableError, UpstreamError, SessionRefusedError
   */
  async resume(key: PersonKey): Promise<void> {
    const { access, store, people, announcer, updates, cards, choose, find, clock } = this.#ports;
    const [found, { state: person }, loaded] = await Promise.all([
      access.find(key),
      readState(people, key),
      readState<RestoreState>(store, key),
    ]);
    const { task, waitingFind } = loaded.state ?? {};
    if (found.kind === 'refused' || person?.address.place !== 'personal') return;
    const asker: Asker = { key, person: person.person, address: person.address };
    if (waitingFind !== undefined) {
      if (clock.now() - waitingFind.askedAt < WAITING_MILLISECONDS) {
        const reply = await find(asker, waitingFind.words);
        // There is no turn that would show it.
        if (reply.kind === 'render') await announcer.post(asker.address, key, reply.view);
      }
      return this.#forget(key, waitingFind);
    }
    const { session } = found;
    if (task === undefined || !mayContinueTask(session, task)) return;
    if (task.signInId === session.signInId && task.cardId !== undefined) return;
    const connection = access.connect(key, found);
    const update = updates.open({ asker, connection, loaded }, task.id);
    if (update === undefined) return;
    update.stage((present) => ({ ...goTo(present, present.step), ...NEW_SIGN_IN }));
    const exists = await updates.run(update, async () => {
      // Unknown when the task was begun.
      if (task.scope === undefined && task.isOperator && !(await updates.isOperator(connection))) {
        update.stage((present) => withScope({ ...present, isOperator: false }, ownScope(session)));
      }
      if (task.step === 'search') await choose.continue(update);
    });
    if (exists) await cards.post(update, await updates.view(update), session.cardId);
  }

  async #forget(key: PersonKey, { askedAt }: WaitingFind): Promise<void> {
    await changeState<undefined, RestoreState>(this.#ports.store, key, (state) =>
      state?.waitingFind?.askedAt === askedAt
        ? { kind: 'write', state: { ...state, waitingFind: undefined }, result: undefined }
        : { kind: 'keep', result: undefined },
    );
  }
}
