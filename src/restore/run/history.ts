/** `restore sessions`: recent sessions at the service, combined with what is stored here. (API, section C3) */
import { UpstreamError } from '../../core/errors.ts';
import { firstSentence } from '../../core/text.ts';
import type { Asker } from '../../core/person.ts';
import { displayName } from '../../sign-in/presenter.ts';
import type { Restore, RestoreState } from '../model/restore.ts';
import { troubleOf } from '../model/service-error.ts';
import type { RestorePorts, ServiceSession } from '../ports.ts';
import type { AuthorizedRequest, Connection, OperatorAccess } from '../service-session/operator-access.ts';
import { noticeReply, type RestoreReply, type SessionRow } from '../views.ts';
import type { RestoreActions } from './actions.ts';
import { callReference, EXPLORE_REASON, typedReason } from './call-reference.ts';
import type { RestoreUpdates } from './update.ts';

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

/** Opened for browsing, by this bot. */
const isExplore = (state: RestoreState | undefined, { id, reason }: SessionName): boolean =>
  reason === EXPLORE_REASON ||
  state?.task?.explore?.id === id ||
  (state?.restores.some(({ exploreId }) => exploreId === id) ?? false);

export function sessionRow(session: ServiceSession, state: RestoreState | undefined): SessionRow {
  const restore = restoreOfSession(state, session);
  const isBrowsing = restore === undefined && isExplore(state, session);
  const isWorking = session.state === 'working';
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

type Ports = Pick<RestorePorts, 'explorer' | 'organizations' | 'log'> & {
  readonly access: OperatorAccess;
  readonly updates: RestoreUpdates;
  readonly actions: RestoreActions;
};

export class RestoreHistory {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  list(asker: Asker): Promise<RestoreReply> {
    return this.#authorize(asker, ({ connection }) => this.#rows(asker, connection));
  }

  stop(asker: Asker, sessionId: string): Promise<RestoreReply> {
    const { explorer, actions } = this.#ports;
    return this.#authorize(asker, async ({ connection, loaded: { state } }) => {
      const restore = restoreOfSession(state, { id: sessionId });
      if (restore !== undefined && restore.endedAt === undefined) {
        await actions.press(asker, restore.id, { kind: 'stop' });
        return this.#rows(asker, connection, sessionId);
      }
      // An explore session is needed as long as its task.
      if (isExplore(state, { id: sessionId })) return this.#rows(asker, connection);
      try {
        await connection.call((access) => explorer.stop(access, sessionId));
      } catch (error) {
        // It has ended in the meantime: the list shows how.
        if (!(error instanceof UpstreamError) || troubleOf(error) !== 'not-found') throw error;
      }
      return this.#rows(asker, connection, sessionId);
    });
  }

  #authorize(asker: Asker, work: (request: AuthorizedRequest) => Promise<RestoreReply>): Promise<RestoreReply> {
    return this.#ports.access.authorize(asker, async (request) => {
      try {
        return await work(request);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        this.#ports.log.warn(
          { event: 'restore-sessions-unavailable', error },
          "the service's sessions could not be listed or stopped",
        );
        return noticeReply({ code: 'service', trouble: troubleOf(error), detail: firstSentence(error.description) });
      }
    });
  }

  async #rows({ key }: Asker, connection: Connection, stopped?: string): Promise<RestoreReply> {
    const { explorer, updates, organizations } = this.#ports;
    const page = await connection.call((access) => explorer.sessions(access, { offset: 0, limit: FETCHED }));
    const { state } = await updates.read(key);
    const rows = page.results
      .filter(
        (session) => session.state === 'working' || !isExplore(state, session) || restoreOfSession(state, session),
      )
      .toSorted((one, other) => other.createdAt - one.createdAt)
      .slice(0, MAX_ROWS)
      .map((session) => sessionRow(session, state));
    const organization = displayName(organizations, connection.session.organization);
    return { kind: 'render', view: { kind: 'restore-sessions', organization, rows, stopped } };
  }
}
