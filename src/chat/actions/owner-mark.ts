import { hash } from 'node:crypto';
import type { PersonKey } from '../../core/person.ts';

/**
 * Identifies a card's owner in its buttons: constant for one person in one conversation. It is neither a secret nor a
 * permission: a button always acts on the state of the person who presses it.
 */
export function ownerMark({ conversationId, personId }: PersonKey): string {
  return hash('sha256', `${conversationId}\n${personId}`, 'base64url').slice(0, 22);
}
