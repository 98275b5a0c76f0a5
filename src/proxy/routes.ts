/** How a host is reached: directly, or by a tunnel through the configured proxy (CONNECT, RFC 9110, section 9.3.6). */
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import { isLoopback, isOrIsUnder } from '../core/net.ts';
import { markUnsent } from './unsent.ts';

export interface ProxySettings {
  /** http or https. Secret: may contain a user name and a password. */
  readonly url: string;
  readonly noProxy: readonly string[];
}

/**
 * @returns a function that opens a tunnel through the proxy, or throws a ProxyError; undefined where the host is reached
 * directly: without a proxy, on loopback, by `NO_PROXY`, or by plain http
 */
export type Routes = (
  url: Pick<URL, 'protocol' | 'hostname' | 'port'>,
) => ((limitMilliseconds: number) => Promise<Socket>) | undefined;

export function createRoutes(proxy: ProxySettings | undefined): Routes {
  if (proxy === undefined) return () => undefined;
  const isExempt = createExempt(proxy.noProxy);
  return ({ protocol, hostname, port: given }) => {
    const port = given || '443';
    if (protocol !== 'https:' || isExempt(hostname, port)) return undefined;
    return (limit) => openTunnel(proxy.url, hostname, port, limit);
  };
}

/** `direct` with its TLS, through a tunnel where the host is reached through the proxy. Its errors are marked as unsent. */
export function connectBy(
  routes: Routes,
  direct: buildConnector.connector,
  limitMilliseconds: number,
): buildConnector.connector {
  return (target, done) => {
    const callback: buildConnector.Callback = (...result) => {
      const [error] = result;
      if (error !== null) markUnsent(error);
      done(...result);
    };
    const dial = routes(target);
    if (dial === undefined) return direct(target, callback);
    callbackify(dial)(limitMilliseconds, (error, httpSocket) => {
      if (error) callback(error, null);
      else direct({ ...target, httpSocket }, callback);
    });
  };
}

/** @param host as `canonicalHost` spells it */
type Rule = (host: string, port: string) => boolean;

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** As a URL spells a host: lower case, names in Punycode, IPv6 compressed; without brackets and final dot, IPv4-mapped as IPv4. */
function canonicalHost(host: string): string | undefined {
  const bare = withoutBrackets(host);
  const hostname = URL.parse(`http://${isIP(bare) === 6 ? `[${bare}]` : bare}/`)?.hostname;
  if (hostname === undefined) return undefined;
  const canonical = withoutBrackets(hostname).replace(/\.$/, '');
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  return [high, low]
    .map((word) => Number.parseInt(word, 16))
    .flatMap((word) => [word >> 8, word & 255])
    .join('.');
}

/**
 * @param entry of `NO_PROXY`: `*`; a host name with the names below it, where a leading `.` or `*.` and a final dot make no
 * difference; `*suffix`; `<local>` for names without a dot, as in Windows; an address; or a range of addresses in CIDR notation or
 * as the beginning of an IPv4 address (`192.168.`, `192.168.*`). Names and addresses may end in a port. Anything else, and what could
 * never be a host, is undefined.
 */
