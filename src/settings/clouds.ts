/** What differs between Microsoft's clouds. */

export interface BotEndpoints {
  readonly toBotFromChannelOpenIdMetadataUrl: string;
  readonly toBotFromChannelTokenIssuer: string;
  readonly toChannelFromBotLoginUrl: string;
  readonly toChannelFromBotOAuthScope: string;
  readonly toBotFromEmulatorOpenIdMetadataUrl: string;
  readonly oAuthUrl: string;
}

/** `ChannelService` of the US government's cloud. */
export const US_GOVERNMENT_CHANNEL = 'https://botframework.azure.us';

/** Bot Framework's own values (botframework-connector, AuthenticationConstants). */
export const PUBLIC_CLOUD: BotEndpoints = {
  toBotFromChannelOpenIdMetadataUrl: 'https://login.botframework.com/v1/.well-known/openidconfiguration',
  toBotFromChannelTokenIssuer: 'https://api.botframework.com',
  toChannelFromBotLoginUrl: 'https://login.microsoftonline.com/botframework.com',
  toChannelFromBotOAuthScope: 'https://api.botframework.com',
  toBotFromEmulatorOpenIdMetadataUrl: 'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
  oAuthUrl: 'https://api.botframework.com',
};

/** Bot Framework's own values (botframework-connector, GovernmentConstants). */
export const US_GOVERNMENT_CLOUD: BotEndpoints = {
  toBotFromChannelOpenIdMetadataUrl: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
  toBotFromChannelTokenIssuer: 'https://api.botframework.us',
  toChannelFromBotLoginUrl: 'https://login.microsoftonline.us/MicrosoftServices.onmicrosoft.us',
  toChannelFromBotOAuthScope: 'https://api.botframework.us',
  toBotFromEmulatorOpenIdMetadataUrl:
    'https://login.microsoftonline.us/cab8a31a-1906-4287-a0d8-4eef66b95f6e/v2.0/.well-known/openid-configuration',
  oAuthUrl: 'https://api.botframework.azure.us',
};

export const PUBLIC_AUTH_URL = 'https://login.microsoftonline.com';
export const PUBLIC_GRAPH_URL = 'https://graph.microsoft.com';

const CLOUD_OF_HOST: ReadonlyMap<string, string> = new Map([
  ['login.microsoftonline.com', 'public'],
  ['login.microsoft.com', 'public'],
  ['login.windows.net', 'public'],
  ['graph.microsoft.com', 'public'],
  ['login.microsoftonline.us', 'US government'],
  ['graph.microsoft.us', 'US government'],
  ['dod-graph.microsoft.us', 'US government'],
  ['login.partner.microsoftonline.cn', 'China'],
  ['login.chinacloudapi.cn', 'China'],
  ['microsoftgraph.chinacloudapi.cn', 'China'],
]);

/** The cloud a sign-in or directory address belongs to; undefined for anything that is not Microsoft's. */
export function cloudOf(url: string): string | undefined {
  return CLOUD_OF_HOST.get(URL.parse(url)?.hostname ?? '');
}
