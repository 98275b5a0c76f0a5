/** The cards of a restore: how far it is, how it ended, what was not restored and why; and the service's sessions. */
import type { Counts, FailedItem } from '../../restore/model/restore.ts';
import type { RestoreFacts, SessionRow } from '../../restore/views.ts';
import type { Of, RenderedCard, Scene } from '../context.ts';
import { button, destructive, namedButton, primary, type Button } from '../layout/buttons.ts';
import { fact, moment } from '../layout/message.ts';
import { LIMITS, plain } from '../layout/plain-text.ts';
import type { RestorePress } from '../../restore/run/actions.ts';
import { framedCard, joined, pagingButtons, troubleTexts, type Content } from './task-card.ts';

const BAR_CELLS = 20;
const SESSIONS_SHOWN = 20;
/** Of the service's sentences about the whole restore. */
const REMARKS_SHOWN = 5;
const FAILURE_COLORS: Readonly<Record<FailedItem['status'], string>> = {
  failed: 'Attention',
  warning: 'Warning',
  skipped: 'Default',
};
const SESSION_COLORS: Readonly<Record<SessionRow['state'], string>> = {
  running: 'Accent',
  looking: 'Default',
  success: 'Good',
  warning: 'Warning',
  failed: 'Attention',
};

/** A card with the reference, the counts, when it started and ended, and the reason. */
function progressCard(
  scene: Scene,
  restore: RestoreFacts,
  content: Pick<Content, 'title' | 'paragraphs' | 'buttons'> & Readonly<Record<string, unknown>>,
  endedAt?: number,
): RenderedCard {
  const { outcome } = scene.words.restore;
  const reason = restore.reason ?? '';
  return framedCard(scene, restore, {
    template: 'restoreProgress',
    facts: [
      moment(scene, outcome.facts.started, restore.startedAt),
      endedAt !== undefined && moment(scene, outcome.facts.ended, endedAt),
      reason !== '' && fact(outcome.facts.reason, reason, LIMITS.reason),
    ],
    ...content,
    notes: [scene.words.reference(plain(restore.restoreId, LIMITS.id))],
  });
}

export function restoreButton(scene: Scene, restore: string, title: string, press: RestorePress): Button {
  return namedButton(scene, 'restore', title, { restore, press });
}

/** Signs in as an operator on a new card, so that the pressed card stays as it is. */
export function operatorSignInButton(scene: Scene): Button {
  const title = scene.words.buttons['sign-in'];
  return primary(namedButton(scene, 'sign-in-again', title, { flow: 'operator', below: true }));
}

export function runningCard(scene: Scene, { restore, stopping }: Of<'restore-running'>): RenderedCard {
  const { outcome, buttons } = scene.words.restore;
  const { running } = outcome;
  return progressCard(scene, restore, {
    title: stopping ? running.titleStopping : running.title,
    paragraphs: [stopping ? running.stopping : running.said, restore.counts.total === 0 && running.notCounted],
    ...progressBar(scene, restore.counts),
    counts: countColumns(scene, restore.counts),
    buttons: [!stopping && destructive(restoreButton(scene, restore.restoreId, buttons.stop, { kind: 'stop' }))],
  });
}

export function unwatchedCard(scene: Scene, { restore }: Of<'restore-unwatched'>): RenderedCard {
  const { outcome, buttons } = scene.words.restore;
  const { title, said, next } = outcome.unwatched;
  return progressCard(scene, restore, {
    title,
    paragraphs: [said],
    counts: countColumns(scene, restore.counts),
    next: [next],
    buttons: [operatorSignInButton(scene), restoreButton(scene, restore.restoreId, buttons.look, { kind: 'look' })],
  });
}

export function unclearCard(scene: Scene, { restore: facts, looks }: Of<'restore-unclear'>): RenderedCard {
  const { outcome, buttons } = scene.words.restore;
  const { title, said, looked, next, warning } = outcome.unclear;
  const press = (name: string, kind: 'look' | 'send-again' | 'give-up'): Button =>
    restoreButton(scene, facts.restoreId, name, { kind });
  return progressCard(scene, facts, {
    title,
    paragraphs: [said, looked(looks)],
    next: [next, warning],
    buttons: [
      primary(press(buttons.look, 'look')),
      destructive(press(buttons.sendAgain, 'send-again')),
      press(buttons.giveUp, 'give-up'),
    ],
  });
}

