/** Which card a button press may edit. */
import type { PersonStore } from './ports.ts';
import type { Asker } from '../core/person.ts';
import { readState } from '../core/optimistic-update.ts';

export interface OwnCard {
  /** Whether the card is stored as that of the asker's sign-in, session or notice. @throws StorageUnavailableError */
  onRecord(asker: Asker, cardId: string | undefined): Promise<boolean>;
  /**
   * The client names the pressed card and could name somebody else's, so in a shared place only the asker's stored cards
   * may be edited.
   *
   * @returns the card to edit; undefined for none
   * @throws StorageUnavailableError
   */
  editable(asker: Asker, cardId: string | undefined): Promise<string | undefined>;
}

export function createOwnCard(store: Pick<PersonStore, 'read'>): OwnCard {
  const onRecord: OwnCard['onRecord'] = async ({ key }, cardId) => {
    const { signIn, session } = (await readState(store, key)).state ?? {};
    return cardId !== undefined && [signIn?.cardId, session?.cardId, session?.noticeCardId].includes(cardId);
  };
  return {
    onRecord,
    async editable(asker, cardId) {
      return asker.address.place === 'personal' || (await onRecord(asker, cardId)) ? cardId : undefined;
    },
  };
}
