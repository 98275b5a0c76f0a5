/** Who is signed in, what they may restore, and its restore points (API, sections B and C1). */
import { z } from 'zod';

import type { RestorePoint, ScopeItem } from '../../restore/model/catalog.ts';
import type { Explorer } from '../../restore/ports.ts';
import { operatorInfoAnswer } from '../backup-service.ts';
import { echoOf, flag, id, name, optional, readEach, reader, time } from './fields.ts';
import type { Read } from './fields.ts';
import { ListSplitter } from './list-splitter.ts';
import { ScopeListBuilder } from './scope-list.ts';
import type { ServiceApi } from './service-api.ts';
import { workloadsWhere } from './workloads.ts';

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
    isCopy: flag,
    isLongTermCopy: flag,
    isRetrieved: flag,
    isDeleted: flag,
  })
  .transform((answer): RestorePoint => ({
    id: answer.id,
    backupTime: answer.backupTime,
    repositoryId: answer.repositoryId,
    workloads: workloadsWhere(({ pointFlag }) => answer[pointFlag] === true),
    hidden: answer.isCopy || answer.isLongTermCopy || answer.isRetrieved || answer.isDeleted,
  }));
const points = z.array(z.unknown()).transform((values) => readEach(reader(point), values));

type ScopeFields = readonly [id: string, title: string | undefined, address: string | undefined];

const scopeItem =
  (type: ScopeItem['type'], fields: z.ZodType<ScopeFields>): Read<ScopeItem> =>
  (value) => {
    const { data } = fields.safeParse(value);
    const echo = echoOf(value);
    if (data === undefined || echo === undefined) return undefined;
    const [id, title, address = ''] = data;
    return { id, type, name: title ?? address, detail: address, echo };
  };

const SCOPE_LISTS: ReadonlyMap<string, Read<ScopeItem>> = new Map([
  [
    'users',
    scopeItem(
      'User',
      z
        .object({ id, user: z.object({ displayName: name, name }) })
        .transform(({ id, user }) => [id, user.displayName, user.name] as const),
    ),
  ],
  [
    'sites',
    scopeItem(
      'Site',
      z
        .object({ id, site: z.object({ title: name, url: name }) })
        .transform(({ id, site }) => [id, site.title, site.url] as const),
    ),
  ],
  [
    'teams',
    scopeItem(
      'Team',
      z
        .object({ id, team: z.object({ displayName: name, mail: name }) })
        .transform(({ id, team }) => [id, team.displayName, team.mail] as const),
    ),
  ],
]);

type OperatorCalls = Pick<Explorer, 'isOperator' | 'whoAmI' | 'effectiveScope' | 'restorePoints'>;

export function createOperatorCalls(api: ServiceApi): OperatorCalls {
  return {
    async isOperator(access) {
      const call = { path: `${PERSON}/OperatorInfo`, limit: 'turn' } as const;
      return (await api.read(access, call, operatorInfoAnswer)).isOperator;
    },

    whoAmI: (access) => api.read(access, { path: PERSON, limit: 'turn' }, user),

    async effectiveScope(access) {
      let builder = new ScopeListBuilder();
      await api.send(access, {
        path: `${PERSON}/EffectiveScope`,
        limit: 'scope',
        sizeLimitBytes: SCOPE_LIMIT_BYTES,
        // Element by element: neither the text nor its objects are ever held whole.
        async takeBody(body) {
          // A retried call begins again.
          builder = new ScopeListBuilder();
          const splitter = new ListSplitter(new Set(SCOPE_LISTS.keys()), (list, value) => {
            const item = SCOPE_LISTS.get(list)?.(value);
            if (item !== undefined) builder.add(item);
          });
          for await (const chunk of body) splitter.take(chunk);
          splitter.end();
        },
      });
      return builder.done();
    },

    restorePoints(access, scopeId) {
      const call = { path: `${PERSON}/RestorePoints`, query: { rbacItem: scopeId }, limit: 'browse' } as const;
      return api.read(access, call, points);
    },
  };
}
