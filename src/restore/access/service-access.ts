/** A person's access to the backup service: who may act, calls with the session's token, and renewing it after a 401. */
import { UpstreamError } from '../../core/errors.ts';
import { readState, type Loaded } from '../../durable/record.ts';
import type { Organization } from '../../core/organization.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/state/model.ts';
import { isRefusedToken } from '../../sign-in/session/refused-sessions.ts';
import { accessKindOf, type AccessKind } from '../backups/entries/access-kind.ts';
import type { Restore, RestoreState } from '../state/restore.ts';
import type { Task } from '../state/task.ts';
import type { Access, RestorePorts } from '../state/ports.ts';
import type { RestoreNotice } from '../state/notice.ts';
import { noticeReply, type RestoreReply } from '../state/views.ts';
import { SessionOverError, SessionRefusedError, type SessionWork } from './session-work.ts';

/** Calls as one person, for one request or one step of a job. */
export interface Connection {
  readonly key: PersonKey;
  readonly session: Session;
  readonly kind: AccessKind;
  /**
   * Calls with the session's token; once the service no longer accepts that, again with a renewed one, which later calls use too.
   *
   * @throws SessionRefusedError when the session is over; UpstreamError when it could not be renewed; what `work` throws: a 401
   * where the service accepts the token for other calls
   */
  call<T>(work: (access: Access) => Promise<T>): Promise<T>;
}

type AccessResult =
  | { readonly kind: 'granted'; readonly connection: Connection }
  /** `session`: may no longer be used, but to close what it has opened. */
  | { readonly kind: 'refused'; readonly notice: Refusal; readonly session?: Session | undefined };

type Refusal = Extract<RestoreNotice, { code: 'sign-in-first' | 'administrator-only' }>;
const refused = (notice: Refusal, session?: Session): AccessResult => ({ kind: 'refused', notice, session });

/** A command or a press that the guard has let through, with the person's state as it was read for it. */
export interface AuthorizedRequest {
  readonly asker: Asker;
  readonly connection: Connection;
  readonly loaded: Loaded<RestoreState>;
}

/** Tokens to try before a service that also refuses newly issued ones is believed. */
const MAX_TOKENS = 3;

/** The task's own sign-in, or a new one of the same person that the task waits for. */
export function mayContinueTask({ signInId, organization, userId, flow }: Session, task: Task): boolean {
  if (task.access !== accessKindOf(flow)) return false;
  const isAwaited = task.waitsForSignIn === true && task.userId === userId;
  return task.organization === organization && (task.signInId === signInId || isAwaited);
}

/** Whose session continues a restore or an export. */
export type StartedBy = Pick<Restore, 'organization' | 'userId' | 'access'>;

/** Another account would see other data, and so would another kind of access. */
export const mayContinueRestore = ({ organization, userId, flow }: Session, restore: StartedBy): boolean =>
  organization === restore.organization && userId === restore.userId && accessKindOf(flow) === restore.access;

export const continuing = (connection: Connection, restore: StartedBy): Connection | undefined =>
  mayContinueRestore(connection.session, restore) ? connection : undefined;

/** Others would see what is found and restored in a shared place. */
export const isPersonal = ({ address }: Asker): boolean => address.place === 'personal';
export const PERSONAL_ONLY: RestoreReply = noticeReply({ code: 'personal-only' });

type Ports = Pick<RestorePorts, 'people' | 'store' | 'organizations' | 'refusedSessions' | 'clock'> & {
  readonly work: SessionWork;
};

