/** The words that people use for each command, and around commands. */
import { phrasesIn, VOCABULARIES } from '../../languages/index.ts';
import type { CommandName } from '../../languages/vocabulary.ts';

const SYNONYMS = {
  login: 'login, log-in, log in, logon, log on, signin, sign-in, sign in, signon, sign-on, sign on',
  logout:
    'logout, log-out, log out, logoff, log-off, log off, signout, sign-out, sign out, signoff, sign-off, sign off',
  status: 'status, state, whoami, who am i',
  renew: 'renew, refresh, extend',
  cancel: 'cancel, abort, stop',
  forget: 'forget, forget about me, erase me, erase my data, delete me, delete my data',
  find: 'find, search, search for, find something, find for me, look for, looking for, look up',
  scope: 'scope, scopes, whose, whose data, change scope, change the scope',
  points: 'points, point, backups, show points, show restore points',
  list: 'list, my list, the list, show list, show my list, show the list',
  sessions:
    'sessions, my sessions, show sessions, my restores, last restores, recent restores, running restores, show my restores',
  'admin-sessions': 'admin, admin sessions, admin list, admin people',
  'admin-suspend': 'admin suspend, admin block',
  'admin-lift': 'admin lift, admin unsuspend, admin unblock',
  help: 'help, commands, menu, start, list commands, list all commands, show commands',
} satisfies Record<CommandName, string>;
export type CommandKind = CommandName;

/** By phrase: at most three words, in lower case. */
export const PHRASES: ReadonlyMap<string, CommandKind> = new Map(
  [...VOCABULARIES.flatMap(({ commands }) => commands ?? []), SYNONYMS].flatMap((commands) =>
    Object.entries(commands).flatMap(([kind, phrases]) =>
      phrasesIn(phrases).map((phrase) => [phrase.normalize('NFKC'), kind as CommandKind] as const),
    ),
  ),
);

/** Candidates for a misspelt command. Casual synonyms are left out because too many ordinary words resemble them. */
export const SPELLINGS: readonly string[] =
  'login signin logout signout status renew cancel forget find search scope points list sessions help'.split(' ');

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words without meaning after a command that takes no argument. */
export const FILLERS = wordSet(
  'please now thanks thank you me my the it this a again session sign-in signin login sign in restore bot bitte danke merci svp stp gracias お願いします',
);

/** Courtesies around a command; never an organization's name. */
export const COURTESIES = wordSet(
  "please now again thanks bitte danke merci svp stp s’il s'il te vous plaît por favor porfa gracias お願いします ください ありがとう",
);

export const GREETINGS = wordSet(
  'hi hello hey hiya howdy yo greetings good guten grüß grüezi hallo moin servus hei hej hola buenos buenas bonjour bonsoir coucou salut ' +
    'ciao salve buongiorno ola olá oi bom boa ahoj cześć witam merhaba selam privet привет здравствуйте ' +
    'γειά γεια שלום مرحبا سلام नमस्ते namaste こんにちは こんばんは はじめまして お疲れ様です お疲れさまです お世話になっております おはよう おはようございます 你好 您好 早上好 안녕 안녕하세요 สวัสดี',
);

/** Words that may follow a greeting. */
export const GREETED = wordSet(
  'there bot restore you all everyone everybody team again morning afternoon evening day ' +
    'zusammen miteinander dich euch à tous toutes tout le monde ' +
    'morgen tag abend tardes dias días noches dia tarde noite world',
);
