import fc from 'fast-check';

import { parseCommand, parseLine } from '../../../../src/chat/commands/parse-command.ts';
import type { Command } from '../../../../src/chat/commands/parse-command.ts';
import { phrasesIn, VOCABULARIES } from '../../../../src/languages/index.ts';
import { failIfHung } from '../../../support/fail-if-hung.ts';
import { anyCodePoint } from '../../../support/code-points.ts';

const login = (organization?: string): Command => ({
  kind: 'login',
  flow: 'operator',
  ...(organization ? { organization } : {}),
});
const appOnly = (organization?: string): Command => ({
  kind: 'login',
  flow: 'app-only',
  ...(organization ? { organization } : {}),
});
const PLACES = ['personal', 'group chat', 'channel'] as const;

describe('the commands of the contract are understood everywhere', () => {
  test.each<[string, Command]>([
    ['restore login', login()],
    ['restore login contoso.onmicrosoft.com', login('contoso.onmicrosoft.com')],
    ['restore login Contoso Ltd', login('Contoso Ltd')],
    ['restore login 👍', login()],
    ['restore login 🙏🏽', login()],
    ['restore login please 🙏🏽', login()],
    ['restore login please!', login()],
    ['restore login…', login()],
    ['restore login Contoso Ltd 👍', login('Contoso Ltd')],
    ['restore login 3M', login('3M')],
    ['restore login app-only', appOnly()],
    ['restore login app-only contoso.onmicrosoft.com', appOnly('contoso.onmicrosoft.com')],
    ['restore login Smith & Sons 🙏', login('Smith & Sons')],
    ['restore status', { kind: 'status' }],
    ['restore status 👍', { kind: 'status' }],
    ['restore status👍', { kind: 'status' }],
    ['restore cancel ✅ please', { kind: 'cancel' }],
    ['restore 🙏 logout :)', { kind: 'logout' }],
    ['restore find 👍 *', { kind: 'find', words: '👍 *' }],
    ['restore renew', { kind: 'renew' }],
    ['restore cancel', { kind: 'cancel' }],
    ['restore logout', { kind: 'logout' }],
    ['restore forget me', { kind: 'forget' }],
    ['restore find', { kind: 'find' }],
    ['restore find budget', { kind: 'find', words: 'budget' }],
    ['restore scope', { kind: 'scope' }],
    ['restore scope Ada', { kind: 'scope', words: 'Ada' }],
    ['restore points', { kind: 'points' }],
    ['restore list', { kind: 'list' }],
    ['restore sessions', { kind: 'sessions' }],
    ['restore help', { kind: 'help' }],
  ])('%s', (text, command) => {
    for (const place of PLACES) {
      expect(parseCommand(text, place)).toEqual(command);
      expect(parseCommand(text.replace('restore ', ''), place)).toEqual(command);
    }
  });
});

test.each<[string, Command]>([
  ['restore admin', { kind: 'admin-sessions' }],
  ['restore admin sessions', { kind: 'admin-sessions' }],
  ['restore admin suspend Ada Lovelace', { kind: 'admin-suspend', words: 'Ada Lovelace' }],
  ['restore admin lift ada@contoso.com', { kind: 'admin-lift', words: 'ada@contoso.com' }],
  ['restore admin suspend', { kind: 'admin-suspend', words: undefined }],
  ['restore admin sperren Ada', { kind: 'admin-suspend', words: 'Ada' }],
  ['restore 管理 解除 Ada', { kind: 'admin-lift', words: 'Ada' }],
])('%s is understood everywhere, and without “restore” in a personal chat', (text, command) => {
  for (const place of PLACES) expect(parseCommand(text, place)).toEqual(command);
  expect(parseCommand(text.replace('restore ', ''), 'personal')).toEqual(command);
});

