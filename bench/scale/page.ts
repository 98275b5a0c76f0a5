/** The page with the model's results. */
import { measuredIn, readResults } from './measured.ts';
import { simulate } from './model.ts';
import type { ScaleOptions } from './options.ts';
import { scalePage } from './report.ts';

export const PAGE = new URL('results.md', import.meta.url);

/** @param path of what `npm run bench` measured @throws MissingRowsError, or Error where it cannot be read */
export async function pageFrom(path: string, options: ScaleOptions): Promise<string> {
  const results = await readResults(path);
  const measured = measuredIn(results);
  return scalePage(simulate(measured, options), measured, results);
}
