/** Who gets requests: operators who have said so, for a week at a time, and the members of `DUTY_TEAM`. */
import { DAY } from '../core/durations.ts';
import { onLostAnswer, onUpstreamError } from '../core/errors.ts';
import type { Address, Asker, TeamMember } from '../core/person.ts';
import { changeState, keep, readState, write } from '../durable/record.ts';
import { traceOf } from '../durable/trace.ts';
import { isSuspended, suspendedOf } from '../sign-in/access/suspensions.ts';
import { noticeReply } from '../restore/state/views.ts';
import type { Asked, Duty, Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import type { RequestUpdates } from './updates.ts';
import { notice, reply, type RequestReply, type TeamOnDuty } from './views.ts';

const LASTS = 7 * DAY;
/** So many cards can be posted, and kept with the request. */
const MOST_OF_TEAM = 250;

/** The last time that they said so. */
export const begunAt = ({ until }: Duty): number => until - LASTS;

type Ports = Pick<
  RequestPorts,
  | 'duties'
  | 'requests'
  | 'operators'
  | 'suspensions'
  | 'organizations'
  | 'roster'
  | 'dutyTeam'
  | 'administrators'
  | 'adminUserIds'
  | 'audit'
  | 'clock'
  | 'log'
> & { readonly updates: RequestUpdates };

/** Who of the team gets a request, and who, by object id, cannot be written to. */
export interface ReachedTeam {
  readonly members: readonly Asked[];
  readonly outOfReach: readonly string[];
  /** Who was asked as a member, and gets requests no more; undefined where that is unknown. */
  readonly left?: readonly string[] | undefined;
}

/** `left`: the team; `unknown`: whether they have. */
export type Standing = 'asked' | 'left' | 'suspended' | 'unknown';

const asAsked = ({ id, name, key, address }: Duty): Asked => ({ id, name, key, address });

/** All methods throw StorageUnavailableError. */
export class OnDuty {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** `restore on duty`: whoever the service says is an operator now, or an administrator. Again: for another week. */
  async begin(asker: Asker): Promise<RequestReply> {
    const { duties, requests, operators, organizations, updates, audit, clock } = this.#ports;
    const { key, address, person } = asker;
    const { objectId: id, name } = person;
    if (address.place !== 'personal') return notice('duty-personal-only');
    if (id === undefined) return notice('no-object-id');
    const before = await readState<Duty, string>(duties, id);
    const found = await operators.sessionOf(asker);
    if (found.kind === 'refused') return noticeReply(found.notice);
    const { organization } = found.session;
    const duty: Duty = { id, name, key, address, organization, until: clock.now() + LASTS };
    const decide = (present: Duty | undefined) =>
      // Meanwhile they have said that they are off duty, or were erased.
      present === undefined && before.state !== undefined ? keep(false) : write(duty, true);
    const record = () => audit.record({ event: 'duty-began', key, organization });
    const changing = changeState<boolean, Duty, string>(duties, id, decide, before);
    const { result: isOn } = await changing.catch(onLostAnswer(record));
    if (!isOn) return this.#offDuty(asker);
    record();
    for (const request of await requests.all()) {
      const isServed = organizations.servedIn(request.tenantId).some((served) => served.organization === organization);
      // Their card says that they have left the team.
      const isBack = request.asked.some((each) => each.id === id && each.left === true);
      if ((request.status.kind === 'open' && isServed) || isBack) await updates.wake(request.id);
    }
    return this.#list(asker, id, organization);
  }

  /** `restore off duty`: what was taken stays taken. */
  async end(asker: Asker): Promise<RequestReply> {
    const { duties, audit } = this.#ports;
    const { key, address, person } = asker;
    const { objectId: id } = person;
    if (address.place !== 'personal') return notice('duty-personal-only');
    if (id !== undefined && (await readState<Duty, string>(duties, id)).version !== undefined) {
      const record = () => audit.record({ event: 'duty-ended', key });
      await duties.erase(id).catch(onLostAnswer(record));
      record();
    }
    return this.#offDuty(asker);
  }

  async #offDuty(asker: Asker): Promise<RequestReply> {
    return reply({ kind: 'request-duty', others: [], team: await this.#team(asker) });
  }

  /** Their chat cannot be written to, or can be again, and the list says so. @param unreachable why */
  async mark({ id, key }: Pick<Asked, 'id' | 'key'>, unreachable: string | undefined): Promise<void> {
    await changeState<undefined, Duty, string>(this.#ports.duties, id, (duty) =>
      duty === undefined || duty.key.conversationId !== key.conversationId || duty.unreachable === unreachable
        ? keep(undefined)
        : write({ ...duty, unreachable }, undefined),
    );
  }

  /**
   * Who gets it now, those among them who have it by now.
   *
   * @param team those who are asked as members of the team
   * @param isForAdministrators nobody else has taken it; they are asked at once, too, where nobody is on duty
   */
  async askedFor(
    { tenantId, asker }: Request,
    team: readonly Asked[],
    isForAdministrators: boolean,
  ): Promise<readonly Asked[]> {
    const { administrators, adminUserIds } = this.#ports;
    const onDuty = (await this.#onDutyFor(tenantId)).filter(
      ({ id, unreachable }) => unreachable === undefined && id !== asker.id,
    );
    const asked = await this.#notSuspended([...team, ...onDuty.map(asAsked)]);
    if (asked.length > 0 && !isForAdministrators) return asked;
    const found = await Promise.all(
      adminUserIds.map(async (id): Promise<Asked | undefined> => {
        const address = await administrators.find(id);
        const key = { conversationId: address?.conversationId ?? '', personId: id };
        return address?.tenantId === tenantId ? { id, name: address.userName ?? '', key, address } : undefined;
      }),
    );
    return [...asked, ...(await this.#notSuspended(found.filter((each) => each !== undefined)))];
  }

  /** Those of them who may get and take requests. */
  async #notSuspended<Each extends Asked | Duty | TeamMember>(people: readonly Each[]): Promise<readonly Each[]> {
    const idOf = (each: Asked | Duty | TeamMember): string => ('id' in each ? each.id : each.objectId);
    const suspended = await suspendedOf(this.#ports.suspensions, people.map(idOf));
    return people.filter((each) => !suspended.has(idOf(each)));
  }

  /**
   * Whether somebody who was asked still is: nobody who is suspended, and whoever was asked as a member of the team has to be one
   * now, unless they get requests another way.
   */
  async standingOf(request: Request, asked: Asked, { address }: Asker): Promise<Standing> {
    const { suspensions, log } = this.#ports;
    if (await isSuspended(suspensions, asked.id)) return 'suspended';
    const [isNoMember] = await this.#otherwiseNotAsked(request, [asked]);
    if (isNoMember === undefined) return 'asked';
    const members = await this.#members(address).catch(
      onUpstreamError((error): readonly TeamMember[] => {
        const fields = { event: 'duty-member-not-checked', reference: request.id, error };
        log.warn(fields, 'the chat service did not say whether an operator is in DUTY_TEAM');
        return [];
      }),
    );
    if (this.#isUnknown(members)) return 'unknown';
    return members.some(({ objectId }) => objectId === asked.id) ? 'asked' : 'left';
  }

  /** Those of them who get requests only as long as they are members of the team. */
  async #otherwiseNotAsked({ tenantId }: Request, asked: readonly Asked[]): Promise<readonly Asked[]> {
    const { adminUserIds } = this.#ports;
    const members = asked.filter(({ id, ofTeam }) => ofTeam === true && !adminUserIds.includes(id));
    if (members.length === 0) return [];
    const onDuty = new Set((await this.#onDutyFor(tenantId)).map(({ id }) => id));
    return members.filter(({ id }) => !onDuty.has(id));
  }

  /** By object id, of those who had left the team: all but who gets requests another way by now. */
  async stillLeft(request: Request): Promise<readonly string[]> {
    const had = request.asked.filter(({ left }) => left === true);
    return (await this.#otherwiseNotAsked(request, had)).map(({ id }) => id);
  }

  async #onDutyFor(tenantId: string): Promise<readonly Duty[]> {
    const { duties, organizations, clock } = this.#ports;
    const served = new Set(organizations.servedIn(tenantId).map(({ organization }) => organization));
    return (await duties.all()).filter(({ organization, until }) => served.has(organization) && until > clock.now());
  }

  async #members(via: Address): Promise<readonly TeamMember[]> {
    const { dutyTeam, roster } = this.#ports;
    return dutyTeam === undefined ? [] : roster.members(dutyTeam, via);
  }

  /** A team has an owner at least: the bot is not in it. Without one in the settings nobody is a member. */
  #isUnknown(members: readonly TeamMember[]): boolean {
    return this.#ports.dutyTeam !== undefined && members.length === 0;
  }

  /** With those of its members who are not asked yet a chat is opened. @throws UpstreamError */
  async ofTeam(request: Request): Promise<ReachedTeam> {
    const { roster, log } = this.#ports;
    const { id: reference, asker, asked, erased = [] } = request;
    const all = await this.#members(asker.address);
    const ids = new Set(all.map(({ objectId }) => objectId));
    const members = all.filter(({ objectId }) => objectId !== asker.id);
    const found: Asked[] = [];
    const outOfReach: string[] = [];
    for (const member of members.slice(0, MOST_OF_TEAM)) {
      const { objectId: id, name } = member;
      const known = asked.find((each) => each.id === id);
      if (known !== undefined && known.unreachable === undefined) found.push(known);
      if (known !== undefined || erased.includes(traceOf(request, id))) continue;
      const address = await roster.chatWith(member, asker.address);
      if (address === undefined) outOfReach.push(id);
      else
        found.push({ id, name, key: { conversationId: address.conversationId, personId: id }, address, ofTeam: true });
    }
    if (members.length > MOST_OF_TEAM) {
      const fields = { event: 'duty-team-too-large', reference, members: members.length, asked: MOST_OF_TEAM };
      log.warn(fields, 'DUTY_TEAM has more members than are asked');
    }
    if (this.#isUnknown(all)) return { members: found, outOfReach };
    const left = (await this.#otherwiseNotAsked(request, asked)).map((each) => each.id).filter((id) => !ids.has(id));
    return { members: found, outOfReach, left };
  }

  async #team({ address, key }: Asker): Promise<TeamOnDuty | undefined> {
    const all = await this.#members(address).catch(onUpstreamError(() => []));
    const members = await this.#notSuspended(all.slice(0, MOST_OF_TEAM));
    if (members.length === 0) return undefined;
    const isMember = members.some(({ objectId }) => objectId === key.personId);
    const lost = await this.#lostOf(address.tenantId);
    const unreachable = members.flatMap(({ objectId, name }) => {
      const found = lost.get(objectId);
      return found === undefined ? [] : [{ name, ...found }];
    });
    return { size: members.length, isMember, unreachable };
  }

  /** Which members the team's last request of the tenant did not reach, by their ids. */
  async #lostOf(tenantId: string): Promise<ReadonlyMap<string, { readonly reason?: string | undefined }>> {
    const { requests } = this.#ports;
    const [last] = (await requests.all())
      .filter((each) => each.tenantId === tenantId && (each.outOfReach ?? each.asked.find(({ ofTeam }) => ofTeam)))
      .toSorted((one, other) => other.askedAt - one.askedAt);
    const { asked = [], outOfReach = [] } = last ?? {};
    return new Map([
      ...outOfReach.map((id) => [id, {}] as const),
      ...asked.flatMap(({ id, unreachable: reason }) => (reason === undefined ? [] : [[id, { reason }] as const])),
    ]);
  }

  async #list(asker: Asker, id: string, organization: string): Promise<RequestReply> {
    const { duties, clock } = this.#ports;
    const present = (await duties.all()).filter((duty) => duty.organization === organization);
    const others = await this.#notSuspended(present.filter((duty) => duty.id !== id && duty.until > clock.now()));
    const until = present.find((duty) => duty.id === id)?.until;
    return reply({ kind: 'request-duty', until, others, team: await this.#team(asker) });
  }
}
