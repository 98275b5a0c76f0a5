/** Explore and restore sessions (API, sections C2 and C3): opened, followed, stopped, and their outcome. */
import { z } from 'zod';

import type { Explorer, ServiceSession, SessionEvent, Statistics, StatisticsItem } from '../../restore/ports.ts';
import {
  count,
  dateTime,
  fields,
  fromEcho,
  id,
  list,
  name,
  optional,
  readEach,
  reader,
  sentence,
  time,
  word,
} from './fields.ts';
import { path, type ServiceApi } from './service-api.ts';
import { WORKLOADS, workloadsWhere } from './workloads.ts';

const session = z
  .object({
    id,
    type: word.catch(''),
    creationTime: time.catch(0),
    endTime: optional(time),
    state: word,
    // An unknown word counts as neither good nor bad news.
    result: word.pipe(z.enum(['success', 'warning', 'failed'])).catch('warning'),
    ...fields(name, 'initiatedBy', 'scopeName'),
    ...fields(sentence, 'reason', 'details'),
  })
  .transform(({ type, creationTime, endTime, state, ...rest }): ServiceSession => ({
    ...rest,
    workload: workloadsWhere(({ sessionType }) => sessionType.toLowerCase() === type)[0],
    createdAt: creationTime,
    endedAt: endTime,
    // With an unknown word, an end time means an end.
    state: state === 'stopped' || (state !== 'working' && endTime !== undefined) ? 'stopped' : 'working',
  }));

const event = z
  .object({
    id,
    status: word.pipe(z.enum(['running', 'success', 'warning', 'failed', 'cancelled', 'skipped'])).catch('warning'),
    ...fields(sentence, 'message', 'title'),
    itemName: name,
    startTime: time.catch(0),
    type: word.catch(''),
  })
  .transform(({ message, title, startTime, type, ...rest }): SessionEvent => ({
    ...rest,
    message: message ?? title ?? '',
    startedAt: startTime,
    isRestore: type === 'restore',
  }));

/** Children of children included; no restore has as many. */
const MAX_ITEMS = 20_000;
const CONTAINER_TYPES: ReadonlySet<string> = new Set(['bulkmailbox', 'bulkonedrive']);

const sentences = list.transform((values) => readEach(reader(sentence), values));

const readItem = reader(
  z.object({
    id: optional(id),
    ...fields(name, 'name', 'title'),
    itemRestoreDetailsType: word.catch(''),
    status: word.pipe(z.enum(['failed', 'warning', 'success', 'skipped'])).catch('warning'),
    ...fields(sentence, 'error', 'cannotContinueMailboxError'),
    warnings: sentences,
    childItems: list,
  }),
);

/** A whole mailbox or drive is represented by its items, and is itself included only if it has a message of its own. */
function itemsIn(values: readonly unknown[]): readonly StatisticsItem[] {
  const items: StatisticsItem[] = [];
  // Not recursive: their depth is not documented.
  const waiting = values.toReversed();
  while (waiting.length > 0 && items.length < MAX_ITEMS) {
    const item = readItem(waiting.pop());
    if (item === undefined) continue;
    const { id, status, childItems } = item;
    const why = item.error ?? item.cannotContinueMailboxError ?? item.warnings[0];
    const isContainer = childItems.length > 0 || CONTAINER_TYPES.has(item.itemRestoreDetailsType);
    if (!isContainer || why !== undefined) items.push({ id, name: item.title ?? item.name ?? '', status, why });
    for (const child of childItems.toReversed()) waiting.push(child);
  }
  return items;
}

/** Version 8 alone. */
const statistics = z
  .object({
    ...fields(count, 'totalItemsCount', 'restoredItemsCount', 'failedItemsCount', 'skippedItemsCount'),
    ...fields(sentences, 'warnings', 'errors'),
    items: list.transform(itemsIn),
  })
  .transform(({ totalItemsCount, restoredItemsCount, failedItemsCount, skippedItemsCount, ...rest }): Statistics => ({
    total: totalItemsCount,
    restored: restoredItemsCount,
    failed: failedItemsCount,
    skipped: skippedItemsCount,
    ...rest,
  }));

const at = (sessionId: string): string => path`/v8/RestoreSessions/${sessionId}`;

type SessionCalls = Pick<Explorer, 'openExplore' | 'session' | 'sessions' | 'stop' | 'statistics' | 'events'>;

export function createSessionCalls(api: ServiceApi): SessionCalls {
  return {
    openExplore(access, request) {
      const { workload, at, scope, showDeleted, showAllVersions, repositoryId, reason } = request;
      const json = {
        // Without it the service opens the latest. Whole seconds, rounded up: a time before the point's own would open
        // the previous one.
        dateTime: at === undefined ? undefined : dateTime(Math.ceil(at / 1_000) * 1_000),
        type: WORKLOADS[workload].sessionType,
        showDeleted,
        showAllVersions,
        scope: scope && fromEcho(scope.echo, 'A scope'),
        repositoryId,
        reason,
      };
      const personal = [reason ?? '', scope?.name ?? '', scope?.detail ?? ''];
      const path = '/v8/Organization/OperatorExplore';
      return api.read(access, { method: 'POST', path, json, limit: 'browse', personal }, session);
    },

    session: (access, sessionId, signal) => api.read(access, { path: at(sessionId), signal }, session),

    sessions(access, { from, ...slice }) {
      const startTimeFrom = from === undefined ? undefined : dateTime(from);
      const query = { startTimeFrom, orderBy: 'CreationTime', orderAsc: false };
      return api.page(access, { path: '/v8/RestoreSessions', query, read: reader(session) }, slice);
    },

    async stop(access, sessionId) {
      await api.send(access, { method: 'POST', path: `${at(sessionId)}/Stop` });
    },

    statistics: (access, sessionId, signal) =>
      api.read(access, { path: `${at(sessionId)}/Statistics`, signal }, statistics),
    events: (access, sessionId, slice, signal) =>
      api.page(access, { path: `${at(sessionId)}/Events`, read: reader(event), signal }, slice),
  };
}
