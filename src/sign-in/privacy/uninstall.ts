/** After the bot was removed from a conversation, or can no longer write to it, its state is erased. */
import type { Delivery } from '../../core/announcer.ts';
import { readState } from '../../core/optimistic-update.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { SignInInputs } from '../inputs.ts';
import type { SignInAnnouncer } from '../ports.ts';
import { revoke } from '../session/log-out.ts';

type Ports = Pick<
  SignInInputs,
  'service' | 'organizations' | 'store' | 'administrators' | 'audit' | 'activeJobs' | 'log'
>;

export class Uninstall {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Also ends the sign-ins and revokes the tokens. @param personId who removed the app @throws StorageUnavailableError */
  async leave(conversationId: string, personId?: string): Promise<void> {
    const { store, administrators, log } = this.#ports;
    if (personId !== undefined && (await administrators.find(personId))?.conversationId === conversationId) {
      await administrators.erase(personId);
    }
    const people = await store.peopleIn(conversationId);
    await Promise.all(people.map((key) => this.#erase(key)));
    if (people.length === 0) return;
    log.info({ event: 'conversation-left', conversation: conversationId }, 'the state of a conversation is erased');
  }

  /** The same after a message was answered with "gone" or "blocked". Never throws. */
  async unreachable(address: Address, key: PersonKey, reason: string | undefined): Promise<void> {
    const { log } = this.#ports;
    const { conversationId: conversation, personId } = key;
    log.info({ event: 'conversation-unreachable', conversation, reason }, 'a conversation is no longer reachable');
    // Deleting a post in a channel removes its thread, but not the channel.
    const isThread = address.conversationId !== conversation && reason === 'ConversationNotFound';
    try {
      await (isThread ? this.#erase(key) : this.leave(conversation, personId));
    } catch (error) {
      log.warn({ event: 'conversation-not-erased', conversation, error }, 'a conversation could not be erased yet');
    }
  }

  async #erase(key: PersonKey): Promise<void> {
    const { store, activeJobs, audit } = this.#ports;
    const { session, signIn } = (await readState(store, key)).state ?? {};
    // First, so that it is erased even if a later step fails.
    await store.erase(key);
    if (signIn !== undefined) activeJobs.abandon(signIn.id);
    if (session === undefined) return;
    const outcome = await revoke(this.#ports, session);
    const { organization, flow, signInId: reference } = session;
    audit.record({ event: 'left', key, organization, flow, reference, outcome });
  }
}

/** An announcer that erases the state of a conversation when a delivery finds it unreachable. */
export function uninstallWhenUnreachable<Kind extends SignInAnnouncer>(
  announcer: Kind,
  uninstall: Pick<Uninstall, 'unreachable'>,
): Kind {
  async function watch(address: Address, key: PersonKey, sending: Promise<Delivery>): Promise<Delivery> {
    const delivery = await sending;
    if (delivery.kind === 'unreachable') await uninstall.unreachable(address, key, delivery.reason);
    return delivery;
  }
  return {
    ...announcer,
    post: (address, key, view) => watch(address, key, announcer.post(address, key, view)),
    edit: (address, key, cardId, view) => watch(address, key, announcer.edit(address, key, cardId, view)),
  };
}
