/** **Export** and **Download**: as before **Restore**, a reason is asked for where one is needed; the file has a card of its own. */
import { mayLeave, readReason, type Leaving } from '../access/gate.ts';
import type { Entry, Named } from '../backups/entries/entry.ts';
import { exportableOf } from '../export/exportable-posts.ts';
import type { ExportRequest, FileExports } from '../export/file-exports.ts';
import { isRefused } from '../export/refusals.ts';
import { fileNameOf, isDownloadable } from '../state/export.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { TaskPress } from '../state/presses.ts';
import type { Remark, Task } from '../state/task.ts';
import { goTo, whileSame, withRemark, type ReadyTask, type TaskChange } from '../state/task-transitions.ts';
import { scopeFacts } from '../state/task-views.ts';
import { withEntered } from './task/confirm.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import type { TaskUpdate } from './task/task-update.ts';

type Ports = Pick<RestorePorts, 'exportPosts' | 'downloads' | 'approvalRule' | 'reasonRule'> & {
  readonly queries: ExploreQueries;
  readonly fileExports: Pick<FileExports, 'begin'>;
};

type HandOutPress = Extract<TaskPress, { kind: Leaving }>;

/** What leaves, apart from the session that it is taken out of. */
type Request = Omit<ExportRequest, 'exploreId' | 'origin' | 'holder' | 'own' | 'reason'>;

/**
 * Begins, or asks why first, or says why not.
 *
 * @param entry that is to be downloaded, where it is still shown
 * @throws UpstreamError, SessionRefusedError, StorageUnavailableError
 */
export async function handOut(
  ports: Ports,
  update: TaskUpdate,
  press: HandOutPress,
  entry: Entry | undefined,
): Promise<void> {
  const { kind } = press;
  const { access, leaving, step, scope } = update.task;
  const own = scope?.kind === 'own';
  const isAsked = step === 'leave';
  const { reason, mistake } = readReason(press.reason, access, ports.reasonRule);
  // What was entered stays on the card, whatever comes of it.
  if (isAsked) update.stage((task) => ({ ...task, leaving: task.leaving && { ...task.leaving, reason } }));
  else if (kind === 'export') update.stage(withEntered(press, ports.reasonRule));
  if (!mayLeave(ports, kind, access)) return update.stage(withRemark({ code: `${kind}-off` }));
  // What is selected depends on the card that it was selected on.
  if (isAsked) update.stage((task) => goTo(task, leaving?.back ?? 'results'));
  const task = update.readyTask();
  if (task === undefined) return;
  const request = kind === 'export' ? postsOf(task) : itemOf(update, task, entry);
  if ('code' in request) return update.stage(withRemark(request));
  const ask = { what: kind, entry: entry?.key, name: request.name, back: task.step, reason };
  const asking: TaskChange = (present) => ({ ...present, step: 'leave', leaving: ask });
  if (mistake !== undefined) {
    // The confirm card has a field for it, whose reason is the restore's, too.
    if (step === 'summary')
      return update.stage(whileSame(task, (present) => ({ ...present, reason, remark: mistake })));
    const remark = isAsked || press.reason !== undefined ? mistake : undefined;
    return update.stage(whileSame(task, (present) => ({ ...asking(present), remark })));
  }
  // The card that asked is left once something came of it.
  if (isAsked) update.stage(whileSame(task, asking));
  const exploreId = await ports.queries.explore(update, task, (session) => session.live());
  const { workload, point, showDeleted } = task;
  const origin = { scope: task.scope, workload, point, showDeleted, opened: update.task.explore?.opened };
  const holder = await holderOf(ports, update, task, entry);
  const asked = { ...request, own, exploreId, origin, holder, reason };
  const begun = await ports.fileExports.begin(update.asker, update.connection, asked);
  const code = kind === 'download' && begun === 'exporting' ? 'downloading' : begun;
  const isLeft = isAsked && (begun === 'exporting' || begun === 'asking');
  const left: TaskChange = (present) => (isLeft ? { ...goTo(present, ask.back), leaving: undefined } : present);
  update.stage(whileSame(task, (present) => ({ ...left(present), remark: { code } })));
}

/** Of everybody's data: whose it is of. */
async function holderOf(
  { queries }: Pick<Ports, 'queries'>,
  update: TaskUpdate,
  { scope, page }: ReadyTask,
  entry: Entry | undefined,
): Promise<Named | undefined> {
  if (scope.kind !== 'organization') return undefined;
  const { containerId, containerName: name } = entry ?? page?.location ?? {};
  const found = containerId === undefined ? undefined : (await queries.scopeList(update)).find(containerId);
  return name === undefined && found === undefined
    ? undefined
    : { name: name ?? found?.name ?? '', detail: found?.detail };
}

function itemOf(update: TaskUpdate, task: ReadyTask, entry: Entry | undefined): Request | Remark {
  const { workload } = task;
  if (entry === undefined || !isDownloadable(task, entry)) return { code: 'page-moved-on' };
  if (isRefused(update.state, update.connection.session, workload)) return { code: 'download-refused' };
  const { name, extension } = fileNameOf(task, entry);
  const what = { kind: 'item', workload, containerId: entry.containerId, itemId: entry.id, extension } as const;
  return { name, what, entry };
}

function postsOf(task: Task): Request | Remark {
  const exportable = exportableOf(task);
  if (exportable.kind === 'none') return { code: 'nothing-chosen' };
  if (exportable.kind === 'mixed') return { code: 'export-mixed' };
  const { kind, teamId, channelId, parts } = exportable;
  const echoes = kind === 'all' ? undefined : parts.flatMap(({ echo }) => echo ?? []);
  const titles = kind === 'all' ? undefined : parts.map(({ title }) => title);
  const channel = task.page?.location?.folders.find(({ id }) => id === channelId);
  const name = channel?.name ?? (task.scope === undefined ? '' : scopeFacts(task.scope).name);
  return { name, what: { kind: 'posts', teamId, channelId, posts: echoes?.length }, echoes, titles };
}
