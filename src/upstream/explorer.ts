/**
 * The backup service's restore endpoints (API, sections B, C, D1, D2): scopes, restore points, sessions, contents and
 * restore calls. Each workload has a file in explorer/.
 */
import { z } from 'zod';

import { MAX_FILE_BYTES } from '../restore/model/export.ts';
import { workloadSchema, type RestorePoint, type ScopeList } from '../restore/model/catalog.ts';
import { onUpstreamError } from '../core/errors.ts';
import type { Entry } from '../restore/model/entry.ts';
import type { Access, Explorer, Page, ServiceSession, Statistics, StatisticsItem } from '../restore/ports.ts';
import type { SessionEvent } from '../restore/model/restore.ts';
import { groupOf, kindRules, rulesOf, type Workload } from '../restore/workloads/index.ts';
import { operatorInfoAnswer } from './backup-service.ts';
import { exchange } from './explorer/exchange.ts';
import { count, dateTime, fields, flag, fromEcho, id, list, name, text } from './explorer/fields.ts';
import { optional, reader, sentence, time, usable, word } from './explorer/fields.ts';
import { oneDrive } from './explorer/onedrive.ts';
import { sharePoint } from './explorer/sharepoint.ts';
import { CompressedScopeList, readScopeList } from './explorer/scope-list.ts';
import { BROWSING, ServiceApi, path, type TimeLimits, type WorkloadApi } from './explorer/service-api.ts';
import { teams } from './explorer/teams.ts';
import type { Http } from './http.ts';

/** A new workload is a file in explorer/ and an entry here. */
const WORKLOADS: Readonly<Record<Workload, WorkloadApi>> = {
  exchange,
  onedrive: oneDrive,
  sharepoint: sharePoint,
  teams,
};

const workloadsWhere = (condition: (api: WorkloadApi) => boolean): readonly Workload[] =>
  workloadSchema.options.filter((workload) => condition(WORKLOADS[workload]));

const PERSON = '/v8/Organization/LoggedInUser';

/** `EffectiveScope` of a whole organization is one answer of tens of megabytes. */
const SCOPE_LIMIT_BYTES = 256 * 1_048_576;

const user = z.object({ id, name });

/** A point whose time is unknown cannot be offered. */
const point = z
  .looseObject({
    id,
    backupTime: time,
    repositoryId: optional(id),
    ...fields(flag, 'isCopy', 'isLongTermCopy', 'isRetrieved'),
  })
  .transform(({ id, backupTime, repositoryId, ...flags }): RestorePoint => {
    const workloads = workloadsWhere(({ pointFlag }) => flags[pointFlag] === true);
    // Not `isDeleted`: such a point was not deleted, it contains data that were.
    const hidden = flags.isCopy || flags.isLongTermCopy || flags.isRetrieved;
    return { id, backupTime, repositoryId, workloads, hidden };
  });
const readPoint = reader(point);

/** A documented word in lower case; for another one `otherwise`, with the word as it is. */
const known = <T extends string>(words: readonly T[], otherwise: T) =>
  text(64).transform((name) => {
    const value = words.find((one) => one === name?.toLowerCase());
    return value === undefined ? { value: otherwise, name } : { value, name: undefined };
  });

const SESSION_KINDS: ReadonlyMap<string, Workload> = new Map(
  workloadSchema.options.map((workload) => [WORKLOADS[workload].sessionType.toLowerCase(), workload]),
);

const session = z
  .object({
    id,
    type: text(64),
    creationTime: time.catch(0),
    endTime: optional(time),
    state: z.string().max(64),
    // An unknown word counts as neither good nor bad news.
    result: known(['success', 'warning', 'failed'], 'warning'),
    ...fields(name, 'initiatedBy', 'scopeName'),
    ...fields(sentence, 'reason', 'details'),
  })
  .transform(({ type = '', creationTime, endTime, state: stateName, result, ...rest }): ServiceSession => {
    const word = stateName.toLowerCase();
    const kind = SESSION_KINDS.get(type.toLowerCase());
    return {
      ...rest,
      kind,
      kindName: kind === undefined ? type : undefined,
      createdAt: creationTime,
      endedAt: endTime,
      // With an unknown word, an end time means an end.
      state: word === 'stopped' || (word !== 'working' && endTime !== undefined) ? 'stopped' : 'working',
      result: result.value,
      stateName: word === 'working' ? undefined : word === 'stopped' ? result.name : stateName,
    };
  });

