/** A stand-in for people's OneDrives: the upload sessions that Teams opens for a file that was allowed, and the files. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiAnswer } from './protocol/bot-api.ts';
import type { ChatPerson, Json } from './types.ts';

interface Upload {
  readonly owner: string;
  readonly name: string;
  readonly uniqueId: string;
  received: Buffer;
}

interface DriveFile {
  readonly owner: string;
  readonly name: string;
  readonly content: Buffer;
}

export interface Drive {
  /** As Teams tells it to the bot. */
  open(owner: ChatPerson, name: string): Json;
  /** A request to an upload session; undefined for another address. */
  readUpload(request: IncomingMessage, path: string): Promise<(() => ApiAnswer) | undefined>;
  /** Downloads a file; never shows it, since it may be a page of somebody's words. @returns whether it is one */
  serve(response: ServerResponse, path: string): boolean;
  readonly files: readonly DriveFile[];
  /** Of uploads that neither ended nor were cancelled. */
  readonly unfinished: number;
}

const RANGE = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/;
const UNIT = 327_680;
const LARGEST_RANGE = 60 * 1_048_576;

export function createDrive({ url }: { readonly url: () => string }): Drive {
  const uploads = new Map<string, Upload>();
  const files = new Map<string, DriveFile>();

  const problem = (status: number, code: string): ApiAnswer => ({ status, body: { error: { code, message: code } } });
  const expected = ({ received }: Upload): Json => ({ nextExpectedRanges: [`${received.byteLength}-`] });

  const put = (token: string, upload: Upload, range: string | undefined, content: Buffer): ApiAnswer => {
    const [, start = '', end = '', total = ''] = RANGE.exec(range ?? '') ?? [];
    const [from, to, size] = [Number(start), Number(end), Number(total)];
    if (start === '' || to - from + 1 !== content.byteLength || to >= size) return problem(400, 'invalidRange');
    if (content.byteLength > LARGEST_RANGE) return problem(413, 'fragmentTooLarge');
    if (from !== upload.received.byteLength) return problem(416, 'invalidRange');
    const isLast = to + 1 === size;
    if (!isLast && content.byteLength % UNIT !== 0) return problem(400, 'invalidRange');
    if (isLast && [...files.values()].some(({ owner, name }) => owner === upload.owner && name === upload.name)) {
      return problem(409, 'nameAlreadyExists');
    }
    upload.received = Buffer.concat([upload.received, content]);
    if (!isLast) return { status: 202, body: expected(upload) };
    uploads.delete(token);
    files.set(upload.uniqueId, { owner: upload.owner, name: upload.name, content: upload.received });
    return { status: 201, body: { id: upload.uniqueId, name: upload.name, size } };
  };

  return {
    open(owner, name) {
      const [token, uniqueId] = [randomUUID(), randomUUID()];
      uploads.set(token, { owner: owner.objectId, name, uniqueId, received: Buffer.alloc(0) });
      return {
        contentUrl: `${url()}/files/${uniqueId}`,
        name,
        uploadUrl: `${url()}/uploads/${token}`,
        uniqueId,
        fileType: name.split('.').at(-1) ?? '',
      };
    },

    async readUpload(request, path) {
      const [, token] = /^\/uploads\/([\w-]+)$/.exec(path) ?? [];
      if (token === undefined) return undefined;
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const { method, headers } = request;
      return () => {
        // The address is the right; a token of the bot is refused.
        if (headers.authorization !== undefined) return problem(401, 'unauthenticated');
        const upload = uploads.get(token);
        if (upload === undefined) return problem(404, 'itemNotFound');
        if (method === 'GET') return { status: 200, body: expected(upload) };
        if (method === 'PUT') return put(token, upload, headers['content-range'], Buffer.concat(parts));
        if (method !== 'DELETE') return problem(405, 'methodNotAllowed');
        uploads.delete(token);
        return { status: 204 };
      };
    },

    serve(response, path) {
      const [, id = ''] = /^\/files\/([\w-]+)$/.exec(path) ?? [];
      const file = files.get(id);
      if (file === undefined) return false;
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.end(file.content);
      return true;
    },

    get files() {
      return [...files.values()];
    },
    get unfinished() {
      return uploads.size;
    },
  };
}
