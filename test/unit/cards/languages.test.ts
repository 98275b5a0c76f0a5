import { renderView } from '../../../src/cards/render.ts';
import { LANGUAGES, wordsFor } from '../../../src/cards/text/index.ts';
import { VOCABULARIES } from '../../../src/languages/index.ts';
import { checkEvery } from '../../support/check-every.ts';
import { everyRequestView } from '../../support/request-views.ts';
import { everyRestoreView } from '../../support/restore-views.ts';
import { aContext, everyView } from '../../support/views.ts';
import { nodesOf, ofType, titlesOf } from './inspect.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const english = wordsFor('en');

test('whoever reads a language may type it', () => {
  expect(new Set(VOCABULARIES.map(({ language }) => language.split('-', 1)[0]))).toEqual(new Set(LANGUAGES));
});

test('French has a no-break space inside guillemets and before high punctuation', () => {
  for (const [path, value] of leavesOf(wordsFor('fr'))) {
    expect([path, textOf(path, value).match(/« | [»:;!?]| %/)]).toEqual([path, null]);
  }
});

test('German and Spanish have a no-break space before a percent sign', () => {
  for (const locale of ['de', 'es']) expect(wordsFor(locale).restore.outcome.percent(12)).toContain('12\u00a0%');
});

test.each([
  ['en', /’|\bcannot\b|\bsomebody\b/i],
  [
    'de',
    /Sicherungsdienst|Sicherungsadministrator|\bSites?\b|drücken Sie|(?:kommt|kommen)[^.]* zurück|zurückgebracht|jetzig|geschieht es wieder|von selbst|von allen$/i,
  ],
  // A clause about a thing names it: “Sie” is the person.
  [
    'de',
    /(?:^|[.:] )(?:Sie|Ihre?) (?:ist|hat|wird|wurde|war|enthält|wartet|muss|(?:neueste )?Karte|Ergebnisse|Tokens|Text)\b/,
  ],
  [
    'fr',
    /'|appuy|qui gèrent ce bot|\brevien|\braison\b|les échecs|antérieur|ceux qui|^Elle n’a pas été approuvée|si cela persiste|d’(?:elle|eux)-mêmes?|de tous$/i,
  ],
  [
    'es',
    /añad|periodo|quienes gestionan|\bpuls|sustitu|por sí (?:sol|mism)|\borígenes\b|cuenta de trabajo|identificarle/i,
  ],
  [
    'ja',
    /[［］（）]|あなた|お客様|私| 個|お待ちします|お渡し|ご判断|お選び|最新の FIRST|[^「]最近の復元[^」]|個人チャット|なくなったもの|FIRST(?:の|まで| 名)/,
  ],
] as const)('in %s, no text has what native readers replaced: %p', (locale, replaced) => {
  for (const [path, value] of leavesOf(wordsFor(locale))) {
    expect([path, textOf(path, value).match(replaced)]).toEqual([path, null]);
  }
});

test.each([
  ['fr', 0, '0 élément'],
  ['fr', 1, '1 élément'],
  ['fr', 2, '2 éléments'],
  ['es-ES', 12_345, 'Resultados: 12.345'],
  ['es-MX', 12_345, 'Resultados: 12,345'],
  ['en-US', 12_345, '12,345 found'],
  ['de-CH', 12_345, '12’345 Elemente'],
])('in %s, %d results are "%s"', (locale, count, text) => {
  expect(wordsFor(locale).restore.results.found(count).replaceAll('\u00a0', ' ').replace("'", '’')).toBe(text);
});

test.each(LANGUAGES)('in %s, a team of one has the one member, not all of them', (locale) => {
  const { team } = wordsFor(locale).requests.duty;
  expect(team(1)).not.toMatch(/\d/);
  expect(team(2)).toMatch(/2/);
});

test('texts are loaded once for each way of writing a locale', () => {
  for (const locale of ['de-CH', 'de_CH', ' DE-ch', 'tlh', undefined]) expect(wordsFor(locale)).toBe(wordsFor(locale));
  expect(wordsFor('de_CH').restore.results.found(12_345)).toBe(wordsFor('de-CH').restore.results.found(12_345));
});

