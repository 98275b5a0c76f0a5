/** The settings' definitions agree with the code that reads them and with the documents generated from them. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { environmentSample, settingsPages } from '../../../scripts/docs/settings.ts';
import { SettingsError } from '../../../src/core/errors.ts';
import { SETTINGS, type SettingDefinition } from '../../../src/settings/definitions.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { read } from '../../support/environment.ts';

const definitions = Object.entries<SettingDefinition>(SETTINGS).map(([name, setting]) => ({ name, ...setting }));

test('docs/settings.md and .env.sample are current (npm run docs regenerates them)', () => {
  for (const [name, text] of Object.entries(settingsPages())) expect(readFileSync(`docs/${name}`, 'utf8')).toBe(text);
  expect(readFileSync('.env.sample', 'utf8')).toBe(environmentSample());
});

test('.env.sample names web addresses as they are, and pages by their path', () => {
  const sample = environmentSample();
  expect(sample).not.toMatch(/docs\/https?:/);
  expect(sample).toMatch(/\(https:\/\/github\.com/);
  expect(sample).toMatch(/\(docs\/[a-z-]+\.md\)/);
});

test('.env.sample lists every setting without a value', () => {
  const sample = parseEnv(readFileSync('.env.sample', 'utf8'));
  expect(Object.keys(sample).toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
  expect(Object.values(sample).filter((value) => value !== '')).toEqual([]);
});

test('the settings that an empty environment lacks are those defined as required', () => {
  let mistakes: readonly string[] = [];
  try {
    readSettings({}, () => '');
  } catch (error) {
    if (error instanceof SettingsError) ({ mistakes } = error);
  }
  // Others are required beside another setting only.
  const isRequired = (when: string | true | undefined) => when !== undefined && !/^(?:where|with) /.test(String(when));
  const required = definitions.filter((setting) => isRequired(setting.required)).map(({ name }) => name);
  // One mistake stands for both ways of naming the storage account.
  const reported = required.filter((name) => name !== 'AZURE_STORAGE_ACCOUNT');
  expect(mistakes.map((mistake) => mistake.replace(/:.*/, '')).toSorted()).toEqual(reported.toSorted());
});

test('setting a default explicitly changes nothing', () => {
  const account = { AZURE_STORAGE_CONNECTION_STRING: undefined, AZURE_STORAGE_ACCOUNT: 'contosobackup' };
  const defaults = definitions.filter((setting) => setting.defaultValue !== undefined);
  expect(defaults.length).toBeGreaterThan(10);
  for (const { name, defaultValue } of defaults) {
    const base = name === 'AZURE_STORAGE_SUFFIX' ? account : {};
    const [implicit, explicit] = [read(base), read({ ...base, [name]: defaultValue })].map(
      ({ storage, ...others }) => ({
        ...others,
        storage: storage.kind === 'account' ? { suffix: 'core.windows.net', ...storage } : storage,
      }),
    );
    expect([name, explicit]).toEqual([name, implicit]);
  }
});
