import type { Address, PersonKey } from '../core/person.ts';

export type Delivery =
  | { readonly kind: 'delivered'; readonly cardId: string }
  /** The conversation accepts no messages until the person writes again. `reason`: the chat service's error code. */
  | { readonly kind: 'unreachable'; readonly reason?: string | undefined };

/**
 * `only`: nobody sends it again later, so it is tried for longer, and if nothing helps a sentence in its place says what to do.
 * Absent: the caller sends it again, or goes without it.
 */
export type Attempt = 'only';

/**
 * Sends cards. Retries what Teams allows to be retried. What Teams refuses is sent shorter, and at last replaced by a sentence
 * that says what to do; that counts as delivered.
 */
export interface Announcer<View> {
  /** @throws UpstreamError when the chat service keeps failing */
  post(address: Address, key: PersonKey, view: View, attempt?: Attempt): Promise<Delivery>;
  /** Edits in place; posts a new card where the message is gone (the delivery then has another `cardId`). @throws UpstreamError */
  edit(address: Address, key: PersonKey, cardId: string, view: View, attempt?: Attempt): Promise<Delivery>;
  /** Edits a card that is no longer used. Where the message is gone there is nothing to do. @throws UpstreamError */
  retire(address: Address, key: PersonKey, cardId: string, view: View): Promise<Delivery>;
}