const event = z
  .object({
    id,
    status: known(['running', 'success', 'warning', 'failed', 'cancelled', 'skipped'], 'warning'),
    ...fields(sentence, 'message', 'title'),
    itemName: name,
    source: sentence,
    startTime: time.catch(0),
    type: word.catch(''),
  })
  .transform(({ message, title, source, startTime, type, status, ...rest }): SessionEvent => ({
    ...rest,
    path: source,
    status: status.value,
    statusName: status.name,
    message: message ?? title ?? '',
    startedAt: startTime,
    isRestore: type === 'restore',
  }));

/** Children of children included; no restore has as many. */
const MAX_ITEMS = 20_000;
const WHOLES: ReadonlySet<string> = new Set(Object.values(WORKLOADS).flatMap(({ wholes }) => wholes));

const sentences = list.transform(usable(sentence));

const readItem = reader(
  z.object({
    id: optional(id),
    ...fields(name, 'name', 'title'),
    path: sentence,
    ...fields(word.catch(''), 'itemRestoreDetailsType', 'itemType'),
    status: word.pipe(z.enum(['failed', 'warning', 'success', 'skipped'])).catch('warning'),
    ...fields(sentence, 'error', 'cannotContinueMailboxError'),
    warnings: sentences,
    childItems: list,
  }),
);

/** A whole, such as a mailbox, is represented by its items, and is itself included only if it has a message of its own. */
function itemsIn(values: readonly unknown[]): readonly StatisticsItem[] {
  const items: StatisticsItem[] = [];
  // Not recursive: their depth is not documented.
  const waiting = values.toReversed();
  while (waiting.length > 0 && items.length < MAX_ITEMS) {
    const item = readItem(waiting.pop());
    if (item === undefined) continue;
    const { id, path, status, childItems } = item;
    const why = item.error ?? item.cannotContinueMailboxError ?? item.warnings[0];
    const isContainer =
      childItems.length > 0 || [item.itemRestoreDetailsType, item.itemType].some((type) => WHOLES.has(type));
    if (!isContainer || why !== undefined) items.push({ id, name: item.title ?? item.name ?? '', path, status, why });
    for (const child of childItems.toReversed()) waiting.push(child);
  }
  return items;
}

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

/** Of a search: more sites are rare in what one person restores. */
const MAX_NAMED = 5;

const sessionPath = (sessionId: string): string => path`/v8/RestoreSessions/${sessionId}`;

const RESTORE_ANSWER_BYTES = 65_536;
/** 2,000 items, each with a long message. */
const STATISTICS_BYTES = 8 * 1_048_576;
const restoreAnswer = z.object({ sessionId: id });

