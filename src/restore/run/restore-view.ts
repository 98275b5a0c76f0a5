/** Restore → what its card shows. */
import { currentCall, isUnclear } from './transitions.ts';
import { countsOf, endedCalls, failuresOf, itemsOf, resultOf, retryableOf } from './result.ts';
import type { Scope } from '../model/catalog.ts';
import type { Restore } from '../model/restore.ts';
import type { RestoreFacts, RestoreProgressView, ScopeFacts } from '../views.ts';

const PAGE = 20;

export function scopeFacts(scope: Scope): ScopeFacts {
  if (scope.kind === 'own') return { own: true, name: scope.name };
  return { own: false, name: scope.item.name, detail: scope.item.detail };
}

function factsOf(restore: Restore, organization: string): RestoreFacts {
  const { id: restoreId, scope, workload, point, options, reason, startedAt } = restore;
  return {
    restoreId,
    organization,
    scope: scopeFacts(scope),
    workload,
    point,
    options,
    reason,
    items: itemsOf(restore),
    startedAt,
    counts: countsOf(restore),
  };
}

function endedView(restore: Restore, facts: RestoreFacts, endedAt: number, wanted: number): RestoreProgressView {
  const failures = failuresOf(restore);
  const pages = Math.max(1, Math.ceil(failures.length / PAGE));
  const page = Math.min(Math.max(0, Math.trunc(wanted) || 0), pages - 1);
  const ended = endedCalls(restore);
  return {
    kind: 'restore-ended',
    restore: facts,
    result: resultOf(restore),
    endedAt,
    failures: failures.slice(page * PAGE, (page + 1) * PAGE),
    page,
    pages,
    retryable: restore.retriedBy === undefined ? retryableOf(restore).length : 0,
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
