/** Microsoft Entra: what differs between its clouds (hosts of sign-in, directory and files, and the pages where a device code is entered), and its error numbers. */

type CloudName = 'public' | 'US government' | 'China';

interface Cloud {
  readonly name: CloudName;
  /** Hosts of sign-in services. */
  readonly authHosts: readonly string[];
  readonly graphHosts: readonly string[];
  /** First domains of organizations; absent for the public cloud, whose domain some of other clouds have. */
  readonly organizations?: RegExp;
  /**
   * By the page that an answer may name, the page that is shown for it: whole, without query, fragment or port. Microsoft changes
   * them now and then; ALLOWED_VERIFICATION_HOSTS adds others.
   */
  readonly devicePages: Readonly<Record<string, string>>;
  /** Of sites and of OneDrive, of every tenant. Microsoft 365's list of endpoints, "SharePoint Online". */
  readonly siteHosts: readonly string[];
  /** Beside those of sites: ALLOWED_UPLOAD_HOSTS replaces them all. */
  readonly otherUploadHosts?: readonly string[];
  /** Audience of an identity's token that stands in for an application's credential (workload identity federation). */
  readonly exchangeAudience: string;
  /** Outlook on the web; absent where more than one serves the cloud. */
  readonly outlook?: string;
}

const asNamed = (...pages: readonly string[]) => Object.fromEntries(pages.map((page) => [page, page]));

const PUBLIC: Cloud = {
  name: 'public',
  authHosts: ['login.microsoftonline.com', 'login.microsoft.com', 'login.windows.net'],
  graphHosts: ['graph.microsoft.com'],
  devicePages: asNamed(
    'https://microsoft.com/devicelogin',
    'https://www.microsoft.com/devicelogin',
    'https://login.microsoft.com/device',
    'https://login.microsoftonline.com/common/oauth2/deviceauth',
  ),
  exchangeAudience: 'api://AzureADTokenExchange',
  siteHosts: ['sharepoint.com'],
  otherUploadHosts: ['1drv.com'],
  outlook: 'https://outlook.office.com/',
};

const CLOUDS: readonly Cloud[] = [
  PUBLIC,
  {
    name: 'US government',
    authHosts: ['login.microsoftonline.us'],
    graphHosts: ['graph.microsoft.us', 'dod-graph.microsoft.us'],
    organizations: /\.onmicrosoft\.us$/i,
    devicePages: asNamed(
      'https://microsoft.com/deviceloginus',
      'https://login.microsoftonline.us/device',
      'https://login.microsoftonline.us/common/oauth2/deviceauth',
    ),
    exchangeAudience: 'api://AzureADTokenExchangeUSGov',
    // GCC High and DoD sign in at the same host.
    siteHosts: ['sharepoint.us', 'sharepoint-mil.us'],
  },
  {
    name: 'China',
    authHosts: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
    graphHosts: ['microsoftgraph.chinacloudapi.cn'],
    organizations: /\.partner\.onmschina\.cn$/i,
    devicePages: {
      ...asNamed('https://microsoft.com/deviceloginchina', 'https://login.partner.microsoftonline.cn/device'),
      // Answered in 2026, although the page is at the host above.
      'https://login.microsoftonline.cn/device': 'https://login.partner.microsoftonline.cn/device',
    },
    exchangeAudience: 'api://AzureADTokenExchangeChina',
    siteHosts: ['sharepoint.cn'],
    outlook: 'https://partner.outlook.cn/',
  },
];

/** The cloud of a sign-in service or a directory; undefined for a host of none. */
export function cloudOf(url: string): CloudName | undefined {
  const host = URL.parse(url)?.hostname ?? '';
  return CLOUDS.find(({ authHosts, graphHosts }) => authHosts.includes(host) || graphHosts.includes(host))?.name;
}

/** The cloud of an organization, by its first domain; undefined where that tells none. */
export const cloudOfOrganization = (name: string): CloudName | undefined =>
  CLOUDS.find(({ organizations }) => organizations?.test(name))?.name;

/** The cloud that a sign-in service belongs to; the public one for a host of none. */
const cloudAt = (authUrl: string): Cloud => CLOUDS.find(({ name }) => name === cloudOf(authUrl)) ?? PUBLIC;

export const devicePagesOf = (authUrl: string): Cloud['devicePages'] => cloudAt(authUrl).devicePages;

export const exchangeAudienceOf = (authUrl: string): string => cloudAt(authUrl).exchangeAudience;

/** With the hosts under them. */
export const uploadHostsOf = (authUrls: readonly string[]): readonly string[] => [
  ...new Set(
    authUrls.flatMap((authUrl) => {
      const { siteHosts, otherUploadHosts = [] } = cloudAt(authUrl);
      return [...siteHosts, ...otherUploadHosts];
    }),
  ),
];

/** Outlook on the web in the cloud of a sign-in service, ending with a slash. */
export const outlookOf = (authUrl: string): string | undefined => cloudAt(authUrl).outlook;

/**
 * The page of a site or a OneDrive that an upstream named: only HTTPS under the hosts of that cloud, and without whatever a link could
 * carry besides a place.
 *
 * @returns undefined for any other text
 */
export function sitePageOf(authUrl: string, named: string): string | undefined {
  const url = URL.parse(named);
  const isPlain = url?.protocol === 'https:' && `${url.username}${url.password}${url.port}` === '';
  const isSite = isPlain && cloudAt(authUrl).siteHosts.some((host) => url.hostname.endsWith(`.${host}`));
  return isSite ? `${url.origin}${url.pathname}` : undefined;
}

const MAX_ERROR_NUMBERS = 20;

/** The numbers of Entra's errors (`AADSTS50105: …`) in a text, in its order. */
export const errorNumbersIn = (text = ''): readonly number[] =>
  Array.from(text.matchAll(/\bAADSTS(\d{4,9})(?!\d)/gi), ([, digits]) => Number(digits)).slice(0, MAX_ERROR_NUMBERS);