describe('spelling variants do not matter', () => {
  test.each<[string, string]>([
    ['case', 'ReStOrE LOGIN'],
    ['extra spaces', '  restore \t  login  '],
    ['non-breaking spaces', 'restore\u00A0\u202Flogin'],
    ['zero-width characters', '\uFEFFres\u200Btore log\u2060in\u200D'],
    ['direction marks', '\u200Erestore login\u200F'],
    ['a leading slash', '/restore login'],
    ['a leading slash and a space', '/ restore login'],
    ['a slash before the command alone', '/login'],
    ['a mention', '<at>Restore bot</at> login'],
    ['a mention with attributes', '<at id="0">Restore</at>&nbsp;restore login'],
    ['a mention at the end', 'restore login <at>Restore bot</at>'],
    ['several mentions', '<at>Restore</at> <at>bot</at> restore login'],
    ['a mention that lost its markup', 'Restore bot restore login'],
    ['a paragraph', '<p>restore login</p>\n'],
    ['a division with attributes', '<div style="font-size: 14px"><div>restore&#160;login</div></div>'],
    ['line breaks', 'restore<br>login<br/>'],
    ['bold', '<b>restore</b> lo<strong>g</strong>in'],
    ['markdown', '**restore login**'],
    ['entities', '&#x200b;restore&nbsp;&nbsp;login&zwnj;'],
    ['a full stop', 'restore login.'],
    ['exclamation marks', 'restore login!!!'],
    ['quotes', '“restore login”'],
    ['a colon', 'restore: login'],
    ['a hyphen between', 'restore-login'],
    ['full-width letters', 'ｒｅｓｔｏｒｅ ｌｏｇｉｎ'],
    ['a greeting before', 'Hi, restore login'],
    ['please', 'please login, please'],
    ['the placeholder of the command list', 'restore login [organization]'],
  ])('%s', (_name, text) => {
    expect(parseCommand(text, 'channel')).toEqual(login());
  });

  test.each<[string, Command]>([
    ['login "Contoso Ltd".', login('Contoso Ltd')],
    ['login contoso (EU)', login('contoso (EU)')],
    ['login (contoso)', login('contoso')],
    ['login [contoso]', login('contoso')],
    ['login [contoso', login('contoso')],
    ['login contoso please', login('contoso')],
    ['login please contoso', login('contoso')],
    ['login to contoso', login('contoso')],
    ['login for Contoso Ltd, please!', login('Contoso Ltd')],
    ['login please to contoso now', login('contoso')],
    ['login app-only to contoso thanks', appOnly('contoso')],
    ['sign in at Contoso', login('Contoso')],
    ['iniciar sesión en Contoso', login('Contoso')],
    ['acceder a Contoso Ltd por favor', login('Contoso Ltd')],
    ['connexion à Contoso', login('Contoso')],
    ['login chez Contoso', login('Contoso')],
    ['anmelden bei Contoso', login('Contoso')],
    ['login A Contoso', login('A Contoso')],
    ['login At Contoso', login('At Contoso')],
    ['login to', login('to')],
    ['login Te Papa', login('Te Papa')],
    ['login Vous Favor', login('Vous Favor')],
    ['login Now Foods', login('Now Foods')],
    ['login now foods', login('foods')],
    ['Login Now', login()],
    ['login Contoso - EU', login('Contoso - EU')],
    ["connexion s'il te plaît Contoso", login('Contoso')],
    ['login Contoso, vielen Dank!', login('Contoso')],
    ['login https://contoso.onmicrosoft.com/', login('contoso.onmicrosoft.com')],
    ['login <a href="http://contoso.onmicrosoft.com">contoso.onmicrosoft.com</a>', login('contoso.onmicrosoft.com')],
    ['login [contoso.onmicrosoft.com](http://contoso.onmicrosoft.com)', login('contoso.onmicrosoft.com')],
    ['login Smith &amp; Sons', login('Smith & Sons')],
    ['login app‑only contoso', appOnly('contoso')],
    ['login App–Only', appOnly()],
    ['login apponly contoso', appOnly('contoso')],
    ['login app only contoso', appOnly('contoso')],
    ['login apollo', login('apollo')],
    [`login ${'x'.repeat(500)}`, login('x'.repeat(200))],
  ])('%s', (text, command) => {
    expect(parseCommand(text, 'personal')).toEqual(command);
  });
});

