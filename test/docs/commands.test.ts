/** The documents list the commands and options that the program has. */
import { readFileSync } from 'node:fs';
import { wordsFor } from '../../src/cards/text/index.ts';
import { firstColumn, readPage } from './pages.ts';

test.each(['README.md', 'docs/user-guide.md'])('%s lists the commands of the help card', (path) => {
  const { login: _login, appOnly: _appOnly, ...listed } = wordsFor('en').help.commands;
  const commands: readonly string[] = Object.values(listed).map(([command]) => String(command));
  expect(firstColumn(readPage(path), '## Commands').toSorted()).toEqual(commands.toSorted());
});

test('docs/try-it.md lists the options of npm run local', () => {
  const usage = readFileSync('local/index.ts', 'utf8');
  const options = [...usage.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  const listed = firstColumn(readPage('docs/try-it.md'), '## Options').map((option) => option.replace(/ .*/, ''));
  expect(listed).toEqual(options);
});
