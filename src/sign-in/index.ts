/** The sign-in feature: wires its use cases and job handlers from named inputs. */
import type { JobOf } from '../core/jobs.ts';
import type { Asker } from '../core/person.ts';
import { createAdministratorContacts, type AdministratorContacts } from './administrators.ts';
import { SignInJob } from './follow/sign-in-job.ts';
import type { SignInInputs } from './inputs.ts';
import { createErasePerson, type ErasePerson } from './privacy/erase-person.ts';
import { createRetention, type Retention } from './privacy/retention.ts';
import { createSessions, type Sessions } from './session/actions.ts';
import { createExpiryJobs } from './session/expiry-jobs.ts';
import { createNotMeReports } from './session/not-me-report.ts';
import {
  createRefusedSessions,
  type RefusedSessions,
  type RefusedSessionsDependencies,
} from './session/refused-sessions.ts';
import { createRenewals, type Renewals, type RenewalsDependencies } from './session/renewal.ts';
import { createSchedule, type ScheduleDependencies } from './session/schedule.ts';
import { BeginSignIn } from './start/begin.ts';
import { cancelSignIn } from './start/cancel.ts';
import { createCodeCards } from './start/code-card.ts';
import type { SignInRequest } from './start/policy.ts';
import { createStartLimits, type StartLimits } from './start/rate-limit.ts';
import type { Reply } from './views.ts';

type RenewalInputs = Pick<
  SignInInputs,
  Exclude<
    keyof RenewalsDependencies | keyof RefusedSessionsDependencies | keyof ScheduleDependencies,
    'schedule' | 'renewals'
  >
>;
export interface SessionRenewal {
  readonly renewals: Renewals;
  readonly refusedSessions: RefusedSessions;
}

/** Renews sessions, and ends those that the service refuses. Features that use a session's token need nothing else. */
export function createSessionRenewal(inputs: RenewalInputs): SessionRenewal {
  const renewals = createRenewals({ ...inputs, schedule: createSchedule(inputs) });
  return { renewals, refusedSessions: createRefusedSessions({ ...inputs, renewals }) };
}

export interface SignInFeatureInputs extends SignInInputs, SessionRenewal {
  /** Default: limits of its own. */
  readonly limits?: StartLimits | undefined;
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
