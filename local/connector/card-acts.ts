/** People's actions on cards: pressing buttons and viewing. */
import { choicesOf, findAction, invokeValue, outcomeOf, withInputs, type FoundChoice } from './card-actions.ts';
import type { Delivery } from './delivery.ts';
import type { Drive } from './drive.ts';
import type { Messages } from './messages.ts';
import type { PersonActs, Whereabouts } from './person-acts.ts';
import type { BotAnswer, Json, Message, PressResult } from './types.ts';

interface Pressing extends Whereabouts {
  /** Id of the message that carries the card. */
  readonly cardId: string;
  readonly title?: string | undefined;
  readonly verb?: string | undefined;
  /** The action itself, instead of looking it up on the card: also one that is not on it. */
  readonly action?: Json | undefined;
  readonly inputs?: Json | undefined;
  /** Presses the fallback of an Action.Execute, as a client without Universal Actions does. */
  readonly useFallback?: boolean | undefined;
}

/** Somebody types in a choice set whose choices the bot is asked for (`choices.data`). */
interface Searching extends Whereabouts {
  readonly cardId: string;
  readonly dataset: string;
  readonly text: string;
  readonly skip?: number | undefined;
  readonly top?: number | undefined;
}

/** **Allow** or **Decline** on a card that offers a file. */
interface Answering extends Whereabouts {
  readonly cardId: string;
  readonly answer: 'accept' | 'decline';
  /** What is sent to the bot instead of an upload session of this stand-in's. */
  readonly uploadUrl?: string | undefined;
}

interface SearchResult extends BotAnswer {
  /** Undefined where Teams would not accept the bot's answer. */
  readonly choices: readonly FoundChoice[] | undefined;
}

export interface CardActs {
  /** @throws Error where the card or the button is not there */
  press(pressing: Pressing): Promise<PressResult>;
  /** The person's client shows the card: refreshes it where the card asks for that. Undefined where it does not. */
  look(looking: Whereabouts & { readonly cardId: string }): Promise<PressResult | undefined>;
  /** @throws Error where the card is not there */
  search(searching: Searching): Promise<SearchResult>;
  /** @throws Error where the card offers no file */
  answerOffer(answering: Answering): Promise<PressResult>;
}

/** Teams asks for fifteen and shows no more. */
const MOST_CHOICES = 15;

export function createCardActs({
  acts,
  messages,
  delivery,
  drive,
}: {
  readonly drive: Pick<Drive, 'open'>;
  readonly acts: PersonActs;
  readonly messages: Messages;
  readonly delivery: Delivery;
}): CardActs {
  const cardMessage = (where: Whereabouts, cardId: string): Message => {
    const message = messages.find(acts.placeOf(where).id, cardId);
    if (!message || message.deleted) throw new Error(`no card ${cardId} in this conversation`);
    return message;
  };

  const execute = async (where: Whereabouts, message: Message, value: Json): Promise<PressResult> => {
    const activity = acts.activity(
      { ...where, threadId: message.threadId },
      { type: 'invoke', id: `f:${messages.newId()}`, name: 'adaptiveCard/action', value, replyToId: message.id },
    );
    const { status, body } = await delivery.deliverOnce(activity);
    const outcome = outcomeOf({ status, body });
    const current = messages.find(message.conversationId, message.id);
    // An edit that came meanwhile is newer than the answer's card.
    if (outcome.kind === 'card' && current?.version === message.version) {
      messages.setView(message, where.person.teamsUserId, outcome.card);
    }
    return { status, body, outcome };
  };

  const submit = async (where: Whereabouts, message: Message, data: Json): Promise<PressResult> => {
    const teams = data['msteams'] as Json | undefined;
    if (teams?.['type'] === 'imBack') {
      const text = String(teams['value']);
      const { status, body } = await acts.begin({ ...where, text, threadId: message.threadId }).settled;
      return { status, body, outcome: { kind: 'nothing' } };
    }
    const { text, value } = teams?.['type'] === 'messageBack' ? teams : { text: undefined, value: data };
    const activity = acts.activity(
      { ...where, threadId: message.threadId },
      { type: 'message', text, value, replyToId: message.id },
    );
    const { status, body, reason } = await delivery.deliver(activity);
    const outcome =
      reason === undefined
        ? ({ kind: 'nothing' } as const)
        : ({ kind: 'error', text: `Not sent: ${reason}.` } as const);
    return { status, body, outcome };
  };

  return {
    async press(pressing) {
      const message = cardMessage(pressing, pressing.cardId);
      const card = messages.seenBy(message, pressing.person.teamsUserId).card ?? {};
      const found = pressing.action ?? findAction(card, pressing);
      const action = pressing.useFallback === true ? (found['fallback'] as Json) : found;
      switch (action['type']) {
        case 'Action.Execute':
          return execute(pressing, message, invokeValue(action, pressing.inputs ?? {}, 'manual'));
        case 'Action.Submit':
          return submit(pressing, message, withInputs(action, pressing.inputs ?? {}));
        case 'Action.OpenUrl':
          return { status: 0, body: undefined, outcome: { kind: 'url', url: String(action['url']) } };
        default:
          throw new Error(`${String(action['type'])} reaches no bot`);
      }
    },
    async look(looking) {
      const message = cardMessage(looking, looking.cardId);
      const viewer = looking.person.teamsUserId;
      if (!messages.refreshDue(message, viewer)) return undefined;
      messages.markRefreshed(message, viewer);
      const refresh = message.card?.['refresh'] as { readonly action: Json };
      return execute(looking, message, invokeValue(refresh.action, {}, 'automatic'));
    },
    async answerOffer({ cardId, answer, uploadUrl, ...where }) {
      const message = cardMessage(where, cardId);
      const { offer } = message;
      if (offer === undefined) throw new Error('this card offers no file');
      const context = answer === 'accept' ? offer.acceptContext : offer.declineContext;
      const uploadInfo = answer === 'accept' ? drive.open(where.person, offer.name) : undefined;
      const value = {
        type: 'fileUpload',
        action: answer,
        context,
        uploadInfo: uploadInfo && { ...uploadInfo, ...(uploadUrl !== undefined && { uploadUrl }) },
      };
      const activity = acts.activity(where, {
        type: 'invoke',
        name: 'fileConsent/invoke',
        value,
        replyToId: message.id,
      });
      const { status, body } = await delivery.deliverOnce(activity);
      const isTaken = status >= 200 && status < 300;
      return {
        status,
        body,
        outcome: isTaken ? { kind: 'nothing' } : { kind: 'error', text: 'The file could not be sent.' },
      };
    },
    async search(searching) {
      const message = cardMessage(searching, searching.cardId);
      const { text: queryText, dataset, skip = 0, top = MOST_CHOICES } = searching;
      const value = { kind: 'search', queryText, queryOptions: { skip, top }, dataset };
      const activity = acts.activity(
        { ...searching, threadId: message.threadId },
        { type: 'invoke', name: 'application/search', value, replyToId: message.id },
      );
      const { status, body } = await delivery.deliverOnce(activity);
      return { status, body, choices: choicesOf({ status, body })?.slice(0, MOST_CHOICES) };
    },
  };
}
