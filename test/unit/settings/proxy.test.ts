import { mistakesIn, read } from '../../support/environment.ts';

test('without HTTPS_PROXY there is no proxy, whatever NO_PROXY says', () => {
  expect(read({}).proxy).toBeUndefined();
  expect(read({ NO_PROXY: 'a.example' }).proxy).toBeUndefined();
});

test('a proxy is read with those that are reached without it', () => {
  expect(
    read({ HTTPS_PROXY: ' http://proxy.example:8080 ', NO_PROXY: 'a.example, .b.example 10.0.0.0/8' }).proxy,
  ).toEqual({ url: 'http://proxy.example:8080/', noProxy: ['a.example', '.b.example', '10.0.0.0/8'] });
});

test('lower case will do, capitals win', () => {
  const lower = { https_proxy: 'http://lower.example:1', no_proxy: 'a.example' };
  expect(read(lower).proxy).toEqual({ url: 'http://lower.example:1/', noProxy: ['a.example'] });
  expect(read({ ...lower, HTTPS_PROXY: 'http://upper.example:1' }).proxy?.url).toBe('http://upper.example:1/');
});

test.each([
  'proxy.example:8080',
  'socks5://proxy.example:1080',
  'http://',
  'http://p.example/path',
  'http://p.example?x',
  'x',
])('HTTPS_PROXY=%s is a mistake', (value) => {
  expect(mistakesIn({ HTTPS_PROXY: value })).toEqual([expect.stringMatching(/^HTTPS_PROXY: must /)]);
});

test('a mistake in either is named and does not quote a password', () => {
  const mistakes = mistakesIn({ HTTPS_PROXY: 'http://me:hunter2@proxy.example/x', NO_PROXY: 'a.example,https://b' });
  expect(mistakes).toEqual([
    expect.stringMatching(/^HTTPS_PROXY: must end after/),
    expect.stringMatching(/^NO_PROXY: item 2 of the list/),
  ]);
  expect(mistakes.join('\n')).not.toContain('hunter2');
});
