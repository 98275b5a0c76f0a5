/** The explore session of a task: opened when it is first needed, and again if the service has dropped it. */
import { isSameSession, sessionWhereOf } from '../../backups/list.ts';
import { openedOf, type Explore } from '../../state/task.ts';
import type { Access, RestorePorts } from '../../state/ports.ts';
import { openExplore, troubleIn } from '../../explore/explore-session.ts';
import type { RestorePointCache } from '../../explore/restore-points.ts';
import { whileSameSession, type ReadyTask } from '../../state/task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';

type Ports = Pick<RestorePorts, 'explorer' | 'store' | 'jobs' | 'audit' | 'clock' | 'log'> & {
  readonly points: RestorePointCache;
};

/** During one press. */
export class TaskExplore {
  readonly #ports: Ports;
  readonly #opening: Map<string, Promise<Explore>>;
  readonly #update: TaskUpdate;
  readonly #task: ReadyTask;
  #explore: Explore | undefined;
  #ready: Promise<Explore> | undefined;
  #wasDropped = false;

  /** @param opening sessions that are being opened, so that two presses at once open one */
  constructor(ports: Ports, opening: Map<string, Promise<Explore>>, update: TaskUpdate, task: ReadyTask) {
    this.#ports = ports;
    this.#opening = opening;
    this.#update = update;
    this.#task = isSameSession(update.task, task, task.access) ? { ...task, explore: update.task.explore } : task;
    this.#explore = this.#task.explore;
    this.#ready = this.#explore && Promise.resolve(this.#explore);
  }

  /** @throws UpstreamError, SessionRefusedError, StorageUnavailableError */
  async use<T>(work: (access: Access, exploreId: string) => Promise<T>): Promise<T> {
    const { connection } = this.#update;
    const present = await (this.#ready ??= this.#open(undefined));
    try {
      return await connection.call((access) => work(access, present.id));
    } catch (error) {
      // The service may also report a conflict for a session that is over.
      const mayBeOver = ['not-found', 'conflict'].includes(troubleIn(error) ?? '');
      if (!mayBeOver || !(await this.#replace(present))) throw error;
    }
    const replacement = await this.#ready;
    return connection.call((access) => work(access, replacement.id));
  }

  /** For what goes on without this press. @returns the id of a session that the service has not ended @throws as `use` */
  async live(): Promise<string> {
    const present = await (this.#ready ??= this.#open(undefined));
    await this.#replace(present);
    return (await this.#ready).id;
  }

  /** Stages that the task keeps the session. */
  stage(): void {
    const explore = this.#explore;
    const { explore: before } = this.#task;
    if (explore !== undefined && explore.id !== before?.id) this.#update.sessionOpened(explore);
    this.#update.stage(
      whileSameSession(this.#task, (present) => ({
        ...present,
        // Unless another press has opened one for the same data in the meantime.
        explore: present.explore !== undefined && present.explore.id !== before?.id ? present.explore : explore,
      })),
    );
  }

  /** Stores what was chosen first, since opening takes a while; another press may have opened a session by then. */
  async #open(dropped: string | undefined): Promise<Explore> {
    const update = this.#update;
    await update.save();
    const { access } = this.#task;
    const stored = isSameSession(update.task, this.#task, access) ? update.task.explore : undefined;
    const isUsable = stored !== undefined && stored.id !== dropped;
    this.#explore = isUsable ? stored : await this.#openOnce(dropped);
    return this.#explore;
  }

  #openOnce(dropped: string | undefined): Promise<Explore> {
    const task = this.#task;
    const name = `${task.id} ${sessionWhereOf(task, task.access)} ${dropped}`;
    const open = async (): Promise<Explore> => {
      const origin = { ...task, opened: openedOf(task) };
      const lookId = task.step === 'earlier' ? task.look?.id : undefined;
      const { id, opened } = await openExplore(this.#ports, this.#update.connection, origin, lookId);
      return { id, opened, workload: task.workload, openedAt: this.#ports.clock.now() };
    };
    const opening = this.#opening.get(name) ?? open().finally(() => this.#opening.delete(name));
    this.#opening.set(name, opening);
    return opening;
  }

  /** @returns whether there is another session to try with */
  async #replace(gone: Explore): Promise<boolean> {
    if (this.#update.options.reopens === false) return false;
    // Several calls of one press may fail; the first one reopens.
    if (this.#explore?.id !== gone.id) return true;
    if (this.#wasDropped) return (await this.#ready)?.id !== gone.id;
    if (!(await this.#isOver(gone))) return false;
    if (!this.#wasDropped) this.#ready = this.#open(gone.id);
    this.#wasDropped = true;
    return (await this.#ready)?.id !== gone.id;
  }

  async #isOver({ id }: Explore): Promise<boolean> {
    const { explorer } = this.#ports;
    try {
      return (await this.#update.connection.call((access) => explorer.session(access, id))).state === 'stopped';
    } catch (error) {
      if (troubleIn(error) === 'not-found') return true;
      throw error;
    }
  }
}
