/** Parses a button press, with the values of the card's inputs, from what the chat client sent. Pure. */
import { safeParse } from '../../core/shape.ts';
import { typedText } from '../../core/text.ts';
import * as z from 'zod';

import { OPTION_INPUTS, PICKS, TASK_INPUTS, VERBS } from '../../cards/layout/verbs.ts';
import { requestButtonSchema } from '../../requests/presses.ts';
import {
  approvalPressSchema,
  restorePressSchema,
  sessionListSchema,
  taskButtonSchema,
  type TaskButton,
  type TaskPress,
} from '../../restore/state/presses.ts';
import type { AdminPress } from '../../sign-in/state/views.ts';
import type { OptionValues } from '../../restore/backups/entries/option-values.ts';

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((given) => given ?? undefined);
/** Clients send null or an empty text for an empty input. */
const text = (longest: number) => optional(z.string().max(longest)).transform(typedText);
const id = z.string().trim().min(1).max(200);
/** `ownerMark` of the card's owner, to be compared with the person who pressed. */
const owner = text(200);

const GENERAL_ACTION = z.object({
  verb: z
    .enum(VERBS)
    .exclude(['task', 'restore', 'approval', 'sessions', 'session', 'stop-session', 'request', 'administer']),
  owner,
  id: text(100),
  flow: optional(z.enum(['operator', 'app-only'])),
  organization: text(300),
  /** For `sign-in`: on a card of its own. */
  below: optional(z.boolean()),
  /** For `log-out` and `not-me`. */
  anyway: optional(z.boolean()),
  all: optional(z.boolean()),
  /** For `command`: the text to run as if it had been typed. */
  command: text(300),
});

const TASK = z
  .looseObject({ verb: z.literal('task'), owner, task: id, press: taskButtonSchema })
  .transform(({ press: button, ...carried }, context) => {
    const press = withInputs(button, carried);
    if (press === undefined) context.addIssue('More is ticked than a card shows.');
    return { verb: carried.verb, owner: carried.owner, task: carried.task, press: press ?? z.NEVER };
  });

const APPROVAL = z
  .looseObject({ verb: z.literal('approval'), owner, restore: id, press: approvalPressSchema })
  .transform(({ verb, owner, restore, press, ...inputs }) => {
    const { reason } = TASK_INPUTS.reason.parse(inputs);
    return { verb, owner, restore, press: { ...press, reason } };
  });

const list = optional(sessionListSchema);

/** Paging and **Back** carry the list; **Update list** sends the inputs of its filter. */
const SESSIONS = z
  .looseObject({ verb: z.literal('sessions'), owner, list })
  .transform(({ verb, owner, list: carried, ...inputs }) => {
    const { sessionKind: kind, sessionState: state, sessionDays: days } = TASK_INPUTS.sessions.parse(inputs);
    return { verb, owner, list: carried ?? { kind, state, days } };
  });

/** Of ours: it also stands in the log and the audit log. */
const requestId = z.string().regex(/^[\w-]{1,64}$/);

const REQUEST = z
  .looseObject({ verb: z.literal('request'), owner, request: requestId, press: requestButtonSchema })
  .transform(({ verb, owner, request, press: { kind }, ...inputs }) => {
    const { askedKind, askedPlace: place, ...fields } = TASK_INPUTS.asking.parse(inputs);
    const { declineReason: reason } = TASK_INPUTS.declining.parse(inputs);
    return { verb, owner, request, press: { kind, fields: { ...fields, kind: askedKind, place }, reason } };
  });

const ADMIN_PRESS: z.ZodType<AdminPress> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list'), page: z.int().min(0).max(10_000).optional() }),
  z.object({ kind: z.literal('end-all'), sure: z.boolean().optional(), asOf: z.number().optional() }),
  z.object({ kind: z.literal('end'), person: id, asOf: z.number().optional() }),
  z.object({ kind: z.enum(['person', 'suspend', 'lift']), person: id }),
]);

