/** Whose data an explore session has: an operator's that of whom was chosen, an administrator's everybody's. */
import { onUpstreamError } from '../../../core/errors.ts';
import type { ScopeList } from '../../backups/catalog.ts';
import type { Container, Location, ScopeItem } from '../../backups/entries/entry.ts';
import { isNotServed } from '../../backups/service-error.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { containerType } from '../../backups/workloads/index.ts';
import type { TaskExplore } from './task-explore.ts';
import type { ReadyTask, Results } from '../../state/task-transitions.ts';
import type { TaskUpdate } from './task-update.ts';
import type { ScopeCache } from '../../explore/scope/scope-cache.ts';
import { isSameItem, sameItems } from '../../explore/scope/scope-search.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** Of a search in everybody's data: others are rare in what one person restores. */
const MAX_HOLDERS = 100;

const asContainer = ({ id, name, detail, isArchive }: ScopeItem): Container => ({
  id,
  name,
  detail,
  isArchive: isArchive === true,
});

/** The mailbox, drive, site or team, where no session has told which that is. */
export const ANYWHERE: Location = { containerId: '', containerName: '', folders: [] };

type Ports = Pick<RestorePorts, 'explorer'> & { readonly scopes: ScopeCache };

/** All methods throw UpstreamError, SessionRefusedError, StorageUnavailableError. */
export class ExploredScope {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Of an administrator's session: as many as hundreds of thousands. */
  everybody(session: TaskExplore, { connection }: TaskUpdate, { workload }: ReadyTask): Promise<ScopeList> {
    const { scopes, explorer } = this.#ports;
    const { signInId } = connection.session;
    return session.use((access, exploreId) =>
      scopes.explored(signInId, exploreId, () => explorer.exploredScope(access, workload, exploreId)),
    );
  }

  /** Of whom was chosen. */
  async containers(session: TaskExplore, update: TaskUpdate, task: ReadyTask): Promise<readonly Container[]> {
    const { workload, scope } = task;
    if (!policyOf(task.access).isOrganizationWide) {
      return session.use((access, exploreId) => this.#ports.explorer.containers(access, workload, exploreId));
    }
    const item = scope.kind === 'item' ? await this.#same(session, update, task, scope.item) : undefined;
    return item === undefined ? [] : [asContainer(item)];
  }

  /** That of a place which was open in another session: by id, or else by name; of `ANYWHERE` the first. */
  async containerOf(
    session: TaskExplore,
    update: TaskUpdate,
    task: ReadyTask,
    { containerId: id, containerName: name }: Location,
  ): Promise<Container | undefined> {
    if (task.scope.kind === 'organization') {
      const item = await this.#same(session, update, task, { id, name, detail: '' });
      return item && asContainer(item);
    }
    const containers = await this.containers(session, update, task);
    // Of whom an administrator has chosen there is one.
    if (policyOf(task.access).isOrganizationWide) return containers[0];
    if (id === ANYWHERE.containerId) return containers.find(({ isArchive }) => !isArchive) ?? containers[0];
    const named = containers.filter((container) => container.name === name);
    return containers.find((container) => container.id === id) ?? (named.length === 1 ? named[0] : undefined);
  }

  /** With the names of whose they are, where they are several people's. */
  async withHolders(session: TaskExplore, update: TaskUpdate, task: ReadyTask, { entries, more }: Results) {
    const unnamed = entries.filter(({ containerName }) => containerName === undefined);
    const ids = new Set(unnamed.map(({ containerId }) => containerId));
    if (ids.size === 0) return { entries, more };
    const list = await this.everybody(session, update, task).catch(onUpstreamError(() => undefined));
    const holders = list?.findAll(new Set([...ids].slice(0, MAX_HOLDERS))) ?? [];
    const names = new Map(holders.map(({ id, name }) => [id, name]));
    const named = entries.map((entry) => ({
      ...entry,
      containerName: entry.containerName ?? names.get(entry.containerId),
    }));
    return { entries: named, more };
  }

  /** Who was chosen in another session, or another kind of data. Ids are those of one session. */
  async #same(
    session: TaskExplore,
    update: TaskUpdate,
    task: ReadyTask,
    chosen: Omit<ScopeItem, 'echo' | 'type'>,
  ): Promise<ScopeItem | undefined> {
    const { workload } = task;
    const reading = session.use((access, exploreId) =>
      this.#ports.explorer.exploredItem(access, workload, exploreId, chosen.id),
    );
    const found = await reading.catch((error: unknown) => {
      if (isNotServed(error)) return undefined;
      throw error;
    });
    if (found !== undefined && isSameItem(found, chosen)) return found;
    const [same, other] = sameItems(await this.everybody(session, update, task), chosen, containerType(workload));
    return other === undefined ? same : undefined;
  }
}
