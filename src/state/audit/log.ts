import type { ContainerClient } from '@azure/storage-blob';
import type { Audit, AuditRecord, RestoreAudit } from '../../core/audit.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { createAppendTo } from '../blobs/append-blob.ts';

export interface AuditLog extends Audit {
  /** Resolves once everything recorded so far is written, however long storage is away. */
  flush(): Promise<void>;
  /** Writes what it can within three seconds; what is left goes to the log instead. */
  close(): Promise<void>;
}

interface Line {
  /** UTC day, `2026-11-20`. */
  readonly day: string;
  readonly text: string;
}

/** An hour of a line every third of a second: what is kept while storage is away. */
const MAX_LINES = 10_000;
/** Azure takes 4 MiB a block. */
const MAX_BATCH_CHARACTERS = 256 * 1024;
/** Lines of one moment share a request. */
const LINGER_MILLISECONDS = 200;
const FIRST_BACK_OFF_MILLISECONDS = 1_000;
const MAX_BACK_OFF_MILLISECONDS = 60_000;
const CLOSE_LIMIT_MILLISECONDS = 3_000;

const LEFT_OUT = 'storage takes no audit line; it is kept here instead';

/** These fields and no others, whatever the object that is handed in holds besides. */
function restoreFields(restore: RestoreAudit): RestoreAudit {
  const { workload, scope, point, items, reason, restored, failed, skipped } = restore;
  return { workload, scope, point, items, reason, restored, failed, skipped };
}

function lineOf(record: AuditRecord, now: number): Line {
  const time = new Date(now).toISOString();
  const { event, key, organization, flow, reference, outcome } = record;
  const { personId: person, conversationId: conversation } = key;
  const restore = record.restore && restoreFields(record.restore);
  const fields = { time, event, person, conversation, organization, flow, reference, outcome, restore };
  return { day: time.slice(0, 10), text: `${JSON.stringify(fields)}\n` };
}

/**
 * One append blob a UTC day, `audit/2026-11-20.jsonl`, one JSON object a line, in the order of recording. Azure takes
 * 50,000 blocks a blob; then `audit/2026-11-20.1.jsonl` follows. A block whose answer got lost is written again: a line
 * may be there twice, never not at all. Where memory runs out the oldest lines go to the log at level error.
 */
export function createAuditLog(dependencies: {
  readonly container: ContainerClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxLines?: number | undefined;
}): AuditLog {
  const { clock, log, maxLines = MAX_LINES } = dependencies;
  const appendTo = createAppendTo(dependencies.container);
  const lines: Line[] = [];
  const part = { day: '', number: 0 };
  const closing = new AbortController();
  /** How many lines from the front are being written just now. */
  let inFlight = 0;
  let writing: Promise<void> | undefined;

  const sleep = (milliseconds: number): Promise<void> =>
    clock.sleep(milliseconds, closing.signal).catch(() => undefined);

  /** @returns how many lines from the front, all of one day, make the next block */
  function nextBatch(): number {
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
    while ((await appendTo(`audit/${day}${suffix()}.jsonl`, text)) === 'full') part.number += 1;
  }

  async function drain(): Promise<void> {
    let backOff = FIRST_BACK_OFF_MILLISECONDS;
    await sleep(LINGER_MILLISECONDS);
    for (let [first] = lines; first !== undefined; [first] = lines) {
      inFlight = nextBatch();
      try {
        await writeBatch(lines.slice(0, inFlight), first.day);
        lines.splice(0, inFlight);
        if (backOff > FIRST_BACK_OFF_MILLISECONDS) log.info({}, 'the audit log is written again');
        backOff = FIRST_BACK_OFF_MILLISECONDS;
      } catch (error) {
        if (closing.signal.aborted) return;
        if (backOff === FIRST_BACK_OFF_MILLISECONDS) log.warn({ err: error }, 'the audit log waits for storage');
        await sleep(backOff);
        backOff = Math.min(backOff * 2, MAX_BACK_OFF_MILLISECONDS);
      } finally {
        inFlight = 0;
      }
    }
  }

  function pour(dropped: readonly Line[], message: string): void {
    for (const { text } of dropped) log.error({ audit: JSON.parse(text) as unknown }, message);
  }

  function startWriting(): void {
    writing ??= drain()
      .catch((error: unknown) => log.error({ err: error }, 'the audit log stopped writing'))
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    record(record) {
      lines.push(lineOf(record, clock.now()));
      if (lines.length > maxLines) pour(lines.splice(inFlight, lines.length - maxLines), LEFT_OUT);
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
      const limit = new AbortController();
      await Promise.race([writing, clock.sleep(CLOSE_LIMIT_MILLISECONDS, limit.signal).catch(() => undefined)]);
      limit.abort();
      pour(lines.splice(0), LEFT_OUT);
    },
  };
}
