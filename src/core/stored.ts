import type { z } from 'zod';

type DeepReadonly<T> = { readonly [Field in keyof T]: DeepReadonly<T[Field]> };

/** The type of a stored shape, deeply readonly: docs/decisions/stored-shapes-are-declared-once.md. */
export type Stored<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;
