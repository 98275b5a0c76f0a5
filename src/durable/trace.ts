import { digestOf } from '../core/platform.ts';

/** Kept in a record of somebody who was erased from it: a job that looks for people anew leaves them out, and nothing names them. */
export const traceOf = ({ id }: { readonly id: string }, personId: string): string => digestOf(`${id} ${personId}`);
