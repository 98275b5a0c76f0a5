/** The sign-in feature: wires its use cases and job handlers from named inputs. */
import type { Audit } from '../core/audit.ts';
import type { Job, Jobs } from '../core/jobs.ts';
import type { Asker, PersonKey } from '../core/person.ts';
import type { Clock, Log } from '../core/platform.ts';
import type { RetryWhileStorageUnavailable } from '../core/retry.ts';
import { createAdministratorContacts, type AdministratorContacts } from './administrators.ts';
import type { ActiveJobs } from './follow/active-jobs.ts';
import type { IdentityBinding, Lookup } from './follow/identity.ts';
import { SignInJob } from './follow/sign-in-job.ts';
import type { Session } from './model.ts';
import type { Organizations } from './organizations/organizations.ts';
import type {
  AdministratorAddresses,
  Archive,
  BackupService,
  Directory,
  IdentityProvider,
  PersonStore,
  ReadClaims,
  SignInAnnouncer,
  SweepPlan,
} from './ports.ts';
import { createErasePerson, type ErasePerson } from './privacy/erase-person.ts';
import { createRetention, type Retention } from './privacy/retention.ts';
import { createSessions, type Sessions } from './session/actions.ts';
import { createExpiryJobs } from './session/expiry-jobs.ts';
import { createNotMeReports } from './session/not-me-report.ts';
import { createRefusedSessions, type RefusedSessions } from './session/refused-sessions.ts';
import { createRenewals, type Renewals } from './session/renewal.ts';
import { createSchedule } from './session/schedule.ts';
import { BeginSignIn } from './start/begin.ts';
import { cancelSignIn } from './start/cancel.ts';
import { createCodeCards } from './start/code-card.ts';
import type { SignInRequest } from './start/policy.ts';
import { createStartLimits, type StartLimits } from './start/rate-limit.ts';
import type { Reply } from './views.ts';

/** What happens to the work that a session was used for. Each may be called again. @throws StorageUnavailableError from each */
export interface SessionHooks {
  /** The person has signed in. */
  readonly signedIn: (key: PersonKey) => Promise<void>;
  /** Whether running work needs the session, which is then renewed as with AUTO_RENEW. */
  readonly isNeeded: (key: PersonKey) => Promise<boolean>;
  /** The session is about to end: closes what was opened with its token. */
  readonly closing: (key: PersonKey, session: Session) => Promise<void>;
  /** The session expired. */
  readonly expired: (key: PersonKey, signInId: string) => Promise<void>;
  /** The service refused the session. */
  readonly refused: (key: PersonKey, signInId: string) => Promise<void>;
  /** Part of the daily sweep. @returns the number of erased states */
  readonly sweepRestores: (signal: AbortSignal) => Promise<number>;
}

/** What renewing a session and using sign-ins have in common. */
interface SharedInputs {
  readonly identityProvider: IdentityProvider;
  readonly service: BackupService;
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly jobs: Jobs;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
  readonly expiryWarningSeconds: number;
}

export interface SessionRenewal {
  readonly renewals: Renewals;
  readonly refusedSessions: RefusedSessions;
}

/** Renews sessions, and ends those that the service refuses. Features that use a session's token need nothing else. */
export function createSessionRenewal(inputs: SharedInputs): SessionRenewal {
  const renewals = createRenewals({ ...inputs, schedule: createSchedule(inputs) });
  return { renewals, refusedSessions: createRefusedSessions({ ...inputs, renewals }) };
}

export interface SignInFeatureInputs extends SharedInputs, SessionRenewal {
  readonly directory: Directory;
  readonly readClaims: ReadClaims;
  readonly archive: Archive;
  readonly administrators: AdministratorAddresses;
  readonly sweepPlan: SweepPlan;
  readonly activeJobs: ActiveJobs;
  readonly hooks: Partial<SessionHooks>;
  /** Default: limits of its own. */
  readonly limits?: StartLimits | undefined;
  readonly lookup: Lookup;
  readonly identityBinding: IdentityBinding;
  readonly adminUserIds: readonly string[];
  readonly allowedVerificationHosts: readonly string[];
  readonly autoRenew: boolean;
  readonly maxSessionHours: number;
  readonly stateRetentionDays: number;
}

export interface SignIns {
  /** `restore login` and the buttons that sign in. @throws StorageUnavailableError */
  begin(asker: Asker, request: SignInRequest): Promise<Reply>;
  /** **New code**. @throws StorageUnavailableError */
  newCode(asker: Asker, signInId: string, cardId: string | undefined): Promise<Reply>;
  /** **Show my code**. @throws StorageUnavailableError */
  showCode(asker: Asker): Promise<Reply>;
  /** `restore cancel` and **Cancel**; with `signInId` only that one. @throws StorageUnavailableError */
  cancel(asker: Asker, signInId?: string): Promise<Reply>;
}

type JobOf<Kind extends Job['kind']> = Extract<Job, { readonly kind: Kind }>;

export interface SignInFeature {
  readonly signIns: SignIns;
  readonly sessions: Sessions;
  readonly erasePerson: ErasePerson;
  readonly administratorContacts: AdministratorContacts;
  readonly sweep: Retention;
  readonly jobHandlers: {
    readonly follow: (job: JobOf<'follow'>, controller: AbortController, messageId?: string) => Promise<void>;
    readonly warn: (job: JobOf<'warn'>) => Promise<void>;
    readonly expire: (job: JobOf<'expire'>) => Promise<void>;
    readonly report: (job: JobOf<'report'>, controller: AbortController) => Promise<void>;
    readonly sweep: (job: JobOf<'sweep'>, controller: AbortController) => Promise<void>;
  };
}

export function createSignInFeature({ hooks, ...inputs }: SignInFeatureInputs): SignInFeature {
  const schedule = createSchedule(inputs);
  const limits = inputs.limits ?? createStartLimits(inputs.clock);
  const start = { ...inputs, limits, codeCards: createCodeCards(inputs) };
  const beginSignIn = new BeginSignIn(start);
  const signInJob = new SignInJob({ ...inputs, schedule, signedIn: hooks.signedIn });
  const reports = createNotMeReports(inputs);
  const expiryJobs = createExpiryJobs({ ...inputs, ...hooks });
  const administratorContacts = createAdministratorContacts(inputs);
  const sweep = createRetention({ ...inputs, plan: inputs.sweepPlan, sweepRestores: hooks.sweepRestores });
  return {
    signIns: {
      begin: (asker, request) => beginSignIn.begin(asker, request),
      newCode: (asker, signInId, cardId) => beginSignIn.newCode(asker, signInId, cardId),
      showCode: (asker) => beginSignIn.showCode(asker),
      cancel: (asker, signInId) => cancelSignIn(start, asker, signInId),
    },
    sessions: createSessions({ ...inputs, reports, closing: hooks.closing }),
    erasePerson: createErasePerson({ ...inputs, administratorContacts, closing: hooks.closing }),
    administratorContacts,
    sweep,
    jobHandlers: {
      follow: (job, controller, messageId) => signInJob.run(job, controller, messageId),
      warn: (job) => expiryJobs.warn(job),
      expire: (job) => expiryJobs.expire(job),
      report: (job, { signal }) => reports.tell(job, signal),
      sweep: (job, { signal }) => sweep.run(job, signal),
    },
  };
}
