/** Whatever the documents point to exists: pages, anchors, pictures, repository paths. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages, type Page } from './pages.ts';

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** GitHub's anchors of the headings. */
const anchorsOf = ({ text }: Page): readonly string[] =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

const targetsOf = ({ text }: Page): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));

const missing: (page: Page) => readonly string[] = (page) =>
  targetsOf(page).filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page.path : join(dirname(page.path), path);
    if (!existsSync(file)) return true;
    const linked = anchor === undefined ? undefined : pages.find((each) => each.path === file);
    return anchor !== undefined && (linked === undefined || !anchorsOf(linked).includes(anchor));
  });

test('every link, anchor and picture in the documents exists', () => {
  expect(pages.flatMap(targetsOf).length).toBeGreaterThan(50);
  for (const page of pages) expect([page.path, missing(page)]).toEqual([page.path, []]);
});

test('a link to a page, an anchor or a picture that does not exist is found', () => {
  const text = '# A page\n[a](no.md) [b](#no-heading) [c](#a-page) [d](README.md#no-heading) <img src="no.png">';
  expect(missing({ path: 'SECURITY.md', text: text.replace('[c](#a-page) ', '') })).toEqual([
    'no.md',
    '#no-heading',
    'README.md#no-heading',
    'no.png',
  ]);
});

test('every picture is used', () => {
  const used = pages.flatMap((page) => targetsOf(page).map((target) => join(dirname(page.path), target)));
  expect(readdirSync('docs/pictures').filter((name) => !used.includes(`docs/pictures/${name}`))).toEqual([]);
});

const FOLDERS = readdirSync('.', { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && !['.git', '.local', 'dist', 'node_modules', 'test-results'].includes(entry.name),
  )
  .map(({ name }) => name);

/** Paths between backquotes that begin with a folder of the repository; `<name>` and `*` stand for anything. */
const pathsOf = ({ text }: Page): readonly string[] =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([\w.-]+(?:\/[\w.*<>@-]*)+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => FOLDERS.includes(path.split('/')[0] ?? ''));

/** Written by a command, not part of the repository. */
const GENERATED = ['appPackage/build/restore-bot.zip'];

function isThere(path: string): boolean {
  const fixed = path.split('/').filter((part) => part !== '');
  const placeholder = fixed.findIndex((part) => /[<*]/.test(part));
  return existsSync(join('.', ...(placeholder === -1 ? fixed : fixed.slice(0, placeholder))));
}

test('every repository path that the documents name exists', () => {
  const named = pages.flatMap((page) => pathsOf(page).map((path) => [page.path, path] as const));
  expect(named.length).toBeGreaterThan(20);
  const wrong = named.filter(([page, path]) => page !== 'CHANGELOG.md' && !GENERATED.includes(path) && !isThere(path));
  expect(wrong).toEqual([]);
});

test('every document that the code refers to exists', () => {
  const sources = globSync('{src,test,bench,local,scripts,deploy}/**/*.{ts,sh,bicep,bicepparam}', {
    exclude: ['test/docs/**', '**/node_modules/**', 'bench/bots/built/**'],
  });
  const named = sources.flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /(?<![\w/.])(?:docs|deploy|bench)\/[\w/-]+\.md\b|(?:\.\.\/)*\b(?:README|SECURITY|CONTRIBUTING|CHANGELOG|RESULTS|SCALE)\.md\b/g,
      ),
    ].map(([target]) => [path, target] as const),
  );
  expect(named.length).toBeGreaterThan(2);
  const isThere = (path: string, target: string): boolean =>
    existsSync(target) || existsSync(join(dirname(path), target));
  expect(named.filter(([path, target]) => !isThere(path, target))).toEqual([]);
});

test('a path that does not exist is found', () => {
  const text = '`src/no-such-folder/x.ts` `test/docs/pages.ts` `src/text/<language>/a.ts` `application/json`';
  expect(pathsOf({ path: 'README.md', text }).map((path) => [path, isThere(path)])).toEqual([
    ['src/no-such-folder/x.ts', false],
    ['test/docs/pages.ts', true],
    ['src/text/<language>/a.ts', existsSync('src/text')],
  ]);
});

test('the README is at most 10 KB', () => {
  expect(Buffer.byteLength(readFileSync('README.md'))).toBeLessThanOrEqual(10_240);
});
