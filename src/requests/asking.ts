/** Asking for a restore, and what the person who asked does with it: change it, withdraw it. */
import type { Asker } from '../core/person.ts';
import { dayOf } from '../restore/backups/dates/calendar.ts';
import { isOfPlace, type Fields, type Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import { LONGEST, type RequestPress, type TypedFields } from './presses.ts';
import { edited, withdrawn } from './transitions.ts';
import type { RequestUpdates } from './updates.ts';
import {
  factsOf,
  notice,
  reply,
  type AskedFrom,
  type FormRemark,
  type RequestReply,
  type RequestView,
} from './views.ts';

/** Not ended, at the same time. Instances that count at once may let one more in. */
const MOST_OF_PERSON = 5;
const MOST_OF_ORGANIZATION = 50;

type Ports = Pick<RequestPorts, 'requests' | 'organizations' | 'personalChat' | 'clock' | 'newId'> & {
  readonly updates: RequestUpdates;
};

type FormView = Extract<RequestView, { kind: 'request-form' }>;

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const dayIn = (typed: string | undefined): string | undefined =>
  typed !== undefined && ISO_DAY.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : undefined;

/** @param zone of the person who asks, for the day of the message */
function fieldsOf(typed: TypedFields, message: AskedFrom | undefined, zone: string | undefined): Fields | FormRemark {
  const { kind } = typed;
  const what = typed.what?.slice(0, LONGEST.what).toWellFormed();
  const place = typed.place?.slice(0, LONGEST.place).toWellFormed();
  if (what === undefined) return 'what-missing';
  if (isOfPlace({ kind }) && place === undefined) return 'place-missing';
  const agreed = typed.useMessage === true ? message : undefined;
  const lastSeen = dayIn(typed.lastSeen) ?? (agreed && dayOf(agreed.at, zone));
  return { what, kind, place, lastSeen, neededBy: dayIn(typed.neededBy), message: agreed };
}

/** All methods throw StorageUnavailableError. */
export class Asking {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The form, empty. Others see no more than that somebody asks. */
  form(asker: Asker, hasMessage?: boolean): RequestReply {
    // Bots have none.
    if (asker.person.objectId === undefined) return notice('no-object-id');
    return reply({ kind: 'request-form', requestId: this.#ports.newId(), hasMessage });
  }

  /** The form with what was typed, after a failure. The request may be there all the same: sent again, it is the same one. */
  notSent(requestId: string, fields: TypedFields, message?: AskedFrom): RequestReply {
    return reply({ kind: 'request-form', requestId, fields, hasMessage: message !== undefined, remark: 'not-sent' });
  }

  /** @param message in whose menu it was asked @throws also UpstreamError of the chat service */
  async ask(
    asker: Asker,
    requestId: string,
    typed: TypedFields,
    cardId?: string,
    message?: AskedFrom,
  ): Promise<RequestReply> {
    const { requests, personalChat, updates, clock } = this.#ports;
    const { objectId: id, tenantId, name } = asker.person;
    if (id === undefined) return notice('no-object-id');
    const form: FormView = { kind: 'request-form', requestId, fields: typed, hasMessage: message !== undefined };
    const fields = fieldsOf(typed, message, asker.address.zone);
    if (typeof fields === 'string') return reply({ ...form, remark: fields });
    const chat = await personalChat(asker);
    if (chat.kind === 'none') return notice('no-personal-chat');
    if (chat.isGuest) return notice('guest');
    const { key, address, mail, signInName } = chat;
    const all = await requests.all();
    for (const each of all) await updates.heardFrom(each, chat);
    const open = all.filter(({ status }) => status.kind !== 'ended');
    const isNew = open.every((each) => each.id !== requestId);
    if (isNew && open.filter((each) => each.asker.id === id).length >= MOST_OF_PERSON)
      return reply({ ...form, remark: 'too-many-own' });
    if (isNew && this.#mostOfOne(tenantId, open) >= MOST_OF_ORGANIZATION)
      return reply({ ...form, remark: 'too-many-all' });
    const isHere = key.conversationId === asker.key.conversationId;
    const now = clock.now();
    const { request } = await updates.create({
      id: requestId,
      tenantId,
      asker: { id, name, key, address, mail, signInName, cardId: isHere ? cardId : undefined },
      fields,
      askedAt: now,
      edits: 0,
      status: { kind: 'open', since: now },
      news: [],
      asked: [],
    });
    if (request?.asker.id !== id) return notice('unknown');
    return isHere && cardId !== undefined ? reply({ kind: 'request-own', request: factsOf(request) }) : notice('sent');
  }

  /** Of the organizations whose operators a person of the tenant asks: how many requests the one with the most has. */
  #mostOfOne(tenantId: string, requests: readonly Request[]): number {
    const { organizations } = this.#ports;
    const asks = (each: Request, key: string): boolean =>
      organizations.servedIn(each.tenantId).some(({ organization }) => organization === key);
    const counts = organizations
      .servedIn(tenantId)
      .map(({ organization }) => requests.filter((each) => asks(each, organization)).length);
    return Math.max(0, ...counts);
  }

  async press(asker: Asker, requestId: string, press: RequestPress): Promise<RequestReply> {
    const { updates, clock } = this.#ports;
    const present = await updates.read(requestId);
    if (present === undefined || present.asker.id !== asker.person.objectId) return notice('unknown');
    await updates.heardFrom(present, asker, press.kind === 'edit' || press.kind === 'back');
    if (press.kind === 'withdraw') {
      const change = withdrawn(clock.now());
      return own(await updates.change(requestId, change, asker.key, 'request-ended', 'withdrawn'));
    }
    if (press.kind === 'back' || (press.kind === 'edit' && present.status.kind === 'ended'))
      return own({ request: present });
    const form: FormView = { kind: 'request-form', requestId, fields: present.fields, isEdit: true };
    if (press.kind !== 'save') return reply(form);
    const { message } = present.fields;
    const fields = fieldsOf({ ...press.fields, useMessage: true }, message, asker.address.zone);
    if (typeof fields === 'string') return reply({ ...form, fields: press.fields, remark: fields });
    return own(await updates.change(requestId, edited(fields), asker.key, 'request-changed'));
  }
}

const own = ({ request }: { readonly request: Request | undefined }): RequestReply =>
  request === undefined ? notice('unknown') : reply({ kind: 'request-own', request: factsOf(request) });
