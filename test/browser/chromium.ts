/** Headless Chromium, driven by playwright-core. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { RESULTS } from './chat-tab.ts';

/** Whatever a new browser would fetch for itself is kept from it: the machine's network may be closed. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @returns a browser with an empty profile of its own
 * @throws Error that says what to install where there is none
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  try {
    accessSync(executablePath, constants.X_OK);
  } catch {
    throw new Error(
      `The browser test needs Chromium, and there is none at ${executablePath}. ` +
        'Install it (Debian: apt-get install chromium), or name the program in the environment variable CHROMIUM.',
    );
  }
  return chromium.launch({ executablePath, args: QUIET });
}

/** A browser for the tests of a file, and the folder for their pictures; they exist once its first test begins. */
export function startBrowser(): { readonly browser: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    mkdirSync(RESULTS, { recursive: true });
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser?.close(), 60_000);
  return {
    get browser() {
      if (browser === undefined) throw new Error('No test has begun yet.');
      return browser;
    },
  };
}
