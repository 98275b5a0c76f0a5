/** Every setting: how it is read, and its documentation, from which `npm run docs` writes `docs/settings.md` and `.env.sample`. */
import * as azure from './azure-parsers.ts';
import { APPROVING } from './approving.ts';
import * as parse from './parsers.ts';
import { RESTORING, RESTORING_AS_ADMINISTRATOR } from './restoring.ts';
import { BROWSER_SIGN_IN } from './signing-in.ts';

export interface SettingDefinition {
  /** Heading in the documentation, of this setting and those after it. */
  readonly section?: string;
  readonly parse: parse.Parse<unknown>;
  /** Markdown. */
  readonly description: string;
  /** As it would be set. */
  readonly defaultValue?: string;
  /** The default in words, where it is no literal value; `none` where it is left out. */
  readonly defaultText?: string;
  /** When it must be given: `true` always, otherwise the condition in words. */
  readonly required?: true | string;
  readonly remedy?: string;
  readonly secret?: true;
}

const CLOUD_DEFAULT = 'that of `ChannelService`';

export const SETTINGS = {
  PORT: {
    section: 'HTTP listener',
    parse: parse.wholeNumber(0, 65_535),
    description: 'Port of the HTTP listener. `0` selects a free port.',
    defaultValue: '3978',
  },
  HOST: {
    parse: parse.listenHost,
    description: 'Address to listen on. Must be a loopback address while `BOT_AUTHENTICATION=off`.',
    defaultText: 'all addresses; `127.0.0.1` while `BOT_AUTHENTICATION=off`',
  },
  MicrosoftAppType: {
    section: 'Bot registration',
    parse: parse.oneOf('SingleTenant', 'UserAssignedMSI', 'MultiTenant'),
    description: 'Type of the registration: `SingleTenant`, `UserAssignedMSI` or `MultiTenant`.',
    required: true,
    remedy: 'Set it to SingleTenant, UserAssignedMSI or MultiTenant.',
  },
  MicrosoftAppId: {
    parse: parse.applicationId,
    description: 'Application id of the registration.',
    required: true,
    remedy: "Set it to the application id of the bot's registration.",
  },
  MicrosoftAppPassword: {
    parse: parse.line,
    description: 'Client secret of the registration.',
    required: 'except for `UserAssignedMSI`, which has none',
    remedy: "Set it to a client secret of the bot's registration; only a UserAssignedMSI has none.",
    secret: true,
  },
  MicrosoftAppTenantId: {
    parse: parse.guid,
    description: 'Tenant id of the registration.',
    required: 'except for `MultiTenant`',
    remedy: "Set it to the tenant id of the bot's registration; only a MultiTenant bot may have none.",
  },
  ChannelService: {
    section: 'Bot Framework endpoints',
    parse: parse.endpoint,
    description:
      'The cloud of the Bot Framework. `https://botframework.azure.us` selects the US government cloud and ' +
      'changes the defaults of the others in this section. For any other cloud, set all of them.',
    defaultText: 'the public cloud',
  },
  ToBotFromChannelOpenIdMetadataUrl: {
    parse: parse.endpoint,
    description: 'OpenID metadata that lists the keys of the tokens the channel sends.',
    defaultText: CLOUD_DEFAULT,
  },
  ToBotFromChannelTokenIssuer: {
    parse: parse.line,
    description: 'Issuer of the tokens the channel sends.',
    defaultText: CLOUD_DEFAULT,
  },
  ToChannelFromBotLoginUrl: {
    parse: parse.endpoint,
    description:
      'Where the bot requests its own token for the channel. On a loopback address, plain HTTP is allowed and ' +
      'the token is requested with the client secret.',
    defaultText: CLOUD_DEFAULT,
  },
  ToChannelFromBotOAuthScope: {
    parse: parse.line,
    description: "Scope of the bot's token for the channel.",
    defaultText: CLOUD_DEFAULT,
  },
  ToBotFromEmulatorOpenIdMetadataUrl: {
    parse: parse.endpoint,
    description: 'OpenID metadata for tokens of the Bot Framework Emulator. Passed to the Bot Framework unchanged.',
    defaultText: CLOUD_DEFAULT,
  },
  OAuthUrl: {
    parse: parse.endpoint,
    description: 'Token service of the Bot Framework. Passed to the Bot Framework unchanged.',
    defaultText: CLOUD_DEFAULT,
  },
  BOT_AUTHENTICATION: {
    section: 'Who may talk to the bot',
    parse: parse.oneOf('required', 'off'),
    description:
      '`off` accepts unsigned activities, so that anyone on this machine can act as any user. For local trials ' +
      'only; the bot logs a warning at every start.',
    defaultValue: 'required',
  },
  ALLOWED_SERVICE_URLS: {
    parse: parse.listOf(parse.origin),
    description: 'Origins that are allowed as service URL in addition to those of Teams, comma-separated.',
    defaultText: 'Teams only',
  },
  ALLOWED_TENANTS: {
    parse: parse.listOf(parse.comparableGuid),
    description:
      'Ids of the tenants whose users may talk to the bot, comma-separated. A list replaces the default. A ' +
      '`MultiTenant` bot without `MicrosoftAppTenantId` must set it.',
    defaultText: "the bot's own tenant",
  },
  ALLOWED_VERIFICATION_HOSTS: {
    parse: parse.listOf(parse.devicePage),
    description:
      "Pages where a device code may be entered in addition to Microsoft's, each in full and spelt as in the answers, such as " +
      '`https://login.example/device`, comma-separated. Until the next release a host name alone stands for its root and its pages under `/device`.',
  },
  ORGANIZATION: {
    section: 'Organization and backup service',
    parse: parse.organizationName,
    description: 'The organization, in the form `name.onmicrosoft.com`.',
    required: 'unless `ORGANIZATIONS_FILE` is set',
    remedy: 'Set it to name.onmicrosoft.com.',
  },
  BACKUP_SERVICE_URL: {
    parse: parse.baseUrl,
    description: 'Address of the backup service, including its port.',
    required: 'unless `ORGANIZATIONS_FILE` is set',
    remedy: 'Set it to the address of the backup service, port included.',
  },
  BACKUP_SERVICE_CA: {
    parse: parse.text,
    description:
      'Path of a PEM file with the certificates to trust for the backup service. They replace the public ' +
      'certificate authorities.',
    defaultText: 'the public certificate authorities',
  },
  BACKUP_SERVICE_FINGERPRINT256: {
    parse: parse.fingerprint,
    description:
      'SHA-256 fingerprint of the only certificate to accept, 64 hex digits with or without colons. The validity ' +
      'period is checked, the host name is not. Excludes `BACKUP_SERVICE_CA`.',
  },
  AUTH_URL: {
    parse: parse.baseUrl,
    description: 'Identity provider. Set it together with `GRAPH_URL`.',
    defaultValue: 'https://login.microsoftonline.com',
  },
  GRAPH_URL: {
    parse: parse.baseUrl,
    description: 'Directory (Microsoft Graph) of the same cloud. Set it together with `AUTH_URL`.',
    defaultValue: 'https://graph.microsoft.com',
  },
  OPERATOR_APPLICATION_ID: {
    parse: parse.applicationId,
    description:
      "Application that operators sign in to: the bot's own (`deploy/register-operator-app.sh`) or the one of the " +
      "service's restore portal. Without it the bot reads the portal's from `/v8/RestorePortalSettings` and caches " +
      'the answer for ten minutes.',
    defaultText: 'read from the backup service',
  },
  APP_ONLY_APPLICATION_ID: {
    parse: parse.applicationId,
    description: 'Application id for app-only sign-in, which is disabled without it.',
  },
  APP_ONLY_SCOPES: {
    parse: parse.appOnlyScopes,
    description:
      'Scopes for app-only sign-in, separated by spaces: at least one directory scope, one user scope and ' +
      '`offline_access`.',
    defaultValue: 'Directory.Read.All User.Read offline_access',
  },
  ...RESTORING_AS_ADMINISTRATOR,
  ORGANIZATIONS_FILE: {
    parse: parse.text,
    description:
      'Path of a JSON list of organizations, in place of `ORGANIZATION`, `BACKUP_SERVICE_URL` and the other settings of this ' +
      'section: [More than one organization](organizations-and-networks.md#more-than-one-organization).',
  },
  ADMIN_USER_IDS: {
    section: 'Sign-in and sessions',
    parse: parse.listOf(parse.comparableGuid),
    description:
      'Object ids of the administrators, comma-separated. They may sign in app-only and suspend people, ' +
      'and they are notified when someone selects **This was not me**.',
  },
  LOOKUP: {
    parse: parse.oneOf('claims', 'directory'),
    description:
      'How the bot identifies who signed in: `claims` reads the token, `directory` asks the directory. Missing ' +
      'claims are looked up in the directory as well.',
    defaultValue: 'claims',
  },
  ...BROWSER_SIGN_IN,
  IDENTITY_BINDING: {
    parse: parse.oneOf('same-user', 'same-tenant', 'off'),
    description:
      'Who may approve a sign-in: the person who requested it (`same-user`), anyone of their tenant ' +
      '(`same-tenant`) or anyone at all (`off`). Anything but `same-user` weakens the protection against device ' +
      'code phishing.',
    defaultValue: 'same-user',
  },
  EXPIRY_WARNING_SECONDS: {
    parse: parse.wholeNumber(1, 86_400),
    description:
      "How many seconds before its end a session's owner is warned, 1 to 86400. At most half of the token's " +
      'lifetime is used.',
    defaultValue: '600',
  },
  AUTO_RENEW: {
    parse: parse.trueOrFalse,
    description:
      '`true` renews sessions silently instead of warning their owner. Only then does an app-only session keep the refresh ' +
      'token of the identity provider; otherwise the backup service alone renews it, for at most 24 hours.',
    defaultValue: 'false',
  },
  MAX_SESSION_HOURS: {
    parse: parse.positiveNumber(2_160),
    description:
      'For how many hours after its sign-in a session lasts at most, however it is renewed; up to 2160. Its token is ended then, too.',
    defaultValue: '12',
  },
  AZURE_STORAGE_CONNECTION_STRING: {
    section: 'State',
    parse: azure.storageConnectionString,
    description:
      'Connection string of the storage account, with its key or a shared access signature. Its suffix is `core.windows.net` unless ' +
      'it says otherwise.',
    required: 'unless `AZURE_STORAGE_ACCOUNT` is set; set exactly one of them',
    remedy: 'Set AZURE_STORAGE_CONNECTION_STRING, or AZURE_STORAGE_ACCOUNT to use an Azure identity.',
    secret: true,
  },
  AZURE_STORAGE_ACCOUNT: {
    parse: azure.accountName,
    description:
      'Name of the storage account. The bot authenticates with its Azure identity: with `MicrosoftAppType=UserAssignedMSI` the one of ' +
      '`MicrosoftAppId`, otherwise [what the environment has](own-server.md#an-identity-instead-of-the-storage-key).',
    required: 'unless `AZURE_STORAGE_CONNECTION_STRING` is set; set exactly one of them',
  },
  AZURE_STORAGE_SUFFIX: {
    parse: azure.storageSuffix,
    description:
      'Domain of the storage endpoints in another cloud, such as `core.usgovcloudapi.net`. Only with ' +
      '`AZURE_STORAGE_ACCOUNT`.',
    defaultValue: 'core.windows.net',
  },
  STATE_CONTAINER: {
    parse: azure.storageName(63),
    description: 'Blob container of the state. Created at start if it does not exist.',
    defaultValue: 'restore-bot',
  },
  AUDIT_CONTAINER: {
    parse: azure.storageName(63),
    description:
      'Blob container of the [audit log](audit-log.md), another one than `STATE_CONTAINER`. Created at start ' +
      'if it does not exist.',
    defaultText: '`restore-bot-audit`: the value of `STATE_CONTAINER` with `-audit` at its end',
  },
  AUDIT: {
    parse: parse.oneOf('best-effort', 'required'),
    description:
      '`required`: restores, exports and downloads start only once their audit entry is stored, and are refused if that takes ' +
      'more than five seconds. `best-effort`: entries wait in memory while storage is unavailable, and nobody waits for them.',
    defaultValue: 'best-effort',
  },
  JOB_QUEUE: {
    // Azure's limit is 63; the poison queue is called `<name>-poison`.
    parse: azure.storageName(56),
    description:
      'Queue. Created at start if it does not exist. Messages that cannot be processed are moved to ' +
      '`<name>-poison`.',
    defaultValue: 'restore-bot-jobs',
  },
  STATE_ENCRYPTION_KEYS: {
    parse: parse.sealingKeys,
    description:
      'Encryption keys for the stored state: `kid:base64url` of 32 bytes each, comma-separated. The first key ' +
      'encrypts, all of them decrypt. See [Rotate the encryption key](maintenance.md#rotate-the-encryption-key). ' +
      "Generate a key with `npx node -p \"'k1:' + crypto.randomBytes(32).toString('base64url')\"`.",
    required: true,
    remedy: parse.GENERATE_KEY,
    secret: true,
  },
  STATE_RETENTION_DAYS: {
    parse: parse.wholeNumber(1, 3_650),
    description: 'Days after which unused state is erased, 1 to 3650. Live sessions are kept.',
    defaultValue: '30',
  },
  ...RESTORING,
  ...APPROVING,
  HTTPS_PROXY: {
    section: 'Network',
    parse: parse.proxyUrl,
    description:
      'URL of an HTTP proxy for all outgoing connections, for instance `http://proxy.example:8080`. TLS runs end ' +
      'to end through it. A secret if it contains a password.',
  },
  NO_PROXY: {
    parse: parse.exemptions,
    description:
      'Destinations that are reached without the proxy, separated by commas or spaces: host names (including their ' +
      'subdomains; a dot at either end makes no difference), addresses, ranges such as `10.0.0.0/8` or `192.168.*`, `<local>` for ' +
      'names without a dot, and `*`. A name or an address may end in a port. Loopback addresses never use the proxy.',
  },
  LOG_LEVEL: {
    section: 'Log and telemetry',
    parse: parse.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    description:
      '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Above `info`, the log lacks the ends of the audit log ' +
      '(`audit-chain`), and alerts that read the log do not fire.',
    defaultValue: 'info',
  },
  APPLICATIONINSIGHTS_CONNECTION_STRING: {
    parse: azure.insightsConnectionString,
    description:
      'Connection string of the Application Insights resource that receives [metrics](metrics.md) and traces.',
    defaultText: 'none; no telemetry is collected',
    secret: true,
  },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

export type SettingName = keyof typeof SETTINGS;
