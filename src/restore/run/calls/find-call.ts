/** Whether the service has a call: by its reference, by what its session shows, or by what is new since it was sent. */
import { onUpstreamError } from '../../../core/errors.ts';
import type { CallProgress } from '../../state/restore.ts';
import { callReference } from '../../explore/call-reference.ts';
import { groupOfCall } from '../../state/restore-transitions.ts';
import type { CallContext } from './call-step.ts';
import { isKnown } from './history.ts';
import { readProgress, type Reading } from './read-progress.ts';
import { findNewSession, hasGrown, sessionPages, shownIn, type FoundRestore } from './what-changed.ts';
import { policyOf } from '../../access/kinds/policy.ts';

type UnknownProgress = Extract<CallProgress, { kind: 'sending' | 'unclear' }>;

/**
 * @param sent when, and what the service showed before, where that is known
 * @returns `blind` where nothing can tell whether the service has it @throws UpstreamError
 */
export async function findCall(
  context: CallContext,
  { at, before = {} }: Pick<UnknownProgress, 'at' | 'before'>,
): Promise<FoundRestore | 'blind' | undefined> {
  const { ports, run, restore, call } = context;
  const { exploreId, workload } = groupOfCall(restore, call);
  const isReferenced = policyOf(restore.access).isReasonRecorded;
  const byReference = isReferenced ? await findByReference(context, at) : undefined;
  if (byReference !== undefined) return { sessionId: byReference };
  // The service may restore within the session that was opened for it.
  const reading = exploreId === '' ? undefined : await readExplore(context, exploreId);
  if (reading !== undefined && hasGrown(isReferenced ? NOTHING : before, shownIn(reading))) {
    return { sessionId: exploreId };
  }
  if (isReferenced) return undefined;
  if (before.sessions === undefined) return reading === undefined || before.total === undefined ? 'blind' : undefined;
  const like = reading?.session ?? { kind: workload };
  const { state } = await ports.updates.read(run.key);
  return findNewSession(context, before, { like, sentAt: at }, (id) => isKnown(state, id));
}

/** Each call of an operator has a session of its own. */
const NOTHING = { total: 0, events: 0 } as const;

const findByReference = async (context: CallContext, sentAt: number): Promise<string | undefined> => {
  const reference = callReference(context.restore.id, context.index);
  for await (const { results } of sessionPages(context, sentAt)) {
    const found = results.find(({ reason }) => reason?.includes(reference) === true);
    if (found !== undefined) return found.id;
  }
  return undefined;
};

/** @returns undefined where the service no longer has it */
const readExplore = (context: CallContext, exploreId: string): Promise<Reading | undefined> =>
  readProgress(context, exploreId, true).catch(
    onUpstreamError((error) => {
      if (error.transient) throw error;
      return undefined;
    }),
  );
