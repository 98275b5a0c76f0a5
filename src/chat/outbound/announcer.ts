/** Posts and edits cards in conversations, inside and outside of turns. */
import type { Activity } from 'botbuilder';

import type { CardContext, RenderedCard } from '../../cards/layout/context.ts';
import { shortened, withNote } from '../../cards/layout/shorten.ts';
import { wordsFor } from '../../cards/text/index.ts';
import type { Announcer, Delivery } from '../../durable/announcer.ts';
import type { Address, PersonKey } from '../../core/person.ts';
import type { ShownView } from '../../requests/views.ts';
import { outgoing, ownerMark } from '../conversation/address.ts';
import type { Connector, Sent } from './connector.ts';
import { MESSAGE_LIMIT_BYTES, messageBytes, type Message } from './message.ts';

export type Shown = ShownView;

/** A view that has been rendered already, for those who see it. */
export type RenderedView = RenderedCard & { readonly kind: 'rendered' };

const CARD = 'application/vnd.microsoft.card.adaptive';

type RenderView = (view: Shown, context: CardContext) => RenderedCard;

export type CardAnnouncer = ReturnType<typeof createAnnouncer>;

export function createAnnouncer({ connector, render }: { readonly connector: Connector; readonly render: RenderView }) {
  /** The card without text: Teams splits text and card into two messages and returns no id for them. */
  function message(address: Address, key: PersonKey, view: Shown | RenderedView): Message {
    const audience = address.place === 'personal' ? 'owner' : 'everyone';
    const isRendered = view.kind === 'rendered';
    const { card, summary } = isRendered ? view : render(view, cardContext(address, key, audience));
    const { sending: words } = wordsFor(address.locale);
    const base = { type: 'message', ...outgoing(address) };
    const withCard = (whole: object, isRepeated: boolean): Partial<Activity> => {
      const content = isRepeated ? withNote(whole, words.repeated) : whole;
      return { ...base, summary, attachments: [{ contentType: CARD, content }] };
    };
    return {
      name: `${key.personId} ${view.kind}`,
      forms: [
        (isRepeated) => withCard(card, isRepeated),
        (isRepeated) => withCard(shortened(card, words.shortened), isRepeated),
      ],
      // A line in a channel answers nobody.
      instead: key.personId === '' ? undefined : { ...base, text: words.instead, summary: words.instead },
    };
  }

  async function post(...[address, key, view, attempt]: Parameters<Announcer<Shown | RenderedView>['post']>) {
    return deliveryOf(await connector.post(address, message(address, key, view), attempt));
  }

  return {
    post,
    async edit(...[address, key, cardId, view, attempt]: Parameters<Announcer<Shown | RenderedView>['edit']>) {
      // The connector returned no id for this card, so it cannot be edited.
      if (cardId === '') return post(address, key, view, attempt);
      const sent = await connector.edit(address, cardId, message(address, key, view), attempt);
      return sent.kind === 'message-gone' ? post(address, key, view, attempt) : deliveryOf(sent);
    },
    async retire(...[address, key, cardId, view]: Parameters<Announcer<Shown>['retire']>): Promise<Delivery> {
      if (cardId === '') return { kind: 'delivered', cardId };
      const sent = await connector.edit(address, cardId, message(address, key, view));
      return sent.kind === 'message-gone' ? { kind: 'delivered', cardId } : deliveryOf(sent);
    },
    /** Whether others in the chat would see a card in its place that only its owner can exchange for it. */
    isForOwner: (address: Address, key: PersonKey, view: Shown): boolean =>
      address.place !== 'personal' && render(view, cardContext(address, key, 'everyone')).isStandIn === true,
    /** Renders the card as only its owner may see it, with the code: for the response to an invoke. */
    renderForOwner(address: Address, key: PersonKey, view: Shown): RenderedView {
      const { card, summary } = render(view, cardContext(address, key, 'owner'));
      const isTooLarge = messageBytes(card) > MESSAGE_LIMIT_BYTES;
      const { sending: words } = wordsFor(address.locale);
      return { kind: 'rendered', card: isTooLarge ? shortened(card, words.shortened) : card, summary };
    },
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
