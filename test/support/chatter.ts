/** A sample person in a conversation, in few words. */
import type { Conversation, Json, Message, PressResult } from '../../local/connector/types.ts';
import { approve, deny } from '../../local/identity-provider/approve.ts';
import type { SamplePerson } from '../../local/people.ts';
import type { Stack } from '../../local/stack.ts';
import { codeOf, linkOf, titleOf } from './cards-seen.ts';

/** Generous, because other tests run at the same time. */
export const PATIENCE_MILLISECONDS = 20_000;

const SHOW = 'Show my code';

/** A card with a code, as its person sees it. */
export interface CodeCard {
  readonly id: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly card: Json;
}

export interface Chatter {
  readonly person: SamplePerson;
  readonly conversation: Conversation;
  say(text: string): Promise<{ readonly status: number; readonly messageId: string }>;
  /** The bot's messages as this person sees them, oldest first. */
  readonly messages: readonly Message[];
  /** Sends the text and waits for the bot's next message. */
  ask(text: string): Promise<Message>;
  /** Sends `restore login` and returns the card with the code; in shared places the view of **Show my code**. */
  login(text?: string): Promise<CodeCard>;
  /** The card of a message as this person sees it now. */
  card(id: string): Json | undefined;
  /** Waits until the card of the message has the title. */
  becomes(id: string, title: string, patienceMilliseconds?: number): Promise<Json>;
  press(
    id: string,
    title: string,
    extra?: { readonly useFallback?: boolean; readonly inputs?: Json; readonly action?: Json },
  ): Promise<PressResult>;
  /** Approves the code on the provider's pages. */
  approve(code: CodeCard, as?: SamplePerson): Promise<void>;
  deny(code: CodeCard): Promise<void>;
  /** From `restore login` to the edited card. */
  signIn(): Promise<{ readonly id: string; readonly code: CodeCard; readonly card: Json }>;
}

export function readCode(id: string, card: Json | undefined): CodeCard | undefined {
  const userCode = codeOf(card);
  const verificationUri = linkOf(card);
  return card === undefined || userCode === undefined || verificationUri === undefined
    ? undefined
    : { id, userCode, verificationUri, card };
}

/** @param where the personal chat by default */
export function chatter({ connector }: Pick<Stack, 'connector'>, person: SamplePerson, where?: Conversation): Chatter {
  const conversation = where ?? connector.conversationFor(person);
  const fromBot = (): readonly Message[] =>
    connector
      .messages(conversation)
      .filter(({ from, deleted }) => from.kind === 'bot' && !deleted)
      .map((message) => connector.seenBy(person, message));
  const card = (id: string): Json | undefined => fromBot().find((message) => message.id === id)?.card;
  const decision = ({ userCode, verificationUri }: CodeCard, who: SamplePerson) => ({
    userCode,
    verificationUri,
    person: who,
  });

  const chat: Chatter = {
    person,
    conversation,
    get messages() {
      return fromBot();
    },
    say: (text) => connector.say({ person, conversation, text }),
    async ask(text) {
      const before = new Set(fromBot().map(({ id }) => id));
      const { messageId } = await chat.say(text);
      // In a channel each question begins a thread, and its answer comes there.
      const isAnswer = ({ id, threadId }: Message): boolean =>
        !before.has(id) && (threadId === undefined || threadId === messageId);
      return connector.waitFor(() => fromBot().find(isAnswer), PATIENCE_MILLISECONDS);
    },
    async login(text = 'restore login') {
      const { id } = await chat.ask(text);
      if (conversation.kind !== 'personal') await chat.press(id, SHOW);
      const code = readCode(id, card(id));
      if (code === undefined) throw new Error(`no code on the card "${titleOf(card(id))}"`);
      return code;
    },
    card,
    becomes: (id, title, patience = PATIENCE_MILLISECONDS) =>
      connector
        .waitFor(() => (titleOf(card(id)) === title ? card(id) : undefined), patience)
        .catch((error: unknown) => {
          throw new Error(`the card is "${titleOf(card(id))}", not "${title}": ${String(error)}`);
        }),
    press: (cardId, title, extra) => connector.press({ person, conversation, cardId, title, ...extra }),
    approve: (code, as = person) => approve(decision(code, as)),
    deny: (code) => deny(decision(code, person)),
    async signIn() {
      const code = await chat.login();
      await chat.approve(code);
      return { id: code.id, code, card: await chat.becomes(code.id, 'Signed in') };
    },
  };
  return chat;
}
