/** The texts of the cards in the reader's language. */
import { BoundedMap } from '../../core/bounded-map.ts';
import { lazy } from '../../core/text.ts';
import { german } from './de/common.ts';
import { english, type Words } from './en/common.ts';
import { spanish } from './es/common.ts';
import { french } from './fr/common.ts';
import { japanese } from './ja/common.ts';
import type { FormatNumber } from './quantities.ts';

/** By language: the first part of a BCP 47 tag. */
const WORDS_IN: ReadonlyMap<string, (formatNumber: FormatNumber) => Words> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['ja', japanese],
]);

export const LANGUAGES: readonly string[] = [...WORDS_IN.keys()];

/** Of languages that a browser accepts, in its order. */
const MAX_ACCEPTED = 20;

interface Localized {
  readonly tag: string;
  readonly words: Words;
}

/** By locale, because regions of a language write numbers differently. Clients send only a few locales. */
const loaded = new BoundedMap<string, Localized>({ max: 50 });

/** The texts for a locale such as `de-AT`; English where its language is not available. */
export const wordsFor = (locale: string | undefined): Words => localized(locale).words;

/** The locale that dates and numbers follow: the reader's where its language is available, British English otherwise. */
export const localeTag = (locale: string | undefined): string => localized(locale).tag;

/** @param accepted `Accept-Language`, untrusted @returns the first language there that is available */
export function availableLanguage(accepted: string | undefined): string | undefined {
  const languages = accepted?.split(',', MAX_ACCEPTED).map((range) => languageOf(range.trim().split(';', 1)[0] ?? ''));
  return languages?.find((language) => WORDS_IN.has(language));
}

function localized(locale = ''): Localized {
  const cached = loaded.get(locale);
  if (cached !== undefined) return cached;
  const tag = canonicalTag(locale);
  const numbers = lazy(() => new Intl.NumberFormat(tag));
  const wordsIn = WORDS_IN.get(languageOf(tag)) ?? english;
  const words = wordsIn((value) => (Number.isFinite(value) ? numbers().format(value) : String(value)));
  loaded.set(locale, { tag, words });
  return { tag, words };
}

function canonicalTag(locale: string): string {
  const tag = locale.trim().replaceAll('_', '-');
  const language = languageOf(tag);
  if (!WORDS_IN.has(language)) return 'en-GB';
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
