/** Where an opened place is in another backup. */
import { asFolder, insideOf, openEntry, placeOf, type Container, type Location } from '../../backups/entries/entry.ts';
import type { Explorer } from '../../state/ports.ts';
import type { Workload } from '../../backups/workloads/index.ts';
import { readAll } from '../../explore/expand-folders.ts';
import type { TaskExplore } from '../task/task-explore.ts';

/** Of one folder. */
const MAX_FOLDERS = 2_000;

interface Sought {
  readonly workload: Workload;
  readonly location: Location;
  /** What it is in, in that backup. */
  readonly container: Container | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The same folder in another backup: by id, or else by name, from its container down.
 *
 * @returns no `place` where the backup does not have it; `isCut`: it may have it
 * @throws UpstreamError, SessionRefusedError, StorageUnavailableError
 */
export async function locate(
  explorer: Pick<Explorer, 'folders'>,
  session: TaskExplore,
  { workload, location: { containerName, folders }, container, signal }: Sought,
): Promise<{ readonly place?: Location; readonly isCut: boolean }> {
  if (container === undefined) return { isCut: false };
  const found: Location['folders'][number][] = [];
  for (const folder of folders) {
    const above = { containerId: container.id, folders: found };
    const at = { workload, ...placeOf(above) };
    const { items, isCut, isPartial } = await readAll(
      (slice) => session.use((access, exploreId) => explorer.folders(access, { ...at, exploreId }, slice, signal)),
      MAX_FOLDERS,
    );
    const same = items.find(({ id }) => id === folder.id) ?? items.find(({ title }) => title === folder.name);
    if (same === undefined) return { isCut: isCut || isPartial };
    found.push(asFolder({ ...insideOf(openEntry(above)), ...same }));
  }
  const { id: containerId, name } = container;
  return { place: { containerId, containerName: containerName || name, folders: found }, isCut: false };
}
