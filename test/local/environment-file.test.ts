import { parseEnv } from 'node:util';
import { environmentText } from '../../local/environment-file.ts';

test.each([
  '/tmp/plain',
  "/tmp/o'neill",
  '/tmp/"quoted"',
  '/tmp/`and` "more"',
  "/tmp/o'neill's `all`",
  String.raw`C:\new\o'neill`,
  'a # b',
  '-----BEGIN-----\nline\n-----END-----\n',
  '',
])('%j is read as it was', (value) => {
  expect(parseEnv(environmentText({ BEFORE: '1', VALUE: value, AFTER: '2' }))).toEqual({
    BEFORE: '1',
    VALUE: value,
    AFTER: '2',
  });
});

test.each(['/tmp/\'"`', String.raw`C:\new\'` + '`'])('%j is refused by the name of its variable', (value) => {
  expect(() => environmentText({ ORGANIZATIONS_FILE: value })).toThrow(
    "ORGANIZATIONS_FILE cannot be written to bot.env. Name a --folder without ' or ` in its path.",
  );
});
