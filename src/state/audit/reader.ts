/** Reads the audit log. */
import type { ContainerClient } from '@azure/storage-blob';
import { buffer } from 'node:stream/consumers';
import { BoundedMap } from '../../core/bounded-map.ts';
import { callLimit, callStorage, storageCode, storageUnavailable } from '../azure/calls.ts';
import { listBlobs } from '../blobs/blob.ts';
import { compareBlobs, dayOfBlob, lineSchema, PREFIX, type AuditLine } from './line.ts';

const LINE_BREAK = 0x0a;
/** Longer than nearly any line: that of a restore of very many mailboxes names them all. */
const TAIL_BYTES = 65_536;
/** A block that was written twice is read once, unless more lines than this lie between. */
const REMEMBERED_LINES = 10_000;

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A line as it is stored. */
export interface StoredLine {
  readonly blob: string;
  readonly day: string;
  /** Within the blob, from 1. */
  readonly number: number;
  /** Without its line break. */
  readonly bytes: Buffer;
}

export type AuditReader = ReturnType<typeof createAuditReader>;

/**
 * Both functions throw StorageUnavailableError; a container that does not exist is empty.
 *
 * @param older where lines were written before the log had a container of its own
 */
export const createAuditReader = ({ container, older }: Record<'container' | 'older', ContainerClient>) => ({
  /**
   * The lines of a period, `since` inclusive, `until` exclusive, in epoch milliseconds. Calls `onUnreadable` for each line that
   * cannot be read, and where the reader has no right to the older place.
   */
  async *lines(
    since: number,
    until: number,
    onUnreadable: (what: 'line' | 'older') => void,
  ): AsyncGenerator<AuditLine> {
    const seen = new BoundedMap<string, true>({ max: REMEMBERED_LINES });
    const isWithin = ({ day }: AuditBlob): boolean => day >= dayOf(since) && day <= dayOf(until - 1);
    const olderBlobs = await blobsOf(older).catch((error: unknown) => {
      if (storageCode(error) !== 'AuthorizationPermissionMismatch') throw error;
      onUnreadable('older');
      return [];
    });
    const found = [...olderBlobs, ...(await blobsOf(container))].filter(isWithin);
    for (const blob of found.toSorted((one, other) => compareBlobs(one.name, other.name))) {
      for await (const bytes of linesOf(blob)) {
        const line = bytes.toString();
        if (line === '' || seen.has(line)) continue;
        seen.set(line, true);
        const parsed = parseLine(line);
        if (parsed === undefined) onUnreadable('line');
        else if (Date.parse(parsed.time) >= since && Date.parse(parsed.time) < until) yield parsed;
      }
    }
  },

  /** All lines of the log's own container, of whole days from `since` on, in order, as they are stored. */
  async *stored(since: string): AsyncGenerator<StoredLine> {
    for (const blob of await blobsOf(container)) {
      if (blob.day < since) continue;
      let number = 0;
      for await (const bytes of linesOf(blob)) yield { blob: blob.name, day: blob.day, number: (number += 1), bytes };
    }
  },
});

export function parseLine(line: string): AuditLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The last line of the log up to a day. @throws StorageUnavailableError, also where there is no container */
export async function newestLine(
  container: ContainerClient,
  lastDay: string,
): Promise<{ readonly line: Buffer; readonly day: string } | undefined> {
  const blobs = await listedIn(container);
  for (const { name, day } of blobs.filter((blob) => blob.day <= lastDay).toReversed()) {
    const line = await callStorage('reading the end of the audit log', () => lastLineOf(container, name));
    if (line.byteLength > 0) return { line, day };
  }
  return undefined;
}

/** Without the line break at its end. Empty where there is none. */
async function lastLineOf(container: ContainerClient, name: string): Promise<Buffer> {
  const blob = container.getBlobClient(name);
  const { contentLength = 0 } = await blob.getProperties(callLimit());
  if (contentLength < 2) return Buffer.alloc(0);
  const end = contentLength - 1;
  for (let bytes = TAIL_BYTES; ; bytes *= 8) {
    const start = Math.max(0, end - bytes);
    const { readableStreamBody } = await blob.download(start, end - start, callLimit());
    const tail = readableStreamBody === undefined ? Buffer.alloc(0) : await buffer(readableStreamBody);
    const lineBreak = tail.lastIndexOf(LINE_BREAK);
    if (lineBreak >= 0 || start === 0) return tail.subarray(lineBreak + 1);
  }
}

interface AuditBlob {
  readonly container: ContainerClient;
  readonly name: string;
  readonly day: string;
}

const blobsOf = (container: ContainerClient): Promise<readonly AuditBlob[]> =>
  listedIn(container).catch((error: unknown) => {
    if (storageCode(error) === 'ContainerNotFound') return [];
    throw error;
  });

/** In the order of writing. */
async function listedIn(container: ContainerClient): Promise<readonly AuditBlob[]> {
  const blobs: AuditBlob[] = [];
  for await (const page of listBlobs(container, PREFIX)) {
    for (const { name } of page) {
      const day = dayOfBlob(name);
      if (day !== undefined) blobs.push({ container, name, day });
    }
  }
  return blobs.toSorted((one, other) => compareBlobs(one.name, other.name));
}

/** Not `readline`, which also splits at characters that JSON leaves unescaped. */
async function* linesOf({ container, name }: AuditBlob): AsyncGenerator<Buffer> {
  try {
    const { readableStreamBody } = await container.getBlobClient(name).download();
    if (readableStreamBody === undefined) return;
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of readableStreamBody as AsyncIterable<Buffer>) {
      const bytes = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(LINE_BREAK); end >= 0; end = bytes.indexOf(LINE_BREAK, start)) {
        yield bytes.subarray(start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    if (rest.byteLength > 0) yield rest;
  } catch (error) {
    throw storageUnavailable('reading the audit log', error);
  }
}
