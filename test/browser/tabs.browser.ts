/** Several tabs with the chat page, tabs that nobody looks at, and a server that is away. */
import type { Page } from 'playwright-core';
import { activities, ada, ben, call, chat, personal, postCard, say, start, stop } from '../local/chat.ts';
import { openChat, type ChatTab } from './chat-tab.ts';
import { startBrowser } from './chromium.ts';

const chromium = startBrowser();
let tab: ChatTab;

beforeEach(async () => {
  await start();
  tab = await openChat(chromium.browser, chat.connector.url);
});
afterEach(async () => {
  await tab.close();
  await stop();
});

/** Headless pages are always visible. */
const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);

const text = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();

test('the one tab of many that is looked at works', async () => {
  const context = tab.page.context();
  let page = tab.page;
  for (let opened = 1; opened < 8; opened += 1) {
    await setHidden(page, true);
    page = await context.newPage();
    await page.goto(chat.connector.url);
    await page.getByTestId('empty').waitFor();
  }
  await page.getByTestId('composer-input').fill('still here');
  await page.getByTestId('composer-input').press('Enter');
  await text(page, 'still here');
  expect(tab.complaints).toEqual([]);
}, 60_000);

test('a tab that is looked at again shows what happened meanwhile, and keeps what was entered', async () => {
  const conversation = personal().id;
  await postCard(conversation, { body: [{ type: 'Input.Text', id: 'words', label: 'Words' }] });
  const edited = await postCard(conversation, { body: [{ type: 'TextBlock', text: 'Before' }] });
  const deleted = await postCard(conversation, { body: [{ type: 'TextBlock', text: 'Deleted' }] });
  await text(tab.page, 'Deleted');
  await tab.page.getByLabel('Words').fill('half a sentence');
  await setHidden(tab.page, true);
  await say('said elsewhere');
  await call('PUT', `${activities(conversation)}/${edited}`, { type: 'message', text: 'After' });
  await call('DELETE', `${activities(conversation)}/${deleted}`);
  await tab.page.waitForTimeout(300);
  expect(await tab.page.getByText('said elsewhere').count()).toBe(0);
  await setHidden(tab.page, false);
  await text(tab.page, 'said elsewhere');
  await text(tab.page, 'After');
  expect(await tab.page.getByText('Deleted', { exact: true }).count()).toBe(0);
  expect(await tab.page.getByLabel('Words').inputValue()).toBe('half a sentence');
  expect(tab.complaints).toEqual([]);
});

test('whoever another person cannot be chosen for stays, and gets further messages', async () => {
  await tab.page.route('**/page/conversations*', (route) => route.abort());
  await tab.page.getByTestId('person-switcher').click();
  await tab.page.locator(`[data-person-id="${ben.objectId}"]`).click();
  await tab.page.getByTestId('problem').getByText('The server cannot be reached.').waitFor();
  expect(await tab.page.getByTestId('person-switcher').textContent()).toContain(ada.name);
  await say('still Ada');
  await text(tab.page, 'still Ada');
  await tab.page.unroute('**/page/conversations*');
  await tab.become(ben);
});

test('two clicks on the command of a message open one dialog', async () => {
  await say('a message');
  await tab.page.route('**/page/choose', async (route) => {
    await tab.page.waitForTimeout(300);
    await route.fulfill({ json: { dialog: { kind: 'text', text: 'Which one?' } } });
  });
  await tab.page.getByRole('button', { name: 'Ask for a restore' }).dblclick();
  await text(tab.page, 'Which one?');
  await tab.page.waitForTimeout(500);
  expect(await tab.page.getByTestId('dialog').count()).toBe(1);
  expect(tab.complaints).toEqual([]);
});
