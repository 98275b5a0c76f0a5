/** What a button asks for, and what it carries back. */
import { typedText } from '../../core/text.ts';
import * as z from 'zod';

import type { FlowKind } from '../../core/organization.ts';
import type { AdminPress } from '../../sign-in/state/views.ts';
import { workloadSchema } from '../../restore/backups/catalog.ts';
import type { RequestButton } from '../../requests/presses.ts';
import { OPTIONS } from '../../restore/backups/workloads/index.ts';
import {
  entryKeySchema,
  sessionListSchema,
  type ApprovalPress,
  type RestorePress,
  type SessionList,
  type TaskButton,
} from '../../restore/state/presses.ts';

/** Every verb a card of ours sends. */
export const VERBS = [
  'new-code',
  'use-code',
  'cancel',
  'show-code',
  'renew',
  'log-out',
  'not-me',
  'try-again',
  'sign-in-again',
  'sign-in',
  'no-notices',
  'notices',
  'forget-me',
  'keep',
  'choose-organization',
  'other-organization',
  'command',
  'status',
  'help',
  'all-commands',
  'find',
  'ask',
  /** A button of a restore task's card: `task`, `press`, and the card's inputs. */
  'task',
  /** A button of a restore's card: `restore`, `press`. */
  'restore',
  /** **Withdraw** on the card of a file that waits for an approval: `id`. */
  'withdraw-file',
  /** A button of an approver's card: `restore`, `press`, and a reason. */
  'approval',
  'sessions',
  /** **Stop** in the list of the service's sessions: `session`, `list`. */
  'stop-session',
  /** **Details** there: `session`, `page`, `list`. */
  'session',
  /** A button of somebody's request: `request`, `press`, and the card's inputs. */
  'request',
  /** A button of an administrator's cards: `admin`. */
  'administer',
] as const;

export type Verb = (typeof VERBS)[number];

/** What anybody may press on a card that is nobody's: each concerns the person who presses it alone. */
export const FOR_ANYBODY: ReadonlySet<Verb> = new Set(['sign-in', 'ask', 'status', 'help', 'all-commands']);

/** Longer than any input accepts. */
const LONGEST_TYPED = 2_000;

/** Clients send null or an empty text for an empty input. */
const typed = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value !== 'string') return undefined;
    return typedText(value.slice(0, LONGEST_TYPED).toWellFormed());
  });
const ticked = z
  .unknown()
  .optional()
  .transform((value) => value === 'true' || value === true);

const { shape: list } = sessionListSchema;

/** The inputs on a restore task's cards, and on the list of sessions, by their ids. Their values come back flat in the button's data. */
export const TASK_INPUTS = {
  point: z.object({ point: typed, day: typed, pointWords: typed, showDeleted: ticked }),
  request: z.object({
    scope: typed,
    workload: workloadSchema.optional().catch(undefined),
    asOf: typed,
    showDeleted: ticked,
  }),
  search: z.object({
    words: typed,
    from: typed,
    to: typed,
    subject: typed,
    name: typed,
    changedBy: typed,
    after: typed,
    before: typed,
    // Off means "with or without attachments".
    hasAttachments: ticked.transform((isOn) => isOn || undefined),
  }),
  reason: z.object({ reason: typed, elsewhere: typed }),
  asking: z.object({
    what: typed,
    askedKind: workloadSchema.optional().catch(undefined),
    askedPlace: typed,
    lastSeen: typed,
    neededBy: typed,
    useMessage: ticked,
  }),
  declining: z.object({ declineReason: typed }),
  sessions: z.object({
    sessionKind: list.kind.catch(undefined),
    sessionState: list.state.catch(undefined),
    sessionDays: typed
      .transform((days): unknown => Number(days))
      .pipe(list.days)
      .catch(undefined),
  }),
} as const;
type Inputs = { readonly [Group in keyof typeof TASK_INPUTS]: keyof z.infer<(typeof TASK_INPUTS)[Group]> };
/** The options of all workloads, which are checked where they are used. */
export const OPTION_INPUTS = z.object(
  Object.fromEntries(OPTIONS.map(({ name, kind }) => [name, kind === 'toggle' ? ticked : typed])),
);
export type TaskInput = Inputs[keyof Inputs];
/** `dataset` of the scope picker's type-ahead (`application/search`). */
export const SCOPE_DATASET = 'restore-scope';

/** A checkbox beside an entry is `pick-<key of the entry>`. */
export const PICK_PREFIX = 'pick-';
const keys = z.array(entryKeySchema).max(200).optional();
const boxes = z.object({ entries: keys, unticked: keys });
/** The keys of a card's entries, ticked or not. The bound is generous: no card has this many checkboxes. */
export const PICKS = z
  .record(z.string(), ticked)
  .transform((inputs): z.input<typeof boxes> => {
    const names = Object.keys(inputs).filter((name) => name.startsWith(PICK_PREFIX));
    const keysOf = (isOn: boolean) =>
      names.filter((name) => inputs[name] === isOn).map((name) => name.slice(PICK_PREFIX.length));
    return names.length === 0 ? {} : { entries: keysOf(true), unticked: keysOf(false).filter(Boolean) };
  })
  .pipe(boxes);

/** The `data` of a button, the same for `Action.Execute` and its `Action.Submit` fallback. Holds no secret. */
export interface ButtonData {
  readonly verb: Verb;
  /** Opaque mark of the person whose card it is; empty where it is nobody's. */
  readonly owner: string;
  /** Sign-in id for `new-code`, `use-code`, `cancel` and `show-code`; session id for all that concerns a session. */
  readonly id?: string | undefined;
  readonly flow?: FlowKind | undefined;
  /** Key of the organization. */
  readonly organization?: string | undefined;
  /** For `sign-in` and `sign-in-again`: the code comes on a card of its own, so that the pressed one stays as it is. */
  readonly below?: true | undefined;
  /** For `log-out` and `not-me`: although a restore may end with the session. */
  readonly anyway?: true | undefined;
  /** Beside `anyway`: everything, as the command does. */
  readonly all?: true | undefined;
  /** What `command` runs, as if it had been typed. */
  readonly command?: string | undefined;
  readonly task?: string | undefined;
  readonly restore?: string | undefined;
  readonly request?: string | undefined;
  readonly press?: TaskButton | RestorePress | RequestButton | Pick<ApprovalPress, 'kind'> | undefined;
  readonly session?: string | undefined;
  readonly page?: number | undefined;
  readonly list?: SessionList | undefined;
  readonly admin?: AdminPress | undefined;
}
