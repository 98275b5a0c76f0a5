/** The way to a host: DNS, TCP and TLS, directly or through the proxy, and the proxy itself. */
import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { DAY } from '../core/durations.ts';
import type { UpstreamError } from '../core/errors.ts';
import { withTimeout } from '../core/time-limit.ts';
import { addressOf, ProxyError } from '../proxy/routes.ts';
import { codeOf, isVerdict } from '../upstream/http/faults.ts';
import { presentedCertificate, type Trust } from '../upstream/http/tls.ts';
import { STEP_LIMIT_MILLISECONDS, ok, problem, report, skipped, warning } from './check.ts';
import type { Context, Finding, Verdict } from './check.ts';

const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export async function checkDns({ routes }: Context, url: URL, setting: string): Promise<Verdict> {
  const host = hostOf(url);
  if (isIP(host) > 0) return ok('an address; there is no name to look up');
  if (routes(url) !== undefined) return skipped('left to the proxy');
  try {
    const found = await withTimeout(STEP_LIMIT_MILLISECONDS, () => lookup(host, { all: true }));
    return ok(found.map(({ address }) => address).join(', '));
  } catch (error) {
    const found = `the name cannot be looked up (${codeOf(error) ?? 'no answer'})`;
    return problem(found, `Check ${setting}, and whether this machine's DNS knows the name.`);
  }
}

export async function checkTcp({ routes }: Context, url: URL, setting: string): Promise<Verdict> {
  const dial = routes(url);
  const startedAt = performance.now();
  try {
    if (dial === undefined) await connectTo(url);
    else (await dial(STEP_LIMIT_MILLISECONDS)).destroy();
    const way = dial === undefined ? '' : ' through the proxy';
    return ok(`takes connections${way} (${Math.round(performance.now() - startedAt)} ms)`);
  } catch (error) {
    if (error instanceof ProxyError) {
      const found = error.sentence;
      return problem(found, 'See the proxy’s own line; else name the host in NO_PROXY, or open the way at the proxy.');
    }
    const code = codeOf(error) ?? 'no connection';
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return skipped('no address to connect to');
    if (code === 'ECONNREFUSED') {
      return problem('nothing listens there (ECONNREFUSED)', `Check that it runs, and the port in ${setting}.`);
    }
    const remedy = `Check the address in ${setting}, and the firewalls between here and there.`;
    return problem(`takes no connection (${code})`, remedy);
  }
}

/** The proxy itself, by a connection without a request. */
export async function checkProxy({ settings }: Context): Promise<readonly Finding[]> {
  const { proxy, bot } = settings;
  if (proxy === undefined) return [];
  const url = new URL(proxy.url);
  const verdicts: Verdict[] = [];
  try {
    await connectTo(url);
    const refused = await refusedTls(url);
    const reached = ok(`takes connections; reached without it: ${['loopback', ...proxy.noProxy].join(', ')}`);
    verdicts.push(refused ?? reached);
  } catch (error) {
    const found = `takes no connection (${codeOf(error) ?? 'no answer'})`;
    verdicts.push(problem(found, 'Check HTTPS_PROXY, or leave it out where there is no proxy.'));
  }
  // Azure's own libraries read NO_PROXY too, without ranges and `*`, and send even loopback through the proxy.
  const isExempt = proxy.noProxy.includes('169.254.169.254');
  if (bot.appType === 'UserAssignedMSI' && !isExempt) {
    const found = 'the managed identity’s own address may be asked through the proxy, which does not know it';
    verdicts.push(warning(found, 'Add 169.254.169.254 to NO_PROXY.'));
  }
  return report('proxy', url.host, ...verdicts);
}

/** @returns what is wrong with the TLS of a proxy of https:// */
async function refusedTls(proxy: URL): Promise<Verdict | undefined> {
  const { isTls, ...address } = addressOf(proxy);
  if (!isTls) return undefined;
  const socket = connectTls(address);
  try {
    await withTimeout(STEP_LIMIT_MILLISECONDS, (signal) => once(socket, 'secureConnect', { signal }));
    return undefined;
  } catch (error) {
    const code = codeOf(error) ?? 'no answer';
    return isVerdict(code)
      ? problem(
          `its TLS certificate is not trusted (${code})`,
          'Name its authority with NODE_EXTRA_CA_CERTS=/path/to/authority.pem, and the proxy as its certificate does.',
        )
      : problem(`no TLS handshake succeeds (${code})`, 'Write http:// in HTTPS_PROXY if it does not speak TLS itself.');
  } finally {
    socket.destroy();
  }
}

