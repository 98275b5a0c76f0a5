/** Earlier versions of one document. */
import type { Of, RenderedCard, Scene } from '../../context.ts';
import { plain } from '../../layout/escape.ts';
import { formatsFor } from '../../layout/formats.ts';
import { RESTORE_LIMITS } from '../../layout/limits.ts';
import { steps, taskCard } from '../frame.ts';
import { entryRow, entryTitle } from './entry-rows.ts';

export function versionsCard(scene: Scene, { task, of, entries, listed }: Of<'task-versions'>): RenderedCard {
  const { versions: words } = scene.words.restore;
  const { add, back, done, list } = steps(scene, task);
  const shown = { scene, task, formats: formatsFor(scene.context) };
  const title = (version: string | undefined): string => {
    const name = plain(version ?? '', RESTORE_LIMITS.person);
    return name === '' ? words.unnamed : words.version(name);
  };
  return taskCard(
    scene,
    'restoreEntries',
    task,
    {
      title: words.title,
      said: [entryTitle(scene, of), entries.length === 0 ? words.none : words.intro],
      buttons: [...(entries.length === 0 ? [] : [add()]), ...list(task.listed), back('results'), done()],
    },
    {
      // Each row says its version; everything else known of it stands under that.
      entries: entries.map((entry, index) => ({
        ...entryRow(shown, entry, index + 1, { title: title(entry.version), listed: listed.includes(entry.key) }),
        buttons: [],
        details: [],
      })),
      page: '',
      paging: [],
    },
  );
}
