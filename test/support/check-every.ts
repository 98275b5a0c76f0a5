/**
 * Runs `check` for every case of a matrix and fails once, naming each case that failed.
 *
 * @throws Error where any check threw, with the first failure as its cause, or where there are no cases at all
 */
export function checkEvery<T extends readonly [name: string, value: unknown]>(
  cases: readonly T[],
  check: (value: T[1]) => void,
): void {
  if (cases.length === 0) throw new Error('There is no case to check.');
  const failures = cases.flatMap(([name, value]) => {
    try {
      check(value);
      return [];
    } catch (error) {
      return [{ name, error }];
    }
  });
  if (failures.length === 0) return;
  const names = failures.map(({ name }) => name).join(', ');
  throw new Error(`${failures.length} of ${cases.length} cases failed: ${names}`, { cause: failures[0]?.error });
}
