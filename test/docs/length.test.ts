/** A page can be read in ten minutes, and the changelog's next version at one look. */
import { pages, readPage } from './pages.ts';

/** Ten minutes are about 1,800. */
const MOST_WORDS = 2_000;
const MOST_LINES_UNRELEASED = 60;

/** Tables that a program writes. */
const RESULTS = /(?:^|\/)(?:results|RESULTS)\.md$/;

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

test('no page takes longer than ten minutes', () => {
  const read = pages.filter(({ path }) => !RESULTS.test(path));
  expect(read.length).toBeGreaterThan(40);
  expect(read.map(({ path, text }) => [path, wordsOf(text)]).filter(([, words]) => Number(words) > MOST_WORDS)).toEqual(
    [],
  );
});

test('the changelog says in sixty lines what changed since the last version', () => {
  const [, unreleased = ''] = /^## \[Unreleased\]\n(.*?)^## /ms.exec(readPage('CHANGELOG.md').text) ?? [];
  expect(unreleased.trim()).not.toBe('');
  expect(unreleased.trim().split('\n').length).toBeLessThanOrEqual(MOST_LINES_UNRELEASED);
});
