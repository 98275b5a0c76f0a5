/** Everything the bot needs around it, on loopback, and the environment that points the unchanged bot at it. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startBackupService, type RunningBackupService } from './backup-service.ts';
import { startConnector, type Connector, type ConnectorOptions } from './connector.ts';
import { startDirectory } from './directory.ts';
import { startIdentityProvider, type RunningIdentityProvider } from './identity-provider.ts';
import { freePort } from './free-port.ts';
import { SELF_SIGNED } from './certificate.ts';
import { IN_MEMORY, type StateFolder } from './stand-in/stored-state.ts';
import { writeOrganizations } from './organizations-file.ts';
import { BOT, FERNWEH, HAKON, LINDENHOF, MIKA, PEOPLE, type SamplePerson } from './people.ts';
import { choosePorts, type MovedPort, type Ports } from './stand-in/ports.ts';
import type { Served, StandInLog } from './stand-in/serve.ts';
import { startStorage, type LocalStorage } from './storage.ts';

export interface StackOptions {
  /** Storage and the sealing key are kept here. */
  readonly folder: string;
  /** The stand-ins keep their state here; in memory unless given. */
  readonly state?: StateFolder | undefined;
  readonly chatPageFolder: string;
  readonly adaptiveCardsScript: string;
  /** Where the bot listens, once that is known. By default the stack chooses a port for it, which is in `environment`. */
  readonly botEndpoint?: (() => string) | undefined;
  /** Tried first. 0: the previous run's, or any. A free one is taken where one is occupied, or none is named. */
  readonly ports?: Ports | undefined;
  /** Where neither `ports` nor a previous run has one. */
  readonly usualPorts?: Ports | undefined;
  readonly deviceCodeSeconds?: number | undefined;
  readonly intervalSeconds?: number | undefined;
  /** Who is there; PEOPLE. */
  readonly people?: readonly SamplePerson[] | undefined;
  /** Lifetime of the service's tokens. */
  readonly tokenSeconds?: number | undefined;
  readonly delivery?: ConnectorOptions['delivery'];
  /** `several`: two more, on a service of their own with a self-signed certificate, by ORGANIZATIONS_FILE. `one`. */
  readonly organizations?: 'one' | 'several' | undefined;
  /** How operators sign in, where the bot's address is known before it starts; `device-code`. */
  readonly signIn?: 'device-code' | 'browser' | 'both' | undefined;
  /** Started already; by default the stack starts its own in the folder. */
  readonly storage?: LocalStorage | undefined;
  /** Gets a line for each request to a part: method, path, status. */
  readonly log?: ((part: string, line: string) => void) | undefined;
}

