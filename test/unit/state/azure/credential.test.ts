/** Which identity of Azure the bot asks for. */
import { runInAzure } from '../../../support/managed-identity.ts';

const CLIENT_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

test.each([
  ['a user-assigned identity by its client id, without AZURE_CLIENT_ID', CLIENT_ID],
  ['the identity of the machine, if there is no other', undefined],
])('asks for %s', async (_, clientId) => {
  const program = `
    import { createAzureCredential } from './src/state/azure/storage.ts';
    const { token } = await createAzureCredential(${JSON.stringify(clientId)}).getToken('https://storage.azure.com/.default');
    console.log(JSON.stringify(token));`;
  const expires_on = `${Math.floor(Date.now() / 1_000) + 3_600}`;
  expect(await runInAzure(program, {}, { body: { access_token: 'a-token', expires_on } })).toEqual({
    printed: 'a-token',
    asked: [clientId ?? null],
  });
});
