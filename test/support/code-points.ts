import fc from 'fast-check';

/**
 * Any code point but halves of pairs, as a unit of strings: what fast-check calls `binary`, which lists all of them first
 * and takes a second for that in every test file.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 0x2ff }) },
    { weight: 3, arbitrary: fc.integer({ min: 0x300, max: 0xd7ff }) },
    { weight: 5, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
  )
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      if (typeof text !== 'string' || Array.from(text).length !== 1) throw new Error('not one code point');
      return text.codePointAt(0) ?? 0;
    },
  );
