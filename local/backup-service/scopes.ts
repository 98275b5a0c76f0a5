/** The data a person may see: the `EffectiveScope` of operators, and everybody's own. */
import type { ScopeBody } from './bodies.ts';
import { denied, notFound } from './refused.ts';
import { EXTRA_SITE, EXTRA_TEAM, extra, extraNumber, numberIn } from './sample-data/colleagues.ts';
import type { PointsOf, SamplePoint } from './sample-data/restore-points.ts';
import type { Owner, ScopeSite, ScopeTeam } from './sample-data/types.ts';
import type { SampleWorld } from './sample-data/world.ts';
import type { SignedIn } from './service-sessions.ts';

/** The subject of a session. */
export interface ScopeOf {
  /** Of the scope item; absent: the person's own data. */
  readonly scopeId?: string | undefined;
  readonly name: string;
  readonly points: PointsOf;
  readonly owner?: Owner | undefined;
  readonly site?: ScopeSite | undefined;
  readonly team?: ScopeTeam | undefined;
  /** Everything in the organization. */
  readonly isOrganization?: true | undefined;
}

export interface Scopes {
  /** JSON text, in pieces. */
  effectiveScope(who: SignedIn): Iterable<string>;
  /** @throws Refused for an item outside the person's scope */
  item(who: SignedIn, scopeId: string): ScopeOf;
  /** @throws Refused where nothing of the person's own is backed up */
  own(who: SignedIn): ScopeOf;
  /** Of somebody signed in as the organization. */
  organization(who: SignedIn): ScopeOf;
  /** Everybody and everything that is backed up, in no operator's scope included. */
  everything(organizationId: string): Everything;
  /** Newest first, hidden ones included. */
  points(who: SignedIn, of: ScopeOf): readonly SamplePoint[];
  takeAway(scopeId: string): void;
  /** Sets the number of each, the sample ones first. */
  resize(size: ScopeSize): void;
}

interface Everything {
  readonly owners: readonly Owner[];
  /** Without people's own. */
  readonly sites: readonly ScopeSite[];
  readonly teams: readonly ScopeTeam[];
}

/** Absent: the sample ones. */
interface ScopeSize {
  readonly users?: number | undefined;
  readonly sites?: number | undefined;
  readonly teams?: number | undefined;
}

interface ScopesOptions {
  /** @throws Refused where the organization is not backed up here */
  readonly worldOf: (organizationId: string) => SampleWorld;
}

export function createScopes({ worldOf }: ScopesOptions): Scopes {
  const takenAway = new Set<string>();
  let size: ScopeSize = {};
  const everything = new Map<string, Everything>();

  /** So many: the sample ones, then made-up ones. */
  function* filledUp<T>(members: readonly T[], most: number | undefined, madeUp: (number: number) => T): Iterable<T> {
    yield* most === undefined ? members : members.slice(0, most);
    for (let number = members.length; number < (most ?? 0); number += 1) yield madeUp(number);
  }

  const users = (world: SampleWorld): Iterable<Owner> =>
    filledUp(
      world.owners.filter(({ inScope }) => inScope),
      size.users,
      (number) => extra(number, world.organization),
    );

  function* pieces(world: SampleWorld | undefined): Iterable<string> {
    const left = <T>(list: Iterable<T>, idOf: (one: T) => string): Iterable<T> =>
      Iterator.from(list).filter((one) => !takenAway.has(idOf(one)));
    yield '{"users":[';
    yield* separated(world === undefined ? [] : left(users(world), ({ scopeId }) => scopeId), userItem);
    yield '],"sites":[';
    yield* separated(
      world === undefined
        ? []
        : left(
            filledUp(world.sites, size.sites, (number) => world.extraSite(number)),
            ({ id }) => id,
          ),
      (site) => ({
        type: 'Site',
        site: { ...site, isCloud: true },
        id: site.id,
        _links: {},
      }),
    );
    yield '],"teams":[';
    yield* separated(
      world === undefined
        ? []
        : left(
            filledUp(world.teams, size.teams, (number) => world.extraTeam(number)),
            ({ id }) => id,
          ),
      (team) => ({
        type: 'Team',
        team,
        id: team.id,
        _links: {},
      }),
    );
    yield ']}';
  }

  return {
    effectiveScope: (who) => pieces(who.isOperator ? worldOf(who.organizationId) : undefined),
    item(who, scopeId) {
      const world = worldOf(who.organizationId);
      const site = world.siteInScope(scopeId);
      const team = world.teamInScope(scopeId);
      const owner = world.ownerOf(scopeId);
      const beyond =
        (extraNumber(scopeId) ?? -1) >= (size.users ?? 0) ||
        (numberIn(scopeId, EXTRA_SITE) ?? -1) >= (size.sites ?? 0) ||
        (numberIn(scopeId, EXTRA_TEAM) ?? -1) >= (size.teams ?? 0);
      if (!who.isOperator || beyond || takenAway.has(scopeId) || owner?.inScope === false) throw outside();
      if (owner !== undefined) return { scopeId, name: owner.name, points: { kind: 'user', owner }, owner };
      if (site !== undefined) return { scopeId, name: site.title, points: { kind: 'site' }, site };
      if (team !== undefined) return { scopeId, name: team.displayName, points: { kind: 'team' }, team };
      throw outside();
    },
    own(who) {
      const owner = worldOf(who.organizationId).ownerFor(who.userId);
      if (owner === undefined) throw notFound('Nothing of this account is backed up.');
      return { name: owner.name, points: { kind: 'user', owner }, owner };
    },
    organization: ({ organizationName: name }) => ({ name, points: { kind: 'organization' }, isOrganization: true }),
    everything(organizationId) {
      const world = worldOf(organizationId);
      const existing = everything.get(organizationId) ?? {
        owners: [...filledUp(world.owners, size.users, (number) => extra(number, world.organization))],
        sites: [...filledUp(world.sites, size.sites, (number) => world.extraSite(number))].filter(
          ({ isPersonal, parentUrl }) => !isPersonal && parentUrl === undefined,
        ),
        teams: [...filledUp(world.teams, size.teams, (number) => world.extraTeam(number))],
      };
      everything.set(organizationId, existing);
      return existing;
    },
    points: (who, of) => worldOf(who.organizationId).points(of.points),
    takeAway: (scopeId) => void takenAway.add(scopeId),
    resize(next) {
      size = next;
      everything.clear();
    },
  };
}

const outside = (): Error => denied('The object is not in the scope of this restore operator.');

function userItem({ scopeId, name, address, type }: Owner): object {
  return { type: 'User', user: { id: scopeId, displayName: name, name: address, type }, id: scopeId, _links: {} };
}

/** Pieces of about a hundred. */
function* separated<T>(list: Iterable<T>, itemOf: (one: T) => object): Iterable<string> {
  let piece: string[] = [];
  let comma = '';
  for (const one of list) {
    piece.push(JSON.stringify(itemOf(one)));
    if (piece.length < 100) continue;
    yield comma + piece.join(',');
    piece = [];
    comma = ',';
  }
  if (piece.length > 0) yield comma + piece.join(',');
}

/** What the body of a scope names, whatever its type. */
export function namedIn(scope: ScopeBody): string {
  if (scope.type === 'User') return scope.user.id;
  return scope.type === 'Site' ? scope.site.id : scope.team.id;
}
