/** Views → cards in conversations, outside a turn. */
import type { CardContext, RenderedCard } from '../../cards/context.ts';
import type { RestoreView } from '../../restore/views.ts';
import type { Announcer, Delivery } from '../../core/announcer.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { View } from '../../sign-in/views.ts';
import { outgoing } from '../conversation/address.ts';
import type { Connector, Sent } from './connector.ts';
import { ownerMark } from '../actions/owner-mark.ts';

/** What either heart wants shown. */
export type Shown = View | RestoreView;

/** cards/'s renderView. */
export type RenderView = (view: Shown, context: CardContext) => RenderedCard;

export interface Announcing extends Announcer<Shown> {
  /** As that person alone may see it, the code included: for the answer to an invoke. */
  renderForOwner(address: Address, key: PersonKey, view: Shown): RenderedCard;
  /** Shows that the bot is at work; at once or not at all. Never throws. */
  typing(address: Address): Promise<void>;
}

const CARD = 'application/vnd.microsoft.card.adaptive';

export function createAnnouncer({
  connector,
  render,
}: {
  readonly connector: Connector;
  readonly render: RenderView;
}): Announcing {
  async function post(address: Address, key: PersonKey, view: Shown): Promise<Delivery> {
    return delivery(await connector.post(address, message(address, key, view)));
  }

  /** The card alone: Teams splits text and card, and gives no id for what it split. */
  function message(address: Address, key: PersonKey, view: Shown): Parameters<Connector['post']>[1] {
    const { card, summary } = render(
      view,
      cardContext(address, key, address.place === 'personal' ? 'owner' : 'everyone'),
    );
    return { type: 'message', ...outgoing(address), summary, attachments: [{ contentType: CARD, content: card }] };
  }

  return {
    post,
    async edit(address, key, cardId, view) {
      // A card whose id never came can't be edited.
      if (cardId === '') return post(address, key, view);
      const sent = await connector.edit(address, cardId, message(address, key, view));
      return sent.kind === 'message-gone' ? post(address, key, view) : delivery(sent);
    },
    renderForOwner: (address, key, view) => render(view, cardContext(address, key, 'owner')),
    typing: (address) => connector.try(address, { type: 'typing', ...outgoing(address) }),
  };
}

function cardContext(address: Address, key: PersonKey, audience: CardContext['audience']): CardContext {
  const { place, locale, zone, userId, userName: name } = address;
  return { place, locale, zone, owner: { name, userId, id: ownerMark(key) }, audience };
}

const delivery = (sent: Sent): Delivery =>
  sent.kind === 'sent' ? { kind: 'delivered', cardId: sent.id } : { kind: 'unreachable', reason: sent.reason };