const CARD_ACTION = z.discriminatedUnion('verb', [
  GENERAL_ACTION,
  TASK,
  z.object({ verb: z.literal('restore'), owner, restore: id, press: restorePressSchema }),
  APPROVAL,
  SESSIONS,
  REQUEST,
  z.object({ verb: z.literal('session'), owner, session: id, page: optional(z.int().min(0).max(10_000)), list }),
  z.object({ verb: z.literal('stop-session'), owner, session: id, list }),
  z.object({ verb: z.literal('administer'), owner, admin: ADMIN_PRESS }),
]);
/** `isRefresh`: nobody pressed; the client asks by itself, as it shows the card. */
export type CardAction = z.infer<typeof CARD_ACTION> & { readonly isRefresh?: true };
export type GeneralAction = z.infer<typeof GENERAL_ACTION>;

/** What the cards name as their `refresh`. */
const REFRESHES: ReadonlySet<CardAction['verb']> = new Set(['show-code', 'restore']);

const EXECUTED = z.object({
  action: z.object({
    type: z.literal('Action.Execute').nullish(),
    verb: z.string().nullish(),
    data: z.looseObject({}).nullish(),
  }),
  trigger: z.enum(['manual', 'automatic']).nullish(),
});

/**
 * @param value of an `adaptiveCard/action` invoke, or of the message that an `Action.Submit` sends
 * @returns undefined for anything that none of this bot's cards sends
 */
export function parseAction(value: unknown): CardAction | undefined {
  if (typeof value !== 'object' || value === null || !('action' in value)) return safeParse(CARD_ACTION, value).data;
  const { data: executed } = safeParse(EXECUTED, value);
  if (executed === undefined) return undefined;
  const { data } = executed.action;
  const verb = executed.action.verb ?? data?.['verb'];
  if ((data?.['verb'] ?? verb) !== verb) return undefined;
  const pressed = safeParse(CARD_ACTION, { ...data, verb }).data;
  if (executed.trigger !== 'automatic') return pressed;
  return pressed !== undefined && REFRESHES.has(pressed.verb) ? { ...pressed, isRefresh: true } : undefined;
}

/** @param inputs by id, untrusted @returns undefined for more ticked entries than a card shows */
function withInputs(button: TaskButton, inputs: object): TaskPress | undefined {
  switch (button.kind) {
    case 'point': {
      const { point, day, pointWords, showDeleted } = TASK_INPUTS.point.parse(inputs);
      return { kind: 'point', choice: point, typed: pointWords ?? day, showDeleted };
    }
    case 'search': {
      const { kind, next, everywhere } = button;
      const { asOf = 'asOf' in inputs ? 'latest' : undefined, ...request } = TASK_INPUTS.request.parse(inputs);
      return {
        kind,
        next,
        everywhere,
        ...request,
        scope: button.scope ?? request.scope,
        asOf,
        form: TASK_INPUTS.search.parse(inputs),
      };
    }
    case 'restore':
      return { ...button, options: optionsIn(inputs), ...TASK_INPUTS.reason.parse(inputs) };
    case 'download':
    case 'export': {
      const { data: boxes } = safeParse(PICKS, inputs);
      // Only the confirm card has options.
      const options = button.kind === 'export' && button.shown !== undefined ? optionsIn(inputs) : undefined;
      return boxes && { ...button, ...boxes, ...TASK_INPUTS.reason.parse(inputs), ...(options && { options }) };
    }
    case 'done':
      return button;
    case 'go':
    case 'workload':
    case 'page':
    case 'missing':
    case 'look-back':
    case 'list-page':
    case 'open':
    case 'versions':
    case 'browse':
    case 'up':
    case 'select':
    case 'add':
    case 'remove':
    case 'choose-options': {
      const { data: boxes } = safeParse(PICKS, inputs);
      return boxes && { ...button, ...boxes };
    }
  }
}

const optionsIn = (inputs: object): OptionValues =>
  Object.fromEntries(
    Object.entries(OPTION_INPUTS.parse(inputs)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
