/** A restore's one card: edited in place, posted where there is none yet. */
import { UpstreamError } from '../../core/errors.ts';
import type { Asker, PersonKey } from '../../core/person.ts';
import type { Organizations } from '../../sign-in/organizations/organizations.ts';
import type { Announcer } from '../../core/announcer.ts';
import type { Log } from '../../core/platform.ts';
import { displayName } from '../../sign-in/presenter.ts';
import type { RestoreStore } from '../ports.ts';
import type { RestoreReply } from '../reply.ts';
import type { RestoreChanges } from './update.ts';
import type { Restore } from '../model/restore.ts';
import { progressView } from './restore-view.ts';
import { restoreIn } from './transitions.ts';
import type { RestoreProgressView, RestoreView } from '../views.ts';

export interface RestoreCards {
  view(restore: Restore, page?: number): RestoreProgressView;
  /**
   * Shows how it stands, and keeps the card's id. Where the conversation can't be written to any more, what was kept
   * for it is erased.
   *
   * @throws UpstreamError when the chat service keeps failing, StorageAwayError
   */
  tell(key: PersonKey, restore: Restore): Promise<'told' | 'left'>;
  /** The same for what the person waits for: the card says how it stands once this returns. @throws StorageAwayError */
  show(asker: Asker, restore: Restore): Promise<RestoreReply>;
}

export interface RestoreCardsDependencies {
  readonly store: Pick<RestoreStore, 'erase'>;
  readonly changes: RestoreChanges;
  readonly announcer: Announcer<RestoreView>;
  readonly organizations: Pick<Organizations, 'get'>;
  readonly log: Log;
}

/** A follower may end it between a look and an edit; more often than this nobody is that quick. */
const LOOKS = 3;

export function createRestoreCards(dependencies: RestoreCardsDependencies): RestoreCards {
  const { store, changes, announcer, organizations, log } = dependencies;

  const view: RestoreCards['view'] = (restore, page) =>
    progressView(restore, displayName(organizations, restore.organization), page);

  async function tell(key: PersonKey, restore: Restore): Promise<'told' | 'left'> {
    const { id, address, cardId } = restore;
    const shown = view(restore);
    const delivery =
      cardId === undefined
        ? await announcer.post(address, key, shown)
        : await announcer.edit(address, key, cardId, shown);
    if (delivery.kind === 'unreachable') {
      log.info({ reference: id }, 'the conversation of a restore is gone; what was kept for it is erased');
      await store.erase(key);
      return 'left';
    }
    if (delivery.cardId !== cardId) {
      await changes.change(key, id, (present) =>
        present === undefined || present.cardId === delivery.cardId
          ? { result: undefined }
          : { next: { ...present, cardId: delivery.cardId }, result: undefined },
      );
    }
    return 'told';
  }

  return {
    view,
    tell,

    async show({ key }, restore) {
      let now = restore;
      try {
        for (let look = 0; look < LOOKS; look += 1) {
          if ((await tell(key, now)) === 'left') break;
          const then = restoreIn((await changes.read(key)).state, restore.id);
          if (then === undefined) break;
          const isSame = view(then).kind === view(now).kind;
          now = then;
          if (isSame) break;
        }
        return { view: view(now), posted: true };
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        log.warn({ reference: restore.id, error }, 'the card of a restore could not be shown');
        return { view: view(now), posted: false };
      }
    },
  };
}
