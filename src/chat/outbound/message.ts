/** The forms in which a message may be sent: whole, shorter and shorter, and at last a sentence in its place. */
import type { Activity } from 'botbuilder';

export interface Message {
  /**
   * @param isRepeated an earlier copy may have been delivered
   * @returns undefined where it cannot be made that short
   */
  readonly within: (maxBytes: number, isRepeated: boolean) => Partial<Activity> | undefined;
  /** Says what to do when the chat service accepts the message in no form. */
  readonly instead?: Partial<Activity> | undefined;
  /** The same for each copy of a message in its conversation. */
  readonly name: string;
}

/** A message that has only one form. */
export const asItIs = (activity: Partial<Activity>): Message => ({ name: '', within: () => activity });

/**
 * Of the whole activity, by `messageBytes`. Microsoft Teams, "Format your bot messages": about 100 KB counted as UTF-16 are
 * refused with 413, and up to 80 KB are delivered. Earlier editions of that page said 40 and 28 KB, which are tried after a 413.
 */
export const MESSAGE_LIMITS_BYTES = [80_000, 40_000, 28_000] as const;

/** The larger one of UTF-8, which is sent, and UTF-16, in which Teams counts. */
export const messageBytes = (message: object): number => {
  const text = JSON.stringify(message);
  return Math.max(Buffer.byteLength(text), 2 * text.length);
};

export class MessageForms {
  readonly name: string;
  readonly #forms: readonly ((isRepeated: boolean) => Partial<Activity> | undefined)[];
  readonly #id: string | undefined;
  readonly #instead: Partial<Activity> | undefined;
  #at = -1;
  #isReplaced = false;

  /** @param id of the message that is edited */
  constructor({ name, within, instead }: Message, id: string | undefined) {
    this.name = name;
    this.#forms = MESSAGE_LIMITS_BYTES.map((bytes) => (isRepeated) => within(bytes, isRepeated));
    this.#instead = instead;
    this.#id = id;
    if (!this.shorten()) this.replace();
  }

  body(isRepeated: boolean): string {
    const form = this.#forms[this.#at];
    const activity = this.#isReplaced ? this.#instead : (form?.(isRepeated) ?? form?.(false));
    return JSON.stringify(this.#id === undefined ? activity : { ...activity, id: this.#id });
  }

  /** Goes on to the next shorter form. @returns false where there is none */
  shorten(): boolean {
    if (this.#isReplaced) return false;
    const refused = this.#forms[this.#at]?.(false);
    const isShorter = (form: Partial<Activity> | undefined): boolean =>
      form !== undefined && (refused === undefined || messageBytes(form) < messageBytes(refused));
    const next = this.#forms.findIndex((form, at) => at > this.#at && isShorter(form(false)));
    if (next !== -1) this.#at = next;
    return next !== -1;
  }

  /** Goes on to the sentence. @returns false where there is none, or it was the last form already */
  replace(): boolean {
    if (this.#isReplaced || this.#instead === undefined) return false;
    this.#isReplaced = true;
    return true;
  }
}
