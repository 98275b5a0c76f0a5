import { BEHAVIOUR } from '../../bench/scale/assumptions.ts';
import type { Behaviour } from '../../bench/scale/behaviour.ts';
import { requestsOf, requestsOfReplicas } from '../../bench/scale/costs.ts';
import { Day, DAY_SECONDS, peak, total } from '../../bench/scale/day.ts';
import { demandsOf, operationsByCause } from '../../bench/scale/demands.ts';
import { Population } from '../../bench/scale/population.ts';
import { MEASURED } from './scale-fixture.ts';

const OPTIONS = { utcOffsets: [0], seed: 'test' };
const DEMANDS = demandsOf(MEASURED, BEHAVIOUR);

function dayOf(operators: number, changes: Partial<Behaviour> = {}, options = OPTIONS): Day {
  const population = new Population({ ...BEHAVIOUR, ...changes }, options);
  population.growTo(operators);
  return population.day;
}
const countOf = (day: Day, cause: Parameters<Day['happens']>[0]): number => total(day.series({ [cause]: 1 }));

test('what lasts is counted in each of its seconds, also beyond midnight', () => {
  const day = new Day();
  day.lasts('pending', 10, 13);
  day.lasts('pending', 11, 12);
  day.lasts('pending', DAY_SECONDS - 2, DAY_SECONDS + 1);
  day.happens('login', -1);
  expect([...day.series({ pending: 1 }).subarray(0, 14)]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0]);
  expect([...day.series({ pending: 1, login: 5 }).subarray(-3)]).toEqual([0, 1, 6]);
});

test('a peak is the largest mean over so many seconds', () => {
  const day = new Day();
  for (const at of [60, 60, 60, 90, 200]) day.happens('login', at);
  expect([peak(day.series({ login: 1 }), 1), peak(day.series({ login: 60 }), 60)]).toEqual([3, 4]);
});

test('as many sign-ins are pending as Little’s law says: arrivals a second times the mean duration', () => {
  const day = dayOf(20_000);
  const arrivals = countOf(day, 'login') / DAY_SECONDS;
  const { approvalMedianSeconds, approvalSpread, neverApprovedShare, pollSeconds, codeSeconds } = BEHAVIOUR;
  // The mean of the log-normal distribution, and half an interval until the approval is seen.
  const approved = approvalMedianSeconds * Math.exp(approvalSpread ** 2 / 2) + pollSeconds / 2;
  const duration = approved * (1 - neverApprovedShare) + codeSeconds * neverApprovedShare;
  const pending = total(day.series({ pending: 1 })) / DAY_SECONDS;
  expect(countOf(day, 'login')).toBe(40_000);
  expect(pending / (arrivals * duration)).toBeCloseTo(1, 1);
});

test('every sign-in and every session ends in one way', () => {
  const day = dayOf(5_000);
  const of = (cause: Parameters<Day['happens']>[0]): number => countOf(day, cause);
  expect(of('signed-in') + of('code-expired')).toBe(of('login'));
  expect(of('log-out') + of('session-end')).toBe(of('signed-in'));
  expect(of('notice')).toBe(of('renewal') + of('session-end'));
});

test('every message that is put in the queue is deleted, and storage is asked for the sum of what each thing takes', () => {
  const day = dayOf(5_000);
  const requests = requestsOf(day, DEMANDS);
  expect(requests['queue put']).toBeCloseTo(requests['queue delete'], 3);
  const reads = Object.entries(operationsByCause(MEASURED)).map(
    ([cause, operations]) => total(day.series({ [cause]: 1 })) * (operations['blob read'] ?? 0),
  );
  expect(requests['blob read']).toBeCloseTo(
    reads.reduce((sum, each) => sum + each, 0),
    3,
  );
});

test('a sign-in of 18 s takes what was measured of one, but a line of the audit log of its own for its start and its end', () => {
  const { login, 'signed-in': signedIn, pending } = operationsByCause(MEASURED);
  const whole = (kind: 'blob read' | 'blob write' | 'queue put' | 'queue update' | 'queue delete'): number =>
    (login[kind] ?? 0) + (signedIn[kind] ?? 0) + 18 * (pending[kind] ?? 0);
  for (const kind of ['blob read', 'blob write', 'queue put', 'queue update', 'queue delete'] as const) {
    expect([kind, whole(kind)]).toEqual([kind, expect.closeTo(MEASURED.signIn[kind] ?? 0)]);
  }
  expect(signedIn['audit append']).toBe(2);
});

test('more operators never ask for less, the same seed gives the same day, and another one another day', () => {
  const reads = (operators: number, options = OPTIONS): Float64Array =>
    dayOf(operators, {}, options).series(DEMANDS.storage['blob read']);
  const isSame = (one: Float64Array, other: Float64Array): boolean => one.every((value, at) => value === other[at]);
  const [fewer, more] = [reads(2_000), reads(2_500)];
  expect(fewer.every((value, second) => value <= (more[second] ?? 0) + 1e-6)).toBe(true);
  expect(isSame(reads(2_000), fewer)).toBe(true);
  expect(isSame(reads(2_000, { ...OPTIONS, seed: 'other' }), fewer)).toBe(false);
});

test('operators of several time zones come at their own mornings', () => {
  const rush = (utcOffsets: readonly number[]): number =>
    peak(dayOf(10_000, {}, { ...OPTIONS, utcOffsets: [...utcOffsets] }).series({ login: 60 }), 60);
  const [one, three] = [rush([0]), rush([-8, 0, 8])];
  expect(three / one).toBeGreaterThan(0.3);
  expect(three / one).toBeLessThan(0.5);
});

test('an idle replica looks at the queue at its slow pace all day, and at its quick one while it owns a job', () => {
  const [background, minutes] = [2 * 3 + 2, 1_440];
  const idle = requestsOfReplicas(new Day(), MEASURED, 2)['queue get'];
  expect(idle).toBeCloseTo((2 * 9 + background) * minutes);
  const busy = new Day();
  for (let jobs = 0; jobs < 100; jobs += 1) busy.lasts('pending', 0, 3_600);
  expect(requestsOfReplicas(busy, MEASURED, 2)['queue get'] - idle).toBeCloseTo(2 * (60 - 9) * 60);
});
