/** Searches whose result is kept under a set id for the next pages. */
import { type SearchBody, readBody } from '../bodies.ts';
import type { ExploreSession } from './explore-sessions.ts';
import { pageOf } from '../paging.ts';
import type { Criteria } from '../query/criteria.ts';
import { compileQuery } from '../query/language.ts';
import { badParameter } from '../refused.ts';
import type { Call, RouteAnswer } from '../router.ts';
import type { ServiceState } from '../service-state.ts';

const KEPT_SETS = 20;

/** @throws Refused for a malformed query, or a set that is not of this session */
export function searched<T>(
  call: Call,
  session: ExploreSession,
  around: {
    readonly entries: () => Iterable<T>;
    readonly criteria: Criteria<T>;
    readonly one: (entry: T) => object;
    readonly state: Pick<ServiceState, 'now' | 'newId'>;
  },
): RouteAnswer {
  const { query = '' } = readBody(call) as SearchBody;
  const test = compileQuery(query, around.criteria, around.state.now());
  const asked = call.query.get('setId');
  if (asked !== null) {
    const kept = session.sets.get(asked);
    if (kept === undefined) throw badParameter('setId: there is no such set in this session.');
    return pageOf(call, kept as readonly T[], around.one, asked);
  }
  const found = Iterator.from(around.entries()).filter(test).toArray();
  const setId = around.state.newId();
  session.sets.set(setId, found);
  const [oldest] = session.sets.keys();
  if (session.sets.size > KEPT_SETS && oldest !== undefined) session.sets.delete(oldest);
  return pageOf(call, found, around.one, setId);
}
