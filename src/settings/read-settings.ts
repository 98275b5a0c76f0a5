/** Reads all settings from the environment. Nothing else reads the environment. */
import { uploadHostsOf } from '../core/entra.ts';
import { SettingsError } from '../core/errors.ts';
import { isLoopback } from '../core/net.ts';
import type { ProxySettings } from '../proxy/routes.ts';
import type { StorageAccount } from '../state/azure/storage.ts';
import { storageSuffix } from './azure-parsers.ts';
import { readApproval } from './approval.ts';
import { readBrowserSignIn } from './browser-sign-in.ts';
import { fileReader, readOrganizations } from './organizations.ts';
import { bareValue, type Environment, Reader } from './reader.ts';

const LOOPBACK = '127.0.0.1';
const MAX_CONTAINER_NAME = 63;

/** Endpoints of the Bot Framework, each named like its setting, which begins with an upper case letter. */
type BotEndpoints = Readonly<Record<keyof typeof PUBLIC_CLOUD, string>>;

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

/**
 * `bot.appPassword`, `storage`, `stateEncryptionKeys`, `restoreCertificates`, `operatorCredential`, `proxy` and `applicationInsights`
 * are or contain secrets.
 */
export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * @param env environment variables; blank ones count as not given, white space and quotes around a value do not count
 * @param readFile text of a file by its path, for BACKUP_SERVICE_CA and ORGANIZATIONS_FILE
 * @throws SettingsError with all mistakes; none of them quotes a value
 */
export function readSettings(env: Environment, readFile: (path: string) => string) {
  return readAll(env, (reader) => {
    const authentication = reader.get('BOT_AUTHENTICATION');
    // A misspelt BOT_AUTHENTICATION may have meant either.
    const bot = readBot(reader, authentication === 'required' && !reader.isWrong('BOT_AUTHENTICATION'));
    const allowedTenants = readAllowedTenants(reader, bot, authentication);
    const organizations = readOrganizations(reader, readFile, allowedTenants);
    return {
      port: reader.get('PORT'),
      /** Undefined: all addresses. */
      host: readHost(reader, authentication),
      bot,
      authentication,
      /** Origins (`https://host[:port]`). */
      allowedServiceUrls: reader.get('ALLOWED_SERVICE_URLS') ?? [],
      /** Tenant ids, lower case. Empty only while authentication is off: everybody. */
      allowedTenants,
      /** Pages as they are written; hosts in lower case. */
      allowedVerificationHosts: reader.get('ALLOWED_VERIFICATION_HOSTS') ?? [],
      ...organizations,
      ...readBrowserSignIn(reader, fileReader(readFile), organizations.organizations),
      adminUserIds: reader.get('ADMIN_USER_IDS') ?? [],
      lookup: reader.get('LOOKUP'),
      identityBinding: reader.get('IDENTITY_BINDING'),
      ...readStateLocation(reader),
      identityClientId: identityOf(bot),
      audit: reader.get('AUDIT'),
      /** Its id; undefined: none. */
      restoreChannel: reader.get('RESTORE_CHANNEL'),
      /** The id of a team; undefined: none. */
      dutyTeam: reader.get('DUTY_TEAM'),
      reasonRule: { required: reader.get('REASON') === 'required', pattern: reader.get('REASON_PATTERN') },
      exportPosts: reader.get('EXPORT_POSTS'),
      downloads: reader.get('DOWNLOADS'),
      restoreElsewhere: reader.get('RESTORE_ELSEWHERE'),
      approval: readApproval(reader, Object.keys(organizations.restoreCertificates).length > 0),
      /** Lower case; the hosts under them as well. */
      allowedUploadHosts:
        reader.get('ALLOWED_UPLOAD_HOSTS') ?? uploadHostsOf(organizations.organizations.map(({ authUrl }) => authUrl)),
      jobQueue: reader.get('JOB_QUEUE'),
      /** The first one encrypts, all of them decrypt. */
      stateEncryptionKeys: reader.require('STATE_ENCRYPTION_KEYS') ?? [],
      stateRetentionDays: reader.get('STATE_RETENTION_DAYS'),
      expiryWarningSeconds: reader.get('EXPIRY_WARNING_SECONDS'),
      autoRenew: reader.get('AUTO_RENEW'),
      maxSessionHours: reader.get('MAX_SESSION_HOURS'),
      applicationInsights: reader.get('APPLICATIONINSIGHTS_CONNECTION_STRING'),
      logLevel: reader.get('LOG_LEVEL'),
    };
  });
}

/** For programs that read the state beside the bot. @throws SettingsError */
export const readStateSettings = (env: Environment) =>
  readAll(env, (reader) => {
    const bot = { appType: reader.get('MicrosoftAppType'), appId: reader.get('MicrosoftAppId') };
    return { ...readStateLocation(reader), identityClientId: identityOf(bot) };
  });

/** @returns the client id of the user-assigned identity that the bot runs as; undefined: Azure's library finds one */
const identityOf = (bot: { readonly appType: string | undefined; readonly appId: string | undefined }) =>
  bot.appType === 'UserAssignedMSI' ? bot.appId : undefined;

function readAll<T>(env: Environment, read: (reader: Reader) => T): T {
  // Many systems set the names of the proxy in lower case; upper case wins, as in Azure's libraries.
  const given = (name: string): string | undefined => bareValue(env[name]) || env[name.toLowerCase()];
  const reader = new Reader({ ...env, HTTPS_PROXY: given('HTTPS_PROXY'), NO_PROXY: given('NO_PROXY') });
  const settings = read(reader);
  if (reader.mistakes.length > 0) throw new SettingsError(reader.mistakes);
  return settings;
}

