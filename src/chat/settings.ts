/** The settings that chat/ uses. */
import type { ProxySettings } from '../proxy/routes.ts';

/** What decides which activities are accepted and where replies go. */
export interface ChannelSettings {
  readonly bot: BotRegistration;
  readonly authentication: 'required' | 'off';
  /** Origins allowed as service URL in addition to Teams' own. */
  readonly allowedServiceUrls: readonly string[];
  /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
  readonly allowedTenants: readonly string[];
}

/** What the connector token is requested with. */
export interface ConnectorTokenSettings {
  readonly bot: BotCredentials;
  readonly authentication: 'required' | 'off';
  readonly proxy?: ProxySettings | undefined;
}

/** The bot's registration and its cloud's endpoints, named as in Bot Framework. */
export interface BotRegistration {
  readonly appId: string;
  readonly toBotFromChannelOpenIdMetadataUrl: string;
  readonly toBotFromChannelTokenIssuer: string;
  readonly toChannelFromBotOAuthScope: string;
}

export interface BotCredentials extends BotRegistration {
  readonly appType: 'SingleTenant' | 'UserAssignedMSI' | 'MultiTenant';
  /** Secret. Empty for a managed identity. */
  readonly appPassword: string;
  readonly appTenantId: string;
  readonly toChannelFromBotLoginUrl: string;
}
