/** The cards of a restore: how far it is, how it ended, what was not restored and why. */
import { flowOf, type AccessKind } from '../../restore/backups/entries/access-kind.ts';
import { DEFAULT_WORKLOAD, kindRules } from '../../restore/backups/workloads/index.ts';
import type { Trouble } from '../../restore/backups/service-error.ts';
import type { Counts, FailedItem } from '../../restore/state/restore.ts';
import type { FailureFacts, LandingFacts, RestoreFacts } from '../../restore/state/views.ts';
import type { Words } from '../text/en/common.ts';
import type { Cards, Of, RenderedCard, Scene } from '../layout/context.ts';
import { button, destructive, namedButton, primary, type Button, pagingButtons } from '../layout/buttons.ts';
import { factRows, messageCard, referenceNote, type List, type Message } from '../layout/message.ts';
import { linkedPage } from '../layout/device-code.ts';
import { withAddress } from '../layout/names.ts';
import { fitting, LIMITS, plain, quotation } from '../layout/plain-text.ts';
import { personName, workloadWordsOf } from './naming.ts';
import { approverTexts, troubleTexts } from './remark-texts.ts';
import { folderPath, framedCard, joined, placeTexts, type Content } from './task-card.ts';
import { policyOf } from '../../restore/access/kinds/policy.ts';

const BAR_CELLS = 20;
/** Of the 28 KB that Teams accepts; a row costs 200 bytes more. */
const LANDING_BYTES = 3_000;
/** Of the service's sentences about the whole restore. */
const REMARKS_SHOWN = 5;
const FAILURE_COLORS: Readonly<Record<FailedItem['status'], string>> = {
  failed: 'Attention',
  missing: 'Attention',
  warning: 'Warning',
  skipped: 'Default',
};

/** What helps where the service may not have accepted the approval. */
export const refusalTexts = (scene: Scene, { byCertificate, groups }: RestoreFacts): List<string> =>
  byCertificate === true ? [scene.words.restore.troubles['approval-certificate'].next] : approverTexts(scene, groups);

export const progressCards = {
  'restore-running'(scene, { restore, stopping }) {
    const { running } = scene.words.restore.outcome;
    const isCounted = restore.isCounted && restore.counts.total > 0;
    return progressCard(scene, restore, {
      title: stopping ? running.titleStopping : running.title,
      text: [
        stopping ? running.stopping : running.text,
        restore.isAssumed && scene.words.approvals.assumed,
        !isCounted && running.notCounted,
      ],
      ...(isCounted && progressBar(scene, restore.counts)),
      counts: countColumns(scene, restore.counts),
      buttons: [!stopping && destructive(restoreButton(scene, restore.restoreId, 'stop'))],
    });
  },

  'restore-unwatched'(scene, { restore, unsent }) {
    const { title, text, next } = scene.words.restore.outcome.unwatched;
    const { troubles } = scene.words.restore;
    // As operator they may; as administrator once the settings say so again.
    const isBarred = unsent === 'approval-not-allowed';
    return progressCard(scene, restore, {
      title,
      text: [text, unsent !== undefined && troubles[unsent].text],
      next: isBarred ? troubles[unsent].next : next,
      counts: countColumns(scene, restore.counts),
      buttons: [
        // Nobody watches it with the session that is there, if any.
        signInAgainButton(scene, isBarred ? 'operator' : restore.access, restore.organizationKey, 'sign-in-again'),
        restoreButton(scene, restore.restoreId, 'look'),
      ],
    });
  },

  'restore-ended'(scene, view) {
    const { outcome, results, retryFailed, restoreRest } = scene.words.restore;
    const { ended } = outcome;
    const { ended: unapproved } = scene.words.approvals;
    const { restore, result, page, pages, retryable, trouble } = view;
    const { counts } = restore;
    const { restoreId } = restore;
    const isOpen = view.closed !== true;
    const isDropped = view.dropped === true && view.uncounted === true;
    // There was nothing to send again.
    const isUnsaid = isDropped && result === 'unknown' && trouble === undefined;
    const canRetry = isOpen && retryable > 0;
    const retry = { restore: restoreId, press: { kind: 'retry-failed' } } as const;
    const find = button(scene, 'find');
    const isBarred = trouble === 'approval-not-allowed';
    const again = namedButton(
      scene,
      'restore',
      (view.elsewhere === true ? restoreRest : retryFailed)(retryable),
      retry,
    );
    return progressCard(scene, restore, {
      title: endTitle(scene, view),
      text: [
        result === 'stopped' && view.elsewhere === true
          ? ended.stoppedElsewhere
          : !isUnsaid && ended.text[endTextOf(view)],
        restore.isAssumed && scene.words.approvals.assumed,
        view.uncounted === true && (isDropped ? ended.dropped.text : ended.uncounted),
        isDropped && ended.dropped.next,
        ...endTroubleTexts(scene, view),
        // Who signed in without the role is told so by each item, and not by the service.
        ...(isNothing(view) && policyOf(restore.access).needsCode ? refusalTexts(scene, restore) : []),
      ],
      counts: countColumns(scene, counts),
      landingsTitle: ended.landings.title,
      landings: landingRows(scene, view.landings, restore),
      next: [
        canRetry &&
          !isBarred &&
          (view.elsewhere === true ? ended.nextRest : isUnapproved(view) ? unapproved.next : ended.next),
        view.leftOut !== undefined && ended.leftOut(view.leftOut),
      ],
      failuresTitle: outcome.failures.title,
      failures: view.failures.map((item) => failureRow(scene, item, restore)),
      page: isOpen && pages > 1 ? results.page(page + 1, pages) : '',
      quoted: view.remarks.slice(0, REMARKS_SHOWN).flatMap((remark) => quotation(remark) || []),
      facts: restoreFacts(scene, restore, view.endedAt),
      buttons: [
        isOpen && isBarred && signInAgainButton(scene, 'operator', restore.organizationKey),
        canRetry && (isBarred ? again : primary(again)),
        ...(isOpen ? failurePaging(scene, view) : []),
        isOpen && (canRetry || isBarred ? find : primary(find)),
        isOpen && restoreButton(scene, restoreId, 'done'),
      ],
    });
  },

  'restore-over'(scene, { restoreId, counts, ...end }) {
    const { outcome } = scene.words.restore;
    const title = endTitle(scene, end);
    const texts = countTexts(scene, counts);
    return shortMessage(scene, restoreId, {
      title,
      summary: joined([title, ...texts]),
      text: [outcome.over, joined(texts)],
    });
  },

  /** Others read it: who restored whose data is nowhere on it. */
  'channel-line'(scene, { restoreId, workload, counts, ...end }) {
    const { outcome } = scene.words.restore;
    const kind = workload === 'several' ? outcome.several : workloadWordsOf(scene, workload).name;
    const text = joined([kind, ...countTexts(scene, counts)]);
    const title = endTitle(scene, end);
    const notes = [referenceNote(scene, restoreId)];
    return messageCard(scene, { title, summary: title, text, notes, content: { forWhom: '' } });
  },
} satisfies Partial<Cards>;

