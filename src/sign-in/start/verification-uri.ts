import { isLoopback } from '../../core/net.ts';

/** Microsoft's sign-in hosts by cloud; `microsoft.com` serves every cloud's device page. */
const MICROSOFT = ['microsoft.com', 'microsoftonline.com'];
const CLOUD_HOSTS: readonly { readonly authHost: string; readonly hosts: readonly string[] }[] = [
  { authHost: 'microsoftonline.us', hosts: ['microsoft.com', 'microsoft.us', 'microsoftonline.us'] },
  { authHost: 'chinacloudapi.cn', hosts: ['microsoft.com', 'microsoftonline.cn', 'chinacloudapi.cn'] },
  { authHost: 'microsoftonline.cn', hosts: ['microsoft.com', 'microsoftonline.cn', 'chinacloudapi.cn'] },
];

const isOrIsUnder = (host: string, parent: string): boolean => host === parent || host.endsWith(`.${parent}`);

/** Visible ASCII without the backslash, which some URL parsers treat as a slash. */
const UNAMBIGUOUS = /^[!-[\]-~]+$/;

/**
 * Whether `verificationUri` may become a button. It must be https (or http on loopback), and its host must be the identity
 * provider's, one of Microsoft's sign-in hosts of that cloud, or an allowed host.
 */
export function isTrustedVerificationUri(
  verificationUri: string,
  authUrl: string,
  allowedHosts: readonly string[],
): boolean {
  const uri = URL.parse(verificationUri);
  const authHost = URL.parse(authUrl)?.hostname;
  if (!UNAMBIGUOUS.test(verificationUri) || uri === null || authHost === undefined) return false;
  if (uri.username !== '' || uri.password !== '') return false;
  const host = uri.hostname;
  if (uri.protocol !== 'https:' && !(uri.protocol === 'http:' && isLoopback(host))) return false;
  const microsoft = CLOUD_HOSTS.find((cloud) => isOrIsUnder(authHost, cloud.authHost))?.hosts ?? MICROSOFT;
  return host === authHost || allowedHosts.includes(host) || microsoft.some((parent) => isOrIsUnder(host, parent));
}
