/** For whom and where a card is rendered. */
import type { Place } from '../core/person.ts';
import type { RestoreView } from '../restore/views.ts';
import type { View } from '../sign-in/views.ts';
import type { Words } from './text/words.ts';

export interface CardContext {
  readonly place: Place;
  /** BCP 47, of the reader. */
  readonly locale?: string | undefined;
  /** IANA time zone of the reader; UTC, and said so, where it is unknown. */
  readonly zone?: string | undefined;
  readonly owner: {
    readonly name?: string | undefined;
    /** Channel id (`29:…`), for `refresh.userIds`. */
    readonly userId: string;
    /** Opaque mark put in every button's data. */
    readonly id: string;
  };
  /** `owner`: seen by that person alone, as the answer to an invoke. */
  readonly audience: 'everyone' | 'owner';
}

/** A finished card and the one line that notifications show. Neither `summary` nor anything else beside the code holds the code. */
export interface RenderedCard {
  readonly card: object;
  readonly summary: string;
}

/** The view of one kind. */
export type Of<Kind extends (View | RestoreView)['kind']> = Extract<View | RestoreView, { kind: Kind }>;

/** What every card function gets beside its view. */
export interface Scene {
  readonly context: CardContext;
  readonly words: Words;
  /** Others can see the card: it says who, and no more than it must. */
  readonly discreet: boolean;
}
