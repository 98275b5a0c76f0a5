/** One press or command on a task: what it changes is planned step by step, and written over what was read. */
import type { Asker } from '../../core/person.ts';
import type { Clock } from '../../core/platform.ts';
import { changeState, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import type { Connection } from '../service-session/operator-access.ts';
import type { RestoreStore } from '../ports.ts';
import type { ScopeItem } from '../model/catalog.ts';
import type { Task } from '../model/task.ts';
import type { RestoreState } from '../model/restore.ts';
import { isRestoredFrom } from '../run/transitions.ts';
import type { Change } from './task-transitions.ts';

export interface Turn {
  readonly asker: Asker;
  readonly connection: Connection;
  /** The task with all that is planned; after `save` as it is stored. */
  task(): Task;
  /** Nothing is written yet. */
  plan(change: Change): void;
  /** A scope that was chosen is offered first from now on. */
  remember(item: ScopeItem): void;
  /**
   * Writes what is planned, over whatever the task has become meanwhile.
   *
   * @returns false when the task is no more
   * @throws StorageAwayError
   */
  save(): Promise<boolean>;
  /** The state as it was read or written last. */
  state(): RestoreState | undefined;
  /** Cards that were the task's before this turn made another one its card. */
  formerCards(): readonly string[];
  /** An explore session was opened in this turn. */
  opened(exploreId: string): void;
  /** Explore sessions that are not the task's, or no more, since this turn; none that a running restore uses. */
  letGo(): readonly string[];
}

export interface TurnFacts {
  readonly asker: Asker;
  readonly connection: Connection;
  readonly known: Loaded<RestoreState>;
  /** The task that is acted on; where it is not stored, it is begun by the first `save`. */
  readonly task: Task;
  /** A press means one task; a command the one that is there, or a new one. */
  readonly means: (stored: Task) => boolean;
  readonly isNew: boolean;
}

const MOST_RECENT = 5;
const NOTHING: RestoreState = { restores: [], recentScopes: [] };

const unchanged: Change = (task) => task;

export function createTurn(
  { store, clock }: { readonly store: RestoreStore; readonly clock: Pick<Clock, 'now'> },
  { asker, connection, known: first, task: given, means, isNew }: TurnFacts,
): Turn {
  const { organization, signInId } = connection.session;
  const usedAt = clock.now();
  const former = new Set<string>();
  const left = new Set<string>();
  let known = first;
  let task = given;
  let planned = unchanged;
  let recent: ScopeItem | undefined;

  function withRecent({ task: before, recentScopes }: RestoreState): readonly ScopeItem[] {
    const kept = before === undefined || before.organization === organization ? recentScopes : [];
    if (recent === undefined) return kept;
    const { id } = recent;
    return [recent, ...kept.filter((item) => item.id !== id)].slice(0, MOST_RECENT);
  }

  const decide = (state: RestoreState | undefined): Decided<Task | undefined, RestoreState> => {
    const stored = state?.task !== undefined && means(state.task) ? state.task : undefined;
    if (stored === undefined && !isNew) return { kind: 'keep', result: undefined };
    const base = stored ?? given;
    const adopted = base.signInId === signInId ? base : { ...base, signInId, waitsForSignIn: undefined };
    const next = { ...planned(adopted), usedAt };
    // What the task had before, whosever it was: one of another sign-in gives way to this one.
    const before = state?.task;
    if (before?.cardId !== undefined && before.cardId !== next.cardId) former.add(before.cardId);
    if (before?.explore !== undefined && before.explore.id !== next.explore?.id) left.add(before.explore.id);
    const whole = state ?? NOTHING;
    return { kind: 'write', state: { ...whole, recentScopes: withRecent(whole), task: next }, result: next };
  };

  return {
    asker,
    connection,
    task: () => task,
    state: () => known.state,
    formerCards: () => [...former].filter((cardId) => cardId !== task.cardId),
    letGo() {
      const { state } = known;
      return [...left].filter((id) => id !== state?.task?.explore?.id && !isRestoredFrom(state, id));
    },

    plan(change) {
      task = change(task);
      const already = planned;
      planned = (stored) => change(already(stored));
    },
    opened(exploreId) {
      left.add(exploreId);
    },
    remember(item) {
      recent = item;
    },
    async save() {
      const changed = await changeState(store, asker.key, decide, known);
      known = changed.known;
      if (changed.result === undefined) return false;
      task = changed.result;
      planned = unchanged;
      return true;
    },
  };
}
