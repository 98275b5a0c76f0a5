/**
 * The audit log: one append blob per UTC day, `audit/2026-11-20.jsonl`, with one JSON object per line, in the order of
 * recording. Azure accepts 50,000 blocks per blob; then `audit/2026-11-20.1.jsonl` follows. A block whose response was lost
 * is written again: a line may occur twice, but is never missing.
 */
import { createInterface } from 'node:readline';
import type { ContainerClient } from '@azure/storage-blob';
import { z } from 'zod';
import type { Audit, AuditRecord } from '../core/audit.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Clock, Log } from '../core/platform.ts';
import { BACK_OFF, backOffMilliseconds } from '../core/retry.ts';
import { undefinedIfTimedOut, withTimeout } from '../core/time-limit.ts';
import { storageCode, storageUnavailable } from './azure/calls.ts';
import { appendBlob, listBlobs } from './blobs/blob.ts';

const PREFIX = 'audit/';
const NAME = /^audit\/(\d{4}-\d{2}-\d{2})(?:\.\d+)?\.jsonl$/;

const text = z.string().optional();
const count = z.number().optional();

/** Ids and counts only: no other field is written. */
const restoreSchema = z.object({
  workload: text,
  scope: text,
  point: text,
  items: count,
  reason: text,
  restored: count,
  failed: count,
  skipped: count,
});

const lineSchema = z.looseObject({
  time: z.iso.datetime(),
  event: z.string(),
  outcome: text,
  person: text,
  conversation: text,
  organization: text,
  flow: text,
  reference: text,
  tenant: text,
  approvedBy: z.looseObject({ person: text, tenant: text }).optional(),
  restore: restoreSchema.loose().optional(),
});

export type AuditLine = z.infer<typeof lineSchema>;

interface BufferedLine {
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

function toLine(record: AuditRecord, now: number): BufferedLine {
  const time = new Date(now).toISOString();
  const { event, organization, flow, reference, outcome, tenant, approvedBy } = record;
  const { personId: person, conversationId: conversation } = record.key;
  const restore = record.restore && restoreSchema.parse(record.restore);
  const about = { person, conversation, organization, flow, reference, outcome, tenant, approvedBy };
  const fields = { time, event, ...about, restore };
  return { day: time.slice(0, 10), text: `${JSON.stringify(fields)}\n` };
}

interface AuditLogPorts {
  readonly container: ContainerClient;
  readonly clock: Clock;
  readonly log: Log;
}

/** Writes the audit log. When its buffer is full, the oldest lines go to the log instead. */
export class AuditLog implements Audit {
  readonly #ports: AuditLogPorts;
  readonly #maxLines: number;
  readonly #lines: BufferedLine[] = [];
  readonly #closing = new AbortController();
  #part = { day: '', number: 0 };
  /** Number of lines from the front that are being written. */
  #inFlight = 0;
  #writing: Promise<void> | undefined;

  constructor(ports: AuditLogPorts, maxLines = MAX_LINES) {
    this.#ports = ports;
    this.#maxLines = maxLines;
  }

  record(record: AuditRecord): void {
    this.#lines.push(toLine(record, this.#ports.clock.now()));
    const excess = this.#lines.length - this.#maxLines;
    if (excess > 0) this.#logInstead(this.#lines.splice(this.#inFlight, excess));
    this.#startWriting();
  }

  /** Resolves once everything recorded so far is written, however long storage is unavailable. */
  async flush(): Promise<void> {
    while (this.#lines.length > 0 && !this.#closing.signal.aborted) {
      this.#startWriting();
      await this.#writing;
    }
  }

  /** Writes what it can within three seconds; the rest goes to the log instead. */
  async close(): Promise<void> {
    const { clock } = this.#ports;
    this.#closing.abort();
    this.#startWriting();
    await withTimeout(CLOSE_LIMIT_MILLISECONDS, async () => this.#writing, { clock }).catch(undefinedIfTimedOut);
    this.#logInstead(this.#lines.splice(0));
  }

  #startWriting(): void {
    const { log } = this.#ports;
    this.#writing ??= this.#writeAll()
      .catch((error: unknown) => log.error({ event: 'audit-log-stopped', error }, 'the audit log stopped writing'))
      .finally(() => {
        this.#writing = undefined;
      });
  }

