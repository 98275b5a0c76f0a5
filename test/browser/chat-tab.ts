/** A browser tab with the chat page, and the actions of a person in it. */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { SamplePerson } from '../../local/people.ts';

export interface ChatTab {
  readonly page: Page;
  /** Everything the browser reported: console errors, uncaught errors, policy violations. */
  readonly complaints: readonly string[];
  /** Switches to a person with the page's own switcher. */
  become(person: Pick<SamplePerson, 'name' | 'objectId'>): Promise<void>;
  open(kind: 'personal' | 'groupChat' | 'channel'): Promise<void>;
  say(text: string): Promise<void>;
  /** The newest card that shows these words. */
  card(words: string | RegExp): Locator;
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

export const RESULTS = join(process.cwd(), 'test-results');
/** As wide as a phone. */
export const NARROW = { viewport: { width: 400, height: 800 } } as const;
const LIMIT_MILLISECONDS = 15_000;

/** Elements of the cards or the page that cannot be seen without horizontal scrolling. */
export function overTheEdge(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[document.documentElement, ...document.querySelectorAll('.card, .card *')]
    .filter((each) => {
      const { left, right } = each.getBoundingClientRect();
      return left < 0 || right > innerWidth || (each === document.documentElement && each.scrollWidth > innerWidth);
    })
    .map((each) => each.tagName + ' ' + each.className + ': ' + each.textContent.slice(0, 60))`);
}

/**
 * What of the newest card is out of view: nothing when all of it can be seen, or its top where it is taller than the
 * part of the page that shows messages. What changes in the page between two frames, such as "is typing", moves the card
 * before the page has followed, so this looks at each frame for up to a second.
 */
export function outOfView(page: Page): Promise<string | undefined> {
  return page.evaluate(`new Promise((resolve) => {
    const until = performance.now() + 1000;
    const look = () => {
      const frame = document.getElementById('scroller').getBoundingClientRect();
      const card = [...document.querySelectorAll('.card')].at(-1).getBoundingClientRect();
      const top = Math.round(card.top - frame.top);
      const bottom = Math.round(frame.bottom - card.bottom);
      const isTall = card.height > frame.height;
      const seen = isTall ? top >= 0 && top < 60 : top >= 0 && bottom >= 0;
      if (!seen && performance.now() < until) requestAnimationFrame(look);
      else resolve(seen ? undefined : 'top at ' + top + ', bottom ' + bottom + ' above the end, in ' + frame.height);
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
  })`);
}

export async function openChat(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<ChatTab> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(LIMIT_MILLISECONDS);
  const complaints: string[] = [];
  // Violations of the content security policy come as errors in the console.
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  await page.goto(url);
  // Once the conversation has been read; until then the page may still draw it anew.
  await page.getByTestId('empty').or(page.getByTestId('message')).first().waitFor();

  return {
    page,
    complaints,
    async become(person) {
      await page.getByTestId('person-switcher').click();
      await page.locator(`[data-testid="person-option"][data-person-id="${person.objectId}"]`).click();
      await page.getByTestId('person-switcher').getByText(person.name).waitFor();
    },
    async open(kind) {
      await page.locator(`[data-testid="conversation"][data-kind="${kind}"]`).click();
    },
    async say(text) {
      await page.getByTestId('composer-input').fill(text);
      await page.getByTestId('composer-input').press('Enter');
    },
    card: (words) => page.getByTestId('card').filter({ hasText: words }).last(),
    async picture(name) {
      // Where the mouse was last, a button would look as if it were about to be pressed.
      await page.mouse.move(0, 0);
      await page.screenshot({ path: join(RESULTS, `${name}.png`), animations: 'disabled' });
    },
    close: () => context.close(),
  };
}
