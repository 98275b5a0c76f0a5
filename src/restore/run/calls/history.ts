/** `restore sessions`: the person's sessions at the service, combined with what is stored here. */
import { DAY } from '../../../core/durations.ts';
import { onUpstreamError } from '../../../core/errors.ts';
import { firstSentence, isSameName, typedText } from '../../../core/text.ts';
import type { Asker } from '../../../core/person.ts';
import { displayName } from '../../../sign-in/state/presenter.ts';
import type { SessionList } from '../../state/presses.ts';
import type { Restore, RestoreState } from '../../state/restore.ts';
import { troubleOf } from '../../backups/service-error.ts';
import type { ServiceSession, ServiceUser } from '../../state/ports.ts';
import { mayContinueRestore, type AuthorizedRequest, type Connection } from '../../access/service-access.ts';
import { noticeReply, type RestoreReply, type SessionRow } from '../../state/views.ts';
import { auditStop, type RunPorts } from './call-step.ts';
import { callReference, EXPLORE_REASON, typedReason } from '../../explore/call-reference.ts';
import { currentCall, groupOfCall } from '../../state/restore-transitions.ts';
import { policyOf } from '../../access/kinds/policy.ts';

/** As many as fit on a card of Teams with their buttons. */
const ROWS = 10;
const EVENTS = 10;
/** More than are shown: ended explore sessions, those of others and those that the filter excludes are left out. */
const FETCHED = 100;
/** A rare state or kind is not searched for without end: the next page continues. */
const MAX_FETCHED = 1_000;

type SessionName = Pick<ServiceSession, 'id' | 'reason'>;

/** By the session id, or by the reference in the reason where the response with the id was lost. */
function restoreOfSession(state: RestoreState | undefined, { id, reason }: SessionName): Restore | undefined {
  return state?.restores.find((restore) =>
    restore.calls.some(
      ({ progress }, index) =>
        ('sessionId' in progress && progress.sessionId === id) ||
        reason?.includes(callReference(restore.id, index)) === true,
    ),
  );
}

const isOpenedHere = (state: RestoreState | undefined, id: string): boolean =>
  state?.task?.explore?.id === id ||
  (state?.restores.some(({ groups }) => groups.some(({ exploreId }) => exploreId === id)) ?? false);

/** Whether the bot knows a session of the service, as one that it opened or found for the person. */
export const isKnown = (state: RestoreState | undefined, id: string): boolean =>
  isOpenedHere(state, id) || restoreOfSession(state, { id }) !== undefined;

const isExplore = (state: RestoreState | undefined, { id, reason }: SessionName): boolean =>
  reason === EXPLORE_REASON || isOpenedHere(state, id);

/** Open for looking only; a restore may run in a session that was opened so. */
const isBrowsed = (state: RestoreState | undefined, session: SessionName): boolean =>
  isExplore(state, session) && restoreOfSession(state, session) === undefined;

/** Whether a call that has not ended runs in the session, or is still to be sent in it. */
function isInUse(restore: Restore, id: string): boolean {
  const current = currentCall(restore);
  if (current === undefined) return false;
  const { call, progress } = current;
  return ('sessionId' in progress && progress.sessionId === id) || groupOfCall(restore, call).exploreId === id;
}

/** Begun by this bot for the person, or by them elsewhere: the service may also list those of others. */
function isOwn(session: ServiceSession, state: RestoreState | undefined, me: ServiceUser | undefined): boolean {
  const initiator = typedText(session.initiatedBy);
  const isInitiator =
    initiator !== undefined && [me?.id, me?.name].some((mine) => mine !== undefined && isSameName(mine, initiator));
  return isInitiator || restoreOfSession(state, session) !== undefined || isOpenedHere(state, session.id);
}

function sessionRow(session: ServiceSession, state: RestoreState | undefined): SessionRow {
  const { id: sessionId, createdAt: startedAt, endedAt, kind, kindName, stateName, scopeName, details } = session;
  const isBrowsing = isBrowsed(state, session);
  const isWorking = session.state === 'working';
  const working = isBrowsing ? 'looking' : 'running';
  return {
    sessionId,
    kind,
    kindName,
    stateName,
    scopeName,
    startedAt,
    endedAt,
    details,
    state: isWorking ? working : session.result,
    reason: typedReason(session.reason),
    stoppable: isWorking && !isBrowsing,
  };
}

/** Explore sessions are shown while they are open. */
const isListed = (session: ServiceSession, state: RestoreState | undefined): boolean =>
  session.state === 'working' || !isBrowsed(state, session);

/** The service filters by time alone (`GET /v8/RestoreSessions`). */
const fits = ({ kind, state }: SessionRow, list: SessionList): boolean =>
  (list.kind === undefined || kind === list.kind) &&
  (list.state === undefined || (state === 'looking' ? 'running' : state) === list.state);

type Ports = Pick<RunPorts, 'explorer' | 'organizations' | 'audit' | 'clock' | 'log' | 'access' | 'updates'>;

/** What the commands and buttons of **restore sessions** do. All methods throw StorageUnavailableError. */
export class SessionHistory {
  readonly #ports: Ports;
  readonly #stopRestore: (asker: Asker, restoreId: string) => Promise<unknown>;

  /** @param stopRestore presses **Stop** on the card of a restore */
  constructor(ports: Ports, stopRestore: (asker: Asker, restoreId: string) => Promise<unknown>) {
    this.#ports = ports;
    this.#stopRestore = stopRestore;
  }

