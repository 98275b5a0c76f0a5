import * as z from 'zod';
import { safeParse } from '../../../src/core/shape.ts';

test.each([
  [z.string().max(5), { length: { valueOf: 0, toString: 0 } }],
  [z.array(z.number()).min(1), { length: { valueOf: 0, toString: 0 } }],
  [z.object({ id: z.string().min(1) }), { id: { length: { valueOf: 0, toString: 0 } } }],
])('what zod cannot compare is not of that shape', (schema, value) => {
  expect(() => schema.safeParse(value)).toThrow(TypeError);
  expect(safeParse<z.ZodType>(schema, value).success).toBe(false);
});

test('what has the shape is read as zod reads it, and a mistake of the schema is no mistake of the value', () => {
  expect(safeParse(z.string().trim().max(5), ' ab ')).toEqual({ success: true, data: 'ab' });
  const broken = z.string().transform(() => {
    throw new RangeError('a bug');
  });
  expect(() => safeParse(broken, 'a')).toThrow(RangeError);
});
