/** The texts of the cards in the reader's language. */
import { german } from './de/common.ts';
import { english } from './en/common.ts';
import { spanish } from './es/common.ts';
import { french } from './fr/common.ts';
import { japanese } from './ja/common.ts';
import type { Words } from './words.ts';

/** By language: the first part of a BCP 47 tag. */
const CATALOGUES: ReadonlyMap<string, Words> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['ja', japanese],
]);

/** The texts for a locale such as `de-AT`; English where its language is not available. */
export function wordsFor(locale: string | undefined): Words {
  return CATALOGUES.get(languageOf(locale)) ?? english;
}

/** The language in which a locale is answered. */
export function languageOf(locale: string | undefined): string {
  const [language = ''] = locale?.trim().toLowerCase().split(/[-_]/) ?? [];
  return CATALOGUES.has(language) ? language : 'en';
}
