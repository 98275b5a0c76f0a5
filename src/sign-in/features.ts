/** The sign-in feature: wires its use cases and job handlers from named inputs. */
import type { JobHandlers } from '../core/jobs.ts';
import { following } from '../durable/put-back.ts';
import { changeState } from '../durable/record.ts';
import { Once } from '../durable/once.ts';
import type { Asker } from '../core/person.ts';
import { Administration } from './administration.ts';
import { AdministratorContacts, notifyAdministrators } from './access/administrators.ts';
import { BrowserVisits } from './follow/browser-visits.ts';
import { followSignIn } from './follow/sign-in-job.ts';
import { withJobPutBack } from './state/transitions.ts';
import type { SignInInputs } from './state/inputs.ts';
import { askToErase, erasePerson, Retention } from './privacy.ts';
import { Sessions } from './session/actions.ts';
import { expireSession, warnOfExpiry } from './session/expiry-jobs.ts';
import { RefusedSessions } from './session/refused-sessions.ts';
import { Renewals, type RenewalPorts } from './session/renewal.ts';
import { SuspensionsAtStart } from './access/suspensions.ts';
import { StartLimits } from './start/rate-limit.ts';
import { SignIns } from './start/sign-ins.ts';

/** Renews sessions, and ends those that the service refuses. Features that use a session's token need nothing else. */
export function createSessionRenewal(inputs: RenewalPorts) {
  const renewals = new Renewals(inputs);
  return { renewals, refusedSessions: new RefusedSessions({ ...inputs, renewals }) };
}

export type SignInFeature = ReturnType<typeof createSignInFeature>;

export function createSignInFeature(
  inputs: SignInInputs & {
    readonly refusedSessions: RefusedSessions;
    readonly limits?: Pick<StartLimits, 'take'> | undefined;
  },
) {
  const limits = inputs.limits ?? new StartLimits(inputs.clock);
  const administratorContacts = new AdministratorContacts(inputs);
  const sweep = new Retention(inputs);
  const suspensionsAtStart = new SuspensionsAtStart(inputs);
  const administration = new Administration({ ...inputs, suspensionsAtStart });
  const recorded = new Once(inputs.clock);
  return {
    signIns: new SignIns({ ...inputs, limits, suspensionsAtStart }),
    browserVisits: new BrowserVisits(inputs),
    sessions: new Sessions(inputs),
    askToErase: (asker: Asker) => askToErase(inputs, asker),
    erasePerson: (asker: Asker) => erasePerson(inputs, asker),
    administratorContacts,
    administration,
    sweep,
    jobHandlers: {
      follow: following(
        ({ key, signInId }, by) => changeState(inputs.store, key, withJobPutBack(signInId, by)),
        (job, ...run) => followSignIn({ ...inputs, recorded }, job, ...run),
      ),
      warn: (job) => warnOfExpiry(inputs, job),
      expire: (job) => expireSession({ ...inputs, recorded }, job),
      report: (job, { signal }) => notifyAdministrators(inputs, job, signal),
      suspend: (job, _, messageId?) => administration.carryOut(job, messageId),
      sweep: (job, { signal }) => sweep.run(job, signal),
    } satisfies Partial<JobHandlers>,
  };
}
