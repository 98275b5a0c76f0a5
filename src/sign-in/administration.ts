/** What administrators do with everybody's sessions: see them, end them, and suspend people. */
import { ConflictError, onLostAnswer } from '../core/errors.ts';
import type { JobOf } from '../core/jobs.ts';
import type { Asker } from '../core/person.ts';
import { changeState, keep, readState, write } from '../durable/record.ts';
import { CLAIM_MILLISECONDS, runAlone, type SoleRun } from '../durable/sole-run.ts';
import { startJob } from '../durable/start-job.ts';
import { orderEnds, type WhoseEnd } from './access/end-order.ts';
import { mayAppOnly } from './access/policy.ts';
import { holds, isSuspended, type SuspensionsAtStart } from './access/suspensions.ts';
import { administeredPeople, isNamed, isOf, livePlaces, matching, type LivePlace } from './live-sessions.ts';
import { forEachState } from './privacy.ts';
import type { SharedInputs, SignInInputs } from './state/inputs.ts';
import type { EndOrder } from './state/model.ts';
import { noticeReply, noticeView } from './state/presenter.ts';
import type { Suspension } from './state/suspension.ts';
import type { AdminOutcome, AdminPerson, AdminPress, PlainNotice, Reply, View } from './state/views.ts';

type Ports = SharedInputs &
  Pick<
    SignInInputs,
    'archive' | 'administrators' | 'otherRecords' | 'suspensions' | 'adminUserIds' | 'maxSessionHours'
  > & {
    readonly suspensionsAtStart: Pick<SuspensionsAtStart, 'changed'>;
  };

/** A command: whom it is about, as typed. */
interface AdminCommand {
  readonly kind: 'admin-sessions' | 'admin-suspend' | 'admin-lift';
  readonly words?: string | undefined;
}

const PAGE = 8;

/** All methods throw StorageUnavailableError. */
export class Administration {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async command(asker: Asker, { kind, words }: AdminCommand): Promise<Reply> {
    const refusal = await this.#refusal(asker);
    if (refusal !== undefined) return noticeReply(refusal);
    if (kind === 'admin-sessions' || words === undefined) return this.#list();
    const all = await administeredPeople(this.#ports);
    const found = matching(all, words);
    const [only, ...others] = found;
    if (only === undefined) return this.#list(0, { code: 'unknown-person', typed: words });
    if (others.length > 0 || !isNamed(only, words)) {
      return this.#listReply(all, 0, { outcome: { code: 'several', typed: words } }, found);
    }
    return kind === 'admin-suspend' ? this.#suspend(asker, only) : this.#lift(asker, only);
  }

  async press(asker: Asker, press: AdminPress): Promise<Reply> {
    const refusal = await this.#refusal(asker);
    if (refusal !== undefined) return noticeReply(refusal);
    if (press.kind === 'list') return this.#list(press.page);
    if (press.kind === 'end-all')
      return press.sure === true ? this.#endAll(asker, press.asOf) : this.#list(0, undefined, true);
    const person = await this.#person(press.person);
    switch (press.kind) {
      case 'person':
        return this.#personReply(asker, person);
      case 'end':
        return this.#end(asker, person, press.asOf);
      case 'suspend':
        return this.#suspend(asker, person);
      case 'lift':
        return this.#lift(asker, person);
    }
  }

  /** Handler of `suspend` jobs: ends what the person has open and tells them, or tells them that it is lifted. */
  async carryOut(job: JobOf<'suspend'>, messageId?: string): Promise<void> {
    const { suspensions: records, jobs, clock, newId } = this.#ports;
    const { personId } = job;
    const outcome = await runAlone({ records, clock, newId }, personId, messageId, (run) =>
      this.#carryOut(run, personId),
    );
    // That run may have died.
    if (outcome === 'theirs') await jobs.send(job, CLAIM_MILLISECONDS / 1000);
  }

