/** Which parts are measured beside each other. */
import type { Row } from './figures.ts';
import type { Part } from './part.ts';
import { readProcessorTimes, takenPercent } from '../test/support/taken-time.ts';

export interface MeasuredPart {
  readonly part: Part;
  readonly rows: readonly Row[];
  readonly seconds: number;
  /** Of the processor time that was asked for meanwhile, what others on the host used. Undefined where the kernel does not tell. */
  readonly takenPercent: number | undefined;
}

/** Of parts that need the processors, measured at the same time with `--quick`. */
const QUICK_LANES = 4;

/**
 * Measures parts that need the processors one by one, then those that mostly wait beside each other. With `isQuick`, whose figures
 * nobody quotes, four of the former at a time, and the latter beside them.
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

  async function inTurn(lane: Iterable<Part>): Promise<void> {
    for (const part of lane) {
      const startedAt = performance.now();
      const before = readProcessorTimes();
      const rows = await part.measure(isQuick);
      const after = readProcessorTimes();
      const taken = before && after && takenPercent(before, after);
      const measured = { part, rows, seconds: (performance.now() - startedAt) / 1000, takenPercent: taken };
      all.set(part, measured);
      onMeasured(measured);
    }
  }

  const busy = parts.filter(({ mostlyWaits }) => mostlyWaits !== true);
  const waiting = parts.filter(({ mostlyWaits }) => mostlyWaits === true).map((part) => [part]);
  if (isQuick) {
    // Each lane takes the next part that is left, from the end, where the long ones are.
    const left = busy.toReversed().values();
    await Promise.all([...Array.from({ length: QUICK_LANES }, () => left), ...waiting].map(inTurn));
  } else {
    await inTurn(busy);
    await Promise.all(waiting.map(inTurn));
  }
  return parts.flatMap((part) => all.get(part) ?? []);
}
