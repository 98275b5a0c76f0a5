import { X509Certificate } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { createChannelHttp } from '../../../src/chat/outbound/http.ts';
import { systemClock } from '../../../src/core/platform.ts';
import type { Trust } from '../../../src/upstream/http/tls.ts';
import { AUTHORITY_CERT, ISSUED_BY_AUTHORITY, OTHER_HOST, SELF_SIGNED } from '../../support/certificates.ts';
import type { Identity } from '../../support/certificates.ts';
import { startConnectProxy } from '../../support/connect-proxy.ts';
import type { ConnectProxyOptions } from '../../support/connect-proxy.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import { buildHttp } from './upstreams.ts';

const fingerprintOf = ({ cert }: Identity): string => new X509Certificate(cert).fingerprint256;

/** One POST with a secret to `elsewhere.example`, which only the proxy knows the way to. */
async function call(identity: Identity, trust: Trust, proxyOptions: ConnectProxyOptions = {}, credentials = '') {
  // Generous where nobody waits for it: other tests run beside.
  const timeLimitMilliseconds = proxyOptions.silent === true ? 1_000 : 10_000;
  const server = await startScriptedServer({ tls: identity });
  server.answer({ body: '{}' });
  const proxy = await startConnectProxy({ leadsTo: server.port, ...proxyOptions });
  const url = proxy.url.replace('//', `//${credentials}`);
  const http = buildHttp({ proxy: { url, noProxy: [] }, timeLimitMilliseconds });
  try {
    const request = {
      upstream: 'backup service',
      method: 'POST',
      url: 'https://elsewhere.example:4443/v8/token',
      form: { assertion: 'SECRET' },
      trust,
    } as const;
    const outcome = await http.send(request).then(
      ({ status }) => status,
      (error: unknown) => error,
    );
    return { outcome, requests: server.requests.length, proxy };
  } finally {
    await http.close();
    await proxy.close();
    await server.close();
  }
}

test.each<[string, Trust]>([
  ['the certificate file', { ca: OTHER_HOST.cert }],
  ['the pinned fingerprint', { fingerprint256: fingerprintOf(OTHER_HOST) }],
])('a call goes through the proxy, and TLS from end to end is checked by %s', async (_name, trust) => {
  const { outcome, requests, proxy } = await call(OTHER_HOST, trust);
  expect(outcome).toBe(200);
  expect(requests).toBe(1);
  expect(new Set(proxy.asked)).toEqual(new Set(['elsewhere.example:4443']));
  expect(proxy.credentials[0]).toBeUndefined();
});

test.each(['127.0.0.1', 'localhost'])('a call goes through a proxy that speaks TLS itself, at %s', async (host) => {
  const usual = getCACertificates();
  setDefaultCACertificates([AUTHORITY_CERT]);
  try {
    const { outcome, proxy } = await call(OTHER_HOST, { ca: OTHER_HOST.cert }, { tls: ISSUED_BY_AUTHORITY, host });
    expect(outcome).toBe(200);
    expect(proxy.asked).toEqual(['elsewhere.example:4443']);
  } finally {
    setDefaultCACertificates(usual);
  }
});

test.each<[string, Identity, Trust, RegExp]>([
  ['not trusted', OTHER_HOST, {}, /not trusted here/],
  ['for another name', SELF_SIGNED, { ca: SELF_SIGNED.cert }, /another host name/],
  ['not the pinned one', ISSUED_BY_AUTHORITY, { fingerprint256: fingerprintOf(OTHER_HOST) }, /pinned/],
  ['of another authority', OTHER_HOST, { ca: AUTHORITY_CERT }, /not trusted/],
])('nothing is sent through the proxy under a certificate that is %s', async (_name, identity, trust, description) => {
  const { outcome, requests } = await call(identity, trust);
  expect(outcome).toMatchObject({ code: 'UNTRUSTED', description: expect.stringMatching(description), unsent: true });
  expect(requests).toBe(0);
});

test('user name and password are sent to the proxy only', async () => {
  const { proxy } = await call(OTHER_HOST, { ca: OTHER_HOST.cert }, {}, 'me:p%40ss%3Aw%C3%B6rd@');
  expect(proxy.credentials[0]).toBe(`Basic ${Buffer.from('me:p@ss:wörd').toString('base64')}`);
});

