/** The commands: the words that people use for each of them, and around commands. */
import { foldText } from '../../core/text.ts';
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import type { CommandName } from '../../languages/vocabulary.ts';

interface CommandFacts {
  /** What people type for it, in English; other languages' words are in their vocabularies. */
  readonly phrases: string;
  /** Candidates for a misspelt command. Casual phrases are left out because too many ordinary words resemble them. */
  readonly spellings?: string;
  /** What follows is searched for, or names somebody. */
  readonly takesWords?: true;
  /** A button that stands for it leaves the card with the button as it is. */
  readonly isApart?: true;
}

/** Every command, once. */
export const COMMANDS = {
  login: {
    phrases: 'login, log-in, log in, logon, log on, signin, sign-in, sign in, signon, sign-on, sign on',
    spellings: 'login, signin',
  },
  logout: {
    phrases:
      'logout, log-out, log out, logoff, log-off, log off, signout, sign-out, sign out, signoff, sign-off, sign off',
    spellings: 'logout, signout',
  },
  status: { phrases: 'status, state, whoami, who am i', spellings: 'status' },
  renew: { phrases: 'renew, refresh, extend', spellings: 'renew' },
  cancel: { phrases: 'cancel, abort, stop', spellings: 'cancel' },
  forget: {
    phrases: 'forget, forget about me, erase me, erase my data, delete me, delete my data',
    spellings: 'forget',
  },
  find: {
    phrases: 'find, search, search for, find something, find for me, look for, looking for, look up',
    spellings: 'find, search',
    takesWords: true,
    isApart: true,
  },
  scope: {
    phrases: 'scope, scopes, whose, whose data, change scope, change the scope',
    spellings: 'scope',
    takesWords: true,
    isApart: true,
  },
  points: { phrases: 'points, point, backups, show points, show restore points', spellings: 'points', isApart: true },
  list: {
    phrases: 'list, my list, the list, show list, show my list, show the list',
    spellings: 'list',
    isApart: true,
  },
  sessions: {
    phrases:
      'sessions, my sessions, show sessions, my restores, last restores, recent restores, running restores, show my restores',
    spellings: 'sessions',
    isApart: true,
  },
  ask: { phrases: 'ask, ask for, ask an operator, request a restore' },
  'on duty': { phrases: 'on duty, on-duty, onduty, duty' },
  'off duty': { phrases: 'off duty, off-duty, offduty' },
  'admin-sessions': { phrases: 'admin, admin sessions, admin list, admin people' },
  'admin-suspend': { phrases: 'admin suspend, admin block', takesWords: true },
  'admin-lift': { phrases: 'admin lift, admin unsuspend, admin unblock', takesWords: true },
  help: { phrases: 'help, commands, menu, start, list commands, list all commands, show commands', spellings: 'help' },
} as const satisfies Record<CommandName, CommandFacts>;
export type CommandKind = CommandName;

export type CommandWithWords = {
  [Kind in CommandKind]: (typeof COMMANDS)[Kind] extends { readonly takesWords: true } ? Kind : never;
}[CommandKind];

export const takesWords = (kind: CommandKind): kind is CommandWithWords => 'takesWords' in COMMANDS[kind];
export const isApart = (kind: CommandKind): boolean => 'isApart' in COMMANDS[kind];

const english = Object.fromEntries(Object.entries(COMMANDS).map(([kind, { phrases }]) => [kind, phrases]));

/** Folded, hyphens as spaces. */
export const phraseKey = (phrase: string): string => foldText(phrase).replaceAll('-', ' ');

/** By key of the phrase: at most three words. */
export const PHRASES: ReadonlyMap<string, CommandKind> = new Map(
  [...VOCABULARIES, { commands: english, commandEndings: undefined }].flatMap(({ commands = {}, commandEndings }) =>
    Object.entries(commands).flatMap(([kind, phrases]) =>
      phrasesIn(phrases).flatMap((phrase) =>
        ['', ...phrasesIn(commandEndings ?? '')].map(
          (ending) => [phraseKey(`${phrase}${ending}`), kind as CommandKind] as const,
        ),
      ),
    ),
  ),
);

export const SPELLINGS: readonly string[] = Object.values<CommandFacts>(COMMANDS).flatMap(({ spellings = '' }) =>
  phrasesIn(spellings),
);

/** Of the other languages; shorter words resemble too many ordinary ones. */
export const OTHER_SPELLINGS: readonly string[] = VOCABULARIES.flatMap(({ commands = {} }) =>
  Object.values(commands).flatMap((phrases) => phrasesIn(phrases).map(phraseKey)),
).filter((phrase) => phrase.length >= 6 && !phrase.includes(' '));

/** Folded. */
const wordSet = (words: string): ReadonlySet<string> => new Set(foldText(words).split(' '));

/** Words without meaning after a command that takes no argument. */
export const FILLERS = wordSet(
  'please now thanks thank you me my the it this a again session sign-in signin login sign in restore bot bitte danke merci svp stp gracias お願いします',
);

/** Courtesies around a command or a name, at most three words. */
export const COURTESIES = new Set(
  phrasesIn(
    'please, now, again, thanks, thank you, bitte, danke, danke schön, vielen dank, merci, merci beaucoup, svp, stp, ' +
      "s'il te plaît, s'il vous plaît, por favor, porfa, gracias, muchas gracias, お願いします, ください, ありがとう, ありがとうございます",
  ).map(foldText),
);

/** Before the name of an organization, which may itself begin so: "At Home", "Now Foods". */
export const LEADS = new Set(
  VOCABULARIES.flatMap(({ leads }) => phrasesIn(leads ?? ''))
    .concat('now', 'again')
    .map(foldText),
);

export const GREETINGS = wordSet(
  'hi hello hey hiya howdy yo greetings good guten grüß grüezi hallo moin servus hei hej hola buenos buenas bonjour bonsoir coucou salut ' +
    'ciao salve buongiorno ola olá oi bom boa ahoj cześć witam merhaba selam privet привет здравствуйте ' +
    'γειά γεια שלום مرحبا سلام नमस्ते namaste こんにちは こんばんは はじめまして お疲れ様です お疲れさまです お世話になっております おはよう おはようございます 你好 您好 早上好 안녕 안녕하세요 สวัสดี',
);

/** Words that may follow a greeting. */
export const GREETED = wordSet(
  'there bot restore you all everyone everybody team again morning afternoon evening day ' +
    'zusammen miteinander dich euch gott à tous toutes tout le monde ' +
    'morgen tag abend tardes dias días noches dia tarde noite world',
);
