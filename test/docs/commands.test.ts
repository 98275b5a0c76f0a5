/** The documents list the commands and options that the program has. */
import { globSync, readFileSync } from 'node:fs';
import { wordsFor } from '../../src/cards/text/index.ts';
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
