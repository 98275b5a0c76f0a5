/**
 * What people type in one language, beside commands and names. A phrase may have several senses ("vor 3 Tagen", "vor dem
 * 1. März"): it stands with each of them. Phrases are separated by commas and compared folded
 * (core/text.ts): without accents, in lower case, apostrophes and hyphens as spaces.
 */
export type Phrases = string;

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
export type TimeOfDay = 'dawn' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight';
export type Which = 'this' | 'last' | 'before last' | 'next';

export type CommandName =
  | 'login'
  | 'logout'
  | 'status'
  | 'renew'
  | 'cancel'
  | 'forget'
  | 'find'
  | 'scope'
  | 'points'
  | 'list'
  | 'sessions'
  | 'ask'
  | 'on duty'
  | 'off duty'
  | 'admin-sessions'
  | 'admin-suspend'
  | 'admin-lift'
  | 'help';

export type WorkloadName = 'exchange' | 'onedrive' | 'sharepoint' | 'teams';

export interface Vocabulary {
  /** BCP 47; names of months and weekdays come from it, through Intl. */
  readonly language: string;
  /** Words stand next to each other, without spaces. */
  readonly isUnspaced?: true;

  readonly numbers: Readonly<Record<number, Phrases>>;
  /** "Half a year". */
  readonly half?: Phrases;
  /** "A year and a half". */
  readonly andHalf?: Phrases;
  readonly units: Readonly<Record<Unit, Phrases>>;
  /** Amounts that have a name, or that are not what they say: `'2 week': 'quinze jours'`. */
  readonly amounts?: Readonly<Partial<Record<`${number} ${Unit}`, Phrases>>>;
  readonly ago: Phrases;
  /** Behind the amount only: in front of a day it is `before`. */
  readonly agoBehind?: Phrases;
  /** In front of the number of a week of the year. */
  readonly weekNumber?: Phrases;
  /** Behind it. */
  readonly weekNumbered?: Phrases;
  /** "Before 1 March": that day is not meant any more. */
  readonly before: Phrases;
  /** "Until 1 March": that day is meant. */
  readonly until: Phrases;

  /** By how many days they lie back; tomorrow is -1. */
  readonly days: Readonly<Record<number, Phrases>>;
  readonly which: Readonly<Record<Which, Phrases>>;
  /** Both in one: `'last week': '先週'`. */
  readonly periods?: Readonly<Partial<Record<`${Which} ${Unit}`, Phrases>>>;
  /** Beside what Intl calls them. By number: January is 1, Sunday is 0. */
  readonly months?: Readonly<Record<number, Phrases>>;
  readonly weekdays?: Readonly<Record<number, Phrases>>;
  /** Of a month, week or year. */
  readonly start: Phrases;
  readonly middle: Phrases;
  readonly end: Phrases;
  readonly weekend: Phrases;
  readonly times: Readonly<Partial<Record<TimeOfDay, Phrases>>>;
  /**
   * What makes an hour, `#`, that of a clock, as folded patterns: "a las 9 de la noche". Elsewhere 9 is any number and
   * "9 horas" an amount.
   */
  readonly clocks?: readonly string[];
  /** "Last night" is yesterday's. By days back. */
  readonly nights?: Readonly<Record<number, Phrases>>;
  readonly latest: Phrases;
  /** "The last backup". */
  readonly backup: Phrases;
  /** Articles and endings of ordinal numbers: they make a number a day of the month, "the 15th". */
  readonly articles?: Phrases;
  /** What else stands between the parts of a day. */
  readonly fillers: Phrases;
  /** Between a day and its time, or another day: what follows them belongs to the day. */
  readonly joins?: Phrases;

  readonly kinds: Readonly<Record<WorkloadName, Phrases>>;
  /** The archive of a mailbox. */
  readonly archive: Phrases;
  readonly own: Phrases;
  readonly everybody: Phrases;
  /** After these a line may be cut where no spaces stand. */
  readonly cuts?: Phrases;
  /** What people say for a command, at most three words: it runs as the English one does. */
  readonly commands?: Readonly<Record<CommandName, Phrases>>;
  /** Behind a command, in the same word. */
  readonly commandEndings?: Phrases;
  /** Single words before the name of an organization to sign in to. */
  readonly leads?: Phrases;
  /** At the end of a line, without meaning for what is searched. */
  readonly requests?: Phrases;
  /** Before the part, or behind it where the language puts them there, as patterns; `d’` stands for either apostrophe. */
  readonly marks: {
    readonly stand: 'before' | 'behind';
    /** Mark a day and nothing else: what follows and only resembles one is told. */
    readonly asOf: readonly string[];
    /** Mark a day where one follows, and other things as well. */
    readonly on: readonly string[];
    readonly in: readonly string[];
    readonly of: readonly string[];
  };
}

/** Of every language but English, whose words for commands are in src/chat/commands/commands.ts. */
export type TranslatedVocabulary = Vocabulary & Required<Pick<Vocabulary, 'commands'>>;
