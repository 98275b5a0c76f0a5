/** Parses a button press from what the chat client sent. */
import { z } from 'zod';

import { VERBS } from '../../cards/verbs.ts';
import type { Verb } from '../../cards/verbs.ts';
import type { TaskPress } from '../../restore/find/wizard-actions.ts';
import type { RestorePress } from '../../restore/run/actions.ts';
import type { FlowKind } from '../../core/organization.ts';
import { readRestorePress, readTaskPress, type Inputs } from './parse-task-action.ts';

interface Pressed {
  /** `ownerMark` of the card's owner, to be compared with the person who pressed. */
  readonly owner?: string | undefined;
  /** `automatic`: the client refreshed the card without a press. */
  readonly trigger: 'manual' | 'automatic';
}

export interface SignInAction extends Pressed {
  readonly verb: Exclude<Verb, RestoreAction['verb']>;
  /** Sign-in id or session id. */
  readonly id?: string | undefined;
  readonly flow?: FlowKind | undefined;
  readonly organization?: string | undefined;
  /** For `sign-in`: on a card of its own. */
  readonly below?: boolean | undefined;
  /** For `command`: the text to run as if it had been typed. */
  readonly command?: string | undefined;
}

interface SearchAction extends Pressed {
  readonly verb: 'find' | 'sessions';
}

interface TaskAction extends Pressed {
  readonly verb: 'task';
  readonly task: string;
  readonly press: TaskPress;
}

interface RunningAction extends Pressed {
  readonly verb: 'restore';
  readonly restore: string;
  readonly press: RestorePress;
}

interface StopAction extends Pressed {
  readonly verb: 'stop-session';
  /** Id of a session of the service. */
  readonly session: string;
}

export type RestoreAction = SearchAction | TaskAction | RunningAction | StopAction;
export type CardAction = SignInAction | RestoreAction;

/** Clients send null or an empty text for an empty input. */
const text = (longest: number) =>
  z
    .string()
    .max(longest)
    .nullish()
    .transform((given) => given?.trim() || undefined);

const data = z.object({
  owner: text(200),
  id: text(100),
  flow: z
    .enum(['operator', 'app-only'])
    .nullish()
    .transform((given) => given ?? undefined),
  organization: text(300),
  below: z
    .boolean()
    .nullish()
    .transform((given) => given ?? undefined),
  command: text(300),
});

const id = z.string().trim().min(1).max(200);
const taskData = z.looseObject({ owner: text(200), task: id, press: z.unknown() });
const restoreData = z.object({ owner: text(200), restore: id, press: z.unknown() });
const stopData = z.object({ owner: text(200), session: id });

const verb = z.enum(VERBS);
const submitted = z.looseObject({ verb });
const executed = z.object({
  action: z.object({
    type: z.literal('Action.Execute'),
    verb,
    data: z.looseObject({ verb: verb.nullish() }).nullish(),
  }),
  trigger: z.enum(['manual', 'automatic']).nullish(),
});

/**
 * @param value of an `adaptiveCard/action` invoke, or of the message that an `Action.Submit` sends
 * @returns undefined for anything that none of this bot's cards sends
 */
export function parseAction(value: unknown): CardAction | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('action' in value)) {
    const button = submitted.safeParse(value);
    return button.success ? actionOf(button.data.verb, button.data, 'manual') : undefined;
  }
  const invoked = executed.safeParse(value);
  if (!invoked.success) return undefined;
  const { action, trigger } = invoked.data;
  const carried = action.data ?? {};
  if ((carried.verb ?? action.verb) !== action.verb) return undefined;
  return actionOf(action.verb, carried, trigger ?? 'manual');
}

function actionOf(verb: Verb, carried: Inputs, trigger: Pressed['trigger']): CardAction | undefined {
  if (verb === 'task') {
    const { data: button } = taskData.safeParse(carried);
    const press = button && readTaskPress(button.press, carried);
    return press && { verb, owner: button.owner, task: button.task, press, trigger };
  }
  if (verb === 'restore') {
    const { data: button } = restoreData.safeParse(carried);
    const press = button && readRestorePress(button.press);
    return press && { verb, owner: button.owner, restore: button.restore, press, trigger };
  }
  if (verb === 'stop-session') {
    const { data: button } = stopData.safeParse(carried);
    return button && { verb, owner: button.owner, session: button.session, trigger };
  }
  const { data: button } = data.safeParse(carried);
  return button && { ...button, verb, trigger };
}
