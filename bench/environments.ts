/** Environment variables of the benchmarked bots. */
import { randomBytes } from 'node:crypto';
import { BENCH } from './names.ts';

export interface Urls {
  readonly storage: string;
  readonly provider: string;
  readonly channel: string;
  readonly service: string;
}

/**
 * A shared access signature, because production does not sign each request either: there a managed identity's token costs a header,
 * as this does.
 */
export const connectionString = ({ storage }: Urls): string =>
  `BlobEndpoint=${storage}/blob;QueueEndpoint=${storage}/queue;SharedAccessSignature=sv=2025-01-05&sp=rwdlacup&sig=bench`;

const sealingKey = `bench:${randomBytes(32).toString('base64url')}`;

/** @param name for a queue and a container of its own */
export function oursEnvironment(
  urls: Urls,
  name: string,
  changes: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    PORT: '0',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    MicrosoftAppType: 'SingleTenant',
    MicrosoftAppId: BENCH.appId,
    MicrosoftAppPassword: 'bench',
    MicrosoftAppTenantId: BENCH.tenantId,
    ToBotFromChannelOpenIdMetadataUrl: `${urls.channel}/openid`,
    ToBotFromChannelTokenIssuer: 'https://api.botframework.com',
    ToChannelFromBotLoginUrl: `${urls.channel}/login`,
    ToChannelFromBotOAuthScope: 'https://api.botframework.com',
    ALLOWED_SERVICE_URLS: urls.channel,
    BACKUP_SERVICE_URL: urls.service,
    AUTH_URL: urls.provider,
    GRAPH_URL: urls.service,
    ORGANIZATION: BENCH.organization,
    OPERATOR_APPLICATION_ID: BENCH.appId,
    IDENTITY_BINDING: 'off',
    AZURE_STORAGE_CONNECTION_STRING: connectionString(urls),
    STATE_CONTAINER: `c-${name}`,
    JOB_QUEUE: `q-${name}`,
    STATE_ENCRYPTION_KEYS: sealingKey,
    ...changes,
  };
}

export const peerEnvironment = (
  urls: Urls,
  changes: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  PORT: '0',
  NODE_ENV: 'production',
  CHANNEL_URL: urls.channel,
  STORAGE_URL: urls.storage,
  PROVIDER_URL: urls.provider,
  CONNECTION_STRING: connectionString(urls),
  ...changes,
});
