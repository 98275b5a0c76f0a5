/** Searches one earlier backup for what the one that was searched does not have. */
import { rootOf, type Container } from '../../backups/entries/entry.ts';
import type { Remark, SearchSource, Source } from '../../state/task.ts';
import type { RestorePorts } from '../../state/ports.ts';
import type { ExploreQueries } from '../task/explore-queries.ts';
import { isFilledIn, type ReadyTask, type Results } from '../../state/task-transitions.ts';
import type { TaskUpdate } from '../task/task-update.ts';
import { locate } from './locate.ts';

type Ports = Pick<RestorePorts, 'explorer'> & { readonly queries: ExploreQueries };

/** What a backup has. */
interface Looked {
  /** Absent where there is nothing to show. */
  readonly source?: Source | undefined;
  readonly all: Results | Remark;
  /** Where they were looked for. */
  readonly containers?: readonly Container[] | undefined;
}

/** The mailboxes, drives, site or team of a backup, with what was searched for in them, or else with what they hold. */
export async function searchPlace(
  { queries }: Pick<Ports, 'queries'>,
  update: TaskUpdate,
  there: ReadyTask,
): Promise<Looked> {
  const { form } = there;
  const containers = await queries.containers(update, there);
  const [only, ...others] = containers;
  if (only === undefined) return { all: { entries: [], more: false } };
  const isSearch = isFilledIn(form);
  const location = others.length === 0 ? rootOf(only) : undefined;
  const source: Source = isSearch ? { kind: 'search', form } : { kind: 'folder', location };
  const all = await queries.fetch(update, { ...there, explore: update.openedSession }, source, true);
  const isInVain = isSearch && 'entries' in all && all.entries.length === 0;
  return { source: isInVain ? undefined : source, all, containers };
}

/** A search in one place finds nothing in a backup without it. */
export async function searchBackup(
  { explorer, queries }: Ports,
  update: TaskUpdate,
  there: ReadyTask,
): Promise<Looked> {
  const { workload, form, within: location } = there;
  if (location === undefined) {
    const source: SearchSource = { kind: 'search', form };
    return { source, all: await queries.fetch(update, there, source, true) };
  }
  const { signal } = update.options;
  const { place: within } = await queries.explore(update, there, async (session) => {
    const container = await queries.containerOf(session, update, there, location);
    return locate(explorer, session, { workload, location, container, signal });
  });
  const source: SearchSource = { kind: 'search', form, within };
  if (within === undefined) return { source, all: { entries: [], more: false } };
  return { source, all: await queries.fetch(update, { ...there, explore: update.openedSession }, source, true) };
}
