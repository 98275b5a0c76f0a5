/**
 * Which page a device code is entered on. An answer only chooses among known pages: a link that somebody else chose could ask a
 * Global Administrator for anything, such as consent for the whole organization.
 */
import { devicePagesOf } from '../../core/entra.ts';
import { isLoopback, parseUnambiguousUrl, withoutTrailingSlashes } from '../../core/net.ts';

export interface DevicePages {
  /** `{auth_url}` of the organization. */
  readonly authUrl: string;
  /** `ALLOWED_VERIFICATION_HOSTS`: pages in full, or, as before, hosts alone. */
  readonly allowed: readonly string[];
}

const MAX_LOGGED_LENGTH = 200;

/** Scheme, host, port and path, without the slash at the end; undefined where a page has a query, a fragment or a user name. */
function pageOf(text: string): string | undefined {
  const url = parseUnambiguousUrl(text);
  if (url === undefined || /[?#]/.test(text)) return undefined;
  return withoutTrailingSlashes(url.href);
}

/** What a host alone has stood for. */
const DEVICE_PATH = /^\/(?:device[\w/-]*)?$/;

function pageAtHost(host: string, named: string): string | undefined {
  const { protocol, host: given, pathname } = new URL(named);
  return protocol === 'https:' && given === host && DEVICE_PATH.test(pathname)
    ? withoutTrailingSlashes(`https://${host}${pathname}`)
    : undefined;
}

/**
 * @param named `verification_uri` (RFC 8628, section 3.2) or the backup service's `verificationUrl`
 * @returns the page to show, out of the table of the cloud or the settings; undefined where the answer names no such page
 */
export function knownDevicePage(named: string, { authUrl, allowed }: DevicePages): string | undefined {
  const page = pageOf(named);
  if (page === undefined) return undefined;
  const known = Object.entries(devicePagesOf(authUrl)).find(([answered]) => answered === page)?.[1];
  if (known !== undefined) return known;
  for (const entry of allowed) {
    const listed = entry.includes('://') ? (pageOf(entry) === page ? page : undefined) : pageAtHost(entry, page);
    if (listed !== undefined) return listed;
  }
  const auth = URL.parse(authUrl);
  const isLocal = auth !== null && isLoopback(auth.hostname) && new URL(page).origin === auth.origin;
  return isLocal ? page : undefined;
}

/**
 * For the log: the page without what an answer could hide in it, and what to set where it is right.
 *
 * @param code which may be in the path
 */
export function unknownPage(named: string, code: string): Readonly<Record<string, string | undefined>> {
  const url = parseUnambiguousUrl(named);
  if (url === undefined) return {};
  const page = `${url.origin}${url.pathname}`.replaceAll(code, '…').slice(0, MAX_LOGGED_LENGTH);
  // Nothing else can be listed.
  const mayBeListed = url.protocol === 'https:' && pageOf(named) !== undefined;
  return mayBeListed ? { page, setting: 'ALLOWED_VERIFICATION_HOSTS', add: page } : { page };
}
