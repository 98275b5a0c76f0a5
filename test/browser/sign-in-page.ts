/** What a person does on the identity provider's pages, in the tab that the card's own button opens. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { SamplePerson } from '../../local/people.ts';
import { RESULTS, type ChatTab } from './chat-tab.ts';

/** The code as the card shows it. */
export async function codeOn(card: Locator): Promise<string> {
  const [code] = /\b[A-Z]{4}-[A-Z]{4}\b/.exec(await card.innerText()) ?? [];
  if (code === undefined) throw new Error('The card shows no code.');
  return code;
}

/** Presses the card's button and types the code by hand. @returns the tab, asking who one is */
export async function enterCode(chat: ChatTab, card: Locator): Promise<Page> {
  const code = await codeOn(card);
  const opened = chat.page.context().waitForEvent('page');
  await card.getByRole('link', { name: /^Open / }).click();
  const page = await opened;
  await page.getByTestId('user-code').pressSequentially(code.toLowerCase());
  await page.getByTestId('continue').waitFor();
  return page;
}

/** From the code to the end. `pictures`: a name under which each page is kept. */
export async function decideAs(
  chat: ChatTab,
  card: Locator,
  person: SamplePerson,
  decision: 'approve' | 'deny',
  pictures?: string,
): Promise<void> {
  const page = await enterCode(chat, card);
  const keep = async (name: string): Promise<void> => {
    if (pictures === undefined) return;
    await page.screenshot({ path: join(RESULTS, `${pictures}-${name}.png`) });
  };
  await keep('1-code');
  await page.getByTestId('continue').click();
  await page.getByTestId(`account-${person.signInName}`).waitFor();
  await keep('2-account');
  await page.getByTestId(`account-${person.signInName}`).click();
  await page.getByTestId(decision).waitFor();
  await keep('3-consent');
  await page.getByTestId(decision).click();
  await page.getByTestId(decision === 'approve' ? 'done' : 'declined').waitFor();
  await keep('4-end');
  await page.close();
}
