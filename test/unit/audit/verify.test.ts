import fc from 'fast-check';
import { ChainVerifier, type Verification } from '../../../src/audit/verify.ts';
import { blobName, hashOf, type Chain } from '../../../src/state/audit/line.ts';

/** What an instance does, in the order of all instances. */
interface Step {
  readonly instance: number;
  readonly day: number;
  readonly act: 'line' | 'restart' | 'repeat';
}

interface Line {
  readonly day: number;
  readonly text: string;
  readonly chain: Chain;
}

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
const dayAt = (index: number): string => DAYS[index] ?? '';

/** The log that instances write, each step a line; days never decrease. */
function logOf(steps: readonly Step[]): Line[] {
  const lines: Line[] = [];
  const ends = new Map<number, { name: string; sequence: number; previous: string; day: number }>();
  let newest: { readonly hash: string; readonly day: number } | undefined;
  let day = 0;
  const write = (instance: number, event: string): void => {
    const before = ends.get(instance);
    const { name, sequence, previous } = before ?? { name: `i${instance}-${lines.length}`, sequence: 0, previous: '' };
    const chain: Chain = { instance: name, sequence: sequence + 1, previous };
    if (before !== undefined && before.day !== day) chain.previousDay = dayAt(before.day);
    if (before?.day !== day && newest !== undefined) {
      chain.newest = newest.hash;
      if (newest.day !== day) chain.newestDay = dayAt(newest.day);
    }
    const time = `${dayAt(day)}T08:00:00.000Z`;
    const text = JSON.stringify({ time, event, reference: `R${lines.length}`, chain });
    lines.push({ day, text, chain });
    ends.set(instance, { name, sequence: sequence + 1, previous: hashOf(text), day });
    newest = { hash: hashOf(text), day };
  };
  for (const step of steps) {
    day = Math.max(day, step.day);
    if (step.act === 'restart') ends.delete(step.instance);
    const last = lines.findLast(({ chain }) => chain.instance === ends.get(step.instance)?.name);
    if (step.act === 'repeat' && last?.day === day) lines.push(last);
    else {
      if (!ends.has(step.instance)) write(step.instance, 'instance-started');
      write(step.instance, 'signed-in');
    }
  }
  return lines;
}

function verify(
  lines: readonly Pick<Line, 'day' | 'text'>[],
  options: { readonly since?: string; readonly ends?: readonly string[] } = {},
): { readonly findings: readonly string[]; readonly result: Verification } {
  const findings: string[] = [];
  const { since, ends = [] } = options;
  const verifier = new ChainVerifier({ since, ends, report: (finding) => void findings.push(finding) });
  for (const [index, { day, text }] of lines.entries()) {
    const number = lines.slice(0, index + 1).filter((line) => line.day === day).length;
    const at = dayAt(day);
    if (since === undefined || at >= since)
      verifier.add({ blob: blobName(at, 0), day: at, number, bytes: Buffer.from(text) });
  }
  return { findings, result: verifier.finish() };
}

const step = fc.record({
  instance: fc.nat({ max: 2 }),
  day: fc.nat({ max: DAYS.length - 1 }),
  act: fc.constantFrom('line', 'line', 'line', 'restart', 'repeat'),
});
const days = fc.array(step, { minLength: 3, maxLength: 40 }).map((steps) => {
  const sorted = steps.toSorted((one, other) => one.day - other.day);
  return logOf(sorted);
});

/** Whether another line has the hash of this one. Without one, a chain without a key cannot show that it was changed. */
const isReferredTo = (lines: readonly Line[], { text }: Line): boolean =>
  lines.some(({ chain }) => chain.previous === hashOf(text) || chain.newest === hashOf(text));
const copies = (lines: readonly Line[], { text }: Line): number => lines.filter((line) => line.text === text).length;

test('a whole log is intact: several instances, restarts, days, blocks that were written twice', () => {
  fc.assert(
    fc.property(days, (lines) => {
      const { findings, result } = verify(lines);
      expect(findings).toEqual([]);
      expect(result.lines + result.repeated).toBe(lines.length);
      expect(result.instances).toBe(new Set(lines.map(({ chain }) => chain.instance)).size);
    }),
  );
});

test('from any later day on it is intact as well, with the days before unread or no longer kept', () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...DAYS), (lines, since) => {
      expect(verify(lines, { since }).findings).toEqual([]);
      expect(verify(lines.filter(({ day }) => dayAt(day) >= since)).findings).toEqual([]);
    }),
  );
});

test('any line removed is found, but for those that no other line refers to', () => {
  fc.assert(
    fc.property(days, fc.nat(), (lines, seed) => {
      const removed = lines[seed % lines.length] as Line;
      const rest = lines.filter(({ text }) => text !== removed.text);
      // With the first day, the log begins later: as if its days were no longer kept.
      fc.pre(rest.some(({ day }) => day === lines[0]?.day));
      expect(verify(rest).findings.length > 0).toBe(isReferredTo(lines, removed));
    }),
  );
});

