import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStack } from '../../local/stack.ts';
import { sharedStorage } from '../support/azurite.ts';

test('a part that stops listening is named, and its requests are logged under its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'local-stack-'));
  const lines: string[] = [];
  const stack = await startStack({
    folder,
    storage: await sharedStorage(),
    chatPageFolder: 'local/chat-page',
    adaptiveCardsScript: fileURLToPath(import.meta.resolve('adaptivecards/dist/adaptivecards.min.js')),
    botEndpoint: () => '',
    organizations: 'several',
    log: (part, line) => lines.push(`${part}: ${line}`),
  });
  try {
    await (await fetch(`${stack.identityProvider.url}/nobody?code=secret`)).text();
    await stack.identityProvider.stop();
    expect(await stack.ended).toBe('identity provider');
    expect(lines).toEqual(['identity provider: GET /nobody 404']);
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
