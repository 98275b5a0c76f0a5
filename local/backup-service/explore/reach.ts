/** Whose data an explore session reaches: those of its scope, or everybody's. */
import type { Owner, ScopeSite, ScopeTeam } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import type { ExploreSession } from './explore-sessions.ts';

interface Reach {
  readonly owners: readonly Owner[];
  /** Without people's own where these are their owners'. */
  readonly sites: readonly ScopeSite[];
  readonly teams: readonly ScopeTeam[];
}

const NOTHING: Reach = { owners: [], sites: [], teams: [] };

/** A session into a time before the first backup is empty. */
export function reachOf({ scopes, worldOf }: ServiceState, { scope, who, pointAt }: ExploreSession): Reach {
  if (pointAt === undefined) return NOTHING;
  const { owner, site, team, isOrganization } = scope;
  if (isOrganization !== true) {
    const listed = <T>(one: T | undefined): readonly T[] => (one === undefined ? [] : [one]);
    return { owners: listed(owner), sites: listed(site), teams: listed(team) };
  }
  const { owners, sites, teams } = scopes.everything(who.organizationId);
  const world = worldOf(who.organizationId);
  const isBackedUp = (one: Owner): boolean =>
    one.backedUpForDays === undefined || world.points({ kind: 'user', owner: one }).some(({ at }) => at <= pointAt);
  return { owners: owners.filter(isBackedUp), sites, teams };
}
