/** Posts and edits cards in conversations, inside and outside of turns. */
import type { Activity } from 'botbuilder';

import type { CardContext, RenderedCard } from '../../cards/layout/context.ts';
import type { Delivery } from '../../core/announcer.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { RestoreView } from '../../restore/state/views.ts';
import type { View } from '../../sign-in/state/views.ts';
import { outgoing, ownerMark } from '../conversation/address.ts';
import type { Connector, Sent } from './connector.ts';

export type Shown = View | RestoreView;

/** A view that has been rendered already, for those who see it. */
export type RenderedView = RenderedCard & { readonly kind: 'rendered' };

type RenderView = (view: Shown, context: CardContext) => RenderedCard;

export type CardAnnouncer = ReturnType<typeof createAnnouncer>;

export function createAnnouncer({ connector, render }: { readonly connector: Connector; readonly render: RenderView }) {
  /** The card without text: Teams splits text and card into two messages and returns no id for them. */
  function message(address: Address, key: PersonKey, view: Shown | RenderedView): Partial<Activity> {
    const audience = address.place === 'personal' ? 'owner' : 'everyone';
    const isRendered = view.kind === 'rendered';
    const { card, summary } = isRendered ? view : render(view, cardContext(address, key, audience));
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }];
    return { type: 'message', ...outgoing(address), summary, attachments };
  }

  async function post(address: Address, key: PersonKey, view: Shown | RenderedView): Promise<Delivery> {
    return deliveryOf(await connector.post(address, message(address, key, view)));
  }

  return {
    post,
    async edit(address: Address, key: PersonKey, cardId: string, view: Shown | RenderedView): Promise<Delivery> {
      // The connector returned no id for this card, so it cannot be edited.
      if (cardId === '') return post(address, key, view);
      const sent = await connector.edit(address, cardId, message(address, key, view));
      return sent.kind === 'message-gone' ? post(address, key, view) : deliveryOf(sent);
    },
    /** Renders the card as only its owner may see it, with the code: for the response to an invoke. */
    renderForOwner: (address: Address, key: PersonKey, view: Shown): RenderedView => ({
      kind: 'rendered',
      ...render(view, cardContext(address, key, 'owner')),
    }),
    /** Shows a typing indicator; sends it at once or not at all. Never throws. */
    typing: (address: Address): Promise<void> => connector.tryPost(address, { type: 'typing', ...outgoing(address) }),
  };
}

/** Posts in one channel, a thread each time: it says nothing of the person whose address leads to the chat service. */
export const createChannelPost =
  (announcer: Pick<CardAnnouncer, 'post'>, conversationId: string) =>
  ({ channelId, serviceUrl, tenantId, botId }: Address, view: Shown): Promise<Delivery> => {
    const channel = { channelId, serviceUrl, tenantId, botId, conversationId, place: 'channel', userId: '' } as const;
    return announcer.post(channel, { conversationId, personId: '' }, view);
  };

function cardContext(address: Address, key: PersonKey, audience: CardContext['audience']): CardContext {
  const { place, locale, zone, userId, userName: name } = address;
  return { place, locale, zone, owner: { name, userId, id: ownerMark(key) }, audience };
}

export const deliveryOf = (sent: Sent): Delivery =>
  sent.kind === 'sent' ? { kind: 'delivered', cardId: sent.id } : { kind: 'unreachable', reason: sent.reason };
