/** What data, people and times are called on the cards of a task and of a restore. */
import type { AccessKind } from '../../restore/backups/entries/access-kind.ts';
import { DEFAULT_WORKLOAD, type Workload } from '../../restore/backups/workloads/index.ts';
import type { Named } from '../../restore/backups/entries/entry.ts';
import type { ScopeFacts } from '../../restore/state/task-views.ts';
import type { Scene } from '../layout/context.ts';
import { withAddress } from '../layout/names.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import type { WorkloadWords } from '../text/workload-words.ts';

export function personName({ words }: Scene, name: string): string {
  return plain(name, LIMITS.name) || words.somebody;
}

/** Where it matters who that is, and somebody else may have the same name. */
export const addressedName = (scene: Scene, { name, detail }: Named): string =>
  withAddress(personName(scene, name), plain(detail, LIMITS.address));

export function whoseText(scene: Scene, { own, all, of }: WorkloadWords['whose'], scope: ScopeFacts): string {
  if (scope.own) return own;
  return scope.everybody === true ? all : of(personName(scene, scope.name));
}

/** When a backup was made; the day alone, where that is not known. */
export const backupTime =
  ({ formats: { moment, day, isoDay } }: Scene, isAssumed: boolean | undefined) =>
  (at: number): string =>
    isAssumed === true ? day(isoDay(at)) : moment(at);

/** @param access matters for kinds and the hint */
export function workloadWordsOf(
  { words }: Scene,
  workload: Workload = DEFAULT_WORKLOAD,
  access: AccessKind = 'operator',
): WorkloadWords {
  const of: WorkloadWords = words.restore.workloads[workload];
  if (access === 'operator' || of.administrator === undefined) return of;
  return { ...of, ...of.administrator, kinds: { ...of.kinds, ...of.administrator.kinds } };
}
