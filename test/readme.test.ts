/** The README says what is true: commands, settings, options, folders, links and pictures exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { wordsFor } from '../src/cards/words.ts';
import { SETTING_NAMES } from '../src/settings.ts';

const readme = readFileSync('README.md', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** What the first column of a table under a heading holds between backquotes, up to the next heading. */
function firstColumn(heading: string): string[] {
  const section = readme.split(`\n${heading}\n`)[1]?.split(/\n#{2,3} /)[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

const unique = (found: Iterable<RegExpMatchArray>): string[] => [...new Set([...found].map(([, name = '']) => name))];

const told = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
  ([, run, plain]) => run ?? plain ?? '',
);

test.each([...new Set(told)])('npm run %s is a script', (script) => {
  expect(Object.keys(scripts)).toContain(script);
});

test('the table of settings has every setting once, in the order of .env.sample', () => {
  const sample = [...readFileSync('.env.sample', 'utf8').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name);
  expect(firstColumn('## Settings')).toEqual(sample);
  expect(sample.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test('the options of npm run local are those it takes', () => {
  const taken = [...readFileSync('local/index.ts', 'utf8').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name = '']) => name);
  const told = firstColumn('## Try it').map((option) => option.replace(/ .*/, ''));
  expect(told).toEqual(taken);
});

test('the table of commands has those that help tells of', () => {
  const { login, loginSeveral, appOnly, appOnlySeveral, ...others } = wordsFor('en').help.commands;
  const told = firstColumn('## Commands');
  expect(told).toEqual(expect.arrayContaining([loginSeveral[0], appOnlySeveral[0]]));
  for (const [command] of Object.values(others)) expect(told).toContain(command);
  expect(told.length).toBe(Object.keys(others).length + 2);
  expect([login, appOnly].length).toBe(2);
});

test('every folder of the source is told of', () => {
  const entries = readdirSync('src', { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && readdirSync(`src/${entry.name}`).length > 0);
  for (const { name } of folders) expect(firstColumn('## The code')).toContain(`src/${name}/`);
});

test.each(unique(readme.matchAll(/\]\(([^)#][^)]*)\)/g)).filter((link) => !/^https?:/.test(link)))(
  'the local link %s leads somewhere',
  (link) => {
    expect(existsSync(link)).toBe(true);
  },
);

test('pictures exist', () => {
  const pictures = unique(readme.matchAll(/src="([^"]+)"/g));
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(existsSync(picture)).toBe(true);
});

test('every link within the page has its heading', () => {
  const headings = [...readme.matchAll(/^#{2,3} (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const anchor of unique(readme.matchAll(/\]\(#([^)]+)\)/g))) expect(headings).toContain(anchor);
});
