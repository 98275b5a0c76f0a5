import { createInterface } from 'node:readline';
import type { ContainerClient } from '@azure/storage-blob';
import { z } from 'zod';
import { CALL_LIMIT_MILLISECONDS, storageAway, storageCode, within } from '../azure/errors.ts';

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
   * The lines of a span of time, in the order in which they were written.
   *
   * @param since epoch milliseconds, as `until`, which is not part of it
   * @param onBroken called for each line that is none
   * @throws StorageAwayError
   */
  lines(since: number, until: number, onBroken: () => void): AsyncIterable<AuditLine>;
}

interface Part {
  readonly name: string;
  readonly day: string;
  readonly number: number;
}

const NAME = /^audit\/(\d{4}-\d{2}-\d{2})(?:\.(\d+))?\.jsonl$/;

/** A block that was written twice because its answer got lost is read once, unless very much lies between. */
const REMEMBERED = 10_000;

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

function parse(line: string): AuditLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function createSeen(): (line: string) => boolean {
  const lines = new Set<string>();
  return (line) => {
    if (lines.has(line)) return true;
    lines.add(line);
    const [oldest] = lines;
    if (lines.size > REMEMBERED && oldest !== undefined) lines.delete(oldest);
    return false;
  };
}

/** Reads what audit-log.ts wrote: a blob a day, and those that follow it where one was full. */
export function createAuditReader(container: ContainerClient): AuditReader {
  async function partsOf(since: number, until: number): Promise<readonly Part[]> {
    const [first, last] = [dayOf(since), dayOf(until - 1)];
    const parts: Part[] = [];
    try {
      const options = { ...within(CALL_LIMIT_MILLISECONDS), prefix: 'audit/' };
      for await (const { name } of container.listBlobsFlat(options)) {
        const [, day, number = '0'] = NAME.exec(name) ?? [];
        if (day !== undefined && day >= first && day <= last) parts.push({ name, day, number: Number(number) });
      }
    } catch (error) {
      if (storageCode(error) === 'ContainerNotFound') return [];
      throw storageAway('listing the audit log', error);
    }
    return parts.toSorted((a, b) => a.day.localeCompare(b.day) || a.number - b.number);
  }

  async function* textLines(name: string): AsyncGenerator<string> {
    try {
      const { readableStreamBody } = await container.getBlobClient(name).download();
      if (readableStreamBody === undefined) return;
      yield* createInterface({ input: readableStreamBody, crlfDelay: Infinity });
    } catch (error) {
      throw storageAway('reading the audit log', error);
    }
  }

  return {
    async *lines(since, until, onBroken) {
      const seen = createSeen();
      for (const { name } of await partsOf(since, until)) {
        for await (const text of textLines(name)) {
          if (text === '' || seen(text)) continue;
          const line = parse(text);
          if (line === undefined) onBroken();
          else if (Date.parse(line.time) >= since && Date.parse(line.time) < until) yield line;
        }
      }
    },
  };
}
