/** What people do in the chat page on the way to a restore, and pictures of it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { ALEX, type SamplePerson } from '../../local/people.ts';
import { startRunningBot, type RunningBot, type RunningBotOptions } from '../support/running-bot.ts';
import { openChat, overTheEdge, type ChatTab } from './chat-tab.ts';
import { startBrowser } from './chromium.ts';
import { decideAs } from './sign-in-page.ts';

/** A folder for the pictures of the documents, each cropped to its card; absent: none are written. */
const PICTURES = process.env['PICTURES'];
/** Restores take seconds, and the bot looks every few. */
export const RESTORED = { timeout: 40_000 };

interface Parts {
  readonly browser: Browser;
  readonly bot: RunningBot;
}

/** A browser and a bot for the tests of a file; they exist once its first test begins. */
export function startParts(options?: RunningBotOptions): Parts {
  const chromium = startBrowser();
  let bot: RunningBot | undefined;
  beforeAll(async () => {
    if (PICTURES !== undefined) await mkdir(PICTURES, { recursive: true });
    bot = await startRunningBot(options);
  }, 60_000);
  afterAll(() => bot?.stop(), 60_000);
  return {
    get browser() {
      return chromium.browser;
    },
    get bot() {
      if (bot === undefined) throw new Error('No test has begun yet.');
      return bot;
    },
  };
}

export async function openAs({ browser, bot }: Parts, person: SamplePerson): Promise<ChatTab> {
  // High enough for a whole card.
  const chat = await openChat(browser, bot.connector.url, { viewport: { width: 1200, height: 1800 } });
  if (person !== ALEX) await chat.become(person);
  return chat;
}

/** A tab with somebody signed in, and the card that says so. */
export async function signedInAs(parts: Parts, person: SamplePerson, line = 'restore login'): Promise<ChatTab> {
  const chat = await openAs(parts, person);
  await chat.say(line);
  await decideAs(chat, chat.card(/[A-Z]{4}-[A-Z]{4}/), person, 'approve');
  await chat.card("You're signed in to the backup service").waitFor();
  return chat;
}

/** The row of a list that has this in bold. */
export const rowOf = (card: Locator, title: string): Locator =>
  card.locator('.ac-columnSet').filter({ has: card.page().getByText(title, { exact: true }) });

/** Writes a screenshot, and a picture cropped to the card if requested. Nothing may run over the edge. */
export async function keep(chat: ChatTab, card: Locator, name: string, picture?: string): Promise<void> {
  await chat.picture(name);
  expect(await overTheEdge(chat.page)).toEqual([]);
  if (PICTURES === undefined || picture === undefined) return;
  const taken = PNG.sync.read(await card.screenshot({ animations: 'disabled' }));
  // A third smaller than as the browser writes it.
  const small = PNG.sync.write(taken, { colorType: 2, filterType: 0, deflateLevel: 9, deflateStrategy: 0 });
  await writeFile(join(PICTURES, `${picture}.png`), small);
}

/** The browser complained about nothing. */
export async function close(chat: ChatTab): Promise<void> {
  expect(chat.complaints).toEqual([]);
  await chat.close();
}
