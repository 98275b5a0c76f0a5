/** What was chosen about a restore. Which options there are is declared by the workloads. */
import * as z from 'zod';
import type { Shape } from '../../../core/shape.ts';

/** Restores of earlier versions have their workload among the options. */
const withoutWorkload = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null
    ? Object.fromEntries(Object.entries(stored).filter(([name]) => name !== 'workload'))
    : stored;

/** By the option's name; a text that was left empty is absent. */
export type OptionValues = Shape<typeof optionValuesSchema>;
export const optionValuesSchema = z.preprocess(
  withoutWorkload,
  z.record(z.string(), z.union([z.boolean(), z.string()])),
);
