/** A log for finding and restoring: upstream messages, which may name people and their data, are removed from errors. */
import { UpstreamError } from '../core/errors.ts';
import type { Log } from '../core/platform.ts';

/** Deeper causes are dropped. */
const MAX_DEPTH = 8;

/** The same error without upstream text; code, status and the upstream's stable reason remain. */
function withoutUpstreamText(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const cause = depth < MAX_DEPTH ? withoutUpstreamText(error.cause, depth + 1) : undefined;
  if (error instanceof UpstreamError) {
    const { upstream, code, status, retryAfterSeconds, reason, correlationId, unsent, stack } = error;
    const bare = new UpstreamError(upstream, code, { status, retryAfterSeconds, reason, correlationId, unsent, cause });
    return Object.assign(bare, { stack });
  }
  if (cause === error.cause) return error;
  const { name, message, stack } = error;
  return Object.assign(new Error(message, { cause }), Object.fromEntries(Object.entries(error)), { name, stack });
}

export function createPrivateLog(log: Log): Log {
  const writer = (level: keyof Log) => (fields: object, message: string) => {
    const cleaned = Object.entries<unknown>({ ...fields }).map(([name, value]) => [name, withoutUpstreamText(value)]);
    log[level](Object.fromEntries(cleaned), message);
  };
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}
