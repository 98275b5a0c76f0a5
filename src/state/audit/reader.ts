import { createInterface } from 'node:readline';
import type { ContainerClient } from '@azure/storage-blob';
import { z } from 'zod';
import { BoundedMap } from '../../core/bounded-map.ts';
import { storageCode, storageUnavailable } from '../azure/calls.ts';
import { listBlobs } from '../blobs/list.ts';

const text = z.string().optional();

const count = z.number().optional();

const restoreSchema = z.looseObject({
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
  restore: restoreSchema.optional(),
});

export type AuditLine = z.infer<typeof lineSchema>;

export interface AuditReader {
  /**
   * The lines of a period, in the order in which they were written.
   *
   * @param since epoch milliseconds, inclusive
   * @param until epoch milliseconds, exclusive
   * @param onInvalid called for each line that cannot be read
   * @throws StorageUnavailableError
   */
  lines(since: number, until: number, onInvalid: () => void): AsyncIterable<AuditLine>;
}

interface Part {
  readonly name: string;
  readonly day: string;
  readonly number: number;
}

const PREFIX = 'audit/';
const NAME = /^audit\/(\d{4}-\d{2}-\d{2})(?:\.(\d+))?\.jsonl$/;

/** A block that was written twice because its response was lost is read once, unless more lines lie between. */
const REMEMBERED_LINES = 10_000;

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

function parse(line: string): AuditLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Reads what log.ts wrote: one blob per day, and those that continue it. */
export function createAuditReader(container: ContainerClient): AuditReader {
  async function partsOf(since: number, until: number): Promise<readonly Part[]> {
    const [first, last] = [dayOf(since), dayOf(until - 1)];
    const parts: Part[] = [];
    try {
      for await (const page of listBlobs(container, PREFIX)) {
        for (const { name } of page) {
          const [, day, number = '0'] = NAME.exec(name) ?? [];
          if (day !== undefined && day >= first && day <= last) parts.push({ name, day, number: Number(number) });
        }
      }
    } catch (error) {
      if (storageCode(error) === 'ContainerNotFound') return [];
      throw error;
    }
    return parts.toSorted((a, b) => a.day.localeCompare(b.day) || a.number - b.number);
  }

  async function* textLines(name: string): AsyncGenerator<string> {
    try {
      const { readableStreamBody } = await container.getBlobClient(name).download();
      if (readableStreamBody === undefined) return;
      yield* createInterface({ input: readableStreamBody, crlfDelay: Infinity });
    } catch (error) {
      throw storageUnavailable('reading the audit log', error);
    }
  }

  return {
    async *lines(since, until, onInvalid) {
      const seen = new BoundedMap<string, true>({ max: REMEMBERED_LINES });
      for (const { name } of await partsOf(since, until)) {
        for await (const text of textLines(name)) {
          if (text === '' || seen.has(text)) continue;
          seen.set(text, true);
          const line = parse(text);
          if (line === undefined) onInvalid();
          else if (Date.parse(line.time) >= since && Date.parse(line.time) < until) yield line;
        }
      }
    },
  };
}
