import type * as z from 'zod';

type DeepReadonly<T> = { readonly [Field in keyof T]: DeepReadonly<T[Field]> };

/** The type that a schema describes, deeply readonly: docs/decisions/stored-shapes-are-declared-once.md. */
export type Shape<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
