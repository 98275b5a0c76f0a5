/** The backup service's restore endpoints (API, sections B, C, D1, D2): one file a subject or workload in explorer/. */
import { z } from 'zod';

import type { Explorer } from '../restore/ports.ts';
import type { Workload } from '../restore/model/catalog.ts';
import { TIME_LIMITS, createCalls, quotable } from './explorer/call.ts';
import type { TimeLimits } from './explorer/call.ts';
import type { Wire } from './explorer/entry.ts';
import { exchange } from './explorer/exchange.ts';
import { id } from './explorer/fields.ts';
import { createLoggedInCalls } from './explorer/logged-in.ts';
import { oneDrive, readVersion, versionsOf } from './explorer/onedrive.ts';
import { askAll, askPage } from './explorer/page.ts';
import { createScopeCall } from './explorer/scope.ts';
import { createSessionCalls } from './explorer/sessions.ts';
import type { Http } from './http.ts';

export interface ExplorerDependencies {
  readonly http: Http;
  readonly timeLimits?: Partial<TimeLimits> | undefined;
}

const WIRES: Readonly<Record<Workload, Wire>> = { exchange, onedrive: oneDrive };

/** It holds one id. */
const RESTORE_ANSWER_BYTES = 65_536;
const restoreAnswer = z.object({ sessionId: id });

export function createExplorer({ http, timeLimits = {} }: ExplorerDependencies): Explorer {
  const calls = createCalls(http, { ...TIME_LIMITS, ...timeLimits });

  return {
    ...createLoggedInCalls(calls),
    ...createScopeCall(calls),
    ...createSessionCalls(calls),

    async containers(access, workload, exploreId, signal) {
      const { containers, readContainer } = WIRES[workload];
      return askAll(calls, access, { method: 'GET', ...containers(exploreId), signal }, readContainer);
    },

    async folders(access, at, slice, signal) {
      const { folders, readFolder } = WIRES[at.workload];
      return askPage(calls, access, { method: 'GET', ...folders(at), signal }, slice, readFolder(at.containerId));
    },

    async items(access, at, slice, signal) {
      const { items, readItem } = WIRES[at.workload];
      const address = items(at);
      if (address === undefined) return { results: [], more: false };
      return askPage(calls, access, { method: 'GET', ...address, signal }, slice, readItem(at.containerId));
    },

    async search(access, { workload, ...place }, query, slice, signal) {
      if (place.folderId !== undefined && place.containerId === undefined) {
        throw new Error('A folder is searched in its container.');
      }
      const { search, readItem } = WIRES[workload];
      const { path, query: options } = search(place);
      return askPage(
        calls,
        access,
        {
          method: 'POST',
          path,
          query: { ...options, setId: slice.setId },
          json: { query },
          isSafe: true,
          personal: quotable(query),
          signal,
        },
        slice,
        readItem(place.containerId),
      );
    },

    async versions(access, exploreId, document, signal) {
      const call = { method: 'GET', ...versionsOf(exploreId, document), signal } as const;
      return askAll(calls, access, call, readVersion(document));
    },

    async restore(access, request, signal) {
      const { workload, containerId, entries, reason } = request;
      if (entries.length === 0) throw new Error('There is nothing to restore.');
      if (entries.some((entry) => entry.kind === 'folder' || entry.containerId !== containerId)) {
        throw new Error('A restore call takes items of one container, and no folders.');
      }
      const titles = entries.map(({ title }) => title);
      return calls.ask(
        access,
        {
          method: 'POST',
          ...WIRES[workload].restore(request),
          limit: 'restore',
          sizeLimitBytes: RESTORE_ANSWER_BYTES,
          personal: [reason, ...titles],
          signal,
        },
        restoreAnswer,
      );
    },
  };
}
