/** Asking for restores as one feature: its use cases and its job. */
import type { JobHandlers } from '../core/jobs.ts';
import { DAY } from '../core/durations.ts';
import { onLostAnswer } from '../core/errors.ts';
import type { Asker, PersonKey } from '../core/person.ts';
import { Asking } from './asking.ts';
import { begunAt, OnDuty } from './duty.ts';
import type { RequestPorts } from './ports.ts';
import type { RequestPress } from './presses.ts';
import { followRequest } from './request-job.ts';
import { Taking } from './taking.ts';
import { forgotten, handedBack, takerOf, withoutOperator } from './transitions.ts';
import type { RequestUpdates } from './updates.ts';
import type { RequestReply } from './views.ts';

/** After its end, so that each ask, which reads all of them, reads few. */
const ENDED_KEPT = DAY;
/** Longer than any lives: of what cannot be read, and of duties that are over. */
const KEPT = 14 * DAY;

const OF_ASKER: ReadonlySet<RequestPress['kind']> = new Set(['edit', 'save', 'back', 'withdraw']);

export type RequestFeature = ReturnType<typeof createRequestFeature>;

export function createRequestFeature(inputs: RequestPorts & { readonly updates: RequestUpdates }) {
  const asking = new Asking(inputs);
  const duty = new OnDuty(inputs);
  const taking = new Taking({ ...inputs, duty });
  return {
    asking,
    duty,
    personalChat: inputs.personalChat,
    press(asker: Asker, requestId: string, press: RequestPress, cardId: string | undefined): Promise<RequestReply> {
      if (press.kind === 'fill-in') return Promise.resolve(asking.form(asker));
      if (press.kind === 'ask') return asking.ask(asker, requestId, press.fields, cardId);
      return OF_ASKER.has(press.kind) ? asking.press(asker, requestId, press) : taking.press(asker, requestId, press);
    },
    jobHandlers: {
      request: (job, { signal }, messageId?) => followRequest({ ...inputs, duty }, job, signal, messageId),
    } satisfies Partial<JobHandlers>,
  };
}

/** What is to be erased of people, and in time. All methods throw StorageUnavailableError. */
export function createRequestErasure({
  requests,
  duties,
  updates,
  audit,
  clock,
}: Pick<RequestPorts, 'requests' | 'duties' | 'audit' | 'clock'> & { readonly updates: RequestUpdates }) {
  return {
    /**
     * Of a person, or in a personal chat that was left: requests are ended for those who are asked, and erased then.
     *
     * @param madeUntil keeps what was asked, taken or begun later
     * @returns whether there was anything
     */
    async erase(isErased: (key: PersonKey) => boolean, madeUntil = Infinity): Promise<boolean> {
      let isAny = false;
      for (const duty of await duties.all()) {
        const { id, key } = duty;
        if (!isErased(key) || begunAt(duty) > madeUntil) continue;
        const record = () => audit.record({ event: 'duty-ended', key });
        if (!(await duties.erase(id).catch(onLostAnswer(record)))) continue;
        record();
        isAny = true;
      }
      for (const { id, asker, asked, askedAt, outOfReach = [], status } of await requests.all()) {
        if (askedAt > madeUntil) continue;
        const now = clock.now();
        const members = outOfReach.map((personId) => ({ id: personId, key: { conversationId: '', personId } }));
        const since = status.kind === 'taken' && status.at > madeUntil ? status.by.id : undefined;
        const others = [...asked, ...members].filter((one) => one.id !== since);
        isAny ||= [asker, ...others].some(({ key }) => isErased(key));
        if (isErased(asker.key)) await updates.erase(id, forgotten(now), asker.key);
        for (const one of others) {
          if (isErased(one.key)) await updates.erase(id, withoutOperator(one.id, now), one.key);
        }
      }
      return isAny;
    },
    async release(personId: string): Promise<void> {
      for (const request of await requests.all()) {
        const taker = takerOf(request);
        const key = request.asked.find(({ id }) => id === personId)?.key;
        if (taker?.id !== personId || key === undefined) continue;
        await updates.change(request.id, handedBack(taker, clock.now()), key, 'request-handed-back');
      }
    },
    async readmit(): Promise<void> {
      for (const { id, status } of await requests.all()) if (status.kind === 'open') await updates.wake(id);
    },
    /** @returns how many were erased */
    async sweep(signal: AbortSignal): Promise<number> {
      const now = clock.now();
      let erased = 0;
      for (const { id, status } of await requests.all()) {
        signal.throwIfAborted();
        if (status.kind === 'ended' && status.at < now - ENDED_KEPT && (await requests.erase(id))) erased += 1;
      }
      const before = now - KEPT;
      return erased + (await requests.sweep(before, signal)) + (await duties.sweep(before, signal));
    },
  };
}
