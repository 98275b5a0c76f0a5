/** The card of most answers: what happened, what to do next, labelled facts, and buttons. */
import type { RenderedCard, Scene } from '../context.ts';
import { fill, type TemplateName } from '../templates.ts';
import type { Button } from './buttons.ts';
import { dayAndTime } from './formats.ts';
import { LIMITS, plain } from './plain-text.ts';

/** Entries of a list on a card; those that are false or undefined are not shown. */
export type List<T> = readonly (T | false | undefined)[];

/** One labelled row: `text` may come from outside and is shown as it is, `time` is expanded by the client. */
export interface Fact {
  readonly label: string;
  readonly text?: string;
  readonly time?: string;
}

export interface Message {
  readonly title: string;
  /** The title, unless given. */
  readonly summary?: string | undefined;
  /** What happened. */
  readonly paragraphs?: List<string>;
  /** A sentence with a point in time. */
  readonly time?: string | undefined;
  /** A sentence of an upstream service, shown as such. */
  readonly quoted?: string | undefined;
  /** What to do next. */
  readonly next?: List<string>;
  readonly facts?: List<Fact>;
  /** Facts that are hidden until **Details** is pressed. */
  readonly details?: List<Fact>;
  /** Small print. */
  readonly notes?: List<string>;
  readonly buttons?: List<Button>;
}

/** @param content what the template shows beside the message */
export function messageCard(
  scene: Scene,
  message: Message,
  template: TemplateName = 'message',
  content: object = {},
): RenderedCard {
  const { words, context } = scene;
  const owner = plain(context.owner.name, LIMITS.name);
  return fill(template, {
    forWhom: context.place === 'personal' || owner === '' ? '' : words.forWhom(owner),
    quotedLabel: words.saidByService,
    detailsTitle: words.signedIn.details,
    ...message,
    summary: message.summary ?? message.title,
    ...content,
  });
}

export function fact(label: string, text: string, limit: number = LIMITS.name): Fact {
  return { label, text: plain(text, limit) || '–' };
}

export function moment(scene: Scene, label: string, epochMilliseconds: number): Fact {
  return { label, time: dayAndTime(scene, epochMilliseconds) };
}

/** The organization, unless others see the card. */
export function organizationFact({ words, discreet }: Scene, organization: string): Fact | false {
  return !discreet && fact(words.facts.organization, organization, LIMITS.organization);
}

/** The name of the person the card is for; `otherwise` where the context has none. */
export function ownerName({ context, words }: Scene, otherwise?: string): string {
  return plain(context.owner.name ?? otherwise, LIMITS.name) || words.somebody;
}

/** The reference to give to those who can help. */
export function referenceNote({ words }: Scene, reference: string): string {
  return words.reference(plain(reference, LIMITS.id));
}