test.each([
  ['d’', ['Anna', 'Élodie', 'E\u0301lodie', 'Yves', 'Yvonne', 'Ylva', 'Hélène', 'HENRI', 'Henry', 'Hervé', 'Hugues']],
  ['de ', ['Noor', 'Yann', 'Youssef', 'Yasmine', 'Hans', 'Haruto', 'Hugh', 'Y', '3M', '山田']],
])('French says "%s" before %j', (elided, names) => {
  const { whose, administrators } = wordsFor('fr').restore;
  for (const name of names) {
    expect(whose.of(name)).toBe(`Données ${elided}${name}`);
    expect(administrators.elsewhere.into('Fichiers', name)).toBe(`Fichiers, dans les données ${elided}${name}`);
  }
});

test.each(OTHERS)('in %s, a site and a team have their names in quotation marks', (locale) => {
  const { sharepoint, teams } = wordsFor(locale).restore.workloads;
  for (const { whose, from } of [sharepoint, teams])
    for (const text of [whose.of('Marketing'), from.of('Marketing')])
      expect(text).toMatch(/(?:„|«\u00a0?|「)Marketing(?:“|\u00a0?»|」の?)$/u);
});

test('Japanese says さん after a name, and not after the word for someone unknown', () => {
  const { signInForOthers, somebody } = wordsFor('ja');
  expect(signInForOthers('Anna Lee')).toBe('Anna Lee さんがサインインの手続き中です');
  expect(signInForOthers(somebody)).toBe('ほかのユーザーがサインインの手続き中です');
});

test.each([
  ['山田 太郎', '山田 太郎のデータ', 'メールから山田 太郎のデータへ'],
  ['Zoë', 'Zoë のデータ', 'メールから Zoë のデータへ'],
  ['営業 2', '営業 2 のデータ', 'メールから営業 2 のデータへ'],
])('Japanese has a space beside a digit or a Latin letter of a name alone: %s', (name, whose, into) => {
  const { restore } = wordsFor('ja');
  expect(restore.whose.of(name)).toBe(whose);
  expect(restore.administrators.elsewhere.into('メール', name)).toBe(into);
});

test('Japanese has a space before a number or a Latin name, and none between its own words', () => {
  const { sentence, several } = wordsFor('ja').restore.confirm;
  expect(sentence('3 件', 'Anna のメールボックスの')).toBe('Anna のメールボックスの 3 件を復元します');
  expect(sentence('すべて', 'Anna のメールボックスの')).toBe('Anna のメールボックスのすべてを復元します');
  expect(several('OneDrive 2 件のすべて', 2)).toBe('2 か所から OneDrive 2 件のすべてを復元します:');
  expect(several('フォルダー 2 件', 2)).toBe('2 か所からフォルダー 2 件を復元します:');
});

test.each([
  [undefined, 'Sign in'],
  ['', 'Sign in'],
  ['en-GB', 'Sign in'],
  ['nl-NL', 'Sign in'],
  ['de', 'Anmelden'],
  ['de-AT', 'Anmelden'],
  ['DE_ch', 'Anmelden'],
  ['fr-CA', 'Se connecter'],
  ['es-419', 'Iniciar sesión'],
  ['ja-JP', 'サインイン'],
  ['den', 'Sign in'],
  ['__proto__', 'Sign in'],
])('the locale %s signs in with "%s"', (locale, title) => {
  expect(wordsFor(locale).buttons['sign-in']).toBe(title);
});

type Leaf = readonly [path: string, value: unknown];

