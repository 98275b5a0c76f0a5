/** The organizations: one from the single settings, or many from ORGANIZATIONS_FILE. */
import { dirname, isAbsolute, join } from 'node:path';

import { z } from 'zod';

import type { Organization } from '../core/organization.ts';
import { SINGLE_ORGANIZATION } from './definitions.ts';
import type { SettingName } from './definitions.ts';
import { readOrganization } from './organization.ts';
import type { OrganizationField } from './organization.ts';
import { Wrong, createReader } from './reader.ts';
import type { Parse, Reader } from './reader.ts';
import { comparableGuid, line } from './values.ts';

export type ReadFile = (path: string) => string;

const text = z.string().optional();
const entry = z.strictObject({
  organization: text,
  displayName: text,
  tenants: z.array(z.string()).optional(),
  backupServiceUrl: text,
  backupServiceCa: text,
  backupServiceFingerprint256: text,
  authUrl: text,
  graphUrl: text,
  operatorApplicationId: text,
  appOnlyApplicationId: text,
  appOnlyScopes: text,
});
const FIELDS = Object.keys(entry.shape).join(', ');

/** @param tenants those that a single organization serves */
export function readOrganizations(
  reader: Reader<SettingName>,
  env: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile,
  tenants: readonly string[],
  mistakes: string[],
): readonly Organization[] {
  if (!reader.has('ORGANIZATIONS_FILE')) {
    const fields = Object.entries(SINGLE_ORGANIZATION) as [keyof typeof SINGLE_ORGANIZATION, SettingName][];
    const values = Object.fromEntries(fields.map(([field, name]) => [field, env[name]]));
    // A single organization has no display name of its own to be wrong.
    const label = (field: OrganizationField) => (field === 'displayName' ? 'ORGANIZATION' : SINGLE_ORGANIZATION[field]);
    return [readOrganization(createReader(values, label, mistakes), { tenants, readPem: fileReader(readFile) })];
  }
  const beside = Object.values(SINGLE_ORGANIZATION).filter((name) => reader.has(name));
  if (beside.length > 0) {
    reader.mistake('ORGANIZATIONS_FILE', `cannot stand beside ${beside.join(', ')}. Leave out the file, or those.`);
  }
  let path = '';
  const entries = reader.optional('ORGANIZATIONS_FILE', (given) => {
    path = given;
    return listIn(fileReader(readFile)(given));
  });
  const readPem = besideFile(path, fileReader(readFile));
  const label = (index: number) => `ORGANIZATIONS_FILE: entry ${index + 1}`;
  const organizations = (entries ?? []).map((value, index) => readEntry(value, label(index), readPem, mistakes));
  reportTwice(organizations, label, mistakes);
  return organizations.filter((organization) => organization !== undefined);
}

/** Reads each file once: many organizations may share a certificate. The path may be a pasted secret and is not quoted. */
function fileReader(readFile: ReadFile): Parse<string> {
  const known = new Map<string, string | Wrong>();
  const read: Parse<string> = (path) => {
    try {
      return readFile(path).replace(/^\uFEFF/, '');
    } catch (error) {
      const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
      const why = /^E[A-Z]{2,20}$/.test(code) ? ` (${code})` : '';
      return new Wrong(`names a file that cannot be read${why}. Check the path and who may read it.`);
    }
  };
  return (path) => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
}

function besideFile(file: string, readPem: Parse<string>): Parse<string> {
  return (path) => readPem(isAbsolute(path) ? path : join(dirname(file), path));
}

function listIn(json: string | Wrong): readonly unknown[] | Wrong {
  if (json instanceof Wrong) return json;
  try {
    const list: unknown = JSON.parse(json);
    if (!Array.isArray(list))
      return new Wrong('names a file that holds no JSON list. Write one, with an entry for each organization.');
    return list.length > 0 ? list : new Wrong('names a file with an empty list. Add an entry for each organization.');
  } catch (error) {
    // The parser's message quotes the text; only the place is taken from it.
    const [place] = /line \d+ column \d+|position \d+/.exec(String(error)) ?? [];
    return new Wrong(`names a file that is not JSON${place === undefined ? '' : ` (${place})`}. Correct its syntax.`);
  }
}

/** What is of the right type is read even where something else is not, so that one start names every mistake. */
function readEntry(
  value: unknown,
  label: string,
  readPem: Parse<string>,
  mistakes: string[],
): Organization | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    mistakes.push(`${label}: must be an object. Its fields are ${FIELDS}.`);
    return undefined;
  }
  const wrongFields = new Set<string>();
  for (const issue of entry.safeParse(value).error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') mistakes.push(...issue.keys.map((key) => unknownField(label, key)));
    else wrongFields.add(String(issue.path[0]));
  }
  for (const field of wrongFields) {
    const wanted = field === 'tenants' ? 'a list of tenant ids in quotes' : 'text in quotes';
    mistakes.push(`${label} "${field}": must be ${wanted}.`);
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const values = Object.fromEntries([...fields].filter(([, given]) => typeof given === 'string'));
  const found: string[] = [];
  const reader = createReader<OrganizationField>(values, (field) => `${label} "${field}"`, found);
  const tenants = wrongFields.has('tenants') ? [] : readTenants(fields.get('tenants'), label, found);
  const organization = readOrganization(reader, { tenants, readPem });
  // A field of the wrong type looks missing to the reader, and is not.
  const isSaid = (mistake: string) =>
    [...wrongFields].some((field) => mistake.startsWith(`${label} "${field}": is missing`));
  mistakes.push(...found.filter((mistake) => !isSaid(mistake)));
  return organization;
}

function unknownField(label: string, key: string): string {
  return `${label}: has a field that is not known, ${JSON.stringify(line(key) === key ? key.slice(0, 40) : '?')}. The fields are ${FIELDS}.`;
}

function readTenants(given: unknown, label: string, mistakes: string[]): readonly string[] {
  const tenants = Array.isArray(given) ? given.map((tenant) => comparableGuid(String(tenant).trim())) : [];
  const bad = tenants.flatMap((tenant, index) => (tenant instanceof Wrong ? [index + 1] : []));
  if (tenants.length === 0) mistakes.push(`${label} "tenants": is missing. List the ids of the tenants it serves.`);
  if (bad.length > 0) mistakes.push(`${label} "tenants": item ${bad.join(', ')} of the list must be a tenant id.`);
  return [...new Set(tenants.filter((tenant) => typeof tenant === 'string'))];
}

function reportTwice(
  organizations: readonly (Organization | undefined)[],
  label: (index: number) => string,
  mistakes: string[],
): void {
  const first = new Map<string, number>();
  for (const [index, organization] of organizations.entries()) {
    const key = organization?.organization.toLowerCase() ?? '';
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    else if (key !== '') {
      mistakes.push(`${label(index)} "organization": is the one of entry ${before + 1} again. List each once.`);
    }
  }
}
