import fc from 'fast-check';

import { parseCommand } from '../../src/chat/commands.ts';
import type { Command } from '../../src/chat/commands.ts';

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
    ['restore login app-only', appOnly()],
    ['restore login app-only contoso.onmicrosoft.com', appOnly('contoso.onmicrosoft.com')],
    ['restore status', { kind: 'status' }],
    ['restore renew', { kind: 'renew' }],
    ['restore cancel', { kind: 'cancel' }],
    ['restore logout', { kind: 'logout' }],
    ['restore forget me', { kind: 'forget' }],
    ['restore help', { kind: 'help' }],
  ])('%s', (text, command) => {
    for (const place of PLACES) {
      expect(parseCommand(text, place)).toEqual(command);
      expect(parseCommand(text.replace('restore ', ''), place)).toEqual(command);
    }
  });
});

describe('how it is written does not matter', () => {
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

describe('other words for the same', () => {
  test.each<[Command['kind'], string[]]>([
    ['login', ['log in', 'log-in', 'logon', 'sign in', 'signin', 'sign-in', 'Sign in again', 'login now']],
    ['logout', ['log out', 'log-out', 'logoff', 'sign out', 'signout', 'sign off', 'logout please']],
    ['status', ['whoami', 'who am i?', 'status please']],
    ['renew', ['refresh', 'extend', 'renew my session']],
    ['forget', ['forget', 'forget about me', 'erase my data', 'delete me, please', 'Forget me!']],
    ['cancel', ['stop', 'abort', 'cancel the sign-in', 'stop it']],
    ['help', ['commands', '?', 'help me', '/start', 'restore', 'restore bot']],
  ])('%s', (kind, texts) => {
    for (const text of texts) expect(parseCommand(text, 'personal').kind).toBe(kind);
  });

  test('a casual word in passing is only suggested where others talk too', () => {
    expect(parseCommand('stop', 'channel')).toEqual({ kind: 'unknown', typed: 'stop', suggestion: 'restore cancel' });
    expect(parseCommand('restore stop', 'channel')).toEqual({ kind: 'cancel' });
  });

  test('a command that ends something does not run on a sentence', () => {
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
])('"%s" is answered with help', (text) => {
  for (const place of PLACES) expect(parseCommand(text, place)).toEqual({ kind: 'help' });
});

describe('a command is suggested when one is near', () => {
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
    ['stauts', 'restore status'],
    ['restore statsu', 'restore status'],
    ['reniew', 'restore renew'],
    ['cancle', 'restore cancel'],
    ['logut', 'restore logout'],
    ['logi out', 'restore logout'],
    ['restore hlep', 'restore help'],
    ['hi, stauts', 'restore status'],
  ])('%s → %s', (text, suggestion) => {
    const command = parseCommand(text, 'personal');
    expect(command).toEqual({ kind: 'unknown', typed: text, suggestion });
    expect(parseCommand(suggestion, 'channel').kind).not.toBe('unknown');
  });

  test.each(['banana', 'what is the weather', '👋', 'log', 'constructor', '__proto__', 'can you help', 'no'])(
    'none is for %s',
    (text) => {
      expect(parseCommand(text, 'personal')).toMatchObject({ kind: 'unknown', suggestion: undefined });
    },
  );

  test('what was typed is repeated without markup, at most a hundred characters of it', () => {
    expect(parseCommand('<p>do <i>it</i>&nbsp;</p>', 'personal')).toMatchObject({ typed: 'do it' });
    const command = parseCommand(`${'a'.repeat(99)}😀 b`, 'personal');
    expect(command).toMatchObject({ typed: 'a'.repeat(99) });
  });
});

test('no text breaks it, and each gives a command', () => {
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
    'login',
    'app',
    '-',
    'only',
    '\uD83D',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(...PLACES), (text, place) => {
      const command = parseCommand(text, place);
      if (command.kind !== 'unknown') return true;
      const again = command.suggestion === undefined ? undefined : parseCommand(command.suggestion, place);
      return command.typed.length <= 100 && again?.kind !== 'unknown';
    }),
  );
});

test.each(['<at>', '<at><', '<a ', '.', '&#', '[a](', 'restore ', 'x ', '\u{1F468}\u200D', 'ﷺ', '- '])(
  'a megabyte of "%s" costs next to nothing',
  (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    const startedAt = performance.now();
    parseCommand(text, 'channel');
    parseCommand(`login ${text}`, 'personal');
    expect(performance.now() - startedAt).toBeLessThan(200);
  },
);
