/** The service URLs that the bot accepts activities from and sends messages to. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { isLoopback, withoutTrailingSlashes } from '../../core/net.ts';

/** Teams' connectors: public cloud, GCC, GCC High, DoD. Exact origins, because anybody can register a name under trafficmanager.net. */
const TEAMS_ORIGINS: readonly string[] = [
  'https://smba.trafficmanager.net',
  'https://smba.infra.gcc.teams.microsoft.com',
  'https://smba.infra.gov.teams.microsoft.us',
  'https://smba.infra.dod.teams.microsoft.us',
];

/**
 * @returns a check that accepts Teams' own origins and `allowedOrigins`. It requires https, or http on loopback for an
 *   allowed origin, and refuses URLs with credentials.
 */
export function createServiceUrlCheck(allowedOrigins: readonly string[]): (serviceUrl: string) => boolean {
  const origins = new Set([...TEAMS_ORIGINS, ...allowedOrigins.map((origin) => URL.parse(origin)?.origin ?? origin)]);
  const accepts = (serviceUrl: string): boolean => {
    const url = URL.parse(serviceUrl);
    if (url === null || url.username !== '' || url.password !== '') return false;
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return false;
    return origins.has(url.origin);
  };
  // All conversations of a tenant share a few service URLs, and each turn checks one on its way in and out.
  const accepted = new BoundedMap<string, true>({ max: 1_000 });
  return (serviceUrl) => {
    if (accepted.get(serviceUrl) === true) return true;
    const isAccepted = accepts(serviceUrl);
    if (isAccepted) accepted.set(serviceUrl, true);
    return isAccepted;
  };
}

/** Compares two service URLs, ignoring a trailing slash and the host's case. */
export const sameServiceUrl = (one: string, other: string): boolean =>
  one === other || normalized(one) === normalized(other);

function normalized(serviceUrl: string): string {
  const url = URL.parse(serviceUrl);
  return url === null ? serviceUrl : `${url.origin}${withoutTrailingSlashes(url.pathname)}${url.search}`;
}
