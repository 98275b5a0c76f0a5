/** Days of more and more operators: each one lives through a day that no other one changes. */
import { seeded } from '../../local/backup-service/sample-data/seeded.ts';
import { liveDay, type Behaviour } from './behaviour.ts';
import { Day } from './day.ts';
import { askedOf, spareOf, usedOf, type Limit } from './limits.ts';
import type { ScaleOptions } from './options.ts';

/** A day to which operators are added. The same options, the same first operators. */
export class Population {
  readonly day = new Day();
  readonly #behaviour: Behaviour;
  readonly #utcOffsets: readonly number[];
  readonly #chance;
  #size = 0;

  constructor(behaviour: Behaviour, { utcOffsets, seed }: Pick<ScaleOptions, 'utcOffsets' | 'seed'>) {
    this.#behaviour = behaviour;
    this.#utcOffsets = utcOffsets;
    this.#chance = seeded(seed);
  }

  get size(): number {
    return this.#size;
  }

  growTo(operators: number): void {
    for (; this.#size < operators; this.#size += 1) {
      const utcOffset = this.#utcOffsets[this.#size % this.#utcOffsets.length] ?? 0;
      liveDay(this.#chance, this.#behaviour, utcOffset, this.day);
    }
  }
}

const FIRST_OPERATORS = 1_000;
const SMALLEST_STEP = 1.01;
/** Peaks grow a little more slowly than the number of operators, so that no limit is passed by this. */
const LONGEST_STEP = 0.9;

/**
 * Adds operators until every limit is exceeded: in large steps while the nearest one is far, in small ones before it.
 *
 * @returns with how many operators each one still holds, within one percent; absent: with `most` it holds, too
 */
export function endsOf(
  limits: readonly Limit[],
  population: Population,
  replicas: number,
  most: number,
): ReadonlyMap<Limit, number> {
  const ends = new Map<Limit, number>();
  let held = 0;
  let next = FIRST_OPERATORS;
  while (ends.size < limits.length && held < most) {
    population.growTo(Math.min(next, most));
    let nearest = Number.POSITIVE_INFINITY;
    for (const limit of limits) {
      if (ends.has(limit)) continue;
      const asked = askedOf(population.day, limit);
      if (usedOf(limit, asked, replicas) > limit.capacity) ends.set(limit, held);
      else nearest = Math.min(nearest, population.size * spareOf(limit, asked, replicas));
    }
    held = population.size;
    next = Math.ceil(Math.max(held * SMALLEST_STEP, nearest * LONGEST_STEP));
  }
  return ends;
}
