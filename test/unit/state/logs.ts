import type { Log } from '../../../src/core/platform.ts';

export interface LogLine {
  readonly level: keyof Log;
  readonly message: string;
  readonly fields: object;
}

/** A log that remembers. */
export function recordingLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (fields: object, message: string): void => {
      lines.push({ level, message, fields });
    };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
