/** What differs between Microsoft's clouds. */

/** Endpoints of the Bot Framework, each named like its setting, which begins with an upper case letter. */
export type BotEndpoints = Readonly<Record<keyof typeof PUBLIC_CLOUD, string>>;

/** `ChannelService` of the US government's cloud. */
export const US_GOVERNMENT_CHANNEL = 'https://botframework.azure.us';

/** The values of botframework-connector's AuthenticationConstants. */
export const PUBLIC_CLOUD = {
  toBotFromChannelOpenIdMetadataUrl: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
  toBotFromChannelTokenIssuer: 'https://api.botframework.com',
  toChannelFromBotLoginUrl: 'https://login.microsoftonline.com/botframework.com',
  toChannelFromBotOAuthScope: 'https://api.botframework.com',
  toBotFromEmulatorOpenIdMetadataUrl: 'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
  oAuthUrl: 'https://api.botframework.com',
};

/** The values of botframework-connector's GovernmentConstants. */
export const US_GOVERNMENT_CLOUD: BotEndpoints = {
  toBotFromChannelOpenIdMetadataUrl: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
  toBotFromChannelTokenIssuer: 'https://api.botframework.us',
  toChannelFromBotLoginUrl: 'https://login.microsoftonline.us/MicrosoftServices.onmicrosoft.us',
  toChannelFromBotOAuthScope: 'https://api.botframework.us',
  toBotFromEmulatorOpenIdMetadataUrl:
    'https://login.microsoftonline.us/cab8a31a-1906-4287-a0d8-4eef66b95f6e/v2.0/.well-known/openid-configuration',
  oAuthUrl: 'https://api.botframework.azure.us',
};

/** Sign-in services and directories. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  public: ['login.microsoftonline.com', 'login.microsoft.com', 'login.windows.net', 'graph.microsoft.com'],
  'US government': ['login.microsoftonline.us', 'graph.microsoft.us', 'dod-graph.microsoft.us'],
  China: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn', 'microsoftgraph.chinacloudapi.cn'],
};

/** @returns undefined for other hosts */
export function cloudOf(url: string): string | undefined {
  const host = URL.parse(url)?.hostname ?? '';
  return Object.keys(HOSTS).find((cloud) => HOSTS[cloud]?.includes(host));
}
