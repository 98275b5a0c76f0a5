import { timeLeft } from '../../../../src/cards/text/en/sessions.ts';

const MINUTE = 60_000;

test.each([
  [-5, 'Less than a minute'],
  [59_999, 'Less than a minute'],
  [MINUTE, '1 minute'],
  [52.9 * MINUTE, '52 minutes'],
  [60 * MINUTE, '1 hour'],
  [125 * MINUTE, '2 hours 5 minutes'],
  [24 * 60 * MINUTE, '1 day'],
  [50 * 60 * MINUTE, '2 days 2 hours'],
])('%s ms are "%s"', (milliseconds, words) => {
  expect(timeLeft(milliseconds)).toBe(words);
});
