/** What the image carries beyond its base, as the build lists it (scripts/bundle). */
import { readFile } from 'node:fs/promises';
import type { Contents } from '../../scripts/bundle/bundle.ts';
import { round, type Row } from '../figures.ts';
import { definePart } from '../part.ts';

/** What it is today, rounded up: more has to be wanted. */
const MOST_MEGABYTES = 14;
const MOST_PACKAGES = 125;
const LARGEST = 5;

const megabytes = (bytes: number): number => round(bytes / 1e6, 1);

/** @returns the size and the number of packages, each with the largest ones */
export function imageRows({ packages, files }: Contents): readonly Row[] {
  const bySize = Object.entries(packages).toSorted(([, one], [, other]) => other - one);
  const largest = bySize.slice(0, LARGEST).map(([name, bytes]) => `${name} ${megabytes(bytes)}`);
  const all = Object.entries(files).map(([name, bytes]) => `${name} ${megabytes(bytes)}`);
  const size = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  const both = { against: '–', peer: '–' };
  return [
    {
      what: 'the image beyond its base: size',
      ...both,
      ours: `in MB: ${all.join(', ')}`,
      figure: megabytes(size),
      unit: 'MB',
      bound: { atMost: MOST_MEGABYTES },
    },
    {
      what: 'the image beyond its base: packages in its script',
      ...both,
      ours: `the largest, in MB: ${largest.join(', ')}`,
      figure: bySize.length,
      unit: 'packages',
      bound: { atMost: MOST_PACKAGES },
    },
  ];
}

export const imagePart = definePart<undefined>({
  name: 'image',
  title: 'Image',
  mostlyWaits: true,
  quick: undefined,
  full: undefined,
  measure: async () => {
    const list = await readFile(new URL('../../dist/contents.json', import.meta.url), 'utf8');
    return imageRows(JSON.parse(list) as Contents);
  },
});
