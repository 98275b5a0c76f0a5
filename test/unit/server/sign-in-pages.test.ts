/** The pages of a sign-in in the browser, in the language of its reader. */
import type { IncomingMessage } from 'node:http';

import { availableLanguage } from '../../../src/cards/text/index.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { answerAgain, openLink, pageResponse, type SignInPages } from '../../../src/server/sign-in-pages.ts';

const accepting = (language?: string) => ({ headers: { 'accept-language': language } }) as IncomingMessage;
const languageOf = ({ page }: { readonly page: string }) => /<html lang="([^"]*)">/.exec(page)?.[1];

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['pt-BR, pt;q=0.9, FR-ca;q=0.8, en', 'fr'],
  ['ja', 'ja'],
  ['es;q=0.1', 'es'],
  ['pt, *', undefined],
  ['"><script>', undefined],
  ['', undefined],
  [undefined, undefined],
  [`${'x,'.repeat(100_000)}de`, undefined],
])('of the languages %s that a browser accepts, %s is available', (accepted, language) => {
  expect(availableLanguage(accepted)).toBe(language);
});

test("a page is in the chat's language, or else in one that the browser accepts", () => {
  expect(languageOf(pageResponse({ kind: 'done', locale: 'fr-CA' }, accepting('de')))).toBe('fr-CA');
  expect(languageOf(pageResponse({ kind: 'done' }, accepting('de-AT')))).toBe('de');
  expect(languageOf(pageResponse({ kind: 'done' }, accepting('"><script>')))).toBe('en-GB');
  expect(pageResponse({ kind: 'done' }, accepting()).headers).toMatchObject({ vary: 'accept-language' });
});

test('so is a page that knows of no chat', async () => {
  const visits = {
    open: async () => {
      throw new StorageUnavailableError('away');
    },
  } as unknown as SignInPages['visits'];
  const unavailable = await openLink({ visits, readAnswer: () => undefined }, accepting('ja'), 'ticket');
  expect([unavailable.status, languageOf(unavailable)]).toEqual([503, 'ja']);
  const again = answerAgain(accepting('es'));
  expect([again.status, languageOf(again)]).toEqual([410, 'es']);
  expect(answerAgain(accepting()).page).toContain("the card there says whether you're signed in");
});
