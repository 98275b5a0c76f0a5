/** The forms in which a message may be sent: whole, shorter, and at last a sentence in its place. */
import type { Activity } from 'botbuilder';

export interface Message {
  /** The same for each copy of the message in its conversation. */
  readonly name: string;
  /** The message, and shorter ones. `isRepeated`: an earlier copy may have been delivered. */
  readonly forms: readonly ((isRepeated: boolean) => Partial<Activity>)[];
  /** Says what to do where the message cannot be sent in any form. */
  readonly instead?: Partial<Activity> | undefined;
}

/** A message that has only one form. */
export const asItIs = (activity: Partial<Activity>): Message => ({ name: '', forms: [() => activity] });

/**
 * Of the whole activity, by `messageBytes`. Microsoft Teams, "Format your bot messages": messages of about 100 KB are refused
 * with 413, and up to 80 KB are delivered. Earlier editions of that page said 28 and 40 KB, so that a 413 is reckoned with
 * below the limit, too.
 */
export const MESSAGE_LIMIT_BYTES = 80_000;

/** The larger one of UTF-8, which is sent, and UTF-16, in which Teams counts. */
export function messageBytes(message: object): number {
  const text = JSON.stringify(message);
  return Math.max(Buffer.byteLength(text), 2 * text.length);
}

export class MessageForms {
  readonly #message: Message;
  readonly #id: string | undefined;
  #at = -1;
  #isReplaced = false;

  /** @param id of the message that is edited */
  constructor(message: Message, id: string | undefined) {
    this.#message = message;
    this.#id = id;
    if (!this.shorten() && !this.replace()) this.#at = message.forms.length - 1;
  }

  get name(): string {
    return this.#message.name;
  }

  body(isRepeated: boolean): string {
    const { forms, instead } = this.#message;
    const activity = this.#isReplaced ? instead : forms[this.#at]?.(isRepeated);
    return JSON.stringify(this.#id === undefined ? activity : { ...activity, id: this.#id });
  }

  /** Goes on to the next form that is shorter and within the limit. @returns false where there is none */
  shorten(): boolean {
    if (this.#isReplaced) return false;
    const { forms } = this.#message;
    const refused = forms[this.#at]?.(false);
    const most = refused === undefined ? MESSAGE_LIMIT_BYTES : messageBytes(refused) - 1;
    const next = forms.findIndex((form, at) => at > this.#at && messageBytes(form(false)) <= most);
    if (next !== -1) this.#at = next;
    return next !== -1;
  }

  /** Goes on to the sentence. @returns false where there is none, or it was sent already */
  replace(): boolean {
    if (this.#isReplaced || this.#message.instead === undefined) return false;
    this.#isReplaced = true;
    return true;
  }
}
