/** The phrases that people use for each command. */

export type Plain = 'status' | 'renew' | 'cancel' | 'logout' | 'forget' | 'help';
/** About what is to be restored. */
export type Looking = 'points' | 'list' | 'sessions';
/** Of these, those that take whatever is written after them. */
export type Seeking = 'find' | 'scope';

/** A phrase of at most three words, in lower case. */
export const PHRASES: ReadonlyMap<string, 'login' | Plain | Looking | Seeking> = new Map<
  string,
  'login' | Plain | Looking | Seeking
>([
  ...[
    'login',
    'log-in',
    'log in',
    'logon',
    'log on',
    'signin',
    'sign-in',
    'sign in',
    'signon',
    'sign-on',
    'sign on',
  ].map((phrase) => [phrase, 'login'] as const),
  ...['logout', 'log-out', 'log out', 'logoff', 'log-off', 'log off', 'signout', 'sign-out', 'sign out'].map(
    (phrase) => [phrase, 'logout'] as const,
  ),
  ...['signoff', 'sign-off', 'sign off'].map((phrase) => [phrase, 'logout'] as const),
  ...['status', 'state', 'whoami', 'who am i'].map((phrase) => [phrase, 'status'] as const),
  ...['renew', 'refresh', 'extend'].map((phrase) => [phrase, 'renew'] as const),
  ...['cancel', 'abort', 'stop'].map((phrase) => [phrase, 'cancel'] as const),
  ...['forget', 'forget about me', 'erase me', 'erase my data', 'delete me', 'delete my data'].map(
    (phrase) => [phrase, 'forget'] as const,
  ),
  ...['find', 'search', 'search for', 'find something', 'find for me', 'look for', 'looking for', 'look up'].map(
    (phrase) => [phrase, 'find'] as const,
  ),
  ...['scope', 'scopes', 'whose', 'whose data', 'change scope', 'change the scope'].map(
    (phrase) => [phrase, 'scope'] as const,
  ),
  ...['points', 'point', 'backups', 'show points', 'show restore points'].map((phrase) => [phrase, 'points'] as const),
  ...['list', 'my list', 'the list', 'show list', 'show my list', 'show the list'].map(
    (phrase) => [phrase, 'list'] as const,
  ),
  ...['sessions', 'my sessions', 'show sessions', 'my restores', 'last restores'].map(
    (phrase) => [phrase, 'sessions'] as const,
  ),
  ...['recent restores', 'running restores', 'show my restores'].map((phrase) => [phrase, 'sessions'] as const),
  ...['help', 'commands', 'menu', 'start', 'list commands', 'list all commands', 'show commands'].map(
    (phrase) => [phrase, 'help'] as const,
  ),
]);

/** Candidates for a misspelt command. Casual synonyms are left out because too many ordinary words resemble them. */
export const SPELLINGS: readonly string[] = [
  'login',
  'signin',
  'logout',
  'signout',
  'status',
  'renew',
  'cancel',
  'forget',
  'find',
  'search',
  'scope',
  'points',
  'list',
  'sessions',
  'help',
];

/** Words without meaning after a command that takes no argument. */
export const FILLERS: ReadonlySet<string> = new Set(
  'please now thanks thank you me my the it this a again session sign-in signin login sign in restore bot bitte'.split(
    ' ',
  ),
);

/** Courtesies around a command; never an organization's name. */
export const COURTESIES: ReadonlySet<string> = new Set(['please', 'now', 'again', 'thanks', 'bitte']);

export const GREETINGS: ReadonlySet<string> = new Set(
  (
    'hi hello hey hiya howdy yo greetings good guten hallo moin servus hei hej hola buenos buenas bonjour bonsoir salut ' +
    'ciao salve buongiorno ola olá oi bom boa ahoj cześć witam merhaba selam privet привет здравствуйте ' +
    'γειά γεια שלום مرحبا سلام नमस्ते namaste こんにちは こんばんは おはよう おはようございます 你好 您好 早上好 안녕 안녕하세요 สวัสดี'
  ).split(' '),
);

/** Words that may follow a greeting. */
export const GREETED: ReadonlySet<string> = new Set(
  'there bot restore you all everyone everybody team again morning afternoon evening day morgen tag abend tardes dias días noches dia tarde noite world'.split(
    ' ',
  ),
);