async function connectTo(url: URL): Promise<void> {
  const socket = connect({ host: hostOf(url), port: portOf(url) });
  try {
    await withTimeout(STEP_LIMIT_MILLISECONDS, (signal) => once(socket, 'connect', { signal }));
  } finally {
    socket.destroy();
  }
}

/** The certificate that a host presents; undefined without TLS or without a connection. */
export async function certificateOf({ routes }: Context, url: URL): Promise<X509Certificate | undefined> {
  if (url.protocol === 'http:') return undefined;
  try {
    const host = hostOf(url);
    const socket = await routes(url)?.(STEP_LIMIT_MILLISECONDS);
    const destination = { host, port: portOf(url), servername: isIP(host) > 0 ? undefined : host, socket };
    return await presentedCertificate(destination, STEP_LIMIT_MILLISECONDS);
  } catch {
    return undefined;
  }
}

const WARNING_DAYS = 30;

interface TlsFacts {
  readonly url: URL;
  readonly certificate: X509Certificate | undefined;
  readonly trust: Trust;
  /** The error of a real call under the trust of the settings. */
  readonly refused: UpstreamError | undefined;
  readonly name: ReturnType<Context['nameSettings']>;
  readonly now: number;
}

/** Whether the settings trust the certificate that a service presents, and for how long. */
export function judgeTls(facts: TlsFacts): Verdict {
  const { url, certificate, trust, refused, name, now } = facts;
  if (url.protocol === 'http:') return ok('plain http on loopback, so there is none');
  if (refused?.code === 'UNTRUSTED') {
    const reason = refused.description ?? 'The certificate is not trusted.';
    const presented = certificate && ` It presents: ${describe(certificate)}, SHA-256 ${certificate.fingerprint256}.`;
    const found = `${reason.replace(/ The one it presents has .*| An administrator can .*/, '')}${presented ?? ''}`;
    return problem(found, untrustedRemedy(facts, reason));
  }
  if (certificate === undefined) {
    if (refused !== undefined && !/does not speak TLS/.test(refused.description ?? '')) return skipped('no connection');
    const remedy = `Check the port in ${name('backupServiceUrl')}: something else may listen there.`;
    return problem('no TLS handshake succeeds', remedy);
  }
  const days = Math.floor((Date.parse(certificate.validTo) - now) / DAY);
  const found = `${trustedBy(trust)}: ${describe(certificate)}, ${days} days left`;
  if (days >= WARNING_DAYS) return ok(found);
  const pin =
    trust.fingerprint256 === undefined ? '' : ` A new certificate needs a new ${name('backupServiceFingerprint256')}.`;
  return warning(found, `Renew the certificate at the server before it ends.${pin}`);
}

function trustedBy({ fingerprint256, ca }: Trust): string {
  if (fingerprint256 !== undefined) return 'trusted by its fingerprint';
  return ca === undefined ? 'trusted by a public authority' : 'trusted by the certificate file';
}

function describe({ subject, subjectAltName, issuer, validTo }: X509Certificate): string {
  const onOneLine = (text: string | undefined): string => (text ?? '').replaceAll(/\s*\n\s*/g, ', ').slice(0, 200);
  const until = new Date(validTo).toISOString().slice(0, 10);
  const by = subject === issuer ? 'self-signed' : `issued by ${onOneLine(issuer)}`;
  return `${onOneLine(subjectAltName ?? subject)}, ${by}, until ${until}`;
}

function untrustedRemedy({ certificate, trust, name, now }: TlsFacts, reason: string): string {
  if (certificate !== undefined && Date.parse(certificate.validTo) < now) return 'Renew the certificate at the server.';
  if (certificate !== undefined && Date.parse(certificate.validFrom) > now) {
    return 'Compare the clocks here and at the server.';
  }
  const pin = `set ${name('backupServiceFingerprint256')} to the fingerprint`;
  if (trust.fingerprint256 !== undefined) {
    return `If the certificate was replaced on purpose, compare the fingerprint at the server and ${pin}; else somebody may be in between.`;
  }
  if (/another host name/.test(reason)) {
    return `Use a name that the certificate carries in ${name('backupServiceUrl')}, or compare the fingerprint at the server and ${pin}.`;
  }
  return `Compare the fingerprint at the server, then ${pin}, or ${name('backupServiceCa')} to the certificate's file.`;
}
