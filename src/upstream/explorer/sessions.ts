/** Explore and restore sessions: opened, followed, stopped (API, sections C2 and C3). */
import { z } from 'zod';

import type { ExploreRequest, Explorer, ServiceSession, SessionEvent } from '../../restore/ports.ts';
import type { Workload } from '../../restore/model/catalog.ts';
import { path } from './call.ts';
import type { Calls } from './call.ts';
import { fromEcho } from './entry.ts';
import { dateTime, id, name, optionalWord, sentence, time, word } from './fields.ts';
import { askPage } from './page.ts';
import { statisticsAnswer } from './statistics.ts';

const TYPES: Readonly<Record<Workload, string>> = { exchange: 'Vex', onedrive: 'Veod' };
const WORKLOADS: ReadonlyMap<string | undefined, Workload> = new Map([
  ['vex', 'exchange'],
  ['veod', 'onedrive'],
]);
const RESULTS: ReadonlyMap<string | undefined, ServiceSession['result']> = new Map([
  ['success', 'success'],
  ['failed', 'failed'],
]);
const EVENT_STATUSES: readonly SessionEvent['status'][] = [
  'running',
  'success',
  'warning',
  'failed',
  'cancelled',
  'skipped',
];

const sessionAnswer = z
  .object({
    id,
    type: optionalWord,
    creationTime: time,
    endTime: time,
    state: word,
    result: optionalWord,
    initiatedBy: name,
    scopeName: name,
    reason: sentence,
    details: sentence,
  })
  .transform(({ id, type, creationTime, endTime, state, result, ...told }): ServiceSession => ({
    ...told,
    id,
    workload: WORKLOADS.get(type),
    createdAt: creationTime ?? 0,
    endedAt: endTime,
    // A word that is new to us: an end that is told is an end.
    state: state === 'stopped' || (state !== 'working' && endTime !== undefined) ? 'stopped' : 'working',
    // Neither good nor bad news may be made of a word that is new to us.
    result: RESULTS.get(result) ?? 'warning',
  }));

const eventAnswer = z
  .object({
    id,
    status: optionalWord,
    message: sentence,
    title: sentence,
    itemName: name,
    startTime: time,
    type: optionalWord,
  })
  .transform(({ id, status, message, title, itemName, startTime, type }): SessionEvent => ({
    id,
    status: EVENT_STATUSES.find((known) => known === status) ?? 'warning',
    message: message ?? title ?? '',
    itemName,
    startedAt: startTime ?? 0,
    isRestore: type === 'restore',
  }));

const at = (sessionId: string): string => path`/v8/RestoreSessions/${sessionId}`;

/** A point opened a moment before its own time would be the one before it: whole seconds, rounded up. */
const pointInTime = (epoch: number): string => dateTime(Math.ceil(epoch / 1_000) * 1_000);

function exploreBody({ workload, at, repositoryId, scope, showDeleted, showAllVersions, reason }: ExploreRequest) {
  return {
    // Without it the service opens the latest.
    dateTime: at === undefined ? undefined : pointInTime(at),
    type: TYPES[workload],
    showDeleted,
    showAllVersions,
    scope: scope === undefined ? undefined : fromEcho(scope.echo, 'A scope'),
    repositoryId,
    reason,
  };
}

type SessionCalls = Pick<Explorer, 'openExplore' | 'session' | 'sessions' | 'stop' | 'statistics' | 'events'>;

export function createSessionCalls(calls: Calls): SessionCalls {
  return {
    async openExplore(access, request, signal) {
      const { scope, reason = '' } = request;
      return calls.ask(
        access,
        {
          method: 'POST',
          path: '/v8/Organization/OperatorExplore',
          json: exploreBody(request),
          limit: 'browse',
          personal: [reason, scope?.name ?? '', scope?.detail ?? ''],
          signal,
        },
        sessionAnswer,
      );
    },

    async session(access, sessionId, signal) {
      return calls.ask(access, { method: 'GET', path: at(sessionId), limit: 'turn', signal }, sessionAnswer);
    },

    async sessions(access, { from, ...slice }, signal) {
      const query = {
        startTimeFrom: from === undefined ? undefined : dateTime(from),
        orderBy: 'CreationTime',
        orderAsc: false,
      };
      const call = { method: 'GET', path: '/v8/RestoreSessions', query, limit: 'turn', signal } as const;
      return askPage(calls, access, call, slice, (value) => sessionAnswer.safeParse(value).data);
    },

    async stop(access, sessionId, signal) {
      await calls.tell(access, { method: 'POST', path: `${at(sessionId)}/Stop`, limit: 'turn', signal });
    },

    async statistics(access, sessionId, signal) {
      const call = { method: 'GET', path: `${at(sessionId)}/Statistics`, limit: 'turn', signal } as const;
      return calls.ask(access, call, statisticsAnswer);
    },

    async events(access, sessionId, slice, signal) {
      const call = { method: 'GET', path: `${at(sessionId)}/Events`, limit: 'turn', signal } as const;
      return askPage(calls, access, call, slice, (value) => eventAnswer.safeParse(value).data);
    },
  };
}
