/**
 * Writes the audit log. The lines of a process form a chain: each has the hash of the one before, and
 * the first of each day also that of the newest line of the whole log. A block whose response was lost is written again: lines may occur twice, byte for byte the
 * same, but are never missing.
 */
import type { ContainerClient } from '@azure/storage-blob';
import type { Audit, AuditRecord, ChainEvent } from '../../core/audit.ts';
import { HOUR } from '../../core/durations.ts';
import { StorageUnavailableError } from '../../core/errors.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { BACK_OFF, backOffMilliseconds } from '../../core/retry.ts';
import { within, withTimeout } from '../../core/time-limit.ts';
import { callLimit, callStorage, storageCode } from '../azure/calls.ts';
import { appendBlob } from '../blobs/blob.ts';
import { blobName, contentOf, hashOf, type Chain, type LineContent } from './line.ts';
import { newestLine } from './reader.ts';

interface BufferedLine {
  /** UTC, `2026-11-20`: of the blob. Never decreases, so that the blobs have a chain in its order. */
  readonly day: string;
  readonly content: LineContent;
  /** Called once it is stored, or with the reason why it is not. */
  readonly settle?: ((error?: unknown) => void) | undefined;
}

/** Lines of one day with their places in the chain. Once it may have been sent, it is repeated until it is stored. */
interface Block {
  readonly day: string;
  readonly lines: readonly BufferedLine[];
  readonly text: string;
  /** The chain's end after it. */
  readonly end: ChainEnd;
}

type ChainEnd = Pick<Chain, 'sequence' | 'previous'> & { readonly day: string };

/** What the next line says about the rest of the log, once in a day. */
interface DayLink extends Pick<Chain, 'newest' | 'newestDay'> {
  readonly day: string;
}

/** Buffered while storage is unavailable: an hour at three lines a second. */
const MAX_LINES = 10_000;
/** Azure accepts 4 MiB per block. */
const MAX_BLOCK_CHARACTERS = 256 * 1024;
/** Lines recorded within this time share a request. */
const BATCH_DELAY_MILLISECONDS = 200;
/** How long a person waits for a line to be stored. */
const WRITE_LIMIT_MILLISECONDS = 5_000;
const CLOSE_LIMIT_MILLISECONDS = 3_000;
/** How often the log, which is kept elsewhere, names the end of the chain. */
const CHAIN_LOG_MILLISECONDS = HOUR;

interface AuditLogPorts {
  readonly container: ContainerClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** When its buffer is full, the oldest lines go to the log instead. */
export class AuditLog implements Audit {
  readonly #ports: AuditLogPorts;
  readonly #maxLines: number;
  readonly #instance: string;
  readonly #lines: BufferedLine[] = [];
  readonly #closing = new AbortController();
  #waking = new AbortController();
  #block: Block | undefined;
  #end: ChainEnd = { sequence: 0, previous: '', day: '' };
  /** Of the day that is being written; without hashes once a line has them. Undefined before the first line. */
  #link: DayLink | undefined;
  #part = { day: '', number: 0 };
  #lastDay = '';
  /** Lines that went to the log and are not yet mentioned in the chain. */
  #notStored = 0;
  #chainLoggedAt: number;
  #writing: Promise<void> | undefined;

  constructor(ports: AuditLogPorts, maxLines = MAX_LINES) {
    this.#ports = ports;
    this.#maxLines = maxLines;
    this.#instance = ports.newId();
    this.#chainLoggedAt = ports.clock.now();
  }

  /** Writes the first line of the chain; without it, it precedes the first record. */
  start(): void {
    this.#startWriting();
  }

  record(record: AuditRecord): void {
    this.#buffer(record);
  }

  async write(record: AuditRecord): Promise<void> {
    const { clock } = this.#ports;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#buffer(record, (error) => (error === undefined ? resolve() : reject(error)));
    // A person waits: storage may be back before the next attempt.
    this.#waking.abort();
    try {
      await withTimeout(WRITE_LIMIT_MILLISECONDS, () => promise, { clock });
    } catch (error) {
      throw new StorageUnavailableError('The audit log could not be written in time.', { cause: error });
    }
  }

