/** `Organization/LoggedInUser`: the person, their scope and restore points. */
import { flag } from './paging.ts';
import type { Route } from './router.ts';
import type { ServiceState } from './service-state.ts';

const BASE = '/v8/Organization/LoggedInUser';

/** The two of these that identify the person. */
export const WHO_AM_I: readonly Route[] = [
  {
    method: 'GET',
    pattern: BASE,
    answer: ({ who: { userId, userName } }) => ({ status: 200, body: { id: userId, name: userName } }),
  },
  {
    method: 'GET',
    pattern: `${BASE}/OperatorInfo`,
    answer: ({ who: { isOperator } }) => ({ status: 200, body: { isOperator, _links: {} } }),
  },
];

export function scopeRoutes({ scopes }: ServiceState): readonly Route[] {
  return [
    {
      method: 'GET',
      pattern: `${BASE}/EffectiveScope`,
      answer: ({ who }) => ({ status: 200, pieces: scopes.effectiveScope(who) }),
    },
    {
      method: 'GET',
      pattern: `${BASE}/RestorePoints`,
      answer({ who, query }) {
        const scopeId = query.get('rbacItem');
        const copies = flag(query, 'isCopy');
        const points = scopes.points(who, scopeId === null ? scopes.own(who) : scopes.item(who, scopeId));
        const selected = points.filter(({ body }) => copies === undefined || body['isCopy'] === copies);
        return { status: 200, body: selected.map(({ body }) => body) };
      },
    },
  ];
}
