/** Where what was restored can be found. Pure. */
import { digestOf } from '../../core/platform.ts';
import { dayOf } from '../backups/dates/calendar.ts';
import { rulesOf } from '../backups/workloads/index.ts';
import type { Landing, Restore, RestoreCall, RestoreGroup } from './restore.ts';

/** The only one of several, where they are all the same. */
function common<T>(values: readonly T[]): T | undefined {
  const [first] = values;
  const text = JSON.stringify(first);
  return values.every((value) => JSON.stringify(value) === text) ? first : undefined;
}

export function landingOf(restore: Restore, group: RestoreGroup, calls: readonly RestoreCall[]): Landing {
  const { workload, entries, options, target } = group;
  const kind = common(entries.map((entry) => entry.kind));
  if (target !== undefined) {
    const folder = common(calls.map((call) => folderElsewhere(restore, group, call)));
    return { path: folder === undefined ? undefined : [folder], kind };
  }
  const places = rulesOf(workload, restore.access).options.filter((option) => option.kind === 'text' && option.isPlace);
  const named = places.map(({ name }) => options[name]).find((place) => typeof place === 'string');
  return { path: named === undefined ? common(entries.map(({ path }) => path)) : [named], kind };
}

/**
 * Name of the target folder in the other mailbox or OneDrive: whose data it has, of which day, and what tells it from those of
 * namesakes and of other backups of that day: the service leaves out what a folder has already. The same at each attempt, so that
 * nothing is restored there twice.
 */
export function folderElsewhere({ address }: Restore, { point, opened }: RestoreGroup, call: RestoreCall): string {
  if (call.folder !== undefined) return call.folder;
  const at = point.kind === 'at' ? point.backupTime : opened?.backupTime;
  const day = at === undefined ? '' : ` ${dayOf(at, address.zone)}`;
  // What looks like folders within folders, or what OneDrive does not take.
  const whose = call.containerName.replaceAll(/["*:<>?/\\|\p{Cc}]/gu, ' ').trim();
  const name = Array.from(`Restored from ${whose}`).slice(0, 80).join('').trim() + day;
  // As an earlier version sent it.
  if (call.sent === true) return name;
  const backup = point.kind === 'at' ? point.id : (opened?.id ?? opened?.backupTime);
  const mark = digestOf(JSON.stringify([call.containerId, backup])).replaceAll(/[-_]/g, '');
  return `${name} ${mark.slice(0, 6).toLowerCase()}`;
}
