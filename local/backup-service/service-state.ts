/** What the restore endpoints of one stand-in service share. */
import type { SampleOrganization, SamplePerson } from '../people.ts';
import { type ExploreSessions, createExploreSessions } from './explore/explore-sessions.ts';
import { type LiveData, createLiveData } from './restores/live-data.ts';
import { denied } from './refused.ts';
import { type Pace, type Runs, createRuns } from './restores/runs.ts';
import { type SampleWorld, createSampleWorld } from './sample-data/world.ts';
import { type Scopes, createScopes } from './scopes.ts';
import { type TenantBehaviour, usualTenantBehaviour } from './tenant/behaviour.ts';
import type { Approval } from './tenant/restore-codes.ts';

/**
 * What `operatorRestore` answers: a session of its own; the explore session, which stops with the restore; or the
 * explore session, which stays open.
 */
export type SessionIdMode = 'separate' | 'same' | 'same-open';

/** A restore call that was accepted. */
export interface ReceivedRestore {
  readonly path: string;
  readonly body: unknown;
  /** What was answered. */
  readonly sessionId: string;
  readonly exploreSessionId: string;
  readonly userId: string;
  readonly itemIds: readonly string[];
  readonly reason: string | undefined;
  /** What approved the restore of an organization signed in as itself. */
  readonly approval?: Approval | undefined;
  /** An earlier call restored the same: from the same explore session, for the same reason, or by the same code. */
  readonly repeats: boolean;
}

export interface ServiceState {
  readonly organizationIds: readonly string[];
  readonly worldOf: (organizationId: string) => SampleWorld;
  readonly scopes: Scopes;
  readonly explores: ExploreSessions;
  readonly runs: Runs;
  readonly live: LiveData;
  readonly received: ReceivedRestore[];
  readonly now: () => number;
  readonly newId: () => string;
  readonly tenant: TenantBehaviour;
  sessionIdMode: SessionIdMode;
  listsSizes: boolean;
}

export interface ServiceStateOptions {
  readonly organizations: readonly SampleOrganization[];
  readonly people: readonly SamplePerson[];
  readonly restoreMilliseconds?: Pace | undefined;
  readonly now: () => number;
  readonly newId: () => string;
}

export function createServiceState(options: ServiceStateOptions): ServiceState {
  const { organizations, people, now, newId } = options;
  const worlds = new Map<string, SampleWorld>();
  const startedAt = now();

  function worldOf(organizationId: string): SampleWorld {
    const existing = worlds.get(organizationId);
    if (existing !== undefined) return existing;
    const organization = organizations.find(({ tenantId }) => tenantId === organizationId);
    if (organization === undefined) throw denied('The organization is not backed up here.');
    const world = createSampleWorld({ organization, people, now: startedAt });
    worlds.set(organizationId, world);
    return world;
  }

  const scopes = createScopes({ worldOf });
  return {
    organizationIds: organizations.map(({ tenantId }) => tenantId),
    worldOf,
    scopes,
    explores: createExploreSessions(scopes, { now, newId }),
    runs: createRuns(now, options.restoreMilliseconds),
    live: createLiveData(),
    received: [],
    now,
    newId,
    tenant: usualTenantBehaviour(),
    sessionIdMode: 'separate',
    listsSizes: true,
  };
}
