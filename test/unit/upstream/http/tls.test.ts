import { X509Certificate } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import {
  AUTHORITY_CERT,
  EXPIRED,
  ISSUED_BY_AUTHORITY,
  OTHER_HOST,
  SELF_SIGNED,
} from '../../../support/certificates.ts';
import type { Identity } from '../../../support/certificates.ts';
import type { Trust } from '../../../../src/upstream/http/tls.ts';
import { startScriptedServer } from '../../../support/scripted-server.ts';
import { buildHttp, faultOf } from '../upstreams.ts';

const fingerprintOf = ({ cert }: Identity): string => new X509Certificate(cert).fingerprint256;

/** One POST with a secret to a server that presents `identity`. */
async function call(identity: Identity, trust: Trust, host = '127.0.0.1') {
  const server = await startScriptedServer({ tls: identity });
  server.answer({ body: '{}' });
  const http = buildHttp();
  try {
    const outcome = await http
      .send({
        upstream: 'backup service',
        method: 'POST',
        url: `https://${host}:${server.port}/v8/token`,
        form: { assertion: 'SECRET' },
        trust,
      })
      .then(
        ({ status }) => status,
        (error: unknown) => error,
      );
    return { outcome, requests: server.requests.length };
  } finally {
    await http.close();
    await server.close();
  }
}

test.each<[string, Identity, Trust]>([
  ['issued by the authority named', ISSUED_BY_AUTHORITY, { ca: AUTHORITY_CERT }],
  ['self-signed and named', SELF_SIGNED, { ca: SELF_SIGNED.cert }],
  ['one of several named', SELF_SIGNED, { ca: AUTHORITY_CERT + SELF_SIGNED.cert }],
  ['issued by another authority, but named itself', ISSUED_BY_AUTHORITY, { ca: ISSUED_BY_AUTHORITY.cert }],
  ['self-signed and pinned', SELF_SIGNED, { fingerprint256: fingerprintOf(SELF_SIGNED) }],
  ['pinned in small letters without colons', SELF_SIGNED, { fingerprint256: plain(fingerprintOf(SELF_SIGNED)) }],
  [
    'issued by an unknown authority and pinned',
    ISSUED_BY_AUTHORITY,
    { fingerprint256: fingerprintOf(ISSUED_BY_AUTHORITY) },
  ],
  ['for another host and pinned', OTHER_HOST, { fingerprint256: fingerprintOf(OTHER_HOST) }],
])('a certificate is trusted that is %s', async (_name, identity, trust) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await call(identity, trust, host)).toEqual({ outcome: 200, requests: 1 });
  }
});

test.each<[string, Identity, Trust, RegExp]>([
  ['self-signed and not named', SELF_SIGNED, {}, /self-signed or from an issuer that is not trusted/],
  ['issued by an unknown authority', ISSUED_BY_AUTHORITY, {}, /from an issuer that is not trusted/],
  ['not the one named', SELF_SIGNED, { ca: AUTHORITY_CERT }, /not trusted/],
  ['named but for another host', OTHER_HOST, { ca: OTHER_HOST.cert }, /for another host name/],
  ['named but expired', EXPIRED, { ca: EXPIRED.cert }, /has expired/],
  ['pinned but expired', EXPIRED, { fingerprint256: fingerprintOf(EXPIRED) }, /has expired/],
  [
    'not the one pinned',
    SELF_SIGNED,
    { fingerprint256: fingerprintOf(OTHER_HOST) },
    /not the one whose fingerprint is pinned/,
  ],
  [
    'named but not the one pinned',
    SELF_SIGNED,
    { ca: SELF_SIGNED.cert, fingerprint256: fingerprintOf(OTHER_HOST) },
    /not the one whose fingerprint is pinned/,
  ],
])('nothing is sent under a certificate that is %s', async (_name, identity, trust, description) => {
  const { outcome, requests } = await call(identity, trust);
  expect(requests).toBe(0);
  expect(outcome).toMatchObject({
    code: 'UNTRUSTED',
    transient: false,
    description: expect.stringMatching(description),
  });
});

