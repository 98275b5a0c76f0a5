/** How a host is reached: directly, or through the configured proxy. */
import { BlockList, isIP, type Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import { isLoopback } from '../core/net.ts';
import { openTunnel } from './tunnel.ts';

export interface ProxySettings {
  /** http or https. Secret: may contain a user name and a password. */
  readonly url: string;
  /** Entries of `NO_PROXY`. */
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
    return (limit) => openTunnel(proxy.url, { host: hostname, port: Number(port) }, limit);
  };
}

/** `direct` with its TLS, through a tunnel where the host is reached through the proxy. */
export function connectBy(
  routes: Routes,
  direct: buildConnector.connector,
  limitMilliseconds: number,
): buildConnector.connector {
  return (target, callback) => {
    const dial = routes(target);
    if (dial === undefined) return direct(target, callback);
    callbackify(dial)(limitMilliseconds, (error, httpSocket) => {
      if (error) callback(error, null);
      else direct({ ...target, httpSocket }, callback);
    });
  };
}

/** @param host in lower case, without the brackets of an IPv6 address */
type Rule = (host: string, port: string) => boolean;

const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/**
 * One entry of `NO_PROXY`: `*`, a host name with the names below it, an address, or a range of addresses in CIDR
 * notation; each but `*` and a range may end in a port.
 *
 * @returns undefined for anything else
 */
export function readExemption(entry: string): Rule | undefined {
  if (entry === '*') return () => true;
  const range = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(entry);
  if (range !== null) return inRange(range[1] ?? '', Number(range[2]));
  if (isIP(entry) > 0) return (host) => host === entry.toLowerCase();
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|\*?\.?([^\s:/?#@*[\]]+))(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  const name = (bracketed ?? plain)?.toLowerCase();
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return undefined;
  return (host, hostPort) => (port === undefined || port === hostPort) && (host === name || host.endsWith(`.${name}`));
}

function inRange(network: string, prefix: number): Rule | undefined {
  const list = new BlockList();
  try {
    list.addSubnet(network, prefix, family(network));
  } catch {
    return undefined;
  }
  return (host) => isIP(host) > 0 && list.check(host, family(host));
}

/** @param noProxy entries that `readExemption` does not understand are ignored */
export function createExempt(noProxy: readonly string[]): (host: string, port: string) => boolean {
  const rules = noProxy.map(readExemption).filter((rule) => rule !== undefined);
  return (bracketed, port) => {
    const host = withoutBrackets(bracketed);
    return isLoopback(host) || host.endsWith('.localhost') || rules.some((rule) => rule(host, port));
  };
}
