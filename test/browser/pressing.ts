/** Presses what is on a card as a person does: what is in view, or else behind "…", or in the details of a row. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

const PATIENCE_MILLISECONDS = 15_000;

/** One look. @returns whether it was there and has been pressed */
async function pressNow(card: Locator, name: string): Promise<boolean> {
  const button = card.getByRole('button', { name, exact: true }).filter({ visible: true });
  if ((await button.count()) > 0) {
    await button.first().click();
    return true;
  }
  for (const more of await card
    .getByRole('button', { name: 'More options', exact: true })
    .filter({ visible: true })
    .all()) {
    await more.click();
    const item = card.page().getByRole('menuitem', { name, exact: true });
    if ((await item.count()) > 0) {
      await item.click();
      return true;
    }
    await card.page().keyboard.press('Escape');
  }
  return false;
}

/** Waits until the card has the button. */
export async function press(card: Locator, name: string): Promise<void> {
  for (const last = Date.now() + PATIENCE_MILLISECONDS; ; await sleep(100)) {
    if (await pressNow(card, name)) return;
    if (Date.now() > last) throw new Error(`no button "${name}" on the card: ${await card.innerText()}`);
  }
}

/** Opens the details of a row, or the place that it is. */
export const openRow = (card: Locator, title: string | RegExp): Promise<void> =>
  card.getByText(title, { exact: true }).filter({ visible: true }).first().click();

/** Two presses: the row, and the button in its details, which no other row shows: places are opened by pressing them. */
export async function pressInRow(card: Locator, title: string | RegExp, name: string): Promise<void> {
  await openRow(card, title);
  const button = card.locator('button').and(card.getByRole('button', { name, exact: true }));
  await button.filter({ visible: true }).first().click();
}
