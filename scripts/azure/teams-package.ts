/** The app package of a bot that was deployed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackageValues } from '../app-package/values.ts';
import { writeAppPackage } from '../app-package/write.ts';
import { EXIT, Stop } from './az.ts';
import type { Deployed } from './deploy-bot.ts';

/**
 * @param publisher by name of the option of `npm run package`
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
