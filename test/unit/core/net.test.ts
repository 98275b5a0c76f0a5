import { isLoopback, withoutTrailingSlashes } from '../../../src/core/net.ts';

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
