/**
 * Stand-in for Azure Storage: blobs and a queue in memory. Azurite spends about a millisecond per call and would hide what is measured.
 * Signatures are not checked; ETags, receipts and invisibility follow the documentation.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from './body.ts';

interface Blob {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Message {
  readonly id: string;
  text: string;
  receipt: string;
  visibleAt: number;
  deliveries: number;
}

/** The kinds of requests that Azure prices. Reading a missing blob is a read as well. */
export type Operation =
  | 'blob read'
  | 'blob write'
  | 'blob delete'
  | 'audit append'
  | 'list'
  | 'queue put'
  | 'queue get'
  | 'queue update'
  | 'queue delete'
  | 'other';

export type Operations = Readonly<Partial<Record<Operation, number>>>;

/** Operations on blobs, by the folder of the container in which they are: `conversations`, `restores`. */
export type FolderOperations = Readonly<Record<string, Operations>>;

export interface BenchStorage {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Requests since the last call, by kind. */
  takeOperations(): Operations;
  /** The same of blobs alone, since its own last call. */
  takeFolderOperations(): FolderOperations;
  /** Answers nothing more after the next write of a blob in this folder, until `release`. */
  holdAfterWrite(folder: string): void;
  release(): void;
  /** Adds blobs as if that many conversations were stored. */
  fill(count: number, prefix: string): void;
  readonly messages: number;
}

const META = 'x-ms-meta-';

function blobOperation(method: string | undefined, isBlob: boolean, comp: string | null): Operation {
  if (comp === 'list') return 'list';
  if (!isBlob) return 'other';
  if (method === 'PUT') return comp === 'appendblock' ? 'audit append' : 'blob write';
  if (method === 'DELETE') return 'blob delete';
  return method === 'GET' && comp === null ? 'blob read' : 'other';
}

function queueOperation(method: string | undefined, [, what, id]: readonly string[]): Operation {
  if (what === undefined) return 'other';
  if (method === 'POST') return 'queue put';
  if (method === 'PUT') return 'queue update';
  if (method === 'DELETE') return id === undefined ? 'other' : 'queue delete';
  return 'queue get';
}

