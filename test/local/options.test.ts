import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderError, openFolder } from '../../local/folder.ts';
import { readOptions, UsageError } from '../../local/options.ts';

let folder = '';
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'local-folder-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('options have defaults', () => {
  expect(readOptions([])).toMatchObject({
    fresh: false,
    botPort: undefined,
    tokenSeconds: 3600,
    lookup: 'claims',
    approval: 'off',
  });
  expect(readOptions(['--fresh', '--chat-port', '0'])).toMatchObject({ fresh: true, chatPort: 0 });
});

test.each([
  [['--chat-prot', '1'], /--chat-prot/],
  [['--chat-port', '80a'], '--chat-port takes a whole number from 0 to 65535, not "80a".'],
  [['--bot-port', '70000'], '--bot-port takes a whole number from 0 to 65535, not "70000".'],
  [['--code-seconds', '0'], '--code-seconds takes a whole number from 1 to 86400, not "0".'],
  [['--lookup', 'guess'], '--lookup takes claims or directory, not "guess".'],
  [['--approval', 'maybe'], '--approval takes off, others or always, not "maybe".'],
  [['--folder', ''], '--folder takes the path of a folder.'],
  [['elsewhere'], /elsewhere/],
])('%s is refused in words', (args, message) => {
  expect(() => readOptions(args)).toThrow(UsageError);
  expect(() => readOptions(args)).toThrow(message);
});

test('a missing folder is created and belongs to one run until it is released', async () => {
  const path = join(folder, 'new', 'one');
  const first = await openFolder(path, { fresh: false });
  await writeFile(join(path, 'pid'), `${process.ppid}\n`);
  await expect(openFolder(path, { fresh: false })).rejects.toThrow(
    `--folder ${path} is in use by another npm run local (process ${process.ppid})`,
  );
  await first.release();
  await (await openFolder(path, { fresh: false })).release();
});

test('the files of a killed run do not lock the folder', async () => {
  // No process has this number: the kernel's limit is lower.
  await writeFile(join(folder, 'pid'), '4194305\n');
  await expect(openFolder(folder, { fresh: false })).resolves.toBeDefined();
});

test('--fresh removes the files of earlier runs and nothing else', async () => {
  await mkdir(join(folder, 'state'));
  await Promise.all(
    ['sealing-key', 'state/messages.json', 'thesis.txt'].map((name) => writeFile(join(folder, name), '')),
  );
  await openFolder(folder, { fresh: true });
  expect((await readdir(folder)).toSorted()).toEqual(['pid', 'thesis.txt']);
});

test('a path that is no folder is reported by name', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openFolder(file, { fresh: false })).rejects.toThrow(`--folder ${file} is a file. Name a folder.`);
  await expect(openFolder(join(file, 'below'), { fresh: false })).rejects.toThrow(FolderError);
});
