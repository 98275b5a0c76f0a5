/** Every card drawn by the chat page, readable wide and narrow, and the pictures of the documents. */
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startConnector, type Connector } from '../../local/connector.ts';
import { ALEX, BOT, FERNWEH, PEOPLE } from '../../local/people.ts';
import type { CardContext } from '../../src/cards/layout/context.ts';
import { renderView } from '../../src/cards/render.ts';
import type { ShownView } from '../../src/requests/views.ts';
import type { View } from '../../src/sign-in/state/views.ts';
import { everyRequestView } from '../support/request-views.ts';
import { anEntry, aResultsView, aTaskFacts, everyRestoreView } from '../support/restore-views.ts';
import { aContext, aSessionFacts, aSignInView, everyView } from '../support/views.ts';
import { markdownOf, nodesOf, plainTextOf } from '../unit/cards/inspect.ts';
import { cardFaults } from './card-faults.ts';
import { NARROW, openChat, overTheEdge, RESULTS, type ChatTab } from './chat-tab.ts';
import { launchChromium } from './chromium.ts';

const LONG_NAME = `Vereinigte Elektrizitäts- und Wasserwerke der Hansestadt ${'Musterhausen'.repeat(5)}`;
const LONG: readonly (readonly [string, View])[] = [
  ['long-sign-in', aSignInView({ organization: LONG_NAME, askedBy: 'Maximiliane_von_und_zu_Hohenlohe'.repeat(4) })],
  ['long-host', aSignInView({ verificationUri: `https://${'sign-in.'.repeat(9)}contoso.com/device` })],
  ['long-account', { kind: 'signed-in', session: aSessionFacts({ account: `${'a'.repeat(64)}@contoso.com` }) }],
];

/** In the pictures of the themes. */
const SEEN: readonly string[] = [
  'restore-ended-own',
  'restore-ended-several',
  'restore-ended-site',
  'restore-ended-twenty',
  'restore-running',
  'help-not-understood-signed-in',
  'help-did-you-mean-signed-in',
  'task-results',
  'task-results-nothing',
];

let browser: Browser;
let connector: Connector;

beforeAll(async () => {
  await mkdir(RESULTS, { recursive: true });
  browser = await launchChromium();
  connector = await startConnector({
    people: PEOPLE,
    bot: { ...BOT, appPassword: 'nobody signs in here' },
    botEndpoint: 'http://127.0.0.1:9/',
    chatPageFolder: join(process.cwd(), 'local/chat-page'),
    adaptiveCardsScript: createRequire(join(process.cwd(), 'package.json')).resolve(
      'adaptivecards/dist/adaptivecards.min.js',
    ),
  });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await connector?.stop();
});

/** Puts cards in place of the messages, drawn by the page's own renderer. */
async function draw(
  chat: ChatTab,
  cards: readonly (readonly [string, ShownView])[],
  context: Partial<CardContext> = {},
): Promise<void> {
  const rendered = cards.map(([, view]) => renderView(view, aContext({ audience: 'owner', ...context })).card);
  await chat.page.evaluate(`import('/cards.js').then(({ renderCard }) => {
    const list = document.getElementById('messages');
    const drawn = ${JSON.stringify(rendered)}.map((card) => {
      const content = document.createElement('li');
      content.className = 'content';
      content.append(renderCard(card, () => {}));
      return content;
    });
    list.replaceChildren(...drawn);
  })`);
}

/** The whole of every card in one tall picture. */
async function pictureOfAll(chat: ChatTab, name: string): Promise<void> {
  const { width } = chat.page.viewportSize() ?? NARROW.viewport;
  const height: number = await chat.page.evaluate(`document.getElementById('messages').scrollHeight + 260`);
  await chat.page.setViewportSize({ width, height: Math.min(height, 8_000) });
  await chat.picture(name);
}

/** Names as long as those of the sample data. */
const TEN_RESULTS = aResultsView({
  task: aTaskFacts({
    scope: { own: false, name: 'Aino Lindqvist', detail: 'aino.lindqvist@fernweh.example', isOnlyOne: true },
  }),
  form: { words: 'Kyoto' },
  entries: Array.from({ length: 10 }, (_, index) =>
    anEntry({
      key: `e${String(index)}`,
      id: `item-${String(index)}`,
      title: `Kyoto ${String(index)}: kind regards from the tour guides in November`,
      who: 'Maximiliane Oyelaran-Whitfield <max@fernweh.example>',
    }),
  ),
  page: 0,
  pages: 3,
  found: 24,
  ticked: [],
  listed: [],
  elsewhere: 0,
});

