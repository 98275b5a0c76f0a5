/** `RestoreSessions`: the list, one, Stop, Statistics, Events. */
import { type ExploreBody, readBody } from '../bodies.ts';
import { flag, oneOf, pageOf } from '../paging.ts';
import { badParameter, denied, notFound } from '../refused.ts';
import type { Call, Route } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import type { SignedIn } from '../service-sessions.ts';
import { isTenant } from '../tenant/access.ts';
import { isSame } from './explore-sessions.ts';
import { type Shown, eventBodies, sessionBody, statisticsBody } from './views.ts';

const ONE = '/v8/RestoreSessions/{restoreSessionId}';
const TIMES = ['startTimeFrom', 'startTimeTo', 'endTimeFrom', 'endTimeTo'] as const;

export function sessionRoutes(state: ServiceState): readonly Route[] {
  const { explores, runs } = state;

  /** Restores of their own, and explore sessions with those that go under the same id. */
  function shown(): readonly Shown[] {
    const all = runs.of();
    const own = all
      .filter(({ sessionId, explore }) => sessionId !== explore.id)
      .map((run): Shown => ({
        id: run.sessionId,
        explore: run.explore,
        runs: [run],
        createdAt: run.startedAt,
        endedAt: run.endedAt,
      }));
    return [...own, ...explores.all.map((explore) => exploreShown(explore.id)).filter((one) => one !== undefined)];
  }

  function exploreShown(id: string): Shown | undefined {
    const explore = explores.find(id);
    if (explore === undefined) return undefined;
    const own = runs.of(id);
    const working = own.some(({ endedAt }) => endedAt === undefined);
    const last = own.reduce((latest, run) => Math.max(latest, run.endedAt ?? 0), 0);
    const endedAt = working || explore.stoppedAt === undefined ? undefined : Math.max(explore.stoppedAt, last);
    return { id, explore, runs: own, createdAt: explore.createdAt, endedAt };
  }

  function find(call: Call): Shown {
    const id = call.parameter('restoreSessionId');
    const found = shown().find((one) => one.id === id);
    if (found === undefined) throw notFound('The restore session is not found.');
    checkOrganization(call.who, found.explore.who);
    return found;
  }

  const opens = (pattern: string): Route => ({
    method: 'POST',
    pattern,
    answer(call) {
      const { id } = explores.open(call.who, readBody(call) as ExploreBody);
      const opened = exploreShown(id);
      if (opened === undefined) throw notFound('The restore session is not found.');
      return { status: 201, body: sessionBody(opened) };
    },
  });

  /** Operators see those of the whole organization. */
  const isListed = (who: SignedIn, owner: SignedIn): boolean =>
    isTenant(who) && state.tenant.listedSessions === 'own'
      ? isSame(who, owner)
      : who.organizationId === owner.organizationId;

  return [
    opens('/v8/Organization/OperatorExplore'),
    opens('/v8/Organization/Explore'),
    {
      method: 'GET',
      pattern: '/v8/RestoreSessions',
      answer(call) {
        const listed = shown().filter(({ explore }) => isListed(call.who, explore.who));
        return pageOf(call, inOrder(call, listed.filter(between(call))), sessionBody);
      },
    },
    { method: 'GET', pattern: ONE, answer: (call) => ({ status: 200, body: sessionBody(find(call)) }) },
    {
      method: 'POST',
      pattern: `${ONE}/Stop`,
      answer(call) {
        const { id, explore } = find(call);
        runs.stop(id);
        // An organization's restores end with the session they were started from.
        if (isTenant(explore.who)) runs.stopFrom(id);
        if (id === explore.id) explore.stoppedAt ??= state.now();
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/Statistics`,
      answer: (call) => ({ status: 200, body: statisticsBody(find(call)) }),
    },
    {
      method: 'GET',
      pattern: `${ONE}/Events`,
      answer: (call) => pageOf(call, eventBodies(find(call)), (event) => event),
    },
    {
      method: 'GET',
      pattern: `${ONE}/Events/{eventId}`,
      answer(call) {
        const event = eventBodies(find(call)).find(({ id }) => id === call.parameter('eventId'));
        if (event === undefined) throw notFound('The event is not found.');
        return { status: 200, body: event };
      },
    },
    {
      method: 'GET',
      pattern: `${ONE}/organization`,
      answer(call) {
        const { who } = find(call).explore;
        const body = { id: who.organizationId, name: who.organizationName, type: 'Office365', _links: {} };
        return { status: 200, body };
      },
    },
  ];
}

/** The API's document does not promise that others' sessions are hidden, or cannot be stopped. @throws Refused */
function checkOrganization(who: SignedIn, owner: SignedIn): void {
  if (who.organizationId !== owner.organizationId) throw denied('The restore session is another organization’s.');
}

function between({ query }: Call): (one: Shown) => boolean {
  const [startFrom, startTo, endFrom, endTo] = TIMES.map((name) => {
    const text = query.get(name);
    const moment = text === null ? undefined : Date.parse(text);
    if (Number.isNaN(moment)) throw badParameter(`${name} is not a date.`);
    return moment;
  });
  return ({ createdAt, endedAt }) =>
    createdAt >= (startFrom ?? -Infinity) &&
    createdAt <= (startTo ?? Infinity) &&
    (endedAt ?? Infinity) >= (endFrom ?? -Infinity) &&
    (endTo === undefined || (endedAt ?? Infinity) <= endTo);
}

function inOrder({ query }: Call, sessions: readonly Shown[]): readonly Shown[] {
  const by = oneOf(query, 'orderBy', ['CreationTime', 'EndTime']);
  const moment = (one: Shown): number => (by === 'CreationTime' ? one.createdAt : (one.endedAt ?? Infinity));
  const sign = flag(query, 'orderAsc') === true ? 1 : -1;
  return sessions.toSorted((one, other) => (moment(one) === moment(other) ? 0 : sign * (moment(one) - moment(other))));
}
