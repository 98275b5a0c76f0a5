/** The backups of one sample organization. Generated on first access. */
import type { SampleOrganization, SamplePerson } from '../../people.ts';
import { DAY, HOUR } from '../durations.ts';
import { createSampleSites } from '../sharepoint/scope-sites.ts';
import type { Site } from '../sharepoint/site.ts';
import { makeTeam } from '../teams/make-team.ts';
import { TEAM_PLANS, extraTeamPlan } from '../teams/sample-teams.ts';
import type { Team } from '../teams/team.ts';
import { EXTRA_TEAM, extra, extraNumber, numberIn, numberedId, ownersOf } from './colleagues.ts';
import { makeDrive } from './drives.ts';
import { makeMailbox } from './mailboxes.ts';
import { type PointsOf, type SamplePoint, makePoints } from './restore-points.ts';
import { uuidOf } from './seeded.ts';
import type { Drive, Mailbox, Owner, ScopeSite, ScopeTeam } from './types.ts';

/** By then the night's backup is done. */
const BACKED_UP_BY = 2.5 * HOUR;

/** The day whose data are made at this moment, as the epoch milliseconds of its beginning. */
export function sampleDay(now: number): number {
  return Math.floor((now - BACKED_UP_BY) / DAY) * DAY;
}

export interface SampleWorld {
  readonly organization: SampleOrganization;
  /** Without the made-up ones of large scopes. */
  readonly owners: readonly Owner[];
  readonly sites: readonly ScopeSite[];
  readonly teams: readonly ScopeTeam[];
  ownerOf(scopeId: string): Owner | undefined;
  /** Somebody's own data. */
  ownerFor(userId: string): Owner | undefined;
  points(of: PointsOf): readonly SamplePoint[];
  /** Primary, then archive. */
  mailboxes(owner: Owner): readonly Mailbox[];
  drive(owner: Owner): Drive | undefined;
  /** Of any number, for large scopes. */
  extraSite(number: number): ScopeSite;
  extraTeam(number: number): ScopeTeam;
  /** By the id of a scope item, made-up ones included. */
  siteInScope(scopeId: string): ScopeSite | undefined;
  teamInScope(scopeId: string): ScopeTeam | undefined;
  /** The site, or the person's own, first; then the sites below it. */
  siteTree(of: ScopeSite | Owner): readonly Site[];
  team(of: ScopeTeam): Team;
}

export function createSampleWorld(options: {
  readonly organization: SampleOrganization;
  readonly people: readonly SamplePerson[];
  /** Epoch milliseconds; the data ends with the day of the last backup before. */
  readonly now: number;
}): SampleWorld {
  const { organization, people, now } = options;
  const today = sampleDay(now);
  const owners = ownersOf(organization, people);
  const byScopeId = new Map(owners.map((owner) => [owner.scopeId, owner]));
  const byUserId = new Map(owners.map((owner) => [owner.userId, owner]));
  const extras = new Map<number, Owner>();
  const mailboxes = new Map<Owner, readonly Mailbox[]>();
  const drives = new Map<Owner, Drive>();
  const around = { until: today, colleagues: owners };
  const sites = createSampleSites({ organization, owners, until: today });
  const team = (displayName: string): ScopeTeam => {
    const id = uuidOf(`team ${displayName} ${organization.tenantId}`);
    const mail = `team-${id.slice(0, 8)}@${organization.organization}`;
    return { id, displayName, description: `Everything about ${displayName}`, mail };
  };

  const teamPlans = new Map(TEAM_PLANS.map((plan) => [team(plan.name).id, plan]));
  const teams = TEAM_PLANS.map(({ name }) => team(name));
  const madeTeams = new Map<string, Team>();
  const extraTeam = (number: number): ScopeTeam => ({
    ...team(`Extra team ${number}`),
    id: numberedId(EXTRA_TEAM, number),
  });

  function madeUp(scopeId: string): Owner | undefined {
    const number = extraNumber(scopeId);
    if (number === undefined) return undefined;
    const existing = extras.get(number) ?? extra(number, organization);
    extras.set(number, existing);
    return existing.scopeId === scopeId ? existing : undefined;
  }

  return {
    organization,
    owners,
    sites: sites.inScope,
    teams,
    extraSite: (number) => sites.extra(number),
    extraTeam,
    siteInScope: (scopeId) => sites.find(scopeId),
    teamInScope(scopeId) {
      const number = numberIn(scopeId, EXTRA_TEAM);
      return teams.find(({ id }) => id === scopeId) ?? (number === undefined ? undefined : extraTeam(number));
    },
    siteTree: (of) => sites.tree(of),
    team(of) {
      const plan = teamPlans.get(of.id) ?? extraTeamPlan(of.displayName);
      const made = madeTeams.get(of.id) ?? makeTeam(plan, of, around);
      madeTeams.set(of.id, made);
      return made;
    },
    ownerOf: (scopeId) => byScopeId.get(scopeId) ?? madeUp(scopeId),
    ownerFor: (userId) => byUserId.get(userId),
    points: (of) => makePoints(organization, of, today),
    mailboxes(owner) {
      const existing = mailboxes.get(owner);
      if (existing !== undefined) return existing;
      const primary = makeMailbox(owner, false, around);
      const made = owner.hasArchive ? [primary, makeMailbox(owner, true, around)] : [primary];
      mailboxes.set(owner, made);
      return made;
    },
    drive(owner) {
      if (!owner.hasOneDrive) return undefined;
      const made = drives.get(owner) ?? makeDrive(owner, today, owners);
      drives.set(owner, made);
      return made;
    },
  };
}
