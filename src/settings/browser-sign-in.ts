/** How the settings of signing in in the browser belong together. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Organization } from '../core/organization.ts';
import type { OperatorCredential } from '../upstream/client-credential.ts';
import * as parse from './parsers.ts';
import type { Reader } from './reader.ts';

/** @param readFile text by path */
export function readBrowserSignIn(
  reader: Reader,
  readFile: parse.Parse<string>,
  organizations: readonly Pick<Organization, 'signIn'>[],
) {
  const isNeeded = organizations.some(({ signIn }) => signIn === 'browser' || signIn === 'both');
  if (isNeeded && reader.get('IDENTITY_BINDING') === 'off') {
    reader.mistake(
      'IDENTITY_BINDING',
      'cannot be off where people sign in in the browser: a link that is passed on would sign in anybody. Leave it out.',
    );
  }
  const publicUrl = reader.require('PUBLIC_URL', isNeeded);
  return {
    /** Secret. Also without need: it renews the sessions of those who have signed in in the browser before. */
    operatorCredential: readCredential(reader, readFile, isNeeded),
    /** Undefined where nobody signs in in the browser. */
    publicUrl: isNeeded ? publicUrl : undefined,
  };
}

function readCredential(
  reader: Reader,
  readFile: parse.Parse<string>,
  isNeeded: boolean,
): OperatorCredential | undefined {
  const kind = reader.require('OPERATOR_CREDENTIAL', isNeeded);
  const secret = reader.require('OPERATOR_SECRET', kind === 'secret') ?? '';
  reader.require('OPERATOR_CERTIFICATE', kind === 'certificate');
  const pem = reader.parse('OPERATOR_CERTIFICATE', (path) => readPem(readFile(path)));
  switch (kind) {
    case 'managed-identity':
      checkIdentity(reader);
      return { kind };
    case 'secret':
      return { kind, secret };
    case 'certificate':
      return pem && { kind, ...pem };
    case undefined:
      return undefined;
  }
}

/** Azure's library prefers an application in the environment to the identity, unless told which to take. */
function checkIdentity(reader: Reader): void {
  const other = ['AZURE_CLIENT_SECRET', 'AZURE_CLIENT_CERTIFICATE_PATH'].find((name) => reader.has(name));
  if (other === undefined || reader.has('AZURE_TOKEN_CREDENTIALS')) return;
  reader.mistake(
    'OPERATOR_CREDENTIAL',
    `is managed-identity beside ${other}, whose application would stand in for the identity. Leave that out, or set ` +
      'AZURE_TOKEN_CREDENTIALS to ManagedIdentityCredential, also for storage.',
  );
}

const REMEDY = 'Write both into one PEM file, the key as PKCS #8 without a password.';

/** @throws InvalidValueError */
function readPem(pem: string): { readonly certificate: string; readonly privateKey: string } {
  const certificate = parse.certificates(pem);
  const [privateKey = ''] = pem.match(/-----BEGIN PRIVATE KEY-----[^-]*-----END PRIVATE KEY-----/) ?? [];
  parse.check(privateKey !== '', `names a file without a private key. ${REMEDY}`);
  try {
    const { asymmetricKeyType } = createPrivateKey(privateKey);
    parse.check(
      asymmetricKeyType === 'rsa',
      'names a file whose private key is not RSA. Make a certificate with an RSA key.',
    );
    const isItsOwn = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey));
    parse.check(isItsOwn, `names a file whose private key is not that of the certificate. ${REMEDY}`);
  } catch (error) {
    if (error instanceof parse.InvalidValueError) throw error;
    throw new parse.InvalidValueError(`names a file with a private key that cannot be read. ${REMEDY}`);
  }
  return { certificate, privateKey };
}
