/** The log: one JSON object per line on stdout, redacted. */
import { type DestinationStream, type LevelWithSilent, pino } from 'pino';
import type { Log } from '../core/platform.ts';
import { redacted } from './redact.ts';
import { scrubLine, scrubText } from './scrub-text.ts';

export interface AppLog extends Log {
  fatal(fields: object, message: string): void;
}

/**
 * Writes with pino. Fields with a secret's name are replaced, errors are reduced to harmless fields, and everything that
 * looks like a token is removed.
 *
 * @param destination stdout by default
 */
export function createLog(level: LevelWithSilent, destination: DestinationStream = pino.destination(1)): AppLog {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: scrubLine },
  };
  const log = pino(options, destination);
  // pino itself is not returned, because its hooks do not see everything it is given.
  const writer = (name: keyof AppLog) => (fields: object, message: string) => {
    if (log.isLevelEnabled(name)) log[name](redacted(fields), scrubText(message));
  };
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
  };
}
