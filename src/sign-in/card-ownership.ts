/** Which card a press may change. */
import type { PersonStore } from './ports.ts';
import type { Asker } from './start/begin.ts';
import { readState } from '../core/optimistic-update.ts';

export interface OwnCard {
  /** Whether that card is known to be the one of the asker's sign-in, session or notice. @throws StorageAwayError */
  onRecord(asker: Asker, cardId: string | undefined): Promise<boolean>;
  /**
   * The pressed card, where it may be edited for everybody. A chat client says which card was pressed, and could name
   * somebody else's: in a shared place only one that is on record as the asker's counts.
   *
   * @throws StorageAwayError
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
