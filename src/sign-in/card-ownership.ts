/** Which card a button press may edit. All methods throw StorageUnavailableError. */
import { readState } from '../core/optimistic-update.ts';
import type { Asker } from '../core/person.ts';
import type { PersonStore } from './ports.ts';

export type OwnCard = ReturnType<typeof createOwnCard>;

export function createOwnCard(store: Pick<PersonStore, 'read'>) {
  /** Whether the card is stored as that of the asker's sign-in, session or notice. */
  async function onRecord({ key }: Asker, cardId: string | undefined): Promise<boolean> {
    const { signIn, session } = (await readState(store, key)).state ?? {};
    return cardId !== undefined && [signIn?.cardId, session?.cardId, session?.noticeCardId].includes(cardId);
  }
  return {
    onRecord,
    /** In a shared place the client could name somebody else's card, so only the asker's stored cards may be edited. */
    async editable(asker: Asker, cardId: string | undefined): Promise<string | undefined> {
      return asker.address.place === 'personal' || (await onRecord(asker, cardId)) ? cardId : undefined;
    },
  };
}
