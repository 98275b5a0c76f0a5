import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../../bench/part.ts';
import { measureParts } from '../../bench/schedule.ts';

/** Notes which parts are measured at the same time as which others. */
function recorder() {
  const running = new Set<string>();
  const beside = new Map<string, Set<string>>();
  const part = (name: string, kind: Pick<Part, 'mostlyWaits'> = {}): Part => ({
    name,
    title: name,
    ...kind,
    async measure() {
      running.add(name);
      beside.set(name, new Set());
      for (const one of running) for (const other of running) if (one !== other) beside.get(one)?.add(other);
      await sleep(5);
      running.delete(name);
      return [];
    },
  });
  return { part, besides: (name: string) => [...(beside.get(name) ?? [])].toSorted() };
}

const WAITING = { mostlyWaits: true } as const;
const names = (measured: Awaited<ReturnType<typeof measureParts>>) => measured.map(({ part }) => part.name);

test('a part that needs the processors is measured alone, those that wait beside each other', async () => {
  const { part, besides } = recorder();
  const parts = [part('turns'), part('requests', WAITING), part('growth'), part('find', WAITING)];
  const known: string[] = [];

  const measured = await measureParts(parts, false, (each) => known.push(each.part.name));

  expect(['turns', 'growth', 'requests', 'find'].map(besides)).toEqual([[], [], ['find'], ['requests']]);
  expect(known).toEqual(['turns', 'growth', 'requests', 'find']);
  expect(names(measured)).toEqual(['turns', 'requests', 'growth', 'find']);
});

test('the quick form measures four at a time, and those that wait beside them', async () => {
  const { part, besides } = recorder();
  const busy = ['start', 'memory', 'turns', 'growth', 'polling'].map((name) => part(name));
  const parts = [...busy, part('find', WAITING)];
  const measured = await measureParts(parts, true, () => undefined);
  expect(besides('polling')).toEqual(expect.arrayContaining(['find', 'growth', 'memory', 'turns']));
  expect(besides('polling')).not.toContain('start');
  expect(names(measured)).toEqual(['start', 'memory', 'turns', 'growth', 'polling', 'find']);
});
