import type { Announcer, Attempt } from './announcer.ts';
import type { Address, PersonKey } from '../core/person.ts';

/** The card that shows the state of a record as long as that lives. */
interface LiveCard {
  readonly address: Address;
  readonly key: PersonKey;
  /** As stored with the record; undefined before it is posted. */
  readonly cardId: string | undefined;
}

/**
 * Shows a view on the card: posts it, edits it, or posts it anew where it cannot be edited any more.
 *
 * @param storeId stores with the record that another card is its card from now on
 * @throws UpstreamError when the chat service keeps failing, and what `storeId` throws
 */
export async function showOnCard<View>(
  announcer: Announcer<View>,
  { address, key, cardId }: LiveCard,
  view: View,
  storeId: (cardId: string) => Promise<unknown>,
  attempt?: Attempt,
): Promise<'shown' | 'unreachable'> {
  const delivery = await (cardId === undefined
    ? announcer.post(address, key, view, attempt)
    : announcer.edit(address, key, cardId, view, attempt));
  if (delivery.kind === 'unreachable') return 'unreachable';
  if (delivery.cardId !== cardId) await storeId(delivery.cardId);
  return 'shown';
}
