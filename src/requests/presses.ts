/** What the buttons of requests carry, and what they request. */
import * as z from 'zod';
import type { Fields } from './model.ts';

/** Longer ones are cut. */
export const LONGEST = { what: 400, place: 120, reason: 200 } as const;

/** `fill-in` shows the form to one person alone; `back` leads from the form of a change to the request; `search` opens the task again. */
export const requestButtonSchema = z.object({
  kind: z.enum([
    'fill-in',
    'ask',
    'edit',
    'save',
    'back',
    'withdraw',
    'take',
    'hand-back',
    'decline',
    'done',
    'search',
  ]),
});
export type RequestButton = z.infer<typeof requestButtonSchema>;

/** As typed in the form, not checked. */
export interface TypedFields {
  readonly what?: string | undefined;
  readonly kind?: Fields['kind'];
  readonly place?: string | undefined;
  readonly lastSeen?: string | undefined;
  readonly neededBy?: string | undefined;
  readonly useMessage?: boolean | undefined;
}

export type RequestPress = RequestButton & { readonly fields: TypedFields; readonly reason?: string | undefined };
