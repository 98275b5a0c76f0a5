/** One person with a bot of their own in a world of its own; several lanes run side by side. */
import { QueueClient } from '@azure/storage-queue';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Message } from '../../local/connector/types.ts';
import { ALEX, PEOPLE, type SamplePerson } from '../../local/people.ts';
import type { Stack } from '../../local/stack.ts';
import type { RestoreState } from '../../src/restore/state/restore.ts';
import type { PersonState } from '../../src/sign-in/state/model.ts';
import { titleOf } from '../support/cards-seen.ts';
import { chatter, readCode, type Chatter } from '../support/chatter.ts';
import { startTestStack } from '../support/running-bot.ts';
import { stored, type Stored } from '../support/stored.ts';
import type { BotFarm, TorturedBot } from './bot-farm.ts';
import type { Upstreams } from './outgoing-calls.ts';

/** Short, so that somebody else takes over soon. */
const OWNERSHIP = { ownershipSeconds: 3, extendSeconds: 1 };

export interface Lane {
  readonly stack: Stack;
  /** Alex, or whom the lane is for. */
  readonly alex: Chatter;
  readonly stored: Stored;
  /** Whom people talk to: the first of these that lives. */
  readonly bots: readonly TorturedBot[];
  /** Starts one more; it comes first from now on. @param changes of its settings */
  startBot(aheadMilliseconds?: number, changes?: Readonly<Record<string, string>>): Promise<TorturedBot>;
  /** A new round: what was before counts no more, but as what led to it where `after` says so. */
  begin(after?: 'preparation'): void;
  /** Messages of the bot in this round, as Alex sees them. */
  messages(): readonly Message[];
  /** And those that somebody else sees. */
  seenBy(person: SamplePerson): readonly Message[];
  /** How many of its processes have ended since `begin`. */
  readonly deaths: number;
  /** And those of its preparation. */
  messagesWithPreparation(): readonly Message[];
  state(): Promise<PersonState | undefined>;
  restores(): Promise<RestoreState | undefined>;
  /** Alex does what a person does: approves each code once, looks at cards that still show one. */
  approveWhatIsThere(): Promise<void>;
  look(): Promise<void>;
  /** Device code polls of this round, oldest first. */
  polls(): readonly { readonly deviceCode: string; readonly at: number }[];
  /** What lies in the queue for anybody to take, by its text. Stops every bot first. */
  leftInQueue(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export interface LaneOptions {
  readonly farm: BotFarm;
  /** Alex where absent. */
  readonly person?: SamplePerson | undefined;
  readonly tokenSeconds?: number | undefined;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** See bot.ts. */
  readonly haste?: number | undefined;
}

export async function startLane(options: LaneOptions): Promise<Lane> {
  const { farm, person = ALEX, tokenSeconds, environment = {}, haste = 1 } = options;
  let bots: readonly TorturedBot[] = [];
  let beganAt = 0;
  let seenBefore = new Set<string>();
  let seenBeforePreparation = seenBefore;
  let deaths = 0;
  const approved = new Set<string>();
  const alive = (): TorturedBot | undefined => bots.find((bot) => bot.alive);
  const stack = await startTestStack({
    tokenSeconds,
    intervalSeconds: haste,
    botEndpoint: () => `http://127.0.0.1:${alive()?.port ?? 9}/api/messages`,
    delivery: { retryDelaysMilliseconds: [300, 500, 800, 1_000, 1_500, 2_000, 3_000] },
  });
  const settings = { ...stack.environment, ...environment };
  const alex = chatter(stack, person);
  const store = stored(settings);
  const host = (url: string): string => new URL(url).host;
  const upstreams: Upstreams = {
    [host(stack.identityProvider.url)]: 'provider',
    [host(stack.directory.url)]: 'directory',
    [host(stack.backupService.url)]: 'service',
    [host(stack.connector.url)]: 'connector',
    [`127.0.0.1:${stack.storage.blobPort}`]: 'blobs',
    [`127.0.0.1:${stack.storage.queuePort}`]: 'queue',
  };
  const everybody = PEOPLE.map((each) => chatter(stack, each));
  const seenBy = ({ objectId }: SamplePerson): readonly Message[] =>
    everybody.find((chat) => chat.person.objectId === objectId)?.messages.filter(({ id }) => !seenBefore.has(id)) ?? [];
  const messages = (): readonly Message[] => seenBy(person);

  return {
    stack,
    alex,
    stored: store,
    get bots() {
      return bots;
    },
    async startBot(aheadMilliseconds = 0, changes = {}) {
      const bot = await farm.start({
        environment: { ...settings, ...changes },
        ownership: OWNERSHIP,
        upstreams,
        aheadMilliseconds,
        haste,
      });
      while (!(await fetch(`http://127.0.0.1:${bot.port}/readyz`).then(({ ok }) => ok))) await sleep(50);
      void bot.ended.then(() => (deaths += 1));
      bots = [bot, ...bots.filter(({ alive: lives }) => lives)];
      return bot;
    },
    begin(after) {
      seenBefore = new Set(everybody.flatMap((chat) => chat.messages.map(({ id }) => id)));
      deaths = 0;
      if (after === undefined) seenBeforePreparation = seenBefore;
      beganAt = Date.now();
    },
    messages,
    seenBy,
    get deaths() {
      return deaths;
    },
    messagesWithPreparation: () => alex.messages.filter(({ id }) => !seenBeforePreparation.has(id)),
    state: () => store.open(alex.conversation.id, person),
    restores: () => store.restores(alex.conversation.id, person),
    async approveWhatIsThere() {
      for (const { id, card } of messages()) {
        const code = readCode(id, card);
        if (code === undefined || approved.has(code.userCode)) continue;
        approved.add(code.userCode);
        // Replaced or over by now: its page says so.
        await alex.approve(code).catch(() => undefined);
      }
    },
    async look() {
      const waiting = messages().filter(({ card }) => STILL_WAITING.has(titleOf(card)));
      for (const { id: cardId } of waiting) {
        // As Teams does whenever somebody comes back to a card, not once alone.
        const posted = stack.connector.messages(alex.conversation).find(({ id }) => id === cardId)?.card;
        const action = (posted as { readonly refresh?: { readonly action: Json } } | undefined)?.refresh?.action;
        if (action === undefined) continue;
        const pressing = { person, conversation: alex.conversation, cardId, action };
        await stack.connector.press(pressing).catch(() => undefined);
      }
    },
    polls: () =>
      stack.identityProvider.received
        .filter(({ receivedAt, path }) => receivedAt >= beganAt && path.endsWith('/token'))
        .map(({ body, receivedAt }) => ({ form: new URLSearchParams(body), at: receivedAt }))
        .filter(({ form }) => form.has('device_code'))
        .map(({ form, at }) => ({ deviceCode: form.get('device_code') ?? '', at })),
    async leftInQueue() {
      // What the last one killed was working on comes to another one first.
      await sleep(OWNERSHIP.ownershipSeconds * 1_000 + 2_000);
      await Promise.all(bots.filter(({ alive: lives }) => lives).map((bot) => bot.stop()));
      await sleep(OWNERSHIP.ownershipSeconds * 1_000 + 200);
      const { AZURE_STORAGE_CONNECTION_STRING: account = '', JOB_QUEUE: name = '' } = settings;
      const texts = [];
      for (const queue of [name, `${name}-poison`].map((each) => new QueueClient(account, each))) {
        if (!(await queue.exists())) continue;
        const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
        texts.push(...peekedMessageItems.map(({ messageText }) => messageText));
      }
      // The next sweep is always planned, and may have come due since the last bot stopped.
      return texts.filter((text) => !text.includes('"kind":"sweep"'));
    },
    async stop() {
      for (const bot of bots) if (bot.alive) bot.kill();
      await Promise.all(bots.map(({ ended }) => ended));
      await stack.stop();
    },
  };
}

/** Titles of cards that promise that something goes on. */
export const STILL_WAITING: ReadonlySet<string> = new Set(['Sign in to restore data', 'Almost there']);
