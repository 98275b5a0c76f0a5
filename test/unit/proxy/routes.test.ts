import { createExempt, readExemption } from '../../../src/proxy/routes.ts';

test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]', 'bot.localhost'])(
  '%s never goes through a proxy',
  (host) => {
    expect(createExempt([])(host, '443')).toBe(true);
  },
);

test.each<[string, string, string, boolean]>([
  ['backup.example', 'backup.example', '443', true],
  ['backup.example', 'BACKUP.example', '4443', true],
  ['backup.example', 'deep.backup.example', '443', true],
  ['.backup.example', 'deep.backup.example', '443', true],
  ['*.backup.example', 'deep.backup.example', '443', true],
  ['backup.example', 'notbackup.example', '443', false],
  ['backup.example', 'backup.example.org', '443', false],
  ['backup.example:4443', 'backup.example', '4443', true],
  ['backup.example:4443', 'backup.example', '443', false],
  ['10.0.0.0/8', '10.1.2.3', '443', true],
  ['10.0.0.0/8', '11.1.2.3', '443', false],
  ['10.0.0.0/8', 'backup.example', '443', false],
  ['10.1.2.3', '10.1.2.3', '443', true],
  ['10.1.2.3', '10.1.2.30', '443', false],
  ['10.1.2.3:4443', '10.1.2.3', '4443', true],
  ['2001:db8::1', '[2001:db8::1]', '443', true],
  ['[2001:db8::1]:4443', '2001:db8::1', '4443', true],
  ['2001:db8::/32', '[2001:db8:5::1]', '443', true],
  ['*', 'anything.example', '443', true],
])('NO_PROXY=%s is about %s at %s: %s', (entry, host, port, expected) => {
  expect(createExempt([entry])(host, port)).toBe(expected);
});

test.each(['https://host', 'a b', 'user@host', '10.0.0.0/99', 'host/path', 'a:b:c', 'host:', '*x*'])(
  '%s is no entry of NO_PROXY',
  (entry) => {
    expect(readExemption(entry)).toBeUndefined();
  },
);