test('any line changed is found, but for those that no other line refers to', () => {
  fc.assert(
    fc.property(days, fc.nat(), (lines, seed) => {
      const changed = lines[seed % lines.length] as Line;
      fc.pre(copies(lines, changed) === 1);
      const text = changed.text.replace(/"reference":"R/, '"reference":"X');
      const after = lines.map((line) => (line === changed ? { ...line, text } : line));
      expect(verify(after).findings.length > 0).toBe(isReferredTo(lines, changed));
    }),
  );
});

test.each([
  ['its number', { sequence: 999 }],
  ['its instance', { instance: 'other' }],
  ['the hash before it', { previous: 'x'.repeat(43) }],
])('%s changed is found', (_what, change) => {
  fc.assert(
    fc.property(days, fc.nat(), (lines, seed) => {
      const changed = lines[seed % lines.length] as Line;
      fc.pre(copies(lines, changed) === 1 && isReferredTo(lines, changed));
      const parsed = JSON.parse(changed.text) as object;
      const text = JSON.stringify({ ...parsed, chain: { ...changed.chain, ...change } });
      expect(verify(lines.map((line) => (line === changed ? { ...line, text } : line))).findings).not.toEqual([]);
    }),
  );
});

test('any two lines of an instance in the wrong order are found', () => {
  fc.assert(
    fc.property(days, fc.nat(), (lines, seed) => {
      const index = seed % lines.length;
      const one = lines[index] as Line;
      const next = lines.findIndex((line, at) => at > index && line.chain.instance === one.chain.instance);
      const other = lines[next];
      fc.pre(other !== undefined && other.text !== one.text && copies(lines, one) === 1 && copies(lines, other) === 1);
      fc.pre(other?.day === one.day);
      const swapped = lines.with(index, other).with(next, one);
      expect(verify(swapped).findings).not.toEqual([]);
    }),
  );
});

test('a line repeated on the same day is a block written twice; on another day it is found', () => {
  fc.assert(
    fc.property(days, fc.nat(), (lines, seed) => {
      const repeated = lines[seed % lines.length] as Line;
      const again = [
        ...lines.filter(({ day }) => day <= repeated.day),
        repeated,
        ...lines.filter(({ day }) => day > repeated.day),
      ];
      expect(verify(again).findings).toEqual([]);
      expect(verify(again).result.repeated).toBe(verify(lines).result.repeated + 1);
      const later = (lines.at(-1)?.day ?? 0) + 1;
      fc.pre(later < DAYS.length);
      expect(verify([...lines, { ...repeated, day: later }]).findings).not.toEqual([]);
    }),
  );
});

test('a whole day removed is found, unless it is the first or the last', () => {
  fc.assert(
    fc.property(days, fc.nat(), (lines, seed) => {
      const present = [...new Set(lines.map(({ day }) => day))];
      fc.pre(present.length > 2);
      const removed = present.slice(1, -1)[seed % (present.length - 2)];
      const rest = lines.filter(({ day }) => day !== removed);
      expect(verify(rest).findings).not.toEqual([]);
    }),
  );
});

test('says which lines are missing, and between which', () => {
  const lines = logOf([
    { instance: 0, day: 0, act: 'line' },
    { instance: 0, day: 0, act: 'line' },
    { instance: 0, day: 1, act: 'line' },
    { instance: 0, day: 1, act: 'line' },
  ]);
  expect(verify(lines.filter((_, index) => index !== 2 && index !== 3)).findings).toEqual([
    'audit/2026-11-19.jsonl, line 1: instance i0-0: lines 3 to 4 of it are missing, after audit/2026-11-18.jsonl, line 2.',
  ]);
  expect(verify(lines.slice(1)).findings).toEqual([
    'audit/2026-11-18.jsonl, line 1: instance i0-0: line 1 of it is missing.',
  ]);
  expect(verify([...lines, { day: 1, text: 'no line' }]).findings).toEqual([
    'audit/2026-11-19.jsonl, line 3: it was not written by a bot, or was changed.',
  ]);
});

test('lines removed from the end, or rewritten to the end, are found by the end that the bot’s log names', () => {
  const steps: Step[] = Array.from({ length: 5 }, () => ({ instance: 0, day: 0, act: 'line' }));
  const lines = logOf(steps);
  const { text = '', chain } = lines.at(-1) ?? {};
  const ends = [`${chain?.instance}:${chain?.sequence}:${hashOf(text)}`];
  expect(verify(lines, { ends }).findings).toEqual([]);
  const shorter = lines.slice(0, -2);
  expect(verify(shorter).findings).toEqual([]);
  expect(verify(shorter).result.openEnds).toMatchObject([{ instance: 'i0-0', sequence: 4 }]);
  const missing = ["instance i0-0: line 6 of it, which the bot's log names, is missing or was changed."];
  expect(verify(shorter, { ends }).findings).toEqual(missing);
  const forged = logOf([...steps.slice(0, 2), { instance: 0, day: 1, act: 'line' }, ...steps.slice(3)]);
  expect(verify(forged).findings).toEqual([]);
  expect(verify(forged, { ends }).findings).toEqual(missing);
});