export function readExemption(entry: string): Rule | undefined {
  if (entry === '*') return () => true;
  if (entry.toLowerCase() === '<local>') return (host) => isIP(host) === 0 && !host.includes('.');
  const [, beginning] = /^(\d{1,3}(?:\.\d{1,3}){0,2})(?:\.|(?:\.\*){1,3})$/.exec(entry) ?? [];
  if (beginning !== undefined) {
    const given = beginning.split('.');
    return inRange([...given, ...Array<string>(4 - given.length).fill('0')].join('.'), given.length * 8);
  }
  const [, network, prefix] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/i.exec(entry) ?? [];
  if (network !== undefined) return inRange(network, Number(prefix));
  if (isIP(entry) > 0) return sameHost(entry, undefined);
  const [, bracketed, star, plain, port] =
    /^(?:\[([\da-f:.]+)\]|(\*?)(\.?[^\s:/?#@*<>"'[\]\\]+))(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? sameHost(bracketed, port) : undefined;
  if (plain === undefined) return undefined;
  const name = plain.replace(/^\./, '');
  return star === '*' && name === plain ? endingIn(name, port) : sameHost(name, port);
}

const isAt = (port: string | undefined, hostPort: string): boolean =>
  port === undefined || Number(port) === Number(hostPort);

/** A name, and the names below it; or an address. */
function sameHost(text: string, port: string | undefined): Rule | undefined {
  const name = canonicalHost(text);
  if (name === undefined || name.split('.').includes('')) return undefined;
  // A URL reads 192.168 as an address, which nobody means.
  if (isIP(name) === 4 && isIP(text.replace(/\.$/, '')) === 0) return undefined;
  return (host, hostPort) => isAt(port, hostPort) && isOrIsUnder(host, name);
}

function endingIn(text: string, port: string | undefined): Rule | undefined {
  const suffix = canonicalHost(text);
  if (suffix === undefined || suffix.split('.').includes('') || isIP(suffix) > 0) return undefined;
  return (host, hostPort) => isAt(port, hostPort) && host.endsWith(suffix);
}

const MAPPED_PREFIX = 96;

function inRange(network: string, prefix: number): Rule | undefined {
  const address = isIP(network) > 0 ? canonicalHost(network) : undefined;
  if (address === undefined) return undefined;
  const isMapped = family(address) !== family(network);
  const list = new BlockList();
  try {
    list.addSubnet(address, isMapped ? prefix - MAPPED_PREFIX : prefix, family(address));
  } catch {
    return undefined;
  }
  return (host) => isIP(host) > 0 && list.check(host, family(host));
}

/** @param noProxy entries that `readExemption` does not understand are ignored */
export function createExempt(noProxy: readonly string[]): (host: string, port: string) => boolean {
  const rules = noProxy.map(readExemption).filter((rule) => rule !== undefined);
  return (given, port) => {
    const host = canonicalHost(given) ?? given;
    return isLoopback(host) || host.endsWith('.localhost') || rules.some((rule) => rule(host, port));
  };
}

/** The proxy opened no tunnel. Contains neither its address nor its credentials. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'PROXY_UNREACHABLE' | 'PROXY_TIMED_OUT' | 'PROXY_REFUSED';
  readonly status: number | undefined;

  constructor(code: ProxyError['code'], status?: number, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.status = status;
  }

  /** What happened, as a sentence for an administrator. */
  get sentence(): string {
    if (this.code === 'PROXY_TIMED_OUT') return 'The proxy of HTTPS_PROXY opened no way to it in time.';
    if (this.code === 'PROXY_UNREACHABLE') return 'The proxy of HTTPS_PROXY cannot be reached.';
    if (this.status === 407) return 'The proxy of HTTPS_PROXY wants other credentials (HTTP 407).';
    return `The proxy of HTTPS_PROXY opens no way to it (HTTP ${this.status ?? 0}).`;
  }
}

/** Where a proxy listens, as `node:net` and `node:tls` take it. */
export function addressOf({ protocol, hostname, port }: URL) {
  const isTls = protocol === 'https:';
  const host = withoutBrackets(hostname);
  // Without it, Node would check the certificate for the name in the request's Host header, which is the target's.
  const servername = isIP(host) > 0 ? '' : host;
  return { isTls, host, port: Number(port || (isTls ? 443 : 80)), servername };
}

/** TLS is end to end. @param proxyUrl secret @throws ProxyError */
function openTunnel(proxyUrl: string, hostname: string, port: string, limitMilliseconds: number): Promise<Socket> {
  const proxy = new URL(proxyUrl);
  const { isTls, ...address } = addressOf(proxy);
  const host = withoutBrackets(hostname);
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const connect = (isTls ? tlsRequest : plainRequest)({
    ...address,
    method: 'CONNECT',
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
      return reject(new ProxyError('PROXY_REFUSED', status));
    }
    // The new owner of the socket listens for errors; this listener only prevents an uncaught exception until then.
    socket.on('error', () => undefined);
    if (early.length > 0) socket.unshift(early);
    resolve(socket);
  });
  connect.once('error', (cause) => {
    clearTimeout(timer);
    reject(new ProxyError('PROXY_UNREACHABLE', undefined, { cause }));
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
