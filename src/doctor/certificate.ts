/** The TLS check of a service: what certificate it presents, whether the settings trust it, and for how long. */
import type { X509Certificate } from 'node:crypto';

import type { UpstreamError } from '../core/errors.ts';
import { presentedCertificate } from '../upstream/tls.ts';
import type { Trust } from '../upstream/tls.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import type { NameSetting } from './names.ts';
import { STEP_LIMIT_MILLISECONDS } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

const DAY_MILLISECONDS = 86_400_000;
const WARN_DAYS = 30;

/** @returns undefined where none can be had: no TLS there, no connection */
export async function certificateOf(
  { routes }: Pick<Surroundings, 'routes'>,
  url: URL,
): Promise<X509Certificate | undefined> {
  try {
    const socket = await routes(url)?.(STEP_LIMIT_MILLISECONDS);
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const servername = /[a-z]/i.test(host) && !host.includes(':') ? host : undefined;
    return await presentedCertificate(
      { host, port: Number(url.port || 443), servername, socket },
      STEP_LIMIT_MILLISECONDS,
    );
  } catch {
    return undefined;
  }
}

export interface TlsSeen {
  readonly certificate: X509Certificate | undefined;
  readonly trust: Trust;
  /** What a real call came to, under the trust of the settings. */
  readonly refused: UpstreamError | undefined;
}

export function judgeTls(url: URL, { certificate, trust, refused }: TlsSeen, name: NameSetting, now: number): Finding {
  const { ok, warning, problem, skipped } = tell('TLS', url.host);
  if (url.protocol === 'http:') return ok('plain http on loopback, so there is none');
  if (refused?.code === 'UNTRUSTED') {
    const presented =
      certificate === undefined
        ? ''
        : ` It presents: ${described(certificate)}, SHA-256 ${certificate.fingerprint256}.`;
    const verdict = refused.description ?? 'The certificate is not trusted.';
    return problem(
      `${verdict.replace(/ The one it presents has .*| An administrator can .*/, '')}${presented}`,
      remedyFor(certificate, trust, name, now, verdict),
    );
  }
  if (certificate === undefined) {
    return refused === undefined || /does not speak TLS/.test(refused.description ?? '')
      ? problem(
          'no TLS handshake succeeds',
          `Check the port in ${name('backupServiceUrl')}: something else may listen there.`,
        )
      : skipped('no connection');
  }
  const days = Math.floor((Date.parse(certificate.validTo) - now) / DAY_MILLISECONDS);
  const found = `${trustedBy(trust)}: ${described(certificate)}, ${days} days left`;
  if (days >= WARN_DAYS) return ok(found);
  const then =
    trust.fingerprint256 === undefined ? '' : ` A new certificate needs a new ${name('backupServiceFingerprint256')}.`;
  return warning(found, `Renew the certificate at the server before it ends.${then}`);
}

function trustedBy({ fingerprint256, ca }: Trust): string {
  if (fingerprint256 !== undefined) return 'trusted by its fingerprint';
  return ca === undefined ? 'trusted by a public authority' : 'trusted by the certificate file';
}

function described({ subject, subjectAltName, issuer, validTo }: X509Certificate): string {
  const name = (text: string | undefined): string => (text ?? '').replaceAll(/\s*\n\s*/g, ', ').slice(0, 200);
  const until = new Date(validTo).toISOString().slice(0, 10);
  const by = subject === issuer ? 'self-signed' : `issued by ${name(issuer)}`;
  return `${name(subjectAltName ?? subject)}, ${by}, until ${until}`;
}

function remedyFor(
  certificate: X509Certificate | undefined,
  trust: Trust,
  name: NameSetting,
  now: number,
  verdict: string,
): string {
  if (certificate !== undefined && Date.parse(certificate.validTo) < now) return 'Renew the certificate at the server.';
  if (certificate !== undefined && Date.parse(certificate.validFrom) > now) {
    return 'Compare the clocks here and at the server.';
  }
  const pin = `set ${name('backupServiceFingerprint256')} to the fingerprint`;
  if (trust.fingerprint256 !== undefined) {
    return `If the certificate was replaced on purpose, compare the fingerprint at the server and ${pin}; else somebody may be in between.`;
  }
  if (/another host name/.test(verdict)) {
    return `Use a name that the certificate carries in ${name('backupServiceUrl')}, or compare the fingerprint at the server and ${pin}.`;
  }
  return `Compare the fingerprint at the server, then ${pin}, or ${name('backupServiceCa')} to the certificate's file.`;
}
