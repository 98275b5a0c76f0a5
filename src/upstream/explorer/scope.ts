/** The objects an operator may restore (API, section B): one answer, of tens of megabytes for a whole organization. */
import { z } from 'zod';

import { UpstreamError } from '../../core/errors.ts';
import type { Explorer } from '../../restore/ports.ts';
import type { ScopeItem } from '../../restore/model/catalog.ts';
import { ScopeListBuilder } from './scope-list.ts';
import { isObject } from '../json-answer.ts';
import { UPSTREAM } from './call.ts';
import type { Calls } from './call.ts';
import { echoOf } from './entry.ts';
import { id, name } from './fields.ts';
import { createListSplitter } from './list-splitter.ts';

const SIZE_LIMIT_BYTES = 256 * 1_048_576;

const LISTS: ReadonlyMap<string, ScopeItem['type']> = new Map([
  ['users', 'User'],
  ['sites', 'Site'],
  ['teams', 'Team'],
]);

type Told = Pick<ScopeItem, 'id' | 'name' | 'detail'>;

const user = z
  .object({ id, user: z.object({ displayName: name, name }) })
  .transform(({ id, user }): Told => ({ id, name: user.displayName ?? user.name ?? '', detail: user.name ?? '' }));
const site = z
  .object({ id, site: z.object({ title: name, url: name }) })
  .transform(({ id, site }): Told => ({ id, name: site.title ?? site.url ?? '', detail: site.url ?? '' }));
const team = z
  .object({ id, team: z.object({ displayName: name, mail: name }) })
  .transform(({ id, team }): Told => ({ id, name: team.displayName ?? team.mail ?? '', detail: team.mail ?? '' }));

const SHAPES: Readonly<Record<ScopeItem['type'], z.ZodType<Told>>> = { User: user, Site: site, Team: team };

function readScopeItem(type: ScopeItem['type'], value: unknown): ScopeItem | undefined {
  const { data } = SHAPES[type].safeParse(value);
  const echo = isObject(value) ? echoOf(value) : undefined;
  return data === undefined || echo === undefined ? undefined : { ...data, type, echo };
}

/** Taken in as it comes, element by element: neither its text nor its objects are ever held whole. */
export function createScopeCall(calls: Calls): Pick<Explorer, 'effectiveScope'> {
  return {
    async effectiveScope(access, signal) {
      let builder = new ScopeListBuilder();
      await calls.tell(access, {
        method: 'GET',
        path: '/v8/Organization/LoggedInUser/EffectiveScope',
        limit: 'scope',
        sizeLimitBytes: SIZE_LIMIT_BYTES,
        signal,
        async takeBody(body) {
          // A repeated call begins anew.
          builder = new ScopeListBuilder();
          const splitter = createListSplitter(new Set(LISTS.keys()), (list, value) => {
            const type = LISTS.get(list);
            const item = type === undefined ? undefined : readScopeItem(type, value);
            if (item !== undefined) builder.add(item);
          });
          for await (const piece of body) {
            const fault = splitter.take(piece);
            if (fault !== undefined) throw new UpstreamError(UPSTREAM, fault);
          }
          const fault = splitter.end();
          if (fault !== undefined) throw new UpstreamError(UPSTREAM, fault);
        },
      });
      return builder.done();
    },
  };
}
