import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppManifestUtils, type TeamsManifest } from '@microsoft/app-manifest';
import { unzipSync } from 'fflate';
import { PNG } from 'pngjs';
import { assembleAppPackage, type AppPackage } from '../../scripts/app-package/assemble.ts';
import { readSchemas } from '../../scripts/app-package/schemas.ts';
import { textAt } from '../../scripts/app-package/texts.ts';
import { botOf, writeAppPackage } from '../../scripts/app-package/write.ts';
import { readPackageValues, type PackageValues } from '../../scripts/app-package/values.ts';
import { LANGUAGES } from '../../src/cards/text/index.ts';
import { parseCommand } from '../../src/chat/commands/parse-command.ts';

const root = process.cwd();
const LANGUAGE_FILES = LANGUAGES.map((language) => `${language}.json`).toSorted();
const VALUES: PackageValues = {
  BOT_ID: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  APP_ID: '3f2504e0-4f89-41d3-9a0c-0305e82c3302',
  BOT_DOMAIN: 'bot.contoso.com',
  PRIVACY_URL: 'https://contoso.com/privacy',
  TERMS_URL: 'https://contoso.com/terms',
  WEBSITE_URL: 'https://contoso.com/restore-bot',
  DEVELOPER_NAME: 'Contoso IT',
  VERSION: '1.2.3',
};
const OPTIONS = {
  'bot-id': VALUES.BOT_ID,
  domain: VALUES.BOT_DOMAIN,
  'privacy-url': VALUES.PRIVACY_URL,
  'terms-url': VALUES.TERMS_URL,
  'website-url': VALUES.WEBSITE_URL,
  developer: VALUES.DEVELOPER_NAME,
};

async function made(): Promise<AppPackage> {
  const assembled = await assembleAppPackage({ root, values: VALUES });
  if (assembled.kind === 'wrong') throw new Error(assembled.mistakes.join('\n'));
  return assembled.appPackage;
}

describe('the package', () => {
  test('holds the filled manifest, two icons and every language, and nothing else', async () => {
    const { zip, files } = await made();
    const unzipped = unzipSync(zip);
    expect(Object.keys(unzipped).toSorted()).toEqual([
      'color.png',
      ...LANGUAGE_FILES.map((name) => `languages/${name}`),
      'manifest.json',
      'outline.png',
    ]);
    expect(files.toSorted()).toEqual(Object.keys(unzipped).toSorted());
    const manifest: unknown = JSON.parse(new TextDecoder().decode(unzipped['manifest.json']));
    expect(manifest).toMatchObject({
      id: VALUES.APP_ID,
      version: '1.2.3',
      bots: [{ botId: VALUES.BOT_ID, scopes: ['personal', 'team', 'groupChat'] }],
      validDomains: ['bot.contoso.com'],
      developer: { privacyUrl: VALUES.PRIVACY_URL, termsOfUseUrl: VALUES.TERMS_URL, websiteUrl: VALUES.WEBSITE_URL },
    });
  });

  test('is the same, byte for byte, whenever it is made', async () => {
    expect(Buffer.from((await made()).zip).equals((await made()).zip)).toBe(true);
  });

  test('has a manifest in which Microsoft’s validator finds no mistake', async () => {
    const { manifest } = await made();
    const mistakes = (of: unknown) => AppManifestUtils.validateAgainstSchema(of as TeamsManifest);
    expect(await mistakes(manifest)).toEqual([]);
    expect(await mistakes({ ...(manifest as object), colour: 'red' })).toEqual([expect.stringContaining('"colour"')]);
  });

  test('follows the newest schema that is shipped', async () => {
    const { manifest } = await made();
    const { manifestVersion } = manifest as { manifestVersion: string };
    const shipped = join(root, 'node_modules/@microsoft/app-manifest/build/json-schemas/teams');
    expect((await readSchemas(shipped, manifestVersion)).newest).toBe(manifestVersion);
  });

  test('lists for each scope at most 12 commands, each with an example, and the bot knows every one', async () => {
    const { manifest } = await made();
    const lists = textAt(manifest, 'bots[0].commandLists') as readonly {
      readonly scopes: readonly string[];
      readonly commands: readonly { readonly title: string; readonly description: string }[];
    }[];
    expect(lists.map(({ scopes }) => scopes)).toEqual([['personal'], ['team'], ['groupChat']]);
    for (const { scopes, commands } of lists) {
      expect(commands.length).toBeLessThanOrEqual(12);
      for (const { title, description } of commands) {
        expect(description).toContain(`Example: ${title}`);
        const place = scopes.includes('personal') ? 'personal' : 'channel';
        const example = description.slice(description.indexOf('Example: ') + 'Example: '.length);
        expect(parseCommand(title, place).kind).not.toBe('unknown');
        expect(parseCommand(example, place).kind).toBe(parseCommand(title, place).kind);
      }
    }
    const inShared = lists.slice(1).flatMap(({ commands }) => commands.map(({ title }) => title));
    expect(inShared).not.toContain('restore login app-only');
  });

  test('says in every language that commands are English, and names each with its example', async () => {
    const names = await readdir(join(root, 'appPackage/languages'));
    expect(names.toSorted()).toEqual(LANGUAGE_FILES);
    const { manifest } = await made();
    for (const name of names) {
      const strings = JSON.parse(await readFile(join(root, 'appPackage/languages', name), 'utf8')) as Record<
        string,
        string
      >;
      const language = name.slice(0, 2);
      const english = new Intl.DisplayNames(language, { type: 'language' }).of('en') ?? '';
      const about = strings['description.full']?.split('\n').at(-1) ?? '';
      // Whatever its ending: "englische", "anglais".
      expect(about.toLowerCase()).toContain(english.toLowerCase());
      expect(about).toContain('restore help');
      for (const [key, text] of Object.entries(strings).filter(([key]) => key.startsWith('bots'))) {
        expect(text).toContain(String(textAt(manifest, key.replace(/description$/, 'title'))));
      }
    }
  });
});

