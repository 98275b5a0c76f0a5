/** The app package of a bot that was deployed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackageValues } from '../app-package/values.ts';
import { manifestIn, writeAppPackage } from '../app-package/write.ts';
import { EXIT, Stop } from './az.ts';
import type { Deployed } from './deploy-bot.ts';

/** By name of the option of `npm run package`: `privacy-url`, `terms-url`, `website-url`, `developer`. */
export type Publisher = Readonly<Record<string, string>>;

/** @throws Stop naming all mistakes in what is given */
export function checkPublisher(given: Publisher): void {
  const read = readPackageValues(given, {}, '');
  const mistakes = read.kind === 'read' ? [] : read.mistakes;
  const own = mistakes.filter((mistake) => Object.keys(given).some((name) => mistake.startsWith(`--${name} `)));
  if (own.length > 0) throw new Stop(own.join('\n'), EXIT.usage);
}

/** @param zip path @returns whom the package names that was written for this bot before */
export async function publisherIn(zip: string, botId: string): Promise<Publisher> {
  const written = await readFile(zip).catch(() => undefined);
  const manifest = written && manifestIn(written);
  if (manifest?.bots[0]?.botId !== botId) return {};
  const { name, websiteUrl, privacyUrl, termsOfUseUrl } = manifest.developer;
  return { 'website-url': websiteUrl, 'privacy-url': privacyUrl, 'terms-url': termsOfUseUrl, developer: name };
}

/**
 * @throws Stop with all mistakes; the bot runs then
 */
export async function writeTeamsPackage(
  { root, say, zip }: { readonly root: string; readonly say: (line: string) => void; readonly zip: string },
  { botId, fqdn }: Deployed,
  publisher: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const read = readPackageValues({ ...publisher, 'bot-id': botId, domain: fqdn }, {}, version);
  const written = read.kind === 'wrong' ? read : await writeAppPackage({ root, values: read.values, out: zip });
  if (written.kind === 'wrong') {
    throw new Stop(
      ['The bot runs, but its package for Teams cannot be written:', ...written.mistakes].join('\n  '),
      EXIT.usage,
    );
  }
  say(`${zip}: version ${written.version}`);
}