test.each(['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP'])(
  'ten results fit into one view, and seven on a phone (%s)',
  async (locale) => {
    const chat = await openChat(browser, connector.url, { ...NARROW, locale });
    await draw(chat, [['ten', TEN_RESULTS]], { locale, zone: 'Europe/Berlin', oneOrganization: true });
    const measure = async (width: number): Promise<{ height: number; rows: number[] }> =>
      chat.page.evaluate(`(() => {
        const card = document.querySelector('[data-testid=card]');
        card.closest('li').style.width = card.style.width = '${String(width)}px';
        const { top, height } = card.getBoundingClientRect();
        const boxes = [...card.querySelectorAll('input[type=checkbox]')];
        return { height, rows: boxes.map((box) => box.closest('.ac-columnSet').getBoundingClientRect().bottom - top) };
      })()`);
    const { height } = await measure(480);
    await pictureOfAll(chat, `82-ten-results-${locale.slice(0, 2)}`);
    expect(height).toBeLessThanOrEqual(760);
    // What the head and the message box leave of 844 px.
    const { rows } = await measure(374);
    expect(rows.filter((bottom) => bottom <= 844 - 130).length).toBeGreaterThanOrEqual(7);
    await chat.close();
  },
  30_000,
);

test('what has no room is in a menu behind a button, and a row shows its details', async () => {
  const chat = await openChat(browser, connector.url, { viewport: { width: 860, height: 900 } });
  await draw(chat, [['ten', TEN_RESULTS]]);
  await chat.page.getByRole('button', { name: /^Details: 3 · / }).click();
  expect(await chat.page.getByText('invoice-10.pdf (31 kB), terms.docx (4 kB)').nth(2).isVisible()).toBe(true);
  await chat.page.getByRole('button', { name: 'More options' }).click();
  expect(await chat.page.getByRole('menuitem', { name: 'Done' }).isVisible()).toBe(true);
  await chat.picture('83-menu');
  await chat.close();
}, 30_000);

test.each([
  ['wide-light', { viewport: { width: 860, height: 900 } }],
  ['narrow-dark', { ...NARROW, colorScheme: 'dark' }],
] as const)(
  'every card can be read (%s)',
  async (name, options) => {
    const chat = await openChat(browser, connector.url, options);
    const cards = [...everyView(), ...LONG];
    for (let start = 0; start < cards.length; start += 14) {
      await draw(chat, cards.slice(start, start + 14));
      expect(await chat.page.getByTestId('card').count()).toBe(Math.min(14, cards.length - start));
      expect(await overTheEdge(chat.page)).toEqual([]);
      await pictureOfAll(chat, `80-cards-${name}-${String(start / 14 + 1)}`);
    }
    await chat.close();
  },
  30_000,
);

test.each([
  ['en-GB', 'wide', { viewport: { width: 860, height: 900 } }],
  ['en-GB', 'narrow', NARROW],
  ['de-DE', 'narrow', { ...NARROW, colorScheme: 'dark' }],
  ['fr-FR', 'narrow', NARROW],
  ['es-ES', 'narrow', NARROW],
  ['ja-JP', 'narrow', NARROW],
] as const)(
  'every card of finding and restoring can be read, folded and unfolded (%s, %s)',
  async (locale, name, options) => {
    const chat = await openChat(browser, connector.url, { ...options, locale });
    const cards = [...everyRestoreView(), ...everyRequestView()];
    for (let start = 0; start < cards.length; start += 12) {
      const some = cards.slice(start, start + 12);
      await draw(chat, some, { locale, zone: 'Europe/Berlin' });
      expect(await chat.page.getByTestId('card').count()).toBe(some.length);
      expect(await overTheEdge(chat.page)).toEqual([]);
      const shot = `81-restore-${name}-${locale.slice(0, 2)}-${String(start / 12 + 1)}`;
      await pictureOfAll(chat, shot);
      if (await unfold(chat)) {
        expect(await overTheEdge(chat.page)).toEqual([]);
        await pictureOfAll(chat, `${shot}-unfolded`);
      }
    }
    await chat.close();
  },
  90_000,
);

test.each([
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['high contrast', { colorScheme: 'dark', contrast: 'more' }],
] as const)(
  'every text can be told from what is behind it, in the order in which it is seen, and what has no text is named (%s)',
  async (name, theme) => {
    const chat = await openChat(browser, connector.url, { viewport: { width: 860, height: 900 }, ...theme });
    const cards = [...everyView(), ...everyRestoreView(), ...everyRequestView()];
    const faults: string[] = [];
    for (let start = 0; start < cards.length; start += 40) {
      await draw(chat, cards.slice(start, start + 40));
      await unfold(chat);
      faults.push(...(await cardFaults(chat.page)));
    }
    expect(faults).toEqual([]);
    await draw(
      chat,
      cards.filter(([view]) => SEEN.includes(view)),
    );
    await pictureOfAll(chat, `84-${name.replace(' ', '-')}`);
    await chat.close();
  },
  90_000,
);

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

