/** What a pressed button asks for, out of what the chat client sent. */
import { z } from 'zod';

import { VERBS } from '../cards/verbs.ts';
import type { Verb } from '../cards/verbs.ts';
import type { FlowKind } from '../sign-in/sign-in.ts';

export interface CardAction {
  readonly verb: Verb;
  /** Opaque mark of the person whose card it is. Whoever pressed is to be held against it. */
  readonly owner?: string | undefined;
  /** Sign-in id or session id. */
  readonly id?: string | undefined;
  readonly flow?: FlowKind | undefined;
  readonly organization?: string | undefined;
  /** For `command`: what is to be run as if it had been typed. */
  readonly command?: string | undefined;
  /** `automatic`: the client refreshed the card by itself, nobody pressed anything. */
  readonly trigger: 'manual' | 'automatic';
}

/** An input that was left empty comes as null or as an empty text. */
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
  command: text(300),
});

const verb = z.enum(VERBS);
const submitted = data.extend({ verb });
const executed = z.object({
  action: z.object({ type: z.literal('Action.Execute'), verb, data: data.extend({ verb: verb.nullish() }).nullish() }),
  trigger: z.enum(['manual', 'automatic']).nullish(),
});

/**
 * @param value of an `adaptiveCard/action` invoke, or of the message that an `Action.Submit` sends
 * @returns undefined for anything that no card of ours sends
 */
export function parseAction(value: unknown): CardAction | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('action' in value)) {
    const button = submitted.safeParse(value);
    return button.success ? { ...button.data, trigger: 'manual' } : undefined;
  }
  const invoked = executed.safeParse(value);
  if (!invoked.success) return undefined;
  const { action, trigger } = invoked.data;
  const carried = action.data?.verb ?? action.verb;
  if (carried !== action.verb) return undefined;
  return { ...action.data, verb: action.verb, trigger: trigger ?? 'manual' };
}