export function endedCard(scene: Scene, view: Of<'restore-ended'>): RenderedCard {
  const { outcome, results, retryFailed, buttons } = scene.words.restore;
  const { ended } = outcome;
  const { restore, result, page, pages, retryable, trouble } = view;
  const isOpen = view.closed !== true;
  const press = (title: string, sent: RestorePress): Button => restoreButton(scene, restore.restoreId, title, sent);
  const find = button(scene, 'find');
  const canRetry = retryable > 0;
  return progressCard(
    scene,
    restore,
    {
      title: ended.title[result],
      paragraphs: [ended.said[result], ...(trouble === undefined ? [] : troubleTexts(scene, trouble))],
      counts: countColumns(scene, restore.counts),
      next: [canRetry && ended.next],
      failuresTitle: outcome.failures.title,
      failures: view.failures.map((item) => failureRow(scene, item)),
      page: pages > 1 ? results.page(page + 1, pages) : '',
      paging: isOpen
        ? pagingButtons(scene, view, (title, to) => press(title, { kind: 'failures-page', page: to }))
        : [],
      quoted: view.remarks.slice(0, REMARKS_SHOWN).flatMap((remark) => plain(remark, LIMITS.quote) || []),
      buttons: [
        isOpen && canRetry && primary(press(retryFailed(retryable), { kind: 'retry-failed' })),
        isOpen && (canRetry ? find : primary(find)),
        isOpen && press(buttons.done, { kind: 'done' }),
      ],
    },
    view.endedAt,
  );
}

function failureRow({ words: { restore } }: Scene, { title, status, why }: FailedItem): object {
  const { failures } = restore.outcome;
  return {
    title: plain(title, LIMITS.title) || restore.noSubject,
    status: failures.status[status],
    why: ` · ${plain(why, LIMITS.detail) || failures.noReason}`,
    color: FAILURE_COLORS[status],
  };
}

/** Restored, skipped and failed, of how many; nothing before the service has counted. */
function countColumns({ words, formats }: Scene, counts: Counts): readonly object[] {
  if (counts.total === 0) return [];
  return (['total', 'restored', 'skipped', 'failed'] as const).map((name) => ({
    label: words.restore.outcome.counts[name],
    number: formats.number(counts[name]),
  }));
}

function progressBar({ words }: Scene, { total, restored, skipped, failed }: Counts): object {
  if (total <= 0) return {};
  const share = Math.min((restored + skipped + failed) / total, 1);
  const full = Math.floor(share * BAR_CELLS);
  return {
    bar: `${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)}`,
    percent: words.restore.outcome.percent(Math.floor(share * 100)),
  };
}

export function sessionsCard(scene: Scene, view: Of<'restore-sessions'>): RenderedCard {
  const { sessionsList: words, buttons } = scene.words.restore;
  return framedCard(
    scene,
    { organization: view.organization },
    {
      template: 'restoreSessions',
      title: words.title,
      paragraphs: [view.rows.length === 0 && words.none],
      rows: view.rows.slice(0, SESSIONS_SHOWN).map((row) => sessionRow(scene, row, row.sessionId === view.stopped)),
      buttons: [button(scene, 'find'), namedButton(scene, 'sessions', buttons.look)],
    },
  );
}

function sessionRow(scene: Scene, row: SessionRow, isStopping: boolean): object {
  const { sessionsList: words, workload } = scene.words.restore;
  const { moment: format } = scene.formats;
  const reason = plain(row.reason, LIMITS.detail);
  const name = joined([
    plain(row.scopeName, LIMITS.name),
    row.workload === undefined ? '' : workload[row.workload].name,
  ]);
  const ended = row.endedAt === undefined ? '' : words.ended(format(row.endedAt));
  const stop = destructive(button(scene, 'stop-session', { session: row.sessionId }));
  return {
    title: name || words.unnamed,
    state: words.states[row.state],
    color: SESSION_COLORS[row.state],
    when: ` · ${joined([words.started(format(row.startedAt)), ended])}`,
    under: [...(reason === '' ? [] : [words.reason(reason)]), ...(isStopping ? [words.stopping] : [])],
    buttons: row.stoppable && !isStopping ? [stop] : [],
  };
}
