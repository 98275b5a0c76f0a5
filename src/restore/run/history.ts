/** `restore sessions`: the person's sessions at the service, combined with what is stored here. (API, section C3) */
import { onUpstreamError } from '../../core/errors.ts';
import { firstSentence } from '../../core/text.ts';
import type { Asker } from '../../core/person.ts';
import { displayName } from '../../sign-in/presenter.ts';
import type { Restore, RestoreState } from '../model/restore.ts';
import { troubleOf } from '../model/service-error.ts';
import type { ServiceSession, ServiceUser } from '../ports.ts';
import type { AuthorizedRequest, Connection } from '../service-session/operator-access.ts';
import { noticeReply, type RestoreReply, type SessionRow } from '../views.ts';
import { auditStop, type RunPorts } from './call-step.ts';
import { callReference, EXPLORE_REASON, typedReason } from './transitions.ts';

const MAX_ROWS = 20;
/** More than are shown, because explore sessions are left out. */
const FETCHED = 60;

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
  state?.task?.explore?.id === id || (state?.restores.some(({ exploreId }) => exploreId === id) ?? false);

const isExplore = (state: RestoreState | undefined, { id, reason }: SessionName): boolean =>
  reason === EXPLORE_REASON || isOpenedHere(state, id);

/** Begun by this bot for the person, or by them elsewhere: the service may also list those of others. */
function isOwn(session: ServiceSession, state: RestoreState | undefined, { id, name }: ServiceUser): boolean {
  const initiator = session.initiatedBy?.toLowerCase();
  const isInitiator = initiator !== undefined && [id, name].some((mine) => mine?.toLowerCase() === initiator);
  return isInitiator || restoreOfSession(state, session) !== undefined || isOpenedHere(state, session.id);
}

/** @returns undefined for an ended explore session, which is not shown */
function sessionRow(session: ServiceSession, state: RestoreState | undefined): SessionRow | undefined {
  const restore = restoreOfSession(state, session);
  const isBrowsing = restore === undefined && isExplore(state, session);
  const isWorking = session.state === 'working';
  if (isBrowsing && !isWorking) return undefined;
  const working = isBrowsing ? 'looking' : 'running';
  return {
    sessionId: session.id,
    restoreId: restore?.id,
    workload: session.workload,
    scopeName: session.scopeName,
    startedAt: session.createdAt,
    endedAt: session.endedAt,
    state: isWorking ? working : session.result,
    reason: typedReason(session.reason),
    stoppable: isWorking && !isBrowsing,
  };
}

type Ports = Pick<RunPorts, 'explorer' | 'organizations' | 'audit' | 'log' | 'access' | 'updates'>;

export const listSessions = (ports: Ports, asker: Asker): Promise<RestoreReply> =>
  authorize(ports, asker, ({ connection }) => sessionsView(ports, connection));

/** Stops only the person's own sessions: anybody may send any id. @param stopRestore presses **Stop** on the card of a restore */
export const stopSession = (
  ports: Ports,
  asker: Asker,
  id: string,
  stopRestore: (restoreId: string) => Promise<unknown>,
): Promise<RestoreReply> =>
  authorize(ports, asker, async ({ connection, loaded: { state } }) => {
    const restore = restoreOfSession(state, { id });
    if (restore !== undefined && restore.endedAt === undefined) {
      await stopRestore(restore.id);
      return sessionsView(ports, connection, id);
    }
    // An explore session is needed as long as its task.
    if (isOpenedHere(state, id)) return sessionsView(ports, connection);
    const session = await ownSession(ports, connection, state, id);
    if (session === undefined) {
      auditStop(ports, connection, { id }, 'not-own');
      return noticeReply({ code: 'session-unknown' });
    }
    if (isExplore(state, session)) return sessionsView(ports, connection);
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
    return sessionsView(ports, connection, id);
  });

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
    connection.call((access) => explorer.whoAmI(access)),
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
  { explorer, updates, organizations }: Ports,
  connection: Connection,
  stopped?: string,
): Promise<RestoreReply> {
  const [page, me, { state }] = await Promise.all([
    connection.call((access) => explorer.sessions(access, { offset: 0, limit: FETCHED })),
    connection.call((access) => explorer.whoAmI(access)),
    updates.read(connection.key),
  ]);
  const rows = page.results
    .filter((session) => isOwn(session, state, me))
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map((session) => sessionRow(session, state))
    .filter((row) => row !== undefined)
    .slice(0, MAX_ROWS);
  const organization = displayName(organizations, connection.session.organization);
  return { kind: 'render', view: { kind: 'restore-sessions', organization, rows, stopped } };
}
