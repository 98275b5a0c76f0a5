/**
 * The job of a request: asks operators, one after the other, keeps their cards up to date, tells the person who asked, asks again,
 * and ends what nobody has taken. Each step is stored before the next: another process continues wherever one has died.
 */
import { onUpstreamError, UpstreamError } from '../core/errors.ts';
import type { JobOf } from '../core/jobs.ts';
import { postponeIfEarly, sendDue } from '../durable/due-job.ts';
import { showOnCard } from '../durable/live-card.ts';
import { CLAIM_MILLISECONDS, runAlone, type SoleRun } from '../durable/sole-run.ts';
import type { OnDuty, ReachedTeam } from './duty.ts';
import type { Asked, Request } from './model.ts';
import type { RequestPorts } from './ports.ts';
import {
  expired,
  expiryAudited,
  isForAdministrators,
  nextDue,
  nextStep,
  unheard,
  withAsked,
  withLeft,
  type Change,
  type Step,
} from './transitions.ts';
import { requestJob } from './updates.ts';
import { factsOf, operatorCard, type ShownView } from './views.ts';

type Ports = Pick<RequestPorts, 'requests' | 'announcer' | 'audit' | 'jobs' | 'clock' | 'log' | 'newId'> & {
  readonly duty: Pick<OnDuty, 'askedFor' | 'ofTeam' | 'stillLeft' | 'mark'>;
};

/** One delivery of the job. */
class Run {
  readonly #ports: Ports;
  readonly #run: SoleRun<Request>;
  readonly #failed = new Set<string>();
  #former: ReadonlySet<string> = new Set();
  #error: unknown;

  constructor(ports: Ports, run: SoleRun<Request>) {
    this.#ports = ports;
    this.#run = run;
  }

  async follow(signal: AbortSignal): Promise<void> {
    const { duty, clock } = this.#ports;
    const run = this.#run;
    const team = await duty.ofTeam(run.state).catch(onUpstreamError((error) => this.#failedTeam(error)));
    const people = await duty.askedFor(run.state, team.members, isForAdministrators(run.state, clock.now()));
    await run.change(withLeft(team.left ?? (await duty.stillLeft(run.state))));
    const { asked } = await run.change(withAsked(people, team.outOfReach));
    const present = new Set(people.map(({ id }) => id));
    this.#former = new Set(asked.map(({ id }) => id).filter((id) => !present.has(id)));
    for (;;) {
      signal.throwIfAborted();
      const step = nextStep(run.state, clock.now(), this.#failed, this.#former);
      if (step !== undefined) await this.#take(step, run.state);
      else if (await this.#release(run.state)) break;
    }
    if (this.#error !== undefined) throw this.#error as Error;
  }

  /** The others are asked, and the members that are known; the job is repeated for the team. */
  #failedTeam(error: UpstreamError): ReachedTeam {
    const { id: reference, asked, outOfReach = [] } = this.#run.state;
    const fields = { event: 'duty-team-not-read', reference, error };
    this.#ports.log.warn(fields, 'the members of DUTY_TEAM are not asked yet');
    this.#error = error;
    const isKnown = ({ ofTeam, unreachable, left }: Asked): boolean =>
      ofTeam === true && unreachable === undefined && left === undefined;
    const members = asked.filter(isKnown);
    return { members, outOfReach };
  }

  /** @returns false where something has become due meanwhile */
  async #release(request: Request): Promise<boolean> {
    const now = this.#ports.clock.now();
    const due = nextDue(request, now);
    if (due !== undefined && due !== request.wakeAt) await sendDue(this.#ports, requestJob(request.id, due));
    const isOver = await this.#run.release((present) => {
      const isDone = nextStep(present, now, this.#failed, this.#former) === undefined && nextDue(present, now) === due;
      return isDone ? { ...present, wakeAt: due } : undefined;
    });
    if (isOver && request.isForgotten === true && this.#error === undefined) await this.#run.erase();
    return isOver;
  }

  async #take(step: Step, request: Request): Promise<void> {
    const who = 'to' in step ? step.to.id : request.asker.id;
    try {
      await this.#run.change(await this.#perform(step, request));
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const fields = { event: 'request-not-told', reference: request.id, step: step.kind, error };
      this.#ports.log.warn(fields, 'somebody whom a request concerns is not told yet');
      this.#failed.add(who);
      this.#error = error;
    }
  }

  /** @returns how what was done is stored */
  async #perform(step: Step, request: Request): Promise<Change> {
    const { announcer, audit, clock } = this.#ports;
    const { asker, fields, id: reference } = request;
    switch (step.kind) {
      case 'expire': {
        const { isExpiryUnaudited } = await this.#run.change(expired(clock.now()));
        // Somebody may have ended it meanwhile.
        if (isExpiryUnaudited !== true) return (present) => present;
        audit.record({ event: 'request-ended', key: asker.key, reference, outcome: 'expired' });
        return expiryAudited;
      }
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
        return kind === 'unreachable'
          ? withAsker({ unreachable: true })
          : (present) => ({ ...present, news: present.news.slice(1) });
      }
      case 'announce': {
        const { to, shown, round } = step;
        const delivery = await announcer.post(to.address, to.key, operatorCard(request, to.id));
        if (delivery.kind === 'delivered')
          return withOne(to.id, { cardId: delivery.cardId, former: to.cardId, shown, round });
        return this.#lost(to, delivery.reason);
      }
      case 'show': {
        const { to, shown } = step;
        let { cardId } = to;
        const view = operatorCard(request, to.id);
        const outcome = await showOnCard(announcer, { ...to, cardId }, view, async (id) => (cardId = id));
        return outcome === 'shown' ? withOne(to.id, { cardId, shown }) : this.#lost(to);
      }
      case 'retire':
        await announcer.retire(step.to.address, step.to.key, step.former, { kind: 'request-moved' });
        return withOne(step.to.id, { former: undefined });
    }
  }

  /** Their chat cannot be written to: they are left out until they do something about a request, or say that they are on duty again. */
  async #lost(to: Asked, unreachable = 'unreachable'): Promise<Change> {
    await this.#ports.duty.mark(to, unreachable);
    return withOne(to.id, { unreachable });
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
  messageId?: string,
): Promise<void> {
  if (await postponeIfEarly(ports, job)) return;
  const { requests: records, clock, newId } = ports;
  const outcome = await runAlone({ records, clock, newId }, job.requestId, messageId, (run) =>
    new Run(ports, run).follow(signal),
  );
  // That run may have died.
  if (outcome === 'theirs') await sendDue(ports, requestJob(job.requestId, clock.now() + CLAIM_MILLISECONDS));
}
