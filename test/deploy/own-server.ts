/** What docs/own-server.md tells people to do, read from the page and its files. */
import { readFileSync } from 'node:fs';

export const ENV_FILE = 'deploy/own-server/restore-bot.env';
export const UNIT_FILE = 'deploy/own-server/restore-bot.service';

/** Of a key of the unit, such as `ExecStart`. */
export function unitValue(key: string): string {
  return new RegExp(`^${key}=(.*)$`, 'm').exec(readFileSync(UNIT_FILE, 'utf8'))?.[1] ?? '';
}

/** The commands of the section on systemd, in order. */
export function unitCommands(): readonly string[] {
  const page = readFileSync('docs/own-server.md', 'utf8');
  const [, block = ''] = /^## As a systemd unit\n[^]*?^```sh\n([^]*?)^```/m.exec(page) ?? [];
  return block.trim().split('\n');
}
