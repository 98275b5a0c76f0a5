/** What people fill in on cards reaches the bot as Teams sends it; type-ahead asks the bot for its choices. */
import type { Json } from '../../local/connector/types.ts';
import { activities, ben, call, cardActivity, chat, OK, personal, postCard, start, stop } from '../local/chat.ts';
import { openChat, type ChatTab } from './chat-tab.ts';
import type { Turn, TurnAnswer } from '../local/tiny-bot.ts';
import { startBrowser } from './chromium.ts';

const action = { type: 'Action.Execute', title: 'Send', verb: 'send', data: { ref: 1 } };
const people = ['Ada Moreau', 'Adam Berg', 'Ben Okafor'].map((title) => ({ title, value: `id of ${title}` }));
const picker = {
  type: 'Input.ChoiceSet',
  id: 'scope',
  label: 'Whose data',
  style: 'filtered',
  choices: [{ title: 'My own', value: 'own' }],
  'choices.data': { type: 'Data.Query', dataset: 'people' },
};

const chromium = startBrowser();
let tab: ChatTab;

beforeEach(async () => {
  await start();
  // Opening the chat tells the bot that it is there.
  tab = await openChat(chromium.browser, chat.connector.url);
});
afterEach(async () => {
  expect(tab.complaints).toEqual([]);
  await tab.close();
  await stop();
});

const findPeople = ({ activity }: Turn): TurnAnswer => {
  if (activity['name'] !== 'application/search') return OK;
  const { queryText } = activity['value'] as { readonly queryText: string };
  const results = people.filter(({ title }) => title.toLowerCase().includes(queryText.toLowerCase()));
  const type = 'application/vnd.microsoft.search.searchResponse';
  return { status: 200, body: { statusCode: 200, type, value: { results } } };
};

/** Presses **Send**, and resolves with the data the bot gets. */
async function sent(): Promise<unknown> {
  const invoke = (): Json | undefined =>
    chat.bot.turns.map(({ activity }) => activity).find(({ name }) => name === 'adaptiveCard/action');
  await tab.page.getByTestId('card').last().getByRole('button', { name: 'Send' }).click();
  const activity = await chat.connector.waitFor(invoke);
  expect(activity).toMatchObject({ localTimezone: 'Europe/Berlin', entities: [{ timezone: 'Europe/Berlin' }] });
  return ((activity['value'] as Json)['action'] as Json)['data'];
}

test('inputs of every kind are sent with the button', async () => {
  const choices = ['Keep', 'Overwrite'].map((title) => ({ title, value: title.toLowerCase() }));
  const body = [
    { type: 'Input.Text', id: 'words', label: 'Words' },
    { type: 'Input.Text', id: 'reason', label: 'Reason', isMultiline: true },
    { type: 'Input.Text', id: 'empty', label: 'Nothing' },
    { type: 'Input.Date', id: 'after', label: 'From' },
    { type: 'Input.Toggle', id: 'pick-a', title: 'First' },
    { type: 'Input.Toggle', id: 'pick-b', title: 'Second' },
    { type: 'Input.ChoiceSet', id: 'point', label: 'Point', choices, value: 'keep' },
    { type: 'Input.ChoiceSet', id: 'action', label: 'Action', choices, style: 'expanded', value: 'keep' },
  ];
  await postCard(personal().id, { body, actions: [action] });
  await tab.page.getByLabel('Words').fill('"Bericht" für Žofie');
  await tab.page.getByLabel('Reason').fill('Two\nlines');
  await tab.page.getByLabel('From').fill('2026-03-01');
  await tab.page.getByLabel('First').check();
  await tab.page.getByLabel('Point').selectOption('Overwrite');
  await tab.page.getByRole('radio', { name: 'Overwrite' }).check();
  await tab.picture('inputs');
  expect(await sent()).toEqual({
    ref: 1,
    words: '"Bericht" für Žofie',
    reason: 'Two\nlines',
    after: '2026-03-01',
    'pick-a': 'true',
    'pick-b': 'false',
    point: 'overwrite',
    action: 'overwrite',
  });
});

test('type-ahead shows what the bot finds and sends the value of the choice', async () => {
  chat.onTurn = findPeople;
  await postCard(personal().id, { body: [picker], actions: [action] });
  const box = tab.page.getByRole('combobox');
  await box.click();
  expect(await tab.page.getByTestId('choice').allTextContents()).toEqual(['My own']);
  await box.pressSequentially('ad');
  await tab.page.getByTestId('choice').filter({ hasText: 'Adam' }).waitFor();
  await tab.picture('type-ahead');
  expect(await tab.page.getByTestId('choice').allTextContents()).toEqual(['Ada Moreau', 'Adam Berg']);
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  await box.press('Enter');
  expect(await box.inputValue()).toBe('Adam Berg');
  expect(await sent()).toEqual({ ref: 1, scope: 'id of Adam Berg' });
});

