import { operationsRow, perMinute, shareOf } from '../../bench/counting.ts';

test('what an idle bot requests in the same time is taken off, and the rest divided among the people', () => {
  const idle = { operations: { 'queue get': 10, list: 2 }, seconds: 20 };
  const counted = { operations: { 'blob read': 12, 'queue get': 9, list: 1 }, seconds: 10 };
  expect(shareOf(counted, idle, 4)).toMatchObject({ 'blob read': 3, 'queue get': 1, list: 0 });
});

test('a row of operations has them as text, as a sum, and as numbers for programs', () => {
  const operations = perMinute({ 'blob read': 1, 'queue update': 0.5 }, 20);
  expect(operationsRow('a pending sign-in', operations, { values: { seconds: 20 } })).toMatchObject({
    what: 'a pending sign-in',
    against: 'an idle replica, taken off',
    ours: '3 blob reads, 1.5 queue updates',
    values: { 'blob read': 3, 'queue update': 1.5, 'blob write': 0, seconds: 20 },
    figure: 4.5,
    unit: 'operations',
  });
});

test('a row without operations says so', () => {
  expect(operationsRow('an idle replica', {}).ours).toBe('none');
});
