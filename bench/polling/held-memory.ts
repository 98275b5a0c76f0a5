/** Memory of a pending sign-in: what a process with many holds more than one with few. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startOutside } from '../child.ts';
import { median } from '../figures.ts';
import { startWith, type Kind } from './pollers.ts';

interface Holding {
  readonly pending: number;
  readonly intervalSeconds: number;
  /** How long they are polled. */
  readonly seconds: number;
  readonly processes: number;
  readonly flags?: readonly string[] | undefined;
}

export interface HoldingSize {
  readonly pending: readonly number[];
  readonly intervalSeconds: number;
  /** How long the few sign-ins are polled whose memory is the baseline: until they were polled as often as the smallest `pending`. */
  readonly fewsSeconds: number;
  /** How many processes of each bot run in parallel; their medians count. */
  readonly processes: number;
}

export interface Held {
  /** By the number of pending sign-ins, for up to `MEASURED_APART_UP_TO`: bytes of a sign-in. */
  readonly apart: ReadonlyMap<number, number>;
  /** Bytes in use with few sign-ins, which more of them are compared with. */
  readonly withFew: number;
}

/** The baseline is a process with few sign-ins that were polled as often, so that the same code is compiled in both. */
const FEW = 20;
const FEWS_INTERVAL_SECONDS = 1;
/**
 * With few sign-ins, V8's compiled code uses more memory than the sign-ins, and varies between processes. Their memory is therefore
 * measured in separate processes without V8's compilers.
 */
export const MEASURED_APART_UP_TO = 100;
const INTERPRETED = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

/** Bytes in use: the median of several processes in parallel. */
async function heldBy(kind: Kind, { pending, intervalSeconds, seconds, processes, flags }: Holding): Promise<number> {
  const one = async (): Promise<number> => {
    const outside = await startOutside(intervalSeconds);
    try {
      const { bot } = await startWith(kind, outside, pending, intervalSeconds, flags);
      await sleep(seconds * 1000);
      const held = await bot.memory();
      await bot.stop('SIGKILL');
      return held;
    } finally {
      await outside.stop();
    }
  };
  return median(await Promise.all(Array.from({ length: processes }, one)));
}

/** @returns bytes of a sign-in */
export const eachHolds = (held: number, withFew: number, pending: number): number => (held - withFew) / (pending - FEW);

/** Everything that is measured in processes of its own, all at the same time: they wait. */
export async function measureHeld(kind: Kind, size: HoldingSize): Promise<Held> {
  const { intervalSeconds, fewsSeconds: seconds, processes } = size;
  const apart = size.pending.filter((pending) => pending <= MEASURED_APART_UP_TO);
  // Nothing is compiled: two more polls of each do.
  const interpreted = (pending: number): Promise<number> =>
    heldBy(kind, { pending, intervalSeconds, seconds: 2 * intervalSeconds, processes, flags: INTERPRETED });
  const fews = { pending: FEW, intervalSeconds: FEWS_INTERVAL_SECONDS, seconds, processes };
  const [withFew, fewInterpreted, ...many] = await Promise.all([
    apart.length < size.pending.length ? heldBy(kind, fews) : Number.NaN,
    interpreted(FEW),
    ...apart.map(interpreted),
  ]);
  return {
    apart: new Map(apart.map((pending, at) => [pending, eachHolds(many[at] ?? Number.NaN, fewInterpreted, pending)])),
    withFew,
  };
}
