/** A part of the benchmark: rows that are measured together, in a short and in a full form. */
import { startOutside, type Child } from './child.ts';
import type { Urls } from './environments.ts';
import type { Row } from './figures.ts';

export interface Part {
  /** As `--only` takes it. */
  readonly name: string;
  /** Heading of its rows in the results. */
  readonly title: string;
  /** Spends its time waiting or counting, so that other such parts can run beside it. */
  readonly mostlyWaits?: true;
  /** Reads memory from /proc. */
  readonly onlyLinux?: true;
  readonly measure: (isQuick: boolean) => Promise<readonly Row[]>;
}

interface Definition<Size> extends Omit<Part, 'measure'> {
  /** Sizes of a `--quick` run and of one whose figures are published. */
  readonly quick: Size;
  readonly full: Size;
  readonly measure: (size: Size) => Promise<readonly Row[]>;
}

export const definePart = <Size>({ quick, full, measure, ...part }: Definition<Size>): Part => ({
  ...part,
  measure: (isQuick) => measure(isQuick ? quick : full),
});

/** Runs `work` beside stand-ins of its own, which ask for a poll every five seconds. */
export async function withOutside<T>(work: (outside: Child, urls: Urls) => Promise<T>): Promise<T> {
  const outside = await startOutside(5);
  try {
    return await work(outside, await outside.ask<Urls>('urls'));
  } finally {
    await outside.stop();
  }
}