test('type-ahead leaves the keys of an input method alone, and ArrowUp begins at the end', async () => {
  const choices = ['One', 'Two', 'Three'].map((title) => ({ title, value: title }));
  await postCard(personal().id, { body: [{ ...picker, choices, 'choices.data': undefined }], actions: [action] });
  const box = tab.page.getByRole('combobox');
  await box.click();
  const press = (facts: string): Promise<void> =>
    tab.page.evaluate(`(() => {
      const event = new KeyboardEvent('keydown', { cancelable: true, ${facts} });
      document.querySelector('[role=combobox]').dispatchEvent(event);
    })()`);
  const marked = tab.page.getByTestId('choice').and(tab.page.locator('[aria-selected=true]'));
  await press(`key: 'ArrowDown', isComposing: true`);
  expect(await marked.count()).toBe(0);
  await box.press('ArrowUp');
  expect(await marked.textContent()).toBe('Three');
  await press(`key: 'Enter', isComposing: true`);
  await press(`key: 'Enter', keyCode: 229`);
  expect(await box.inputValue()).toBe('');
  await box.press('Enter');
  expect(await box.inputValue()).toBe('Three');
});

test('type-ahead says when nothing is found and when the search fails', async () => {
  const type = 'application/vnd.microsoft.search.searchResponse';
  chat.onTurn = () => ({ status: 200, body: { statusCode: 200, type, value: { results: [] } } });
  await postCard(personal().id, { body: [picker], actions: [action] });
  const box = tab.page.getByRole('combobox');
  await box.pressSequentially('zz');
  await tab.page.getByText('Nothing found').waitFor();
  chat.onTurn = () => OK;
  await box.fill('z');
  await tab.page.getByText('Nothing could be looked up.').waitFor();
  // The browser itself says that the call was refused.
  (tab.complaints as string[]).splice(0);
  await box.fill('');
  // The list would cover the button.
  await box.press('Escape');
  expect(await sent()).toEqual({ ref: 1 });
});

test('a box keeps the cursor while the bot still answers that the chat was opened', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<typeof OK>();
  chat.onTurn = (turn) => (turn.activity['name'] === 'application/search' ? findPeople(turn) : answered);
  const opened = tab.page.waitForResponse(
    (each) => each.url().endsWith('/page/open') && each.request().postData()?.includes(ben.objectId) === true,
  );
  await tab.page.evaluate(`sessionStorage.setItem("person", "${ben.objectId}")`);
  await tab.page.reload();
  await postCard(chat.connector.conversationFor(ben).id, { body: [picker] });
  const box = tab.page.getByRole('combobox');
  await box.click();
  answer(OK);
  await (await opened).finished();
  await tab.page.keyboard.type('mine', { delay: 50 });
  expect(await box.inputValue()).toBe('mine');
});

test('the choices on a card itself are listed and filtered too, in full view at the end of the page', async () => {
  const titles = Array.from({ length: 12 }, (_, index) => `Organization ${String(index + 1)}`);
  const choices = titles.map((title) => ({ title, value: title.toLowerCase() }));
  const set = { type: 'Input.ChoiceSet', id: 'organization', label: 'Organization', style: 'filtered', choices };
  const text = Array.from({ length: 20 }, (_, index) => ({ type: 'TextBlock', text: `Line ${String(index + 1)}` }));
  await postCard(personal().id, { body: text });
  await postCard(personal().id, { body: [set], actions: [action] });
  const box = tab.page.getByRole('combobox');
  await box.click();
  expect(await tab.page.getByTestId('choice').allTextContents()).toEqual(titles);
  const cutOff: number = await tab.page.evaluate(`(() => {
    const [list, view] = ['.choices', '#scroller'].map((each) => document.querySelector(each).getBoundingClientRect());
    return Math.max(list.bottom - view.bottom, view.top - list.top);
  })()`);
  expect(cutOff).toBeLessThanOrEqual(0);
  await tab.picture('choices-above');
  await box.pressSequentially('tion 3');
  await tab.page.getByTestId('choice').filter({ hasText: 'Organization 3' }).click();
  expect(await sent()).toEqual({ ref: 1, organization: 'organization 3' });
});

test('a list of choices stays closed once one is picked, whatever was still being looked up', async () => {
  await postCard(personal().id, { body: [{ ...picker, 'choices.data': undefined }], actions: [action] });
  const box = tab.page.getByRole('combobox');
  await box.click();
  // Picked in the same moment as a letter is typed.
  await tab.page.evaluate(`(() => {
    const box = document.querySelector('[role=combobox]');
    box.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('[data-testid=choice]').dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  })()`);
  await tab.page.waitForTimeout(500);
  expect(await tab.page.getByTestId('choice').filter({ visible: true }).count()).toBe(0);
});

test('what is entered outlives an edit that changes nothing, and no other', async () => {
  const body = [{ type: 'Input.Toggle', id: 'pick', title: 'First' }];
  const id = await postCard(personal().id, { body, actions: [action] });
  const edit = (card: Json) =>
    call('PUT', `${activities(personal().id)}/${id}`, cardActivity('Card', { ...card, actions: [action] }));
  const pick = tab.page.getByLabel('First');
  await pick.check();
  await edit({ body });
  await tab.page.getByTestId('edited').filter({ visible: true }).waitFor();
  expect(await pick.isChecked()).toBe(true);
  await edit({ body: [...body, { type: 'TextBlock', text: 'New' }] });
  await tab.page.getByText('New', { exact: true }).waitFor();
  expect(await pick.isChecked()).toBe(false);
});
