import type { ProxySettings } from '../proxy/routes.ts';

/** The settings that chat/ uses. */
export interface ChannelSettings {
  readonly bot: ChannelBot;
  readonly authentication: 'required' | 'off';
  /** Origins allowed as service URL in addition to Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
  readonly allowedTenants: readonly string[];
  readonly proxy?: ProxySettings | undefined;
}

/** The bot's registration and its cloud's endpoints, named as in Bot Framework. */
export interface ChannelBot {
  readonly appType: 'SingleTenant' | 'UserAssignedMSI' | 'MultiTenant';
  readonly appId: string;
  /** Secret. Empty for a managed identity. */
  readonly appPassword: string;
  readonly appTenantId: string;
  readonly toBotFromChannelOpenIdMetadataUrl: string;
  readonly toBotFromChannelTokenIssuer: string;
  readonly toChannelFromBotLoginUrl: string;
  readonly toChannelFromBotOAuthScope: string;
}
