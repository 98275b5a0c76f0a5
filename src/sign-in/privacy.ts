/** Erases stored state: `restore forget me`, and the daily sweep. */
import { DAY } from '../core/durations.ts';
import { ConflictError, onLostAnswer } from '../core/errors.ts';
import type { JobOf } from '../core/jobs.ts';
import type { Asker, PersonKey } from '../core/person.ts';
import { contactIds } from './access/administrators.ts';
import { auditDropped, auditEnded, isPending } from './state/dropped.ts';
import { createEditCards } from './state/edit-cards.ts';
import type { SharedInputs, SignInInputs } from './state/inputs.ts';
import { endedIn, sessionsIn } from './state/transitions.ts';
import type { PersonState, Revoked, Session } from './state/model.ts';
import type { Plan, StoredState } from './state/ports.ts';
import { loggedOutView, noticeView, pendingUntil } from './state/presenter.ts';
import { endSession, isKeptForAdministrator, isRestoring } from './session/end-session.ts';
import { postponeIfEarly, sendDue } from '../durable/due-job.ts';
import { throwIfNewer } from '../durable/record.ts';
import { tokenEnd } from './state/schedule.ts';
import type { Reply, View } from './state/views.ts';

type ErasePorts = SharedInputs &
  Pick<
    SignInInputs,
    | 'archive'
    | 'administrators'
    | 'otherRecords'
    | 'service'
    | 'activeJobs'
    | 'jobsSetAside'
    | 'sessionEvents'
    | 'sessionUse'
  >;

/** Ended with its conversation. */
interface ErasedSession {
  readonly session: Session;
  readonly revoked: Revoked;
}

/** `restore forget me`. @throws StorageUnavailableError */
export async function askToErase(
  ports: Pick<ErasePorts, 'archive' | 'sessionUse' | 'clock'>,
  { key, address }: Asker,
): Promise<Reply> {
  const { archive, sessionUse } = ports;
  const states = archive.ofPerson([...new Set([key.personId, address.userId])]);
  const restoring = await forEachState(states, async ({ name }) => {
    const opened = await archive.open(name);
    if (opened.kind !== 'found') return false;
    const { session, replaced = [] } = opened.state;
    if (session !== undefined && (await isRestoring(sessionUse, opened.key, session))) return true;
    return (await Promise.all(replaced.map((each) => isKeptForAdministrator(ports, opened.key, each)))).includes(true);
  });
  return { kind: 'render', view: { kind: 'forget-me', restoring: restoring.includes(true) } };
}

/** **Erase**, after `restore forget me`. May be repeated after a fault. @throws StorageUnavailableError */
export async function erasePerson(ports: ErasePorts, { key, address }: Asker): Promise<Reply> {
  const { archive, administrators, otherRecords, jobsSetAside, audit, log } = ports;
  const personIds = [...new Set([key.personId, address.userId])];
  const states = archive.ofPerson(personIds);
  const results = await forEachState(states, (stored) => eraseConversation(ports, stored));
  const erased = results.filter((result) => result !== undefined);
  const administrator = (await administrators.find(key.personId)) !== undefined;
  if (administrator) await administrators.erase(key.personId);
  const isTheirs = ({ personId }: PersonKey): boolean => personIds.includes(personId);
  let others = false;
  for (const records of otherRecords) others = (await records.erase?.(isTheirs)) === true || others;
  if (erased.length === 0 && (administrator || others)) audit.record({ event: 'forgotten', key });
  await jobsSetAside.eraseSetAside(personIds);
  const ended = erased.flat();
  const valid = ended.filter(({ revoked }) => revoked !== 'yes').map(({ session }) => tokenEnd(session));
  log.info({ event: 'person-erased', conversations: erased.length, sessions: ended.length }, 'a person was erased');
  const view: View = {
    kind: 'forgotten',
    // What others keep is of the personal chat.
    conversations: Math.max(erased.length, others ? 1 : 0),
    revoked: ended.length - valid.length,
    notRevoked: valid.length,
    livesUntil: valid.length === 0 ? undefined : Math.max(...valid),
    administrator,
  };
  return { kind: 'render', view };
}

/** @returns the sessions that were ended; undefined where nothing was stored */
async function eraseConversation(
  ports: ErasePorts,
  { name }: StoredState,
): Promise<readonly ErasedSession[] | undefined> {
  const { archive, activeJobs } = ports;
  for (;;) {
    const opened = await archive.open(name);
    if (opened.kind === 'absent') return undefined;
    // Only the newer version can end its sessions.
    throwIfNewer(opened);
    const ended = opened.kind === 'found' ? await endSessions(ports, opened.key, opened.state) : [];
    if (opened.kind === 'found') await activeJobs.announceEnd(opened.key, opened.state.signIn);
    const record = () => {
      if (opened.kind === 'found') auditErased(ports, opened.key, opened.state, ended);
    };
    // A renewal or a sign-in has changed it: its new session has to be ended too.
    if (!(await archive.erase(name, opened.version).catch(onLostAnswer(record)))) continue;
    if (opened.kind === 'unreadable') return [];
    const { key, state } = opened;
    record();
    if (state.signIn !== undefined) activeJobs.abandon(state.signIn.id);
    await disableCards(ports, key, state, ended);
    return ended;
  }
}

function auditErased(
  { audit, log }: Pick<ErasePorts, 'audit' | 'log'>,
  key: PersonKey,
  state: PersonState,
  ended: readonly ErasedSession[],
): void {
  auditDropped({ audit }, key, state.signIn, 'forgotten');
  auditEnded({ audit, log }, key, endedIn(state));
  if (ended.length === 0) audit.record({ event: 'forgotten', key });
  for (const { session, revoked: outcome } of ended) {
    const { organization, flow, signInId: reference } = session;
    audit.record({ event: 'forgotten', key, organization, flow, reference, outcome });
  }
}

