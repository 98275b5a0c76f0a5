/** For whom and where a card is rendered. */
import type { Place } from '../../core/person.ts';
import type { ShownView } from '../../requests/views.ts';
import type { Formats } from './formats.ts';
import type { Words } from '../text/en/common.ts';

export interface CardContext {
  readonly place: Place;
  /** BCP 47, of the reader. */
  readonly locale?: string | undefined;
  /** IANA time zone of the reader. Where it is unknown, times are in UTC and say so. */
  readonly zone?: string | undefined;
  readonly owner: {
    readonly name?: string | undefined;
    /** Channel id (`29:…`), for `refresh.userIds`. */
    readonly userId: string;
    /** Opaque mark put in every button's data. */
    readonly id: string;
  };
  /** It needs no name then, since there is no other. */
  readonly oneOrganization?: boolean;
  /** `owner`: visible to that person alone, as the response to an invoke. */
  readonly audience: 'everyone' | 'owner';
}

/** A finished card, and the line that notifications show: without the code, names or anything found. */
export interface RenderedCard {
  readonly card: object;
  readonly summary: string;
  /** Others see it in place of a card that only its owner is shown, by its button. */
  readonly isStandIn?: true;
}

export type Of<Kind extends ShownView['kind']> = Extract<ShownView, { kind: Kind }>;

export interface Scene {
  readonly context: CardContext;
  readonly words: Words;
  readonly formats: Formats;
  /** Others can see the card: it says who it is for, and no more than it must. */
  readonly discreet: boolean;
}

/** By kind of view, the function that renders it. */
export type Cards = { readonly [Kind in ShownView['kind']]: (scene: Scene, view: Of<Kind>) => RenderedCard };
