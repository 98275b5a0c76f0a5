/** What the pages say that a sign-in shows in the browser, in English. */
import type { BrowserPage } from '../../../sign-in/follow/browser-visits.ts';

export type PageWords = Readonly<Record<BrowserPage['kind'], { readonly title: string; readonly text: string }>>;

export const pages: PageWords = {
  done: { title: 'Done', text: 'Go back to Teams. You can close this page.' },
  'not-signed-in': {
    title: 'You are not signed in',
    text: 'Go back to Teams: the card there says why, and what to do next.',
  },
  over: {
    title: 'This link no longer works',
    text: 'It was used already, has expired, or was replaced by a newer one. Go back to Teams and send restore login to get a new link.',
  },
  answered: {
    title: 'You can close this page',
    text: "This page has done its work. Go back to Teams: the card there says whether you're signed in.",
  },
  refused: {
    title: "This sign-in can't be accepted",
    text: 'The page that sent you here is not the one this sign-in began on. Nothing was changed. Go back to Teams and send restore login.',
  },
  'too-often': {
    title: 'Too many attempts',
    text: 'This link was opened too often in a short time. Wait a minute, then try again.',
  },
  unavailable: { title: 'Not possible right now', text: 'Nothing was lost. Reload this page in a minute.' },
};
