/** The service's last sessions, joined with what is known of them here. (API, section C3) */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Log } from '../../core/platform.ts';
import { displayName } from '../../sign-in/presenter.ts';
import { firstSentence } from '../../core/text.ts';
import { SessionRefusedError, type Accesses } from '../service-session/operator-access.ts';
import { connect, type Connection } from '../service-session/connection.ts';
import type { Explorer, ServiceSession } from '../ports.ts';
import { callReference, EXPLORE_REASON, typedReason } from './call-reference.ts';
import type { RestoreReply } from '../reply.ts';
import { noticeReply } from './begin.ts';
import type { RestoreChanges } from './update.ts';
import type { Restore, RestoreState } from '../model/restore.ts';
import type { RestorePresses } from './actions.ts';
import { troubleOf } from '../model/service-error.ts';
import type { SessionRow } from '../views.ts';

export interface RestoreSessions {
  list(asker: Asker): Promise<RestoreReply>;
  stop(asker: Asker, sessionId: string): Promise<RestoreReply>;
}

export interface RestoreSessionsDependencies {
  readonly explorer: Pick<Explorer, 'sessions' | 'stop'>;
  readonly accesses: Pick<Accesses, 'find' | 'use'>;
  readonly changes: Pick<RestoreChanges, 'read'>;
  readonly presses: Pick<RestorePresses, 'press'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly log: Log;
}

const SHOWN = 20;
/** Those in which nothing was restored are left out. */
const FETCHED = 60;

/** By the session that its start answered, else by the reference in the reason: the answer may have been lost. */
function restoreWith(state: RestoreState | undefined, { id, reason }: Pick<ServiceSession, 'id' | 'reason'>) {
  const isOf = (restore: Restore): boolean =>
    restore.calls.some(
      ({ progress }, index) =>
        ('sessionId' in progress && progress.sessionId === id) ||
        reason?.includes(callReference(restore.id, index)) === true,
    );
  return state?.restores.find(isOf);
}

/** Opened to look around in, here. */
const isExplore = (state: RestoreState | undefined, { id, reason }: Pick<ServiceSession, 'id' | 'reason'>): boolean =>
  reason === EXPLORE_REASON ||
  state?.task?.explore?.id === id ||
  (state?.restores.some(({ exploreId }) => exploreId === id) ?? false);

export function sessionRow(session: ServiceSession, state: RestoreState | undefined): SessionRow {
  const restore = restoreWith(state, session);
  const isLooking = restore === undefined && isExplore(state, session);
  const isWorking = session.state === 'working';
  const working = isLooking ? 'looking' : 'running';
  return {
    sessionId: session.id,
    restoreId: restore?.id,
    workload: session.workload,
    scopeName: session.scopeName,
    startedAt: session.createdAt,
    endedAt: session.endedAt,
    state: isWorking ? working : session.result,
    reason: typedReason(session.reason),
    stoppable: isWorking && !isLooking,
  };
}

export function createRestoreSessions(dependencies: RestoreSessionsDependencies): RestoreSessions {
  const { explorer, accesses, changes, presses, organizations, log } = dependencies;

  /** Does the work; what the service says against it is the reply. */
  async function connected(
    { key }: Asker,
    work: (connection: Connection) => Promise<RestoreReply>,
  ): Promise<RestoreReply> {
    const looked = await accesses.find(key);
    if (looked.kind === 'refused') return noticeReply(looked.notice);
    try {
      return await work(connect(accesses, key, looked));
    } catch (error) {
      if (error instanceof SessionRefusedError) return noticeReply({ code: 'session-refused' });
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ error }, "the service's sessions could not be had");
      const detail = firstSentence(error.description);
      return noticeReply({ code: 'service', trouble: troubleOf(error), detail });
    }
  }

  async function rows({ key }: Asker, connection: Connection, stopped?: string): Promise<RestoreReply> {
    const page = await connection.call((access) => explorer.sessions(access, { offset: 0, limit: FETCHED }));
    const { state } = await changes.read(key);
    const organization = displayName(organizations, connection.session.organization);
    const shown = page.results
      .filter((session) => session.state === 'working' || !isExplore(state, session) || restoreWith(state, session))
      .toSorted((a, b) => b.createdAt - a.createdAt)
      .slice(0, SHOWN)
      .map((session) => sessionRow(session, state));
    return { view: { kind: 'restore-sessions', organization, rows: shown, stopped }, posted: false };
  }

  return {
    list: (asker) => connected(asker, (connection) => rows(asker, connection)),

    stop: (asker, sessionId) =>
      connected(asker, async (connection) => {
        const { state } = await changes.read(asker.key);
        const restore = restoreWith(state, { id: sessionId });
        if (restore !== undefined && restore.endedAt === undefined) {
          await presses.press(asker, restore.id, { kind: 'stop' });
          return rows(asker, connection, sessionId);
        }
        // One to look around in is needed as long as its task goes on.
        if (isExplore(state, { id: sessionId })) return rows(asker, connection);
        try {
          await connection.call((access) => explorer.stop(access, sessionId));
        } catch (error) {
          // It has ended meanwhile: the list says how.
          if (!(error instanceof UpstreamError) || troubleOf(error) !== 'not-found') throw error;
        }
        return rows(asker, connection, sessionId);
      }),
  };
}
