/** The bot has left a conversation, or cannot write to it any more: nothing is kept for it. */
import type { ActiveJobs } from '../follow/active-jobs.ts';
import type { Organizations } from '../organizations.ts';
import type { AdministratorAddresses, BackupService, PersonStore, SignInAnnouncer } from '../ports.ts';
import type { Delivery } from '../../core/announcer.ts';
import type { Audit } from '../../core/audit.ts';
import type { Log } from '../../core/platform.ts';
import { revoke } from '../session/log-out.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import { readState } from '../../core/optimistic-update.ts';

export interface UninstallDependencies {
  readonly service: Pick<BackupService, 'logOut'>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly store: PersonStore;
  readonly administrators: Pick<AdministratorAddresses, 'find' | 'erase'>;
  readonly audit: Audit;
  readonly activeJobs: ActiveJobs;
  readonly log: Log;
}

export interface Uninstall {
  /**
   * The app was uninstalled: everything kept for the conversation is erased, its sign-ins end, its tokens are revoked.
   * Jobs that still come for it find nothing and do nothing.
   *
   * @param personId who removed it, where that is known
   * @throws StorageUnavailableError
   */
  leave(conversationId: string, personId?: string): Promise<void>;
  /** The same after a send that was answered with "gone" or "blocked". Never throws. */
  unreachable(address: Address, key: PersonKey, reason: string | undefined): Promise<void>;
}

export function createUninstall(dependencies: UninstallDependencies): Uninstall {
  const { store, administrators, audit, activeJobs, log } = dependencies;

  async function leaveOne(key: PersonKey): Promise<void> {
    const { state } = await readState(store, key);
    // Erased first, whatever becomes of the rest.
    await store.erase(key);
    if (state?.signIn !== undefined) activeJobs.abandon(state.signIn.id);
    const session = state?.session;
    if (session === undefined) return;
    const outcome = await revoke(dependencies, session);
    const { organization, flow, signInId: reference } = session;
    audit.record({ event: 'left', key, organization, flow, reference, outcome });
  }

  async function forgetAddress(conversationId: string, personId: string): Promise<void> {
    const address = await administrators.find(personId);
    if (address?.conversationId === conversationId) await administrators.erase(personId);
  }

  async function leave(conversationId: string, personId?: string): Promise<void> {
    if (personId !== undefined) await forgetAddress(conversationId, personId);
    const people = await store.peopleIn(conversationId);
    await Promise.all(people.map(leaveOne));
    if (people.length > 0) {
      log.info(
        { event: 'conversation-left', conversation: conversationId },
        'the bot left a conversation; its state is erased',
      );
    }
  }

  return {
    leave,
    async unreachable(address, key, reason) {
      log.info(
        { event: 'conversation-unreachable', conversation: key.conversationId, reason },
        'a conversation is no longer reachable',
      );
      // A deleted post takes its thread along, not the channel around it.
      const threadOnly = address.conversationId !== key.conversationId && reason === 'ConversationNotFound';
      try {
        await (threadOnly ? leaveOne(key) : leave(key.conversationId, key.personId));
      } catch (error) {
        log.warn(
          { event: 'conversation-not-erased', conversation: key.conversationId, error },
          'the state of a conversation could not be erased yet',
        );
      }
    },
  };
}

/** The announcer, after each of whose deliveries to nobody the conversation is left. */
export function uninstallWhenUnreachable<Kind extends SignInAnnouncer>(
  announcer: Kind,
  uninstall: Pick<Uninstall, 'unreachable'>,
): Kind {
  async function heed(address: Address, key: PersonKey, sending: Promise<Delivery>): Promise<Delivery> {
    const delivery = await sending;
    if (delivery.kind === 'unreachable') await uninstall.unreachable(address, key, delivery.reason);
    return delivery;
  }
  return {
    ...announcer,
    post: (address, key, view) => heed(address, key, announcer.post(address, key, view)),
    edit: (address, key, cardId, view) => heed(address, key, announcer.edit(address, key, cardId, view)),
  };
}
