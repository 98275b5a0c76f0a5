/** The operator session that restoring works with, and a new token where the service takes the old one no longer. */
import { UpstreamError } from '../../core/errors.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Clock } from '../../core/platform.ts';
import type { PersonStore } from '../../sign-in/ports.ts';
import type { Renewals } from '../../sign-in/session/renewal.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
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
   * @throws SessionRefusedError when a new token could not be had, or is not taken either; whatever `work` throws
   */
  use<T>(key: PersonKey, granted: Granted, work: (access: Access) => Promise<T>): Promise<T>;
}

/** The service takes the token no longer: only a new sign-in helps. */
export class SessionRefusedError extends Error {
  override readonly name = 'SessionRefusedError';
  readonly code = 'SESSION_REFUSED';
}

export interface AccessesDependencies {
  readonly store: Pick<PersonStore, 'read'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly renewals: Pick<Renewals, 'renew'>;
  readonly clock: Pick<Clock, 'now'>;
}

const isRefusedToken = (error: unknown): boolean => error instanceof UpstreamError && error.status === 401;

export function createAccesses({ store, organizations, renewals, clock }: AccessesDependencies): Accesses {
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

  async function renewed(key: PersonKey, session: Session): Promise<Access> {
    // Somebody else may have renewed it already.
    const now = await find(key);
    if (now.kind === 'granted' && now.access.accessToken !== session.accessToken) return now.access;
    const { kind } = await renewals.renew(key, session.id);
    const then = kind === 'renewed' ? await find(key) : undefined;
    if (then?.kind !== 'granted') throw new SessionRefusedError('The service takes this session no longer.');
    return then.access;
  }

  return {
    find,
    async use(key, { session, access }, work) {
      try {
        return await work(access);
      } catch (error) {
        if (!isRefusedToken(error)) throw error;
      }
      const again = await renewed(key, session);
      try {
        return await work(again);
      } catch (error) {
        if (!isRefusedToken(error)) throw error;
        throw new SessionRefusedError('The service takes this session no longer.', { cause: error });
      }
    },
  };
}
