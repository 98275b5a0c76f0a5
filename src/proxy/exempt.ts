/** Which hosts are reached without the proxy: loopback, and those in `NO_PROXY`. */
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../core/net.ts';

/** Lower case, without the brackets of an IPv6 address. */
interface Place {
  readonly host: string;
  readonly port: string;
}

type Rule = (place: Place) => boolean;

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
  if (isIP(entry) > 0) return ({ host }) => host === entry.toLowerCase();
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|\*?\.?([^\s:/?#@*[\]]+))(?::(\d{1,5}))?$/i.exec(entry) ?? [];
  const name = (bracketed ?? plain)?.toLowerCase();
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return undefined;
  return (place) =>
    (port === undefined || port === place.port) && (place.host === name || place.host.endsWith(`.${name}`));
}

function inRange(network: string, prefix: number): Rule | undefined {
  const list = new BlockList();
  try {
    list.addSubnet(network, prefix, family(network));
  } catch {
    return undefined;
  }
  return ({ host }) => isIP(host) > 0 && list.check(host, family(host));
}

/** @param noProxy entries that `readExemption` does not understand are ignored */
export function createExempt(noProxy: readonly string[]): (host: string, port: string) => boolean {
  const rules = noProxy.map(readExemption).filter((rule) => rule !== undefined);
  return (host, port) =>
    isLoopback(host) ||
    host.toLowerCase().endsWith('.localhost') ||
    rules.some((rule) => rule({ host: withoutBrackets(host), port }));
}