  /** Resolves once everything recorded so far is written, however long storage is unavailable. */
  async flush(): Promise<void> {
    while ((this.#block !== undefined || this.#lines.length > 0) && !this.#closing.signal.aborted) {
      this.#startWriting();
      await this.#writing;
    }
  }

  /** Writes what it can within three seconds, ending the chain; the rest goes to the log instead. */
  async close(): Promise<void> {
    const { clock } = this.#ports;
    if (this.#link !== undefined) this.#lines.push(this.#ownLine('instance-stopped'));
    this.#closing.abort();
    if (this.#block !== undefined || this.#lines.length > 0) this.#startWriting();
    await within(CLOSE_LIMIT_MILLISECONDS, async () => this.#writing, { clock });
    this.#logInstead([...(this.#block?.lines ?? []), ...this.#lines.splice(0)]);
    this.#block = undefined;
    this.#logChain();
  }

  #buffer(record: AuditRecord, settle?: BufferedLine['settle']): void {
    const { time, day } = this.#moment();
    this.#lines.push({ day, content: contentOf(record, time), settle });
    // Those of a block have their numbers already.
    const excess = (this.#block?.lines.length ?? 0) + this.#lines.length - this.#maxLines;
    if (excess > 0) {
      const dropped = this.#lines.splice(0, excess);
      this.#notStored += dropped.length;
      this.#logInstead(dropped);
    }
    this.#startWriting();
  }

  #moment(): { readonly time: string; readonly day: string } {
    const time = new Date(this.#ports.clock.now()).toISOString();
    const day = time.slice(0, 10);
    // A clock that is set back over midnight must not reorder the chain.
    if (day > this.#lastDay) this.#lastDay = day;
    return { time, day: this.#lastDay };
  }

  /** A line of the log itself, about no person. */
  #ownLine(event: ChainEvent, day?: string, more: { readonly lines?: number } = {}): BufferedLine {
    const moment = this.#moment();
    return { day: day ?? moment.day, content: { time: moment.time, event, ...more } };
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
    const { signal } = this.#closing;
    let failures = 0;
    await clock.sleep(BATCH_DELAY_MILLISECONDS, signal).catch(() => undefined);
    for (;;) {
      try {
        this.#block ??= await this.#nextBlock();
        if (this.#block === undefined) return;
        await this.#append(this.#block);
        if (failures > 0) log.info({ event: 'audit-log-resumed' }, 'the audit log is written again');
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const message = 'storage is unavailable; audit lines are buffered';
        if (failures === 1) log.warn({ event: 'audit-log-waiting', error }, message);
        this.#waking = new AbortController();
        const interrupted = AbortSignal.any([signal, this.#waking.signal]);
        await clock.sleep(backOffMilliseconds(BACK_OFF.auditLog, failures), interrupted).catch(() => undefined);
      }
    }
  }

  /** Reads the newest line of the log, which is made where it is missing. */
  async #linkDay(day: string): Promise<void> {
    const { container } = this.#ports;
    const newest = await newestLine(container, day).catch(async (error: unknown) => {
      if (storageCode(error) !== 'ContainerNotFound') throw error;
      await callStorage('creating the audit container', () => container.createIfNotExists(callLimit()));
      return undefined;
    });
    if (this.#link === undefined) this.#lines.unshift(this.#ownLine('instance-started', day));
    const elsewhere = newest !== undefined && newest.day !== day ? { newestDay: newest.day } : {};
    this.#link = { day, ...(newest !== undefined && { newest: hashOf(newest.line) }), ...elsewhere };
  }

  /** @returns lines from the front, all of one day; undefined where there is nothing to write */
  async #nextBlock(): Promise<Block | undefined> {
    const isNeeded = this.#lines.length > 0 || this.#notStored > 0 || this.#link === undefined;
    const day = this.#lines[0]?.day ?? this.#moment().day;
    if (!isNeeded) return undefined;
    if (this.#link?.day !== day) await this.#linkDay(day);
    if (this.#notStored > 0) {
      this.#lines.unshift(this.#ownLine('lines-not-stored', day, { lines: this.#notStored }));
      this.#notStored = 0;
    }
    let end = this.#end;
    let { day: _day, ...link } = this.#link as DayLink;
    let text = '';
    let size = 0;
    for (const line of this.#lines) {
      const chain = this.#chainAfter(end, day, link);
      const written = JSON.stringify({ ...line.content, chain });
      if (line.day !== day || (size > 0 && text.length + written.length > MAX_BLOCK_CHARACTERS)) break;
      text += `${written}\n`;
      end = { sequence: chain.sequence, previous: hashOf(written), day };
      link = {};
      size += 1;
    }
    this.#link = { day };
    return { day, lines: this.#lines.splice(0, size), text, end };
  }

  #chainAfter({ sequence, previous, day: before }: ChainEnd, day: string, link: Omit<DayLink, 'day'>): Chain {
    const previousDay = sequence > 0 && before !== day ? { previousDay: before } : {};
    return { instance: this.#instance, sequence: sequence + 1, previous, ...previousDay, ...link };
  }

  async #append(block: Block): Promise<void> {
    const { container, clock } = this.#ports;
    const { day, text, lines, end } = block;
    if (this.#part.day !== day) this.#part = { day, number: 0 };
    const part = this.#part;
    const append = () => appendBlob(container, blobName(day, part.number), text, 'writing the audit log');
    while ((await append()) === 'full') part.number += 1;
    // After closing it was given up, and is in the log.
    if (this.#block !== block) return;
    this.#block = undefined;
    this.#end = end;
    for (const { settle } of lines) settle?.();
    if (clock.now() - this.#chainLoggedAt >= CHAIN_LOG_MILLISECONDS) this.#logChain();
  }

  /** For `npm run audit -- --verify --end …`: whoever can change storage cannot change this log. */
  #logChain(): void {
    const { clock, log } = this.#ports;
    if (this.#end.sequence === 0) return;
    this.#chainLoggedAt = clock.now();
    const { sequence, previous } = this.#end;
    const end = `${this.#instance}:${sequence}:${previous}`;
    log.info({ event: 'audit-chain', end }, 'the audit log is written up to here');
  }

  #logInstead(dropped: readonly BufferedLine[]): void {
    const message = 'an audit line could not be stored; it is only in this log';
    for (const { content, settle } of dropped) {
      this.#ports.log.error({ event: 'audit-line-not-stored', audit: content }, message);
      settle?.(new StorageUnavailableError('The audit log could not be written.'));
    }
  }
}
