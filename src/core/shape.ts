import * as z from 'zod';

type DeepReadonly<T> = { readonly [Field in keyof T]: DeepReadonly<T[Field]> };

/** The type that a schema describes, deeply readonly: docs/decisions/stored-shapes-are-declared-once.md. */
export type Shape<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

/**
 * As `schema.safeParse`, for what comes from outside: zod compares the `length` also of what is no string or list, and throws where that
 * is an object without a value (`{"length": {"valueOf": 0, "toString": 0}}`).
 */
export function safeParse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return z.never().safeParse(undefined);
  }
}
