import { onUpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { SharedInputs } from './inputs.ts';
import type { View } from './views.ts';

export type EditCards = ReturnType<typeof createEditCards>;

/**
 * Edits cards that are no longer used, one after the other; those that are gone stay so. An error of the chat service is only
 * logged, with this event and message.
 */
export function createEditCards(
  { announcer, log }: Pick<SharedInputs, 'announcer' | 'log'>,
  { errorEvent: event, message }: { readonly errorEvent: string; readonly message: string },
) {
  const logError = onUpstreamError((error) => log.warn({ event, error }, message));
  return async (
    { address, key }: Pick<Asker, 'address' | 'key'>,
    cardIds: readonly (string | undefined)[],
    view: View,
  ): Promise<void> => {
    for (const cardId of cardIds) {
      if (cardId !== undefined) await announcer.retire(address, key, cardId, view).catch(logError);
    }
  };
}
