/** How a host is reached: directly, or through the configured proxy. */
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';

import type { buildConnector } from 'undici';

import { createExempt } from './exempt.ts';
import { openTunnel } from './tunnel.ts';

export interface ProxySettings {
  /** http or https. Secret: may contain a user name and a password. */
  readonly url: string;
  /** Entries of `NO_PROXY`. */
  readonly noProxy: readonly string[];
}

/** Opens a tunnel through the proxy. @throws ProxyError */
export type Dial = (limitMilliseconds: number) => Promise<Socket>;

/** @returns undefined where the host is reached directly: without a proxy, on loopback, by `NO_PROXY`, or by plain http */
export type Routes = (url: Pick<URL, 'protocol' | 'hostname' | 'port'>) => Dial | undefined;

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
    if (dial === undefined) {
      direct(target, callback);
      return;
    }
    callbackify(dial)(limitMilliseconds, (error, httpSocket) => {
      if (error) callback(error, null);
      else direct({ ...target, httpSocket }, callback);
    });
  };
}
