/** Explore sessions: one scope, one workload, one moment. */
import type { ExploreBody } from '../bodies.ts';
import { badParameter, denied, notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import type { SamplePoint } from '../sample-data/restore-points.ts';
import { type ScopeOf, type Scopes, namedIn } from '../scopes.ts';
import type { SignedIn } from '../service-sessions.ts';
import { isTenant } from '../tenant/access.ts';

type SessionType = 'Vex' | 'Veod' | 'Vesp' | 'Vet';

export interface ExploreSession {
  readonly id: string;
  readonly who: SignedIn;
  readonly type: SessionType;
  readonly scope: ScopeOf;
  /** The backup that is looked into, epoch milliseconds; absent: there was none yet, the session is empty. */
  readonly pointAt: number | undefined;
  readonly showDeleted: boolean;
  readonly showAllVersions: boolean;
  readonly reason: string | undefined;
  readonly createdAt: number;
  stoppedAt: number | undefined;
  /** Searches kept for their next pages, by set id. */
  readonly sets: Map<string, readonly unknown[]>;
}

export interface ExploreSessions {
  /** @throws Refused */
  open(who: SignedIn, body: ExploreBody): ExploreSession;
  find(id: string): ExploreSession | undefined;
  /** The one that the path names, open, the caller's, of this type or any, its scope not taken away. @throws Refused */
  opened(call: Call, type?: SessionType): ExploreSession;
  /** Forgets what fits, as if it had timed out long ago. */
  drop(fits: (session: ExploreSession) => boolean): void;
  readonly all: readonly ExploreSession[];
}

export function createExploreSessions(
  scopes: Scopes,
  { now, newId }: { readonly now: () => number; readonly newId: () => string },
): ExploreSessions {
  const sessions = new Map<string, ExploreSession>();

  return {
    open(who, body) {
      const { type, scope: named, dateTime, repositoryId } = body;
      if (type === undefined || type === null) throw badParameter('type: the kind of data is missing.');
      if (named !== undefined && namedIn(named) !== named.id) throw badParameter('scope: two different ids.');
      const usual = isTenant(who) ? scopes.organization(who) : undefined;
      const scope = usual ?? (named === undefined ? scopes.own(who) : scopes.item(who, named.id));
      if (!fitting[scope.points.kind].includes(type)) throw badParameter('type: not for this kind of scope.');
      const requested = dateTime === undefined || dateTime === null ? Infinity : Date.parse(dateTime);
      const points = scopes.points(who, scope);
      const inRepository = points.filter((point) => (repositoryId ?? point.repositoryId) === point.repositoryId);
      if (points.length > 0 && inRepository.length === 0) throw notFound('The repository is not known.');
      const point = inRepository.find((one) => !one.hidden && holds[type](one) && one.at <= requested);
      const session: ExploreSession = {
        id: newId(),
        who,
        type,
        scope,
        pointAt: point?.at,
        showDeleted: body.showDeleted === true,
        showAllVersions: body.showAllVersions === true,
        reason: body.reason,
        createdAt: now(),
        stoppedAt: undefined,
        sets: new Map(),
      };
      sessions.set(session.id, session);
      return session;
    },

    find: (id) => sessions.get(id),

    opened(call, type) {
      const session = sessions.get(call.parameter('restoreSessionId'));
      if (session === undefined) throw notFound('The restore session is not found.');
      checkOwner(call.who, session.who);
      if (session.stoppedAt !== undefined) throw notFound('The restore session has been stopped.');
      if (session.scope.scopeId !== undefined) scopes.item(call.who, session.scope.scopeId);
      if (type !== undefined && session.type !== type)
        throw badParameter('The restore session is for another kind of data.');
      return session;
    },

    drop(fits) {
      for (const session of sessions.values()) if (fits(session)) sessions.delete(session.id);
    },

    get all() {
      return [...sessions.values()];
    },
  };
}

const holds: Readonly<Record<SessionType, (point: SamplePoint) => boolean>> = {
  Vex: ({ isExchange }) => isExchange,
  Veod: ({ isOneDrive }) => isOneDrive,
  Vesp: ({ isSharePoint }) => isSharePoint,
  Vet: ({ isTeams }) => isTeams,
};

const fitting: Readonly<Record<ScopeOf['points']['kind'], readonly SessionType[]>> = {
  user: ['Vex', 'Veod', 'Vesp'],
  site: ['Vesp'],
  team: ['Vet'],
  organization: ['Vex', 'Veod', 'Vesp', 'Vet'],
};

/** @throws Refused unless both are the same person, signed in in the same way */
function checkOwner(who: SignedIn, owner: SignedIn): void {
  if (isSame(who, owner)) return;
  throw denied('The restore session is somebody else’s.');
}

export const isSame = (who: SignedIn, other: SignedIn): boolean =>
  who.userId === other.userId && who.organizationId === other.organizationId && who.path === other.path;