  /** Again while somebody lifts it, or suspends the person anew, meanwhile: what they are told last is true. */
  async #carryOut(run: SoleRun<Suspension>, personId: string): Promise<void> {
    const { otherRecords } = this.#ports;
    for (;;) {
      const { state } = run;
      if (!holds(state)) {
        for (const records of otherRecords) await records.readmit?.(personId);
        await this.#tell(personId, noticeView('suspension-lifted'));
        if (await run.erase()) return;
        continue;
      }
      // Also what began while MAX_SESSION_HOURS was longer.
      const places = (await livePlaces(this.#ports, 'all')).filter(isOf(personId));
      await this.#endSessions(places, { why: 'suspended', by: state.by.personId }, { personId });
      for (const records of otherRecords) await records.release?.(personId);
      if (state.told !== true) {
        await this.#tell(personId, noticeView('suspended'));
        await run.change((present) => (present.at === state.at ? { ...present, told: true } : present));
      }
      if (await run.release((present) => (holds(present) && present.at === state.at ? present : undefined))) return;
    }
  }

  /** Asked at each command and press: somebody may have left the list, or be suspended, since the card was sent. */
  async #refusal({ key, person, address }: Asker): Promise<PlainNotice | undefined> {
    const { adminUserIds, suspensions } = this.#ports;
    // Checked first: in a shared place the reply must not reveal who is an administrator.
    if (address.place !== 'personal') return 'administrators-personal-only';
    if (!mayAppOnly(adminUserIds, person)) return 'administrators-only';
    return (await isSuspended(suspensions, key.personId)) ? 'administrator-suspended' : undefined;
  }

  async #list(page = 0, outcome?: AdminOutcome, asks?: boolean): Promise<Reply> {
    return this.#listReply(await administeredPeople(this.#ports), page, { outcome, asks });
  }

  async #person(pressed: string): Promise<AdminPerson> {
    const id = pressed.toLowerCase();
    const people = await administeredPeople(this.#ports);
    return people.find((each) => each.id === id) ?? { id, name: '', sessions: [] };
  }

  async #end(asker: Asker, person: AdminPerson, asOf?: number): Promise<Reply> {
    const places = await livePlaces(this.#ports, 'recent');
    const sessions = await this.#endFor(asker, person.id, places.filter(isOf(person.id)), asOf);
    const left = person.sessions.filter(({ signedInAt }) => signedInAt > (asOf ?? Infinity));
    return this.#personReply(asker, { ...person, sessions: left }, { code: 'ended', sessions });
  }

  async #endAll(asker: Asker, asOf?: number): Promise<Reply> {
    const places = Map.groupBy(await livePlaces(this.#ports, 'recent'), ({ key }) => key.personId.toLowerCase());
    let sessions = 0;
    for (const [about, theirs] of places) sessions += await this.#endFor(asker, about, theirs, asOf);
    return this.#list(0, { code: 'ended', sessions });
  }

  async #endFor({ key }: Asker, about: string, places: readonly LivePlace[], asOf?: number): Promise<number> {
    const { audit, log } = this.#ports;
    const order = { why: 'ended', by: key.personId } as const;
    const record = (sessions?: number) => {
      log.info({ event: 'sessions-ended', sessions }, 'an administrator ended sessions of a person');
      audit.record({ event: 'sessions-ended', key, about });
    };
    return this.#endSessions(places, order, { personId: about, begunBy: asOf }, record);
  }