function endSessions(ports: ErasePorts, key: PersonKey, state: PersonState): Promise<readonly ErasedSession[]> {
  const end = async (session: Session): Promise<ErasedSession> => ({
    session,
    revoked: await endSession(ports, key, session, 'erased'),
  });
  return Promise.all(sessionsIn(state).map(end));
}

async function disableCards(
  ports: ErasePorts,
  key: PersonKey,
  { address, signIn }: PersonState,
  ended: readonly ErasedSession[],
): Promise<void> {
  const editCards = createEditCards(ports, {
    errorEvent: 'erased-card-not-edited',
    message: 'a card of an erased person could not be edited',
  });
  if (isPending(signIn)) await editCards({ address, key }, [signIn.cardId], noticeView('cancelled'));
  for (const { session, revoked } of ended) {
    const view = loggedOutView(ports.organizations, session, revoked);
    await editCards({ address, key }, [session.cardId, session.noticeCardId], view);
  }
}

type RetentionPorts = SharedInputs &
  Pick<
    SignInInputs,
    | 'archive'
    | 'administrators'
    | 'adminUserIds'
    | 'approverIds'
    | 'otherRecords'
    | 'sweepPlan'
    | 'sealRotation'
    | 'stateRetentionDays'
  >;

/** The plan is written before its job can be received. */
const FIRST_MILLISECONDS = 60_000;
/** A day, and as much for clocks that differ. */
const LATEST_MILLISECONDS = 2 * DAY;
const PARALLEL = 8;

const isLive = (state: PersonState, now: number): boolean =>
  sessionsIn(state).some(({ expiresAt }) => expiresAt > now) || pendingUntil(state.signIn) > now;

/** The daily sweep, on one instance: erases state that was unused for the retention period, and re-seals the rest. */
export class Retention {
  readonly #ports: RetentionPorts;

  constructor(ports: RetentionPorts) {
    this.#ports = ports;
  }

  /**
   * Plans a sweep if none is planned, the planned one is a day overdue and so was lost, or is later than any that was planned here:
   * the plan is not sealed, and who can write it could put the sweep off for ever. @throws StorageUnavailableError
   */
  async ensure(): Promise<void> {
    const planned = await this.#ports.sweepPlan.read();
    const now = this.#ports.clock.now();
    if (planned !== undefined && planned.dueAt > now - DAY && planned.dueAt <= now + LATEST_MILLISECONDS) return;
    await this.#planNext(now + FIRST_MILLISECONDS, planned?.version);
  }

  /** Handler of `sweep` jobs: does nothing unless the plan names this run. */
  async run(job: JobOf<'sweep'>, signal: AbortSignal): Promise<void> {
    const { sweepPlan, sealRotation, otherRecords, clock, log, stateRetentionDays } = this.#ports;
    const planned = await sweepPlan.read();
    if (planned?.runId !== job.runId) return;
    if (await postponeIfEarly(this.#ports, { ...job, dueAt: planned.dueAt })) return;
    const erased = await this.#sweepStates(signal);
    let others = 0;
    for (const records of otherRecords) others += (await records.sweep?.(signal)) ?? 0;
    await this.#sweepAddresses();
    const resealed = await sealRotation.reseal(signal);
    log.info({ event: 'retention-swept', erased, others, resealed, stateRetentionDays }, 'unused state was erased');
    await this.#planNext(clock.now() + DAY, planned.version);
  }

  /** The job is sent first: without its plan it does nothing, but a plan without a job would never be carried out. */
  async #planNext(dueAt: number, over: string | undefined): Promise<void> {
    const { sweepPlan, newId } = this.#ports;
    const next: Plan = { runId: newId(), dueAt };
    await sendDue(this.#ports, { kind: 'sweep', ...next });
    try {
      await sweepPlan.write(next, over);
    } catch (error) {
      // Another instance was first, and its job is the one that counts.
      if (!(error instanceof ConflictError)) throw error;
    }
  }

  async #sweepStates(signal: AbortSignal): Promise<number> {
    const { archive, clock, stateRetentionDays } = this.#ports;
    const before = clock.now() - stateRetentionDays * DAY;
    const sweepOne = async ({ name, changedAt }: StoredState): Promise<boolean> => {
      const opened = changedAt < before ? await archive.open(name) : undefined;
      if (opened === undefined || opened.kind === 'absent') return false;
      if (opened.kind === 'found' && isLive(opened.state, clock.now())) return false;
      // Only the version that was read: a state that is being used is kept.
      return archive.erase(name, opened.version);
    };
    return (await forEachState(archive.everything(), sweepOne, signal)).filter(Boolean).length;
  }

  /** Erases the addresses of former administrators and approvers, so that they receive nothing further. */
  async #sweepAddresses(): Promise<void> {
    const { administrators } = this.#ports;
    const present = contactIds(this.#ports);
    const former = (await administrators.all()).filter((objectId) => !present.has(objectId));
    for (const objectId of former) await administrators.erase(objectId);
  }
}

export async function forEachState<Result>(
  pages: AsyncIterable<readonly StoredState[]>,
  handle: (stored: StoredState) => Promise<Result>,
  signal?: AbortSignal,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += PARALLEL) {
      signal?.throwIfAborted();
      results.push(...(await Promise.all(page.slice(start, start + PARALLEL).map(handle))));
    }
  }
  return results;
}
