import { BoundedPattern } from '../../../src/settings/bounded-pattern.ts';

test('matches anywhere unless it is anchored, by code point, and case matters', () => {
  const ticket = new BoundedPattern(String.raw`INC\d{3}`);
  expect(['INC123', 'see INC123.', 'inc123', 'INC12'].map((text) => ticket.test(text))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(new BoundedPattern('^.$').test('\u{1F341}')).toBe(true);
  expect(ticket.source).toBe(String.raw`INC\d{3}`);
});

test('ends where it backtracks without end, and works afterwards', () => {
  const pattern = new BoundedPattern('(a+)+$');
  const hard = `${'a'.repeat(199)}!`;
  expect(pattern.tryTest(hard)).toBeUndefined();
  expect(pattern.test(hard)).toBe(false);
  expect(pattern.test('baa')).toBe(true);
});

test('what is no regular expression is an error', () => {
  expect(() => new BoundedPattern('(INC')).toThrow(SyntaxError);
});
