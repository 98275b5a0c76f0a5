/** The card with the code. Only the newest one shows it. */
import { onUpstreamError, StorageUnavailableError, UpstreamError } from '../../core/errors.ts';
import { changeState, type Loaded } from '../../core/optimistic-update.ts';
import type { Asker } from '../../core/person.ts';
import { withCardId } from '../follow/transitions.ts';
import type { SignInInputs } from '../inputs.ts';
import type { PersonState, WaitingSignIn } from '../model.ts';
import { codeView, displayName, noticeView, outcomeView } from '../presenter.ts';
import type { Reply, View } from '../views.ts';

type Ports = Pick<SignInInputs, 'organizations' | 'store' | 'announcer' | 'log'>;

export class CodeCards {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Shows the code on the pressed card (`cardId`) or on a new one, and stores the card's id with the sign-in. The card that
   * showed it before no longer does. If the sign-in has ended meanwhile, the card shows the outcome.
   *
   * @param onStored called with the new state after the card's id is stored; not called when that fails
   */
  async show(
    asker: Asker,
    loaded: Loaded<PersonState>,
    signIn: WaitingSignIn,
    pressed: string | undefined,
    onStored?: (loaded: Loaded<PersonState>) => void,
  ): Promise<Reply> {
    const { organizations, store, announcer, log } = this.#ports;
    const { address, key } = asker;
    const { id: reference } = signIn;
    const view = codeView(organizations, signIn, asker.person);
    try {
      const delivery =
        pressed === undefined
          ? await announcer.post(address, key, view)
          : await announcer.edit(address, key, pressed, view);
      if (delivery.kind === 'unreachable') return { kind: 'delivered', view };
      const { cardId } = delivery;
      const { result: above, loaded: stored } = await changeState(store, key, withCardId(reference, cardId), loaded);
      onStored?.(stored);
      if (above !== pressed) await this.moveBelow(asker, signIn.organization, above);
      const outcome = outcomeView(organizations, stored.state, reference);
      if (outcome !== undefined) {
        await this.edit(asker, cardId, outcome);
        return { kind: 'delivered', view: outcome };
      }
      // Cancelled or replaced while the card was being posted; nothing else refers to this card.
      const present = stored.state?.signIn;
      if (present === undefined) await this.edit(asker, cardId, noticeView('cancelled'));
      else if (present.id !== reference) await this.moveBelow(asker, signIn.organization, cardId);
    } catch (error) {
      if (!(error instanceof UpstreamError || error instanceof StorageUnavailableError)) throw error;
      // The job posts the card if it finds none.
      log.warn({ event: 'sign-in-card-not-sent', reference, error }, 'the sign-in card could not be sent');
    }
    return { kind: 'delivered', view };
  }

  /** Removes the code and buttons of a card whose code is now shown below. */
  moveBelow(asker: Asker, key: string, cardId: string | undefined): Promise<void> {
    const organization = displayName(this.#ports.organizations, key);
    return this.edit(asker, cardId, { kind: 'moved-below', organization, askedBy: asker.person.name });
  }

  /** Edits a card; errors of the chat service are only logged. */
  async edit({ address, key }: Asker, cardId: string | undefined, view: View): Promise<void> {
    const { announcer, log } = this.#ports;
    if (cardId === undefined) return;
    await announcer.edit(address, key, cardId, view).catch(
      onUpstreamError((error) => {
        log.warn({ event: 'card-not-edited', error }, 'an outdated card could not be edited');
      }),
    );
  }
}
