/** What happens to a session by itself: the notice before its end, the silent renewal, the end. */
import { UpstreamError } from '../errors.ts';
import type { Organizations } from './organizations.ts';
import type { Announcer, Audit, Clock, Job, Jobs, Log, PersonStore } from './ports.ts';
import { displayName, sessionFacts } from './present.ts';
import type { Renewals } from './renewals.ts';
import { delaySeconds } from './schedule.ts';
import type { PersonKey, PersonState, Session } from './sign-in.ts';
import { changeState, readState, type Decided } from './state-change.ts';
import type { View } from './views.ts';

export interface NoticesDependencies {
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly announcer: Announcer;
  readonly audit: Audit;
  readonly renewals: Renewals;
  readonly clock: Clock;
  readonly log: Log;
  readonly autoRenew: boolean;
  readonly maxSessionHours: number;
}

type WarnJob = Extract<Job, { kind: 'warn' }>;
type ExpireJob = Extract<Job, { kind: 'expire' }>;

export interface Notices {
  /** Handler of `warn` jobs: one that no longer fits the session does nothing. */
  warn(job: WarnJob): Promise<void>;
  /** Handler of `expire` jobs: erases the tokens and says so on the card. */
  expire(job: ExpireJob): Promise<void>;
}

/** So long a notice that was begun is taken for being sent by somebody else. */
const SENDING_MILLISECONDS = 60_000;

export function createNotices(dependencies: NoticesDependencies): Notices {
  const { organizations, store, jobs, announcer, audit, renewals, clock, log } = dependencies;

  /** Due later than the queue can hold, or the clock differs: sent on. @returns whether it was */
  async function sentOn(job: WarnJob | ExpireJob): Promise<boolean> {
    const now = clock.now();
    if (job.dueAt <= now) return false;
    await jobs.send(job, delaySeconds(job.dueAt, now));
    return true;
  }

  type Begun = { readonly kind: 'mine' | 'theirs' | 'done'; readonly session?: Session };

  function begin(state: PersonState | undefined, sessionId: string, begunAt: number): Decided<Begun> {
    const session = state?.session;

    if (state === undefined || session?.id !== sessionId || session.expiresAt <= begunAt) {
      return { kind: 'keep', result: { kind: 'done' } };
    }
    if (state.noNotices === true || session.noticeCardId !== undefined)
      return { kind: 'keep', result: { kind: 'done' } };
    if (session.warnedAt === begunAt) return { kind: 'keep', result: { kind: 'mine', session } };
    if (session.warnedAt !== undefined && begunAt - session.warnedAt < SENDING_MILLISECONDS) {
      return { kind: 'keep', result: { kind: 'theirs' } };
    }
    const begun = { ...session, warnedAt: begunAt };
    return { kind: 'write', state: { ...state, session: begun }, result: { kind: 'mine', session: begun } };
  }

  async function keepNotice(key: PersonKey, sessionId: string, noticeCardId: string): Promise<void> {
    const decide = (state: PersonState | undefined): Decided<undefined> =>
      state?.session?.id === sessionId
        ? { kind: 'write', state: { ...state, session: { ...state.session, noticeCardId } }, result: undefined }
        : { kind: 'keep', result: undefined };
    await changeState(store, key, decide);
  }

  async function editQuietly(
    key: PersonKey,
    state: PersonState,
    cardId: string | undefined,
    view: View,
  ): Promise<void> {
    if (cardId === undefined) return;
    try {
      await announcer.edit(state.address, key, cardId, view);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ error }, 'the card of an ended session could not be edited');
    }
  }

  return {
    async warn(job) {
      if (await sentOn(job)) return;
      const { key, sessionId } = job;
      const { state } = await readState(store, key);
      const session = state?.session;
      if (session?.id !== sessionId) return;
      const longest = session.signedInAt + dependencies.maxSessionHours * 3_600_000;
      if (dependencies.autoRenew && clock.now() < longest) {
        const { kind } = await renewals.renew(key, sessionId);
        if (kind !== 'refused') return;
      }
      const begunAt = clock.now();
      const { result: begun, known } = await changeState(store, key, (present) => begin(present, sessionId, begunAt));
      if (begun.kind === 'theirs') await jobs.send(job, SENDING_MILLISECONDS / 1000);
      if (begun.kind !== 'mine' || begun.session === undefined || known.state === undefined) return;
      const view: View = { kind: 'expiring', session: sessionFacts(organizations, begun.session) };
      const delivery = await announcer.post(known.state.address, key, view);
      if (delivery.kind === 'unreachable') await store.erase(key);
      else await keepNotice(key, sessionId, delivery.cardId);
    },

    async expire(job) {
      if (await sentOn(job)) return;
      const { key, sessionId } = job;
      const { state } = await readState(store, key);
      const session = state?.session;
      if (state === undefined || session?.id !== sessionId) return;
      const { organization, flow, signInId: reference } = session;
      const view: View = {
        kind: 'session-ended',
        organization: displayName(organizations, organization),
        organizationKey: organization,
        flow,
      };
      // Told first: what dies in between is told again, and the tokens are worth nothing any more.
      await editQuietly(key, state, session.cardId, view);
      await editQuietly(key, state, session.noticeCardId, view);
      const decide = (present: PersonState | undefined): Decided<undefined> =>
        present?.session?.id === sessionId
          ? { kind: 'write', state: { ...present, session: undefined }, result: undefined }
          : { kind: 'keep', result: undefined };
      await changeState(store, key, decide);
      log.info({ reference }, 'session ended');
      audit.record({ event: 'expired', key, organization, flow, reference });
    },
  };
}
