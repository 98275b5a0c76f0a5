/** What the cards of a task say about what was done, or why nothing was. */
import { workloadSchema } from '../../restore/backups/catalog.ts';
import type { Trouble } from '../../restore/backups/service-error.ts';
import { DEFAULT_WORKLOAD, kindRules, usualWords } from '../../restore/backups/workloads/index.ts';
import type { Remark } from '../../restore/state/task.ts';
import type { TaskFacts } from '../../restore/state/task-views.ts';
import type { GroupFacts } from '../../restore/state/views.ts';
import type { Scene } from '../layout/context.ts';
import type { List } from '../layout/message.ts';
import { LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { backupTime, whoseText, workloadWordsOf } from './naming.ts';

const GOOD: ReadonlySet<Remark['code']> = new Set(['added', 'removed', 'last-seen', 'found-deleted']);
const NEUTRAL: ReadonlySet<Remark['code']> = new Set([
  'exporting',
  'asking',
  'downloading',
  'ticks-listed',
  'nothing-missing',
  'which-container',
  'other-kind',
  'archive-too',
]);

/** All that is said. The style is never the only sign: the sentences say the same. */
export function remarkContent(scene: Scene, { remark, also = [], ...task }: TaskFacts) {
  if (remark === undefined) return undefined;
  const all = [remark, ...also];
  const areAll = (...of: readonly ReadonlySet<Remark['code']>[]) =>
    all.every(({ code }) => of.some((codes) => codes.has(code)));
  return {
    remark: all.flatMap((one) => remarkTexts(scene, one, task)),
    remarkStyle: areAll(GOOD) ? 'good' : areAll(GOOD, NEUTRAL) ? 'emphasis' : 'warning',
    remarkQuoted: 'detail' in remark ? quotation(remark.detail) : '',
  };
}

export function remarkTexts(scene: Scene, remark: Remark, task: TaskFacts): List<string> {
  const { remarks } = scene.words.restore;
  if (remark.code === 'service') return troubleTexts(scene, remark.trouble);
  if (remark.code === 'place-absent') return absentTexts(scene, task);
  if (remark.code === 'nothing-found' || remark.code === 'whose-data') {
    const name = plain(remark.unknownName, LIMITS.name);
    return [name === '' ? remarks[remark.code] : remarks[`${remark.code}-nor-name`](name)];
  }
  if (remark.code === 'empty-before-first-backup') {
    if (remark.firstAt === undefined) return [remarks[remark.code]];
    return [remarks['empty-before-first-backup-of'](backupTime(scene, remark.isAssumed)(remark.firstAt))];
  }
  if (remark.code === 'last-seen') {
    const { sure, atLeast } = remarks[remark.code];
    return [(remark.exact ? sure : atLeast)(backupTime(scene, remark.isAssumed)(remark.at))];
  }
  if ('lookedAt' in remark) {
    const { isoDay, day } = scene.formats;
    const days = [...new Set(remark.lookedAt.map(isoDay))].map(day).join(' · ');
    if (remark.code === 'nothing-earlier') {
      const { none, looked, next, nextOfPlace } = remarks[remark.code];
      return [days === '' ? none : looked(days), remark.ofPlace ? nextOfPlace : next];
    }
    const { none, complete, compared, deleted, next } = remarks[remark.code];
    const latest = backupTime(scene, remark.isAssumed)(remark.latest);
    const ofDeleted = remark.deleted && deleted(latest);
    if (days === '') return [ofDeleted || none, next];
    return [complete(latest), compared(days), ofDeleted, next];
  }
  if (remark.code === 'unfit-option') {
    const words = workloadSchema.options.map((workload) => workloadWordsOf(scene, workload).options[remark.option]);
    const unfit = words.find((option) => option !== undefined)?.unfit;
    return [unfit?.(plain(remark.typed, LIMITS.name)) ?? false];
  }
  if (remark.code === 'other-kind') {
    const { asked, used } = remark;
    return [
      remarks[remark.code]({ asked: workloadWordsOf(scene, asked).name, used: workloadWordsOf(scene, used).name }),
    ];
  }
  if (remark.code === 'overwrites') {
    const { contents, permissions, next } = remarks[remark.code];
    return [
      remark.count > 0 && contents(remark.count),
      remark.permissions !== undefined && permissions(remark.permissions),
      next,
    ];
  }
  if (remark.code === 'overwrites-whole') {
    const { contents, permissions } = remarks[remark.code];
    const { what = 'contents' } = remark;
    return [what !== 'permissions' && contents, what !== 'contents' && permissions, remarks.overwrites.next];
  }
  if (remark.code === 'no-search-word') {
    const words = usualWords(task.workload ?? DEFAULT_WORKLOAD, task.access).map((word) => `${word}:`);
    return [remarks[remark.code]({ typed: plain(remark.typed, LIMITS.name), words: words.join(', ') })];
  }
  if (remark.code === 'no-common-search') {
    const { searches = {} } = workloadWordsOf(scene, task.workload);
    return [remarks[remark.code](scene.formats.list(Object.values(searches)))];
  }
  if ('which' in remark) {
    const { searches = {} } = workloadWordsOf(scene, task.workload);
    return [remarks[remark.code](scene.formats.list(remark.which.map((which) => searches[which] ?? which)))];
  }
  if ('typed' in remark) return [remarks[remark.code](plain(remark.typed, LIMITS.name))];
  if ('count' in remark) return [remarks[remark.code](remark.count)];
  if ('most' in remark) {
    const { whole } = kindRules(task.workload, { kind: 'folder' }, task.access);
    return [
      remarks[remark.code](remark.most),
      remark.code === 'list-full' && whole === true && remarks['folder-instead'],
    ];
  }
  return [remarks[remark.code]];
}

/** Whose mailbox, drive, site or team the backup does not have. */
function absentTexts(scene: Scene, { scope, workload, point }: TaskFacts): List<string> {
  const { latest, ofDay, next } = scene.words.restore.remarks['place-absent'];
  if (scope === undefined) return [next];
  const from = whoseText(scene, workloadWordsOf(scene, workload).from, scope);
  return [(point?.kind === 'at' ? ofDay : latest)(from), next];
}

/** @param of what was to be restored, none of it for a file; absent where something was looked for */
export function troubleTexts(scene: Scene, trouble: Trouble, of?: readonly Restored[]): List<string> {
  const { words } = scene;
  const { text, who, next, ofRestore = next } = words.restore.troubles[trouble];
  const isOthers = who !== 'nobody' && who !== 'you';
  const nexts = trouble === 'approval-refused' ? approverTexts(scene, of ?? []) : [of === undefined ? next : ofRestore];
  return [text, ...nexts, isOthers && words.restore.labelled(words.facts.whoHelps, words.notSignedIn.whoHelps[who])];
}

type Restored = Pick<GroupFacts, 'workload'>;

/** With which role each kind of what was to be restored is approved, and how it needs no approval. */
export function approverTexts(scene: Scene, restored: readonly Restored[]): readonly string[] {
  const texts = restored.map(({ workload }) => workloadWordsOf(scene, workload).approver);
  return [...new Set(texts), scene.words.restore.troubles['approval-refused'].next];
}