describe('search words stay as they were typed', () => {
  test.each<[string, string | undefined]>([
    ['restore find Annual REPORT 2025', 'Annual REPORT 2025'],
    ['Restore FIND "annual report" -draft', '"annual report" -draft'],
    [
      'restore find subject:"annual report" AND from:ada@contoso.com',
      'subject:"annual report" AND from:ada@contoso.com',
    ],
    ['find “Jahresabschluß”', '“Jahresabschluß”'],
    ['find C:\\temp\\*.txt', 'C:\\temp\\*.txt'],
    ['find 50% & more?', '50% & more?'],
    ['find 50% &amp; more', '50% & more'],
    ['find <ada@contoso.com>', '<ada@contoso.com>'],
    ['find [ada@contoso.com](mailto:ada@contoso.com)', 'ada@contoso.com'],
    ['find 年次報告書', '年次報告書'],
    ['find تقرير سنوي', 'تقرير سنوي'],
    ['find می\u200Cخواهم 👩\u200D💻', 'می\u200Cخواهم 👩\u200D💻'],
    ['find\u00A0 two\u200B  words', 'two words'],
    ['find restore plan', 'restore plan'],
    ['find login', 'login'],
    ['/restore find: budget', 'budget'],
    ['restore-find budget', 'budget'],
    ['Hi, please find budget', 'budget'],
    ['<at>Restore bot</at> restore find budget', 'budget'],
    ['<p>find&nbsp;<b>bud</b>get</p>', 'budget'],
    ['"restore find budget"', 'budget'],
    ['**find budget**', 'budget'],
    ['restore find [words]', undefined],
    ['restore find <words>', undefined],
    ['restore find please', undefined],
    ['restore find "thanks"', '"thanks"'],
    ['restore find „por favor“', '„por favor“'],
    ['restore find.', undefined],
  ])('%s', (text, words) => {
    expect(parseCommand(text, 'personal')).toEqual({ kind: 'find', ...(words !== undefined && { words }) });
  });

  test('search words are cut after more than are searched for', () => {
    const few = 'a'.repeat(1_999);
    expect(parseCommand(`find ${few}😀 b`, 'personal')).toEqual({ kind: 'find', words: few });
    const many = Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ');
    expect(parseCommand(`find ${many}`, 'personal')).toEqual({ kind: 'find', words: many.slice(0, 2_000) });
  });
});

describe('synonyms', () => {
  test.each<[Command['kind'], string[]]>([
    ['login', ['log in', 'log-in', 'logon', 'sign in', 'signin', 'sign-in', 'Sign in again', 'login now']],
    ['logout', ['log out', 'log-out', 'logoff', 'sign out', 'signout', 'sign off', 'logout please']],
    ['status', ['whoami', 'who am i?', 'status please']],
    ['renew', ['refresh', 'extend', 'renew my session']],
    ['forget', ['forget', 'forget about me', 'erase my data', 'delete me, please', 'Forget me!']],
    ['cancel', ['stop', 'abort', 'cancel the sign-in', 'stop it']],
    ['find', ['search', 'Search for budget', 'find something', 'look for budget', 'please find budget']],
    ['scope', ['whose data', 'scope ada', 'change scope']],
    ['points', ['points please', 'restore point', 'show points', 'show restore points', 'backups']],
    ['list', ['list', 'show my list', 'my list please']],
    ['sessions', ['my sessions', 'recent restores', 'restore sessions please']],
    ['help', ['list commands', 'list all commands', 'commands', '?', 'help me', '/start', 'restore', 'restore bot']],
  ])('%s', (kind, texts) => {
    for (const text of texts) expect(parseCommand(text, 'personal').kind).toBe(kind);
  });

  test('a casual word in a shared conversation is only suggested as a command', () => {
    expect(parseCommand('stop', 'channel')).toEqual({ kind: 'unknown', typed: 'stop', suggestion: 'restore cancel' });
    expect(parseCommand('restore stop', 'channel')).toEqual({ kind: 'cancel' });
  });

  test('a sentence that begins like a command runs nothing', () => {
    expect(parseCommand('cancel my subscription', 'personal')).toMatchObject({
      kind: 'unknown',
      suggestion: 'restore cancel',
    });
    expect(parseCommand('logout everybody', 'personal')).toMatchObject({
      kind: 'unknown',
      suggestion: 'restore logout',
    });
  });
});

