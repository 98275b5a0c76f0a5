import type { ContainerClient } from '@azure/storage-blob';
import type { Audit, AuditRecord, RestoreAudit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import { undefinedIfTimedOut, withTimeout } from '../../core/time-limit.ts';
import { appendBlob } from '../blobs/append-blob.ts';

export interface AuditLog extends Audit {
  /** Resolves once everything recorded so far is written, however long storage is unavailable. */
  flush(): Promise<void>;
  /** Writes what it can within three seconds; the rest goes to the log instead. */
  close(): Promise<void>;
}

interface Line {
  /** UTC, `2026-11-20`. */
  readonly day: string;
  readonly text: string;
}

/** Buffered while storage is unavailable: an hour at three lines a second. */
const MAX_LINES = 10_000;
/** Azure accepts 4 MiB per block. */
const MAX_BATCH_CHARACTERS = 256 * 1024;
/** Lines recorded within this time share a request. */
const BATCH_DELAY_MILLISECONDS = 200;
const CLOSE_LIMIT_MILLISECONDS = 3_000;

/** Only these fields, whatever else the object contains. */
function restoreFields(restore: RestoreAudit): RestoreAudit {
  const { workload, scope, point, items, reason, restored, failed, skipped } = restore;
  return { workload, scope, point, items, reason, restored, failed, skipped };
}

function toLine(record: AuditRecord, now: number): Line {
  const time = new Date(now).toISOString();
  const { event, key, organization, flow, reference, outcome } = record;
  const { personId: person, conversationId: conversation } = key;
  const restore = record.restore && restoreFields(record.restore);
  const fields = { time, event, person, conversation, organization, flow, reference, outcome, restore };
  return { day: time.slice(0, 10), text: `${JSON.stringify(fields)}\n` };
}

/**
 * One append blob per UTC day, `audit/2026-11-20.jsonl`, with one JSON object per line, in the order of recording. Azure
 * accepts 50,000 blocks per blob; then `audit/2026-11-20.1.jsonl` follows. A block whose response was lost is written
 * again: a line may occur twice, but is never missing. When the buffer is full, the oldest lines go to the log.
 */
export function createAuditLog(dependencies: {
  readonly container: ContainerClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxLines?: number | undefined;
}): AuditLog {
  const { container, clock, log, maxLines = MAX_LINES } = dependencies;
  const lines: Line[] = [];
  const part = { day: '', number: 0 };
  const closing = new AbortController();
  /** Number of lines from the front that are being written. */
  let inFlight = 0;
  let writing: Promise<void> | undefined;

  const sleep = (milliseconds: number): Promise<void> =>
    clock.sleep(milliseconds, closing.signal).catch(() => undefined);

  /** @returns how many lines from the front, all of one day, make up the next block */
  function nextBatchSize(): number {
    let count = 0;
    let characters = 0;
    for (const { day, text } of lines) {
      characters += text.length;
      if (day !== lines[0]?.day || (count > 0 && characters > MAX_BATCH_CHARACTERS)) break;
      count += 1;
    }
    return count;
  }

  async function writeBatch(batch: readonly Line[], day: string): Promise<void> {
    if (part.day !== day) Object.assign(part, { day, number: 0 });
    const text = batch.map((line) => line.text).join('');
    const suffix = (): string => (part.number === 0 ? '' : `.${part.number}`);
    while ((await appendBlob(container, `audit/${day}${suffix()}.jsonl`, text)) === 'full') part.number += 1;
  }

  async function writeAll(): Promise<void> {
    let failures = 0;
    await sleep(BATCH_DELAY_MILLISECONDS);
    for (let [first] = lines; first !== undefined; [first] = lines) {
      inFlight = nextBatchSize();
      try {
        await writeBatch(lines.slice(0, inFlight), first.day);
        lines.splice(0, inFlight);
        if (failures > 0) log.info({ event: 'audit-log-resumed' }, 'the audit log is written again');
        failures = 0;
      } catch (error) {
        if (closing.signal.aborted) return;
        failures += 1;
        if (failures === 1) {
          log.warn({ event: 'audit-log-waiting', error }, 'storage is unavailable; audit lines are buffered');
        }
        await sleep(backOffMilliseconds(BACK_OFF.auditLog, failures));
      } finally {
        inFlight = 0;
      }
    }
  }

  function logInstead(dropped: readonly Line[]): void {
    for (const { text } of dropped) {
      const audit: unknown = JSON.parse(text);
      log.error({ event: 'audit-line-not-stored', audit }, 'an audit line could not be stored; it is only in this log');
    }
  }

  function startWriting(): void {
    writing ??= writeAll()
      .catch((error: unknown) => log.error({ event: 'audit-log-stopped', error }, 'the audit log stopped writing'))
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    record(record) {
      lines.push(toLine(record, clock.now()));
      if (lines.length > maxLines) logInstead(lines.splice(inFlight, lines.length - maxLines));
      startWriting();
    },
    async flush() {
      while (lines.length > 0 && !closing.signal.aborted) {
        startWriting();
        await writing;
      }
    },
    async close() {
      closing.abort();
      startWriting();
      await withTimeout(CLOSE_LIMIT_MILLISECONDS, async () => writing, { clock }).catch(undefinedIfTimedOut);
      logInstead(lines.splice(0));
    },
  };
}
