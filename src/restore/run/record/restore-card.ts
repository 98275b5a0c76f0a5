/** A restore's one card: what it shows; edited in place, posted where there is none yet. */
import { onUpstreamError } from '../../../core/errors.ts';
import { showOnCard } from '../../../durable/live-card.ts';
import type { Asker, PersonKey } from '../../../core/person.ts';
import { mayBeShown } from '../../../sign-in/access/device-page.ts';
import { displayName } from '../../../sign-in/state/presenter.ts';
import type { EndedCall, Restore } from '../../state/restore.ts';
import type { RestorePorts } from '../../state/ports.ts';
import { placeOfCalls, scopeFacts } from '../../state/task-views.ts';
import type { Trouble } from '../../backups/service-error.ts';
import type {
  EndFacts,
  GroupFacts,
  RestoreFacts,
  RestoreProgressView,
  RestoreReply,
  PartFacts,
} from '../../state/views.ts';
import { callToApprove } from '../../state/code-approval.ts';
import { heldFacts } from '../../state/four-eyes.ts';
import {
  leftOutCount,
  currentCall,
  groupOfCall,
  endedCalls,
  entriesOfCall,
  failedItems,
  findRestore,
  isCounted,
  isHeld,
  kindOf,
  overallResult,
  partsOf,
  retryableCount,
  searchedFor,
  totalCounts,
  unclearCall,
} from '../../state/restore-transitions.ts';
import { isFormer } from '../../state/retention.ts';
import { paginated } from '../../state/task-transitions.ts';
import type { RestoreUpdates } from './update.ts';
import { withLandings } from './where-to-look.ts';
import { amountOf } from '../../backups/workloads/amount.ts';

const PAGE_SIZE = 20;
/** The job may end the restore between reading and editing. */
const MAX_EDITS = 3;

function factsOf(restore: Restore, organization: string): RestoreFacts {
  const { id: restoreId, organization: organizationKey, access, reason, startedAt } = restore;
  const groups = partsOf(restore).map(({ group, part }): GroupFacts => {
    const { scope, workload, point } = group;
    return { ...placeOfCalls(group, scopeFacts(scope), part.calls), workload, point, counts: totalCounts(part) };
  });
  return {
    restoreId,
    organization,
    organizationKey,
    access,
    groups,
    reason,
    startedAt,
    counts: totalCounts(restore),
    isCounted: isCounted(restore),
    isAssumed: restore.calls.some(({ progress }) => 'assumed' in progress && progress.assumed === true),
  };
}

/** While a call waits for its approval. */
function approvalView(restore: Restore, facts: RestoreFacts): RestoreProgressView | undefined {
  const { group: next, call } = callToApprove(restore) ?? {};
  if (next === undefined || call === undefined || next.approval?.kind === 'approved') return undefined;
  const calls = restore.calls.filter(({ group, progress }) => group === call.group && progress.kind === 'planned');
  const { approval: code } = next;
  const entries = calls.flatMap((planned) => entriesOfCall(restore, planned));
  const amount = amountOf([{ workload: next.workload, entries }], restore.access);
  return { kind: 'restore-approval', restore: facts, group: call.group, amount, code, refused: call.refusals };
}

/** While it waits for somebody else, or for the sign-in after that. */
function heldView(restore: Restore, facts: RestoreFacts): RestoreProgressView | undefined {
  const { fourEyes, unwatched } = restore;
  if (fourEyes === undefined || !isHeld(restore)) return undefined;
  if (fourEyes.approved !== undefined && unwatched !== true) return undefined;
  return { kind: 'restore-held', restore: facts, ...heldFacts(fourEyes) };
}

/** The call that is sent now. @returns undefined where it is the only one */
function partFacts(restore: Restore): PartFacts | undefined {
  const current = currentCall(restore);
  const { calls, access } = restore;
  if (current === undefined || calls.length === 1) return undefined;
  const { index, call } = current;
  const { workload } = groupOfCall(restore, call);
  const amount = amountOf([{ workload, entries: entriesOfCall(restore, call) }], access);
  const left = calls.slice(index + 1).filter(({ progress }) => progress.kind === 'planned').length;
  return { ...amount, number: index + 1, of: calls.length, name: call.containerName, left };
}

