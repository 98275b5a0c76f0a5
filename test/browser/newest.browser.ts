/** The newest card stays in full view in the chat page, whatever comes, changes or unfolds, on screens of any size. */
import type { Json } from '../../local/connector/types.ts';
import { activities, call, cardActivity, chat, OK, personal, postCard, start, stop } from '../local/chat.ts';
import { openChat, outOfView, type ChatTab } from './chat-tab.ts';
import { startBrowser } from './chromium.ts';

const SCREENS = [
  ['laptop', { width: 1280, height: 700 }],
  ['phone', { width: 390, height: 844 }],
  ['small-phone', { width: 360, height: 640 }],
] as const;

const chromium = startBrowser();
let tab: ChatTab;

beforeAll(() => start());
afterAll(() => stop());

const GO_ON: Json = { type: 'Action.Execute', title: 'Go on', verb: 'go-on', data: {} };

const TALL = 40;

interface More {
  /** What comes below the lines. */
  readonly below?: readonly Json[];
  readonly actions?: readonly Json[];
}

/** A card of so many lines, each about 27 pixels high. */
function lines(title: string, count: number, { below = [], actions = [GO_ON] }: More = {}): Json {
  const line = (index: number): Json => ({ type: 'TextBlock', text: `${title}, line ${String(index)}`, wrap: true });
  return { body: [...Array.from({ length: count }, (_, index) => line(index + 1)), ...below], actions };
}

/** Titles differ, since the screens share one conversation. */
let titles = 0;
const numbered = (title: string): string => `${title} (${String((titles += 1))})`;

async function post(title: string, count: number, more?: More): Promise<string> {
  const unique = numbered(title);
  const id = await postCard(personal().id, lines(unique, count, more));
  await tab.card(`${unique}, line 1`).waitFor();
  return id;
}

async function edit(id: string, title: string, count: number, more?: More): Promise<void> {
  const unique = numbered(title);
  await call('PUT', `${activities(personal().id)}/${id}`, cardActivity('Card', lines(unique, count, more)));
  await tab.card(`${unique}, line 1`).waitFor();
}

/** Resolves once the next turn has done this. */
function answerWith(work: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    chat.onTurn = async () => {
      chat.onTurn = () => OK;
      await work().then(resolve, reject);
      return OK;
    };
  });
}

const scrolled = (): Promise<number> => tab.page.evaluate(`document.getElementById('scroller').scrollTop`);
const newestCard = () => tab.page.getByTestId('card').last();
const wayToNewest = () => tab.page.getByRole('button', { name: 'Newest message' });

