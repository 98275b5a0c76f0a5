import { runInNewContext } from 'node:vm';

/** Far above what the work takes on any machine, and far below what quadratic work takes. */
const LIMIT_MILLISECONDS = 15_000;

/**
 * Runs synchronous work and ends it if it hangs, which jest's own time limit cannot do: for texts so long that anything
 * worse than linear never ends.
 *
 * @throws Error with code ERR_SCRIPT_EXECUTION_TIMEOUT
 */
export function failIfHung<T>(work: () => T): T {
  return runInNewContext('work()', { work }, { timeout: LIMIT_MILLISECONDS }) as T;
}
