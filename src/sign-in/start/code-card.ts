/** The card with the code. Only the newest one shows it. */
import { StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { Organizations } from '../organizations.ts';
import type { Log } from '../../core/platform.ts';
import type { PersonStore, SignInAnnouncer } from '../ports.ts';
import { codeView, displayName, outcomeView } from '../presenter.ts';
import type { WaitingSignIn, PersonState } from '../model.ts';
import { changeState, type Loaded } from '../../core/optimistic-update.ts';
import { withCardId } from '../follow/transitions.ts';
import type { Reply, View } from '../views.ts';

export interface CodeCards {
  /**
   * Shows the code on the pressed card (`cardId`) or on a new one, and stores the card's id with the sign-in. The card that
   * showed it before no longer does. If the sign-in has ended meanwhile, the card shows the outcome.
   *
   * @param onStored called with the new state after the card's id is stored; not called when that fails
   */
  show(
    asker: Asker,
    loaded: Loaded<PersonState>,
    signIn: WaitingSignIn,
    cardId: string | undefined,
    onStored?: (loaded: Loaded<PersonState>) => void,
  ): Promise<Reply>;
  /** Removes the code and buttons of a card whose code is now shown below. */
  moveBelow(asker: Asker, organization: string, cardId: string | undefined): Promise<void>;
  /** Edits a card; errors of the chat service are only logged. */
  edit(asker: Asker, cardId: string | undefined, view: View): Promise<void>;
}

export interface CodeCardsDependencies {
  readonly organizations: Organizations;
  readonly store: PersonStore;
  readonly announcer: SignInAnnouncer;
  readonly log: Log;
}

export function createCodeCards({ organizations, store, announcer, log }: CodeCardsDependencies): CodeCards {
  async function edit(asker: Asker, cardId: string | undefined, view: View): Promise<void> {
    if (cardId === undefined) return;
    try {
      await announcer.edit(asker.address, asker.key, cardId, view);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.warn({ event: 'card-not-edited', error }, 'an outdated card could not be edited');
    }
  }

  const moveBelow: CodeCards['moveBelow'] = (asker, organization, cardId) =>
    edit(asker, cardId, {
      kind: 'moved-below',
      organization: displayName(organizations, organization),
      askedBy: asker.person.name,
    });

  return {
    edit,
    moveBelow,

    async show(asker, loaded, signIn, pressed, onStored) {
      const { address, key } = asker;
      const view = codeView(organizations, signIn, asker.person);
      try {
        const delivery =
          pressed === undefined
            ? await announcer.post(address, key, view)
            : await announcer.edit(address, key, pressed, view);
        if (delivery.kind === 'unreachable') return { kind: 'delivered', view };
        const { cardId } = delivery;
        const { result: above, loaded: now } = await changeState(store, key, withCardId(signIn.id, cardId), loaded);
        onStored?.(now);
        if (above !== pressed) await moveBelow(asker, signIn.organization, above);
        const outcome = outcomeView(organizations, now.state, signIn.id);
        if (outcome === undefined) {
          // Cancelled or replaced while the card was being posted; nothing else refers to this card.
          const present = now.state?.signIn;
          if (present === undefined) await edit(asker, cardId, { kind: 'notice', notice: { code: 'cancelled' } });
          else if (present.id !== signIn.id) await moveBelow(asker, signIn.organization, cardId);
          return { kind: 'delivered', view };
        }
        await edit(asker, cardId, outcome);
        return { kind: 'delivered', view: outcome };
      } catch (error) {
        if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
        // The job posts the card if it finds none.
        log.warn({ event: 'sign-in-card-not-sent', reference: signIn.id, error }, 'the sign-in card could not be sent');
        return { kind: 'delivered', view };
      }
    },
  };
}
