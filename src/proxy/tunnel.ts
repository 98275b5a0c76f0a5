/** A tunnel through an HTTP proxy: the CONNECT method (RFC 9110, section 9.3.6). */
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';

/** The proxy opened no tunnel. Contains neither its address nor its credentials. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'PROXY_UNREACHABLE' | 'PROXY_TIMED_OUT' | 'PROXY_REFUSED';
  /** The proxy's HTTP status, where it refused. */
  readonly status: number | undefined;

  constructor(
    code: ProxyError['code'],
    facts: { readonly status?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(code, facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
  }

  /** What happened, as a sentence for an administrator. */
  get sentence(): string {
    if (this.code === 'PROXY_TIMED_OUT') return 'The proxy of HTTPS_PROXY opened no way to it in time.';
    if (this.code === 'PROXY_UNREACHABLE') return 'The proxy of HTTPS_PROXY cannot be reached.';
    if (this.status === 407) return 'The proxy of HTTPS_PROXY wants other credentials (HTTP 407).';
    return `The proxy of HTTPS_PROXY opens no way to it (HTTP ${this.status ?? 0}).`;
  }
}

/**
 * Opens a connection to `destination` through the proxy; TLS is end to end.
 *
 * @param proxyUrl http or https, with user name and password where required (secret)
 * @throws ProxyError
 */
export function openTunnel(
  proxyUrl: string,
  destination: { readonly host: string; readonly port: number },
  limitMilliseconds: number,
): Promise<Socket> {
  const proxy = new URL(proxyUrl);
  const host = destination.host.replace(/^\[(.*)\]$/, '$1');
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${destination.port}`;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const isTls = proxy.protocol === 'https:';
  const connect = (isTls ? tlsRequest : plainRequest)({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(proxy.port || (isTls ? 443 : 80)),
    path: authority,
    headers: { host: authority, ...credentials(proxy) },
    agent: false,
  });
  const timer = setTimeout(() => {
    reject(new ProxyError('PROXY_TIMED_OUT'));
    connect.destroy();
  }, limitMilliseconds);
  connect.once('connect', ({ statusCode: status = 0 }, socket: Socket, early: Buffer) => {
    clearTimeout(timer);
    if (status < 200 || status >= 300) {
      socket.destroy();
      reject(new ProxyError('PROXY_REFUSED', { status }));
      return;
    }
    // The new owner of the socket listens for errors; this listener only prevents an uncaught exception until then.
    socket.on('error', () => undefined);
    if (early.length > 0) socket.unshift(early);
    resolve(socket);
  });
  connect.once('error', (cause) => {
    clearTimeout(timer);
    reject(new ProxyError('PROXY_UNREACHABLE', { cause }));
  });
  connect.end();
  return promise;
}

/** RFC 7617. */
function credentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
