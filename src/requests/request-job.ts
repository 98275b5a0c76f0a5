/**
 * The job of a request: asks operators, one after the other, keeps their cards up to date, tells the person who asked, asks again,
 * and ends what nobody has taken. Each step is stored before the next: another process continues wherever one has died.
 */
import { UpstreamError } from '../core/errors.ts';
import type { JobOf } from '../core/jobs.ts';
import { MINUTE } from '../core/durations.ts';
import { postponeIfEarly, sendDue } from '../durable/due-job.ts';
import { showOnCard } from '../durable/live-card.ts';
import { changeState, keep, write, type Loaded } from '../durable/record.ts';
import type { OnDuty } from './duty.ts';
import type { Asked, Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import {
  expired,
  isForAdministrators,
  nextDue,
  nextStep,
  unheard,
  withAsked,
  type Change,
  type Step,
} from './transitions.ts';
import { requestJob } from './updates.ts';
import { factsOf, operatorCard, type ShownView } from './views.ts';

/** How long a run is waited for that has stopped storing what it does. */
const CLAIM = MINUTE;

type Ports = Pick<RequestPorts, 'requests' | 'announcer' | 'audit' | 'jobs' | 'clock' | 'log' | 'newId'> & {
  readonly duty: Pick<OnDuty, 'askedFor' | 'unreachable'>;
};

/** One delivery of the job. */
class Run {
  readonly #ports: Ports;
  readonly #requestId: string;
  readonly #id: string;
  readonly #failed = new Set<string>();
  #error: unknown;

  /** @param messageId a redelivery goes on at once */
  constructor(ports: Ports, requestId: string, messageId: string | undefined) {
    this.#ports = ports;
    this.#requestId = requestId;
    this.#id = messageId ?? ports.newId();
  }

  /** @returns whether another run works on it */
  async follow(signal: AbortSignal): Promise<boolean> {
    const { requests, duty, clock } = this.#ports;
    const claimed = await this.#change((request) => {
      const isTheirs = request.run !== undefined && request.run.id !== this.#id && request.run.until > clock.now();
      return isTheirs ? undefined : this.#claimed(request);
    });
    const { state } = claimed;
    if (state?.run?.id !== this.#id) return state !== undefined;
    const people = await duty.askedFor(state, isForAdministrators(state, clock.now()));
    let loaded = await this.#change(withAsked(people), claimed);
    for (;;) {
      signal.throwIfAborted();
      const request = loaded.state;
      // Erased, or another run thinks that this one has died.
      if (request?.run?.id !== this.#id) return false;
      const step = nextStep(request, clock.now(), this.#failed);
      if (step === undefined) {
        loaded = await this.#release(request, loaded);
        if (loaded.state?.run?.id !== this.#id) break;
      } else loaded = await this.#take(step, request, loaded);
    }
    if (this.#error !== undefined) throw this.#error as Error;
    const { state: last, version } = loaded;
    if (last?.isForgotten === true && version !== undefined) await requests.erase(last.id, version);
    return false;
  }

  #claimed(request: Request): Request {
    return { ...request, run: { id: this.#id, until: this.#ports.clock.now() + CLAIM } };
  }

  #change(change: Change, loaded?: Loaded<Request>): Promise<Loaded<Request>> {
    const decide = (present: Request | undefined) => {
      const changed = present && change(present);
      if (changed === undefined) return keep(undefined);
      return write(changed.run?.id === this.#id ? this.#claimed(changed) : changed, undefined);
    };
    return changeState<undefined, Request, string>(this.#ports.requests, this.#requestId, decide, loaded).then(
      (changed) => changed.loaded,
    );
  }

  /** Goes on where something has become due meanwhile. */
  async #release(request: Request, loaded: Loaded<Request>): Promise<Loaded<Request>> {
    const { clock } = this.#ports;
    const now = clock.now();
    const due = nextDue(request, now);
    if (due !== undefined && due !== request.wakeAt) await sendDue(this.#ports, requestJob(request.id, due));
    const release: Change = (present) => {
      const isDone = nextStep(present, now, this.#failed) === undefined && nextDue(present, now) === due;
      return isDone && present.run?.id === this.#id ? { ...present, run: undefined, wakeAt: due } : undefined;
    };
    return this.#change(release, loaded);
  }

  async #take(step: Step, request: Request, loaded: Loaded<Request>): Promise<Loaded<Request>> {
    const who = 'to' in step ? step.to.id : request.asker.id;
    try {
      const change = await this.#perform(step, request);
      return await this.#change(change, loaded);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const fields = { event: 'request-not-told', reference: request.id, step: step.kind, error };
      this.#ports.log.warn(fields, 'somebody whom a request concerns is not told yet');
      this.#failed.add(who);
      this.#error = error;
      return loaded;
    }
  }

  /** @returns how what was done is stored */
  async #perform(step: Step, request: Request): Promise<Change> {
    const { announcer, audit, clock, duty } = this.#ports;
    const { asker, fields, id: reference } = request;
    switch (step.kind) {
      case 'expire':
        audit.record({ event: 'request-ended', key: asker.key, reference, outcome: 'expired' });
        return expired(clock.now());
      case 'unheard':
        return unheard;
      case 'show-asker': {
        const view: ShownView = { kind: 'request-own', request: factsOf(request) };
        let cardId = asker.cardId;
        const outcome = await showOnCard(announcer, { ...asker, cardId }, view, async (id) => (cardId = id));
        return withAsker(outcome === 'shown' ? { cardId, shown: step.shown } : { unreachable: true });
      }
      case 'tell-asker': {
        const view: ShownView = { kind: 'request-news', news: step.news, what: fields.what };
        const { kind } = await announcer.post(asker.address, asker.key, view);
        return (present) => ({
          ...(withAsker(kind === 'unreachable' ? { unreachable: true } : {})(present) ?? present),
          news: present.news.slice(1),
        });
      }
      case 'announce': {
        const { to, shown, round } = step;
        const delivery = await announcer.post(to.address, to.key, operatorCard(request, to.id));
        if (delivery.kind === 'delivered')
          return withOne(to.id, { cardId: delivery.cardId, former: to.cardId, shown, round });
        const unreachable = delivery.reason ?? 'unreachable';
        await duty.unreachable(to, unreachable);
        return withOne(to.id, { unreachable });
      }
      case 'show': {
        const { to, shown } = step;
        let { cardId } = to;
        const view = operatorCard(request, to.id);
        const outcome = await showOnCard(announcer, { ...to, cardId }, view, async (id) => (cardId = id));
        return withOne(to.id, outcome === 'shown' ? { cardId, shown } : { unreachable: 'unreachable' });
      }
      case 'retire':
        await announcer.edit(step.to.address, step.to.key, step.former, { kind: 'request-moved' });
        return withOne(step.to.id, { former: undefined });
    }
  }
}

const withAsker =
  (changes: Partial<Request['asker']>): Change =>
  (request) => ({ ...request, asker: { ...request.asker, ...changes } });

const withOne =
  (id: string, changes: Partial<Asked>): Change =>
  (request) => ({ ...request, asked: request.asked.map((each) => (each.id === id ? { ...each, ...changes } : each)) });

/** Handler of `request` jobs: a copy of one that is done, or of one that another run does, does nothing. */
export async function followRequest(
  ports: Ports,
  job: JobOf<'request'>,
  signal: AbortSignal,
  messageId: string | undefined,
): Promise<void> {
  if (await postponeIfEarly(ports, job)) return;
  const isTheirs = await new Run(ports, job.requestId, messageId).follow(signal);
  // That run may have died.
  if (isTheirs) await sendDue(ports, requestJob(job.requestId, ports.clock.now() + CLAIM));
}