export function createExplorer({
  http,
  timeLimits = {},
}: {
  readonly http: Http;
  readonly timeLimits?: Partial<TimeLimits>;
}): Explorer {
  const api = new ServiceApi(http, timeLimits);

  /** With the names of the first few of what holds the entries, where they can be told. */
  async function withHolders(
    access: Access,
    { holder }: WorkloadApi,
    exploreId: string,
    page: Page<Entry>,
  ): Promise<Page<Entry>> {
    if (holder === undefined) return page;
    const ids = [...new Set(page.results.map(({ containerId }) => containerId))].slice(0, MAX_NAMED);
    const found = await Promise.all(
      ids.map((id) => api.all(access, { ...holder(exploreId, id), limit: 'browse' }).catch(onUpstreamError(() => []))),
    );
    const names = new Map(found.flat().map(({ id, name }) => [id, name]));
    const results = page.results.map((entry) => ({ ...entry, containerName: names.get(entry.containerId) }));
    return { ...page, results };
  }

  return {
    isOperator: (access) => api.read(access, { path: `${PERSON}/OperatorInfo` }, operatorInfoAnswer),

    whoAmI: (access) => api.read(access, { path: PERSON }, user),

    async effectiveScope(access) {
      // Replaced by the scope of the last attempt.
      let scope: ScopeList = new CompressedScopeList();
      await api.send(access, {
        path: `${PERSON}/EffectiveScope`,
        limit: 'scope',
        sizeLimitBytes: SCOPE_LIMIT_BYTES,
        async takeBody(body) {
          scope = await readScopeList(body);
        },
      });
      return scope;
    },

    restorePoints(access, scopeId) {
      const query = { rbacItem: scopeId, isCopy: false };
      return api.list(access, { path: `${PERSON}/RestorePoints`, query, limit: 'browse', read: readPoint });
    },

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

    session: (access, sessionId, signal) => api.read(access, { path: sessionPath(sessionId), signal }, session),

    sessions(access, { from, ...slice }) {
      const startTimeFrom = from === undefined ? undefined : dateTime(from);
      const query = { startTimeFrom, orderBy: 'CreationTime', orderAsc: false };
      return api.page(access, { path: '/v8/RestoreSessions', query, read: reader(session) }, slice);
    },

    async stop(access, sessionId) {
      await api.send(access, { method: 'POST', path: `${sessionPath(sessionId)}/Stop` });
    },

    statistics: (access, sessionId, signal) =>
      api.read(
        access,
        { path: `${sessionPath(sessionId)}/Statistics`, sizeLimitBytes: STATISTICS_BYTES, signal },
        statistics,
      ),
    events: (access, sessionId, slice, signal) =>
      api.page(access, { path: `${sessionPath(sessionId)}/Events`, read: reader(event), signal }, slice),

    containers: async (access, workload, exploreId) =>
      api.all(access, { ...WORKLOADS[workload].containers(exploreId), limit: 'browse' }),
    folders: (access, at, slice, signal) => api.joined(access, WORKLOADS[at.workload].folders(at), slice, signal),
    items: (access, at, slice, signal) => api.joined(access, WORKLOADS[at.workload].items(at), slice, signal),

    async search(access, { workload, ...place }, which, text, slice, signal) {
      if (place.folder !== undefined && place.containerId === undefined) {
        throw new Error('A folder is searched in its container.');
      }
      const { query = {}, ...listing } = WORKLOADS[workload].search(place, which, text);
      const call = {
        method: 'POST',
        json: { query: text },
        ...listing,
        query: 'setId' in query ? { ...query, setId: slice.setId } : query,
        isSafe: true,
        signal,
        ...BROWSING,
        // The text as a whole and the values in it: names, addresses and subjects of people.
        personal: [text, ...text.split(/[\s"():]+/)].filter((part) => part !== ''),
      } as const;
      return withHolders(access, WORKLOADS[workload], place.exploreId, await api.page(access, call, slice));
    },

    async versions(access, workload, exploreId, entry) {
      const listing = WORKLOADS[workload].versions?.(exploreId, entry);
      return listing === undefined ? [] : api.all(access, { ...listing, limit: 'browse' });
    },

    async save(access, { exploreId, workload, entry }, take, signal) {
      const endpoint = WORKLOADS[workload].save?.(exploreId, entry);
      if (endpoint === undefined) throw new Error('The workload has nothing to download.');
      await api.send(access, {
        method: 'POST',
        ...endpoint,
        limit: 'download',
        sizeLimitBytes: MAX_FILE_BYTES,
        isOnce: true,
        signal,
        personal: [entry.title],
        takeBody: take,
      });
    },

    async restore(access, request) {
      const { workload, containerId, entries, options, reason } = request;
      if (entries.length === 0) throw new Error('There is nothing to restore.');
      const groups = new Set(entries.map((entry) => groupOf(workload, entry)));
      const isOne = groups.size === 1 && entries.every((entry) => entry.containerId === containerId);
      if (!isOne || entries.some((entry) => kindRules(workload, entry).restores !== 'itself')) {
        throw new Error('A restore call takes items of one group, and no folders.');
      }
      if (rulesOf(workload).options.some(({ kind, name }) => kind !== 'text' && options[name] === undefined)) {
        throw new Error('An option of the workload is missing.');
      }
      const call = {
        method: 'POST',
        ...WORKLOADS[workload].restore(request),
        limit: 'restore',
        sizeLimitBytes: RESTORE_ANSWER_BYTES,
        personal: [reason, ...entries.map(({ title }) => title)],
      } as const;
      return api.read(access, call, restoreAnswer);
    },
  };
}
