import { timeLeft } from '../../../../src/cards/text/en/sessions.ts';

const MINUTE = 60_000;

test.each([
  [-5, 'Less than a minute left'],
  [59_999, 'Less than a minute left'],
  [MINUTE, '1 minute left'],
  [52.9 * MINUTE, '52 minutes left'],
  [60 * MINUTE, '1 hour left'],
  [125 * MINUTE, '2 hours 5 minutes left'],
  [24 * 60 * MINUTE, '1 day left'],
  [50 * 60 * MINUTE, '2 days 2 hours left'],
])('%s ms are "%s"', (milliseconds, words) => {
  expect(timeLeft(milliseconds)).toBe(words);
});
