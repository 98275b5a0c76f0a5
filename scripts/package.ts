/** `npm run package`: validates the Teams app package offline and writes the zip that an administrator uploads. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPackageValues } from './app-package/values.ts';
import { botOf, packagePath, writeAppPackage } from './app-package/write.ts';

const USAGE = `npm run package -- [options]
  --bot-id GUID        application id of the bot's registration (or MicrosoftAppId)
  --domain HOST        host name the bot is reached at, such as bot.contoso.com (or BOT_DOMAIN)
  --privacy-url URL    your privacy statement (or PRIVACY_URL)
  --terms-url URL      your terms of use (or TERMS_URL)
  --website-url URL    where people find help with the bot (or WEBSITE_URL)
  --developer NAME     who runs the bot, at most 32 characters (or DEVELOPER_NAME)
  --app-id GUID        id of the Teams app (or TEAMS_APP_ID; the bot's id)
  --version X.Y.Z      version of the Teams app, (or TEAMS_APP_VERSION; package.json's, then one higher
                       than that of the zip before, if anything differs from it)
  --out FILE           the zip (appPackage/build/restore-bot.zip)
  --help               this text`;

/** sysexits.h: EX_CONFIG. */
const EXIT_CONFIG = 78;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n\n${USAGE}\n`);
  process.exit(EXIT_CONFIG);
}

const text = { type: 'string' } as const;

function readOptions() {
  try {
    return parseArgs({
      options: {
        'bot-id': text,
        domain: text,
        'privacy-url': text,
        'terms-url': text,
        'website-url': text,
        developer: text,
        'app-id': text,
        version: text,
        out: text,
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail([error instanceof Error ? error.message : String(error)]);
  }
}

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const options = readOptions();
if (options.help) {
  say(USAGE);
  process.exit(0);
}
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const read = readPackageValues(options, process.env, version);
if (read.kind === 'wrong') fail(read.mistakes);
const out = resolve(options.out ?? packagePath(root));
const other = options.out === undefined ? await botOf(out) : undefined;
if (other !== undefined && other.toLowerCase() !== read.values.BOT_ID.toLowerCase()) {
  fail([`${out} is the package of another bot, ${other}. Name a file for this one with --out.`]);
}
const isFixed = (options.version ?? process.env['TEAMS_APP_VERSION']) !== undefined;
const written = await writeAppPackage({ root, values: read.values, isFixed, out });
if (written.kind === 'wrong') {
  process.stderr.write(`No package was written:\n${written.mistakes.join('\n')}\n`);
  process.exit(1);
}
say(`${out}: version ${written.version}, ${written.bytes} bytes, ${written.files.join(', ')}`);
say(
  written.kind === 'unchanged'
    ? 'The same as before: if you have uploaded it, there is nothing to do.'
    : 'Upload it in the Teams admin center: Teams apps, Manage apps, Upload new app.',
);
