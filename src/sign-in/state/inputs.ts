/** What sign-in is built from. Each part takes what it uses, with `Pick`. */
import type { Audit } from '../../core/audit.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { RetryWhileStorageUnavailable } from '../../core/retry.ts';
import type { ActiveJobs } from './cancellation.ts';
import type { Session } from './model.ts';
import type { Organizations } from './organizations.ts';
import type * as Ports from './ports.ts';

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
  readonly directory: Ports.Directory;
  readonly service: Ports.BackupService;
  readonly readClaims: Ports.ReadClaims;
  readonly archive: Ports.Archive;
  readonly administrators: Ports.AdministratorAddresses;
  readonly sweepPlan: Ports.SweepPlan;
  readonly jobsSetAside: Ports.JobsSetAside;
  readonly sealRotation: Ports.SealRotation;
  readonly activeJobs: ActiveJobs;
  readonly hooks: Partial<SessionHooks>;
  readonly lookup: Lookup;
  readonly identityBinding: IdentityBinding;
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  /** Ids of the tenants whose people may talk to the bot, lower case; empty: everybody, which needs authentication off. */
  readonly allowedTenants: readonly string[];
  readonly allowedVerificationHosts: readonly string[];
  readonly autoRenew: boolean;
  readonly expiryWarningSeconds: number;
  readonly maxSessionHours: number;
  readonly stateRetentionDays: number;
}

/** What happens to the work that a session was used for. Each may be called again, and may throw StorageUnavailableError. */
export interface SessionHooks {
  /** The person has signed in, and the card says so. */
  readonly signedIn: (key: PersonKey) => Promise<void>;
  /** Whether running work needs the session, which is then renewed as with AUTO_RENEW. */
  readonly isNeeded: (key: PersonKey) => Promise<boolean>;
  /** Whether a restore that such a session continues has not ended at the service, followed or not. */
  readonly mayStillRestore: (key: PersonKey, session: Session) => Promise<boolean>;
  /** The session's token is about to be revoked: closes what was opened with it. */
  readonly closing: (key: PersonKey, session: Session) => Promise<void>;
  /** The app was removed: all state is about to be erased. @returns what closes, with the session's token, what was opened */
  readonly leaving: (key: PersonKey, session: Session) => Promise<() => Promise<void>>;
  readonly expired: (key: PersonKey, signInId: string) => Promise<void>;
  readonly refused: (key: PersonKey, signInId: string) => Promise<void>;
  /** Part of the daily sweep. @returns the number of erased states */
  readonly sweepRestores: (signal: AbortSignal) => Promise<number>;
}

export type Lookup = 'claims' | 'directory';
export type IdentityBinding = 'same-user' | 'same-tenant' | 'off';
