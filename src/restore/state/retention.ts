/** How long restores that have ended are kept. Pure. */
import { DAY } from '../../core/durations.ts';
import type { Restore, RestoreState } from './restore.ts';
import { chainOf } from './retry-chain.ts';

const KEPT_MILLISECONDS = 7 * DAY;
/** While not all is said about its end. */
const UNSAID_MILLISECONDS = 14 * DAY;
const MAX_ENDED = 20;

/** Its week is over: once all is said about its end, a press on its card finds nothing. */
export const isFormer = ({ endedAt }: Restore, now: number): boolean =>
  endedAt !== undefined && now - endedAt >= KEPT_MILLISECONDS;

/**
 * Ended restores are kept for a week, the last twenty of them; until all is said about their end, for two weeks. Those that were begun
 * for a request are kept as long as a retry of them: what they come to is told as one.
 */
export function withoutFormer(state: RestoreState, now: number): RestoreState {
  const said = state.restores
    .filter(({ endedAt, endAnnounced }) => endedAt !== undefined && endAnnounced === true)
    .toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0));
  const former = new Set(said.filter((restore, at) => at >= MAX_ENDED || isFormer(restore, now)));
  const isKept = (restore: Restore): boolean =>
    !former.has(restore) && (restore.endedAt === undefined || now - restore.endedAt < UNSAID_MILLISECONDS);
  const chainIn = (restore: Restore): string | undefined =>
    restore.requestId === undefined ? undefined : chainOf(state.restores, restore);
  const kept = new Set(state.restores.filter(isKept).map(chainIn));
  kept.delete(undefined);
  const restores = state.restores.filter((restore) => isKept(restore) || kept.has(chainIn(restore)));
  return restores.length === state.restores.length ? state : { ...state, restores };
}
