import {
  EnvironmentFileError,
  shareWithLibraries,
  withEnvironmentFile,
} from '../../../src/settings/environment-file.ts';

const FILES: Readonly<Record<string, string>> = {
  '.env': "ORGANIZATION='from .env'\nPORT=1\n",
  'bot.env': "ORGANIZATION='from bot.env'\n",
  'windows.env': '\uFEFFPORT=3\r\nLOG_LEVEL=debug\r\n',
};

function readFile(path: string): string {
  const text = FILES[path];
  if (text === undefined) throw Object.assign(new Error('no'), { code: path === 'folder' ? 'EISDIR' : 'ENOENT' });
  return text;
}

test('settings come from the file, and a variable that is already set wins', () => {
  const env = withEnvironmentFile({ 'env-file': 'bot.env' }, { LOG_LEVEL: 'debug' }, readFile);
  expect(env).toEqual({ ORGANIZATION: 'from bot.env', LOG_LEVEL: 'debug' });
  expect(withEnvironmentFile({ 'env-file': 'bot.env' }, { ORGANIZATION: 'set' }, readFile)).toEqual({
    ORGANIZATION: 'set',
  });
});

test('a byte order mark is not part of the first name', () => {
  expect(withEnvironmentFile({ 'env-file': 'windows.env' }, {}, readFile)).toEqual({ PORT: '3', LOG_LEVEL: 'debug' });
});

test('--env-file replaces .env completely', () => {
  const both = { 'env-file': 'bot.env', 'env-file-if-exists': '.env' };
  expect(withEnvironmentFile(both, {}, readFile)).toEqual({ ORGANIZATION: 'from bot.env' });
  expect(withEnvironmentFile({ 'env-file-if-exists': '.env' }, {}, readFile)).toMatchObject({ PORT: '1' });
  expect(withEnvironmentFile({ 'env-file-if-exists': 'none' }, { PORT: '2' }, readFile)).toEqual({ PORT: '2' });
  expect(withEnvironmentFile({}, { PORT: '2' }, readFile)).toEqual({ PORT: '2' });
});

test.each([
  ['nowhere.env', '--env-file nowhere.env: there is no such file.'],
  ['folder', '--env-file folder: it cannot be read (EISDIR).'],
])('a file that cannot be read is named: %s', (path, message) => {
  const read = () => withEnvironmentFile({ 'env-file': path }, {}, readFile);
  expect(read).toThrow(EnvironmentFileError);
  expect(read).toThrow(message);
});

test('libraries find what is for them in the process, and nothing that is for the bot alone', () => {
  const processEnv: Record<string, string | undefined> = { AZURE_CLIENT_ID: 'set', TZ: '' };
  const env = {
    AZURE_TENANT_ID: 'from the file',
    AZURE_CLIENT_ID: 'set',
    AZURE_CLIENT_SECRET: 'secret',
    HTTPS_PROXY: 'http://proxy.example:8080',
    TZ: 'UTC',
    STATE_ENCRYPTION_KEYS: 'key',
    MicrosoftAppPassword: 'password',
    AZURE_STORAGE_CONNECTION_STRING: undefined,
    AZURE_AUTHORITY_HOST: undefined,
  };
  shareWithLibraries(env, processEnv);
  expect(processEnv).toEqual({
    AZURE_TENANT_ID: 'from the file',
    AZURE_CLIENT_ID: 'set',
    AZURE_CLIENT_SECRET: 'secret',
    HTTPS_PROXY: 'http://proxy.example:8080',
    TZ: '',
  });
  expect(Object.keys(processEnv)).not.toContain('AZURE_AUTHORITY_HOST');
});
