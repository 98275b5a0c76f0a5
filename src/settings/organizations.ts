/** The organizations: one from the single settings, or many from ORGANIZATIONS_FILE. */
import { cloudOf, cloudOfOrganization } from '../core/entra.ts';
import { dirname, resolve } from 'node:path';
import type { Organization, RestoreCertificate } from '../core/organization.ts';
import { certificates, check, displayName, InvalidValueError, isGuid, type Parse, parseItems } from './parsers.ts';
import { Reader } from './reader.ts';
import { readRestoreCertificate } from './restore-certificate.ts';

/** The fields of an entry of ORGANIZATIONS_FILE, and the settings that they correspond to. */
export const ORGANIZATION_SETTINGS = {
  organization: 'ORGANIZATION',
  backupServiceUrl: 'BACKUP_SERVICE_URL',
  backupServiceCa: 'BACKUP_SERVICE_CA',
  backupServiceFingerprint256: 'BACKUP_SERVICE_FINGERPRINT256',
  authUrl: 'AUTH_URL',
  graphUrl: 'GRAPH_URL',
  operatorApplicationId: 'OPERATOR_APPLICATION_ID',
  signIn: 'SIGN_IN',
  appOnlyApplicationId: 'APP_ONLY_APPLICATION_ID',
  appOnlyScopes: 'APP_ONLY_SCOPES',
  restoreApplicationId: 'RESTORE_APPLICATION_ID',
  restoreApplicationName: 'RESTORE_APPLICATION_NAME',
  restoreCertificate: 'RESTORE_CERTIFICATE',
  restoreCertificatePassword: 'RESTORE_CERTIFICATE_PASSWORD',
  restoreImpersonationAccount: 'RESTORE_IMPERSONATION_ACCOUNT',
} as const;

const SETTING_OF_FIELD: ReadonlyMap<string, string> = new Map(Object.entries(ORGANIZATION_SETTINGS));
const FIELD_OF_SETTING = new Map(SETTING_OF_FIELD.entries().map(([field, name]) => [name, field]));
const FIELDS: readonly string[] = ['organization', 'displayName', 'tenants', ...SETTING_OF_FIELD.keys().drop(1)];

/** An organization, and the secret beside it that only restores use. */
interface Configured {
  readonly organization: Organization;
  readonly certificate: RestoreCertificate | undefined;
}

/** @param readFile text by path @param tenants of a single organization */
export function readOrganizations(reader: Reader, readFile: Parse<string>, tenants: readonly string[]) {
  const configured = readConfigured(reader, fileReader(readFile), tenants);
  return {
    organizations: configured.map(({ organization }) => organization),
    /** By `<tenant>`. Secret. */
    restoreCertificates: Object.fromEntries(
      configured.flatMap(({ organization: { key: organization }, certificate }) =>
        certificate === undefined ? [] : [[organization, certificate] as const],
      ),
    ) as Readonly<Record<string, RestoreCertificate>>,
  };
}

function readConfigured(reader: Reader, read: Parse<string>, tenants: readonly string[]): readonly Configured[] {
  if (!reader.has('ORGANIZATIONS_FILE')) return [readOrganization(reader, tenants, read)];
  const beside = Object.values(ORGANIZATION_SETTINGS).filter((name) => reader.has(name));
  if (beside.length > 0) {
    reader.mistake('ORGANIZATIONS_FILE', `cannot stand beside ${beside.join(', ')}. Leave out the file, or those.`);
  }
  let folder = '';
  const entries = reader.parse('ORGANIZATIONS_FILE', (path) => {
    folder = dirname(path);
    return parseEntries(read(path));
  });
  const first = new Map<string, number>();
  return (entries ?? []).flatMap((entry, index) => {
    const label = `ORGANIZATIONS_FILE: entry ${index + 1}`;
    const configured = readEntry(entry, label, (path) => read(resolve(folder, path)), reader.mistakes);
    const key = configured?.organization.key.toLowerCase();
    if (configured === undefined || !key) return [];
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    else reader.mistakes.push(`${label} "organization": is the one of entry ${before + 1} again. List each once.`);
    return [configured];
  });
}

/** Reads each file once: many organizations may share a certificate. The path may be a pasted secret and is not quoted. */
export function fileReader(readFile: Parse<string>): Parse<string> {
  const contents = new Map<string, string>();
  return (path) => {
    try {
      const content = contents.get(path) ?? readFile(path).replace(/^\uFEFF/, '');
      contents.set(path, content);
      return content;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      const why = /^E[A-Z]{2,20}$/.test(code) ? ` (${code})` : '';
      throw new InvalidValueError(`names a file that cannot be read${why}. Check the path and who may read it.`);
    }
  };
}

function parseEntries(json: string): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch (error) {
    // The parser's message quotes the text; only the position is taken from it.
    const [position] = /line \d+ column \d+|position \d+/.exec(String(error)) ?? [];
    const where = position === undefined ? '' : ` (${position})`;
    throw new InvalidValueError(`names a file that is not JSON${where}. Correct its syntax.`);
  }
  const sentence = 'names a file that holds no JSON list. Write one, with an entry for each organization.';
  check(Array.isArray(list), sentence);
  check(list.length > 0, 'names a file with an empty list. Add an entry for each organization.');
  return list;
}

