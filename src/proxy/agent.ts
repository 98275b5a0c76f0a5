/** What all pools of outgoing connections have in common, and the pool of those that trust the usual authorities. */
import { Agent, buildConnector, type Pool } from 'undici';
import { connectBy, createRoutes, type ProxySettings } from './routes.ts';

/** One call at a time on a connection, and only the time limit of the whole call. */
export const CALL_BY_CALL = {
  pipelining: 1,
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
} as const satisfies Pool.Options;

/** A message takes the chat service a tenth of a second or more. */
const CONNECTIONS_PER_ORIGIN = 64;
const CONNECT_LIMIT_MILLISECONDS = 5_000;

/** Reaches each origin directly or through the proxy, over a bounded number of connections. */
export function createAgent(
  proxy: ProxySettings | undefined,
  options: Pick<Agent.Options, 'keepAliveTimeout'> = {},
): Agent {
  const direct = buildConnector({ timeout: CONNECT_LIMIT_MILLISECONDS, allowH2: false });
  return new Agent({
    ...CALL_BY_CALL,
    ...options,
    connections: CONNECTIONS_PER_ORIGIN,
    connect: connectBy(createRoutes(proxy), direct, CONNECT_LIMIT_MILLISECONDS),
  });
}
