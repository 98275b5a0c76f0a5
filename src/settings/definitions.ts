/** Every setting with its documentation. `npm run docs` writes `docs/settings.md` and `.env.sample` from these definitions. */

export interface SettingDefinition {
  readonly name: string;
  /** One or more sentences in Markdown. */
  readonly description: string;
  /** The value that applies when the setting is not given, exactly as it would be set. */
  readonly defaultValue?: string;
  /** The default in words, where it is no literal value. */
  readonly defaultText?: string;
  /** When it must be given: `true` always, otherwise the condition in words. */
  readonly required?: true | string;
  readonly secret?: true;
}

export interface SettingsSection {
  readonly title: string;
  readonly settings: readonly SettingDefinition[];
}

const PUBLIC_CLOUD = 'the value of the public cloud, or of the cloud that `ChannelService` selects';

export const SETTINGS_SECTIONS = [
  {
    title: 'HTTP listener',
    settings: [
      {
        name: 'PORT',
        description: 'Port of the HTTP listener. `0` selects a free port.',
        defaultValue: '3978',
      },
      {
        name: 'HOST',
        description: 'Address to listen on. Must be a loopback address while `BOT_AUTHENTICATION=off`.',
        defaultText: 'all addresses; `127.0.0.1` while `BOT_AUTHENTICATION=off`',
      },
    ],
  },
  {
    title: 'Bot registration',
    settings: [
      {
        name: 'MicrosoftAppType',
        description: 'Type of the registration: `SingleTenant`, `UserAssignedMSI` or `MultiTenant`.',
        required: true,
      },
      { name: 'MicrosoftAppId', description: 'Application id of the registration.', required: true },
      {
        name: 'MicrosoftAppPassword',
        description: 'Client secret of the registration.',
        required: 'except for `UserAssignedMSI`, which has none',
        secret: true,
      },
      {
        name: 'MicrosoftAppTenantId',
        description: 'Tenant id of the registration.',
        required: 'except for `MultiTenant`',
      },
    ],
  },
  {
    title: 'Bot Framework endpoints',
    settings: [
      {
        name: 'ChannelService',
        description:
          'The cloud of the Bot Framework. `https://botframework.azure.us` selects the US government cloud and changes the ' +
          'defaults of the other settings in this section. For any other cloud, set all of them.',
        defaultText: 'the public cloud',
      },
      {
        name: 'ToBotFromChannelOpenIdMetadataUrl',
        description: 'OpenID metadata that lists the keys of the tokens the channel sends.',
        defaultText: PUBLIC_CLOUD,
      },
      {
        name: 'ToBotFromChannelTokenIssuer',
        description: 'Issuer of the tokens the channel sends.',
        defaultText: PUBLIC_CLOUD,
      },
      {
        name: 'ToChannelFromBotLoginUrl',
        description:
          'Where the bot requests its own token for the channel. On a loopback address, plain HTTP is allowed and the token is ' +
          'requested with the client secret.',
        defaultText: PUBLIC_CLOUD,
      },
      {
        name: 'ToChannelFromBotOAuthScope',
        description: "Scope of the bot's token for the channel.",
        defaultText: PUBLIC_CLOUD,
      },
      {
        name: 'ToBotFromEmulatorOpenIdMetadataUrl',
        description: 'OpenID metadata for tokens of the Bot Framework Emulator. Passed to the Bot Framework unchanged.',
        defaultText: PUBLIC_CLOUD,
      },
      {
        name: 'OAuthUrl',
        description: 'Token service of the Bot Framework. Passed to the Bot Framework unchanged.',
        defaultText: PUBLIC_CLOUD,
      },
    ],
  },
  {
    title: 'Who may talk to the bot',
    settings: [
      {
        name: 'BOT_AUTHENTICATION',
        description:
          '`off` accepts unsigned activities, so that anyone on this machine can act as any user. For local trials only; the ' +
          'bot logs a warning at every start.',
        defaultValue: 'required',
      },
      {
        name: 'ALLOWED_SERVICE_URLS',
        description: 'Origins that are allowed as service URL in addition to those of Teams, comma-separated.',
        defaultText: 'Teams only',
      },
      {
        name: 'ALLOWED_TENANTS',
        description:
          'Ids of the tenants whose users may talk to the bot, comma-separated. A list replaces the default. A `MultiTenant` ' +
          'bot without `MicrosoftAppTenantId` must set it.',
        defaultText: "the bot's own tenant",
      },
      {
        name: 'ALLOWED_VERIFICATION_HOSTS',
        description:
          "Host names of sign-in pages that are allowed in addition to Microsoft's and the identity provider's, comma-separated.",
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Organization and backup service',
    settings: [
      {
        name: 'ORGANIZATION',
        description: 'The organization, in the form `name.onmicrosoft.com`.',
        required: 'unless `ORGANIZATIONS_FILE` is set',
      },
      {
        name: 'BACKUP_SERVICE_URL',
        description: 'Address of the backup service, including its port.',
        required: 'unless `ORGANIZATIONS_FILE` is set',
      },
      {
        name: 'BACKUP_SERVICE_CA',
        description:
          'Path of a PEM file with the certificates to trust for the backup service. They replace the public certificate ' +
          'authorities.',
        defaultText: 'the public certificate authorities',
      },
      {
        name: 'BACKUP_SERVICE_FINGERPRINT256',
        description:
          'SHA-256 fingerprint of the only certificate to accept, 64 hex digits with or without colons. The validity period is ' +
          'checked, the host name is not. Excludes `BACKUP_SERVICE_CA`.',
        defaultText: 'none',
      },
      {
        name: 'AUTH_URL',
        description: 'Identity provider. Set it together with `GRAPH_URL`.',
        defaultValue: 'https://login.microsoftonline.com',
      },
      {
        name: 'GRAPH_URL',
        description: 'Directory (Microsoft Graph) of the same cloud. Set it together with `AUTH_URL`.',
        defaultValue: 'https://graph.microsoft.com',
      },
      {
        name: 'OPERATOR_APPLICATION_ID',
        description:
          "Application id of the service's restore portal. Without it the bot reads `/v8/RestorePortalSettings` from the " +
          'service and caches the answer for ten minutes.',
        defaultText: 'read from the backup service',
      },
      {
        name: 'APP_ONLY_APPLICATION_ID',
        description: 'Application id for app-only sign-in, which is disabled without it.',
        defaultText: 'none',
      },
      {
        name: 'APP_ONLY_SCOPES',
        description:
          'Scopes for app-only sign-in, separated by spaces: at least one directory scope, one user scope and `offline_access`.',
        defaultValue: 'Directory.Read.All User.Read offline_access',
      },
      {
        name: 'ORGANIZATIONS_FILE',
        description:
          'Path of a JSON list of organizations. It replaces the other settings of this section; see ' +
          '[More than one organization](organizations-and-networks.md#more-than-one-organization).',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Sign-in and sessions',
    settings: [
      {
        name: 'ADMIN_USER_IDS',
        description:
          'Object ids of the administrators, comma-separated. They may sign in app-only, and they are notified when someone ' +
          'presses **This was not me**.',
        defaultText: 'none',
      },
      {
        name: 'LOOKUP',
        description:
          'How the bot identifies who signed in: `claims` reads the token, `directory` asks the directory. Missing claims are ' +
          'looked up in the directory as well.',
        defaultValue: 'claims',
      },
      {
        name: 'IDENTITY_BINDING',
        description:
          'Who may approve a sign-in: the person who requested it (`same-user`), anyone of their tenant (`same-tenant`) or ' +
          'anyone at all (`off`). Anything but `same-user` weakens the protection against device code phishing.',
        defaultValue: 'same-user',
      },
      {
        name: 'EXPIRY_WARNING_SECONDS',
        description:
          "How many seconds before its end a session's owner is warned, 1 to 86400. At most half of the token's lifetime is used.",
        defaultValue: '600',
      },
      {
        name: 'AUTO_RENEW',
        description: '`true` renews sessions silently instead of warning their owner.',
        defaultValue: 'false',
      },
      {
        name: 'MAX_SESSION_HOURS',
        description: 'For how many hours after the sign-in a session is renewed silently, at most 2160.',
        defaultValue: '12',
      },
    ],
  },
  {
    title: 'State',
    settings: [
      {
        name: 'AZURE_STORAGE_CONNECTION_STRING',
        description: 'Connection string of the storage account, with its key or a shared access signature.',
        required: 'unless `AZURE_STORAGE_ACCOUNT` is set; set exactly one of them',
        secret: true,
      },
      {
        name: 'AZURE_STORAGE_ACCOUNT',
        description: 'Name of the storage account. The bot authenticates with its Azure identity.',
        required: 'unless `AZURE_STORAGE_CONNECTION_STRING` is set; set exactly one of them',
      },
      {
        name: 'AZURE_STORAGE_SUFFIX',
        description:
          'Domain of the storage endpoints in another cloud, such as `core.usgovcloudapi.net`. Only with ' +
          '`AZURE_STORAGE_ACCOUNT`.',
        defaultValue: 'core.windows.net',
      },
      {
        name: 'STATE_CONTAINER',
        description: 'Blob container. Created at start if it does not exist.',
        defaultValue: 'restore-bot',
      },
      {
        name: 'JOB_QUEUE',
        description:
          'Queue. Created at start if it does not exist. Messages that cannot be processed are moved to `<name>-poison`.',
        defaultValue: 'restore-bot-jobs',
      },
      {
        name: 'STATE_ENCRYPTION_KEYS',
        description:
          'Encryption keys for the stored state: `kid:base64url` of 32 bytes each, comma-separated. The first key encrypts, all ' +
          'of them decrypt; see [Rotate the sealing key](operations.md#rotate-the-sealing-key). Generate a key with ' +
          "`npx node -p \"'k1:' + crypto.randomBytes(32).toString('base64url')\"`.",
        required: true,
        secret: true,
      },
      {
        name: 'STATE_RETENTION_DAYS',
        description: 'Days after which unused state is erased, 1 to 3650. Live sessions are kept.',
        defaultValue: '30',
      },
    ],
  },
  {
    title: 'Network',
    settings: [
      {
        name: 'HTTPS_PROXY',
        description:
          'URL of an HTTP proxy for all outgoing connections, for instance `http://proxy.example:8080`. TLS runs end to end ' +
          'through it. A secret if it contains a password.',
        defaultText: 'none',
      },
      {
        name: 'NO_PROXY',
        description:
          'Destinations that are reached without the proxy, comma-separated: host names (including their subdomains), ' +
          'addresses, and ranges such as `10.0.0.0/8`. Loopback addresses never use the proxy.',
        defaultText: 'none',
      },
    ],
  },
  {
    title: 'Log and telemetry',
    settings: [
      {
        name: 'LOG_LEVEL',
        description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
        defaultValue: 'info',
      },
      {
        name: 'APPLICATIONINSIGHTS_CONNECTION_STRING',
        description:
          'Connection string of the Application Insights resource that receives [metrics](metrics.md) and traces.',
        defaultText: 'none; no telemetry is collected',
        secret: true,
      },
    ],
  },
] as const satisfies readonly SettingsSection[];

export type SettingName = (typeof SETTINGS_SECTIONS)[number]['settings'][number]['name'];

export const SETTING_NAMES: readonly SettingName[] = SETTINGS_SECTIONS.flatMap(({ settings }) =>
  settings.map(({ name }) => name),
);

/** Settings of a single organization, and the corresponding field of ORGANIZATIONS_FILE. */
export const SINGLE_ORGANIZATION = {
  organization: 'ORGANIZATION',
  backupServiceUrl: 'BACKUP_SERVICE_URL',
  backupServiceCa: 'BACKUP_SERVICE_CA',
  backupServiceFingerprint256: 'BACKUP_SERVICE_FINGERPRINT256',
  authUrl: 'AUTH_URL',
  graphUrl: 'GRAPH_URL',
  operatorApplicationId: 'OPERATOR_APPLICATION_ID',
  appOnlyApplicationId: 'APP_ONLY_APPLICATION_ID',
  appOnlyScopes: 'APP_ONLY_SCOPES',
} as const;
