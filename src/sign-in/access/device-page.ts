/**
 * Which page a device code is entered on. An answer only chooses among known pages: a link that somebody else chose could ask a
 * Global Administrator for anything, such as consent for the whole organization.
 */
import { devicePagesOf } from '../../core/entra.ts';
import { isLoopback, parseUnambiguousUrl } from '../../core/net.ts';
import { removeSecrets } from '../../core/secrets.ts';
import { isUserCode } from '../../core/text.ts';

interface DevicePages {
  /** `{auth_url}` of the organization. */
  readonly authUrl: string;
  /** `ALLOWED_VERIFICATION_HOSTS`: pages in full, or, as before, hosts alone. */
  readonly allowed: readonly string[];
}

const MAX_LOGGED_LENGTH = 200;

/** What a host alone has stood for. */
const DEVICE_PATH = /^(?:\/(?:device[\w-]*(?:\/[\w-]+)*)?)?$/;

function isAtHost(host: string, named: string): boolean {
  const origin = `https://${host}`;
  return named.startsWith(origin) && DEVICE_PATH.test(named.slice(origin.length));
}

/** Spelt as parsers spell it, so that it leads where it seems to. */
const isPlainPage = (named: string): boolean => !/[?#]/.test(named) && parseUnambiguousUrl(named)?.href === named;

function isLocalPage(named: string, authUrl: string): boolean {
  const auth = URL.parse(authUrl);
  return auth !== null && isLoopback(auth.hostname) && named.startsWith(`${auth.origin}/`) && isPlainPage(named);
}

/**
 * Compares texts, not what a parser makes of them: another spelling of a page is another page.
 *
 * @param named `verification_uri` (RFC 8628, section 3.2) or the backup service's `verificationUrl`
 * @returns the page to show, out of the table of the cloud or the settings; undefined where the answer names no such page
 */
export function knownDevicePage(named: string, { authUrl, allowed }: DevicePages): string | undefined {
  const known = Object.entries(devicePagesOf(authUrl)).find(([answered]) => answered === named)?.[1];
  if (known !== undefined) return known;
  const isListed = allowed.some((entry) => (entry.includes('://') ? entry === named : isAtHost(entry, named)));
  return isListed || isLocalPage(named, authUrl) ? named : undefined;
}

/** Whether a stored code may be shown again: an earlier version has stored any, and the settings may have changed. */
export const mayBeShown = (
  { userCode, verificationUri }: { readonly userCode: string; readonly verificationUri: string },
  pages: DevicePages,
): boolean => isUserCode(userCode) && knownDevicePage(verificationUri, pages) !== undefined;

/**
 * For the log: the page without what an answer could hide in it, and what to set where it is right.
 *
 * @param codes which may be in the path
 */
export function unknownPage(named: string, codes: readonly string[]): Readonly<Record<string, string | undefined>> {
  const url = parseUnambiguousUrl(named);
  if (url === undefined) return {};
  const page = removeSecrets(named.replace(/[?#].*/s, ''), codes, '…').slice(0, MAX_LOGGED_LENGTH);
  // Nothing else can be listed.
  const mayBeListed = url.protocol === 'https:' && !/[?#]/.test(named);
  return mayBeListed ? { page, setting: 'ALLOWED_VERIFICATION_HOSTS', add: page } : { page };
}
