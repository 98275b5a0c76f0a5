/** **Download** beside an entry. */
import type { Entry } from '../backups/entries/entry.ts';
import { fileNameOf, isDownloadable } from '../state/export.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { ExploreQueries } from './task/explore-queries.ts';
import { whileSame, withRemark } from '../state/task-transitions.ts';
import type { TaskUpdate } from './task/task-update.ts';
import type { FileExports } from '../export/file-exports.ts';
import { isRefused } from '../export/refusals.ts';

type Ports = Pick<RestorePorts, 'explorer' | 'downloads'> & {
  readonly queries: ExploreQueries;
  readonly fileExports: Pick<FileExports, 'begin'>;
};

/** The file has a card of its own; the task's card says that it is being fetched, or why not. */
export async function downloadItem(
  { explorer, downloads, queries, fileExports }: Ports,
  update: TaskUpdate,
  entry: Entry | undefined,
): Promise<void> {
  if (!downloads) return update.stage(withRemark({ code: 'download-off' }));
  const task = update.readyTask();
  if (task === undefined) return;
  const { workload } = task;
  if (entry === undefined || !isDownloadable(task, entry)) {
    return update.stage(withRemark({ code: 'page-moved-on' }));
  }
  const { session } = update.connection;
  if (isRefused(update.state, session, workload)) return update.stage(withRemark({ code: 'download-refused' }));
  const { id: exploreId } = await queries.explore(update, task, (opened) =>
    opened.use((access, id) => explorer.session(access, id)),
  );
  const { name, extension } = fileNameOf(task, entry);
  const what = { kind: 'item', workload, containerId: entry.containerId, itemId: entry.id, extension } as const;
  const begun = await fileExports.begin(update.asker, update.connection, { exploreId, name, what, entry });
  update.stage(whileSame(task, withRemark({ code: begun === 'exporting' ? 'downloading' : begun })));
}
