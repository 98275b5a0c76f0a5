/** Environment → Settings: the only reader of the environment; reports every mistake at once. */
import { SettingsError } from '../core/errors.ts';
import type { ProxySettings } from '../proxy/routes.ts';
import { readApplicationInsights } from './application-insights.ts';
import { readBot } from './bot.ts';
import type { SettingName } from './definitions.ts';
import { readOrganizations } from './organizations.ts';
import type { ReadFile } from './organizations.ts';
import { readProxy } from './proxy.ts';
import { createReader } from './reader.ts';
import type { Reader } from './reader.ts';
import { containerName, queueName, readSealingKeys, readStorage } from './storage.ts';
import type { BotSettings, Settings, StorageSettings } from './types.ts';
import { isLoopback } from '../core/net.ts';
import { hostName, listenHost, origin } from './urls.ts';
import { comparableGuid, listOf, oneOf, positiveNumber, trueOrFalse, wholeNumber } from './values.ts';

const LOOPBACK = '127.0.0.1';
const DAY_SECONDS = 86_400;
const DEFAULT_CONTAINER = 'restore-bot';
/** About as long as the identity provider's refresh tokens live. */
const LONGEST_SESSION_HOURS = 2_160;
const LONGEST_RETENTION_DAYS = 3_650;

/**
 * @param env environment variables; blank ones count as not given, white space around a value does not count
 * @param readFile text of a file by its path, for BACKUP_SERVICE_CA and ORGANIZATIONS_FILE
 * @throws SettingsError with every mistake there is; no mistake quotes a value
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, readFile: ReadFile): Settings {
  const mistakes: string[] = [];
  const reader = createReader<SettingName>(env, (name) => name, mistakes);

  const given = reader.optional('BOT_AUTHENTICATION', oneOf('required', 'off'));
  const authentication = given ?? 'required';
  // What a misspelt BOT_AUTHENTICATION was meant to ask for is not known.
  const bot = readBot(reader, given === 'required' || !reader.has('BOT_AUTHENTICATION'));
  const allowedTenants = readAllowedTenants(reader, bot, authentication);
  const settings: Settings = {
    port: reader.orElse('PORT', wholeNumber(0, 65_535), 3_978),
    host: readHost(reader, authentication),
    bot,
    authentication,
    allowedServiceUrls: reader.orElse('ALLOWED_SERVICE_URLS', listOf(origin), []),
    allowedTenants,
    allowedVerificationHosts: reader.orElse('ALLOWED_VERIFICATION_HOSTS', listOf(hostName), []),
    organizations: readOrganizations(reader, env, readFile, allowedTenants, mistakes),
    adminUserIds: reader.orElse('ADMIN_USER_IDS', listOf(comparableGuid), []),
    lookup: reader.orElse('LOOKUP', oneOf('claims', 'directory'), 'claims'),
    identityBinding: reader.orElse('IDENTITY_BINDING', oneOf('same-user', 'same-tenant', 'off'), 'same-user'),
    storage: readStorage(reader),
    proxy: readProxy(env, mistakes),
    stateContainer: reader.orElse('STATE_CONTAINER', containerName, DEFAULT_CONTAINER),
    jobQueue: reader.orElse('JOB_QUEUE', queueName, 'restore-bot-jobs'),
    stateEncryptionKeys: readSealingKeys(reader),
    stateRetentionDays: reader.orElse('STATE_RETENTION_DAYS', wholeNumber(1, LONGEST_RETENTION_DAYS), 30),
    expiryWarningSeconds: reader.orElse('EXPIRY_WARNING_SECONDS', wholeNumber(1, DAY_SECONDS), 600),
    autoRenew: reader.orElse('AUTO_RENEW', trueOrFalse, false),
    maxSessionHours: reader.orElse('MAX_SESSION_HOURS', positiveNumber(LONGEST_SESSION_HOURS), 12),
    applicationInsights: readApplicationInsights(reader),
    logLevel: reader.orElse('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  };
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return settings;
}

/**
 * Of all settings only where the state lies, for what reads it beside the bot.
 *
 * @throws SettingsError
 */
export function readStateSettings(env: Readonly<Record<string, string | undefined>>): {
  readonly storage: StorageSettings;
  readonly stateContainer: string;
  readonly proxy: ProxySettings | undefined;
} {
  const mistakes: string[] = [];
  const reader = createReader<SettingName>(env, (name) => name, mistakes);
  const storage = readStorage(reader);
  const stateContainer = reader.orElse('STATE_CONTAINER', containerName, DEFAULT_CONTAINER);
  const proxy = readProxy(env, mistakes);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return { storage, stateContainer, proxy };
}

/** Where nothing is signed, nobody but this machine may ask. */
function readHost(reader: Reader<SettingName>, authentication: Settings['authentication']): string | undefined {
  const host = reader.optional('HOST', listenHost);
  if (authentication === 'required') return host;
  if (host !== undefined && !isLoopback(host)) {
    reader.mistake('HOST', `must be on loopback while BOT_AUTHENTICATION is off. Leave it out for ${LOOPBACK}.`);
  }
  return host ?? LOOPBACK;
}

function readAllowedTenants(
  reader: Reader<SettingName>,
  bot: BotSettings,
  authentication: Settings['authentication'],
): readonly string[] {
  if (reader.has('ALLOWED_TENANTS')) return reader.orElse('ALLOWED_TENANTS', listOf(comparableGuid), []);
  if (bot.appTenantId !== '') return [bot.appTenantId.toLowerCase()];
  // A bot of any other type lacks its own tenant id, and that has been said.
  const isOpen = bot.appType === 'MultiTenant' && !reader.has('MicrosoftAppTenantId');
  if (isOpen && authentication === 'required') {
    reader.mistake('ALLOWED_TENANTS', 'is missing. List the tenant ids whose people may talk to this MultiTenant bot.');
  }
  return [];
}
