/** The end of a session: the warning before it, the silent renewal, and the expiry. */
import type { JobOf } from '../../core/jobs.ts';
import { changeState, keep, readForJob, write, type Loaded } from '../../durable/record.ts';
import { onStorageUnavailable } from '../../core/errors.ts';
import type { Once } from '../../durable/once.ts';
import type { PersonKey } from '../../core/person.ts';
import {
  cardsNotInUse,
  endedIn,
  sessionsIn,
  withEndedSessions,
  withEndAudited,
  withSessionEnded,
  type Transition,
} from '../state/transitions.ts';
import { endRecord, whyEnded } from '../state/dropped.ts';
import type { SharedInputs, SignInInputs } from '../state/inputs.ts';
import type { EndedSession, PersonState, Session } from '../state/model.ts';
import { sessionEndedView, sessionFacts } from '../state/presenter.ts';
import { mayKeepSession } from '../access/policy.ts';
import { endWork, isKept, revoke } from './end-session.ts';
import { isFinal, type RefusedSessions } from './refused-sessions.ts';
import { postponeIfEarly } from '../../durable/due-job.ts';
import { longestLifeEnd, tokenEnd, warningDueAt } from '../state/schedule.ts';

type ExpirePorts = SharedInputs &
  Pick<SignInInputs, 'sessionEvents' | 'sessionUse' | 'service'> &
  Pick<SignInInputs, 'identityBinding' | 'adminUserIds' | 'allowedTenants'> & { readonly recorded: Once };
type WarnPorts = Omit<ExpirePorts, 'recorded'> &
  Pick<SignInInputs, 'autoRenew' | 'maxSessionHours' | 'expiryWarningSeconds'> & {
    readonly refusedSessions: Pick<RefusedSessions, 'renew' | 'endIfNotAllowed'>;
  };

/** How long another instance's claim on a notice is honoured; and after how long a renewal is tried again. */
const CLAIM_MILLISECONDS = 60_000;
const RENEWING_SECONDS = 10;
/** How often it is checked whether a replaced session is still kept for a restore. */
const KEPT_SECONDS = 60;

/**
 * Handler of `warn` jobs: renews the session if that is wanted, else posts the expiry notice. A renewal that fails for the moment is
 * tried again until shortly before the end, whether or not the notice is posted. Stale jobs do nothing.
 */
export async function warnOfExpiry(ports: WarnPorts, job: JobOf<'warn'>): Promise<void> {
  const { store, jobs, refusedSessions, clock, expiryWarningSeconds } = ports;
  const { key, sessionId } = job;
  const { session: present, person } = (await readForJob(store, key)).state ?? {};
  if (person === undefined || present?.id !== sessionId) return;
  if (await postponeIfEarly(ports, { ...job, dueAt: warningDueAt(present, expiryWarningSeconds) })) return;
  if (await refusedSessions.endIfNotAllowed(key, person, present)) return;
  let isTriedAgain = false;
  if (await isToBeRenewed(ports, key, present)) {
    const { kind, reason } = await refusedSessions.renew(key, sessionId);
    if (kind !== 'refused') return;
    // What is left then is the identity provider's refresh token.
    const isPossible = reason !== 'outcome-unknown' || present.identityRefreshToken !== undefined;
    isTriedAgain = isPossible && !isFinal(reason) && present.expiresAt - clock.now() > CLAIM_MILLISECONDS;
  }
  const claim = await postNotice(ports, job);
  // Last: where the notice cannot be posted, this job is repeated. What an unreachable conversation has left is ended by the next one.
  if (isTriedAgain || claim === 'theirs' || claim === 'unreachable') await jobs.send(job, CLAIM_MILLISECONDS / 1000);
}

async function postNotice(
  { organizations, store, announcer, clock }: WarnPorts,
  { key, sessionId }: JobOf<'warn'>,
): Promise<'mine' | 'theirs' | 'done' | 'unreachable'> {
  const { result: claim, loaded } = await changeState(store, key, claimNotice(sessionId, clock.now()));
  const { state } = loaded;
  if (claim !== 'mine' || state?.session === undefined) return claim;
  const session = sessionFacts(organizations, state.session);
  const delivery = await announcer.post(state.address, key, { kind: 'expiring', session });
  if (delivery.kind === 'unreachable') return 'unreachable';
  const withNoticeCard: Transition = (current) =>
    current?.session?.id === sessionId
      ? write({ ...current, session: { ...current.session, noticeCardId: delivery.cardId } }, undefined)
      : keep(undefined);
  await changeState(store, key, withNoticeCard, loaded);
  return claim;
}

async function isToBeRenewed(ports: WarnPorts, key: PersonKey, session: Session): Promise<boolean> {
  const { sessionUse, autoRenew } = ports;
  if (session.expiresAt >= longestLifeEnd(session.signedInAt, ports)) return false;
  return autoRenew || (await sessionUse.isNeeded?.(key)) === true;
}

