/** A process of its own as in Azure: MSAL keeps the endpoint of managed identities, and tokens, for as long as a process lives. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { startScriptedServer, type ScriptedAnswer } from './scripted-server.ts';

/**
 * @param program an ES module that imports from the root of the project and prints JSON
 * @returns what it printed, and the client ids of the identities whose tokens it asked for; null is that of the machine
 */
export async function runInAzure(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  answer: ScriptedAnswer,
): Promise<{ readonly printed: unknown; readonly asked: readonly (string | null)[] }> {
  const server = await startScriptedServer();
  server.answer(answer);
  try {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      // As in Container Apps; nobody's az is asked.
      env: { ...env, IDENTITY_ENDPOINT: `${server.url}/token`, IDENTITY_HEADER: 'x', AZURE_TOKEN_CREDENTIALS: 'prod' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed: unknown = JSON.parse(await text(child.stdout));
    const asked = server.requests.map(({ path }) => new URL(path, server.url).searchParams.get('client_id'));
    return { printed, asked };
  } finally {
    await server.close();
  }
}
