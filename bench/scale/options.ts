/** What is asked of the model. */
import { z } from 'zod';

export interface ScaleOptions {
  readonly operators: number;
  /** Absent: as many as the day needs. */
  readonly replicas?: number | undefined;
  /** Among which the operators are spread evenly. */
  readonly tenants: number;
  /** Hours; the operators are spread evenly over them. */
  readonly utcOffsets: readonly number[];
  readonly latencyMilliseconds: number;
  /** A second, one account: 20,000, or 40,000 in some regions. */
  readonly accountRequests: number;
  readonly seed: string;
  /** Limits are not looked for beyond so many operators. */
  readonly mostOperators: number;
}

const count = z.coerce.number().int().positive();
const ARGUMENTS = z.object({
  operators: count.default(100_000),
  replicas: count.optional(),
  tenants: count.default(1),
  zones: z
    .string()
    .default('0')
    .transform((text) => text.split(','))
    .pipe(z.array(z.coerce.number<string>().min(-12).max(14))),
  latency: z.coerce.number().positive().default(10),
  account: count.default(20_000),
  seed: z.string().default('operators'),
  most: count.default(5_000_000),
});

/** @param texts from the command line; defaults for those that are absent @throws Error that names each one that is wrong */
export function readScaleOptions(texts: Readonly<Record<string, unknown>>): ScaleOptions {
  const read = ARGUMENTS.safeParse(texts);
  if (!read.success)
    throw new Error(read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
  const { zones, latency, account, most, ...others } = read.data;
  return {
    ...others,
    utcOffsets: zones,
    latencyMilliseconds: latency,
    accountRequests: account,
    mostOperators: most,
  };
}
