/** Which service URLs the bot writes to, and takes activities from. */
import { isLoopback } from '../../core/net.ts';

/** Teams' connectors: public cloud, GCC, GCC High, DoD. Exact: anybody can register a name under trafficmanager.net. */
const KNOWN_ORIGINS: readonly string[] = [
  'https://smba.trafficmanager.net',
  'https://smba.infra.gcc.teams.microsoft.com',
  'https://smba.infra.gov.teams.microsoft.us',
  'https://smba.infra.dod.teams.microsoft.us',
];

/**
 * Whether a service URL may be written to: one of Teams' own or of `allowedOrigins`; https, http on loopback only where it
 * is among `allowedOrigins`; no name and password in it.
 */
export function createServiceUrlCheck(allowedOrigins: readonly string[]): (serviceUrl: string) => boolean {
  const origins = new Set([...KNOWN_ORIGINS, ...allowedOrigins.map(originOf)]);
  return (serviceUrl) => {
    const url = URL.parse(serviceUrl);
    if (url === null || url.username !== '' || url.password !== '') return false;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) return false;
    return origins.has(url.origin);
  };
}

/** Whether two service URLs name the same place; a trailing slash and the host's case make no difference. */
export function sameServiceUrl(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(serviceUrl: string): string {
  const url = URL.parse(serviceUrl);
  return url === null ? serviceUrl : `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`;
}

const originOf = (origin: string): string => URL.parse(origin)?.origin ?? origin;