  /** @param onEnded called where sessions have been ended, or may have been, before a fault in one of the conversations is thrown */
  async #endSessions(
    places: readonly LivePlace[],
    order: EndOrder,
    whose: Omit<WhoseEnd, 'onWriting'>,
    onEnded?: (sessions?: number) => void,
  ): Promise<number> {
    let isUncertain = false;
    const ending = places.map(({ key }) => {
      let isWriting = false;
      const onWriting = () => void (isWriting = true);
      const onLost = () => void (isUncertain ||= isWriting);
      return orderEnds(this.#ports, key, order, { ...whose, onWriting }).catch(onLostAnswer(onLost));
    });
    const all = await Promise.allSettled(ending);
    const sessions = all.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0);
    if (isUncertain || sessions > 0) onEnded?.(isUncertain ? undefined : sessions);
    const failed = all.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return sessions;
  }

  async #suspend(asker: Asker, person: AdminPerson): Promise<Reply> {
    const { suspensions, suspensionsAtStart, audit, clock, log } = this.#ports;
    const { key } = asker;
    const { id, name, account } = person;
    if (id === key.personId) return this.#personReply(asker, person, { code: 'yourself' });
    const by = { personId: key.personId, name: asker.person.name };
    const suspension: Suspension = { personId: id, name, account, at: clock.now(), by };
    const record = () => {
      log.info({ event: 'person-suspended' }, 'an administrator suspended a person');
      audit.record({ event: 'suspended', key, about: id });
    };
    let isWriting = false;
    const decide = (present: Suspension | undefined) => {
      // The write had succeeded and only its response was lost.
      if (present !== undefined && holds(present)) return keep(present.at === suspension.at && isBy(present, key));
      isWriting = true;
      return write(suspension, true);
    };
    const store = async () => {
      const changing = changeState<boolean, Suspension, string>(suspensions, id, decide);
      const changed = await changing.catch(onLostAnswer(() => isWriting && record()));
      suspensionsAtStart.changed();
      return { result: changed, isNeeded: changed.result };
    };
    return startJob(this.#ports, { kind: 'suspend', personId: id }, store, async ({ result: isNew, loaded }) => {
      // Two administrators who suspend each other at once would leave nobody to lift it.
      const takeBack = async () => {
        const isTakenBack = await isSuspended(suspensions, key.personId);
        if (isTakenBack) await suspensions.erase(id, loaded.version);
        return isTakenBack;
      };
      const recordAndThrow = (error: unknown): never => {
        record();
        throw error;
      };
      if (isNew && (await takeBack().catch(recordAndThrow))) return noticeReply('administrator-suspended');
      if (isNew) record();
      const { at = suspension.at, by: who = by } = loaded.state ?? {};
      const shown = { ...person, sessions: [], suspended: { at, by: who.name } };
      return this.#personReply(asker, shown, { code: isNew ? 'suspended' : 'already-suspended' });
    });
  }

  async #lift(asker: Asker, person: AdminPerson): Promise<Reply> {
    const { suspensions, suspensionsAtStart, audit, clock, log } = this.#ports;
    const { key } = asker;
    const { id, name, account } = person;
    const shown = { ...person, suspended: undefined };
    if (!(await isSuspended(suspensions, id))) return this.#personReply(asker, shown, { code: 'not-suspended' });
    const by = { personId: key.personId, name: asker.person.name };
    const suspension: Suspension = { personId: id, name, account, at: clock.now(), by };
    const record = () => {
      log.info({ event: 'suspension-lifted' }, 'an administrator lifted a suspension');
      audit.record({ event: 'suspension-lifted', key, about: id });
    };
    const store = async () => {
      const isLifted = await this.#storeLifted(suspension, record);
      suspensionsAtStart.changed();
      return { result: isLifted, isNeeded: isLifted };
    };
    const reply = (isLifted: boolean) =>
      this.#personReply(asker, shown, { code: isLifted ? 'lifted' : 'not-suspended' });
    return startJob(this.#ports, { kind: 'suspend', personId: id }, store, reply);
  }

  /** @param suspension takes the place of one that does not open @returns false where there is none any more */
  async #storeLifted(suspension: Suspension, record: () => void): Promise<boolean> {
    const { suspensions } = this.#ports;
    const { personId } = suspension;
    for (;;) {
      const { state, version } = await readState(suspensions, personId);
      if (version === undefined || (state !== undefined && !holds(state))) return false;
      try {
        const lifting = suspensions.write(personId, { ...suspension, ...state, lifted: true }, version);
        await lifting.catch(onLostAnswer(record));
        record();
        return true;
      } catch (error) {
        // Its job has stored meanwhile what it has done.
        if (!(error instanceof ConflictError)) throw error;
      }
    }
  }

  /** In their personal chat, if there is one: an approver may never have signed in. @throws UpstreamError */
  async #tell(personId: string, view: View): Promise<void> {
    const { archive, administrators, announcer } = this.#ports;
    const opened = await forEachState(archive.ofPerson([personId]), ({ name }) => archive.open(name));
    const chat = opened.find((each) => each.kind === 'found' && each.state.address.place === 'personal');
    if (chat?.kind === 'found') return void (await announcer.post(chat.state.address, chat.key, view));
    const address = await administrators.find(personId);
    if (address === undefined) return;
    await announcer.post(address, { conversationId: address.conversationId, personId }, view);
  }

  #personReply({ key }: Asker, person: AdminPerson, outcome?: AdminOutcome): Reply {
    const asOf = this.#ports.clock.now();
    return {
      kind: 'render',
      view: { kind: 'admin-person', person, isSelf: person.id === key.personId, asOf, outcome },
    };
  }

  #listReply(
    all: readonly AdminPerson[],
    asked: number,
    more: { readonly outcome?: AdminOutcome | undefined; readonly asks?: boolean | undefined },
    listed = all,
  ): Reply {
    const pages = Math.max(1, Math.ceil(listed.length / PAGE));
    const page = Math.min(asked, pages - 1);
    const people = listed.slice(page * PAGE, (page + 1) * PAGE);
    const signedIn = all.filter(({ sessions }) => sessions.length > 0).length;
    const asOf = this.#ports.clock.now();
    return { kind: 'render', view: { kind: 'admin-people', people, page, pages, signedIn, asOf, ...more } };
  }
}

const isBy = ({ by }: Suspension, { personId }: Asker['key']): boolean => by.personId === personId;