describe.each(SCREENS)('on the screen of a %s', (name, viewport) => {
  beforeAll(async () => {
    tab = await openChat(chromium.browser, chat.connector.url, { viewport });
  });
  afterAll(async () => {
    const { complaints } = tab;
    await tab.close();
    expect(complaints).toEqual([]);
  });

  test('the newest card is in full view after every post', async () => {
    for (const [title, count] of [
      ['Short', 3],
      ['Longer', 10],
      ['Tall', TALL],
      ['After a tall one', 4],
    ] as const) {
      await post(title, count);
      expect(await outOfView(tab.page)).toBeUndefined();
      await tab.picture(`a0-${name}-${title.toLowerCase().replaceAll(' ', '-')}`);
    }
    expect(await wayToNewest().isVisible()).toBe(false);
  });

  test('the newest card is in full view after every edit, of itself or of an older one', async () => {
    const older = await post('Older', 2);
    const newest = await post('Newest', 2);
    for (const count of [9, 2, TALL, 3, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]) {
      await edit(newest, `Edited to ${String(count)}`, count);
      expect(await outOfView(tab.page)).toBeUndefined();
    }
    await edit(older, 'Older, edited', TALL);
    expect(await outOfView(tab.page)).toBeUndefined();
    await edit(older, 'Older, short again', 1);
    expect(await outOfView(tab.page)).toBeUndefined();
  });

  test('an unfolding card, a late picture and a growing input count as edits', async () => {
    const folded = { type: 'Container', id: 'more', isVisible: false, items: lines('Unfolded', 6)['body'] };
    const toggle = { type: 'Action.ToggleVisibility', title: 'Details', targetElements: ['more'] };
    const showCard = { type: 'Action.ShowCard', title: 'More', card: { type: 'AdaptiveCard', ...lines('Shown', 5) } };
    await post('Filling the screen', 12);
    await post('Folded', 3, { below: [folded], actions: [toggle, showCard] });
    await newestCard().getByRole('button', { name: 'Details' }).click();
    await newestCard().getByText('Unfolded, line 6').waitFor();
    expect(await outOfView(tab.page)).toBeUndefined();
    await newestCard().getByRole('button', { name: 'Details' }).click();
    await newestCard().getByRole('button', { name: 'More' }).click();
    await newestCard().getByText('Shown, line 5').waitFor();
    expect(await outOfView(tab.page)).toBeUndefined();

    await post('With a picture', 2);
    await tab.page.evaluate(`(() => {
      const picture = document.createElement('div');
      picture.style.height = '160px';
      [...document.querySelectorAll('.card')].at(-1).prepend(picture);
    })()`);
    expect(await outOfView(tab.page)).toBeUndefined();

    await tab.page.getByTestId('composer-input').fill('one\ntwo\nthree\nfour\nfive');
    expect(await outOfView(tab.page)).toBeUndefined();
  });

  test('a person who has scrolled up stays there and is offered a way to the newest card', async () => {
    for (let index = 1; index <= 5; index += 1) await post(`Number ${String(index)}`, 8);
    await tab.page.getByTestId('card').first().hover();
    await tab.page.mouse.wheel(0, -3000);
    await wayToNewest().waitFor();
    // The wheel scrolls smoothly.
    await tab.page.waitForFunction(`document.getElementById('scroller').scrollTop === 0`);
    const newest = await post('Unseen', 5);
    await edit(newest, 'Unseen, edited', 8);
    expect(await scrolled()).toBe(0);
    expect(await outOfView(tab.page)).toBeDefined();
    await tab.picture(`a1-${name}-scrolled-up`);
    await wayToNewest().click();
    expect(await outOfView(tab.page)).toBeUndefined();
    expect(await wayToNewest().isVisible()).toBe(false);
    await post('Seen again', 5);
    expect(await outOfView(tab.page)).toBeUndefined();
  });

  test('the answer to a button at the end of a tall card is shown from its top', async () => {
    const id = await post('Tall', TALL);
    const edited = answerWith(() => edit(id, 'Page 2', TALL));
    await newestCard().getByRole('button', { name: 'Go on' }).click();
    await edited;
    expect(await outOfView(tab.page)).toBeUndefined();
  });

  test('the answer to a button is shown though the page tells only after the press that the person had scrolled', async () => {
    await post('Before', TALL);
    const id = await post('Pressed', 5);
    const edited = answerWith(() => edit(id, 'Answer', 6));
    await tab.page.evaluate(`(() => {
      document.getElementById('scroller').scrollTop = 0;
      [...document.querySelectorAll('.card')].at(-1).querySelector('button').click();
    })()`);
    await edited;
    expect(await outOfView(tab.page)).toBeUndefined();
  });
});

test('a message that arrives while the conversation is being loaded is shown', async () => {
  tab = await openChat(chromium.browser, chat.connector.url);
  await tab.page.route('**/page/messages*', async (route) => {
    const response = await route.fetch();
    await postCard(personal().id, lines('Meanwhile', 1));
    await route.fulfill({ response });
  });
  await tab.page.reload();
  await tab.card('Meanwhile, line 1').waitFor();
  expect(await outOfView(tab.page)).toBeUndefined();
  expect(tab.complaints).toEqual([]);
  await tab.close();
});
