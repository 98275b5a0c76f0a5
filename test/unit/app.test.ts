import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createApp } from '../../src/app.ts';
import { createRecordingLog } from '../fakes/records.ts';
import { read } from '../support/environment.ts';

const PASSWORD = 'the-password-of-the-bot';
const STORAGE_KEY = Buffer.alloc(64, 7).toString('base64');
const SEALING_KEY = Buffer.alloc(32, 9);

type Factory = (...given: readonly unknown[]) => unknown;

/** Whether a secret can be reached from a value by its properties. */
function holds(value: unknown, isSecret: (part: unknown) => boolean, seen = new Set<unknown>()): boolean {
  if (isSecret(value)) return true;
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return false;
  return Object.values(value).some((part) => holds(part, isSecret, seen));
}

/** Loads app.ts with every module of the project around it recorded: what each of their functions is handed. */
function appOverRecordedModules(
  calls: { readonly name: string; readonly given: readonly unknown[] }[],
): typeof createApp {
  const source = readFileSync(join(process.cwd(), 'src/app.ts'), 'utf8');
  const record =
    (name: string, factory: Factory): Factory =>
    (...given) => {
      calls.push({ name, given });
      return factory(...given);
    };
  for (const [, path = ''] of source.matchAll(/^import \{[^}]*\} from '\.\/([^']+)';/gms)) {
    const file = join(process.cwd(), 'src', path);
    jest.doMock(file, () => {
      const exports = jest.requireActual<Record<string, unknown>>(file);
      const wrapped = Object.entries(exports).map(([name, value]) => {
        const isFactory = typeof value === 'function' && name.startsWith('create');
        return [name, isFactory ? record(name, value as Factory) : value] as const;
      });
      return Object.fromEntries(wrapped);
    });
  }
  return jest.requireActual<{ readonly createApp: typeof createApp }>(join(process.cwd(), 'src/app.ts')).createApp;
}

test("sealing keys, the storage secret and the bot's password reach only what needs them", () => {
  const calls: { readonly name: string; readonly given: readonly unknown[] }[] = [];
  const settings = read({
    MicrosoftAppPassword: PASSWORD,
    AZURE_STORAGE_CONNECTION_STRING: `DefaultEndpointsProtocol=https;AccountName=account;AccountKey=${STORAGE_KEY};EndpointSuffix=core.windows.net`,
    STATE_ENCRYPTION_KEYS: `k1:${SEALING_KEY.toString('base64url')}`,
  });

  appOverRecordedModules(calls)(settings, createRecordingLog());

  const receivers = (isSecret: (part: unknown) => boolean): readonly string[] =>
    calls.filter(({ given }) => given.some((value) => holds(value, isSecret))).map(({ name }) => name);
  expect(receivers((part) => part === PASSWORD)).toEqual(['createConnectorToken']);
  expect(receivers((part) => typeof part === 'string' && part.includes(STORAGE_KEY))).toEqual(['createStorage']);
  expect(receivers((part) => part instanceof Uint8Array && SEALING_KEY.equals(part))).toEqual(['createSealer']);
  expect(calls.length).toBeGreaterThan(20);
});
