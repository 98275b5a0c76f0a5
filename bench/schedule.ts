/** Which parts are measured beside each other. */
import type { Row } from './figures.ts';
import type { Part } from './part.ts';

export interface MeasuredPart {
  readonly part: Part;
  readonly rows: readonly Row[];
  readonly seconds: number;
}

/**
 * Measures parts that need the processors one by one, then those that mostly wait beside each other. With `isQuick`, whose figures
 * nobody quotes, both groups at the same time.
 *
 * @param onMeasured called once a part is known
 * @returns the parts in the given order
 */
export async function measureParts(
  parts: readonly Part[],
  isQuick: boolean,
  onMeasured: (measured: MeasuredPart) => void,
): Promise<readonly MeasuredPart[]> {
  const all = new Map<Part, MeasuredPart>();

  async function inTurn(lane: readonly Part[]): Promise<void> {
    for (const part of lane) {
      const startedAt = performance.now();
      const rows = await part.measure(isQuick);
      const measured = { part, rows, seconds: (performance.now() - startedAt) / 1000 };
      all.set(part, measured);
      onMeasured(measured);
    }
  }

  const busy = parts.filter(({ mostlyWaits }) => mostlyWaits !== true);
  const waiting = parts.filter(({ mostlyWaits }) => mostlyWaits === true).map((part) => [part]);
  if (isQuick) {
    await Promise.all([busy, ...waiting].map(inTurn));
  } else {
    await inTurn(busy);
    await Promise.all(waiting.map(inTurn));
  }
  return parts.flatMap((part) => all.get(part) ?? []);
}
