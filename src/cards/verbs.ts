/** What a button asks for, and what it carries back. */
import type { FlowKind } from '../sign-in/sign-in.ts';

/** Every verb a card of ours sends. */
export const VERBS = [
  'new-code',
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
] as const;

export type Verb = (typeof VERBS)[number];

/** Id of the choice card's input: its value comes back in the button's data under this name. */
export const ORGANIZATION_INPUT = 'organization';

/** The `data` of a button, the same for `Action.Execute` and its `Action.Submit` fallback. Holds no secret. */
export interface ButtonData {
  readonly verb: Verb;
  /** Opaque mark of the person whose card it is. */
  readonly owner: string;
  /** Sign-in id for `new-code`, `cancel` and `show-code`; session id for all that concerns a session. */
  readonly id?: string | undefined;
  readonly flow?: FlowKind | undefined;
  /** Key of the organization. */
  readonly organization?: string | undefined;
  /** What `command` runs, as if it had been typed. */
  readonly command?: string | undefined;
}