/** Of a certificate nobody has seen a page or a code that would explain it. */
function endTroubleTexts(scene: Scene, { trouble, restore }: Of<'restore-ended'>): List<string> {
  if (trouble === undefined) return [];
  return trouble === 'approval-expired' && restore.byCertificate === true
    ? [scene.words.restore.troubles[trouble].text]
    : troubleTexts(scene, trouble, restore.groups);
}

const isNothing = ({ result, restore }: Of<'restore-ended'>): boolean =>
  result === 'failed' && restore.counts.restored === 0;

function endTextOf(view: Of<'restore-ended'>): keyof Words['restore']['outcome']['ended']['text'] {
  const { result, restore, unstarted, sentAgain } = view;
  if (unstarted === true || isNothing(view)) return 'refused';
  if (result === 'unknown' && sentAgain === true) return 'sentAgain';
  const isAllSkipped = result === 'success' && restore.counts.restored === 0 && restore.counts.skipped > 0;
  return isAllSkipped ? 'skipped' : result;
}

type End = Pick<Of<'restore-over'>, 'result' | 'trouble'>;

const isUnapproved = ({ result, trouble }: End): boolean =>
  result === 'refused' && trouble !== undefined && /^(?:approval|second)-/.test(trouble);

/** The service has not refused it: the bot has, or nothing reached the service, or it took nothing at that time. */
const UNREFUSED: ReadonlySet<Trouble | undefined> = new Set<Trouble>([
  'elsewhere-off',
  'backup-gone',
  'session-over',
  'unreachable',
  'timeout',
  'throttled',
  'crowded',
  'too-large',
]);

function endTitle({ words }: Scene, end: End): string {
  if (isUnapproved(end)) return words.approvals.ended.title;
  const { title } = words.restore.outcome.ended;
  return end.result === 'refused' && UNREFUSED.has(end.trouble) ? title.failed : title[end.result];
}

const countTexts = (scene: Scene, counts: Counts): readonly string[] =>
  countColumns(scene, counts).map(({ label, number }) => scene.words.restore.labelled(label, number));

/** Without what is zero: one line for each group. */
const countedText = (scene: Scene, counts: Counts): string =>
  joined(
    countColumns(scene, counts)
      .filter(({ number }) => number !== scene.formats.number(0))
      .map(({ label, number }) => scene.words.restore.labelled(label, number)),
  );

