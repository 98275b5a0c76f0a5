/** Which word was meant by a misspelt one. */

const LONGEST = 20;

/** The one word that is clearly nearest: one mistake away for short words, two for longer ones. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  if (typed.length < 3 || typed.length > LONGEST) return undefined;
  const allowed = typed.length <= 4 ? 1 : 2;
  const ranked = words
    .map((word) => ({ word, distance: distance(typed, word) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance);
  const [first, second] = ranked;
  return first !== undefined && first.distance !== second?.distance ? first.word : undefined;
}

/** Letters to insert, drop, replace or swap with their neighbour (optimal string alignment). */
export function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
