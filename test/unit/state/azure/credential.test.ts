/** Which identity of Azure the bot asks for. Against a scripted endpoint of managed identities. */
import { createAzureCredential } from '../../../../src/state/azure/storage.ts';
import { startScriptedServer, type ScriptedServer } from '../../../support/scripted-server.ts';

const CLIENT_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const SCOPE = 'https://storage.azure.com/.default';

// MSAL finds the endpoint once in a process.
let server: ScriptedServer;
const before = { ...process.env };
beforeAll(async () => {
  server = await startScriptedServer();
  // As in Container Apps; nothing of this machine is asked.
  const inAzure = { IDENTITY_ENDPOINT: `${server.url}/token`, IDENTITY_HEADER: 'x', AZURE_TOKEN_CREDENTIALS: 'prod' };
  Object.assign(process.env, inAzure);
});
afterAll(async () => {
  process.env = before;
  await server.close();
});
beforeEach(() => {
  server.answer({ body: { access_token: 'a-token', expires_on: `${Math.floor(Date.now() / 1_000) + 3_600}` } });
});

const askedFor = () => new URL(server.requests.at(-1)?.path ?? '', server.url).searchParams.get('client_id');

test('a user-assigned identity is asked for by its client id, without AZURE_CLIENT_ID', async () => {
  expect((await createAzureCredential(CLIENT_ID).getToken(SCOPE))?.token).toBe('a-token');
  expect(askedFor()).toBe(CLIENT_ID);
});

test('without one it is the identity of the machine', async () => {
  await createAzureCredential().getToken(SCOPE);
  expect(askedFor()).toBeNull();
});