test('the zip gets a higher version where it differs from the one that is there, and no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-package-'));
  const out = join(folder, 'bot.zip');
  const write = async (more: Partial<PackageValues> = {}, isFixed = false) => {
    const written = await writeAppPackage({ root, values: { ...VALUES, ...more }, isFixed, out });
    return written.kind === 'wrong' ? written : [written.kind, written.version];
  };
  try {
    expect(await write()).toEqual(['written', '1.2.3']);
    expect(await write()).toEqual(['unchanged', '1.2.3']);
    expect(await write({ BOT_DOMAIN: 'bot2.contoso.com' })).toEqual(['written', '1.2.4']);
    expect(await write({ BOT_DOMAIN: 'bot2.contoso.com' })).toEqual(['unchanged', '1.2.4']);
    expect(await write({ VERSION: '1.10.0' })).toEqual(['written', '1.10.0']);
    expect(await write({ VERSION: '1.3.0' }, true)).toEqual(['written', '1.3.0']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a zip tells whose package it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-package-'));
  const out = join(folder, 'bot.zip');
  try {
    expect(await botOf(out)).toBeUndefined();
    await writeAppPackage({ root, values: VALUES, out });
    expect(await botOf(out)).toBe(VALUES.BOT_ID);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('the values', () => {
  test('come from arguments, or from the environment where there are none', () => {
    expect(readPackageValues(OPTIONS, { TERMS_URL: 'https://other.example' }, '0.1.0')).toEqual({
      kind: 'read',
      values: { ...VALUES, APP_ID: VALUES.BOT_ID, VERSION: '0.1.0' },
    });
    const environment = {
      MicrosoftAppId: VALUES.BOT_ID,
      BOT_DOMAIN: 'bot.contoso.com',
      PRIVACY_URL: 'https://a.example',
    };
    const { domain: _domain, 'bot-id': _bot, 'privacy-url': _privacy, ...rest } = OPTIONS;
    expect(readPackageValues(rest, environment, '0.1.0')).toMatchObject({ kind: 'read' });
  });

  test('reports everything that is missing at once', () => {
    const read = readPackageValues({}, {}, '0.1.0');
    expect(read.kind === 'wrong' ? read.mistakes : []).toHaveLength(6);
  });

  test.each([
    ['bot-id', 'restore-bot', /--bot-id .* GUID/],
    ['domain', 'https://bot.contoso.com', /--domain .* without scheme/],
    ['domain', 'bot.contoso.com:443', /--domain/],
    ['domain', 'localhost', /--domain/],
    ['privacy-url', 'http://contoso.com/privacy', /--privacy-url .* https/],
    ['terms-url', 'contoso.com', /--terms-url/],
    ['developer', 'x'.repeat(33), /--developer .* 32/],
    ['version', '1.0', /--version/],
    ['app-id', 'x', /--app-id/],
  ])('%s can not be %s', (option, value, mistake) => {
    const read = readPackageValues({ ...OPTIONS, [option]: value }, {}, '0.1.0');
    expect(read.kind === 'wrong' ? read.mistakes : []).toEqual([expect.stringMatching(mistake)]);
  });
});

describe('an invalid package is not written', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'app-package-'));
    await cp(join(root, 'appPackage'), folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const mistakes = async (): Promise<readonly string[]> => {
    const assembled = await assembleAppPackage({ root, folder, values: VALUES });
    return assembled.kind === 'wrong' ? assembled.mistakes : [];
  };
  const change = async (name: string, edit: (json: Record<string, unknown>) => void): Promise<void> => {
    const json = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, unknown>;
    edit(json);
    await writeFile(join(folder, name), JSON.stringify(json));
  };
  const icon = (size: number, color: readonly [number, number, number, number]): Buffer => {
    const image = new PNG({ width: size, height: size });
    for (let at = 0; at < image.data.length; at += 4) image.data.set(color, at);
    return PNG.sync.write(image, { colorType: 6 });
  };

  test.each<[string, string, (json: Record<string, unknown>) => void, RegExp]>([
    [
      'an unknown field',
      'manifest.json',
      (json) => (json['colour'] = 'red'),
      /manifest\.json: .*additional.*\(colour\)/,
    ],
    [
      'a short name of 31 letters',
      'manifest.json',
      (json) => (json['name'] = { short: 'x'.repeat(31) }),
      /\/name\/short/,
    ],
    [
      'a placeholder nobody fills in',
      'manifest.json',
      (json) => (json['id'] = '${{SOMETHING}}'),
      /nothing fills in SOMETHING/,
    ],
    [
      'a language without a text',
      'languages/de.json',
      (json) => delete json['name.full'],
      /de\.json: "name\.full" is missing/,
    ],
    [
      'a language with a text too many',
      'languages/fr.json',
      (json) => (json['bots[0].commandLists[2].commands[11].title'] = 'x'),
      /fr\.json: .*no text/,
    ],
    [
      'a description that is too long',
      'languages/ja.json',
      (json) => (json['description.short'] = 'x'.repeat(81)),
      /ja\.json: .*80/,
    ],
    [
      'English that the manifest does not say',
      'languages/en.json',
      (json) => (json['name.short'] = 'Other'),
      /en\.json: "name\.short" is not what/,
    ],
  ])('%s', async (_name, file, edit, mistake) => {
    await change(file, edit);
    expect(await mistakes()).toContainEqual(expect.stringMatching(mistake));
  });

  test.each<[string, string, Buffer, RegExp]>([
    ['a colour icon of 96 pixels', 'color.png', icon(96, [1, 2, 3, 255]), /color\.png: is 96 x 96/],
    ['a colour icon with holes', 'color.png', icon(192, [1, 2, 3, 0]), /color\.png: has 36864 transparent/],
    ['an outline without background', 'outline.png', icon(32, [255, 255, 255, 255]), /no transparent background/],
    ['an outline in red', 'outline.png', icon(32, [255, 0, 0, 128]), /not white/],
    ['an empty outline', 'outline.png', icon(32, [0, 0, 0, 0]), /shows nothing/],
    ['an icon that is no image', 'outline.png', Buffer.from('GIF89a'), /is no PNG/],
  ])('%s', async (_name, file, bytes, mistake) => {
    await writeFile(join(folder, file), bytes);
    expect(await mistakes()).toContainEqual(expect.stringMatching(mistake));
  });
});
