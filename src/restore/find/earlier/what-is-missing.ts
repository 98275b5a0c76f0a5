/**
 * **What is missing?**: compares a folder, with all in it, in earlier backups with the latest one, until something is missing
 * from that: docs/decisions/what-is-missing.md. Live data are not read.
 */
import type { Point, RestorePoint } from '../../backups/catalog.ts';
import { openEntry, type Entry, type Location } from '../../backups/entries/entry.ts';
import { isSameWhere } from '../../backups/list.ts';
import type { Look } from '../../state/look.ts';
import { withoutSession, type Missing, type Source, type Task } from '../../state/task.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { troubleIn } from '../../explore/explore-session.ts';
import { isRead, kindRules, rulesOf } from '../../backups/workloads/index.ts';
import type { KindRules } from '../../backups/workloads/workload.ts';
import { readFolders, type ReadFolder } from '../../explore/expand-folders.ts';
import type { ExploreQueries } from '../task/explore-queries.ts';
import { pointOf } from '../../explore/restore-points.ts';
import { MAX_FOUND, withPage, withPoint, type ReadyTask } from '../../state/task-transitions.ts';
import type { TaskUpdate } from '../task/task-update.ts';
import { LatestEntries, nextComparison } from './comparison.ts';
import { locate } from './locate.ts';
import { ended, whileLooking, withLooked } from './looking.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** Of each backup, folders not counted. */
const MAX_COMPARED = 10_000;

type Ports = Pick<RestorePorts, 'explorer'> & { readonly queries: ExploreQueries };

/** What one job knows of a comparison: another one that continues it reads the latest backup again. */
export interface ComparisonMemory {
  latest?: LatestEntries;
  /** Whether the latest backup has the folder. */
  isInLatest?: boolean;
  isRetried?: true;
}

interface ComparisonStep {
  readonly update: TaskUpdate;
  readonly task: ReadyTask;
  readonly look: Look & { readonly comparison: NonNullable<Look['comparison']> };
  /** Newest first. */
  readonly points: readonly RestorePoint[];
  readonly memory: ComparisonMemory;
  /** Counts sessions before they are opened, and shows what is compared. @returns false where the look has ended */
  readonly opening: (sessions: number, at: number) => Promise<boolean>;
}

const isOpen = (task: Task, there: Task): boolean => isSameWhere(task, there) && task.explore !== undefined;

/** An administrator's session is opened with a time, which is not the backup's own. */
const isOpenedAt = ({ access, explore }: Task, { id, backupTime }: RestorePoint): boolean =>
  policyOf(access).isOrganizationWide ? (explore?.opened?.backupTime ?? 0) >= backupTime : explore?.opened?.id === id;

/** Not only shown as deleted. */
const isThere = ({ isDeleted }: Entry): boolean => isDeleted !== true;

