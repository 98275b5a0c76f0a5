/** A session whose token the service no longer accepts: it is renewed, or it ends there and then. */
import { UpstreamError } from '../../core/errors.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import type { Organizations } from '../organizations.ts';
import type { Audit } from '../../core/audit.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { BackupService, PersonStore } from '../ports.ts';
import { displayName, isUsable } from '../presenter.ts';
import type { Renewals, Renewed } from './renewal.ts';
import type { NotRenewed, Session } from '../model.ts';
import { changeState, readState } from '../../core/optimistic-update.ts';
import { withSessionEnded } from '../follow/transitions.ts';
import type { View } from '../views.ts';

type Refused = Pick<Session, 'accessToken'>;

export interface RefusedSessions {
  /**
   * The service answered 401 to the session's token.
   *
   * @returns `renewed`: the stored session has another token by now; `over`: nobody is signed in any more; `unavailable`:
   *   whether it can be renewed could not be found out, so it is left as it is
   * @throws StorageUnavailableError
   */
  settle(key: PersonKey, refused: Refused): Promise<'renewed' | 'over' | 'unavailable'>;
  /** Ends the session of that token without another renewal: the service refuses tokens it has just issued. @throws StorageUnavailableError */
  end(key: PersonKey, refused: Refused): Promise<void>;
  /** Renews; where that is refused and the service refuses the present token too, the session is over. @throws StorageUnavailableError */
  renew(key: PersonKey, sessionId?: string): Promise<Renewed>;
  /** What is shown instead of a session that is over. */
  view(session: Pick<Session, 'organization' | 'flow'>): View;
}

export interface RefusedSessionsDependencies {
  readonly service: Pick<BackupService, 'isOperator'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly store: PersonStore;
  readonly jobs: Pick<Jobs, 'sendOwned'>;
  readonly renewals: Pick<Renewals, 'renew'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
}

/** More often than that nobody else renews or signs in while one refusal is looked into. */
const ROUNDS = 4;
/** How long somebody who pressed **Renew** waits for the service to say whether it accepts the token. */
const CHECK_MILLISECONDS = 3_000;

/** The services will give the same answer again; the others are temporary. */
const isFinal = (reason: NotRenewed | undefined): boolean => reason === 'refused' || reason === 'not-possible';

export const isRefusedToken = (error: unknown): boolean => error instanceof UpstreamError && error.status === 401;

export function createRefusedSessions(dependencies: RefusedSessionsDependencies): RefusedSessions {
  const { service, organizations, store, jobs, renewals, audit, clock, log } = dependencies;

  /**
   * The job comes first and tells the cards: it survives this process, and does nothing should the session not end.
   *
   * @returns false where the session is another one by now, or somebody is renewing it
   */
  async function end(key: PersonKey, { id: sessionId, signInId: reference, organization, flow }: Session) {
    const job = await jobs.sendOwned({ kind: 'expire', key, sessionId, dueAt: clock.now() });
    try {
      const decide = withSessionEnded(sessionId, { refusedAt: clock.now() });
      const { result } = await changeState(store, key, decide);
      if (result.now === true) {
        log.warn(
          { event: 'session-refused', reference },
          'session ended: the service no longer accepts it, and it could not be renewed',
        );
        audit.record({ event: 'session-refused', key, organization, flow, reference });
      }
      return result.ended !== undefined;
    } finally {
      job.start();
    }
  }

  /** The session of that token, unless it has ended or been replaced. */
  async function sessionOf(key: PersonKey, { accessToken }: Refused): Promise<Session | 'renewed' | 'over'> {
    const session = (await readState(store, key)).state?.session;
    if (session === undefined || session.expiresAt <= clock.now()) return 'over';
    return session.accessToken === accessToken ? session : 'renewed';
  }

  const settle: RefusedSessions['settle'] = async (key, refused) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const session = await sessionOf(key, refused);
      if (typeof session === 'string') return session;
      const { kind, reason } = await renewals.renew(key, session.id);
      if (kind === 'refused') {
        if (!isFinal(reason)) return 'unavailable';
        if (await end(key, session)) return 'over';
      }
    }
    return 'unavailable';
  };

  /** Whether the service says that it does not accept the token. Only an operator's can be asked about. */
  async function isRefused({ flow, organization: name, accessToken, signInId }: Session): Promise<boolean> {
    const organization = organizations.get(name);
    if (organization === undefined || flow !== 'operator') return false;
    const asked = service.isOperator(organization, accessToken).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error;
        log.debug(
          { event: 'session-check-failed', reference: signInId, error },
          'the service did not say whether it accepts a session',
        );
        return isRefusedToken(error);
      },
    );
    return (await withTimeout(CHECK_MILLISECONDS, () => asked, { clock }).catch(undefinedIfTimedOut)) === true;
  }

  const view: RefusedSessions['view'] = ({ organization, flow }) => ({
    kind: 'session-ended',
    organization: displayName(organizations, organization),
    organizationKey: organization,
    flow,
    refused: true,
  });

  return {
    settle,
    view,

    async end(key, refused) {
      const session = await sessionOf(key, refused);
      if (typeof session !== 'string') await end(key, session);
    },

    async renew(key, sessionId) {
      const outcome = await renewals.renew(key, sessionId);
      if (outcome.kind !== 'refused' || !isFinal(outcome.reason)) return outcome;
      const session = (await readState(store, key)).state?.session;
      if (session === undefined || (sessionId !== undefined && session.id !== sessionId)) return outcome;
      if (!isUsable(organizations, session, clock.now())) {
        return { kind: 'none', view: { kind: 'notice', notice: { code: 'not-signed-in' } } };
      }
      if (!(await isRefused(session)) || !(await end(key, session))) return outcome;
      return { kind: 'none', view: view(session) };
    },
  };
}
