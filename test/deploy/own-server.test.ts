/** The files for a server of one's own; that the bot starts with them is tried in own-server.slow.ts. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readSettings } from '../../src/settings/read-settings.ts';
import { parseDockerfile } from './dockerfile.ts';
import { ENV_FILE, unitCommands, unitValue } from './own-server.ts';

test('nine settings are all that is needed, and each is explained', () => {
  const example = parseEnv(readFileSync(ENV_FILE, 'utf8'));
  expect(Object.keys(example)).toHaveLength(9);
  const page = readFileSync('docs/own-server.md', 'utf8');
  expect(Object.keys(example).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  const filled = {
    ...example,
    MicrosoftAppPassword: 'a-client-secret',
    AZURE_STORAGE_CONNECTION_STRING: 'DefaultEndpointsProtocol=https;AccountName=contoso;AccountKey=a2V5',
    STATE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
  };
  const noFile = () => {
    throw new Error('no file is read');
  };
  expect(readSettings(filled, noFile)).toMatchObject({ storage: { kind: 'connection-string' } });
  for (const name of Object.keys(example)) {
    const { [name]: _, ...others } = filled as Readonly<Record<string, string>>;
    // Without it the service is asked, and names the restore portal's.
    if (name !== 'OPERATOR_APPLICATION_ID') expect(() => readSettings(others, noFile)).toThrow(/./);
  }
});

test('the proxy is restricted to the ranges that the deployment to Azure admits', () => {
  const page = readFileSync('docs/own-server.md', 'utf8');
  const [, ranges = ''] = /not remote_ip (.*)$/m.exec(page) ?? [];
  const [, admitted = ''] =
    /^param allowedSources array = [^[]*\[([^\]]*)\]/m.exec(readFileSync('deploy/main.bicep', 'utf8')) ?? [];
  const listed = [...admitted.matchAll(/'([\d./]+)'/g)].map(([, range = '']) => range);
  expect(listed.length).toBeGreaterThan(1);
  expect(ranges.split(' ')).toEqual(listed);
});

test('the user of the unit is made while the unit is stopped: while it runs, systemd has the name for a user of its own', () => {
  expect(unitValue('DynamicUser')).toBe('yes');
  const page = readFileSync('docs/own-server.md', 'utf8');
  const name = unitValue('User');
  expect(page).toMatch(
    new RegExp(`systemctl stop ${name}\nsudo useradd .*${name}\n(?:sudo .*\n)*sudo systemctl start ${name}\n`),
  );
});

test('the unit starts the bot as the image does, where the commands of the page put it', () => {
  const [command = []] = parseDockerfile()
    .getCMDs()
    .map((each) => each.getJSONStrings().map((word) => word.getJSONValue()));
  expect(unitValue('ExecStart')).toBe(`/usr/bin/${command.join(' ')}`);
  const commands = unitCommands().join('\n');
  for (const path of [unitValue('WorkingDirectory'), unitValue('EnvironmentFile')]) expect(commands).toContain(path);
  expect(readFileSync('deploy/own-server/compose.yaml', 'utf8')).toContain(unitValue('EnvironmentFile'));
});
