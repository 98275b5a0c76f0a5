/** What people type, one file a language. Everybody may type any of them. */
import { english } from './en.ts';
import { french } from './fr.ts';
import { german } from './de.ts';
import { japanese } from './ja.ts';
import { spanish } from './es.ts';
import type { Phrases, Vocabulary } from './vocabulary.ts';

export const VOCABULARIES: readonly Vocabulary[] = [english, german, french, spanish, japanese];

export const phrasesIn = (phrases: Phrases): readonly string[] => phrases.split(', ');
