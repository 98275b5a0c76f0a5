/** Every npm script that the documents name runs from a plain shell, whose own Node may be older than the project's. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInShell, startNpmLocal } from '../browser/npm-local.ts';
import { pages } from './pages.ts';

const FOLDER = '<folder>';
const PUBLISHER =
  '--developer Contoso --website-url https://contoso.com --privacy-url https://contoso.com/privacy --terms-url https://contoso.com/terms';
const BOT = '00000000-0000-0000-0000-000000000001';

/** A command, its exit code, and what it prints. Without settings, whatever needs them names what is missing. */
const COMMANDS: readonly (readonly [command: string, code: number, prints: string])[] = [
  ['npm start', 78, 'BACKUP_SERVICE_URL'],
  ['npm run doctor', 78, 'BACKUP_SERVICE_URL'],
  ['npm run doctor -- --json', 78, 'BACKUP_SERVICE_URL'],
  ['npm run doctor -- --quiet', 78, 'BACKUP_SERVICE_URL'],
  ['npm run doctor -- --env-file no-such-file', 64, 'no-such-file'],
  ['npm run audit -- --since 1h', 78, 'AZURE_STORAGE_CONNECTION_STRING'],
  [`npm run package -- --bot-id ${BOT} --domain bot.contoso.com ${PUBLISHER} --out ${FOLDER}/bot.zip`, 0, 'bot.zip'],
  [`npm run build -- --output ${FOLDER}`, 0, FOLDER],
  ['npm run setup -- --help', 0, '--resource-group'],
  ['npm run remove -- --help', 0, '--resource-group'],
  ['npm run types', 0, ''],
  ['npm run licences', 0, 'MIT'],
  ['npm run docs', 0, ''],
  ['npm run local -- --no-such-option', 78, '--no-such-option'],
  ['npm run bench -- --help', 0, '--quick'],
  ['npm run image -- --help', 0, '--base'],
  ['npm run attack -- --help', 0, '--quick'],
  ['npm run scale -- --operators 5000', 0, 'What ends first'],
  ['npm run advisories', 0, '0 advisories that are not accepted'],
];

/** Run by CI itself, or by a test of their own. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  check: 'npm test runs it',
  'format:check': 'npm test runs it',
  format: 'writes what format:check checks',
  lint: 'npm test runs it',
  'test:node': 'npm test runs it',
  'test:tools': 'CI runs it',
  'test:slow': 'CI runs it',
  'test:image': 'CI runs it',
  'test:torture': 'CI runs it',
  'test:browser': 'CI runs it',
  torture: 'takes long; CI runs its short form, test:torture',
};

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'npm-commands-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(COMMANDS)(
  '%s',
  async (command, code, prints) => {
    const { code: actual, output } = await runInShell(command.replace(FOLDER, folder));
    expect([actual, output]).toEqual([code, expect.stringContaining(prints.replace(FOLDER, folder))]);
  },
  120_000,
);

test('npm run local -- --token-seconds 60', async () => {
  const local = await startNpmLocal(join(folder, 'local'), ['--token-seconds', '60']);
  try {
    expect((await fetch(local.url)).status).toBe(200);
    expect((await local.interrupt()).code).toBe(0);
  } finally {
    await local.kill();
  }
}, 120_000);

test('every npm script that a document names is run here, by CI or by a test of its own', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = new Set(
    pages.flatMap(({ text }) => [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)),
  );
  const run = COMMANDS.map(([command]) => /^npm run ([\w:-]+)/.exec(command)?.[1]);
  const missing = [...named].filter((name) => !run.includes(name) && RUN_ELSEWHERE[name] === undefined);
  expect(missing).toEqual([]);
  expect(Object.keys(RUN_ELSEWHERE).filter((name) => scripts[name] === undefined)).toEqual([]);
});
