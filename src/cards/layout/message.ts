/** The card of most answers: what happened, what to do next, labelled facts, and buttons. */
import type { RenderedCard, Scene } from './context.ts';
import { fill, type TemplateName } from './templates.ts';
import type { Words } from '../text/en/common.ts';
import type { Button } from './buttons.ts';
import { linkedPage } from './device-code.ts';
import { dayAndTime } from './formats.ts';
import { LIMITS, plain } from './plain-text.ts';

/** Entries of a list on a card; those that are false or undefined are not shown. */
export type List<T> = readonly (T | false | undefined)[];

type FactName = keyof Words['facts'];
/** Labelled rows in order: a text, which may come from outside, or a point in time. */
export type Facts = { readonly [Name in FactName]?: string | number | false | undefined };

export interface Message {
  readonly title: string;
  /** Somebody's name is in the title, so that no markdown is read in it. */
  readonly isNamed?: boolean;
  readonly summary?: string | undefined;
  readonly text?: string | List<string>;
  readonly time?: string | undefined;
  readonly quoted?: string | undefined;
  readonly next?: string | List<string>;
  readonly facts?: Facts;
  /** Facts that are hidden until **Details** is pressed. */
  readonly details?: Facts;
  /** Pages that open, beside the notes; without those that no card may open. */
  readonly links?: List<{ readonly title: string; readonly url: string }>;
  readonly notes?: List<string>;
  readonly buttons?: List<Button>;
  readonly template?: TemplateName;
  /** What the template shows beside the message. */
  readonly content?: object;
}

export function messageCard(scene: Scene, message: Message): RenderedCard {
  const { words, context } = scene;
  const { template = 'message', facts = {}, details = {}, content, isNamed = false, links = [], ...shown } = message;
  const owner = plain(context.owner.name, LIMITS.name);
  return fill(template, {
    forWhom: context.place === 'personal' || owner === '' ? '' : words.forWhom(owner),
    quotedLabel: words.quotedLabel,
    detailsTitle: words.signedIn.details,
    facts: factRows(scene, facts),
    details: factRows(scene, details),
    links: links.flatMap((link) => {
      const page = link ? linkedPage(link.url) : undefined;
      return link && page ? [{ title: link.title, url: page.url }] : [];
    }),
    ...shown,
    ...(isNamed && { title: '', namedTitle: shown.title }),
    summary: shown.summary ?? shown.title,
    ...content,
  });
}

/** What others see of a card that is for its owner alone: a button, which answers its owner with that card. */
export function standInCard(scene: Scene, message: Message): RenderedCard {
  return { ...messageCard(scene, message), isStandIn: true };
}

const FACT_LIMITS: { readonly [Name in FactName]?: number } = {
  account: LIMITS.address,
  organization: LIMITS.organization,
  reason: LIMITS.reason,
};

export function factRows(scene: Scene, facts: Facts): readonly object[] {
  return (Object.entries(facts) as [FactName, Facts[FactName]][]).flatMap<object>(([name, value]) => {
    const label = scene.words.facts[name];
    if (value === undefined || value === false) return [];
    if (typeof value === 'number') return [{ label, time: dayAndTime(scene, value) }];
    return [{ label, text: plain(value, FACT_LIMITS[name] ?? LIMITS.name) || '–' }];
  });
}

/** The name of the person the card is for; `otherwise` where the context has none. */
export function ownerName({ context, words }: Scene, otherwise?: string): string {
  return plain(context.owner.name ?? otherwise, LIMITS.name) || words.somebody;
}

export function referenceNote({ words }: Scene, reference: string): string {
  return words.reference(plain(reference, LIMITS.id));
}
