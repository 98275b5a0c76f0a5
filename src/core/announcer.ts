import type { Address, PersonKey } from './person.ts';

export type Delivery =
  | { readonly kind: 'delivered'; readonly cardId: string }
  /** The conversation accepts no messages until the person writes again. `reason`: the chat service's error code. */
  | { readonly kind: 'unreachable'; readonly reason?: string | undefined };

/** Sends cards outside a turn. Retries what Teams allows to be retried. */
export interface Announcer<View> {
  /** @throws UpstreamError when the chat service keeps failing */
  post(address: Address, key: PersonKey, view: View): Promise<Delivery>;
  /** Edits in place; posts a new card where the message is gone (the delivery then has another `cardId`). @throws UpstreamError */
  edit(address: Address, key: PersonKey, cardId: string, view: View): Promise<Delivery>;
}