function readStateLocation(reader: Reader) {
  const storage = readStorage(reader);
  const url = reader.get('HTTPS_PROXY');
  const noProxy = reader.get('NO_PROXY') ?? [];
  /** Undefined: everything is reached directly. */
  const proxy: ProxySettings | undefined = url === undefined ? undefined : { url, noProxy };
  const stateContainer = reader.get('STATE_CONTAINER');
  return { storage, stateContainer, auditContainer: readAuditContainer(reader, stateContainer), proxy };
}

function readAuditContainer(reader: Reader, stateContainer: string): string {
  const auditContainer = reader.get('AUDIT_CONTAINER') ?? `${stateContainer}-audit`;
  if (auditContainer === stateContainer) {
    reader.mistake('AUDIT_CONTAINER', 'must be another container than STATE_CONTAINER. Leave it out for the default.');
  } else if (auditContainer.length > MAX_CONTAINER_NAME) {
    reader.mistake('AUDIT_CONTAINER', 'is missing: STATE_CONTAINER is too long to make a name from it. Set it.');
  }
  return auditContainer;
}

function readStorage(reader: Reader): StorageAccount {
  const hasAccount = reader.has('AZURE_STORAGE_ACCOUNT');
  const hasConnectionString = reader.has('AZURE_STORAGE_CONNECTION_STRING');
  const connectionString = reader.require('AZURE_STORAGE_CONNECTION_STRING', !hasAccount);
  const account = reader.get('AZURE_STORAGE_ACCOUNT') ?? '';
  const suffix = reader.parse('AZURE_STORAGE_SUFFIX', storageSuffix);
  if (hasConnectionString && reader.has('AZURE_STORAGE_SUFFIX')) {
    reader.mistake('AZURE_STORAGE_SUFFIX', 'has no effect beside AZURE_STORAGE_CONNECTION_STRING. Leave it out.');
  }
  if (hasConnectionString && hasAccount) {
    const name = 'AZURE_STORAGE_CONNECTION_STRING';
    reader.mistake(name, 'cannot stand beside AZURE_STORAGE_ACCOUNT. Leave one of them out.');
  }
  if (connectionString !== undefined) return { kind: 'connection-string', connectionString };
  return { kind: 'account', account, ...(suffix !== undefined && { suffix }) };
}

/** @param isNeeded whether the registration has to be given: it does not while activities are unsigned */
function readBot(reader: Reader, isNeeded: boolean) {
  const appType = reader.require('MicrosoftAppType', isNeeded);
  const appId = reader.require('MicrosoftAppId', isNeeded) ?? '';
  const appPassword = reader.require('MicrosoftAppPassword', isNeeded && appType !== 'UserAssignedMSI') ?? '';
  const appTenantId = reader.require('MicrosoftAppTenantId', isNeeded && appType !== 'MultiTenant') ?? '';
  const channelService = reader.get('ChannelService') ?? '';
  return {
    appType: appType ?? 'SingleTenant',
    appId,
    /** Secret. Empty for a managed identity. */
    appPassword: appType === 'UserAssignedMSI' ? '' : appPassword,
    appTenantId,
    channelService,
    ...readEndpoints(reader, channelService),
  };
}

/** The Bot Framework drops all of its defaults once a single endpoint is set, so every one that is not set is filled in. */
function readEndpoints(reader: Reader, channelService: string): BotEndpoints {
  const isGovernment = channelService.replace(/\/$/, '').toLowerCase() === US_GOVERNMENT_CHANNEL;
  const endpoints = { ...(isGovernment ? US_GOVERNMENT_CLOUD : PUBLIC_CLOUD) };
  const missing: string[] = [];
  for (const field of Object.keys(PUBLIC_CLOUD) as (keyof BotEndpoints)[]) {
    const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}` as Capitalize<typeof field>;
    if (!reader.has(name)) missing.push(name);
    endpoints[field] = reader.get(name) ?? endpoints[field];
  }
  if (channelService !== '' && !isGovernment && missing.length > 0) {
    reader.mistake(
      'ChannelService',
      `names a cloud that is not known here. Set ${missing.join(', ')} too, leave it out for the public cloud, ` +
        `or set it to ${US_GOVERNMENT_CHANNEL}.`,
    );
  }
  return endpoints;
}

/** While activities are unsigned, only this machine may send them. */
function readHost(reader: Reader, authentication: 'required' | 'off'): string | undefined {
  const host = reader.get('HOST');
  if (authentication === 'required') return host;
  if (host !== undefined && !isLoopback(host)) {
    reader.mistake('HOST', `must be on loopback while BOT_AUTHENTICATION is off. Leave it out for ${LOOPBACK}.`);
  }
  return host ?? LOOPBACK;
}

function readAllowedTenants(reader: Reader, bot: ReturnType<typeof readBot>, authentication: 'required' | 'off') {
  if (reader.has('ALLOWED_TENANTS')) return reader.get('ALLOWED_TENANTS') ?? [];
  if (bot.appTenantId !== '') return [bot.appTenantId.toLowerCase()];
  // A bot of any other type lacks its tenant id, which is a mistake already reported.
  const isOpen = bot.appType === 'MultiTenant' && !reader.has('MicrosoftAppTenantId');
  if (isOpen && authentication === 'required') {
    reader.mistake('ALLOWED_TENANTS', 'is missing. List the tenant ids whose people may talk to this MultiTenant bot.');
  }
  return [];
}
