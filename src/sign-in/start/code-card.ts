/** The card that shows the code: one at a time, wherever it was asked for last. */
import { StorageAwayError, UpstreamError } from '../../core/errors.ts';
import type { Asker } from '../../core/person.ts';
import type { Reply } from '../views.ts';
import type { Organizations } from '../organizations/organizations.ts';
import type { Log } from '../../core/platform.ts';
import type { PersonStore, SignInAnnouncer } from '../ports.ts';
import { codeView, displayName, outcomeView } from '../presenter.ts';
import type { WaitingSignIn, PersonState } from '../model.ts';
import { changeState, type Loaded } from '../../core/optimistic-update.ts';
import { withCardId } from '../follow/transitions.ts';
import type { View } from '../views.ts';

export interface CodeCards {
  /**
   * Shows the code on the card that was pressed (`cardId`), or on a new one, and keeps the card's id with the sign-in.
   * The card that showed it before gives it up. Where the sign-in has come to its end meanwhile, the card shows that.
   *
   * @param shown called once the card's id is kept, with what is stored now; not where that fails
   */
  show(
    asker: Asker,
    known: Loaded<PersonState>,
    signIn: WaitingSignIn,
    cardId: string | undefined,
    shown?: (known: Loaded<PersonState>) => void,
  ): Promise<Reply>;
  /** The code of that organization is shown elsewhere now, or no more. */
  moveBelow(asker: Asker, organization: string, cardId: string | undefined): Promise<void>;
  /** Edits a card. Never throws what the chat service says about it. */
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
      log.warn({ error }, 'an outdated card could not be edited');
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

    async show(asker, known, signIn, pressed, shown) {
      const { address, key } = asker;
      const view = codeView(organizations, signIn, asker.person);
      try {
        const delivery =
          pressed === undefined
            ? await announcer.post(address, key, view)
            : await announcer.edit(address, key, pressed, view);
        if (delivery.kind === 'unreachable') return { view, posted: true };
        const { cardId } = delivery;
        const { result: above, known: now } = await changeState(store, key, withCardId(signIn.id, cardId), known);
        shown?.(now);
        if (above !== pressed) await moveBelow(asker, signIn.organization, above);
        const outcome = outcomeView(organizations, now.state, signIn.id);
        if (outcome === undefined) {
          // Given up or replaced while its card was on the way: nobody else knows that card.
          const present = now.state?.signIn;
          if (present === undefined) await edit(asker, cardId, { kind: 'notice', notice: { code: 'cancelled' } });
          else if (present.id !== signIn.id) await moveBelow(asker, signIn.organization, cardId);
          return { view, posted: true };
        }
        await edit(asker, cardId, outcome);
        return { view: outcome, posted: true };
      } catch (error) {
        if (!(error instanceof UpstreamError || error instanceof StorageAwayError)) throw error;
        // The follower posts the card when it finds none.
        log.warn({ reference: signIn.id, error }, 'the sign-in card could not be sent');
        return { view, posted: true };
      }
    },
  };
}
