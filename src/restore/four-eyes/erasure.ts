/** What is erased of requests for approval: of people who want that, and in time. */
import { DAY } from '../../core/durations.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import { changeState, keep, write } from '../../durable/record.ts';
import { startJob, type Written } from '../../durable/start-job.ts';
import { traceOf } from '../../durable/trace.ts';
import type { OtherRecords } from '../../sign-in/state/ports.ts';
import { forgotten, type ApprovalRequest } from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';

type Ports = Pick<RestorePorts, 'approvals' | 'clock'> & { readonly jobs: Pick<Jobs, 'send'> };

/** Longer than any request waits, and what it is about runs. */
const KEPT = 7 * DAY;
/** Longer than erasing a state takes. */
const ERASED_SECONDS = 30;

/** Of askers, whatever became of what they asked for, and of approvers. */
export const createApprovalErasure = (
  ports: Ports & { readonly jobs: Pick<Jobs, 'sendOwned'> },
): Pick<OtherRecords, 'erase' | 'release' | 'readmit' | 'sweep'> => {
  const { approvals, clock, jobs } = ports;

  /** Whether somebody can be asked has changed. */
  async function wake(): Promise<void> {
    for (const { id, outcome } of await approvals.all())
      if (outcome === undefined) await jobs.send({ kind: 'approval', id }, 0);
  }

  async function eraseApprovers(id: string, isErased: (key: PersonKey) => boolean): Promise<Written<undefined>> {
    const { result: isNeeded } = await changeState(approvals, id, (present) => {
      const next = present && withoutApprovers(present, isErased);
      return next === undefined || next === present ? keep(false) : write(next, true);
    });
    return { result: undefined, isNeeded };
  }

  return {
    async erase(isErased, madeUntil = Infinity) {
      let isAny = false;
      for (const request of await approvals.all()) {
        const { id, asker, askedAt } = request;
        if (askedAt > madeUntil) continue;
        if (isErased(asker.key)) await withdrawErased(ports, [id]);
        else if (withoutApprovers(request, isErased) === request) continue;
        // The job takes their name from what waits for it.
        else
          await startJob(
            ports,
            { kind: 'approval', id },
            () => eraseApprovers(id, isErased),
            () => undefined,
          );
        isAny = true;
      }
      return isAny;
    },
    release: wake,
    readmit: wake,
    sweep: (signal) => approvals.sweep(clock.now() - KEPT, signal),
  };
};

/** Where only their chat was left, a decision keeps its name, and they are asked again once they can be written to. */
function withoutApprovers(request: ApprovalRequest, isErased: (key: PersonKey) => boolean): ApprovalRequest {
  const isPerson = (objectId: string): boolean => isErased({ conversationId: '', personId: objectId });
  const gone = request.cards.filter(
    ({ objectId, address }) =>
      isPerson(objectId) || isErased({ conversationId: address?.conversationId ?? '', personId: objectId }),
  );
  const isNamed = ({ objectId, name }: ApprovalRequest['decisions'][number]): boolean =>
    name !== '' && isPerson(objectId);
  if (gone.length === 0 && !request.decisions.some(isNamed)) return request;
  const traces = gone.filter(({ objectId }) => isPerson(objectId)).map(({ objectId }) => traceOf(request, objectId));
  return {
    ...request,
    cards: request.cards.filter((card) => !gone.includes(card)),
    decisions: request.decisions.map((decision) => (isNamed(decision) ? { ...decision, name: '' } : decision)),
    erased: [...(request.erased ?? []), ...traces],
  };
}

/**
 * Nobody is left for whom it could be approved: its job says so on the approvers' cards, and erases it. May be repeated.
 *
 * @throws StorageUnavailableError
 */
export async function withdrawErased({ approvals, jobs, clock }: Ports, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await jobs.send({ kind: 'approval', id }, ERASED_SECONDS);
    await changeState(approvals, id, (present) =>
      present === undefined || present.isForgotten === true
        ? keep(undefined)
        : write(forgotten(present, clock.now()), undefined),
    );
  }
}
