/** How a restore ended, with everything that did not come back and why. */
import type { FailedItem } from '../../restore/model/restore.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, primary, restoreButton, type Button } from '../layout/buttons.ts';
import { plain } from '../layout/escape.ts';
import { RESTORE_LIMITS } from '../layout/limits.ts';
import { pagingButtons, troubleLines } from './frame.ts';
import { countColumns, progressCard, restoreFacts } from './progress.ts';

type View = Of<'restore-ended'>;

/** Sentences of the service about the whole. */
const REMARKS_SHOWN = 5;
const COLORS: Readonly<Record<FailedItem['status'], string>> = {
  failed: 'Attention',
  warning: 'Warning',
  skipped: 'Default',
};

export function endedCard(scene: Scene, view: View): RenderedCard {
  const { ended } = scene.words.restore.outcome;
  const { results } = scene.words.restore;
  const { restore, result, failures, page, pages, retryable, remarks, trouble } = view;
  return progressCard(
    scene,
    restore,
    {
      title: ended.title[result],
      said: [ended.said[result], ...(trouble === undefined ? [] : troubleLines(scene, trouble))],
      buttons: buttons(scene, view),
    },
    {
      counts: restore.counts.total === 0 ? [] : countColumns(scene, restore.counts),
      next: retryable > 0 ? [ended.next] : [],
      failures: failures.map((item) => failure(scene, item)),
      page: pages > 1 ? results.page(page + 1, pages) : '',
      paging: paging(scene, view),
      quoted: remarks.slice(0, REMARKS_SHOWN).flatMap((remark) => plain(remark, RESTORE_LIMITS.sentence) || []),
      facts: restoreFacts(scene, restore, view.endedAt),
    },
  );
}

function failure(scene: Scene, { title, status, why }: FailedItem): object {
  const { noSubject } = scene.words.restore;
  const { failures } = scene.words.restore.outcome;
  const said = plain(why ?? '', RESTORE_LIMITS.why) || failures.noReason;
  return {
    title: plain(title, RESTORE_LIMITS.title) || noSubject,
    status: failures.status[status],
    why: ` · ${said}`,
    color: COLORS[status],
  };
}

function paging(scene: Scene, { restore, page, pages, closed }: View): readonly Button[] {
  if (closed === true) return [];
  return pagingButtons(scene, { page, pages }, (title, number) =>
    restoreButton(scene, restore.restoreId, title, { kind: 'failures-page', page: number }),
  );
}

function buttons(scene: Scene, { restore, retryable, closed }: View): readonly Button[] {
  if (closed === true) return [];
  const { retryFailed, buttons: titles } = scene.words.restore;
  const find = button(scene, 'find');
  const done = restoreButton(scene, restore.restoreId, titles.done, { kind: 'done' });
  if (retryable === 0) return [primary(find), done];
  const retry = restoreButton(scene, restore.restoreId, retryFailed(retryable), { kind: 'retry-failed' });
  return [primary(retry), find, done];
}
