/** Whether the bot's Azure identity gets a token for storage. */
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '../../support/environment.ts';
import { runInAzure } from '../../support/managed-identity.ts';

const PROGRAM = `
  import { checkStorage } from './src/doctor/bot.ts';
  import { createContext } from './src/doctor/check.ts';
  import { readSettings } from './src/settings/read-settings.ts';
  const context = createContext(readSettings(process.env), process.env);
  console.log(JSON.stringify(await checkStorage(context)));
  await context.http.close();`;

test('an identity that gives no token is told from storage that does not answer', async () => {
  const env = environment({
    MicrosoftAppType: 'UserAssignedMSI',
    AZURE_STORAGE_CONNECTION_STRING: undefined,
    AZURE_STORAGE_ACCOUNT: 'contosobot',
  });
  const refusal = { status: 400, body: { error: 'invalid_request', error_description: 'Identity not found' } };
  const { printed, asked } = await runInAzure(PROGRAM, env, refusal);
  expect(printed).toEqual([
    {
      check: 'identity',
      subject: 'contosobot',
      state: 'problem',
      found: expect.stringMatching(/gives no token for storage \(\w+Error\)$/) as string,
      remedy: expect.stringMatching(/MicrosoftAppId.*AZURE_CLIENT_ID.*AZURE_CLIENT_SECRET/) as string,
    },
    ...['blobs', 'audit log', 'queue'].map((check) => expect.objectContaining({ check, state: 'skipped' }) as object),
  ]);
  expect(new Set(asked)).toEqual(new Set([env['MicrosoftAppId']]));
});

test.each([
  ['src/doctor.ts', '--json'],
  ['src/audit.ts', '--since=1h'],
])('%s finds the identity in the file that it is given', async (program, option) => {
  const folder = await mkdtemp(join(tmpdir(), 'identity-'));
  const file = join(folder, 'bot.env');
  const started = `
    import { writeFileSync } from 'node:fs';
    const given = Object.entries(process.env);
    writeFileSync('${file}', given.map(([name, value]) => name + "='" + value + "'\\n").join(''));
    for (const [name] of given) delete process.env[name];
    process.argv.push('${program}', '${option}', '--env-file=${file}');
    process.stdout.write = (_, written) => (written?.(), true);
    process.stderr.write = () => true;
    process.once('exit', () => writeFileSync(1, '"ended"'));
    await import('./${program}');`;
  try {
    const env = environment({
      MicrosoftAppType: 'UserAssignedMSI',
      MicrosoftAppPassword: undefined,
      AZURE_STORAGE_CONNECTION_STRING: undefined,
      AZURE_STORAGE_ACCOUNT: 'contosobot',
    });
    const { printed, asked } = await runInAzure(started, env, { status: 400, body: { error: 'invalid_request' } });
    expect(printed).toBe('ended');
    expect(asked).toContain(env['MicrosoftAppId']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
