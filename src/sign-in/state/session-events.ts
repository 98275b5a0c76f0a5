/** What sign-in tells the features that work with a person's session: one port, given to each of them at construction. */
import type { PersonKey } from '../../core/person.ts';
import type { Session } from './model.ts';

export type WhyOver =
  | 'logged-out' // by the person, **This was not me** included
  | 'erased' // `restore forget me`
  | 'uninstalled' // the app was removed, or the conversation is gone
  | 'expired' // with its token, or at its longest life
  | 'refused' // the service no longer accepts it
  | 'replaced' // by another sign-in
  | 'ended-by-administrator'
  | 'not-allowed'; // taken off a list: administrators, tenants, organizations

export interface SessionOver {
  readonly kind: 'over';
  readonly key: PersonKey;
  readonly why: WhyOver;
  readonly session: Pick<Session, 'signInId' | 'organization' | 'flow'>;
  /** While its token still works, for closing what was opened with it. */
  readonly open?: Session | undefined;
}

export type SessionEvent =
  /** The person has signed in, and the card says so. */
  { readonly kind: 'began'; readonly key: PersonKey } | SessionOver;

/** Called again after a crash. @throws StorageUnavailableError */
export type SessionListener = (event: SessionEvent) => Promise<void>;

export class SessionEvents {
  readonly #listeners: SessionListener[] = [];

  listen(listener: SessionListener): void {
    this.#listeners.push(listener);
  }

  /** @throws StorageUnavailableError */
  async tell(event: SessionEvent): Promise<void> {
    for (const listener of this.#listeners) await listener(event);
  }
}

/** What sign-in asks of them. @throws StorageUnavailableError */
export interface SessionUse {
  /** Whether running work needs the session, which is then renewed as with AUTO_RENEW. */
  isNeeded(key: PersonKey): Promise<boolean>;
  /** Whether a restore that such a session continues has not ended at the service, followed or not. */
  mayStillRestore(key: PersonKey, session: Session): Promise<boolean>;
}