export interface Stack {
  readonly storage: LocalStorage;
  readonly identityProvider: RunningIdentityProvider;
  readonly directory: Served;
  readonly backupService: RunningBackupService;
  /** https with a self-signed certificate; where there are several organizations. */
  readonly secondBackupService?: RunningBackupService | undefined;
  readonly connector: Connector;
  /** The bot's settings. Secrets in it are made up at start. */
  readonly environment: Readonly<Record<string, string>>;
  readonly moved: readonly (MovedPort & { readonly part: string })[];
  /** Resolves with the name of the first part that no longer listens, for whatever reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Sessions outlive a restart of the local stack only while their key does. */
async function sealingKey(folder: string): Promise<string> {
  const file = join(folder, 'sealing-key');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  const key = `local:${randomBytes(32).toString('base64url')}`;
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

/** As the messages of `npm run local` name them. */
const PARTS = {
  storage: 'Azure Storage (Azurite)',
  identityProvider: 'identity provider',
  directory: 'directory',
  backupService: 'backup service',
  secondBackupService: 'second backup service',
  chat: 'chat (Bot Connector)',
  bot: 'bot',
} as const;

/** The bot takes it once all else listens. @param first the port to try */
async function chooseBotPort(first: number) {
  const host = '127.0.0.1';
  const port = await freePort(first);
  return { url: `http://${host}:${port}`, environment: { HOST: host, PORT: String(port) } };
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const {
    folder,
    state = IN_MEMORY,
    people = PEOPLE,
    deviceCodeSeconds,
    intervalSeconds,
    tokenSeconds,
    signIn,
  } = options;
  const ports = choosePorts(options.ports ?? {}, options.usualPorts ?? {}, state);
  const bot = options.botEndpoint === undefined ? await chooseBotPort(ports.first('bot')) : undefined;
  const botEndpoint = options.botEndpoint ?? (() => `${bot?.url}/api/messages`);
  const log =
    (part: string): StandInLog =>
    (line) =>
      options.log?.(part, line);
  const storage = options.storage ?? (await startStorage({ folder: join(folder, 'storage') }));
  const identityProvider = await startIdentityProvider({
    port: ports.first('identityProvider'),
    people,
    deviceCodeSeconds,
    intervalSeconds,
    state,
    log: log(PARTS.identityProvider),
  });
  const directory = await startDirectory({
    port: ports.first('directory'),
    identityProvider,
    log: log(PARTS.directory),
  });
  const backupService = await startBackupService({
    port: ports.first('backupService'),
    state: { folder: state, name: 'backup-service' },
    identityProviderUrl: identityProvider.url,
    graphUrl: directory.url,
    people,
    tokenSeconds,
    log: log(PARTS.backupService),
  });
  const secondBackupService =
    options.organizations === 'several'
      ? await startBackupService({
          port: ports.first('secondBackupService'),
          state: { folder: state, name: 'second-backup-service' },
          tls: SELF_SIGNED,
          organizations: [LINDENHOF],
          identityProviderUrl: identityProvider.url,
          graphUrl: directory.url,
          people,
          tokenSeconds,
          log: log(PARTS.secondBackupService),
        })
      : undefined;
  const appPassword = randomBytes(24).toString('base64url');
  const connector = await startConnector({
    people,
    bot: { appId: BOT.appId, appPassword, name: BOT.name, tenantId: BOT.tenantId },
    botEndpoint,
    port: ports.first('chat'),
    state,
    log: log(PARTS.chat),
    chatPageFolder: options.chatPageFolder,
    adaptiveCardsScript: options.adaptiveCardsScript,
    delivery: options.delivery,
  });

  const moved = ports.settle({
    chat: connector.url,
    identityProvider: identityProvider.url,
    directory: directory.url,
    backupService: backupService.url,
    ...(secondBackupService !== undefined && { secondBackupService: secondBackupService.url }),
    ...(bot !== undefined && { bot: bot.url }),
  });
  const parts = [
    { name: PARTS.storage, closed: storage.closed },
    { name: PARTS.identityProvider, closed: identityProvider.closed },
    { name: PARTS.directory, closed: directory.closed },
    { name: PARTS.backupService, closed: backupService.closed },
    { name: PARTS.chat, closed: connector.closed },
    ...(secondBackupService === undefined
      ? []
      : [{ name: PARTS.secondBackupService, closed: secondBackupService.closed }]),
  ];

  const around = { authUrl: identityProvider.url, graphUrl: directory.url };
  const single = {
    BACKUP_SERVICE_URL: backupService.url,
    AUTH_URL: around.authUrl,
    GRAPH_URL: around.graphUrl,
    ORGANIZATION: FERNWEH.organization,
    OPERATOR_APPLICATION_ID: FERNWEH.operatorApplicationId,
    APP_ONLY_APPLICATION_ID: FERNWEH.appOnlyApplicationId,
    RESTORE_APPLICATION_ID: FERNWEH.restoreApplicationId,
    ...(signIn !== undefined && { SIGN_IN: signIn }),
  };
  const organizations =
    secondBackupService === undefined
      ? single
      : {
          ORGANIZATIONS_FILE: await writeOrganizations(folder, {
            backupService,
            secondBackupService,
            signIn,
            ...around,
          }),
        };

  return {
    storage,
    identityProvider,
    directory,
    backupService,
    secondBackupService,
    connector,
    moved: moved.map((one) => ({ ...one, part: PARTS[one.name] })),
    ended: Promise.race(parts.map(({ name, closed }) => closed.then(() => name))),
    environment: {
      MicrosoftAppType: 'SingleTenant',
      MicrosoftAppId: BOT.appId,
      MicrosoftAppPassword: appPassword,
      MicrosoftAppTenantId: BOT.tenantId,
      ToBotFromChannelOpenIdMetadataUrl: connector.openIdMetadataUrl,
      ToBotFromChannelTokenIssuer: connector.issuer,
      ToChannelFromBotLoginUrl: connector.loginUrl,
      ToChannelFromBotOAuthScope: connector.oAuthScope,
      ALLOWED_SERVICE_URLS: connector.url,
      ALLOWED_TENANTS: [...new Set(people.map(({ tenantId }) => tenantId))].join(','),
      ...bot?.environment,
      ...organizations,
      ...(signIn !== undefined && { PUBLIC_URL: new URL(botEndpoint()).origin }),
      OPERATOR_CREDENTIAL: 'secret',
      OPERATOR_SECRET: identityProvider.clientSecret,
      ALLOWED_UPLOAD_HOSTS: new URL(connector.url).hostname,
      ADMIN_USER_IDS: `${MIKA.objectId},${HAKON.objectId}`,
      AZURE_STORAGE_CONNECTION_STRING: storage.connectionString,
      STATE_ENCRYPTION_KEYS: await sealingKey(folder),
    },
    async stop() {
      await connector.stop();
      const second = secondBackupService === undefined ? [] : [secondBackupService];
      const served = [backupService, ...second, directory, identityProvider];
      await Promise.all(served.map((one) => one.stop()));
      // Last, and in order: stopped hard it would lose its latest seconds.
      await storage.stop();
    },
  };
}
