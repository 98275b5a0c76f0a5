/** The card that most answers are: what happened, what to do next, facts, and buttons. */
import type { RenderedCard, Scene } from '../context.ts';
import { fill } from '../templates.ts';
import type { Button } from './buttons.ts';
import { forWhom, type Fact } from './facts.ts';

export interface Message {
  readonly title: string;
  /** The title says it where this is absent. */
  readonly summary?: string | undefined;
  /** What happened. */
  readonly said?: readonly string[] | undefined;
  /** A sentence of ours with a point in time. */
  readonly until?: string | undefined;
  /** Somebody else's sentence, shown as such. */
  readonly quoted?: string | undefined;
  /** What to do next. */
  readonly next?: readonly string[] | undefined;
  readonly facts?: readonly Fact[] | undefined;
  /** Small print. */
  readonly notes?: readonly string[] | undefined;
  readonly buttons?: readonly Button[] | undefined;
}

export function messageCard(scene: Scene, message: Message): RenderedCard {
  const summary = message.summary ?? message.title;
  const card = fill('message', {
    summary,
    forWhom: forWhom(scene),
    title: message.title,
    said: lines(message.said),
    until: message.until ?? '',
    quotedLabel: scene.words.saidByService,
    quoted: message.quoted ?? '',
    next: lines(message.next),
    facts: message.facts ?? [],
    notes: lines(message.notes),
    buttons: message.buttons ?? [],
  });
  return { card, summary };
}

/** Paragraphs as templates repeat them. */
export function lines(texts: readonly string[] = []): readonly { readonly text: string }[] {
  return texts.map((text) => ({ text }));
}