/** The service no longer has its session. */
const isDropped = ({ sessionId, trouble }: EndedCall): boolean => trouble === 'not-found' && sessionId !== undefined;

/** Why a call was not sent: its session was over. */
const UNSENT: ReadonlySet<Trouble> = new Set(['session-over', 'approval-session-over', 'approval-not-allowed']);

const troubleIn = (restore: Restore): Trouble | undefined =>
  endedCalls(restore).find((call) => call.trouble !== undefined && !isDropped(call))?.trouble;

/** @param requestedPage of the failures, from 0 */
export function progressView(restore: Restore, organization: string, requestedPage = 0): RestoreProgressView {
  const facts = factsOf(restore, organization);
  const { endedAt } = restore;
  if (endedAt === undefined) {
    const unclear = unclearCall(restore);
    if (unclear !== undefined) {
      const { looks, said, old, at } = unclear.progress;
      const about = { call: unclear.index, at };
      return { kind: 'restore-unclear', restore: facts, part: partFacts(restore), about, looks, said, old };
    }
    const held = heldView(restore, facts);
    if (held !== undefined) return held;
    if (restore.unwatched === true) {
      const unsent = endedCalls(restore).find(({ trouble = 'unknown' }) => UNSENT.has(trouble))?.trouble;
      return { kind: 'restore-unwatched', restore: facts, unsent };
    }
    const stopping = restore.stopping === true;
    const approval = approvalView(restore, facts);
    if (approval !== undefined) return approval;
    const searched = searchedFor(restore);
    if (searched !== undefined)
      return { kind: 'restore-searching', restore: facts, part: partFacts(restore), ...searched, stopping };
    return { kind: 'restore-running', restore: facts, stopping };
  }
  const { shown: failures, ...pages } = paginated(failedItems(restore), Math.trunc(requestedPage) || 0, PAGE_SIZE);
  const ended = endedCalls(restore);
  return {
    kind: 'restore-ended',
    restore: facts,
    result: overallResult(restore),
    endedAt,
    failures,
    ...pages,
    retryable: restore.retriedBy === undefined ? retryableCount(restore) : 0,
    leftOut: leftOutCount(restore) || undefined,
    remarks: [...new Set(ended.flatMap(({ remarks }) => remarks))],
    trouble: troubleIn(restore),
    dropped: ended.some(isDropped),
    // What was stopped here before it was sent has no session.
    elsewhere:
      restore.stopping !== true &&
      ended.some(({ result, sessionId }) => result === 'stopped' && sessionId !== undefined),
    // A refused approval was sent with the call.
    sentAgain: restore.calls.some(
      ({ sentAgain, sentTwice, refusals, progress }) =>
        (sentAgain === true || sentTwice === true || refusals !== undefined) &&
        progress.kind === 'ended' &&
        progress.result === 'unknown',
    ),
    unstarted: ended.every(({ sessionId, result }) => sessionId === undefined && result !== 'unknown'),
    uncounted: ended.some(({ uncounted }) => uncounted === true),
  };
}

export function endFacts(restore: Restore): EndFacts {
  const { id: restoreId } = restore;
  const result = overallResult(restore);
  return { restoreId, workload: kindOf(restore), result, trouble: troubleIn(restore), counts: totalCounts(restore) };
}

type Ports = Pick<
  RestorePorts,
  | 'store'
  | 'announcer'
  | 'organizations'
  | 'allowedVerificationHosts'
  | 'withCertificate'
  | 'restoreElsewhere'
  | 'clock'
  | 'log'
> & {
  readonly updates: RestoreUpdates;
};

