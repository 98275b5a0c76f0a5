/** Searching and looking into folders: what a press comes to on the task's card. */
import type { Lookup } from './explore-query.ts';
import { whileSame } from './explore-query.ts';
import type { Container, Entry } from '../model/catalog.ts';
import type { Explorer } from '../ports.ts';
import type { Form, Location, Remark, Source } from '../model/task.ts';
import { formOf, goTo, hasFolders, inside, pageOf, withPage, type Change, type ReadyTask } from './task-transitions.ts';
import type { Turn } from './task-update.ts';
import { rulesOf } from '../workloads/index.ts';

/** Each plans on the turn's task. All throw UpstreamError, SessionRefusedError, StorageAwayError. */
export interface Finding {
  /** Looks for what the form says; the form is shown where nothing comes of it. */
  search(turn: Turn, form: Form): Promise<void>;
  browse(turn: Turn): Promise<void>;
  /** A container's id, or a folder's key. */
  open(turn: Turn, what: string): Promise<void>;
  up(turn: Turn): Promise<void>;
  page(turn: Turn, number: number): Promise<void>;
  versions(turn: Turn, key: string): Promise<void>;
  /** Something that the task's cards have shown. */
  entry(turn: Turn, key: string): Entry | undefined;
}

const noVersions: Change = (task) => ({ ...task, remark: { code: 'no-versions' } });
const movedOn: Change = (task) => ({ ...task, remark: { code: 'page-moved-on' } });
const toForm =
  (remark?: Remark): Change =>
  (task) => ({ ...goTo(task, 'search'), remark: remark ?? task.remark });

const rootOf = ({ id, name }: Container): Location => ({ containerId: id, containerName: name, folders: [] });

export function createFinding({
  lookup,
  explorer,
}: {
  readonly lookup: Lookup;
  readonly explorer: Pick<Explorer, 'versions'>;
}): Finding {
  const entry: Finding['entry'] = (turn, key) => {
    const { page, versions, list } = turn.task();
    const shown = [...(page?.entries ?? []), ...(versions?.entries ?? []), ...list];
    if (versions !== undefined) shown.push(versions.of);
    return shown.find((found) => found.key === key) ?? lookup.remembered(turn, key);
  };

  async function openAt(turn: Turn, location: Location): Promise<void> {
    const source: Source = { kind: 'folder', location };
    const found = await lookup.fetch(turn, source, false);
    if (found.kind !== 'found') return;
    const { task, results } = found;
    const remark: Remark | undefined = results.entries.length === 0 ? { code: 'folder-empty' } : undefined;
    turn.plan(whileSame(task, (now) => withPage(now, pageOf(results, source, 0), remark)));
  }

  async function choose(turn: Turn, containers: readonly Container[], task: ReadyTask): Promise<void> {
    const [only] = containers;
    if (only !== undefined && containers.length === 1) return openAt(turn, rootOf(only));
    const source: Source = { kind: 'folder', location: undefined };
    const page = { ...pageOf({ entries: [], more: false }, source, 0), found: containers.length };
    turn.plan(whileSame(task, (now) => withPage(now, page)));
  }

  async function browse(turn: Turn): Promise<void> {
    const looked = await lookup.exploring(turn, async (session, task) => ({
      containers: await lookup.containers(turn, session, task),
      task,
    }));
    if (looked === undefined) return;
    const { containers, task } = looked;
    if (containers.length > 0) return choose(turn, containers, task);
    turn.plan(whileSame(task, toForm(await lookup.whyNothing(turn))));
  }

  return {
    entry,
    browse,

    async search(turn, typed) {
      const { workload } = turn.task();
      const form = workload === undefined ? typed : formOf(workload, typed);
      turn.plan(whileSame(turn.task(), (now) => ({ ...goTo(now, 'search'), form })));
      const source: Source = { kind: 'search', form };
      const found = await lookup.fetch(turn, source, true);
      if (found.kind === 'unready') return;
      if (found.kind === 'mistake') return turn.plan(toForm(found.remark));
      const { task, results } = found;
      if (results.entries.length > 0) {
        return turn.plan(whileSame(task, (now) => withPage(now, pageOf(results, source, 0))));
      }
      const remark = await lookup.whyNothing(turn);
      turn.plan(whileSame(task, (now) => toForm(remark)({ ...now, page: undefined })));
    },

    async open(turn, what) {
      const { containers, page } = turn.task();
      const container = containers?.find(({ id }) => id === what);
      if (container !== undefined) return openAt(turn, rootOf(container));
      const folder = entry(turn, what);
      if (folder === undefined || !hasFolders([folder])) return turn.plan(movedOn);
      const { containerId } = folder;
      const here = page?.location;
      // Found by a search, or listed: nobody knows what lies above it.
      const name = containers?.find(({ id }) => id === containerId)?.name ?? '';
      const above = here?.containerId === containerId ? here : { containerId, containerName: name, folders: [] };
      return openAt(turn, inside(above, folder));
    },

    async up(turn) {
      const { page, containers } = turn.task();
      const location = page?.location;
      if (location === undefined) return turn.plan(toForm());
      if (location.folders.length > 0) return openAt(turn, { ...location, folders: location.folders.slice(0, -1) });
      if ((containers?.length ?? 0) > 1) return browse(turn);
      turn.plan(toForm());
    },

    async page(turn, number) {
      const source = turn.task().page?.source;
      if (source === undefined) return turn.plan(toForm());
      if (source.kind === 'folder' && source.location === undefined) return browse(turn);
      const found = await lookup.fetch(turn, source, false);
      if (found.kind === 'unready') return;
      if (found.kind === 'mistake') return turn.plan(toForm(found.remark));
      const { task, results } = found;
      turn.plan(whileSame(task, (now) => withPage(now, pageOf(results, source, number))));
    },

    async versions(turn, key) {
      const of = entry(turn, key);
      if (of === undefined) return turn.plan(movedOn);
      const { workload } = turn.task();
      const hasVersions = workload !== undefined && rulesOf(workload).hasVersions && of.kind === 'document';
      if (!hasVersions) return turn.plan(noVersions);
      const looked = await lookup.exploring(turn, async (session, task) => ({
        entries: await session.use((access, exploreId) => explorer.versions(access, exploreId, of)),
        task,
      }));
      if (looked === undefined) return;
      const { entries, task } = looked;
      const shown: Change = (now) => ({ ...now, versions: { of, entries }, step: 'versions' });
      turn.plan(whileSame(task, entries.length === 0 ? noVersions : shown));
    },
  };
}