/** Posted because an edited card notifies nobody: **Show** turns it into the card. */
export function shortMessage(
  scene: Scene,
  restoreId: string,
  content: Pick<Message, 'title' | 'summary' | 'text'>,
): RenderedCard {
  const show = { restore: restoreId, press: { kind: 'failures-page', page: 0 } } as const;
  return messageCard(scene, {
    ...content,
    notes: [referenceNote(scene, restoreId)],
    buttons: [primary(namedButton(scene, 'restore', scene.words.restore.buttons.show, show))],
  });
}

export function progressCard(scene: Scene, restore: RestoreFacts, content: Content): RenderedCard {
  const notes = [referenceNote(scene, restore.restoreId)];
  const { organization, access, groups } = restore;
  const isOne = groups.length === 1;
  const places = groups.map((group) => ({ ...group, counted: isOne ? '' : countedText(scene, group.counts) }));
  return framedCard(scene, { organization, access, places }, 'restoreProgress', {
    facts: restoreFacts(scene, restore),
    notes,
    ...content,
  });
}

function restoreFacts(scene: Scene, { startedAt: started, reason }: RestoreFacts, ended?: number): readonly object[] {
  return factRows(scene, { started, ended, reason: reason === '' ? undefined : reason });
}

export function restoreButton(scene: Scene, restore: string, kind: 'stop' | 'look' | 'done'): Button {
  return namedButton(scene, 'restore', scene.words.restore.buttons[kind], { restore, press: { kind } });
}

/**
 * Signs in on a new card, so that the pressed card stays as it is.
 *
 * @param organization of what goes on then, by its key: a session elsewhere is replaced, one there is not; undefined: any is replaced
 * @param verb `sign-in-again` replaces a session there, too
 */
export function signInAgainButton(
  scene: Scene,
  access: AccessKind,
  organization?: string,
  verb: 'sign-in' | 'sign-in-again' = organization === undefined ? 'sign-in-again' : 'sign-in',
): Button {
  const title = scene.words.buttons['sign-in'];
  return primary(namedButton(scene, verb, title, { flow: flowOf(access), organization, below: true }));
}

function failurePaging(scene: Scene, view: Of<'restore-ended'>): List<Button> {
  return pagingButtons(scene, view, (title, page) =>
    namedButton(scene, 'restore', title, { restore: view.restore.restoreId, press: { kind: 'failures-page', page } }),
  );
}

/** Each place once: of its days, one was enough to be said. As many as a card has room for beside what failed. */
function landingRows(scene: Scene, landings: readonly LandingFacts[] = [], restore: RestoreFacts): readonly object[] {
  const rows = new Map(landings.map((landing) => landingRow(scene, landing, restore)).map((row) => [row.where, row]));
  const all = [...rows.values()];
  const shown = fitting(all, LANDING_BYTES);
  return shown.length < all.length ? [...shown, { where: '…', link: [] }] : shown;
}

/** Noor's mail · Inbox › Projects. */
function landingRow(scene: Scene, { group, path = [], kind = '', link }: LandingFacts, restore: RestoreFacts) {
  const { outcome, labelled } = scene.words.restore;
  const place = restore.groups[group];
  const { whose: words, places = {} } = workloadWordsOf(scene, place?.workload);
  const { returns } = kindRules(place?.workload ?? DEFAULT_WORKLOAD, { kind }, restore.access);
  const isAlone = restore.groups.length === 1;
  const from = (place && placeTexts(scene, { ...place, target: undefined }, isAlone)?.whose) ?? '';
  const { target } = place ?? {};
  const into = target && withAddress(words.of(personName(scene, target.name)), plain(target.detail, LIMITS.address));
  const whose = into ?? from;
  const folders = folderPath(returns === 'as-tab' ? path.slice(0, 1) : path);
  const isSaid = target !== undefined || (folders !== '' && returns === undefined);
  const page = link === undefined ? undefined : linkedPage(link);
  const open = page && scene.words.open(page.host);
  return {
    where: joined([whose, folders, isSaid ? '' : (places[kind] ?? outcome.ended.landings.original)]),
    link: page && open !== undefined ? [{ title: open, about: labelled(open, whose), url: page.url }] : [],
  };
}

function failureRow(scene: Scene, { title, status, why, group }: FailureFacts, { groups }: RestoreFacts): object {
  const { restore } = scene.words;
  const { failures } = restore.outcome;
  const place = groups.length > 1 ? groups[group] : undefined;
  const whose = place && placeTexts(scene, place)?.whose;
  const reason = quotation(why, LIMITS.detail) || (status === 'missing' ? failures.notReached : failures.noReason);
  return {
    title: plain(title, LIMITS.title) || restore.noSubject,
    status: failures.status[status],
    why: ` · ${joined([whose ?? '', reason])}`,
    color: FAILURE_COLORS[status],
  };
}

/** Restored, skipped and failed, of how many; nothing before the service has counted. */
function countColumns({ words, formats }: Scene, counts: Counts): readonly { label: string; number: string }[] {
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
    share: Math.floor(share * 100),
    percent: words.restore.outcome.percent(Math.floor(share * 100)),
  };
}
