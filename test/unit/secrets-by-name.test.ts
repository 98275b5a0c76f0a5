/** Which parts get the secrets of the settings when the app is wired. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import type * as AppModule from '../../src/app.ts';
import { createRecordingLog } from '../fakes/records.ts';
import { RESTORE_PFX } from '../support/certificates.ts';
import { read } from '../support/environment.ts';

const ACCOUNT_KEY = Buffer.from('the account key').toString('base64');
/** These build the parts, each with what it needs. */
const WIRING = ['app.ts', 'outside.ts'];
const IMPORTS = WIRING.flatMap((file) =>
  readFileSync(`src/${file}`, 'utf8')
    .matchAll(/^import \{([^}]*)\} from '\.\/([^']*)';/gm)
    .map(([, names = '', path = '']) => ({ names, path }))
    .toArray(),
);
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

const [APP = '', ...OTHERS] = WIRING.map((file) => new URL(`../../src/${file}?recorded`, import.meta.url).href);
const WIRED: ReadonlySet<string | undefined> = new Set([APP, ...OTHERS]);

/** Loads them with every function and class that they import from the project replaced by one that records its arguments. */
async function loadRecorded(): Promise<{
  readonly calls: readonly { readonly name: string; readonly texts: readonly string[] }[];
  readonly createApp: typeof AppModule.createApp;
}> {
  const calls: { readonly name: string; readonly texts: readonly string[] }[] = [];
  const recording = (name: string, original: unknown): unknown =>
    typeof original === 'function'
      ? new Proxy(original as (...args: readonly unknown[]) => unknown, {
          apply(target, self, args) {
            calls.push({ name, texts: textsIn(args) });
            return Reflect.apply(target, self, args);
          },
          construct(target, args) {
            calls.push({ name, texts: textsIn(args) });
            return Reflect.construct(target, args) as object;
          },
        })
      : original;
  Object.assign(globalThis, { recording });
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isRecorded = WIRED.has(context.parentURL) && specifier.startsWith('.');
      return isRecorded ? { ...resolved, url: `${resolved.url}?recorded` } : resolved;
    },
    load(url, context, next) {
      if (WIRED.has(url) || !url.endsWith('?recorded')) return next(url, context);
      const actual = url.replace('?recorded', '');
      const imported = IMPORTS.filter(({ path }) => actual.endsWith(`/src/${path}`));
      const exported = imported
        .flatMap(({ names }) => names.split(','))
        .map((each) => each.trim())
        .filter((each, at, all) => all.indexOf(each) === at)
        .filter((each) => each !== '' && !each.startsWith('type '))
        .map((each) => `export const ${each} = globalThis.recording('${each}', actual.${each});`);
      const source = `import * as actual from '${actual}';\n${exported.join('\n')}`;
      return { format: 'module', source, shortCircuit: true };
    },
  });
  try {
    const { createApp } = (await import(APP)) as typeof AppModule;
    return { calls, createApp };
  } finally {
    hooks.deregister();
  }
}

test('the sealing keys, the storage secret, the bot’s password and the restore certificate reach only what needs them', async () => {
  const { calls, createApp } = await loadRecorded();
  const settings = read({
    MicrosoftAppPassword: SECRETS["the bot's password"],
    STATE_ENCRYPTION_KEYS: `k1:${SECRETS['sealing key']}`,
    AZURE_STORAGE_CONNECTION_STRING: `DefaultEndpointsProtocol=https;AccountName=people;AccountKey=${ACCOUNT_KEY};EndpointSuffix=core.windows.net`,
    RESTORE_APPLICATION_ID: 'the-application',
    RESTORE_IMPERSONATION_ACCOUNT: 'restore@contoso.com',
    RESTORE_CERTIFICATE: SECRETS['restore certificate'],
    RESTORE_CERTIFICATE_PASSWORD: SECRETS['password of the restore certificate'],
    APPROVAL: 'always',
    APPROVERS: 'aaaabbbb-0000-1111-2222-ccccdddd0001',
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
