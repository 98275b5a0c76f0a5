/** **Export** on a task's card. */
import { exportableOf } from '../export/exportable-posts.ts';
import type { FileExports } from '../export/file-exports.ts';
import type { RestorePorts } from '../state/ports.ts';
import { scopeFacts } from '../state/views.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import { whileSame, withRemark } from '../state/task-transitions.ts';
import type { TaskUpdate } from './task/task-update.ts';

type Ports = Pick<RestorePorts, 'explorer'> & {
  readonly queries: ExploreQueries;
  readonly fileExports: Pick<FileExports, 'begin'>;
};

/** The export has a card of its own; the task's card says that it has begun, or why not. */
export async function exportPosts({ explorer, queries, fileExports }: Ports, update: TaskUpdate): Promise<void> {
  const task = update.readyTask();
  if (task === undefined) return;
  const exportable = exportableOf(task);
  if (exportable.kind === 'none') return update.stage(withRemark({ code: 'nothing-chosen' }));
  if (exportable.kind === 'mixed') return update.stage(withRemark({ code: 'export-mixed' }));
  const { kind, teamId, channelId, parts } = exportable;
  const echoes = kind === 'all' ? undefined : parts.flatMap(({ echo }) => echo ?? []);
  const session = await queries.explore(update, task, (opened) =>
    opened.use((access, exploreId) => explorer.session(access, exploreId)),
  );
  const channel = task.page?.location?.folders.find(({ id }) => id === channelId);
  const name = channel?.name ?? scopeFacts(task.scope).name;
  const what = { kind: 'posts', teamId, channelId, posts: echoes?.length } as const;
  const code = await fileExports.begin(update.asker, update.connection, { exploreId: session.id, name, what, echoes });
  update.stage(whileSame(task, withRemark({ code })));
}
