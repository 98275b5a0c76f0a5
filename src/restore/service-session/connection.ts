/** One person's way to the service for as long as one press takes: a token renewed on the way is used from then on. */
import type { PersonKey } from '../../core/person.ts';
import type { Session } from '../../sign-in/model.ts';
import type { Accesses, Granted } from './operator-access.ts';
import type { Access } from '../ports.ts';

export interface Connection {
  readonly key: PersonKey;
  readonly session: Session;
  /** @throws SessionRefusedError, UpstreamError */
  call<T>(work: (access: Access) => Promise<T>): Promise<T>;
}

export function connect(accesses: Pick<Accesses, 'use'>, key: PersonKey, granted: Granted): Connection {
  let { access } = granted;
  return {
    key,
    session: granted.session,
    call: (work) =>
      accesses.use(
        key,
        { ...granted, access, session: { ...granted.session, accessToken: access.accessToken } },
        (now) => {
          access = now;
          return work(now);
        },
      ),
  };
}
