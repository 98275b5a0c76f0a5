/** The sign-in feature: wires its use cases and job handlers from named inputs. */
import type { JobOf } from '../core/jobs.ts';
import { AdministratorContacts } from './administrators.ts';
import { followSignIn } from './follow/sign-in-job.ts';
import type { SignInInputs } from './inputs.ts';
import { ErasePerson } from './privacy/erase-person.ts';
import { Retention } from './privacy/retention.ts';
import { Sessions } from './session/actions.ts';
import { ExpiryJobs } from './session/expiry-jobs.ts';
import { NotMeReports } from './session/not-me-report.ts';
import { RefusedSessions } from './session/refused-sessions.ts';
import { Renewals, type RenewalPorts } from './session/renewal.ts';
import { CodeCards } from './start/code-card.ts';
import { StartLimits } from './start/rate-limit.ts';
import { SignIns } from './start/sign-ins.ts';

export interface SessionRenewal {
  readonly renewals: Renewals;
  readonly refusedSessions: RefusedSessions;
}

/** Renews sessions, and ends those that the service refuses. Features that use a session's token need nothing else. */
export function createSessionRenewal(inputs: RenewalPorts): SessionRenewal {
  const renewals = new Renewals(inputs);
  return { renewals, refusedSessions: new RefusedSessions({ ...inputs, renewals }) };
}

export interface SignInFeatureInputs extends SignInInputs {
  readonly refusedSessions: RefusedSessions;
  /** Default: limits of its own. */
  readonly limits?: Pick<StartLimits, 'take'> | undefined;
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

export function createSignInFeature(inputs: SignInFeatureInputs): SignInFeature {
  const limits = inputs.limits ?? new StartLimits(inputs.clock);
  const reports = new NotMeReports(inputs);
  const expiryJobs = new ExpiryJobs(inputs);
  const administratorContacts = new AdministratorContacts(inputs);
  const sweep = new Retention(inputs);
  return {
    signIns: new SignIns({ ...inputs, limits, codeCards: new CodeCards(inputs) }),
    sessions: new Sessions({ ...inputs, reports }),
    erasePerson: new ErasePerson({ ...inputs, administratorContacts }),
    administratorContacts,
    sweep,
    jobHandlers: {
      follow: (job, controller, messageId) => followSignIn(inputs, job, controller, messageId),
      warn: (job) => expiryJobs.warn(job),
      expire: (job) => expiryJobs.expire(job),
      report: (job, { signal }) => reports.notify(job, signal),
      sweep: (job, { signal }) => sweep.run(job, signal),
    },
  };
}
