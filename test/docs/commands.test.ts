/** The documents list the commands and options that the program has. */
import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { wordsFor } from '../../src/cards/text/index.ts';
import {
  administratorName,
  DUTIES,
  exportName,
  restoreName,
  sharedRecordName,
  stateName,
} from '../../src/state/blobs/names.ts';
import { firstColumn, readPage } from './pages.ts';

test.each(['README.md', 'docs/user-guide.md'])('%s lists the commands of the help card', (path) => {
  const { login: _login, appOnly: _appOnly, ...listed } = wordsFor('en').help.commands;
  const commands: readonly string[] = Object.values(listed).map(([command]) => String(command));
  expect(firstColumn(readPage(path), '## Commands').toSorted()).toEqual(commands.toSorted());
});

test('docs/try-it.md lists the options of npm run local', () => {
  const sources = globSync('local/*.ts').map((path) => readFileSync(path, 'utf8'));
  const usage = sources.find((text) => text.includes('const USAGE = `npm run local')) ?? '';
  const options = [...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  const listed = firstColumn(readPage('docs/try-it.md'), '## Options').map((option) => option.replace(/ .*/, ''));
  expect(listed).toEqual(options);
});

test('what the guides print in bold is on a card or a page', () => {
  const texts = [...globSync('src/cards/text/{*.ts,en/**/*.ts}'), 'local/identity-provider/pages.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
    .replaceAll("\\'", "'");
  const shown = (label: string): boolean => texts.includes(label.replace(/ \(\d+\)$/, '').replace(/^Open .*/, 'Open '));
  for (const path of ['docs/try-it.md', 'docs/user-guide.md', ...globSync('docs/user-guide/*.md')]) {
    const { text } = readPage(path);
    // A bold text with a full stop begins a paragraph; whatever else is bold is a label.
    const labels = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.replaceAll(/\s+/g, ' '));
    const wrong = labels.filter((label) => !label.endsWith('.') && !shown(label));
    expect([path, wrong]).toEqual([path, []]);
  }
});

test('docs/operations.md lists every job, and those that an instance runs without a limit', () => {
  const page = readPage('docs/operations.md');
  const kinds = [...readFileSync('src/core/jobs.ts', 'utf8').matchAll(/kind: z\.literal\('([a-z-]+)'\)/g)];
  // What the sentence above the table names in words.
  const described = [...firstColumn(page, '## Jobs'), 'follow', 'warn', 'expire', 'sweep'];
  expect(described.toSorted()).toEqual(kinds.map(([, kind = '']) => kind).toSorted());
  const [, unlimited = ''] = /const SLEEPING.*?\(\[([^\]]+)\]/s.exec(readFileSync('src/jobs/worker.ts', 'utf8')) ?? [];
  const [, named = ''] = /^(.*) do not count toward the sixteen/m.exec(page.text) ?? [];
  const wordsIn = (text: string) => [...text.matchAll(/['`]([a-z-]+)['`]/g)].map(([, word = '']) => word).toSorted();
  expect(wordsIn(unlimited).length).toBeGreaterThan(2);
  expect(wordsIn(named)).toEqual(wordsIn(unlimited));
});

test('docs/operations.md says when a job is set aside, and the other pages lead there', () => {
  const worker = readFileSync('src/jobs/worker.ts', 'utf8');
  const valueOf = (name: string) => Number(new RegExp(`^const ${name} = ([\\d_]+);`, 'm').exec(worker)?.[1]);
  const attempts = valueOf('MAX_FAILURES_OF_SERVICE');
  const minutes = ((attempts - 1) * valueOf('UNREADABLE_SECONDS')) / 60;
  const [, often, more, page = ''] =
    /jobs that failed (\d+) times; (\d+) times where .*?\(about (\d+) minutes\)/s.exec(
      readPage('docs/operations.md').text,
    ) ?? [];
  expect([Number(often), Number(more)]).toEqual([valueOf('MAX_FAILURES'), attempts]);
  expect(Math.abs(Number(page) - minutes)).toBeLessThan(0.5);
  for (const path of ['docs/decisions/jobs-in-a-storage-queue.md', 'docs/log-reference.md']) {
    const { text } = readPage(path);
    expect([path, text.includes('operations.md#the-poison-queue')]).toEqual([path, true]);
    expect([path, /failed eight times|eight failures|After 18 attempts/.test(text)]).toEqual([path, false]);
  }
});

test('docs/maintenance.md says how to keep what git ignores', () => {
  const { text } = readPage('docs/maintenance.md');
  const [, section = ''] = /^## Back up and restore(.*?)^## /ms.exec(text) ?? [];
  const kept = [...section.matchAll(/`(deploy\/[^`]+)`/g)].map(([, path = '']) =>
    path.replace(/<[^>]+>/, 'restore-bot'),
  );
  expect(kept.length).toBeGreaterThan(1);
  const rules = readFileSync('.gitignore', 'utf8').split('\n').filter(Boolean);
  const ruleFor = (path: string) => rules.findLast((rule) => matchesGlob(path, rule.replace('!', '')));
  const ignored = kept.filter((path) => ruleFor(path)?.startsWith('!') === false);
  const [, forced = ''] = /^git add --force (.*)$/m.exec(section) ?? [];
  expect(ignored.filter((path) => !forced.split(' ').includes(path))).toEqual([]);
});

test('docs/maintenance.md erases a person by the ending that the names of their blobs have, and no suspension', () => {
  const { text } = readPage('docs/maintenance.md');
  expect(text).toContain(`"'/' + crypto.hash('sha256', '<object id in lower case>', 'base64url') + '.json'"`);
  expect(text).toContain(`--pattern '[!s]*'"$ending"`);
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const ending = `/${hash('sha256', id, 'base64url')}.json`;
  const key = { conversationId: 'a:1', personId: id };
  const theirs = [
    stateName(key),
    restoreName(key),
    exportName(key, 'x', 'record'),
    administratorName(id),
    sharedRecordName(DUTIES, id),
  ];
  for (const name of theirs)
    expect({ name, isFound: name.endsWith(ending) && !name.startsWith('s') }).toEqual({ name, isFound: true });
});
