/** The backup service's restore endpoints (API, sections B, C, D1, D2). Each workload has a file in explorer/. */
import { z } from 'zod';

import type { RestorePoint } from '../restore/model/catalog.ts';
import type { Explorer } from '../restore/ports.ts';
import { operatorInfoAnswer } from './backup-service.ts';
import { fields, flag, id, name, optional, readEach, reader, time } from './explorer/fields.ts';
import { versionsOf } from './explorer/onedrive.ts';
import { ScopeListBuilder, readScopeList } from './explorer/scope-list.ts';
import { ServiceApi, type TimeLimits } from './explorer/service-api.ts';
import { createSessionCalls } from './explorer/sessions.ts';
import { WORKLOADS, workloadsWhere } from './explorer/workloads.ts';
import type { Http } from './http.ts';

const PERSON = '/v8/Organization/LoggedInUser';

/** `EffectiveScope` of a whole organization is one answer of tens of megabytes. */
const SCOPE_LIMIT_BYTES = 256 * 1_048_576;

const user = z.object({ id, name }).transform(({ id, name = '' }) => ({ id, name }));

/** A point whose time is unknown cannot be offered. */
const point = z
  .looseObject({
    id,
    backupTime: time,
    repositoryId: optional(id),
    ...fields(flag, 'isCopy', 'isLongTermCopy', 'isRetrieved', 'isDeleted'),
  })
  .transform(({ id, backupTime, repositoryId, ...flags }): RestorePoint => {
    const workloads = workloadsWhere(({ pointFlag }) => flags[pointFlag] === true);
    const hidden = flags.isCopy || flags.isLongTermCopy || flags.isRetrieved || flags.isDeleted;
    return { id, backupTime, repositoryId, workloads, hidden };
  });
const points = z.array(z.unknown()).transform((values) => readEach(reader(point), values));

/** It contains one id. */
const RESTORE_ANSWER_BYTES = 65_536;
const restoreAnswer = z.object({ sessionId: id });

export function createExplorer({
  http,
  timeLimits = {},
}: {
  readonly http: Http;
  readonly timeLimits?: Partial<TimeLimits>;
}): Explorer {
  const api = new ServiceApi(http, timeLimits);

  return {
    ...createSessionCalls(api),

    async isOperator(access) {
      return (await api.read(access, { path: `${PERSON}/OperatorInfo` }, operatorInfoAnswer)).isOperator;
    },

    whoAmI: (access) => api.read(access, { path: PERSON }, user),

    async effectiveScope(access) {
      // Replaced by the scope of the last attempt.
      let scope = new ScopeListBuilder().done();
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

    restorePoints: (access, scopeId) =>
      api.read(access, { path: `${PERSON}/RestorePoints`, query: { rbacItem: scopeId }, limit: 'browse' }, points),
    containers: async (access, workload, exploreId) =>
      api.all(access, { ...WORKLOADS[workload].containers(exploreId), limit: 'browse' }),
    folders: async (access, at, slice) =>
      api.page(access, { ...WORKLOADS[at.workload].folders(at), limit: 'browse' }, slice),

    async items(access, at, slice) {
      const listing = WORKLOADS[at.workload].items(at);
      if (listing === undefined) return { results: [], more: false };
      return api.page(access, { ...listing, limit: 'browse' }, slice);
    },

    async search(access, { workload, ...place }, text, slice) {
      if (place.folderId !== undefined && place.containerId === undefined) {
        throw new Error('A folder is searched in its container.');
      }
      const listing = WORKLOADS[workload].search(place);
      const call = {
        method: 'POST',
        ...listing,
        query: { ...listing.query, setId: slice.setId },
        json: { query: text },
        isSafe: true,
        limit: 'browse',
        // The text as a whole and the values in it: names, addresses and subjects of people.
        personal: [text, ...text.split(/[\s"():]+/)].filter((part) => part !== ''),
      } as const;
      return api.page(access, call, slice);
    },

    versions: async (access, exploreId, document) =>
      api.all(access, { ...versionsOf(exploreId, document), limit: 'browse' }),

    async restore(access, request) {
      const { workload, containerId, entries, reason } = request;
      if (entries.length === 0) throw new Error('There is nothing to restore.');
      if (entries.some((entry) => entry.kind === 'folder' || entry.containerId !== containerId)) {
        throw new Error('A restore call takes items of one container, and no folders.');
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