/**
 * Handler of `expire` jobs: erases the tokens and updates the cards. What runs with a session that another sign-in replaced ends at
 * once, and its token after the restores that may need it at the service; that of a person whom the settings no longer let sign in
 * there ends at once.
 * Stale jobs do nothing.
 */
export async function expireSession(ports: ExpirePorts, job: JobOf<'expire'>): Promise<void> {
  const { store, jobs, sessionEvents, clock } = ports;
  const { key, sessionId } = job;
  const before = await readForJob(store, key);
  const session = before.state && sessionsIn(before.state).find(({ id }) => id === sessionId);
  const isReplaced = session !== undefined && session !== before.state?.session;
  const isAllowed = session === undefined || mayKeepSession(ports, before.state?.person, session);
  if (session !== undefined && isAllowed && !isReplaced) {
    // Also where it was sent because the service had refused the session, which was renewed after all.
    if (await postponeIfEarly(ports, { ...job, dueAt: session.expiresAt })) return;
    if ((session.renewing?.until ?? 0) > clock.now()) return jobs.send(job, RENEWING_SECONDS);
  }
  const end = isReplaced ? 'replaced' : isAllowed ? 'longestLife' : 'notAllowed';
  const whyOver = session?.endOrder === undefined ? WHY[end] : 'ended-by-administrator';
  // Before the token is erased here: afterwards it could no longer be used.
  const isLive = session !== undefined && tokenEnd(session) > clock.now();
  if (isLive) await endWork(ports, key, session, whyOver);
  if (isReplaced && isAllowed && (await isKept(ports, key, session))) return jobs.send(job, KEPT_SECONDS);
  const endedToken = isLive ? { revoked: await revoke(ports, session), tokenExpiresAt: tokenEnd(session) } : undefined;
  const decide = withSessionEnded(sessionId, { [end]: endedToken });
  const { result: ended, loaded: found } = await changeState(store, key, decide, before);
  if (ended === undefined || found.state === undefined) return;
  // Before the chat is needed: that may be away for long, or find that the conversation is gone, which erases the state.
  const loaded = await auditEnd(ports, key, ended, found);
  await sessionEvents.tell({ kind: 'over', key, why: whyEnded(ended), session: ended });
  await showEnd(ports, key, loaded, loaded.state ?? found.state, ended);
}

/** Also where another process has ended it: it may have died, or have got no answer to its write. */
async function auditEnd(
  { store, audit, recorded, log }: ExpirePorts,
  key: PersonKey,
  ended: EndedSession,
  found: Loaded<PersonState>,
): Promise<Loaded<PersonState>> {
  if (ended.isAudited === true || !recorded.isFirst('session-ended', ended.id)) return found;
  const writing = audit.write(endRecord({ log }, key, ended));
  // Where it is not stored in time, it is as long as this process lives.
  const isStored = await writing.then(
    () => true,
    onStorageUnavailable(() => false),
  );
  return isStored ? (await changeState(store, key, withEndAudited(ended.id), found)).loaded : found;
}

const WHY = { replaced: 'replaced', longestLife: 'expired', notAllowed: 'not-allowed' } as const;

/** Throws while the chat service is unavailable, so that the job is repeated. */
async function showEnd(
  { organizations, store, announcer }: ExpirePorts,
  key: PersonKey,
  loaded: Loaded<PersonState>,
  present: PersonState,
  ended: EndedSession,
): Promise<void> {
  const view = sessionEndedView(organizations, ended, ended.refused);
  const { address } = present;
  for (const cardId of cardsNotInUse(present, ended.cardIds)) {
    const delivery = await announcer.edit(address, key, cardId, view);
    if (delivery.kind === 'unreachable') return;
  }
  // An edit notifies nobody.
  if (ended.endOrder?.why === 'ended' && address.place === 'personal') {
    const delivery = await announcer.post(address, key, view);
    if (delivery.kind === 'unreachable') return;
  }
  const withoutEnded: Transition = (state) => {
    const before = state === undefined ? [] : endedIn(state);
    const left = before.filter(({ id }) => id !== ended.id);
    if (state === undefined || left.length === before.length) return keep(undefined);
    return write(withEndedSessions(state, left), undefined);
  };
  await changeState(store, key, withoutEnded, loaded);
}

const claimNotice =
  (sessionId: string, now: number): Transition<'mine' | 'theirs' | 'done'> =>
  (state) => {
    const session = state?.session;
    if (state === undefined || session?.id !== sessionId || session.expiresAt <= now) return keep('done');
    if (state.noNotices === true || session.noticeCardId !== undefined) return keep('done');
    if (session.warnedAt !== undefined && now - session.warnedAt < CLAIM_MILLISECONDS) return keep('theirs');
    return write({ ...state, session: { ...session, warnedAt: now } }, 'mine');
  };