test.each([
  ['kyoto invoices of noor', 'restore find kyoto invoices of noor'],
  ['“annual report”?', 'restore find “annual report”'],
  ['"kyoto trip" of anna', 'restore find "kyoto trip" of anna'],
  ['*.xlsx of anna', 'restore find *.xlsx of anna'],
  ['(kyoto OR osaka) of anna', 'restore find (kyoto OR osaka) of anna'],
  ['rechnung von «Noor Haddad»', 'restore find rechnung von «Noor Haddad»'],
  ['¿dónde está el informe?', 'restore find dónde está el informe'],
  ['list my mails', 'restore find list my mails'],
  ['stauts', 'restore find stauts'],
  ['Kuchen Rezept', 'restore find Kuchen Rezept'],
  ['sachen von gestern', 'restore find sachen von gestern'],
  ['recherches clients 2024', 'restore find recherches clients 2024'],
  // A command was intended.
  ['restore stauts', undefined],
  ['restor login', undefined],
  ['serach annual report', undefined],
  // It would be cut.
  ['kyoto '.repeat(20), undefined],
])('“%s” can be searched for by “%s”, among one’s own messages alone', (text, search) => {
  const searchIn = (place: (typeof PLACES)[number]) => {
    const command = parseCommand(text, place);
    return command.kind === 'unknown' ? command.search : command;
  };
  expect(PLACES.map(searchIn)).toEqual(PLACES.map((place) => (place === 'personal' ? search : undefined)));
});

test.each([
  ['list my mails', 'restore find'],
  ['list everything that Ada deleted', 'restore find'],
  ['sessions of the conference', 'restore sessions'],
  ['points of sale', 'restore points'],
])('"%s" begins like a command but is none; %s is suggested', (text, suggestion) => {
  for (const place of PLACES) {
    expect(parseCommand(text, place)).toMatchObject({ kind: 'unknown', typed: text, suggestion });
  }
});

test.each([
  '',
  '   ',
  '\u200B',
  '<at>Restore bot</at>',
  '<p>&nbsp;</p>',
  '!!!',
  'hi',
  'Hello!',
  'hey there',
  'Hi restore bot',
  'Hallo',
  'Guten Morgen',
  'bonjour !',
  '¡Hola!',
  'こんにちは。',
  '你好',
  'नमस्ते',
  'Hi 👋',
  'Hi👋🏽',
  '👋 Hello :)',
  'Moin moin',
  'Hi, good morning',
  'Grüß Gott!',
  'Buenos días 🙂 Hola',
  'thanks 👍',
])('"%s" is answered with help', (text) => {
  for (const place of PLACES) expect(parseCommand(text, place)).toEqual({ kind: 'help' });
});

