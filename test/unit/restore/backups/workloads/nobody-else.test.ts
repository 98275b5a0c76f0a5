/** A new workload is a file in three folders, a line in the index beside each, and what people call it in each language: nobody else names one, or a kind of entry. */
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { rulesOf, WORKLOADS } from '../../../../../src/restore/backups/workloads/index.ts';

const OF_WORKLOADS =
  /^src\/(?:languages\/|restore\/backups\/workloads\/|upstream\/explorer\/|cards\/text\/\w+\/workloads\/)/;
/** Also said of what is no entry: where results come from, what a message or a remark is about. */
const WORDS_OF_OTHERS = new Set(['folder', 'message', 'task', 'item', 'list', 'unclear']);

const files = globSync('src/**/*.ts').filter((file) => !OF_WORKLOADS.test(file));
const kinds = [...new Set(WORKLOADS.flatMap((workload) => Object.keys(rulesOf(workload).kinds)))];
const comparisons = kinds
  .filter((kind) => !WORDS_OF_OTHERS.has(kind))
  .map((kind) => new RegExp(`(?:kind\\)?\\s*[!=]==\\s*|case\\s*)'${kind}'`));

test('nobody else names a workload, or compares with a kind of entry', async () => {
  expect(files.length).toBeGreaterThan(150);
  expect(kinds).toEqual(expect.arrayContaining(['document', 'private channel']));
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    // Not a name of a method: `Pick<BackupService, 'exchange'>`.
    const names = WORKLOADS.filter((workload) => new RegExp(`(?<!BackupService, )'${workload}'`).test(text));
    const compared = comparisons.filter((comparison) => comparison.test(text)).map(String);
    found.push(...[...names, ...compared].map((what) => `${file}: ${what}`));
  }
  expect(found).toEqual([]);
});
