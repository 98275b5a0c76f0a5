/** `restore forget me`: erases everything about a person, in every conversation. */
import { onUpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { AdministratorContacts } from '../administrators.ts';
import type { SharedInputs, SignInInputs } from '../inputs.ts';
import type { Revoked } from '../model.ts';
import type { OpenedState, StoredState } from '../ports.ts';
import { loggedOutView, noticeView } from '../presenter.ts';
import { endAtService } from '../session/log-out.ts';
import type { Reply, View } from '../views.ts';
import { forEachState } from './retention.ts';

type Ports = SharedInputs &
  Pick<SignInInputs, 'archive' | 'administrators' | 'service' | 'activeJobs' | 'hooks'> & {
    readonly administratorContacts: Pick<AdministratorContacts, 'forget'>;
  };

type Found = Extract<OpenedState, { kind: 'found' }>;

/** The session that was ended in one conversation, if there was one. */
interface Erased {
  readonly revoked?: Revoked | undefined;
  readonly expiresAt?: number | undefined;
}

export class ErasePerson {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Asks for confirmation; nothing is erased yet. */
  ask(): Reply {
    return { kind: 'render', view: { kind: 'forget-me' } };
  }

  /** **Erase**. May be repeated after a fault. @throws StorageUnavailableError */
  async erase({ key, address }: Asker): Promise<Reply> {
    const { archive, administrators, administratorContacts, log } = this.#ports;
    const states = archive.ofPerson([...new Set([key.personId, address.userId])]);
    const results = await forEachState(states, (stored) => this.#eraseOne(stored));
    const erased = results.filter((result) => result !== undefined);
    const administrator = (await administrators.find(key.personId)) !== undefined;
    if (administrator) await administrators.erase(key.personId);
    if (administrator) administratorContacts.forget(key.personId);
    const ended = erased.filter(({ revoked }) => revoked !== undefined);
    const valid = ended.filter(({ revoked }) => revoked !== 'yes').map(({ expiresAt = 0 }) => expiresAt);
    log.info({ event: 'person-erased', conversations: erased.length, sessions: ended.length }, 'a person was erased');
    const view: View = {
      kind: 'forgotten',
      conversations: erased.length,
      revoked: ended.length - valid.length,
      notRevoked: valid.length,
      livesUntil: valid.length === 0 ? undefined : Math.max(...valid),
      administrator,
    };
    return { kind: 'render', view };
  }

  async #eraseOne({ name }: StoredState): Promise<Erased | undefined> {
    const { archive, audit, activeJobs } = this.#ports;
    for (;;) {
      const opened = await archive.open(name);
      if (opened.kind === 'absent') return undefined;
      const session = opened.kind === 'found' ? opened.state.session : undefined;
      const isSignedIn = opened.kind === 'found' && session !== undefined;
      const revoked = isSignedIn ? await endAtService(this.#ports, opened.key, session) : undefined;
      // A renewal or a sign-in has changed it: its new session has to be ended too.
      if (!(await archive.erase(name, opened.version))) continue;
      if (opened.kind === 'unreadable') return {};
      const { key, state } = opened;
      if (state.signIn !== undefined) activeJobs.abandon(state.signIn.id);
      const { organization, flow, signInId: reference } = session ?? {};
      audit.record({ event: 'forgotten', key, organization, flow, reference, outcome: revoked });
      await this.#editCards(opened, revoked);
      return { revoked, expiresAt: session?.expiresAt };
    }
  }

  /** Removes the buttons, which no longer work. */
  async #editCards(found: Found, revoked: Revoked | undefined): Promise<void> {
    const { signIn, session } = found.state;
    if (signIn !== undefined && signIn.kind !== 'ended') {
      await this.#editCard(found, signIn.cardId, noticeView('cancelled'));
    }
    if (session === undefined || revoked === undefined) return;
    const view = loggedOutView(this.#ports.organizations, session, revoked);
    await this.#editCard(found, session.cardId, view);
    await this.#editCard(found, session.noticeCardId, view);
  }

  async #editCard({ state, key }: Found, cardId: string | undefined, view: View): Promise<void> {
    const { announcer, log } = this.#ports;
    if (cardId === undefined) return;
    const logError = onUpstreamError((error) =>
      log.warn({ event: 'erased-card-not-edited', error }, 'a card of an erased person could not be edited'),
    );
    await announcer.edit(state.address, key, cardId, view).catch(logError);
  }
}