test('a client that knows nothing newer than 1.2 shows every text and every button', async () => {
  const chat = await openChat(browser, connector.url, { viewport: { width: 860, height: 900 } });
  const cards = [...everyView(), ...everyRestoreView(), ...everyRequestView()].map(([name, view]) => {
    const { card } = renderView(view, aContext());
    const texts = [...plainTextOf(card), ...markdownOf(card)];
    const actions = nodesOf(card).filter(({ type }) => /^Action\.(?!Submit)/.test(wordOf(type)));
    return { name, card, texts, titles: actions.map(({ title }) => wordOf(title)) };
  });
  const lost: readonly string[] = await chat.page.evaluate(`(() => {
    const { AdaptiveCard, SerializationContext, Versions } = window.AdaptiveCards;
    const KNOWN = /^(?:AdaptiveCard|TextBlock|Image|Container|Column|ColumnSet|FactSet|ActionSet|RichTextBlock|TextRun|Input\\.\\w+|Action\\.(?:OpenUrl|Submit|ShowCard|ToggleVisibility))$/;
    const NEWER = new Set(['fallback', 'mode', 'tooltip', 'associatedInputs', 'msteams', 'speak', 'choices.data', 'style']);
    const older = (node) => {
      if (Array.isArray(node)) return node.map(older);
      if (typeof node !== 'object' || node === null) return node;
      if (node.type && !KNOWN.test(node.type)) return older(node.fallback ?? {});
      return Object.fromEntries(
        Object.entries(node).filter(([key]) => !NEWER.has(key)).map(([key, value]) => [key, key === 'data' ? value : older(value)]),
      );
    };
    const squeezed = (text) => text.replace(/\\s+/g, '');
    return ${JSON.stringify(cards)}.flatMap(({ name, card, texts, titles }) => {
      const drawn = new AdaptiveCard();
      drawn.hostConfig.actions.maxActions = 20;
      drawn.parse({ ...older(card), version: '1.2' }, new SerializationContext(Versions.v1_2));
      const shown = squeezed(drawn.render().textContent);
      const pressed = drawn.getAllActions().map(({ title }) => title);
      return [
        ...texts.filter((text) => !/[{][{]/.test(text) && !shown.includes(squeezed(text))).map((text) => name + ': ' + text),
        ...titles.filter((title) => !pressed.includes(title) && !JSON.stringify(older(card)).includes(JSON.stringify(title))).map((title) => name + ': button ' + title),
      ];
    });
  })()`);
  expect(lost).toEqual([]);
  await chat.close();
}, 60_000);

/** Shows what the cards keep behind a button. @returns whether there is anything */
async function unfold(chat: ChatTab): Promise<boolean> {
  const folded = await chat.page.evaluate<number>(`[...document.querySelectorAll('.card button[aria-controls]')]
    .map((button) => button.click()).length`);
  return folded > 0;
}

test('an earlier choice is shown by its name', async () => {
  const chat = await openChat(browser, connector.url);
  await draw(
    chat,
    everyView().filter(([name]) => name === 'choose-organization-of-500'),
  );
  const shown = await chat.page.getByRole('combobox').inputValue();
  expect(shown).not.toContain('onmicrosoft.com');
  expect(shown).not.toBe('');
  await chat.close();
}, 60_000);

test('cards of the user guide that come by themselves are drawn', async () => {
  // High enough that nothing lies over a card.
  const chat = await openChat(browser, connector.url, { viewport: { width: 1200, height: 2_000 } });
  const organization = FERNWEH.displayName;
  const { objectId: userId, tenantId, signInName: account } = ALEX;
  const pictures: readonly (readonly [string, ShownView])[] = [
    ['sign-in-card', aSignInView({ organization, askedBy: ALEX.name })],
    ['signed-in-card', { kind: 'signed-in', session: aSessionFacts({ organization, account, userId, tenantId }) }],
    [
      'restore-short-message',
      {
        kind: 'restore-over',
        restoreId: '5R2G0AWWR933',
        workload: 'exchange',
        result: 'success',
        counts: { total: 48, restored: 48, failed: 0, skipped: 0 },
      },
    ],
  ];
  await draw(chat, pictures);
  await chat.page.mouse.move(0, 0);
  for (const [index, [name]] of pictures.entries()) {
    await chat.page
      .getByTestId('card')
      .nth(index)
      .screenshot({ path: join(process.env['PICTURES'] ?? RESULTS, `${name}.png`) });
  }
  await chat.close();
}, 60_000);
