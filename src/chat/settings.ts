import type { ProxySettings } from '../proxy/routes.ts';

/** What chat/ needs of the settings; `Settings` has this shape. */
export interface ChannelSettings {
  readonly bot: ChannelBot;
  readonly authentication: 'required' | 'off';
  /** Origins allowed as service URL beside Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
  readonly allowedTenants: readonly string[];
  readonly proxy?: ProxySettings | undefined;
}

/** The bot's registration and its cloud's endpoints, in Bot Framework's own words. */
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