/** Every text and function of a catalogue, by its path. */
function leavesOf(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}/${key}`));
}

/** The text at a path. A function is called with made-up facts; times, numbers and names stand out in its text. */
function textOf(path: string, value: unknown): string {
  if (typeof value !== 'function') return String(value);
  const say = value as (...facts: readonly unknown[]) => string;
  return path === '/timeLeft' ? say(7_380_000) : say('FIRST', 'SECOND');
}

describe.each(OTHERS)('%s', (language) => {
  const words = wordsFor(language);
  const leaves = new Map(leavesOf(words));
  const standard = leavesOf(english);

  test('has every text that English has, of the same kind, and no other', () => {
    expect([...leaves.keys()].toSorted()).toEqual(standard.map(([path]) => path).toSorted());
    for (const [path, value] of standard) expect([path, typeof leaves.get(path)]).toEqual([path, typeof value]);
  });

  test('leaves nothing empty, and nothing in English but commands and words that are the same', () => {
    const same = standard
      .filter(([path, value]) => textOf(path, leaves.get(path)) === textOf(path, value))
      .map(([path]) => path);
    const mayBe =
      /^\/help\/commands\/\w+\/0$|\/who$|^\/buttons\/status$|^\/facts\/(?:service|person|kind|account)$|^\/flow\/|^\/(?:dateAndTime|calendarDay|momentOfWeek|inOneLine)$|^\/signedIn\/details$|^\/restore\/confirm\/writtenTo$|^\/restore\/outcome\/counts\/total$|\/organization$|\/label$|^\/restore\/(?:details\/|labelled$|workloads\/\w+\/(?:name$|places\/|(?:administrator\/)?kinds\/))|^\/restore\/buttons\/(?:details|versions)$|^\/restore\/scope\/(?:types|counted)\/Site$|^\/restore\/sessionsList\/filter\/kind$|\/versions\/version$/;
    expect(same.filter((path) => !mayBe.test(path))).toEqual([]);
    for (const [path, value] of leaves) expect([path, textOf(path, value).trim() === '']).toEqual([path, false]);
  });

  test('says every fact that English says, and once', () => {
    for (const [path, value] of standard) {
      if (typeof value !== 'function' || path === '/timeLeft') continue;
      for (const fact of ['FIRST', 'SECOND']) {
        const times = (text: string): number => text.split(fact).length - 1;
        expect([path, times(textOf(path, leaves.get(path)))]).toEqual([path, times(textOf(path, value))]);
      }
    }
  });

  test('names the same commands and settings as English, letter by letter', () => {
    const names = (text: string): readonly string[] =>
      [...text.matchAll(/[A-Z]+(?:_[A-Z\d]+)+|restore (?:login(?: app-only)?|scope)|\b(?:AND|OR|NOT)\b/g)]
        .map(([name]) => name)
        .toSorted();
    for (const [path, value] of standard)
      expect([path, names(textOf(path, leaves.get(path)))]).toEqual([path, names(textOf(path, value))]);
    expect(Object.values(words.help.commands).map(([command]) => command)).toEqual(
      Object.values(english.help.commands).map(([command]) => command),
    );
    expect(Object.values(words.help.how).every((how) => !how.includes('*') && how.length > 30)).toBe(true);
  });

  test('holds no placeholder that a search would take literally without a colon between criterion and value', () => {
    expect(words.restore.search.experts).toMatch(/[^\s:：]:[^\s:：]/u);
  });

  test('holds nothing that is read as markdown, as a template or as HTML', () => {
    for (const [path, value] of leaves) {
      const plain = textOf(path, value).replaceAll(/[A-Z]+(?:_[A-Z\d]+)+|\[organization\]/g, '');
      expect([path, /[*_`#<>\\]|\$\{|\]\(|\{\{/.test(plain)]).toEqual([path, false]);
    }
  });

  test('keeps its button titles short enough to stand beside each other', () => {
    const { find, ...buttons } = words.buttons;
    expect(find.length).toBeLessThanOrEqual(26);
    const { restore, logOutWarning, approvals, exports } = words;
    const titles = [
      ...Object.values(buttons),
      ...Object.values(restore.buttons),
      ...Object.values(restore.workloads).map(({ search }) => search),
      ...[restore.selectAll, restore.showList, restore.restoreRest, restore.retryFailed].map((titled) => titled(12)),
      logOutWarning.anyway,
      logOutWarning.stay,
      approvals.signedIn,
      approvals.certificate.approve,
      exports.button,
      exports.download,
      ...Object.values(exports.ask),
      restore.sessionsList.update,
    ];
    expect(titles.filter((title) => title.length > 24)).toEqual([]);
  });

  test.each(['personal', 'channel'] as const)('every card in a %s is whole', (place) => {
    const context = aContext({ locale: language, place });
    checkEvery([...everyView(), ...everyRestoreView(), ...everyRequestView()], (view) => {
      const { card, summary } = renderView(view, context);
      const text = JSON.stringify(card);
      expect(text).not.toMatch(/\$\{|undefined|\[object/);
      expect(Buffer.byteLength(text)).toBeLessThan(28_000);
      expect(summary.length).toBeGreaterThan(3);
      // Nothing may be cut off: every line wraps, and none is limited.
      expect(ofType(card, 'TextBlock').filter(({ wrap }) => wrap !== true)).toEqual([]);
      expect(nodesOf(card).filter((node) => 'maxLines' in node)).toEqual([]);
      const inEnglish = renderView(view, { ...context, locale: 'en' }).card;
      expect(titlesOf(card)).toHaveLength(titlesOf(inEnglish).length);
    });
  });
});
