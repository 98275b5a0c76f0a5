import type { ChannelHttp, ChannelRequest } from '../../../../src/chat/outbound/http.ts';
import { ConnectorToken } from '../../../../src/chat/outbound/connector-token.ts';
import { systemClock } from '../../../../src/core/platform.ts';
import { OTHER_TENANT, read } from '../../../support/environment.ts';
import type { Environment } from '../../../support/environment.ts';

async function askedOf(changes: Environment): Promise<ChannelRequest | undefined> {
  const requests: ChannelRequest[] = [];
  const http: ChannelHttp = {
    async send(request) {
      requests.push(request);
      const text = JSON.stringify({ access_token: 'token-of-the-bot', expires_in: 3600 });
      return { kind: 'answered', status: 200, text, retryAfterSeconds: undefined };
    },
    close: async () => undefined,
  };
  const settings = read({ HTTPS_PROXY: 'http://proxy.example:8080', ...changes });
  expect(await new ConnectorToken({ settings, http, clock: systemClock }).get()).toBe('token-of-the-bot');
  return requests[0];
}

test.each<[string, Environment, string]>([
  ['single-tenant', {}, 'https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/oauth2/v2.0/token'],
  [
    'multi-tenant',
    { MicrosoftAppType: 'MultiTenant', MicrosoftAppTenantId: undefined, ALLOWED_TENANTS: OTHER_TENANT },
    'https://login.microsoftonline.com/botframework.com/oauth2/v2.0/token',
  ],
  [
    'single-tenant in the US government’s cloud',
    { ChannelService: 'https://botframework.azure.us' },
    'https://login.microsoftonline.us/11111111-2222-3333-4444-555555555555/oauth2/v2.0/token',
  ],
])('behind a proxy a %s bot requests its token at the URL that MSAL uses', async (_name, changes, url) => {
  const request = await askedOf(changes);
  expect(request?.url).toBe(url);
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
    grant_type: 'client_credentials',
    client_id: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
    client_secret: 'the-password',
    scope: expect.stringMatching(/^https:\/\/api\.botframework\.(com|us)\/\.default$/),
  });
});
