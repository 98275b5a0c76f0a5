/** The operator session that restoring works with, and a new token where the service takes the old one no longer. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Clock } from '../../core/platform.ts';
import type { PersonStore } from '../../sign-in/ports.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import { isRefusedToken, type RefusedSessions } from '../../sign-in/session/refused-sessions.ts';
import { readState } from '../../core/optimistic-update.ts';
import type { Access } from '../ports.ts';
import type { RestoreNotice } from '../views.ts';

export interface Granted {
  readonly kind: 'granted';
  readonly session: Session;
  readonly access: Access;
}

export type Looked =
  | Granted
  | { readonly kind: 'refused'; readonly notice: Extract<RestoreNotice, { code: 'sign-in-first' | 'operator-only' }> };

export interface Accesses {
  /** The person's session as it stands. @throws StorageAwayError */
  find(key: PersonKey): Promise<Looked>;
  /**
   * Does the work with the session's token; when the service answers 401, once more with a renewed one.
   *
   * @throws SessionRefusedError when the session is over; UpstreamError when it could not be renewed just now; whatever
   *   `work` throws
   */
  use<T>(key: PersonKey, granted: Granted, work: (access: Access) => Promise<T>): Promise<T>;
}

/** The service no longer accepts the session, which has ended: only a new sign-in helps. */
export class SessionRefusedError extends Error {
  override readonly name = 'SessionRefusedError';
  readonly code = 'SESSION_REFUSED';
}

export interface AccessesDependencies {
  readonly store: Pick<PersonStore, 'read'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly refusedSessions: Pick<RefusedSessions, 'settle' | 'end'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Calls with one token after another, before a service that refuses tokens it has just issued is believed. */
const MOST_TOKENS = 3;

export function createAccesses({ store, organizations, refusedSessions, clock }: AccessesDependencies): Accesses {
  async function find(key: PersonKey): Promise<Looked> {
    const session = (await readState(store, key)).state?.session;
    if (session === undefined || session.expiresAt <= clock.now()) {
      return { kind: 'refused', notice: { code: 'sign-in-first' } };
    }
    if (session.flow !== 'operator') return { kind: 'refused', notice: { code: 'operator-only' } };
    const organization = organizations.get(session.organization);
    if (organization === undefined) return { kind: 'refused', notice: { code: 'sign-in-first' } };
    return { kind: 'granted', session, access: { organization, accessToken: session.accessToken } };
  }

  /** @throws SessionRefusedError; UpstreamError where it may work later */
  async function anotherToken(key: PersonKey, refused: Access, cause: unknown): Promise<Access> {
    const settled = await refusedSessions.settle(key, refused);
    // The service was reached, but nothing was done: it refused the token first.
    if (settled === 'unavailable') throw new UpstreamError('backup service', 'NO_ANSWER', { unsent: true, cause });
    const now = settled === 'renewed' ? await find(key) : undefined;
    if (now?.kind !== 'granted')
      throw new SessionRefusedError('The service no longer accepts this session.', { cause });
    return now.access;
  }

  return {
    find,
    async use(key, { access: first }, work) {
      let access = first;
      for (let tokens = 1; ; tokens += 1) {
        try {
          return await work(access);
        } catch (error) {
          if (!isRefusedToken(error)) throw error;
          if (tokens === MOST_TOKENS) {
            await refusedSessions.end(key, access);
            throw new SessionRefusedError('The service no longer accepts this session.', { cause: error });
          }
          access = await anotherToken(key, access, error);
        }
      }
    },
  };
}
