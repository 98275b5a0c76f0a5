/** Which backups there are: of which workloads, from when. Times are epoch milliseconds. */
import * as z from 'zod';
import type { Shape } from '../../core/shape.ts';
import { WORKLOADS, type Workload } from './workloads/index.ts';
import { scopeSchema, type ScopeItem, type ScopeType } from './entries/entry.ts';

export const workloadSchema = z.enum(WORKLOADS);

/** `RESTRestorePoint`. */
export interface RestorePoint {
  readonly id: string;
  readonly backupTime: number;
  readonly repositoryId?: string | undefined;
  readonly workloads: readonly Workload[];
  /** A copy, or retrieved: never offered. */
  readonly hidden: boolean;
  /** The end of a day, where the service does not tell which backups there are: the last backup before it is opened. */
  readonly isAssumed?: true | undefined;
}

export type Point = Shape<typeof pointSchema>;
export const LATEST: Point = { kind: 'latest' };
export const pointSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latest') }),
  z.object({
    kind: z.literal('at'),
    id: z.string(),
    backupTime: z.number(),
    repositoryId: z.string().optional(),
    isAssumed: z.literal(true).optional(),
  }),
]);

/**
 * What "latest" was when its explore session was opened, which is opened again as of then: the restore point, or without an id the
 * time of the opening.
 */
export type OpenedPoint = Shape<typeof openedPointSchema>;
export const openedPointSchema = z.object({
  id: z.string().optional(),
  backupTime: z.number(),
  repositoryId: z.string().optional(),
});

/** Where entries were found: whose data, which, as of when. What is listed and restored is grouped by it. */
export type Origin = Shape<typeof originSchema>;
export const originFields = {
  scope: scopeSchema,
  workload: workloadSchema,
  point: pointSchema,
  showDeleted: z.boolean(),
  opened: openedPointSchema.optional(),
};
const originSchema = z.object(originFields);

export interface ScopeList {
  readonly counts: Readonly<Record<ScopeType, number>>;
  /** Approximate size in memory. */
  readonly bytes: number;
  find(id: string): ScopeItem | undefined;
  /** Of many at once, in any order. */
  findAll(ids: ReadonlySet<string>): readonly ScopeItem[];
  /**
   * Items whose name or address contains every word of `typed`, ignoring case and accents; the first ones if nothing was
   * typed. Names that begin with the first word come first. Of `max`, each of the types gets its share.
   */
  search(typed: string, types: readonly ScopeType[], max: number): readonly ScopeItem[];
  /** Whether any name or address contains what was typed; much cheaper than `search`. */
  contains(typed: string): boolean;
}
