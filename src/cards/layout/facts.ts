/** Labelled rows of a card. */
import type { SessionFacts } from '../../sign-in/views.ts';
import type { Scene } from '../context.ts';
import { plain } from './escape.ts';
import { dayAndTime } from './formats.ts';
import { LIMITS } from './limits.ts';

/** One row: `text` may come from outside and is shown as it is, `time` is ours and is shown in the reader's zone. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly time: string;
}

export function fact(label: string, text: string, limit: number = LIMITS.name): Fact {
  return { label, text: plain(text, limit) || '–', time: '' };
}

export function moment(scene: Scene, label: string, epochMilliseconds: number): Fact {
  return { label, text: '', time: dayAndTime(scene, epochMilliseconds) };
}

/** The organization, unless others see the card. */
export function organizationFact({ words, discreet }: Scene, organization: string): readonly Fact[] {
  return discreet ? [] : [fact(words.facts.organization, organization, LIMITS.organization)];
}

/** Name of the person the card is for, fit to show; `otherwise` where the context has none. */
export function ownerName({ context, words }: Scene, otherwise = ''): string {
  return plain(context.owner.name ?? otherwise, LIMITS.name) || words.somebody;
}

/** The line above the title that says whose card it is, where others see it too. */
export function forWhom(scene: Scene): string {
  const { place, owner } = scene.context;
  const name = plain(owner.name ?? '', LIMITS.name);
  return place === 'personal' || name === '' ? '' : scene.words.forWhom(name);
}

/** Who, where and until when. */
export function sessionFacts(scene: Scene, session: SessionFacts): readonly Fact[] {
  const { facts, flow } = scene.words;
  return [
    fact(facts.account, session.account, LIMITS.account),
    fact(facts.organization, session.organization, LIMITS.organization),
    fact(facts.kind, flow[session.flow]),
    moment(scene, facts.until, session.expiresAt),
  ];
}
