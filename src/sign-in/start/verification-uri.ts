/** Where a person may be sent to enter a code (contract, Cards). */
import { isLoopback } from '../../core/net.ts';

/** Microsoft's sign-in hosts by cloud; `microsoft.com` serves every cloud's device page. */
const MICROSOFT = ['microsoft.com', 'microsoftonline.com'];
const CLOUD_HOSTS: readonly { readonly authHost: string; readonly hosts: readonly string[] }[] = [
  { authHost: 'microsoftonline.us', hosts: ['microsoft.com', 'microsoft.us', 'microsoftonline.us'] },
  { authHost: 'chinacloudapi.cn', hosts: ['microsoft.com', 'microsoftonline.cn', 'chinacloudapi.cn'] },
  { authHost: 'microsoftonline.cn', hosts: ['microsoft.com', 'microsoftonline.cn', 'chinacloudapi.cn'] },
];

const isOrIsUnder = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** What every reader of URLs reads alike: visible ASCII without the backslash, which some take for a slash. */
const UNAMBIGUOUS = /^[!-[\]-~]+$/;

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * Whether `verificationUri` may become a button: https (http on loopback) and a host of the identity provider, of
 * Microsoft in that cloud, or named in the settings.
 */
export function isTrustedVerificationUri(
  verificationUri: string,
  authUrl: string,
  allowedHosts: readonly string[],
): boolean {
  const uri = parse(verificationUri);
  const authHost = parse(authUrl)?.hostname;
  if (!UNAMBIGUOUS.test(verificationUri) || uri === undefined || authHost === undefined) return false;
  if (uri.username !== '' || uri.password !== '') return false;
  const host = uri.hostname;
  if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isLoopback(host))) return false;
  const microsoft = CLOUD_HOSTS.find((cloud) => isOrIsUnder(authHost, cloud.authHost))?.hosts ?? MICROSOFT;
  return host === authHost || allowedHosts.includes(host) || microsoft.some((parent) => isOrIsUnder(host, parent));
}
