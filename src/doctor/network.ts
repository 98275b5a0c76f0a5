/** Names and connections: DNS and TCP of a host, directly or through the proxy. */
import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';

import { ProxyError } from '../proxy/tunnel.ts';
import { codeOf } from '../upstream/faults.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import { STEP_LIMIT_MILLISECONDS, inTime } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
const bare = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export async function checkDns({ routes }: Pick<Surroundings, 'routes'>, url: URL, setting: string): Promise<Finding> {
  const { ok, problem, skipped } = tell('DNS', url.host);
  const host = bare(url);
  if (isIP(host) > 0) return ok('an address; there is no name to look up');
  if (routes(url) !== undefined) return skipped('left to the proxy');
  try {
    const found = await inTime(STEP_LIMIT_MILLISECONDS, lookup(host, { all: true }));
    return ok(found.map(({ address }) => address).join(', '));
  } catch (error) {
    return problem(
      `the name cannot be looked up (${codeOf(error) ?? 'no answer'})`,
      `Check ${setting}, and whether this machine's DNS knows the name.`,
    );
  }
}

export async function checkTcp({ routes }: Pick<Surroundings, 'routes'>, url: URL, setting: string): Promise<Finding> {
  const { ok, problem, skipped } = tell('TCP', url.host);
  const dial = routes(url);
  const startedAt = performance.now();
  try {
    if (dial === undefined) await touch(bare(url), portOf(url));
    else (await dial(STEP_LIMIT_MILLISECONDS)).destroy();
    const took = `${Math.round(performance.now() - startedAt)} ms`;
    return ok(dial === undefined ? `takes connections (${took})` : `takes connections through the proxy (${took})`);
  } catch (error) {
    if (error instanceof ProxyError) {
      return problem(
        error.sentence,
        'See the proxy’s own line; else name the host in NO_PROXY, or open the way at the proxy.',
      );
    }
    const code = codeOf(error) ?? 'no connection';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return skipped('no address to connect to');
    const refused = code === 'ECONNREFUSED';
    return problem(
      refused ? 'nothing listens there (ECONNREFUSED)' : `takes no connection (${code})`,
      refused
        ? `Check that it runs, and the port in ${setting}.`
        : `Check the address in ${setting}, and the firewalls between here and there.`,
    );
  }
}

/** The proxy itself, by a plain connection; nothing is asked of it. */
export async function checkProxy({ settings }: Pick<Surroundings, 'settings'>): Promise<readonly Finding[]> {
  const { proxy, bot } = settings;
  if (proxy === undefined) return [];
  const url = new URL(proxy.url);
  const { ok, warning, problem } = tell('proxy', url.host);
  const direct = proxy.noProxy.length === 0 ? 'loopback' : `loopback, ${proxy.noProxy.join(', ')}`;
  const findings: Finding[] = [];
  try {
    await touch(bare(url), portOf(url));
    findings.push(ok(`takes connections; reached without it: ${direct}`));
  } catch (error) {
    const found = `takes no connection (${codeOf(error) ?? 'no answer'})`;
    findings.push(problem(found, 'Check HTTPS_PROXY, or leave it out where there is no proxy.'));
  }
  // Azure's own libraries read NO_PROXY too, and send even loopback through the proxy.
  const spared = proxy.noProxy.some((entry) => entry === '*' || entry.startsWith('169.254.'));
  if (bot.appType === 'UserAssignedMSI' && !spared) {
    findings.push(
      warning(
        'the managed identity’s own address may be asked through the proxy, which does not know it',
        'Add 169.254.169.254 to NO_PROXY.',
      ),
    );
  }
  return findings;
}

function touch(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve).once('error', reject);
  });
  return inTime(STEP_LIMIT_MILLISECONDS, connected).finally(() => socket.destroy());
}
