import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenNear } from '../../local/free-port.ts';
import { openStateFolder } from '../../local/stand-in/stored-state.ts';
import { startStack, type StackOptions } from '../../local/stack.ts';
import { sharedStorage } from '../support/azurite.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'local-stack-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const started = async (options: Partial<StackOptions>) =>
  startStack({
    folder,
    storage: await sharedStorage(),
    chatPageFolder: 'local/chat-page',
    adaptiveCardsScript: fileURLToPath(import.meta.resolve('adaptivecards/dist/adaptivecards.min.js')),
    ...options,
  });

test('a part that stops listening is named, and its requests are logged under its name', async () => {
  const lines: string[] = [];
  const stack = await started({ organizations: 'several', log: (part, line) => lines.push(`${part}: ${line}`) });
  try {
    await (await fetch(`${stack.identityProvider.url}/nobody?code=secret`)).text();
    await stack.identityProvider.stop();
    expect(await stack.ended).toBe('identity provider');
    expect(lines).toEqual(['identity provider: GET /nobody 404']);
  } finally {
    await stack.stop();
  }
});

test("the bot's port is the previous run's; while that is taken, another one is reported", async () => {
  const run = async () => {
    const stack = await started({ state: openStateFolder(folder), signIn: 'browser' });
    await stack.stop();
    const port = Number(stack.environment['PORT']);
    expect(stack.environment['PUBLIC_URL']).toBe(`http://127.0.0.1:${port}`);
    return { port, moved: stack.moved.filter(({ name }) => name === 'bot') };
  };
  const { port, moved } = await run();
  expect(moved).toEqual([]);
  const other = createServer();
  await listenNear(other, port);
  const second = await run();
  expect(second.moved).toEqual([{ name: 'bot', part: 'bot', before: port, now: second.port }]);
  expect(second.port).not.toBe(port);
  await new Promise((resolve) => other.close(resolve));
  expect(await run()).toEqual({ port, moved: [] });
});
