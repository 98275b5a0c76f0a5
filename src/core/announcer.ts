import type { Address, PersonKey } from './person.ts';

/** What happened to a card that was sent. */
export type Delivery =
  | { readonly kind: 'delivered'; readonly cardId: string }
  /** The person or the conversation cannot be written to until they write again. */
  | {
      readonly kind: 'unreachable';
      /** The chat service's own word for it. */
      readonly reason?: string | undefined;
    };

/** Writes outside a turn. Retries what Teams says may be retried. */
export interface Announcer<View> {
  /** @throws UpstreamError when the chat service keeps failing */
  post(address: Address, key: PersonKey, view: View): Promise<Delivery>;
  /** Edits in place; where the message is gone, posts anew (`cardId` of the delivery differs then). @throws UpstreamError */
  edit(address: Address, key: PersonKey, cardId: string, view: View): Promise<Delivery>;
}