describe('commands in another language', () => {
  const phrases = VOCABULARIES.flatMap(({ commands = {} }) =>
    Object.entries(commands).flatMap(([kind, typed]) => phrasesIn(typed).map((phrase) => [phrase, kind] as const)),
  );

  test('run as the English ones do, in a personal chat and after “restore”', () => {
    expect(phrases.length).toBeGreaterThan(100);
    for (const [phrase, kind] of phrases) {
      expect([phrase, parseCommand(`${phrase}!`, 'personal').kind]).toEqual([phrase, kind]);
      expect([phrase, parseCommand(`restore ${phrase.toUpperCase()}`, 'channel').kind]).toEqual([phrase, kind]);
    }
  });

  test.each<[string, Command]>([
    ['suche nach Budget 2026', { kind: 'find', words: 'Budget 2026' }],
    ['chercher le budget', { kind: 'find', words: 'le budget' }],
    ['restore login svp', login()],
    ['restore login por favor', login()],
    ['restore login s’il vous plaît', login()],
    ['cerrar sesion', { kind: 'logout' }],
    ['deconnexion', { kind: 'logout' }],
    ['verlaengern', { kind: 'renew' }],
    ['VERLÄNGERN', { kind: 'renew' }],
    ['verlängern'.normalize('NFD'), { kind: 'renew' }],
    ['olvidame', { kind: 'forget' }],
    ['oublie moi', { kind: 'forget' }],
    ['por favor cerrar sesión', { kind: 'logout' }],
    ['s’il vous plaît, déconnexion', { kind: 'logout' }],
    ["s'il te plait chercher budget", { kind: 'find', words: 'budget' }],
    ['por favor restore logout', { kind: 'logout' }],
    ['anmelden fur Contoso', login('Contoso')],
    ['estado por favor', { kind: 'status' }],
    ['cerrar sesión, por favor', { kind: 'logout' }],
    ['ayuda porfa', { kind: 'help' }],
    ['lista por favor, ¡muchas gracias!', { kind: 'list' }],
    ['restore logout s’il vous plaît', { kind: 'logout' }],
    ["déconnexion s'il te plait, merci beaucoup", { kind: 'logout' }],
    ['状態 ください', { kind: 'status' }],
    ['ログインお願いします', login()],
    ['ログイン、お願いします。', login()],
    ['こんにちは、ログインしたいです', login()],
    ['ログアウトしてください', { kind: 'logout' }],
    ['ヘルプをお願いします', { kind: 'help' }],
    ['更新して', { kind: 'renew' }],
    ['取り消してください', { kind: 'cancel' }],
    ['取り消す', { kind: 'cancel' }],
    ['状態お願いします', { kind: 'status' }],
    ['探してください', { kind: 'find' }],
    ['検索、予算 2026', { kind: 'find', words: '予算 2026' }],
    ['ログイン 東京、大阪', login('東京、大阪')],
    ['restore ログアウト お願いします', { kind: 'logout' }],
    ['Hallo zusammen', { kind: 'help' }],
    ['Bonjour à tous !', { kind: 'help' }],
    ['お疲れ様です', { kind: 'help' }],
  ])('%s', (text, command) => {
    expect(parseCommand(text, 'personal')).toEqual(command);
  });

  test.each(['Stand der Dinge', 'liste des invités', 'menú del día', '更新 3月', '更新日'])(
    '%s is no command, since more follows',
    (text) => {
      expect(parseCommand(text, 'personal')).toMatchObject({ kind: 'unknown', search: `restore find ${text}` });
    },
  );
});

