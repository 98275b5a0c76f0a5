/** What sign-in is built from. Each part takes what it uses, with `Pick`. */
import type { Audit } from '../../core/audit.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { RetryWhileStorageUnavailable } from '../../core/retry.ts';
import type { ActiveJobs } from './cancellation.ts';
import type { Organizations } from './organizations.ts';
import type * as Ports from './ports.ts';
import type { SessionEvents, SessionUse } from './session-events.ts';

export interface SharedInputs {
  readonly organizations: Organizations;
  readonly store: Ports.PersonStore;
  readonly jobs: Jobs;
  readonly announcer: Ports.SignInAnnouncer;
  readonly audit: Audit;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

export interface SignInInputs extends SharedInputs {
  readonly identityProvider: Ports.IdentityProvider;
  readonly tickets: Ports.Tickets;
  readonly directory: Ports.Directory;
  readonly service: Ports.BackupService;
  readonly readClaims: Ports.ReadClaims;
  readonly archive: Ports.Archive;
  readonly administrators: Ports.AdministratorAddresses;
  readonly suspensions: Ports.Suspensions;
  readonly sweepPlan: Ports.SweepPlan;
  readonly otherRecords: readonly Partial<Ports.OtherRecords>[];
  readonly jobsSetAside: Ports.JobsSetAside;
  readonly sealRotation: Ports.SealRotation;
  readonly activeJobs: ActiveJobs;
  readonly sessionEvents: Pick<SessionEvents, 'tell'>;
  readonly sessionUse: Partial<SessionUse>;
  readonly lookup: Lookup;
  readonly identityBinding: IdentityBinding;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  /** Object ids of those who approve restores, lower case. */
  readonly approverIds?: readonly string[] | undefined;
  /** Ids of the tenants whose people may talk to the bot, lower case; empty: everybody, which needs authentication off. */
  readonly allowedTenants: readonly string[];
  readonly allowedVerificationHosts: readonly string[];
  /** The origin at which people's browsers reach the bot; absent where nobody signs in in the browser. */
  readonly publicUrl?: string | undefined;
  readonly autoRenew: boolean;
  readonly expiryWarningSeconds: number;
  readonly maxSessionHours: number;
  readonly stateRetentionDays: number;
}

export type Lookup = 'claims' | 'directory';
export type IdentityBinding = 'same-user' | 'same-tenant' | 'off';
