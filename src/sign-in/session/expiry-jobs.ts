/** What happens to a session by itself: the notice before its end, the silent renewal, the end. */
import type { Organizations } from '../organizations.ts';
import type { Audit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import type { Job, Jobs } from '../../core/jobs.ts';
import type { PersonStore, SignInAnnouncer } from '../ports.ts';
import { displayName, sessionFacts } from '../presenter.ts';
import type { RefusedSessions } from './refused-sessions.ts';
import { delaySeconds } from './schedule.ts';
import type { EndedSession, PersonState, Session } from '../model.ts';
import type { PersonKey } from '../../core/person.ts';
import { changeState, readState, type Decided, type Loaded } from '../../core/optimistic-update.ts';
import { withSessionEnded } from '../follow/transitions.ts';
import type { View } from '../views.ts';

export interface ExpiryJobsDependencies {
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly announcer: SignInAnnouncer;
  readonly audit: Audit;
  readonly refusedSessions: Pick<RefusedSessions, 'renew'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly autoRenew: boolean;
  /** Whether something that runs needs the person's session: then it is renewed as with `autoRenew`. @throws StorageUnavailableError */
  readonly isNeeded?: ((key: PersonKey) => Promise<boolean>) | undefined;
  /** Called when a session has ended by itself, perhaps more than once: what was begun with it is over. @throws StorageUnavailableError */
  readonly expired?: ((key: PersonKey, signInId: string) => Promise<void>) | undefined;
  /** Called when the service has refused a session, perhaps more than once: what was begun with it waits for a sign-in. @throws StorageUnavailableError */
  readonly refused?: ((key: PersonKey, signInId: string) => Promise<void>) | undefined;
  readonly maxSessionHours: number;
}

type WarnJob = Extract<Job, { kind: 'warn' }>;
type ExpireJob = Extract<Job, { kind: 'expire' }>;

export interface ExpiryJobs {
  /** Handler of `warn` jobs: one that no longer fits the session does nothing. */
  warn(job: WarnJob): Promise<void>;
  /** Handler of `expire` jobs: erases the tokens and says so on the card. */
  expire(job: ExpireJob): Promise<void>;
}

/** So long a notice that was begun is taken for being sent by somebody else. */
const SENDING_MILLISECONDS = 60_000;
const RENEWING_SECONDS = 10;

export function createExpiryJobs(dependencies: ExpiryJobsDependencies): ExpiryJobs {
  const { organizations, store, jobs, announcer, audit, refusedSessions, clock, log } = dependencies;

  /** Due later than the queue can hold, or the clock differs: sent on. @returns whether it was */
  async function sentOn(job: WarnJob | ExpireJob): Promise<boolean> {
    const now = clock.now();
    if (job.dueAt <= now) return false;
    await jobs.send(job, delaySeconds(job.dueAt, now));
    return true;
  }

  const isToBeRenewed = async (key: PersonKey): Promise<boolean> =>
    dependencies.autoRenew || (await dependencies.isNeeded?.(key)) === true;

  type Begun = { readonly kind: 'mine' | 'theirs' | 'done'; readonly session?: Session };

  function begin(state: PersonState | undefined, sessionId: string, begunAt: number): Decided<Begun, PersonState> {
    const session = state?.session;
    if (state === undefined || session?.id !== sessionId || session.expiresAt <= begunAt) {
      return { kind: 'keep', result: { kind: 'done' } };
    }
    if (state.noNotices === true || session.noticeCardId !== undefined) {
      return { kind: 'keep', result: { kind: 'done' } };
    }
    if (session.warnedAt !== undefined && begunAt - session.warnedAt < SENDING_MILLISECONDS) {
      return { kind: 'keep', result: { kind: 'theirs' } };
    }
    const begun = { ...session, warnedAt: begunAt };
    return { kind: 'write', state: { ...state, session: begun }, result: { kind: 'mine', session: begun } };
  }

  async function keepNotice(
    key: PersonKey,
    sessionId: string,
    noticeCardId: string,
    loaded: Loaded<PersonState>,
  ): Promise<void> {
    const decide = (state: PersonState | undefined): Decided<undefined, PersonState> =>
      state?.session?.id === sessionId
        ? { kind: 'write', state: { ...state, session: { ...state.session, noticeCardId } }, result: undefined }
        : { kind: 'keep', result: undefined };
    await changeState(store, key, decide, loaded);
  }

  /** Throws while the chat service is away, so that the job comes again. */
  async function tellEnd(
    key: PersonKey,
    { address }: PersonState,
    ended: EndedSession,
    loaded: Loaded<PersonState>,
  ): Promise<void> {
    const { organization, flow } = ended;
    const view: View = {
      kind: 'session-ended',
      organization: displayName(organizations, organization),
      organizationKey: organization,
      flow,
      refused: ended.refused,
    };
    const { session, signIn } = loaded.state ?? {};
    const inUse = [session?.cardId, signIn?.kind === 'ended' ? undefined : signIn?.cardId];
    for (const cardId of ended.cardIds) {
      // Somebody signs in anew on that card already.
      if (inUse.includes(cardId)) continue;
      const delivery = await announcer.edit(address, key, cardId, view);
      if (delivery.kind === 'unreachable') return store.erase(key);
    }
    const decide = (state: PersonState | undefined): Decided<undefined, PersonState> =>
      state?.ended?.id === ended.id
        ? { kind: 'write', state: { ...state, ended: undefined }, result: undefined }
        : { kind: 'keep', result: undefined };
    await changeState(store, key, decide, loaded);
  }

  return {
    async warn(job) {
      if (await sentOn(job)) return;
      const { key, sessionId } = job;
      const { state } = await readState(store, key);
      const session = state?.session;
      if (session?.id !== sessionId) return;
      const longest = session.signedInAt + dependencies.maxSessionHours * 3_600_000;
      if (clock.now() < longest && (await isToBeRenewed(key))) {
        const { kind } = await refusedSessions.renew(key, sessionId);
        if (kind !== 'refused') return;
      }
      const begunAt = clock.now();
      const { result: begun, loaded } = await changeState(store, key, (present) => begin(present, sessionId, begunAt));
      if (begun.kind === 'theirs') await jobs.send(job, SENDING_MILLISECONDS / 1000);
      if (begun.kind !== 'mine' || begun.session === undefined || loaded.state === undefined) return;
      const view: View = { kind: 'expiring', session: sessionFacts(organizations, begun.session) };
      const delivery = await announcer.post(loaded.state.address, key, view);
      if (delivery.kind === 'unreachable') await store.erase(key);
      else await keepNotice(key, sessionId, delivery.cardId, loaded);
    },

    async expire(job) {
      if (await sentOn(job)) return;
      const { key, sessionId } = job;
      const looked = await readState(store, key);
      const session = looked.state?.session;
      if (session?.id === sessionId) {
        // Sent because the service had refused the session, which was not ended after all.
        if (session.expiresAt > clock.now()) return;
        // Somebody renews it this very moment: what comes of that comes first.
        if ((session.renewing?.until ?? 0) > clock.now()) return jobs.send(job, RENEWING_SECONDS);
      }
      const { result, loaded } = await changeState(store, key, withSessionEnded(sessionId), looked);
      const { ended, now } = result;
      if (ended === undefined || loaded.state === undefined) return;
      if (now === true) {
        const { organization, flow, signInId: reference } = ended;
        log.info({ event: 'session-expired', reference }, 'session expired');
        audit.record({ event: 'expired', key, organization, flow, reference });
      }
      const over = ended.refused === true ? dependencies.refused : dependencies.expired;
      await over?.(key, ended.signInId);
      await tellEnd(key, loaded.state, ended, loaded);
    },
  };
}
