/** Which parts get the secrets of the settings when the app is wired. */
import { readFileSync } from 'node:fs';
import type * as AppModule from '../../src/app.ts';
import { createRecordingLog } from '../fakes/records.ts';
import { RESTORE_PFX } from '../support/certificates.ts';
import { read } from '../support/environment.ts';

const ACCOUNT_KEY = Buffer.from('the account key').toString('base64');
const SEALING_KEY = Buffer.alloc(32, 7);
const SECRETS = {
  'sealing key': SEALING_KEY.toString('base64url'),
  'storage secret': ACCOUNT_KEY,
  "the bot's password": 'the-password-of-the-bot',
  'restore certificate': RESTORE_PFX.whole.replaceAll(/\s/g, ''),
  'password of the restore certificate': RESTORE_PFX.password,
};

/** All texts in plain objects, lists and bytes. Clients and other instances hold what they need privately. */
function textsIn(value: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64url')];
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || prototype === Object.prototype || Array.isArray(value);
  return isPlain ? Object.values(value).flatMap((inner) => textsIn(inner, seen)) : [];
}

/** Every function and class that app.ts imports from the project, replaced by one that records its arguments. */
function recordCalls(): readonly { readonly name: string; readonly texts: readonly string[] }[] {
  const calls: { readonly name: string; readonly texts: readonly string[] }[] = [];
  const source = readFileSync('src/app.ts', 'utf8');
  const recording = (name: string, original: (...args: readonly unknown[]) => unknown): unknown =>
    new Proxy(original, {
      apply(target, self, args) {
        calls.push({ name, texts: textsIn(args) });
        return Reflect.apply(target, self, args);
      },
      construct(target, args) {
        calls.push({ name, texts: textsIn(args) });
        return Reflect.construct(target, args) as object;
      },
    });
  for (const [, names = '', path = ''] of source.matchAll(/^import \{([^}]*)\} from '\.\/([^']*)';/gm)) {
    const module = `../../src/${path}`;
    jest.doMock(module, () => {
      const actual = jest.requireActual<Readonly<Record<string, unknown>>>(module);
      const functions = names
        .split(',')
        .map((name) => [name.trim(), actual[name.trim()]] as const)
        .filter(([, original]) => typeof original === 'function');
      const recorded = functions.map(([name, original]) => [name, recording(name, original as () => unknown)]);
      return { ...actual, ...Object.fromEntries(recorded) };
    });
  }
  return calls;
}

test('the sealing keys, the storage secret, the bot’s password and the restore certificate reach only what needs them', async () => {
  const calls = recordCalls();
  const { createApp } = jest.requireActual<typeof AppModule>('../../src/app.ts');
  const settings = read({
    MicrosoftAppPassword: SECRETS["the bot's password"],
    STATE_ENCRYPTION_KEYS: `k1:${SECRETS['sealing key']}`,
    AZURE_STORAGE_CONNECTION_STRING: `DefaultEndpointsProtocol=https;AccountName=people;AccountKey=${ACCOUNT_KEY};EndpointSuffix=core.windows.net`,
    RESTORE_APPLICATION_ID: 'the-application',
    RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com',
    RESTORE_CERTIFICATE: SECRETS['restore certificate'],
    RESTORE_CERTIFICATE_PASSWORD: SECRETS['password of the restore certificate'],
  });
  await createApp(settings, createRecordingLog()).stop();

  expect(calls.length).toBeGreaterThan(25);
  const receivers = Object.fromEntries(
    Object.entries(SECRETS).map(([what, secret]) => [
      what,
      calls.filter(({ texts }) => texts.some((text) => text.includes(secret))).map(({ name }) => name),
    ]),
  );
  expect(receivers).toEqual({
    'sealing key': ['createSealer'],
    'storage secret': ['createStorage'],
    "the bot's password": ['ConnectorToken'],
    'restore certificate': ['createExplorer'],
    'password of the restore certificate': ['createExplorer'],
  });
});
