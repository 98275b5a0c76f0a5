/** This machine's clock against those of the services, as they told it along the way. */
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import type { ClockSeen } from './surroundings.ts';

const WARN_MILLISECONDS = 30_000;
/** Tokens are taken with five minutes' leeway at most; storage refuses fifteen. */
const WRONG_MILLISECONDS = 240_000;

export function judgeClocks(clocks: readonly ClockSeen[]): Finding {
  const { ok, warning, problem, skipped } = tell('clock', 'this machine');
  const [farthest] = clocks.toSorted((a, b) => Math.abs(b.aheadMilliseconds) - Math.abs(a.aheadMilliseconds));
  if (farthest === undefined) return skipped('nobody told the time');
  const { source, aheadMilliseconds } = farthest;
  const off = Math.abs(aheadMilliseconds);
  const seconds = Math.round(off / 1_000);
  if (off < WARN_MILLISECONDS) return ok(`within ${Math.max(seconds, 1)} s of ${clocks.length} others`);
  const found = `${seconds} s ${aheadMilliseconds > 0 ? 'behind' : 'ahead of'} ${source}`;
  const most =
    clocks.length > 1 && clocks.filter((one) => Math.abs(one.aheadMilliseconds) >= WARN_MILLISECONDS).length === 1;
  const remedy = most
    ? `Set the clock of ${source} by a time server: the others agree with this machine.`
    : 'Set this machine’s clock by a time server.';
  return off < WRONG_MILLISECONDS
    ? warning(found, remedy)
    : problem(`${found}: tokens and storage will be refused`, remedy);
}
