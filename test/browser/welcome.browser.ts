/** The first card somebody sees fits on a small laptop's screen, and on a phone's, in every language. */
import { ALEX } from '../../local/people.ts';
import { chatter } from '../support/chatter.ts';
import { startRunningBot, type RunningBot } from '../support/running-bot.ts';
import { NARROW, openChat, outOfView, overTheEdge, type ChatTab } from './chat-tab.ts';
import { startBrowser } from './chromium.ts';

const LAPTOP = { viewport: { width: 1280, height: 757 } } as const;

const chromium = startBrowser();
let bot: RunningBot;

beforeEach(async () => {
  bot = await startRunningBot();
}, 60_000);
afterEach(() => bot.stop(), 60_000);

/** Boxes of a card, its texts and its buttons that are not wholly on the screen. */
const hidden = (chat: ChatTab): Promise<readonly string[]> =>
  chat.page
    .evaluate(`[...document.querySelectorAll('.card')].slice(-1).flatMap((card) => [card, ...card.querySelectorAll('*')])
    .filter((each) => {
      const { top, bottom, left, right, width } = each.getBoundingClientRect();
      return width > 0 && (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth);
    })
    .map((each) => each.tagName + ': ' + each.textContent.slice(0, 60))`);

test.each([
  ['a laptop', LAPTOP, 'en-GB', ['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands']],
  [
    'a laptop',
    LAPTOP,
    'fr-FR',
    ['Se connecter', 'Rechercher et restaurer', 'Demander à un opérateur', 'Toutes les commandes'],
  ],
  ['a phone', NARROW, 'en-GB', ['Sign in', 'Find items to restore', 'Ask for a restore', 'All commands']],
  ['a phone', NARROW, 'de-DE', ['Anmelden', 'Etwas wiederherstellen', 'Operator fragen', 'Alle Befehle']],
])(
  'the welcome is seen whole on %s (%#)',
  async (_, screen, locale, buttons) => {
    const chat = await openChat(chromium.browser, bot.connector.url, { ...screen, locale });
    const card = chat.page.locator('.card').last();
    await card.waitFor();
    for (const name of buttons) await card.getByRole('button', { name, exact: true }).waitFor();
    await chat.picture(`welcome-${screen.viewport.width}-${locale}`);
    expect(await outOfView(chat.page)).toBeUndefined();
    expect(await hidden(chat)).toEqual([]);
    expect(await overTheEdge(chat.page)).toEqual([]);
    expect(await card.getByText('restore login').count()).toBe(0);

    await card.getByRole('button', { name: buttons.at(-1) ?? '', exact: true }).click();
    await chat.card('restore logout').waitFor();
    expect(await overTheEdge(chat.page)).toEqual([]);
    await chat.picture(`all-commands-${screen.viewport.width}-${locale}`);
    expect(chat.complaints).toEqual([]);
    await chat.close();
  },
  60_000,
);

test('what is no command can be searched for once a person is signed in', async () => {
  await chatter(bot, ALEX).signIn();
  const chat = await openChat(chromium.browser, bot.connector.url, LAPTOP);
  await chat.say('what can you do?');
  const help = chat.card("I don't know");
  await help.getByRole('button', { name: 'All commands' }).waitFor();
  expect(await help.getByRole('button').allInnerTexts()).toEqual([
    'Search for “what can you do”',
    'Recent restores',
    'Status',
    'All commands',
    '...',
  ]);
  expect(await hidden(chat)).toEqual([]);
  await chat.close();
}, 60_000);
