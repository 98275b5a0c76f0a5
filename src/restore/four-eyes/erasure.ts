/** What is erased of requests for approval: of people who want that, and in time. */
import { DAY } from '../../core/durations.ts';
import type { Jobs } from '../../core/jobs.ts';
import type { PersonKey } from '../../core/person.ts';
import { changeState, keep, write } from '../../durable/record.ts';
import type { OtherRecords } from '../../sign-in/state/ports.ts';
import { withOutcome, type ApprovalRequest } from '../state/four-eyes.ts';
import type { RestorePorts } from '../state/ports.ts';

type Ports = Pick<RestorePorts, 'approvals' | 'clock'>;

/** Longer than any request waits, and what it is about runs. */
const KEPT = 7 * DAY;
/** Longer than erasing a state takes. */
const ERASED_SECONDS = 30;

/** Of approvers. What belongs to an asker is withdrawn, and erased with their restores and files. */
export const createApprovalErasure = ({ approvals, clock }: Ports): Pick<OtherRecords, 'erase' | 'sweep'> => ({
  async erase(isErased) {
    let isAny = false;
    for (const { id } of await approvals.all()) {
      const { result } = await changeState(approvals, id, (present) => {
        const next = present && withoutPeople(present, isErased);
        return next === undefined || next === present ? keep(false) : write(next, true);
      });
      isAny ||= result;
    }
    return isAny;
  },
  sweep: (signal) => approvals.sweep(clock.now() - KEPT, signal),
});

/** A decision names no conversation: it is kept where only the chat was left. */
function withoutPeople(request: ApprovalRequest, isErased: (key: PersonKey) => boolean): ApprovalRequest {
  const cards = request.cards.filter(
    ({ objectId, address }) => !isErased({ conversationId: address?.conversationId ?? '', personId: objectId }),
  );
  const isNamed = ({ objectId, name }: ApprovalRequest['decisions'][number]): boolean =>
    name !== '' && isErased({ conversationId: '', personId: objectId });
  if (cards.length === request.cards.length && !request.decisions.some(isNamed)) return request;
  const decisions = request.decisions.map((decision) => (isNamed(decision) ? { ...decision, name: '' } : decision));
  return { ...request, cards, decisions };
}

/** What waits for these is about to be erased: nobody is left for whom it could be approved. @throws StorageUnavailableError */
export async function withdrawErased(
  { approvals, jobs, clock }: Ports & { readonly jobs: Pick<Jobs, 'send'> },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await jobs.send({ kind: 'approval', id }, ERASED_SECONDS);
    await changeState(approvals, id, (present) => {
      if (present === undefined) return keep(undefined);
      const nameless = { ...present, asker: { ...present.asker, name: '', address: undefined } };
      return write(withOutcome(nameless, 'withdrawn', clock.now()), undefined);
    });
  }
}
