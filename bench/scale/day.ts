/** A day of many operators, second by second: how often each thing happens, and how many of each kind are under way. */
import { HAPPENINGS, SPANS, type Cause, type Diary, type Happening, type Span } from './behaviour.ts';
import { recordOf } from './records.ts';

export const DAY_SECONDS = 86_400;

/** How much each cause asks for: when it happens, or for each second while it is under way. */
export type Demand = Readonly<Partial<Record<Cause, number>>>;

/** One value for each second of the day. */
export type Series = Float64Array;

const secondOf = (at: number): number => ((Math.floor(at) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
const emptySeries = (): Series => new Float64Array(DAY_SECONDS);

function add(series: Series, second: number, value: number): void {
  series[second] = (series[second] ?? 0) + value;
}

/** Every day is like this one: what lasts beyond midnight is under way at its beginning. */
export class Day implements Diary {
  readonly #happenings = recordOf(HAPPENINGS, emptySeries);
  /** By how much the number under way changes, from the one at midnight on. */
  readonly #changes = recordOf(SPANS, emptySeries);
  readonly #atMidnight = recordOf(SPANS, () => 0);

  happens(what: Happening, at: number): void {
    add(this.#happenings[what], secondOf(at), 1);
  }

  lasts(what: Span, from: number, until: number): void {
    const [first, end] = [secondOf(from), secondOf(until)];
    add(this.#changes[what], first, 1);
    add(this.#changes[what], end, -1);
    if (end < first) this.#atMidnight[what] += 1;
  }

  series(demand: Demand): Series {
    const sum = emptySeries();
    for (const what of HAPPENINGS) {
      const each = demand[what] ?? 0;
      if (each === 0) continue;
      const counts = this.#happenings[what];
      for (let second = 0; second < DAY_SECONDS; second += 1) add(sum, second, each * (counts[second] ?? 0));
    }
    for (const what of SPANS) {
      const aSecond = demand[what] ?? 0;
      if (aSecond === 0) continue;
      let underWay = this.#atMidnight[what];
      const changes = this.#changes[what];
      for (let second = 0; second < DAY_SECONDS; second += 1) {
        underWay += changes[second] ?? 0;
        add(sum, second, aSecond * underWay);
      }
    }
    return sum;
  }
}

export function total(series: Series, from = 0, until = series.length): number {
  let sum = 0;
  for (let second = from; second < until; second += 1) sum += series[second] ?? 0;
  return sum;
}

/** The largest mean over so many seconds, which are counted from midnight. */
export function peak(series: Series, windowSeconds: number, from = 0, until = series.length): number {
  let largest = 0;
  for (let at = from; at < until; at += windowSeconds)
    largest = Math.max(largest, total(series, at, at + windowSeconds));
  return largest / windowSeconds;
}
