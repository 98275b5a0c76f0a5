import type { Audit, AuditRecord } from '../../src/core/audit.ts';
import { StorageUnavailableError } from '../../src/core/errors.ts';
import type { Log } from '../../src/core/platform.ts';

export interface RecordingLog extends Log {
  readonly lines: readonly { readonly level: string; readonly fields: object; readonly message: string }[];
  /** Everything logged; errors with all their own properties and causes. */
  text(): string;
}

function spelledOut(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { ...Object.fromEntries(Object.entries(value)), name, message, stack, cause };
}

export function createRecordingLog(): RecordingLog {
  const lines: { level: string; fields: object; message: string }[] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    text: () => JSON.stringify(lines, spelledOut),
  };
}

export interface RecordingAudit extends Audit {
  /** Nothing can be stored: whoever waits for it is told. */
  unavailable: boolean;
  readonly records: readonly AuditRecord[];
  /** `event outcome` of each, in order. */
  readonly events: readonly string[];
}

export function createRecordingAudit(): RecordingAudit {
  const records: AuditRecord[] = [];
  return {
    unavailable: false,
    records,
    get events() {
      return records.map(({ event, outcome }) => (outcome === undefined ? event : `${event} ${outcome}`));
    },
    record: (record) => void records.push(record),
    async write(record) {
      if (this.unavailable) throw new StorageUnavailableError('audit');
      records.push(record);
    },
  };
}
