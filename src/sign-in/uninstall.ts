/** Erases stored state where the bot was removed from a conversation, or can no longer be reached. */
import type { Delivery } from '../durable/announcer.ts';
import { onLostAnswer, StateUnreadableError } from '../core/errors.ts';
import type { JobOf } from '../core/jobs.ts';
import type { Address, PersonKey } from '../core/person.ts';
import { readState } from '../durable/record.ts';
import { endSession } from './session/end-session.ts';
import { auditDropped, auditEnded } from './state/dropped.ts';
import type { SignInInputs } from './state/inputs.ts';
import type { Session } from './state/model.ts';
import type { Departure, SignInAnnouncer } from './state/ports.ts';
import { endedIn, sessionsIn } from './state/transitions.ts';

type UninstallPorts = Pick<
  SignInInputs,
  | 'service'
  | 'organizations'
  | 'store'
  | 'administrators'
  | 'otherRecords'
  | 'audit'
  | 'activeJobs'
  | 'sessionEvents'
  | 'tickets'
  | 'jobs'
  | 'clock'
  | 'log'
  | 'newId'
>;

export class Uninstall {
  readonly #ports: UninstallPorts;

  constructor(ports: UninstallPorts) {
    this.#ports = ports;
  }

  /** Teams says once that the app was removed: `leave` is carried out by a job. @throws StorageUnavailableError */
  async order(departure: Departure): Promise<void> {
    const { tickets, jobs, newId } = this.#ports;
    const order = await tickets.seal('departure', departure);
    (await jobs.sendOwned({ kind: 'left', leaveId: newId(), order })).start();
  }

  /** Handler of `left` jobs. */
  async carryOut({ order }: JobOf<'left'>): Promise<void> {
    const departure = await this.#ports.tickets.open('departure', order);
    // Another instance may have its key.
    if (departure === undefined) throw new StateUnreadableError();
    await this.leave(departure);
  }

  /** Also ends the sign-ins and revokes the tokens. @throws StorageUnavailableError */
  async leave({ conversationId, personId, teamId, at }: Departure): Promise<void> {
    for (const records of this.#ports.otherRecords)
      await records.erase?.((key) => key.conversationId === conversationId, at);
    await this.#end(conversationId, { personId, teamId, at });
  }

  /**
   * After a message was answered with "gone" or "blocked". Other records note themselves who cannot be written to: erased from them,
   * the person would be asked anew. Never throws.
   */
  async unreachable(address: Address, key: PersonKey, reason: string | undefined): Promise<void> {
    const { log } = this.#ports;
    const { conversationId: conversation, personId } = key;
    log.info({ event: 'conversation-unreachable', conversation, reason }, 'a conversation is no longer reachable');
    // Deleting a post in a channel removes its thread, but not the channel.
    const isThread = address.conversationId !== conversation && reason === 'ConversationNotFound';
    try {
      await (isThread ? this.#erase(key) : this.#end(conversation, { personId }));
    } catch (error) {
      log.warn({ event: 'conversation-not-erased', conversation, error }, 'a conversation could not be erased yet');
    }
  }

  async #end(conversationId: string, { personId, teamId, at }: Partial<Departure>): Promise<void> {
    const { store, administrators, log } = this.#ports;
    if (personId !== undefined && (await administrators.find(personId))?.conversationId === conversationId) {
      await administrators.erase(personId, at);
    }
    const here = await store.peopleIn(conversationId);
    const inTeam = teamId === undefined ? [] : await store.peopleInTeam(teamId);
    const elsewhere = inTeam.filter((key) => key.conversationId !== conversationId);
    const people = [...here, ...elsewhere];
    await Promise.all(people.map((key) => this.#erase(key, at)));
    if (people.length === 0) return;
    log.info({ event: 'conversation-left', conversation: conversationId }, 'the state of a conversation is erased');
  }

  async #erase(key: PersonKey, at = Infinity): Promise<void> {
    const { store, activeJobs, audit } = this.#ports;
    const { state, version } = await readState(store, key);
    // The app was added again since.
    if (state?.recentStarts?.some((startedAt) => startedAt > at) === true) return;
    const { signIn } = state ?? {};
    const end = async (session: Session) => ({
      session,
      outcome: await endSession(this.#ports, key, session, 'uninstalled'),
    });
    const ended = await Promise.all(state === undefined ? [] : sessionsIn(state).map(end));
    await activeJobs.announceEnd(key, signIn);
    const record = () => {
      auditDropped(this.#ports, key, signIn, 'left');
      auditEnded(this.#ports, key, state === undefined ? [] : endedIn(state));
      for (const { session, outcome } of ended) {
        const { organization, flow, signInId: reference } = session;
        audit.record({ event: 'left', key, organization, flow, reference, outcome });
      }
    };
    if (version === undefined) await store.erase(key);
    // A renewal or a sign-in has changed it: its session has to be ended too.
    else if (!(await store.eraseVersion(key, version).catch(onLostAnswer(record)))) return this.#erase(key, at);
    record();
    if (signIn !== undefined) activeJobs.abandon(signIn.id);
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
    post: (address, key, ...card) => watch(address, key, announcer.post(address, key, ...card)),
    edit: (address, key, ...card) => watch(address, key, announcer.edit(address, key, ...card)),
    retire: (address, key, ...card) => watch(address, key, announcer.retire(address, key, ...card)),
  };
}
