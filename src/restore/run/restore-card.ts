/** A restore's one card: what it shows; edited in place, posted where there is none yet. */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import { displayName } from '../../sign-in/presenter.ts';
import type { Restore } from '../model/restore.ts';
import type { RestorePorts } from '../ports.ts';
import { scopeFacts, type RestoreFacts, type RestoreProgressView, type RestoreReply } from '../views.ts';
import {
  currentCall,
  endedCalls,
  failedItems,
  findRestore,
  isUnclear,
  itemCount,
  overallResult,
  retryableEntries,
  totalCounts,
} from './transitions.ts';
import type { RestoreUpdates } from './update.ts';

const PAGE_SIZE = 20;
/** The job may end the restore between reading and editing. */
const MAX_EDITS = 3;

function factsOf(restore: Restore, organization: string): RestoreFacts {
  const { id: restoreId, scope, workload, point, options, reason, startedAt } = restore;
  const [items, counts] = [itemCount(restore), totalCounts(restore)];
  const shownScope = scopeFacts(scope);
  return { restoreId, organization, scope: shownScope, workload, point, options, reason, items, startedAt, counts };
}

function endedView(restore: Restore, facts: RestoreFacts, endedAt: number, requested: number): RestoreProgressView {
  const failures = failedItems(restore);
  const pages = Math.max(1, Math.ceil(failures.length / PAGE_SIZE));
  const page = Math.min(Math.max(0, Math.trunc(requested) || 0), pages - 1);
  const ended = endedCalls(restore);
  return {
    kind: 'restore-ended',
    restore: facts,
    result: overallResult(restore),
    endedAt,
    failures: failures.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    page,
    pages,
    retryable: restore.retriedBy === undefined ? retryableEntries(restore).length : 0,
    remarks: [...new Set(ended.flatMap(({ remarks }) => remarks))],
    trouble: ended.find(({ trouble }) => trouble !== undefined)?.trouble,
  };
}

/**
 * @param organization its display name
 * @param page of the failures, from 0
 */
export function progressView(restore: Restore, organization: string, page = 0): RestoreProgressView {
  const facts = factsOf(restore, organization);
  if (restore.endedAt !== undefined) return endedView(restore, facts, restore.endedAt, page);
  const progress = currentCall(restore)?.call.progress;
  if (progress?.kind === 'unclear' && isUnclear(restore)) {
    return { kind: 'restore-unclear', restore: facts, looks: progress.looks };
  }
  if (restore.unwatched === true) return { kind: 'restore-unwatched', restore: facts };
  return { kind: 'restore-running', restore: facts, stopping: restore.stopping === true };
}

type Ports = Pick<RestorePorts, 'store' | 'announcer' | 'organizations' | 'log'> & {
  readonly updates: RestoreUpdates;
};

export class RestoreCards {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  view(restore: Restore, page?: number): RestoreProgressView {
    return progressView(restore, displayName(this.#ports.organizations, restore.organization), page);
  }

  /**
   * Shows the restore on its card and stores the card's id. Erases the person's state if the conversation is gone.
   *
   * @throws UpstreamError when the chat service keeps failing, StorageUnavailableError
   */
  async update(key: PersonKey, restore: Restore): Promise<'updated' | 'unreachable'> {
    const { store, updates, announcer, log } = this.#ports;
    const { id, address, cardId } = restore;
    const view = this.view(restore);
    const delivery =
      cardId === undefined
        ? await announcer.post(address, key, view)
        : await announcer.edit(address, key, cardId, view);
    if (delivery.kind === 'unreachable') {
      log.info({ event: 'restore-conversation-gone', reference: id }, 'the conversation is gone; its state is erased');
      await store.erase(key);
      return 'unreachable';
    }
    if (delivery.cardId !== cardId) {
      await updates.update({ key, id }, (present) => {
        const isStored = present === undefined || present.cardId === delivery.cardId;
        return { next: isStored ? undefined : { ...present, cardId: delivery.cardId }, result: undefined };
      });
    }
    return 'updated';
  }

  /** Updates the card for somebody who waits for it, so that it is current on return. @throws StorageUnavailableError */
  async show({ key }: Asker, restore: Restore): Promise<RestoreReply> {
    const { updates, log } = this.#ports;
    let shown = restore;
    try {
      for (let edits = 0; edits < MAX_EDITS; edits += 1) {
        if ((await this.update(key, shown)) === 'unreachable') break;
        const present = findRestore((await updates.read(key)).state, restore.id);
        if (present === undefined) break;
        const isCurrent = this.view(present).kind === this.view(shown).kind;
        shown = present;
        if (isCurrent) break;
      }
      return { kind: 'delivered', view: this.view(shown) };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'restore-card-failed', reference: restore.id, error }, 'the card of a restore was not updated');
      return { kind: 'render', view: this.view(shown) };
    }
  }
}
