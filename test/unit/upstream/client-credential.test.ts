import { X509Certificate } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { createClientCredential } from '../../../src/upstream/client-credential.ts';
import { RSA } from '../../support/certificates.ts';

const ENDPOINT = 'https://login.example/contoso.onmicrosoft.com/oauth2/v2.0/token';
const now = () => Date.now();
const clock = { now };
const identityToken = () => Promise.reject(new Error('SECRET'));

test('a secret is sent as it is', async () => {
  const credential = createClientCredential({ kind: 'secret', secret: 'SECRET' }, { clock, identityToken });
  expect(await credential.parameters('app-1', ENDPOINT)).toEqual({ client_secret: 'SECRET' });
});

test('a certificate signs an assertion for this application and this endpoint, new each time', async () => {
  const settings = { kind: 'certificate', certificate: RSA.cert, privateKey: RSA.key } as const;
  const credential = createClientCredential(settings, { clock, identityToken });
  const { client_assertion: assertion = '', ...rest } = await credential.parameters('app-1', ENDPOINT);
  expect(rest).toEqual({ client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' });
  const { publicKey, fingerprint256 } = new X509Certificate(RSA.cert);
  const { payload } = await jwtVerify(assertion, publicKey, { audience: ENDPOINT, issuer: 'app-1', subject: 'app-1' });
  expect((payload.exp ?? 0) - now() / 1_000).toBeLessThanOrEqual(300);
  const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  expect(decodeProtectedHeader(assertion)).toEqual({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint });
  expect((await credential.parameters('app-1', ENDPOINT))['client_assertion']).not.toBe(assertion);
});

test.each([
  ['https://login.microsoftonline.us', 'api://AzureADTokenExchangeUSGov/.default'],
  ['https://login.partner.microsoftonline.cn', 'api://AzureADTokenExchangeChina/.default'],
])('at %s a managed identity is asked for the exchange of that cloud', async (host, expected) => {
  const giving = (scope: string) => Promise.resolve(scope);
  const credential = createClientCredential({ kind: 'managed-identity' }, { clock, identityToken: giving });
  const endpoint = `${host}/contoso/oauth2/v2.0/token`;
  expect(await credential.parameters('app-1', endpoint)).toMatchObject({ client_assertion: expected });
});

test('a managed identity gives its token for the exchange, or an error without its words', async () => {
  const asked: string[] = [];
  const giving = (scope: string) => Promise.resolve(`SECRET for ${String(asked.push(scope))}`);
  const credential = createClientCredential({ kind: 'managed-identity' }, { clock, identityToken: giving });
  expect(await credential.parameters('app-1', ENDPOINT)).toMatchObject({ client_assertion: 'SECRET for 1' });
  expect(asked).toEqual(['api://AzureADTokenExchange/.default']);
  const without = createClientCredential({ kind: 'managed-identity' }, { clock, identityToken });
  const error: unknown = await without.parameters('app-1', ENDPOINT).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'NO_ANSWER', unsent: true });
  expect(JSON.stringify(error)).not.toContain('SECRET');
});
