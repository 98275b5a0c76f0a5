import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { SettingsError } from '../src/errors.ts';
import { SETTING_NAMES, readSettings } from '../src/settings.ts';

const sample = readFileSync('.env.sample', 'utf8');
const lines = sample.split('\n');
const listed = lines.flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);

test('every setting is listed once and nothing else is', () => {
  expect(listed.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test.each(listed)('%s has a comment right above it', (name) => {
  expect(lines[lines.indexOf(`${name}=`) - 1]).toMatch(/^# [A-Z\w].{10,}/);
});

test('no value is filled in, so that no secret and no default hides there', () => {
  expect(Object.values(parseEnv(sample)).filter((value) => value !== '')).toEqual([]);
});

test('what is missing from an unfilled copy is exactly what the comments call required', () => {
  let mistakes: readonly string[] = [];
  try {
    readSettings(parseEnv(sample), () => '');
  } catch (error) {
    if (error instanceof SettingsError) ({ mistakes } = error);
  }
  const required = listed.filter((name) => {
    const above = lines.slice(0, lines.indexOf(`${name}=`)).toReversed();
    return above
      .slice(
        0,
        above.findIndex((line) => !line.startsWith('#')),
      )
      .some((line) => /Required[.,]|is required/.test(line));
  });
  const missing = mistakes.map((mistake) => mistake.replace(/:.*/, ''));
  expect(missing.toSorted()).toEqual(required.toSorted());
});
