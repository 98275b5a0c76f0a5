/** Repeatable draws from the distributions that people's days are made of. */
import type { Chance } from '../../local/backup-service/sample-data/seeded.ts';

export const uniform = (chance: Chance, from: number, until: number): number => from + chance.next() * (until - from);

/** Box–Muller. */
export const normal = (chance: Chance, mean: number, deviation: number): number =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());

/** @param spread standard deviation of the logarithm */
export const logNormal = (chance: Chance, median: number, spread: number): number =>
  median * Math.exp(normal(chance, 0, spread));