test.each<[string, ConnectProxyOptions, object]>([
  ['wants credentials', { refuses: 407 }, { code: 'NO_ANSWER', description: /wants other credentials/ }],
  ['does not allow it', { refuses: 403 }, { code: 'NO_ANSWER', description: /opens no way to it \(HTTP 403\)/ }],
  ['is silent', { silent: true }, { code: 'TIMED_OUT', description: /did not answer within 1 s/ }],
  [
    'is not trusted itself',
    { tls: SELF_SIGNED },
    { code: 'NO_ANSWER', description: /proxy of HTTPS_PROXY cannot be reached/ },
  ],
])('an error of a proxy that %s names the proxy, not the service', async (_name, options, expected) => {
  const { outcome, requests } = await call(OTHER_HOST, { ca: OTHER_HOST.cert }, options, 'me:hunter2@');
  const { code, description } = expected as { code: string; description: RegExp };
  expect(outcome).toMatchObject({
    code,
    description: expect.stringMatching(description),
    transient: true,
    unsent: true,
  });
  expect(requests).toBe(0);
  expect(JSON.stringify(outcome)).not.toContain('hunter2');
});

test('an error of an unreachable proxy names the proxy, not the service', async () => {
  const http = buildHttp({ proxy: { url: 'http://127.0.0.1:1', noProxy: [] } });
  const sending = http.send({ upstream: 'identity provider', method: 'POST', url: 'https://login.example/' });
  await expect(sending).rejects.toMatchObject({
    code: 'NO_ANSWER',
    description: 'The proxy of HTTPS_PROXY cannot be reached.',
    unsent: true,
  });
  await http.close();
});

test('loopback and the hosts of NO_PROXY are reached without the proxy', async () => {
  const server = await startScriptedServer({ tls: SELF_SIGNED });
  server.answer({ body: '{}' });
  const proxy = await startConnectProxy();
  const http = buildHttp({ proxy: { url: proxy.url, noProxy: ['elsewhere.invalid'] } });
  const ask = (url: string) =>
    http.send({ upstream: 'backup service', method: 'POST', url, trust: { ca: SELF_SIGNED.cert } });
  expect((await ask(server.url)).status).toBe(200);
  await expect(ask('https://elsewhere.invalid/')).rejects.toMatchObject({
    description: expect.stringMatching(/host name/),
  });
  expect(proxy.asked).toEqual([]);
  await http.close();
  await proxy.close();
  await server.close();
});

test('a pool through the proxy has a limit', async () => {
  const server = await startScriptedServer({ tls: OTHER_HOST });
  server.answer({ body: '{}' });
  const proxy = await startConnectProxy({ leadsTo: server.port });
  const http = buildHttp({ connections: 3, proxy: { url: proxy.url, noProxy: [] } });
  const request = { upstream: 'backup service', method: 'POST', url: 'https://elsewhere.example/' } as const;
  await Promise.all(Array.from({ length: 30 }, () => http.send({ ...request, trust: { ca: OTHER_HOST.cert } })));
  expect(proxy.asked.length).toBeLessThanOrEqual(3);
  await http.close();
  await proxy.close();
  await server.close();
});

test('the chat service is reached through the proxy too, and the errors of the proxy are classified', async () => {
  const server = await startScriptedServer({ tls: OTHER_HOST });
  const open = await startConnectProxy({ leadsTo: server.port });
  const shut = await startConnectProxy({ refuses: 407 });
  const ask = async (url: string) => {
    const http = createChannelHttp({ clock: systemClock, proxy: { url, noProxy: [] } });
    const reply = await http.send({ method: 'GET', url: 'https://smba.trafficmanager.net/teams/' });
    await http.close();
    return reply;
  };
  // The way stands, and the certificate at its end is judged as always.
  expect(await ask(open.url)).toMatchObject({ kind: 'not-sent', fault: 'UNTRUSTED' });
  expect(open.asked).toEqual(['smba.trafficmanager.net:443']);
  expect(await ask(shut.url)).toEqual({ kind: 'not-sent', fault: 'NO_ANSWER', reason: 'PROXY_REFUSED' });
  await open.close();
  await shut.close();
  await server.close();
});