export function createBenchStorage(): BenchStorage {
  const blobs = new Map<string, Blob>();
  const queue = new Map<string, Message>();
  let etags = 0;
  let operations = new Map<Operation, number>();
  let folders = new Map<string, Map<Operation, number>>();
  let heldFolder: string | undefined;
  let held = Promise.withResolvers<void>();
  held.resolve();

  const count = (counts: Map<Operation, number>, operation: Operation): void =>
    void counts.set(operation, (counts.get(operation) ?? 0) + 1);

  function countIn(folder: string, operation: Operation): void {
    const counts = folders.get(folder) ?? new Map<Operation, number>();
    folders.set(folder, counts);
    count(counts, operation);
  }

  const answer = (response: ServerResponse, status: number, headers: object = {}, body?: string | Buffer): void => {
    response.writeHead(status, {
      'x-ms-request-id': 'bench',
      'x-ms-version': '2025-01-05',
      date: new Date().toUTCString(),
      'content-length': body === undefined ? 0 : Buffer.byteLength(body),
      ...headers,
    });
    response.end(body);
  };
  const refuse = (response: ServerResponse, status: number, code: string): void =>
    answer(
      response,
      status,
      { 'x-ms-error-code': code, 'content-type': 'application/xml' },
      `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    );

  function putBlob(name: string, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const present = blobs.get(name);
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
    if (noneMatch === '*' && present !== undefined) return refuse(response, 409, 'BlobAlreadyExists');
    if (match !== undefined && match !== '*' && match !== present?.etag)
      return refuse(response, 412, 'ConditionNotMet');
    const etag = `"0x${(etags += 1).toString(16)}"`;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([header]) => header.startsWith(META)),
    ) as Record<string, string>;
    const append = request.url?.includes('comp=appendblock') === true && present !== undefined;
    blobs.set(name, { etag, body: append ? Buffer.concat([present.body, body]) : body, headers });
    const lastModified = new Date().toUTCString();
    return answer(response, 201, { etag, 'last-modified': lastModified, 'x-ms-blob-append-offset': '0' });
  }

  function blobCall(name: string, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const blob = blobs.get(name);
    if (request.method === 'PUT') return putBlob(name, request, response, body);
    if (blob === undefined) return refuse(response, 404, 'BlobNotFound');
    if (request.method === 'DELETE') {
      blobs.delete(name);
      return answer(response, 202);
    }
    const { etag, headers } = blob;
    const type = { 'content-type': 'application/json', 'x-ms-blob-type': 'BlockBlob' };
    const facts = { etag, 'last-modified': new Date().toUTCString(), ...type, ...headers };
    if (request.headers['if-none-match'] === etag) return answer(response, 304, { etag });
    if (request.method === 'HEAD') return answer(response, 200, facts);
    return answer(response, 200, facts, blob.body);
  }

  function listBlobs(response: ServerResponse, container: string, url: URL): void {
    const prefix = `${container}${url.searchParams.get('prefix') ?? ''}`;
    const names = [...blobs.keys()].filter((name) => name.startsWith(prefix)).slice(0, 5_000);
    const items = names.map(
      (name) =>
        `<Blob><Name>${name.slice(container.length)}</Name><Properties><Last-Modified>${new Date().toUTCString()}</Last-Modified><Etag>${blobs.get(name)?.etag ?? ''}</Etag></Properties></Blob>`,
    );
    answer(
      response,
      200,
      { 'content-type': 'application/xml' },
      `<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>${items.join('')}</Blobs><NextMarker /></EnumerationResults>`,
    );
  }

  const later = (seconds: string | null): number => Date.now() + Number(seconds ?? 0) * 1000;
  const httpDate = (at: number): string => new Date(at).toUTCString();

  function messageXml(message: Message, withText: boolean): string {
    return `<QueueMessage><MessageId>${message.id}</MessageId><InsertionTime>${httpDate(Date.now())}</InsertionTime><ExpirationTime>${httpDate(Date.now() + 6e8)}</ExpirationTime><PopReceipt>${message.receipt}</PopReceipt><TimeNextVisible>${httpDate(message.visibleAt)}</TimeNextVisible><DequeueCount>${message.deliveries}</DequeueCount>${withText ? `<MessageText>${message.text}</MessageText>` : ''}</QueueMessage>`;
  }

  const textOf = (body: Buffer): string => /<MessageText>([\s\S]*)<\/MessageText>/.exec(body.toString())?.[1] ?? '';

  function receive(response: ServerResponse, url: URL): void {
    const isPeek = url.searchParams.has('peekonly');
    const most = Number(url.searchParams.get('numofmessages') ?? 1);
    const now = Date.now();
    const found: Message[] = [];
    for (const message of queue.values()) {
      if (found.length === most) break;
      if (message.visibleAt > now) continue;
      if (isPeek) {
        found.push(message);
        continue;
      }
      message.deliveries += 1;
      message.receipt = randomUUID();
      message.visibleAt = later(url.searchParams.get('visibilitytimeout'));
      found.push(message);
    }
    const xml = found.map((message) => messageXml(message, true)).join('');
    answer(
      response,
      200,
      { 'content-type': 'application/xml' },
      `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList>${xml}</QueueMessagesList>`,
    );
  }

  function queueCall(
    parts: readonly string[],
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    url: URL,
  ): void {
    const [, what, id] = parts;
    if (what === undefined) {
      if (request.method === 'PUT') return answer(response, 201);
      return answer(response, 200, { 'x-ms-approximate-messages-count': String(queue.size) });
    }
    if (id === undefined && request.method === 'GET') return receive(response, url);
    if (id === undefined) {
      const message = {
        id: randomUUID(),
        text: textOf(body),
        receipt: randomUUID(),
        visibleAt: later(url.searchParams.get('visibilitytimeout')),
        deliveries: 0,
      };
      queue.set(message.id, message);
      return answer(
        response,
        201,
        { 'content-type': 'application/xml' },
        `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList>${messageXml(message, false)}</QueueMessagesList>`,
      );
    }
    const message = queue.get(id);
    if (message === undefined) return refuse(response, 404, 'MessageNotFound');
    if (message.receipt !== url.searchParams.get('popreceipt')) return refuse(response, 400, 'PopReceiptMismatch');
    if (request.method === 'DELETE') {
      queue.delete(id);
      return answer(response, 204);
    }
    if (body.length > 0) message.text = textOf(body);
    message.receipt = randomUUID();
    message.visibleAt = later(url.searchParams.get('visibilitytimeout'));
    const next = { 'x-ms-popreceipt': message.receipt, 'x-ms-time-next-visible': httpDate(message.visibleAt) };
    return answer(response, 204, next);
  }

  return {
    async handle(request, response) {
      const body = request.method === 'PUT' || request.method === 'POST' ? await bodyOf(request) : Buffer.alloc(0);
      const url = new URL(request.url ?? '/', 'http://storage');
      // /blob/<container>/<blob> and /queue/<queue>/messages/<id>: the first segment selects the service.
      const [, service, ...parts] = url.pathname.split('/').map(decodeURIComponent);
      const operation =
        service === 'queue'
          ? queueOperation(request.method, parts)
          : blobOperation(request.method, parts.length > 1, url.searchParams.get('comp'));
      await held.promise;
      count(operations, operation);
      const folder = service !== 'queue' && parts.length > 2 ? parts[1] : undefined;
      if (folder !== undefined) countIn(folder, operation);
      if (operation === 'blob write' && folder !== undefined && folder === heldFolder) held = Promise.withResolvers();
      if (service === 'queue') return queueCall(parts, request, response, body, url);
      if (parts.length > 1) return blobCall(parts.join('/'), request, response, body);
      if (url.searchParams.get('comp') === 'list') return listBlobs(response, `${parts[0] ?? ''}/`, url);
      return answer(response, request.method === 'PUT' ? 201 : 200, { etag: '"0x0"' });
    },
    takeOperations() {
      const taken = Object.fromEntries(operations);
      operations = new Map();
      return taken;
    },
    takeFolderOperations() {
      const taken = Object.fromEntries(Array.from(folders, ([folder, counts]) => [folder, Object.fromEntries(counts)]));
      folders = new Map();
      return taken;
    },
    holdAfterWrite: (folder) => void (heldFolder = folder),
    release() {
      heldFolder = undefined;
      held.resolve();
    },
    fill(wanted, prefix) {
      const body = Buffer.from('{"version":1,"sealed":""}'.padEnd(900, ' '));
      for (let at = 0; at < wanted; at += 1) blobs.set(`${prefix}${at}`, { etag: '"0x1"', body, headers: {} });
    },
    get messages() {
      return queue.size;
    },
  };
}
