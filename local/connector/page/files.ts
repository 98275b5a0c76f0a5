/** The chat page's files and the card renderer, under a strict content security policy. */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves flat file names only, so that no path leads out of the folder. */
export function createPageFiles({
  folder,
  adaptiveCardsScript,
}: {
  readonly folder: string;
  /** Path of the `adaptivecards` package's `dist/adaptivecards.min.js`. */
  readonly adaptiveCardsScript: string;
}): (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void> {
  return async (request, response, path) => {
    const name = path === '/' ? 'index.html' : path.slice(1);
    const type = TYPES[extname(name)];
    const isServed = /^[a-z][a-z0-9.-]*$/.test(name) && type !== undefined && request.method === 'GET';
    const file = name === 'adaptivecards.min.js' ? adaptiveCardsScript : join(folder, name);
    const content = isServed ? await readFile(file).catch(() => undefined) : undefined;
    const found = content !== undefined;
    response.writeHead(found ? 200 : 404, {
      'content-type': found && type !== undefined ? type : 'text/plain; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(content ?? 'Not found');
  };
}
