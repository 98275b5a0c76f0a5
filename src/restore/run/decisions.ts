/** What the buttons of a running restore's card decide. Pure. */
import type { RestorePress } from '../state/presses.ts';
import type { Restore, RestoreState } from '../state/restore.ts';
import { approvedBy, waitingApproval, withCode } from '../state/code-approval.ts';
import { abandonedCall, findRestore, unclearCall, withProgress, withRestore } from '../state/restore-transitions.ts';
import type { Change } from './record/update.ts';

/** @returns undefined where the press no longer applies */
export function decisionOf(press: RestorePress, before: Restore, at: number): Change<Restore> | undefined {
  if ('asked' in press) return codeDecision(press, before, at);
  const asked = unclearCall(before);
  if (asked === undefined) {
    if (press.kind !== 'look' || before.unwatched !== true) return undefined;
    return (restore) => (restore.unwatched === true ? restore : undefined);
  }
  if (!isAbout(press, asked)) return undefined;
  return (restore) => {
    const unclear = unclearCall(restore);
    if (unclear === undefined || !isAbout(press, unclear)) return undefined;
    const { index, call, progress } = unclear;
    if (press.kind === 'give-up') return abandonedCall(restore, index, call, at);
    if (press.kind === 'look') return withProgress(restore, index, { ...progress, next: 'look' });
    // A **Stop** before it no longer holds.
    return { ...withProgress(restore, index, { ...progress, next: 'send' }), stopping: undefined };
  };
}

/** A press on a card that asks about another call decides nothing. */
const isAbout = (press: RestorePress, { index, progress }: NonNullable<ReturnType<typeof unclearCall>>): boolean =>
  !('about' in press) || press.about === undefined || (press.about.call === index && press.about.at === progress.at);

/** A press on an older code's card, or a second one, changes nothing about the present code. */
function codeDecision(
  { kind, asked }: Extract<RestorePress, { asked: number }>,
  before: Restore,
  at: number,
): Change<Restore> | undefined {
  const waiting = waitingApproval(before);
  if (waiting?.askedAt !== asked) return undefined;
  const isByCertificate = waiting.certificate === true;
  if (kind === 'signed-in' && !isByCertificate && waiting.unchecked !== true) return undefined;
  const decide = kind === 'new-code' ? () => undefined : approvedBy(isByCertificate ? 'certificate' : 'person', at);
  return (restore) => withCode(restore, waiting.userCode, decide);
}

/** @param jobId of the job that follows the restore. @returns undefined to write nothing */
export type StateChange = (state: RestoreState | undefined, jobId: string | undefined) => RestoreState | undefined;

/** Stores a decision about a restore, and the job that acts on it. */
export const followedAgain =
  (id: string, decide: Change<Restore>): StateChange =>
  (state, jobId) => {
    const restore = findRestore(state, id);
    // Its own write, whose response was lost.
    if (jobId !== undefined && restore?.jobId === jobId) return undefined;
    const next = restore && decide(restore);
    return next && withRestore(state, { ...next, jobId, unwatched: undefined });
  };