/** All methods throw StorageUnavailableError. */
export class ServiceAccess {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * The guard of every command and press: personal chats only, with a session. Reads access and state once.
   * Throws what `work` throws except SessionRefusedError.
   */
  async authorize(asker: Asker, work: (request: AuthorizedRequest) => Promise<RestoreReply>): Promise<RestoreReply> {
    if (!isPersonal(asker)) return PERSONAL_ONLY;
    const { key } = asker;
    const [found, loaded] = await Promise.all([this.find(key), readState<RestoreState>(this.#ports.store, key)]);
    if (found.kind === 'refused') return noticeReply(found.notice);
    try {
      return await work({ asker, connection: found.connection, loaded });
    } catch (error) {
      const access = found.connection.kind;
      // Whoever ended it has said so.
      if (error instanceof SessionOverError)
        return { kind: 'delivered', view: { kind: 'task-closed', why: 'logged-out', access } };
      if (error instanceof SessionRefusedError) return noticeReply({ code: 'session-refused', access });
      throw error;
    }
  }

  /** The guard of requests that need no state. @returns undefined when the person may not act */
  async connection(asker: Asker): Promise<Connection | undefined> {
    const found = isPersonal(asker) ? await this.find(asker.key) : undefined;
    return found?.kind === 'granted' ? found.connection : undefined;
  }

  async find(key: PersonKey): Promise<AccessResult> {
    const { people, organizations, refusedSessions, work, clock } = this.#ports;
    const { session, ended, person } = (await readState(people, key)).state ?? {};
    const { flow } = session ?? ended ?? {};
    const signInFirst = refused({ code: 'sign-in-first', access: flow && accessKindOf(flow) });
    if (session === undefined || person === undefined || session.expiresAt <= clock.now()) return signInFirst;
    if (work.isOver(session.signInId)) return signInFirst;
    if (await refusedSessions.endIfNotAllowed(key, person, session))
      return session.flow === 'app-only' && session.endOrder === undefined
        ? refused({ code: 'administrator-only' }, session)
        : refused({ code: 'sign-in-first', access: accessKindOf(session.flow) }, session);
    const organization = organizations.get(session.organization);
    return organization === undefined
      ? signInFirst
      : { kind: 'granted', connection: this.#connect(key, session, organization) };
  }

  #connect(key: PersonKey, session: Session, organization: Organization): Connection {
    const { work: sessionWork } = this.#ports;
    const { signInId } = session;
    const kind = accessKindOf(session.flow);
    let latest: Access = { kind, organization, accessToken: session.accessToken };
    let replacing: Promise<Access> | undefined;
    return {
      key,
      session,
      kind,
      call: async (work) => {
        for (let tokens = 1; ; tokens += 1) {
          const access = latest;
          try {
            return await sessionWork.run(signInId, (signal) => work({ ...access, signal }));
          } catch (error) {
            if (!isRefusedToken(error)) throw error;
            if (sessionWork.isOver(signInId)) throw new SessionOverError(error);
            if (latest !== access && tokens < MAX_TOKENS) continue;
            // Then it is not the token that was refused, but what it was used for.
            if (await this.#ports.refusedSessions.isAccepted(key, access)) throw error;
            if (tokens === MAX_TOKENS) {
              await this.#ports.refusedSessions.end(key, access);
              throw new SessionRefusedError(error);
            }
            if (latest !== access) continue;
            // Calls side by side share one renewal.
            replacing ??= this.#replaceToken(key, session, access, error).finally(() => (replacing = undefined));
            latest = await replacing;
          }
        }
      },
    };
  }

  /** @returns undefined when nobody is signed in any more, or another account is */
  async connectFor(key: PersonKey, restore: StartedBy): Promise<Connection | undefined> {
    const found = await this.find(key);
    return found.kind === 'refused' ? undefined : continuing(found.connection, restore);
  }

  /**
   * @param session whose work goes on: a sign-in of another account, kind of access or organization may have replaced it
   * @throws SessionRefusedError; UpstreamError when trying later may work
   */
  async #replaceToken(key: PersonKey, session: Session, refused: Access, cause: unknown): Promise<Access> {
    const settled = await this.#ports.refusedSessions.settle(key, refused);
    // Marked as unsent: the service refused the token before doing anything.
    if (settled === 'unavailable') throw new UpstreamError('backup service', 'NO_ANSWER', { unsent: true, cause });
    const { organization, userId } = session;
    const startedBy: StartedBy = { organization, userId, access: refused.kind };
    const connection = settled === 'renewed' ? await this.connectFor(key, startedBy) : undefined;
    if (connection === undefined) throw new SessionRefusedError(cause);
    return connection.call(async (access) => access);
  }
}
