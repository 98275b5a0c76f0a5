/** What an operator who is asked does: take it, search for what was asked for, end it as done, hand it back, or decline it. */
import { onUpstreamError } from '../core/errors.ts';
import type { FlowKind } from '../core/organization.ts';
import type { Asker } from '../core/person.ts';
import { flowOf } from '../restore/backups/entries/access-kind.ts';
import { containerType } from '../restore/backups/workloads/index.ts';
import { isUnknownScope } from '../restore/state/task.ts';
import type { RestoreReply } from '../restore/state/views.ts';
import type { Choice } from '../sign-in/state/views.ts';
import type { OnDuty } from './duty.ts';
import { isOfPlace, type Asked, type Party, type Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import { LONGEST, type RequestPress } from './presses.ts';
import {
  declined,
  handedBack,
  restored,
  searched,
  taken,
  takerOf,
  withoutCard,
  withoutOffer,
  type Change,
} from './transitions.ts';
import type { RequestUpdates } from './updates.ts';
import { notice, operatorCard, reply, type RequestReply, type TakeRemark } from './views.ts';

type Ports = Pick<RequestPorts, 'operators' | 'wizard' | 'restores' | 'organizations' | 'clock' | 'log'> & {
  readonly updates: RequestUpdates;
  readonly duty: Pick<OnDuty, 'standingOf' | 'mark'>;
};

type CardFacts = NonNullable<Parameters<typeof operatorCard>[2]>;

/** All methods throw StorageUnavailableError. */
export class Taking {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async press(asker: Asker, requestId: string, press: RequestPress): Promise<RequestReply> {
    const { updates, duty } = this.#ports;
    const { personId: id } = asker.key;
    const present = await updates.read(requestId);
    // Only who was asked may, whatever the press says.
    const asked = present && askedIn(present, asker);
    if (present === undefined || asked === undefined) return notice('unknown');
    const givesUp = isGivingUp(present, id, press);
    const standing = await duty.standingOf(present, asked, asker);
    if (standing === 'suspended') {
      await updates.change(requestId, withoutCard(id), asker.key);
      return notice('unknown');
    }
    const hasLeft = standing === 'left';
    const typedReason = press.kind === 'decline' ? (press.reason ?? '') : undefined;
    // What they have taken stays theirs until they have ended it or handed it back.
    if (standing !== 'asked' && !givesUp) {
      if (hasLeft) await updates.change(requestId, withoutOffer(id), asker.key);
      return this.#shown(requestId, id, hasLeft ? { hasLeft } : { remark: { code: 'team-unknown' }, typedReason });
    }
    // Whichever message had not reached them, and for whichever request: from now on they are asked again.
    await duty.mark({ id, key: asker.key }, undefined);
    await updates.heardFrom(present, asker);
    const remark = await this.#act(asker, present, press, hasLeft);
    const facts = { remark, typedReason };
    return this.#shown(requestId, id, standing === 'unknown' ? facts : { hasLeft, ...facts });
  }

  /** The job may have shown something newer on the card while the services were asked. */
  async #shown(requestId: string, id: string, { remark, ...more }: CardFacts): Promise<RequestReply> {
    const request = await this.#ports.updates.read(requestId);
    if (request === undefined) return notice('unknown');
    return reply(operatorCard(request, id, { ...more, remark: isUpTo(request, id) ? remark : undefined }));
  }

  /** @returns why it was not done */
  async #act(asker: Asker, present: Request, press: RequestPress, hasLeft: boolean): Promise<TakeRemark | undefined> {
    const { updates, restores, clock } = this.#ports;
    const { personId: id } = asker.key;
    const { id: requestId } = present;
    const by: Party = { id, name: asker.person.name };
    // Its end is told by itself: the person who asks would hear of another one before.
    if (isGivingUp(present, id, press) && (await restores.isRestoringFor(asker.key, requestId)))
      return { code: 'still-restoring' };
    if (press.kind === 'hand-back') {
      const back = handedBack(by, clock.now());
      const change: Change = (request) => {
        const open = back(request);
        return open && hasLeft ? (withoutOffer(id)(open) ?? open) : open;
      };
      await updates.change(requestId, change, asker.key, 'request-handed-back');
      return undefined;
    }
    // Restored another way, such as in the service's portal.
    if (press.kind === 'done') {
      await updates.change(requestId, restored(id, clock.now()), asker.key, 'request-ended', 'done');
      return undefined;
    }
    if (press.kind === 'decline') {
      if (press.reason === undefined) return { code: 'reason-missing' };
      // Whoever has taken it had the right then.
      const refusal = present.status.kind === 'open' ? await this.#refusal(asker, present) : undefined;
      if (refusal !== undefined) return refusal;
      const change = declined(by, press.reason.slice(0, LONGEST.reason).toWellFormed(), clock.now());
      await updates.change(requestId, change, asker.key, 'request-ended', 'declined');
      return undefined;
    }
    if (!isUpTo(present, id)) return undefined;
    const refusal = await this.#refusal(asker, present);
    if (refusal !== undefined) return refusal;
    const { request } = await updates.change(requestId, taken(by, clock.now()), asker.key, 'request-taken');
    return request !== undefined && takerOf(request)?.id === id ? this.#search(asker, request, by) : undefined;
  }

  /** Why they may not act on what is open. */
  async #refusal(asker: Asker, { tenantId }: Request): Promise<TakeRemark | undefined> {
    const { operators, organizations } = this.#ports;
    const serving = organizations.servedIn(tenantId);
    const isServing = (organization: string) => serving.some((served) => served.organization === organization);
    const found = await operators.sessionOf(asker, isServing);
    if (found.kind === 'operator') return undefined;
    const open = (flow: FlowKind): readonly Choice[] =>
      serving.filter(({ organization }) => organizations.offers(organization, asker.person.tenantId, flow));
    if (found.kind === 'refused') {
      const { notice: refusal } = found;
      const access = ('access' in refusal ? refusal.access : undefined) ?? 'operator';
      const [only, ...others] = open(flowOf(access));
      return others.length > 0 ? refusal : { ...refusal, organizationKey: only?.organization };
    }
    const { flow: present } = found.session;
    const flow = open(present).length > 0 ? present : 'operator';
    const choices = open(flow);
    return choices.length > 0
      ? { code: 'other-organization', flow, organizations: choices }
      : { code: 'operators-only' };
  }

  /** Opens a task, filled in, on a card of its own. @returns why there is none */
  async #search(asker: Asker, request: Request, by: Party): Promise<TakeRemark | undefined> {
    const { wizard, updates, log } = this.#ports;
    const { fields, asker: person } = request;
    const { kind: workload, place = '', what: words, lastSeen: asOf } = fields;
    const { name, mail = name, signInName: alias } = person;
    const type = workload === undefined ? 'User' : containerType(workload);
    const whose = isOfPlace(fields)
      ? { scope: place, called: { type } }
      : { scope: mail, called: { type, alias, name } };
    const found: RestoreReply | undefined = await wizard
      .findRequested(asker, {
        requestId: request.id,
        ...whose,
        workload,
        asOf,
        words,
      })
      .catch(
        onUpstreamError((error) => {
          log.warn({ event: 'request-search-failed', reference: request.id, error }, 'a request could not be searched');
          return undefined;
        }),
      );
    if (found === undefined) return { code: 'search-failed' };
    const { kind, view } = found;
    // What the wizard has not posted itself says why there is no task.
    const refusal = kind === 'render' && view.kind === 'restore-notice' ? view.notice : undefined;
    const task = 'task' in view && typeof view.task === 'object' ? view.task : undefined;
    // The service may not have said whether there is such a person or place.
    if (task === undefined || task.remark?.code === 'service') return refusal;
    const isOutside = isUnknownScope(task.remark);
    const change = searched(by, request.edits, isOutside);
    await updates.change(request.id, change, asker.key, isOutside ? 'request-outside' : undefined);
    return undefined;
  }
}

/** By whoever has taken it. */
const GIVES_UP: ReadonlySet<RequestPress['kind']> = new Set(['hand-back', 'done', 'decline']);

const isGivingUp = (request: Request, id: string, { kind }: RequestPress): boolean =>
  GIVES_UP.has(kind) && takerOf(request)?.id === id;

/** They may take or decline it, or have taken it. */
const isUpTo = ({ status }: Request, id: string): boolean =>
  status.kind === 'open' || (status.kind === 'taken' && status.by.id === id);

const askedIn = ({ asked }: Request, { key, person }: Asker): Asked | undefined =>
  person.objectId !== undefined && key.personId === person.objectId
    ? asked.find(({ id }) => id === key.personId)
    : undefined;
