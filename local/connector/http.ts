/** HTTP tools of the connector, on loopback only. */
import type { IncomingMessage, ServerResponse } from 'node:http';

const LOOPBACK = '127.0.0.1';
const MAX_BODY_BYTES = 1_048_576;

/** Whether the request names this server by a loopback name, which a rebound DNS name does not. */
export function namesThisServer(request: IncomingMessage): boolean {
  return ownNames(request.socket.localPort).includes(request.headers.host ?? '');
}

/** Whether a browser says the request comes from a page of this server. */
export function comesFromOwnPage(request: IncomingMessage): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) {
    return ownNames(request.socket.localPort).some((name) => origin === `http://${name}`);
  }
  const site = request.headers['sec-fetch-site'];
  // A browser names the origin of every POST; a request without one comes from no browser.
  return request.method === 'GET' && (site === undefined || site === 'same-origin' || site === 'none');
}

/** @throws BodyTooLargeError above 1 MiB */
export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLargeError('body above 1 MiB');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
  readonly code = 'BODY_TOO_LARGE';
}

/** The text as JSON, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

function ownNames(port: number | undefined): readonly string[] {
  return [`${LOOPBACK}:${port}`, `localhost:${port}`, `[::1]:${port}`];
}
