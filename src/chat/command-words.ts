/** The words people use for the commands. */

export type Plain = 'status' | 'renew' | 'cancel' | 'logout' | 'forget' | 'help';

/** A phrase of one or more words, in lower case. */
export const PHRASES: ReadonlyMap<string, 'login' | Plain> = new Map([
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
  ...['help', 'commands', 'menu', 'start'].map((phrase) => [phrase, 'help'] as const),
]);

/** What a misspelt word is held against. Casual synonyms are left out: too many ordinary words are near them. */
export const SPELLINGS: readonly string[] = [
  'login',
  'signin',
  'logout',
  'signout',
  'status',
  'renew',
  'cancel',
  'forget',
  'help',
];

/** Said after a command that takes nothing, without a meaning of their own. */
export const FILLERS: ReadonlySet<string> = new Set(
  'please now thanks thank you me my the it this a again session sign-in signin login sign in restore bot bitte'.split(
    ' ',
  ),
);

/** Said around a command; they name no organization. */
export const COURTESIES: ReadonlySet<string> = new Set(['please', 'now', 'again', 'thanks', 'bitte']);

export const GREETINGS: ReadonlySet<string> = new Set(
  (
    'hi hello hey hiya howdy yo greetings good guten hallo moin servus hei hej hola buenos buenas bonjour bonsoir salut ' +
    'ciao salve buongiorno ola olá oi bom boa ahoj cześć witam merhaba selam privet привет здравствуйте ' +
    'γειά γεια שלום مرحبا سلام नमस्ते namaste こんにちは こんばんは おはよう おはようございます 你好 您好 早上好 안녕 안녕하세요 สวัสดี'
  ).split(' '),
);

/** Said after a greeting. */
export const GREETED: ReadonlySet<string> = new Set(
  'there bot restore you all everyone everybody team again morning afternoon evening day morgen tag abend tardes dias días noches dia tarde noite world'.split(
    ' ',
  ),
);
