/** What an operator who is asked does: take it, search for what was asked for, end it as done, hand it back, or decline it. */
import { onUpstreamError } from '../core/errors.ts';
import type { Asker } from '../core/person.ts';
import { isUnknownScope } from '../restore/state/task.ts';
import type { RestoreNotice } from '../restore/state/notice.ts';
import type { RestoreReply } from '../restore/state/views.ts';
import type { OnDuty } from './duty.ts';
import { isOfPlace, type Asked, type Party, type Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import { LONGEST, type RequestPress } from './presses.ts';
import { declined, handedBack, restored, searched, taken, takerOf } from './transitions.ts';
import type { RequestUpdates } from './updates.ts';
import { notice, operatorCard, reply, type RequestReply } from './views.ts';

type Ports = Pick<RequestPorts, 'operators' | 'wizard' | 'restores' | 'organizations' | 'clock' | 'log'> & {
  readonly updates: RequestUpdates;
  readonly duty: Pick<OnDuty, 'isStillAsked'>;
};

/** All methods throw StorageUnavailableError; and UpstreamError where the chat service does not say who is in the team. */
export class Taking {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async press(asker: Asker, requestId: string, press: RequestPress): Promise<RequestReply> {
    const { updates, duty, restores, clock } = this.#ports;
    const present = await updates.read(requestId);
    const { personId: id } = asker.key;
    const by: Party = { id, name: asker.person.name };
    // Only who was asked may, whatever the press says.
    const asked = present && askedIn(present, asker);
    if (present === undefined || asked === undefined) return notice('unknown');
    if (!(await duty.isStillAsked(present, asked, asker))) return notice('unknown');
    const shown = ({ request = present }: { readonly request: Request | undefined }): RequestReply =>
      reply(operatorCard(request, id));
    if (press.kind === 'hand-back')
      return shown(await updates.change(requestId, handedBack(by, clock.now()), asker.key, 'request-handed-back'));
    // Restored another way, such as in the service's portal.
    if (press.kind === 'done') {
      // It is not restored yet, and its end is told by itself.
      const isRunning = takerOf(present)?.id === id && (await restores.isRestoringFor(asker.key, requestId));
      if (isRunning) return reply(operatorCard(present, id, { code: 'still-restoring' }));
      return shown(await updates.change(requestId, restored(id, clock.now()), asker.key, 'request-ended', 'done'));
    }
    if (press.kind === 'decline') {
      if (press.reason === undefined) return reply(operatorCard(present, id, { code: 'reason-missing' }));
      // Whoever has taken it had the right then.
      const refusal = present.status.kind === 'open' ? await this.#refusal(asker, present) : undefined;
      if (refusal !== undefined) return reply(operatorCard(present, id, refusal));
      const change = declined(by, press.reason.slice(0, LONGEST.reason).toWellFormed(), clock.now());
      return shown(await updates.change(requestId, change, asker.key, 'request-ended', 'declined'));
    }
    if (present.status.kind === 'ended' || (takerOf(present) ?? by).id !== id) return shown({ request: present });
    const refusal = await this.#refusal(asker, present);
    if (refusal !== undefined) return reply(operatorCard(present, id, refusal));
    const { request } = await updates.change(requestId, taken(by, clock.now()), asker.key, 'request-taken');
    if (request === undefined || takerOf(request)?.id !== id) return shown({ request });
    return this.#search(asker, request, by);
  }

  /** Why they may not act on what is open. */
  async #refusal(asker: Asker, { tenantId }: Request): Promise<RestoreNotice | undefined> {
    const { operators, organizations } = this.#ports;
    const found = await operators.sessionOf(asker);
    if (found.kind === 'refused') return found.notice;
    const { organization } = found.session;
    // Signed in to another organization than that of the person who asks.
    const isServed = organizations.servedIn(tenantId).some((served) => served.organization === organization);
    return isServed ? undefined : { code: 'operators-only' };
  }

  /** Opens a task, filled in, on a card of its own. */
  async #search(asker: Asker, request: Request, by: Party): Promise<RequestReply> {
    const { wizard, updates, log } = this.#ports;
    const { fields, asker: person } = request;
    const { kind: workload, place, what: words, lastSeen: asOf } = fields;
    const scopes = isOfPlace(fields) ? [place] : [person.mail, person.name];
    const found: RestoreReply | undefined = await wizard
      .findRequested(asker, {
        requestId: request.id,
        scopes: scopes.filter((scope) => scope !== undefined),
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
    if (found === undefined) return reply(operatorCard(request, by.id, { code: 'search-failed' }));
    const { kind, view } = found;
    // What the wizard has not posted itself says why there is no task.
    const refusal = kind === 'render' && view.kind === 'restore-notice' ? view.notice : undefined;
    const task = 'task' in view && typeof view.task === 'object' ? view.task : undefined;
    // The service may not have said whether there is such a person or place.
    if (task === undefined || task.remark?.code === 'service') return reply(operatorCard(request, by.id, refusal));
    const isOutside = isUnknownScope(task.remark);
    const change = searched(by, request.edits, isOutside);
    const outcome = await updates.change(request.id, change, asker.key, isOutside ? 'request-outside' : undefined);
    return reply(operatorCard(outcome.request ?? request, by.id));
  }
}

const askedIn = ({ asked }: Request, { key, person }: Asker): Asked | undefined =>
  person.objectId !== undefined && key.personId === person.objectId
    ? asked.find(({ id }) => id === key.personId)
    : undefined;