/** The methods throw UpstreamError, SessionRefusedError, SearchReplacedError, StorageUnavailableError. */
export class WhatIsMissing {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Compares one backup with the latest, and stages what follows from it. */
  async compare(step: ComparisonStep): Promise<void> {
    const { update, task, look, points, memory } = step;
    const { id, from, comparison } = look;
    const latest = points.find(({ backupTime }) => backupTime === from) ?? points[0];
    if (latest === undefined) return update.stage(ended(id, { code: 'no-points' }));
    const isAtLatest = task.point.kind === 'latest' && isOpenedAt(task, latest);
    const latestPoint = isAtLatest ? task.point : pointOf(latest);
    const there = (point: Point, showDeleted: boolean): ReadyTask => {
      return { ...withoutSession(task), point, showDeleted, containers: undefined };
    };
    const ofLatest = there(latestPoint, false);
    const toOpen = memory.latest === undefined && !isOpen(task, ofLatest) ? 1 : 0;
    const next = nextComparison(points, look, toOpen + 1);
    if (next.kind === 'nothing') {
      const isNowhere = look.looked.length > 0 && look.looked.every(({ nowhere }) => nowhere);
      if (isNowhere) return update.stage(ended(id, { code: 'place-not-found' }));
      const [earlier = [], ofDeleted = []] = [false, true].map((isDeleted) =>
        look.looked.filter(({ deleted = false, found }) => deleted === isDeleted && !found),
      );
      const lookedAt = earlier.map(({ at }) => at);
      const deleted = ofDeleted.length > 0;
      return update.stage(
        ended(id, { code: 'nothing-missing', lookedAt, latest: latest.backupTime, deleted, isAssumed: look.isAssumed }),
      );
    }
    const deleted = next.kind === 'deleted';
    const at = deleted ? latest.backupTime : next.point.backupTime;
    const earlier = there(deleted ? latestPoint : pointOf(next.point), deleted);
    if (!(await step.opening(toOpen + (isOpen(task, earlier) ? 0 : 1), at))) return;
    try {
      if (memory.latest === undefined) {
        const entries = new LatestEntries();
        const slim = (read: readonly Entry[]) => {
          entries.add(read.filter(isThere));
          return read.map(({ key, kind, containerId, id, title }): Entry => ({ key, kind, containerId, id, title }));
        };
        const { isCut, place } = await this.#read(update, ofLatest, comparison.location, slim);
        // What was not read would count as missing.
        if (isCut) return update.stage(ended(id, { code: 'too-many-to-compare', most: MAX_COMPARED }));
        memory.latest = entries;
        memory.isInLatest = place !== undefined;
      }
      const difference = memory.latest.compare();
      const goneOf = (read: readonly Entry[]) => difference.goneOf(deleted ? read : read.filter(isThere));
      const { items, isCut, place } = await this.#read(update, earlier, comparison.location, goneOf);
      const { missing, renamed } = difference.missingOf(items);
      if (missing.length === 0) {
        const nowhere = place === undefined && memory.isInLatest !== true ? true : undefined;
        return update.stage(withLooked(id, { at, found: false, deleted, nowhere }, (present) => present));
      }
      const facts = {
        at,
        deleted,
        latest: latest.backupTime,
        renamed,
        isCut: isCut || missing.length > MAX_FOUND,
        isAssumed: look.isAssumed,
      };
      const found = missing.toSorted(rulesOf(task.workload, task.access).compare).slice(0, MAX_FOUND);
      this.#show(update, id, earlier, { location: place ?? comparison.location, facts, found });
    } catch (error) {
      // A session may be over that was opened before.
      if (memory.isRetried || !['not-found', 'conflict'].includes(troubleIn(error) ?? '')) throw error;
      memory.isRetried = true;
      update.stage(whileLooking(id, withoutSession));
    }
  }

  /** The task moves to the backup that has them: they are restored from it. */
  #show(
    update: TaskUpdate,
    lookId: string,
    { point, showDeleted }: ReadyTask,
    { location, facts, found }: { location: Location; facts: Missing; found: readonly Entry[] },
  ): void {
    const source: Source = { kind: 'folder', location, missing: facts };
    const explore = update.openedSession;
    update.stage(
      whileLooking(lookId, (present) => {
        const placed = { ...withPoint(present, point, showDeleted), missing: found };
        const shown = withPage(placed, source, { entries: found, more: false }, 0);
        return { ...shown, explore: placed.explore ?? explore };
      }),
    );
  }

  /**
   * All that is in the folder, in its subfolders, and in theirs; nothing where the backup does not have the folder.
   *
   * @param keep what is needed of some of its items: all of them would be many megabytes
   */
  #read(update: TaskUpdate, there: ReadyTask, location: Location, keep: (items: readonly Entry[]) => readonly Entry[]) {
    const { explorer, queries } = this.#ports;
    const { workload } = there;
    const { signal } = update.options;
    return queries.explore(update, there, async (session) => {
      const container = await queries.containerOf(session, update, there, location);
      const { place, isCut: isUnknown } = await locate(explorer, session, { workload, location, container, signal });
      if (place === undefined) return { items: [], isCut: isUnknown, place };
      const start = openEntry(place);
      const restores = (entry: Entry): KindRules['restores'] => {
        if (entry === start) return 'contents';
        // Folders that the system keeps for itself hold what people have deleted.
        if (entry.system !== undefined) return 'no';
        const rules = kindRules(workload, entry, there.access);
        if (isRead(rules)) return 'contents';
        return rules.restores === 'above' ? 'itself' : rules.restores;
      };
      const read: ReadFolder = (what, folder, slice) => {
        const at = { workload, containerId: folder.containerId, folder: folder.id === '' ? undefined : folder };
        return session.use((access, exploreId) => explorer[what](access, { ...at, exploreId }, slice, signal));
      };
      const { items, isCut, isPartial } = await readFolders([start], { read, restores, keep }, MAX_COMPARED);
      return { items, isCut: isCut || isPartial, place };
    });
  }
}
