/** The log: one JSON object a line on stdout, without secrets whatever it is handed. */
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

import { redacted } from './redact.ts';
import { scrubLine, scrubText } from './scrub-text.ts';
import type { Log } from '../core/platform.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface AppLog extends Log {
  fatal(fields: object, message: string): void;
  /** A log whose lines carry these fields too. */
  child(fields: object): AppLog;
}

/**
 * Writes with pino. Fields with a secret's name are replaced, errors are cut down to what is known to be harmless, and
 * what looks like a token is removed from every line.
 *
 * @param destination stdout where it is absent
 */
export function createLog(level: LogLevel, destination: DestinationStream = pino.destination(1)): AppLog {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // pino's own would take an error's description for an error and rewrite it.
    serializers: { err: (description: unknown) => description },
    hooks: { streamWrite: scrubLine },
  };
  return guarded(pino(options, destination));
}

/** pino itself is kept out of reach: what it is handed is not always seen by its hooks. */
function guarded(log: Logger): AppLog {
  const writer = (level: 'fatal' | keyof Log) => (fields: object, message: string) => {
    if (log.isLevelEnabled(level)) log[level](redacted(fields), scrubText(message));
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
    child: (fields) => guarded(log.child(redacted(fields))),
  };
}