/** All methods but `view` throw StorageUnavailableError. */
export class RestoreCards {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  view(restore: Restore, page?: number): RestoreProgressView {
    const { organizations, withCertificate, restoreElsewhere, clock } = this.#ports;
    const { authUrl = '' } = organizations.get(restore.organization) ?? {};
    const shown = progressView(restore, displayName(organizations, restore.organization), page);
    // A retry goes to the same place.
    const isOff = !restoreElsewhere && restore.groups.some(({ target }) => target !== undefined);
    const landed = withLandings(
      isOff && shown.kind === 'restore-ended' ? { ...shown, retryable: 0 } : shown,
      restore,
      authUrl,
    );
    // Its end is said so late that a press on the card would find nothing.
    const isOver = landed.kind === 'restore-ended' && isFormer(restore, clock.now());
    const view = isOver ? { ...landed, closed: true } : landed;
    if (withCertificate.has(restore.organization))
      return { ...view, restore: { ...view.restore, byCertificate: true } };
    if (view.kind !== 'restore-approval') return view;
    const { code } = view;
    return {
      ...view,
      code: code !== undefined && this.mayShow(restore, code) ? code : undefined,
      application: organizations.get(restore.organization)?.restoreApplicationName,
    };
  }

  mayShow({ organization }: Restore, code: Parameters<typeof mayBeShown>[0]): boolean {
    const { organizations, allowedVerificationHosts: allowed } = this.#ports;
    const authUrl = organizations.get(organization)?.authUrl;
    return authUrl !== undefined && mayBeShown(code, { authUrl, allowed });
  }

  /**
   * Shows the restore on its card and stores the card's id. Erases the person's state if the conversation is gone.
   * Throws UpstreamError when the chat service keeps failing.
   */
  async update(key: PersonKey, restore: Restore): Promise<'updated' | 'unreachable'> {
    const { store, updates, announcer, log } = this.#ports;
    const { id, address, cardId } = restore;
    const outcome = await showOnCard(announcer, { address, key, cardId }, this.view(restore), (shown) =>
      updates.change({ key, id }, (present) => (present.cardId === shown ? undefined : { ...present, cardId: shown })),
    );
    if (outcome === 'shown') return 'updated';
    log.info({ event: 'restore-conversation-gone', reference: id }, 'the conversation is gone; its state is erased');
    await store.erase(key);
    return 'unreachable';
  }

  /** The same where the chat service may fail. */
  tryUpdate(key: PersonKey, restore: Restore): Promise<'updated' | 'unreachable' | 'failed'> {
    const fail = onUpstreamError((error) => {
      const fields = { event: 'restore-card-failed', reference: restore.id, error };
      this.#ports.log.warn(fields, 'the card of a restore was not updated');
      return 'failed' as const;
    });
    return this.update(key, restore).catch(fail);
  }

  /** Says on its card until now that the restore continues on a newer one. */
  async tryMoved({ key, address }: Asker, { id: reference, cardId }: Restore): Promise<void> {
    const { announcer, log } = this.#ports;
    if (cardId === undefined) return;
    await announcer.retire(address, key, cardId, { kind: 'task-moved' }).catch(
      onUpstreamError((error) => {
        log.warn({ event: 'restore-card-failed', reference, error }, 'the former card of a restore was not updated');
      }),
    );
  }

  /** Updates the card for a person who waits for it. The job that is started afterwards shows what changes meanwhile. */
  async showBeforeJob(key: PersonKey, restore: Restore): Promise<RestoreReply> {
    const outcome = await this.tryUpdate(key, restore);
    return { kind: outcome === 'failed' ? 'render' : 'delivered', view: this.view(restore) };
  }

  /** The same beside its job, so that the card is current on return. */
  async show(key: PersonKey, restore: Restore): Promise<RestoreReply> {
    let shown = restore;
    for (let edits = 0; edits < MAX_EDITS; edits += 1) {
      const reply = await this.showBeforeJob(key, shown);
      if (reply.kind === 'render') return reply;
      const present = findRestore((await this.#ports.updates.read(key)).state, restore.id);
      if (present === undefined) break;
      const isCurrent = this.view(present).kind === this.view(shown).kind;
      shown = present;
      if (isCurrent) break;
    }
    return { kind: 'delivered', view: this.view(shown) };
  }
}
