import { hash } from 'node:crypto';
import type { PersonKey } from '../../core/person.ts';

/**
 * What the buttons of a card carry to tell whose it is: the same for one person in one conversation, meaning nothing
 * anywhere else. Not a secret and no right by itself: what a button does is done to the state of whoever presses it.
 */
export function ownerMark({ conversationId, personId }: PersonKey): string {
  return hash('sha256', `${conversationId}\n${personId}`, 'base64url').slice(0, 22);
}
