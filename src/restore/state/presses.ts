/** What the buttons of a task's card and of a restore's card carry, and what they request. */
import * as z from 'zod';
import type { OptionValues } from '../backups/entries/option-values.ts';
import { workloadSchema as workload } from '../backups/catalog.ts';
import type { Workload } from '../backups/workloads/index.ts';
import { stepSchema } from './task.ts';
import type { Called } from '../backups/entries/entry.ts';
import type { Form } from '../backups/entries/form.ts';

// Generous bounds: the service's ids are shorter, and no card has this many pages.
const page = z.int().min(0).max(100_000);
/** The key of an entry; with `open` a folder's, or the id of a container. */
export const entryKeySchema = z.string().min(1).max(1_000);

/** `own`, or a scope item's id. */
const scopeChoice = z.string().min(1).max(1_000);

/** On the confirm card: identifies everything that the card shows. */
const shown = z.string().max(100).optional();

/** Cards of earlier versions do not carry `shown`: they restore nothing. */
const restoreButtonSchema = z.object({
  kind: z.literal('restore'),
  shown,
  /** **Overwrite and restore**. */
  overwrite: z.literal(true).optional(),
});

/** **What is missing?** `entry`: from that container; absent: from what is open. `deleted`: of the latest backup. */
const missingButtonSchema = z.object({
  kind: z.literal('missing'),
  entry: entryKeySchema.optional(),
  deleted: z.literal(true).optional(),
});

const exportButtonSchema = z.object({ kind: z.literal('export'), shown });
const downloadButtonSchema = z.object({ kind: z.literal('download'), entry: entryKeySchema });

const completeButtonSchema = z.discriminatedUnion('kind', [
  // `choose-options` is **Restore…**: expands folders and goes to the confirm card. `look-back`: in earlier backups.
  z.object({ kind: z.enum(['browse', 'up', 'choose-options', 'look-back']) }),
  z.object({ kind: z.literal('done') }),
  // **Back**, **Change**, **Narrow**, **Show list**. `here`, **Search here**: the form, for a search in what is open.
  z.object({ kind: z.literal('go'), to: stepSchema, here: z.literal(true).optional() }),
  // **Search mail**, **Search files** beside what was found.
  z.object({ kind: z.literal('workload'), workload }),
  z.object({ kind: z.literal('list-page'), page }),
  z.object({ kind: z.literal('open'), entry: entryKeySchema }),
  z.object({ kind: z.literal('versions'), entry: entryKeySchema, page: page.optional() }),
]);

export const taskButtonSchema = z.discriminatedUnion('kind', [
  completeButtonSchema,
  // **Continue** on the cards of earlier versions.
  z.object({ kind: z.enum(['options', 'reason']) }).transform(() => ({ kind: 'go', to: 'summary' }) as const),
  // Completed by the inputs of the card:
  z.object({ kind: z.literal('point') }),
  // The form; `scope` of a person's own button, `next` of **Browse folders** and **Choose a backup**.
  z.object({
    kind: z.literal('search'),
    scope: scopeChoice.optional(),
    next: z.enum(['browse', 'points']).optional(),
    everywhere: z.literal(true).optional(),
  }),
  restoreButtonSchema,
  // What is selected, or the posts that are open, or one item, as a file; with a reason.
  exportButtonSchema,
  downloadButtonSchema,
  z.object({ kind: z.enum(['add', 'remove']) }),
  z.object({ kind: z.literal('page'), page }),
  missingButtonSchema,
  z.object({ kind: z.literal('select'), what: z.enum(['page', 'all', 'none']) }),
]);
export type TaskButton = z.infer<typeof taskButtonSchema>;

/** The form, or a line that was typed. */
export interface SearchRequest {
  /** `own`, a scope item's id, or a typed name; absent: as it is. */
  readonly scope?: string | undefined;
  /** `scope` is what somebody else gave: neither an id, nor a similar name is meant. */
  readonly called?: Called | undefined;
  /** Absent: as it is. */
  readonly workload?: Workload | undefined;
  /** A day as typed, or `latest`; absent: as it is. */
  readonly asOf?: string | undefined;
  /** Absent: as it is. */
  readonly showDeleted?: boolean | undefined;
  readonly form: Form;
}

/** The checkboxes of a card of entries, by key; every press on it carries them. */
export interface Boxes {
  readonly entries?: readonly string[] | undefined;
  readonly unticked?: readonly string[] | undefined;
}

export type TaskPress = Boxes &
  (
    | z.infer<typeof completeButtonSchema>
    | {
        readonly kind: 'point';
        /** `latest`, or a restore point's id. */
        readonly choice?: string | undefined;
        /** A date, or words such as "before 1 March", "yesterday". */
        readonly typed?: string | undefined;
        readonly showDeleted: boolean;
      }
    | ({
        readonly kind: 'search';
        readonly next?: 'browse' | 'points' | undefined;
        /** **Search everywhere**: no longer only in the place that the form was opened for. */
        readonly everywhere?: true | undefined;
      } & SearchRequest)
    | { readonly kind: 'page'; readonly page: number }
    | z.infer<typeof missingButtonSchema>
    | { readonly kind: 'select'; readonly what: 'page' | 'all' | 'none' }
    | { readonly kind: 'add' | 'remove' }
    | (z.infer<typeof downloadButtonSchema> & Pick<Entered, 'reason'>)
    | ((z.infer<typeof exportButtonSchema> | z.infer<typeof restoreButtonSchema>) & Entered)
  );

/** On the confirm card; on the card that asks for a reason, that alone. */
interface Entered {
  /** Of all workloads: each takes its own. */
  readonly options?: OptionValues | undefined;
  readonly reason?: string | undefined;
  /** Into whose data: `original`, a scope item's id, or a typed name; absent: the original place. */
  readonly elsewhere?: string | undefined;
}

/** The call that a card asks about, and when it was sent. */
export type AboutCall = z.infer<typeof aboutCallSchema>;
const aboutCallSchema = z.object({ call: z.int(), at: z.int() });

/**
 * `look` searches the service again, now; `send-again` sends an unclear call, unless the service has it; `give-up` leaves
 * it as it is; `done` removes the buttons from the card of an ended restore. `new-code` and `signed-in` are about the code
 * that was asked for at that time. Cards of earlier versions do not carry `about`.
 */
export const restorePressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stop', 'retry-failed', 'done']) }),
  z.object({ kind: z.enum(['look', 'send-again', 'give-up']), about: aboutCallSchema.optional() }),
  z.object({ kind: z.literal('failures-page'), page }),
  z.object({ kind: z.enum(['new-code', 'signed-in']), asked: z.int() }),
]);
export type RestorePress = z.infer<typeof restorePressSchema>;

/** A longer one is cut. */
export const MAX_DECLINE_REASON = 300;

/** On the card of an approver. `look`: subjects and names. */
export const approvalPressSchema = z.object({ kind: z.enum(['approve', 'decline', 'look', 'show']) });
export type ApprovalPress = z.infer<typeof approvalPressSchema> & {
  /** Why it is declined. */
  readonly reason?: string | undefined;
};

/** What the list of the service's sessions shows: a filter, and where each page until now begins at the service. */
export type SessionList = z.infer<typeof sessionListSchema>;
export const sessionListSchema = z.object({
  kind: workload.optional(),
  state: z.enum(['running', 'success', 'warning', 'failed']).optional(),
  /** Begun within so many days. */
  days: z.literal([1, 7, 30]).optional(),
  starts: z.array(page).max(200).optional(),
});
