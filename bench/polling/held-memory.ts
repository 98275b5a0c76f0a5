/** Memory of a pending sign-in: what a process with many holds more than one with few. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startOutside } from '../child.ts';
import { median } from '../figures.ts';
import { startWith, type Kind, type Pending } from './pollers.ts';

interface Holding extends Pending {
  /** How long they are polled. */
  readonly seconds: number;
  readonly processes: number;
}

export interface HoldingSize {
  readonly pending: readonly number[];
  readonly intervalSeconds: number;
  readonly warmUpPolls: (pending: number) => number;
  /** How long the few sign-ins are polled whose memory is the baseline. */
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

/** The baseline is a process with few sign-ins that has warmed up in the same way, so that the same code is compiled in both. */
const FEW = 20;
/**
 * With few sign-ins, V8's compiled code uses more memory than the sign-ins, and varies between processes. Their memory is therefore
 * measured in separate processes without V8's compilers.
 */
export const MEASURED_APART_UP_TO = 100;
const INTERPRETED = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode'];

/** Bytes in use: the median of several processes in parallel. */
async function heldBy(kind: Kind, { seconds, processes, ...what }: Holding): Promise<number> {
  const one = async (): Promise<number> => {
    const outside = await startOutside(what.intervalSeconds);
    try {
      const { bot } = await startWith(kind, outside, what);
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
  const of = (pending: number) => ({ pending, intervalSeconds, processes });
  // Nothing is compiled: two more polls of each do.
  const interpreted = (pending: number): Promise<number> =>
    heldBy(kind, { ...of(pending), warmUpPolls: 1, seconds: 2 * intervalSeconds, flags: INTERPRETED });
  const fews = { ...of(FEW), warmUpPolls: size.warmUpPolls(FEW), seconds };
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
