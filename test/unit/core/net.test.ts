import { isLoopback, isOrIsUnder, parseUnambiguousUrl, withoutTrailingSlashes } from '../../../src/core/net.ts';

test('only this machine is loopback', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]']) {
    expect([host, isLoopback(host)]).toEqual([host, true]);
  }
  for (const host of [
    'localhost.example',
    'x.localhost',
    '128.0.0.1',
    '127.0.0.1.example',
    '0.0.0.0',
    '::',
    '[::2]',
    '',
  ]) {
    expect([host, isLoopback(host)]).toEqual([host, false]);
  }
});

test.each([
  ['https://a.test', 'https://a.test'],
  ['https://a.test///', 'https://a.test'],
  ['/a//b/', '/a//b'],
  ['///', ''],
])('%s without trailing slashes is %s', (url, without) => {
  expect(withoutTrailingSlashes(url)).toBe(without);
});

test.each([
  ['a.test', true],
  ['b.a.test', true],
  ['ba.test', false],
  ['a.test.example', false],
])('whether %s is a.test or under it: %s', (host, is) => {
  expect(isOrIsUnder(host, 'a.test')).toBe(is);
});

test('a URL that parsers may read differently, or with a user, is none', () => {
  expect(parseUnambiguousUrl('https://a.test:8443/b?c')?.host).toBe('a.test:8443');
  for (const text of [
    'a.test',
    'https://a.test\\@b.test/',
    'https://a.test/ b',
    'https://ä.test/',
    'https://user@a.test/',
    'https://:password@a.test/',
  ]) {
    expect([text, parseUnambiguousUrl(text)]).toEqual([text, undefined]);
  }
});
