/** A task outlives a session that the service refused: its card asks for a sign-in, after which it continues where it was. */
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Clock } from '../../core/platform.ts';
import type { PersonStore } from '../../sign-in/ports.ts';
import { changeState, readState, type Decided } from '../../core/optimistic-update.ts';
import { mayContinueTask, type OperatorAccess } from '../service-session/operator-access.ts';
import { ownScope, type Choosing } from './choose-steps.ts';
import type { RestoreStore } from '../ports.ts';
import type { Task } from '../model/task.ts';
import type { RestoreState, WaitingFind } from '../model/restore.ts';
import type { RestoreReply } from '../views.ts';
import type { TaskCards } from './task-card.ts';
import type { TaskTurns } from './task-turns.ts';
import { goTo, withScope } from './task-transitions.ts';

export interface TaskResume {
  /** Somebody wants to find something and is not signed in: it is done after the sign-in. @throws StorageAwayError */
  remember(key: PersonKey, words: string | undefined): Promise<void>;
  /** The service has refused that sign-in's session: the task waits for the next one, and its card says so. @throws StorageAwayError */
  pause(key: PersonKey, signInId: string): Promise<void>;
  /**
   * Somebody has signed in: what they wanted to find, or a task of theirs, continues on a new card below the sign-in's.
   * May be called again.
   *
   * @throws StorageAwayError, UpstreamError, SessionRefusedError
   */
  resume(key: PersonKey): Promise<void>;
}

export interface TaskResumeDependencies {
  readonly access: OperatorAccess;
  readonly store: RestoreStore;
  readonly people: Pick<PersonStore, 'read'>;
  readonly cards: Pick<TaskCards, 'edit' | 'post'>;
  readonly turns: Pick<TaskTurns, 'on' | 'run' | 'show' | 'isOperator'>;
  readonly choosing: Pick<Choosing, 'goOn'>;
  readonly find: (asker: Asker, words: string | undefined) => Promise<RestoreReply>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The explore session was opened with the old token, and the card may be the sign-in's by now. */
const NEW_SIGN_IN = { cardId: undefined, explore: undefined, remark: undefined } as const;

/** What was asked for longer ago is not expected any more. */
const WAITING_MILLISECONDS = 3_600_000;

export function createTaskResume(dependencies: TaskResumeDependencies): TaskResume {
  const { access, store, people, cards, turns, choosing, find, clock } = dependencies;

  const waiting =
    (signInId: string) =>
    (state: RestoreState | undefined): Decided<Task | undefined, RestoreState> => {
      const task = state?.task;
      if (state === undefined || task?.signInId !== signInId) return { kind: 'keep', result: undefined };
      if (task.waitsForSignIn === true) return { kind: 'keep', result: task };
      const next = { ...task, waitsForSignIn: true };
      return { kind: 'write', state: { ...state, task: next }, result: next };
    };

  const found =
    ({ askedAt }: WaitingFind) =>
    (state: RestoreState | undefined): Decided<undefined, RestoreState> =>
      state?.waitingFind?.askedAt === askedAt
        ? { kind: 'write', state: { ...state, waitingFind: undefined }, result: undefined }
        : { kind: 'keep', result: undefined };

  const resume: TaskResume['resume'] = async (key) => {
    const [looked, { state: person }, known] = await Promise.all([
      access.find(key),
      readState(people, key),
      readState<RestoreState>(store, key),
    ]);
    const { task, waitingFind } = known.state ?? {};
    if (looked.kind === 'refused' || person?.address.place !== 'personal') return;
    const asker: Asker = { key, person: person.person, address: person.address };
    if (waitingFind !== undefined) {
      if (clock.now() - waitingFind.askedAt < WAITING_MILLISECONDS) await find(asker, waitingFind.words);
      await changeState(store, key, found(waitingFind));
      return;
    }
    if (task === undefined) return;
    const { session } = looked;
    const isShown = task.signInId === session.signInId && task.cardId !== undefined;
    if (isShown || !mayContinueTask(session, task)) return;
    const connection = access.connect(key, looked);
    const turn = turns.on({ asker, connection, loaded: known }, task.id);
    if (turn === undefined) return;
    turn.plan((now) => ({ ...goTo(now, now.step), ...NEW_SIGN_IN }));
    const isThere = await turns.run(
      turn,
      async () => {
        // It could not be asked when the task was begun.
        if (task.scope === undefined && task.isOperator && !(await turns.isOperator(connection))) {
          turn.plan((now) => withScope({ ...now, isOperator: false }, ownScope(session.account)));
        }
        if (task.step === 'search') await choosing.goOn(turn);
      },
      'other',
    );
    if (isThere) await cards.post(turn, await turns.show(turn), session.cardId);
  };

  return {
    resume,

    async remember(key, words) {
      const waitingFind: WaitingFind = { words, askedAt: clock.now() };
      await changeState<undefined, RestoreState>(store, key, (state) => ({
        kind: 'write',
        state: { restores: [], recentScopes: [], ...state, waitingFind },
        result: undefined,
      }));
    },

    async pause(key, signInId) {
      const { result: task } = await changeState<Task | undefined, RestoreState>(store, key, waiting(signInId));
      const { state: person } = await readState(people, key);
      if (task === undefined || person === undefined) return;
      // Signed in anew before this was known.
      if (person.session !== undefined) return resume(key);
      const { cardId } = task;
      // Somebody signs in on that card already.
      const isTaken = person.signIn?.kind !== 'ended' && person.signIn?.cardId === cardId;
      if (cardId === undefined || isTaken) return;
      const view = { kind: 'restore-notice', notice: { code: 'session-refused' } } as const;
      await cards.edit(person.address, key, cardId, view);
    },
  };
}