/** Reads the fields of the right type even if others are wrong, so that one start reports every mistake. */
function readEntry(entry: unknown, label: string, read: Parse<string>, mistakes: string[]): Configured | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    mistakes.push(`${label}: must be an object. Its fields are ${FIELDS.join(', ')}.`);
    return undefined;
  }
  const fields = new Map<string, unknown>(Object.entries(entry));
  const values: Record<string, string> = {};
  const reader = new Reader(values, (name) => `${label} "${FIELD_OF_SETTING.get(name) ?? name}"`, mistakes);
  for (const [field, value] of fields) {
    const name = SETTING_OF_FIELD.get(field) ?? field;
    if (!FIELDS.includes(field)) mistakes.push(unknownField(label, field));
    else if (typeof value === 'string') values[name] = value;
    else if (field !== 'tenants') reader.mistake(name, 'must be text in quotes.');
  }
  const tenants = reader.attempt('tenants', () => parseTenants(fields.get('tenants'))) ?? [];
  return readOrganization(reader, tenants, read, reader.parse('displayName', displayName));
}

function unknownField(label: string, field: string): string {
  const name = /\p{Cc}/u.test(field) ? '?' : field.slice(0, 40);
  return `${label}: has a field that is not known, ${JSON.stringify(name)}. The fields are ${FIELDS.join(', ')}.`;
}

/** Lower case, each once. */
function parseTenants(tenants: unknown = []): readonly string[] {
  const isList = Array.isArray(tenants) && tenants.every((tenant) => typeof tenant === 'string');
  check(isList, 'must be a list of tenant ids in quotes.');
  check(tenants.length > 0, 'is missing. List the ids of the tenants it serves.');
  const parsed = parseItems(tenants, (tenant) => {
    check(isGuid(tenant.trim()), 'must be a tenant id.');
    return tenant.trim().toLowerCase();
  });
  return [...new Set(parsed)];
}

function readOrganization(reader: Reader, tenants: readonly string[], read: Parse<string>, name?: string): Configured {
  const organization = reader.require('ORGANIZATION') ?? '';
  const backupServiceUrl = reader.require('BACKUP_SERVICE_URL') ?? '';
  const backupServiceCa = reader.parse('BACKUP_SERVICE_CA', (path) => certificates(read(path)));
  const backupServiceFingerprint256 = reader.get('BACKUP_SERVICE_FINGERPRINT256');
  checkTrust(reader, backupServiceUrl);
  const authUrl = reader.get('AUTH_URL');
  const graphUrl = reader.get('GRAPH_URL');
  checkClouds(reader, organization, authUrl, graphUrl);
  const appOnlyApplicationId = reader.get('APP_ONLY_APPLICATION_ID');
  if (appOnlyApplicationId !== undefined && isGuid(organization)) {
    reader.mistake('ORGANIZATION', 'must be of the form name.onmicrosoft.com where app-only sign-in is on.');
  }
  const certificate = readRestoreCertificate(reader, read);
  const configured: Organization = {
    key: organization,
    displayName: name ?? organization,
    tenants,
    backupServiceUrl,
    backupServiceCa,
    backupServiceFingerprint256,
    authUrl,
    graphUrl,
    operatorApplicationId: reader.get('OPERATOR_APPLICATION_ID'),
    signIn: reader.get('SIGN_IN'),
    appOnlyApplicationId,
    appOnlyScopes: reader.get('APP_ONLY_SCOPES'),
    restoreApplicationId: reader.get('RESTORE_APPLICATION_ID'),
    restoreApplicationName: reader.get('RESTORE_APPLICATION_NAME'),
  };
  return { organization: configured, certificate };
}

function checkTrust(reader: Reader, backupServiceUrl: string): void {
  const given = ['BACKUP_SERVICE_FINGERPRINT256', 'BACKUP_SERVICE_CA'].filter((name) => reader.has(name));
  const [first] = given;
  if (first === undefined) return;
  if (given.length > 1) {
    reader.mistake(first, 'cannot stand beside a certificate file. Pin the fingerprint or trust the file, not both.');
  }
  if (backupServiceUrl.startsWith('http:')) {
    reader.mistake(first, 'has no effect on a service that is reached by http://. Leave it out, or use https://.');
  }
}

/** Otherwise the tokens of one cloud would be sent to another, or nobody could sign in. */
function checkClouds(reader: Reader, organization: string, authUrl: string, graphUrl: string): void {
  if (reader.isWrong('AUTH_URL') || reader.isWrong('GRAPH_URL')) return;
  const [auth, graph] = [cloudOf(authUrl), cloudOf(graphUrl)];
  const own = cloudOfOrganization(organization) ?? auth;
  if (auth !== undefined && graph !== undefined && auth !== graph) {
    const [name, other] = reader.has('AUTH_URL') ? ['AUTH_URL', 'the directory'] : ['GRAPH_URL', 'sign-in'];
    reader.mistake(
      name,
      `is in another cloud than ${other} (${auth} for sign-in, ${graph} for the directory; public where not set). Set both, to ` +
        'addresses of the same cloud.',
    );
  } else if (auth !== undefined && auth !== own) {
    reader.mistake(
      'AUTH_URL',
      `is in another cloud than the organization (${auth} for sign-in, public where not set; ${own} for the organization). Set it and ` +
        'the address of the directory to those of its cloud.',
    );
  }
}