  list(asker: Asker, list: SessionList = {}): Promise<RestoreReply> {
    return authorize(this.#ports, asker, ({ connection }) => sessionsView(this.#ports, connection, list));
  }

  /** **Details** of a session: the service's events, in its order. */
  show(asker: Asker, id: string, page = 0, list: SessionList = {}): Promise<RestoreReply> {
    const ports = this.#ports;
    return authorize(ports, asker, async ({ connection, loaded: { state } }) => {
      const { explorer, organizations } = ports;
      const session = await ownSession(ports, connection, state, id);
      if (session === undefined) return noticeReply({ code: 'session-unknown' });
      const slice = { offset: page * EVENTS, limit: EVENTS };
      const { results: events, more } = await connection.call((access) => explorer.events(access, id, slice));
      const organization = displayName(organizations, connection.session.organization);
      const row = sessionRow(session, state);
      return {
        kind: 'render',
        view: { kind: 'restore-session', organization, access: connection.kind, row, events, page, more, list },
      };
    });
  }

  /** Stops only the person's own sessions: anybody may send any id. */
  stop(asker: Asker, id: string, list: SessionList = {}): Promise<RestoreReply> {
    const ports = this.#ports;
    return authorize(ports, asker, async ({ connection, loaded: { state } }) => {
      const restore = restoreOfSession(state, { id });
      // The session of a call that was given up is stopped alone: what is still to be sent has another one. So is that of a restore
      // which this sign-in does not continue, and which the press on its card would not stop.
      const mayContinue = restore !== undefined && mayContinueRestore(connection.session, restore);
      if (mayContinue && isInUse(restore, id)) {
        await this.#stopRestore(asker, restore.id);
        return sessionsView(ports, connection, list, id);
      }
      // An explore session is needed as long as its task.
      if (isBrowsed(state, { id })) return sessionsView(ports, connection, list);
      const session = await ownSession(ports, connection, state, id);
      if (session === undefined) {
        auditStop(ports, connection, { id }, 'not-own');
        return noticeReply({ code: 'session-unknown' });
      }
      if (isBrowsed(state, session)) return sessionsView(ports, connection, list);
      const outcome = await connection
        .call((access) => ports.explorer.stop(access, id))
        .then(
          () => 'success',
          onUpstreamError((error) => {
            const trouble = troubleOf(error);
            // It has ended in the meantime: the list shows how.
            if (trouble === 'not-found') return trouble;
            auditStop(ports, connection, session, trouble);
            throw error;
          }),
        );
      auditStop(ports, connection, session, outcome);
      return sessionsView(ports, connection, list, id);
    });
  }
}

/** @returns undefined for administrators, whose sessions are the organization's: theirs are those that the bot opened for them */
const whoIs = async (explorer: Ports['explorer'], connection: Connection): Promise<ServiceUser | undefined> =>
  policyOf(connection.kind).isOrganizationWide ? undefined : connection.call((access) => explorer.whoAmI(access));

/** @returns undefined for those of others and for those that the service no longer has, which are not told apart */
async function ownSession(
  { explorer }: Ports,
  connection: Connection,
  state: RestoreState | undefined,
  id: string,
): Promise<ServiceSession | undefined> {
  const [session, me] = await Promise.all([
    connection
      .call((access) => explorer.session(access, id))
      .catch(
        onUpstreamError((error) => {
          const trouble = troubleOf(error);
          if (trouble !== 'not-found' && trouble !== 'access-denied') throw error;
        }),
      ),
    whoIs(explorer, connection),
  ]);
  return session && isOwn(session, state, me) ? session : undefined;
}

const authorize = (
  { access, log }: Ports,
  asker: Asker,
  work: (request: AuthorizedRequest) => Promise<RestoreReply>,
): Promise<RestoreReply> =>
  access.authorize(asker, (request) =>
    work(request).catch(
      onUpstreamError((error) => {
        const fields = { event: 'restore-sessions-unavailable', error };
        log.warn(fields, "the service's sessions could not be listed or stopped");
        return noticeReply({ code: 'service', trouble: troubleOf(error), detail: firstSentence(error.description) });
      }),
    ),
  );

async function sessionsView(
  ports: Ports,
  connection: Connection,
  list: SessionList,
  stopped?: string,
): Promise<RestoreReply> {
  const page = await findRows(ports, connection, list);
  const organization = displayName(ports.organizations, connection.session.organization);
  return {
    kind: 'render',
    view: { kind: 'restore-sessions', organization, access: connection.kind, ...page, stopped, list },
  };
}

/** The newest first, as the service sends them. `next`: where the next page begins, if there may be one. */
async function findRows(
  { explorer, updates, clock }: Ports,
  connection: Connection,
  list: SessionList,
): Promise<{ readonly rows: readonly SessionRow[]; readonly next?: number }> {
  const { days, starts = [] } = list;
  const from = days === undefined ? undefined : clock.now() - days * DAY;
  const start = starts.at(-1) ?? 0;
  const fetch = (offset: number) =>
    connection.call((access) => explorer.sessions(access, { offset, limit: FETCHED, from }));
  const [me, { state }, first] = await Promise.all([
    whoIs(explorer, connection),
    updates.read(connection.key),
    fetch(start),
  ]);
  const rows: SessionRow[] = [];
  // A session that moved to the next page meanwhile is one row.
  const seen = new Set<string>();
  for (let offset = start, page = first; ; page = await fetch(offset)) {
    for (const [index, session] of page.results.entries()) {
      if (seen.has(session.id)) continue;
      seen.add(session.id);
      const row = isOwn(session, state, me) && isListed(session, state) ? sessionRow(session, state) : undefined;
      if (row === undefined || !fits(row, list)) continue;
      if (rows.length === ROWS) return { rows, next: offset + index };
      rows.push(row);
    }
    if (!page.more) return { rows };
    offset = page.next ?? offset + FETCHED;
    if (offset >= start + MAX_FETCHED) return { rows, next: offset };
  }
}
