/** The project's documents. */
import { globSync, readFileSync } from 'node:fs';

export interface Page {
  readonly path: string;
  /** Markdown. */
  readonly text: string;
}

const PATTERNS = ['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'bench/**/*.md', 'test/torture/*.md'];

export const readPage = (path: string): Page => ({ path, text: readFileSync(path, 'utf8') });

export const pages: readonly Page[] = globSync(PATTERNS, { exclude: ['**/node_modules/**'] })
  .toSorted()
  .map(readPage);

/** The first column of the tables in a section, up to the next heading: what stands between backquotes. */
export function firstColumn({ text }: Page, heading: string): readonly string[] {
  const section = text.split(`\n${heading}\n`)[1]?.split(/\n#{1,3} /)[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}
