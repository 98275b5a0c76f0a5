/** The texts of the cards in the reader's language. */
import { german } from './de/common.ts';
import { english } from './en/common.ts';
import { spanish } from './es/common.ts';
import { french } from './fr/common.ts';
import { japanese } from './ja/common.ts';
import type { FormatNumber } from './quantities.ts';
import type { Words } from './words.ts';

/** By language: the first part of a BCP 47 tag. */
const LANGUAGES: ReadonlyMap<string, (formatNumber: FormatNumber) => Words> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['ja', japanese],
]);

/** Regions of a language write numbers differently, so texts are kept per locale; clients send only a few of them. */
const MAX_LOCALES = 50;
const loaded = new Map<string, Words>();

/** The texts for a locale such as `de-AT`; English where its language is not available. */
export function wordsFor(locale: string | undefined): Words {
  const tag = localeTag(locale);
  const cached = loaded.get(tag);
  if (cached !== undefined) return cached;
  const numbers = new Intl.NumberFormat(tag);
  const words = (LANGUAGES.get(languageOf(tag)) ?? english)((value) =>
    Number.isFinite(value) ? numbers.format(value) : String(value),
  );
  if (loaded.size >= MAX_LOCALES) loaded.clear();
  loaded.set(tag, words);
  return words;
}

/** The locale that dates and numbers follow: the reader's where its language is available, British English otherwise. */
export function localeTag(locale: string | undefined): string {
  const tag = locale?.trim().replaceAll('_', '-') ?? '';
  const language = languageOf(tag);
  if (!LANGUAGES.has(language)) return 'en-GB';
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? language;
  } catch {
    return language;
  }
}

/** `de` of `de-AT`. */
function languageOf(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-');
  return language;
}