describe('a similar command is suggested', () => {
  test.each([
    ['restore logn', 'restore login'],
    ['logn', 'restore login'],
    ['sing in', 'restore login'],
    ['signn in', 'restore login'],
    ['restor login', 'restore login'],
    ['retsore logn contoso', 'restore login contoso'],
    ['restorelogin', 'restore login'],
    ['restore login app-onyl contoso', 'restore login app-only contoso'],
    ['logn app-onyl', 'restore login app-only'],
    ['logn Te Papa', 'restore login Te Papa'],
    ['logn Now Foods please', 'restore login Now Foods'],
    ['stauts', 'restore status'],
    ['abmleden', 'restore logout'],
    ['restore abmleden', 'restore logout'],
    ['buscr presupuesto', 'restore find presupuesto'],
    ['deconexion', 'restore logout'],
    ['restore statsu', 'restore status'],
    ['reniew', 'restore renew'],
    ['cancle', 'restore cancel'],
    ['logut', 'restore logout'],
    ['logi out', 'restore logout'],
    ['restore hlep', 'restore help'],
    ['restore fnid Budget 2025', 'restore find Budget 2025'],
    ['serach annual report', 'restore find annual report'],
    ['restore scpoe Ada', 'restore scope Ada'],
    ['restore piont', 'restore points'],
    ['restore lsit', 'restore list'],
    ['sesions', 'restore sessions'],
    ['restore budget.xlsx', 'restore find budget.xlsx'],
    ['restore my deleted mails', 'restore find my deleted mails'],
    [`restore ${'b'.repeat(70)}`, 'restore find'],
    [`restroe login ${'Contoso '.repeat(8).trim()}`, `restore login ${'Contoso '.repeat(8).trim()}`],
    [`restroe login ${'Contoso '.repeat(9).trim()}`, 'restore login'],
    [`restroe login app-only ${'Contoso '.repeat(8).trim()}`, 'restore login app-only'],
    ['hi, stauts', 'restore status'],
  ])('%s → %s', (text, suggestion) => {
    const command = parseCommand(text, 'personal');
    expect(command).toMatchObject({ kind: 'unknown', typed: text, suggestion });
    expect(parseCommand(suggestion, 'channel').kind).not.toBe('unknown');
  });

  test.each([
    'banana',
    'what is the weather',
    '👋',
    ':) 👋',
    'log',
    'constructor',
    '__proto__',
    'can you help',
    'no',
    'ammelden',
  ])('nothing is suggested for %s', (text) => {
    expect(parseCommand(text, 'personal')).toMatchObject({ kind: 'unknown', suggestion: undefined });
  });

  test('what was typed is repeated without markup, at most a hundred characters of it', () => {
    expect(parseCommand('<p>do <i>it</i>&nbsp;</p>', 'personal')).toMatchObject({ typed: 'do it' });
    const command = parseCommand(`${'a'.repeat(99)}😀 b`, 'personal');
    expect(command).toMatchObject({ typed: 'a'.repeat(99) });
  });
});

test.each(['&lt;draft&gt; report', '&amp;lt;b&amp;gt;', '&amp;amp;nbsp;', '&#91;x&#93;(https://contoso.com)'])(
  'a suggestion runs with the words as they were typed: %s',
  (words) => {
    const { words: typed } = parseCommand(`find ${words}`, 'personal') as { readonly words?: string };
    const { suggestion } = parseCommand(`serach ${words}`, 'personal') as { readonly suggestion?: string };
    expect(suggestion).toBe(`restore find ${typed}`);
    expect(parseLine(suggestion ?? '', 'personal')).toEqual({ kind: 'find', words: typed });
  },
);

test('any text is parsed into a command, and every suggestion can be run', () => {
  const pieces = fc.constantFrom(
    '<at>',
    '</at>',
    '<',
    '>',
    '&',
    ';',
    '#',
    '[',
    '](http://x)',
    ' ',
    '\u00A0',
    'restore',
    'find',
    '"',
    'login',
    'app',
    '-',
    'only',
    '\uD83D',
  );
  const texts = fc.oneof(
    fc.string({ unit: anyCodePoint, maxLength: 300 }),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...PLACES), (text, place) => {
      const command = parseCommand(text, place);
      if (command.kind !== 'unknown') return true;
      const again = command.suggestion === undefined ? undefined : parseLine(command.suggestion, place);
      return command.typed.length <= 100 && again?.kind !== 'unknown';
    }),
  );
});

test.each(['<at>', '<at><', '<a ', '.', '&#', '[a](', 'restore ', 'x ', '\u{1F468}\u200D', 'ﷺ', '- '])(
  'a megabyte of "%s" is read in one pass',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(failIfHung(() => parseCommand(text, 'channel').kind)).toMatch(/./);
    expect(failIfHung(() => parseCommand(`login ${text}`, 'personal').kind)).toMatch(/./);
  },
);

test.each(['当番を教えて', 'ログアウトを教えてください', '更新を見せて'])(
  '%s asks about a command and does not run it',
  (text) => {
    expect(parseCommand(text, 'personal').kind).toBe('unknown');
  },
);