test('a wrong pin names the fingerprint that was presented', async () => {
  const { outcome } = await call(SELF_SIGNED, { fingerprint256: fingerprintOf(OTHER_HOST) });
  expect(outcome).toMatchObject({ description: expect.stringContaining(fingerprintOf(SELF_SIGNED)) });
});

test('a server that changes its certificate after a pinned call receives no further request', async () => {
  const before = await startScriptedServer({ tls: SELF_SIGNED });
  before.answer({ body: '{}' });
  const http = buildHttp();
  const request = {
    upstream: 'backup service',
    method: 'POST',
    url: `${before.url}/`,
    trust: { fingerprint256: fingerprintOf(SELF_SIGNED) },
  } as const;
  expect((await http.send(request)).status).toBe(200);
  await before.close();
  const after = await startScriptedServer({ tls: ISSUED_BY_AUTHORITY, port: before.port });
  expect((await faultOf(http.send(request))).code).toBe('UNTRUSTED');
  expect(after.requests).toHaveLength(0);
  await after.close();
  const again = await startScriptedServer({ tls: SELF_SIGNED, port: before.port });
  again.answer({ body: '{}' });
  expect((await http.send(request)).status).toBe(200);
  await again.close();
  await http.close();
});

test('a certificate is trusted only in calls that name it', async () => {
  const server = await startScriptedServer({ tls: SELF_SIGNED });
  server.answer({ body: '{}' });
  const http = buildHttp();
  const request = { upstream: 'backup service', method: 'POST', url: `${server.url}/` } as const;
  expect((await http.send({ ...request, trust: { ca: SELF_SIGNED.cert } })).status).toBe(200);
  expect((await faultOf(http.send(request))).code).toBe('UNTRUSTED');
  expect((await faultOf(http.send({ ...request, trust: { ca: AUTHORITY_CERT } }))).code).toBe('UNTRUSTED');
  expect(server.requests).toHaveLength(1);
  await http.close();
  await server.close();
});

test('plain http does not satisfy a pin', async () => {
  const server = await startScriptedServer();
  const http = buildHttp();
  const trust = { fingerprint256: fingerprintOf(SELF_SIGNED) };
  const fault = await faultOf(http.send({ upstream: 'backup service', method: 'POST', url: server.url, trust }));
  expect(fault.code).toBe('UNTRUSTED');
  expect(server.requests).toHaveLength(0);
  await http.close();
  await server.close();
});

test('plain http where TLS is expected is no answer', async () => {
  const server = await startScriptedServer();
  const http = buildHttp();
  for (const trust of [{}, { fingerprint256: fingerprintOf(SELF_SIGNED) }]) {
    const url = server.url.replace('http:', 'https:');
    const fault = await faultOf(http.send({ upstream: 'backup service', method: 'POST', url, trust }));
    expect(fault).toMatchObject({ code: 'NO_ANSWER', transient: true });
  }
  await http.close();
  await server.close();
});

test('a handshake without an end observes the time limit', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const http = buildHttp({ timeLimitMilliseconds: 100 });
  for (const trust of [{}, { fingerprint256: fingerprintOf(SELF_SIGNED) }]) {
    const url = `https://127.0.0.1:${port}/`;
    const fault = await faultOf(http.send({ upstream: 'backup service', method: 'POST', url, trust }));
    expect(fault.code).toBe('TIMED_OUT');
  }
  await http.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

test('a pinned pool has a limit', async () => {
  const server = await startScriptedServer({ tls: SELF_SIGNED });
  server.answer({ body: '{}' });
  const http = buildHttp({ connections: 4 });
  const trust = { fingerprint256: fingerprintOf(SELF_SIGNED) };
  const request = { upstream: 'backup service', method: 'POST', url: server.url, trust } as const;
  await Promise.all(Array.from({ length: 100 }, () => http.send(request)));
  // One more for the handshake that only looks at the certificate.
  expect(server.mostSockets).toBeLessThanOrEqual(5);
  await http.close();
  await server.close();
});

function plain(fingerprint: string): string {
  return fingerprint.replaceAll(':', '').toLowerCase();
}
