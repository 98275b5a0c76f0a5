import { BEHAVIOUR } from '../../bench/scale/assumptions.ts';
import { askedOf, limitsOf, neededOf, usedOf, type Limit } from '../../bench/scale/limits.ts';
import { demandsOf } from '../../bench/scale/demands.ts';
import { measuredIn, MissingRowsError, type Results } from '../../bench/scale/measured.ts';
import { simulate } from '../../bench/scale/model.ts';
import { readScaleOptions } from '../../bench/scale/options.ts';
import { endsOf, Population } from '../../bench/scale/population.ts';
import { scalePage } from '../../bench/scale/report.ts';
import { MEASURED } from './scale-fixture.ts';

const OPTIONS = readScaleOptions({ operators: '2000', most: '5000' });
const CIRCUMSTANCES = { at: '2026-11-23', processors: '2 × Model', node: 'v24.0.0' };
const limits = (replicas: number): readonly Limit[] =>
  limitsOf(MEASURED, demandsOf(MEASURED, BEHAVIOUR), replicas, OPTIONS);

function limitOf(name: string, replicas = 1): Limit {
  const found = limits(replicas).find(({ what }) => what.startsWith(name));
  if (found === undefined) throw new Error(`no limit "${name}"`);
  return found;
}

/** Of the morning rush, when others arrive as well; a second sign-in comes in the afternoon. */
function signInsASecondAtMost(operators: number): number {
  const { rushShare, rushDeviationSeconds } = BEHAVIOUR;
  const inRush = rushShare / (rushDeviationSeconds * Math.sqrt(2 * Math.PI));
  return operators * (inRush + (1 - rushShare) / (8 * 3_600));
}

test('the pending sign-ins at the peak end where the closed form says', () => {
  const limit: Limit = {
    what: 'pending',
    unit: 'at a time',
    of: 'deployment',
    demand: { pending: 1 },
    windowSeconds: 1,
    base: 0,
    capacity: 2_000,
  };
  const ends = endsOf([limit], new Population(BEHAVIOUR, OPTIONS), 1, 1_000_000).get(limit) ?? 0;
  const seconds = 0.97 * (50 * Math.exp(0.18) + 3) + 0.03 * 900;
  expect((ends * (signInsASecondAtMost(1) * seconds)) / limit.capacity).toBeGreaterThan(0.93);
  expect((ends * (signInsASecondAtMost(1) * seconds)) / limit.capacity).toBeLessThan(1.03);
});

test('a limit holds at its end, and not with two percent more operators', () => {
  const limit = { ...limitOf('sign-ins started'), capacity: 300 };
  const ends = endsOf([limit], new Population(BEHAVIOUR, OPTIONS), 1, 1_000_000).get(limit) ?? 0;
  const used = (operators: number): number => {
    const population = new Population(BEHAVIOUR, OPTIONS);
    population.growTo(operators);
    return usedOf(limit, askedOf(population.day, limit), 1);
  };
  expect(used(ends)).toBeLessThanOrEqual(300);
  expect(used(Math.ceil(ends * 1.02))).toBeGreaterThan(300);
  expect(ends / (5 / signInsASecondAtMost(1))).toBeGreaterThan(0.8);
});

test('a limit that is not reached has no end; one that is exceeded at once ends with nobody', () => {
  const [far, near] = [limitOf('memory'), { ...limitOf('processor'), capacity: 0 }];
  const ends = endsOf([far, near], new Population(BEHAVIOUR, OPTIONS), 1, 3_000);
  expect([ends.get(far), ends.get(near)]).toEqual([undefined, 0]);
});

test('replicas share the work, but each has its own memory to begin with', () => {
  const memory = limitOf('memory', 4);
  expect(usedOf(memory, 400, 4)).toBe(300);
  expect(neededOf(memory, 2 * (768 - 200) + 1)).toBe(3);
  expect(usedOf(limitOf('one queue', 4), 100, 4)).toBe(104);
});

test('slower storage lets a replica keep fewer jobs', () => {
  const slow = limitsOf(MEASURED, demandsOf(MEASURED, BEHAVIOUR), 1, { ...OPTIONS, latencyMilliseconds: 50 });
  const ownership = slow.find(({ demand }) => demand.restoring === 1);
  // 16 at once, each message every 18 s, 50 ms each.
  expect(ownership?.capacity).toBeCloseTo((16 * 18) / 0.05);
});

test('without a number of replicas, the day gets as many as it needs', () => {
  const { replicas, limits: used } = simulate(MEASURED, { ...OPTIONS, operators: 20_000 });
  expect(replicas).toBe(Math.max(...used.filter(({ limit }) => limit.of === 'replica').map(({ needed }) => needed)));
  expect(replicas).toBe(3);
  for (const { used: amount, limit } of used) expect(amount).toBeLessThanOrEqual(limit.capacity);
});

test('the page says what ends first and is the same each time', () => {
  const results: Results = { circumstances: CIRCUMSTANCES, rows: [] };
  const page = (): string => scalePage(simulate(MEASURED, { ...OPTIONS, replicas: 2 }), MEASURED, results);
  const text = page();
  expect(page()).toBe(text);
  expect(text).toContain('# A day of 2,000 operators');
  expect(text).toContain(
    'What ends first is **one queue**: more than 5,000 operators. The day needs 1 replica, because of',
  );
  expect(text).toContain('| one account | deployment | 20,000 requests a second |');
  expect(text).not.toMatch(/NaN|undefined/);
});

test('missing rows are all named, with the remedy; a row without the number that is needed is missing', () => {
  const rows = [{ what: 'storage requests: restore login, the first', values: { 'blob read': 1 } }];
  const missing = [
    '- storage operations of a renewal\n',
    '- 5000 pending sign-ins: memory a sign-in (kilobytes)',
    '`npm run bench`',
  ];
  const read = (): unknown => measuredIn({ circumstances: CIRCUMSTANCES, rows });
  expect(read).toThrow(MissingRowsError);
  for (const each of missing) expect(read).toThrow(each);
  expect(read).not.toThrow('restore login');
});

test('options that make no sense are named', () => {
  expect(readScaleOptions({ zones: '-8,0' })).toMatchObject({ operators: 100_000, utcOffsets: [-8, 0] });
  const read = (): unknown => readScaleOptions({ operators: 'many', zones: '0,99' });
  expect(read).toThrow('--operators');
  expect(read).toThrow('--zones');
});
