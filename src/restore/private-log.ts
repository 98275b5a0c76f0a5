/** The second heart's log: what upstreams say in their own words stays out of it, since it may name people and their data. */
import { UpstreamError } from '../core/errors.ts';
import type { Log } from '../core/platform.ts';

/** How deep causes are followed; nothing of ours goes deeper, and what does is cut off. */
const DEEPEST = 8;

/** The same error without anybody's words; its code, status and the upstream's stable word for it remain. */
function withoutWords(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const cause = depth < DEEPEST ? withoutWords(error.cause, depth + 1) : undefined;
  if (error instanceof UpstreamError) {
    const { upstream, code, status, retryAfterSeconds, reason, correlationId, unsent, stack } = error;
    const bare = new UpstreamError(upstream, code, { status, retryAfterSeconds, reason, correlationId, unsent, cause });
    return Object.assign(bare, { stack });
  }
  if (cause === error.cause) return error;
  const { name, message, stack } = error;
  return Object.assign(new Error(message, { cause }), Object.fromEntries(Object.entries(error)), { name, stack });
}

/** @returns a log that takes the same, and passes errors on without what an upstream said in them */
export function createWordlessLog(log: Log): Log {
  const writer = (level: keyof Log) => (fields: object, message: string) => {
    const said = Object.entries(fields).map(([name, value]: [string, unknown]) => [name, withoutWords(value)]);
    log[level](Object.fromEntries(said), message);
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
