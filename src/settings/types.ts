/** What the settings hold once they are read and right. */
import type { LogLevel } from '../log/log.ts';
import type { ProxySettings } from '../proxy/routes.ts';
import type { Organization } from '../core/organization.ts';

/** The bot's registration and the cloud's endpoints, as Bot Framework names them (contract, Settings). */
export interface BotSettings {
  readonly appType: 'SingleTenant' | 'UserAssignedMSI' | 'MultiTenant';
  readonly appId: string;
  /** Secret. Empty for a managed identity. */
  readonly appPassword: string;
  readonly appTenantId: string;
  /** Empty in the public cloud. */
  readonly channelService: string;
  readonly toBotFromChannelOpenIdMetadataUrl: string;
  readonly toBotFromChannelTokenIssuer: string;
  readonly toChannelFromBotLoginUrl: string;
  readonly toChannelFromBotOAuthScope: string;
  readonly toBotFromEmulatorOpenIdMetadataUrl: string;
  readonly oAuthUrl: string;
}

export interface SealingKey {
  readonly kid: string;
  /** Secret: 32 bytes. */
  readonly key: Uint8Array;
}

export type StorageSettings =
  /** `connectionString` is secret. */
  | { readonly kind: 'connection-string'; readonly connectionString: string }
  /** `suffix`: the cloud's domain of storage; the public cloud's where absent. */
  | { readonly kind: 'account'; readonly account: string; readonly suffix?: string | undefined };

export interface Settings {
  readonly port: number;
  /** Absent: all addresses. */
  readonly host?: string | undefined;
  readonly bot: BotSettings;
  readonly authentication: 'required' | 'off';
  /** Origins (`https://host[:port]`). */
  readonly allowedServiceUrls: readonly string[];
  /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
  readonly allowedTenants: readonly string[];
  /** Host names, lower case. */
  readonly allowedVerificationHosts: readonly string[];
  readonly organizations: readonly Organization[];
  /** Object ids, lower case. */
  readonly adminUserIds: readonly string[];
  readonly lookup: 'claims' | 'directory';
  readonly identityBinding: 'same-user' | 'same-tenant' | 'off';
  readonly storage: StorageSettings;
  /** Absent: everything is reached directly. */
  readonly proxy?: ProxySettings | undefined;
  readonly stateContainer: string;
  readonly jobQueue: string;
  /** The first seals, all open. */
  readonly stateEncryptionKeys: readonly SealingKey[];
  /** What nobody has used for so long is erased. */
  readonly stateRetentionDays: number;
  readonly expiryWarningSeconds: number;
  readonly autoRenew: boolean;
  readonly maxSessionHours: number;
  /** Secret. Absent: nothing is measured. */
  readonly applicationInsights?: string | undefined;
  readonly logLevel: LogLevel;
}
