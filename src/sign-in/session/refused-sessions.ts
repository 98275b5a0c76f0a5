/** A session whose token the service no longer accepts is renewed, or ends at once. */
import { onUpstreamError, UpstreamError } from '../../core/errors.ts';
import { changeState, readState } from '../../durable/record.ts';
import type { Person, PersonKey } from '../../core/person.ts';
import { mayKeepSession } from '../access/policy.ts';
import { within } from '../../core/time-limit.ts';
import { withSessionEnded } from '../state/transitions.ts';
import type { SignInInputs } from '../state/inputs.ts';
import type { RenewalRefusal, Session } from '../state/model.ts';
import type { Organizations } from '../state/organizations.ts';
import { noticeView, sessionEndedView } from '../state/presenter.ts';
import type { Renewals, Renewed } from './renewal.ts';

type Ports = Pick<SignInInputs, 'service' | 'store' | 'jobs' | 'clock' | 'log'> &
  Pick<SignInInputs, 'identityBinding' | 'adminUserIds' | 'allowedTenants'> & {
    readonly organizations: Pick<Organizations, 'get' | 'offers'>;
    readonly renewals: Pick<Renewals, 'renew'>;
  };

type Refused = Pick<Session, 'accessToken'>;
type How = readonly [limitMilliseconds: number, event: 'operator-check-failed' | 'session-check-failed'];

/** Enough for other instances' renewals and sign-ins in between. */
const ROUNDS = 4;
/** How long the service may take to say whether it accepts the token. */
const CHECK_MILLISECONDS = 3_000;

/** A further renewal would fail in the same way; the other reasons are temporary. */
export const isFinal = (reason: RenewalRefusal | undefined): boolean =>
  reason !== 'unreachable' && reason !== 'outcome-unknown';

export const isRefusedToken = (error: unknown): boolean => error instanceof UpstreamError && error.status === 401;

/** All methods throw StorageUnavailableError. */
export class RefusedSessions {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * After the service answered 401 to the session's token. `renewed`: the session has another token now; `over`: nobody is
   * signed in any more; `unavailable`: a renewal is impossible for the moment, and the session is left as it is.
   */
  async settle(key: PersonKey, refused: Refused): Promise<'renewed' | 'over' | 'unavailable'> {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const session = await this.#sessionOf(key, refused);
      if (typeof session === 'string') return session;
      const { kind, reason } = await this.#ports.renewals.renew(key, session.id);
      if (kind === 'refused') {
        if (!isFinal(reason)) return 'unavailable';
        if (await this.#end(key, session)) return 'over';
      }
    }
    return 'unavailable';
  }

  /** Ends the session of that token without another renewal, for a service that refuses tokens it has just issued. */
  async end(key: PersonKey, refused: Refused): Promise<void> {
    const session = await this.#sessionOf(key, refused);
    if (typeof session !== 'string') await this.#end(key, session);
  }

  /**
   * Asked each time that the session is used: somebody may be taken off a list while signed in. Then the session ends.
   *
   * @returns whether it does
   */
  async endIfNotAllowed(key: PersonKey, person: Person, session: Session): Promise<boolean> {
    const { jobs, clock } = this.#ports;
    if (mayKeepSession(this.#ports, person, session)) return false;
    (await jobs.sendOwned({ kind: 'expire', key, sessionId: session.id, dueAt: clock.now() })).start();
    return true;
  }

  /** Renews. If that is refused, and the person or the present token are not accepted any more either, the session ends. */
  async renew(key: PersonKey, sessionId?: string): Promise<Renewed> {
    const { organizations, store, renewals, clock } = this.#ports;
    const outcome = await renewals.renew(key, sessionId);
    if (outcome.kind !== 'refused' || !isFinal(outcome.reason)) return outcome;
    const { session, person } = (await readState(store, key)).state ?? {};
    if (session === undefined || person === undefined) return outcome;
    if (sessionId !== undefined && session.id !== sessionId) return outcome;
    if (session.expiresAt <= clock.now()) return { kind: 'none', view: noticeView('not-signed-in') };
    if (await this.endIfNotAllowed(key, person, session)) {
      return { kind: 'none', view: sessionEndedView(organizations, { ...session, notAllowed: 'ending' }, false) };
    }
    const checked = await this.isOperator(session, CHECK_MILLISECONDS, 'session-check-failed');
    if (checked !== 'refused' || !(await this.#end(key, session))) return outcome;
    return { kind: 'none', view: sessionEndedView(organizations, session, true) };
  }

  /** @returns `refused` when the service does not accept the token; else undefined for app-only, and when it does not answer */
  async isOperator(session: Session, ...how: How): Promise<boolean | 'refused' | undefined> {
    const answer = await this.#ask(session, ...how);
    return typeof answer === 'object' ? answer.isOperator : answer;
  }

  /**
   * Asked after a 401: whether the service accepts the token for what it is known to be allowed. Then the 401 is about what it was
   * used for. False also when the service does not answer; of a token that the session no longer has, it is not asked.
   */
  async isAccepted(key: PersonKey, refused: Refused): Promise<boolean> {
    const session = await this.#sessionOf(key, refused);
    if (typeof session === 'string') return false;
    return typeof (await this.#ask(session, CHECK_MILLISECONDS, 'session-check-failed')) === 'object';
  }

  async #ask(
    { flow, organization: name, accessToken, signInId: reference }: Session,
    ...[limitMilliseconds, event]: How
  ): Promise<{ readonly isOperator?: boolean } | 'refused' | undefined> {
    const { service, organizations, clock, log } = this.#ports;
    const organization = organizations.get(name);
    if (organization === undefined) return undefined;
    const asked =
      flow === 'operator'
        ? service.isOperator(organization, accessToken).then((isOperator) => ({ isOperator }))
        : service.organization(organization, accessToken).then(() => ({}));
    const answered = asked.catch(
      onUpstreamError((error) => {
        log.debug({ event, reference, error }, 'the service did not say whether the person is an operator');
        return isRefusedToken(error) ? ('refused' as const) : undefined;
      }),
    );
    return within(limitMilliseconds, () => answered, { clock });
  }

  /** The session of that token, unless it has ended or been replaced. */
  async #sessionOf(key: PersonKey, { accessToken }: Refused): Promise<Session | 'renewed' | 'over'> {
    const session = (await readState(this.#ports.store, key)).state?.session;
    if (session === undefined || session.expiresAt <= this.#ports.clock.now()) return 'over';
    return session.accessToken === accessToken ? session : 'renewed';
  }

  /** The job that audits the end and updates the cards is sent first. @returns false when the session was replaced, or is being renewed */
  async #end(key: PersonKey, { id: sessionId }: Session): Promise<boolean> {
    const { store, jobs, clock } = this.#ports;
    const job = await jobs.sendOwned({ kind: 'expire', key, sessionId, dueAt: clock.now() });
    try {
      const decide = withSessionEnded(sessionId, { refusedAt: clock.now() });
      const { result } = await changeState(store, key, decide);
      return result !== undefined;
    } finally {
      job.start();
    }
  }
}
