/** Who is signed in, what they may restore, and its restore points (API, sections B and C1). */
import { z } from 'zod';

import type { RestorePoint, ScopeItem } from '../../restore/model/catalog.ts';
import type { Explorer } from '../../restore/ports.ts';
import { isObject } from '../answers.ts';
import { operatorInfoAnswer } from '../backup-service.ts';
import { echoOf, flag, id, name, optional, readEach, reader, time } from './fields.ts';
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

/** The lists of a scope, and where their elements have their name and address. */
const SCOPE_LISTS: ReadonlyMap<
  string,
  readonly [type: ScopeItem['type'], object: string, name: string, detail: string]
> = new Map([
  ['users', ['User', 'user', 'displayName', 'name']],
  ['sites', ['Site', 'site', 'title', 'url']],
  ['teams', ['Team', 'team', 'displayName', 'mail']],
]);

function readScopeItem(list: string, value: unknown): ScopeItem | undefined {
  const [type, object = '', title = '', address = ''] = SCOPE_LISTS.get(list) ?? [];
  const element = isObject(value) ? value : {};
  const { data: itemId } = id.safeParse(element['id']);
  const about = element[object];
  const echo = echoOf(value);
  if (type === undefined || itemId === undefined || !isObject(about) || echo === undefined) return undefined;
  const detail = name.parse(about[address]) ?? '';
  return { id: itemId, type, name: name.parse(about[title]) ?? detail, detail, echo };
}

type OperatorCalls = Pick<Explorer, 'isOperator' | 'whoAmI' | 'effectiveScope' | 'restorePoints'>;

export function createOperatorCalls(api: ServiceApi): OperatorCalls {
  return {
    async isOperator(access) {
      return (await api.read(access, { path: `${PERSON}/OperatorInfo` }, operatorInfoAnswer)).isOperator;
    },

    whoAmI: (access) => api.read(access, { path: PERSON }, user),

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
            const item = readScopeItem(list, value);
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
