/** Whether the bot's Azure identity gets a token for storage, against a scripted endpoint of managed identities. */
import { createContext } from '../../../src/doctor/check.ts';
import { checkStorage } from '../../../src/doctor/bot.ts';
import { read } from '../../support/environment.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';

test('an identity that gives no token is told from storage that does not answer', async () => {
  const server = await startScriptedServer();
  const before = { ...process.env };
  const inAzure = { IDENTITY_ENDPOINT: `${server.url}/token`, IDENTITY_HEADER: 'x', AZURE_TOKEN_CREDENTIALS: 'prod' };
  Object.assign(process.env, inAzure);
  server.answer({ status: 400, body: { error: 'invalid_request', error_description: 'Identity not found' } });
  const env = {
    MicrosoftAppType: 'UserAssignedMSI',
    AZURE_STORAGE_CONNECTION_STRING: undefined,
    AZURE_STORAGE_ACCOUNT: 'contosobot',
  };
  const context = createContext(read(env), env);
  try {
    expect(await checkStorage(context)).toEqual([
      {
        check: 'identity',
        subject: 'contosobot',
        state: 'problem',
        found: expect.stringMatching(/gives no token for storage \(\w+Error\)$/) as string,
        remedy: expect.stringMatching(/MicrosoftAppId.*AZURE_CLIENT_ID.*AZURE_CLIENT_SECRET/) as string,
      },
      ...['blobs', 'audit log', 'queue'].map((check) => expect.objectContaining({ check, state: 'skipped' }) as object),
    ]);
  } finally {
    process.env = before;
    await context.http.close();
    await server.close();
  }
});