  async #writeAll(): Promise<void> {
    const { clock, log } = this.#ports;
    const lines = this.#lines;
    const { signal } = this.#closing;
    const sleep = (milliseconds: number) => clock.sleep(milliseconds, signal).catch(() => undefined);
    let failures = 0;
    await sleep(BATCH_DELAY_MILLISECONDS);
    for (let [first] = lines; first !== undefined; [first] = lines) {
      this.#inFlight = this.#nextBatchSize();
      try {
        await this.#writeBatch(lines.slice(0, this.#inFlight), first.day);
        lines.splice(0, this.#inFlight);
        if (failures > 0) log.info({ event: 'audit-log-resumed' }, 'the audit log is written again');
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const message = 'storage is unavailable; audit lines are buffered';
        if (failures === 1) log.warn({ event: 'audit-log-waiting', error }, message);
        await sleep(backOffMilliseconds(BACK_OFF.auditLog, failures));
      } finally {
        this.#inFlight = 0;
      }
    }
  }

  /** @returns how many lines from the front, all of one day, make up the next block */
  #nextBatchSize(): number {
    let size = 0;
    let characters = 0;
    for (const { day, text: line } of this.#lines) {
      characters += line.length;
      if (day !== this.#lines[0]?.day || (size > 0 && characters > MAX_BATCH_CHARACTERS)) break;
      size += 1;
    }
    return size;
  }

  async #writeBatch(batch: readonly BufferedLine[], day: string): Promise<void> {
    if (this.#part.day !== day) this.#part = { day, number: 0 };
    const part = this.#part;
    const lines = batch.map((line) => line.text).join('');
    const name = () => `${PREFIX}${day}${part.number === 0 ? '' : `.${part.number}`}.jsonl`;
    const append = () => appendBlob(this.#ports.container, name(), lines, 'writing the audit log');
    while ((await append()) === 'full') part.number += 1;
  }

  #logInstead(dropped: readonly BufferedLine[]): void {
    for (const line of dropped) {
      const fields = { event: 'audit-line-not-stored', audit: JSON.parse(line.text) as unknown };
      this.#ports.log.error(fields, 'an audit line could not be stored; it is only in this log');
    }
  }
}

/** A block that was written twice is read once, unless more lines than this lie between. */
const REMEMBERED_LINES = 10_000;

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

function parseLine(line: string): AuditLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export type AuditReader = ReturnType<typeof createAuditReader>;

/**
 * The function returned reads the lines of a period, `since` inclusive, `until` exclusive, in epoch milliseconds, and calls
 * `onInvalid` for each line that cannot be read. It throws StorageUnavailableError.
 */
export const createAuditReader = (container: ContainerClient) =>
  async function* readLines(since: number, until: number, onInvalid: () => void): AsyncGenerator<AuditLine> {
    const seen = new BoundedMap<string, true>({ max: REMEMBERED_LINES });
    for (const name of await blobsOf(container, dayOf(since), dayOf(until - 1))) {
      for await (const line of linesOf(container, name)) {
        if (line === '' || seen.has(line)) continue;
        seen.set(line, true);
        const parsed = parseLine(line);
        if (parsed === undefined) onInvalid();
        else if (Date.parse(parsed.time) >= since && Date.parse(parsed.time) < until) yield parsed;
      }
    }
  };

async function blobsOf(container: ContainerClient, firstDay: string, lastDay: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const page of listBlobs(container, PREFIX)) {
      for (const { name } of page) {
        const day = NAME.exec(name)?.[1];
        if (day !== undefined && day >= firstDay && day <= lastDay) names.push(name);
      }
    }
  } catch (error) {
    if (storageCode(error) === 'ContainerNotFound') return [];
    throw error;
  }
  const partOf = (name: string): string => name.replace('.jsonl', '');
  return names.toSorted((a, b) => partOf(a).localeCompare(partOf(b), 'en', { numeric: true }));
}

async function* linesOf(container: ContainerClient, name: string): AsyncGenerator<string> {
  try {
    const { readableStreamBody } = await container.getBlobClient(name).download();
    if (readableStreamBody === undefined) return;
    yield* createInterface({ input: readableStreamBody, crlfDelay: Infinity });
  } catch (error) {
    throw storageUnavailable('reading the audit log', error);
  }
}
