/** One organization, from the single settings or from an entry of ORGANIZATIONS_FILE. */
import { X509Certificate } from 'node:crypto';

import type { Organization } from '../core/organization.ts';
import { PUBLIC_AUTH_URL, PUBLIC_GRAPH_URL, cloudOf } from './clouds.ts';
import type { SINGLE_ORGANIZATION } from './definitions.ts';
import { Wrong } from './reader.ts';
import type { Parse, Reader } from './reader.ts';
import { baseUrl } from './urls.ts';
import { applicationId, isGuid, line } from './values.ts';

export type OrganizationField = keyof typeof SINGLE_ORGANIZATION | 'displayName';

const DEFAULT_SCOPES = 'Directory.Read.All User.Read offline_access';
const DIRECTORY = ['Directory.Read.All', 'Directory.ReadWrite.All', 'Directory.AccessAsUser.All'];
const USER = ['User.Read', 'User.ReadWrite', 'User.ReadBasic.All', 'User.Read.All', 'User.ReadWrite.All'];
const LONGEST_NAME = 100;

/** Never `common`, `organizations` or `consumers`: there anybody's account of any tenant signs in. */
const organizationName: Parse<string> = (text) =>
  /^[a-z\d][a-z\d-]*\.(?:onmicrosoft\.(?:com|us|de)|partner\.onmschina\.cn)$/i.test(text) || isGuid(text)
    ? text
    : new Wrong('must be of the form name.onmicrosoft.com, or a tenant id.');

const displayName: Parse<string> = (text) =>
  text.length > LONGEST_NAME ? new Wrong(`must have at most ${LONGEST_NAME} characters.`) : line(text);

/** Any number of certificates. Whatever else the file holds, such as a private key, is left out. */
const certificates: Parse<string> = (pem) => {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0)
    return new Wrong('names a file without a certificate in PEM form (-----BEGIN CERTIFICATE-----).');
  try {
    for (const block of blocks) void new X509Certificate(block).fingerprint256;
  } catch {
    return new Wrong('names a file with a certificate that cannot be read. Export it anew in PEM form.');
  }
  return `${blocks.join('\n')}\n`;
};

const fingerprint: Parse<string> = (text) => {
  const pairs = /^(?:[\da-f]{2}:?){32}$/i.test(text) ? text.replaceAll(':', '').toUpperCase().match(/../g) : null;
  return pairs?.join(':') ?? new Wrong('must be a SHA-256 fingerprint: 64 hex digits, with or without colons.');
};

/** Specification, section 4.1. A scope may be written in full, with the directory's address before it. */
const appOnlyScopes: Parse<string> = (text) => {
  const scopes = text.split(/\s+/);
  const names = scopes.map((scope) => scope.slice(scope.lastIndexOf('/') + 1).toLowerCase());
  const lacks = (wanted: readonly string[]) => !wanted.some((name) => names.includes(name.toLowerCase()));
  const missing = [
    ...(lacks(DIRECTORY) ? [`one of ${DIRECTORY.join(', ')}`] : []),
    ...(lacks(USER) ? [`one of ${USER.join(', ')}`] : []),
    ...(lacks(['offline_access']) ? ['offline_access'] : []),
  ];
  return missing.length === 0
    ? scopes.join(' ')
    : new Wrong(`lacks ${missing.join('; and ')}. Add it; scopes are separated by spaces.`);
};

export interface Around {
  /** Tenant ids of the people it serves. */
  readonly tenants: readonly string[];
  /** Text of the file at a path as the setting gives it. */
  readonly readPem: Parse<string>;
}

export function readOrganization(reader: Reader<OrganizationField>, { tenants, readPem }: Around): Organization {
  const organization = reader.required('organization', organizationName, 'Set it to name.onmicrosoft.com.', '');
  const backupServiceUrl = reader.required(
    'backupServiceUrl',
    baseUrl,
    'Set it to the address of the backup service, port included.',
    '',
  );
  const backupServiceCa = reader.optional('backupServiceCa', (path) => {
    const pem = readPem(path);
    return pem instanceof Wrong ? pem : certificates(pem);
  });
  const backupServiceFingerprint256 = reader.optional('backupServiceFingerprint256', fingerprint);
  checkTrust(reader, backupServiceUrl);

  const authUrl = reader.optional('authUrl', baseUrl);
  const graphUrl = reader.optional('graphUrl', baseUrl);
  checkClouds(reader, authUrl, graphUrl);

  const appOnlyApplicationId = reader.optional('appOnlyApplicationId', applicationId);
  if (appOnlyApplicationId !== undefined && isGuid(organization)) {
    reader.mistake('organization', 'must be of the form name.onmicrosoft.com where app-only sign-in is on.');
  }
  return {
    organization,
    displayName: reader.orElse('displayName', displayName, organization),
    tenants,
    backupServiceUrl,
    backupServiceCa,
    backupServiceFingerprint256,
    authUrl: authUrl ?? PUBLIC_AUTH_URL,
    graphUrl: graphUrl ?? PUBLIC_GRAPH_URL,
    operatorApplicationId: reader.optional('operatorApplicationId', applicationId),
    appOnlyApplicationId,
    appOnlyScopes: reader.orElse('appOnlyScopes', appOnlyScopes, DEFAULT_SCOPES),
  };
}

function checkTrust(reader: Reader<OrganizationField>, backupServiceUrl: string): void {
  const given = (['backupServiceFingerprint256', 'backupServiceCa'] as const).filter((field) => reader.has(field));
  const [first] = given;
  if (first === undefined) return;
  if (given.length > 1) {
    reader.mistake(first, 'cannot stand beside a certificate file. Pin the fingerprint or trust the file, not both.');
  }
  if (backupServiceUrl.startsWith('http:')) {
    reader.mistake(first, 'has no effect on a service that is reached by http://. Leave it out, or use https://.');
  }
}

/** Else the tokens of one cloud would be sent to another. */
function checkClouds(
  reader: Reader<OrganizationField>,
  authUrl: string | undefined,
  graphUrl: string | undefined,
): void {
  const isKnown =
    reader.has('authUrl') === (authUrl !== undefined) && reader.has('graphUrl') === (graphUrl !== undefined);
  const auth = cloudOf(authUrl ?? PUBLIC_AUTH_URL);
  const graph = cloudOf(graphUrl ?? PUBLIC_GRAPH_URL);
  if (!isKnown || auth === undefined || graph === undefined || auth === graph) return;
  reader.mistake(
    authUrl === undefined ? 'graphUrl' : 'authUrl',
    `is in another cloud than ${authUrl === undefined ? 'sign-in' : 'the directory'} (${auth} for sign-in, ${graph} for the ` +
      'directory; public where not set). Set both, to addresses of the same cloud.',
  );
}
