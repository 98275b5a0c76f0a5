/** The file of parameters that Bicep reads: written by the setup, checked for what a deployment would only show when it is too late. */
import { SETTINGS, type SettingDefinition } from '../../src/settings/definitions.ts';
import { readApproval } from '../../src/settings/approval.ts';
import { APPROVING } from '../../src/settings/approving.ts';
import { ORGANIZATION_SETTINGS } from '../../src/settings/organizations.ts';
import { check, InvalidValueError, matching, type Parse } from '../../src/settings/parsers.ts';
import { Reader } from '../../src/settings/reader.ts';

/** As the bot reads them. */
export const PARSERS = {
  organization: SETTINGS.ORGANIZATION.parse,
  backupServiceUrl: (text: string) => {
    check(/^https:/i.test(text), 'must begin with https://, such as https://backup.contoso.com:4443.');
    return SETTINGS.BACKUP_SERVICE_URL.parse(text);
  },
  backupServiceFingerprint256: SETTINGS.BACKUP_SERVICE_FINGERPRINT256.parse,
  operatorApplicationId: SETTINGS.OPERATOR_APPLICATION_ID.parse,
  appOnlyApplicationId: SETTINGS.APP_ONLY_APPLICATION_ID.parse,
  allowedTenants: SETTINGS.ALLOWED_TENANTS.parse,
  adminUserIds: SETTINGS.ADMIN_USER_IDS.parse,
  stateRetentionDays: SETTINGS.STATE_RETENTION_DAYS.parse,
  alertEmail: matching(/^(?:none|[^\s@]+@[^\s@]+\.[^\s@]+)$/, "must be an e-mail address, or 'none'."),
} as const satisfies Readonly<Record<string, Parse<unknown>>>;

/** Settings that the template itself gives the app, each with the parameter that says it, if there is one. */
export const SET_BY_TEMPLATE: Readonly<Record<string, string | undefined>> = {
  ORGANIZATION: 'organization',
  BACKUP_SERVICE_URL: 'backupServiceUrl',
  BACKUP_SERVICE_CA: 'backupServiceCa',
  BACKUP_SERVICE_FINGERPRINT256: 'backupServiceFingerprint256',
  OPERATOR_APPLICATION_ID: 'operatorApplicationId',
  SIGN_IN: 'signIn',
  APP_ONLY_APPLICATION_ID: 'appOnlyApplicationId',
  ADMIN_USER_IDS: 'adminUserIds',
  ALLOWED_TENANTS: 'allowedTenants',
  ORGANIZATIONS_FILE: 'organizations',
  RESTORE_CERTIFICATE: 'restoreCertificate',
  RESTORE_CERTIFICATE_PASSWORD: 'restoreCertificatePassword',
  STATE_RETENTION_DAYS: 'stateRetentionDays',
  MicrosoftAppType: undefined,
  MicrosoftAppId: undefined,
  MicrosoftAppTenantId: undefined,
  AZURE_STORAGE_ACCOUNT: undefined,
  AZURE_STORAGE_SUFFIX: undefined,
  STATE_CONTAINER: undefined,
  STATE_ENCRYPTION_KEYS: undefined,
  AUDIT_CONTAINER: undefined,
  JOB_QUEUE: undefined,
  OPERATOR_CREDENTIAL: undefined,
  PUBLIC_URL: undefined,
  APPLICATIONINSIGHTS_CONNECTION_STRING: undefined,
  APPLICATION_INSIGHTS_NO_STATSBEAT: undefined,
};

/** @returns what is wrong with a value and the remedy, as a sentence that follows its name */
export function mistakeIn(parse: Parse<unknown>, value: string): string | undefined {
  try {
    parse(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    return error.message;
  }
}

export interface Answers {
  readonly location: string;
  readonly organization: string;
  readonly backupServiceUrl: string;
  /** Object id; empty: everybody. */
  readonly operatorsGroup: string;
  readonly alertEmail: string;
}

export interface Parameters extends Answers {
  readonly name: string;
  readonly operatorApplicationId: string;
  readonly backupServiceFingerprint256: string;
  readonly network: 'new' | 'none';
  readonly zoneRedundant: boolean;
}

export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('${', '\\${')}'`;

/** @param using path of main.bicep as seen from the file */
export function parametersText(parameters: Parameters, using: string): string {
  const { name, organization, backupServiceUrl, operatorApplicationId, alertEmail, network, zoneRedundant } =
    parameters;
  const { backupServiceFingerprint256 } = parameters;
  return `// Written by the setup, which keeps it as it is from now on: change what you like. main.example.bicepparam shows what there is.
using ${quoted(using)}

param name = ${quoted(name)}
param organization = ${quoted(organization)}
param backupServiceUrl = ${quoted(backupServiceUrl)}
${backupServiceFingerprint256 === '' ? '' : `param backupServiceFingerprint256 = ${quoted(backupServiceFingerprint256)}\n`}param operatorApplicationId = ${quoted(operatorApplicationId)}
param alertEmail = ${quoted(alertEmail)}
param network = ${quoted(network)}
param zoneRedundant = ${String(zoneRedundant)}
param stateEncryptionKeys = readEnvironmentVariable('STATE_ENCRYPTION_KEYS', '')
param image = readEnvironmentVariable('RESTORE_BOT_IMAGE', '')
`;
}

const LITERAL = String.raw`'(?:[^'\\\n]|\\.)*'`;

/** What is no comment stays as it is; three quotes begin a text of several lines. */
function withoutComments(text: string): string {
  return text.replaceAll(new RegExp(String.raw`('''[^]*?'''|${LITERAL})|//.*|/\*[^]*?\*/`, 'g'), '$1');
}

/** @returns the text of a parameter, undefined if it is not given */
export function parameterOf(text: string, name: string): string | undefined {
  return new RegExp(String.raw`^param ${name}\s*=\s*(${LITERAL}|.*?)\s*$`, 'm').exec(withoutComments(text))?.[1];
}

/** @returns a text, or a number or truth value as a text; undefined for what is computed */
function valueOf(expression: string): string | undefined {
  const [plain] = /^(?:-?\d+|true|false)$/.exec(expression.trim()) ?? [];
  if (plain !== undefined) return plain;
  const [, inner] = /^'((?:[^'\\$]|\\.|\$(?!\{))*)'$/.exec(expression) ?? [];
  return inner?.replaceAll(/\\(.)/g, '$1');
}

/** @returns the value of a parameter, undefined if it is not given or computed */
export const literalOf = (text: string, name: string): string | undefined => valueOf(parameterOf(text, name) ?? '');

/** @returns the setting that the template makes of a parameter, which may be a list; undefined if any of it is computed */
function settingOf(text: string, name: string): string | undefined {
  const list = new RegExp(String.raw`^param ${name}\s*=\s*\[((?:${LITERAL}|[^'\]])*)\]\s*$`, 'm').exec(
    withoutComments(text),
  );
  if (list === null) return literalOf(text, name);
  const items = (list[1]?.match(new RegExp(String.raw`${LITERAL}|[^\s,]+`, 'g')) ?? []).map(valueOf);
  return items.includes(undefined) ? undefined : items.join(',');
}

interface OtherSettings {
  /** By name, undefined for what is computed. */
  readonly entries: ReadonlyMap<string, string | undefined>;
  /** Whether nothing else can be among them. */
  readonly isWhole: boolean;
}

function otherSettingsIn(text: string): OtherSettings {
  const [, body = ''] = /^param otherSettings\s*=\s*\{(.*\}|[^]*?^\})/m.exec(withoutComments(text)) ?? [];
  // Three quotes begin a text of several lines.
  const entry = new RegExp(String.raw`(?:^|,)[ \t]*'?(\w+)'?[ \t]*:[ \t]*(${LITERAL}(?!')|[^\n,}]*)`, 'gm');
  return {
    entries: new Map(body.matchAll(entry).map(([, name = '', expression = '']) => [name, valueOf(expression)])),
    isWhole: parameterOf(text, 'otherSettings') === undefined || (body !== '' && !/(?:^|,)\s*\.\.\./m.test(body)),
  };
}

/** What the bot would refuse, once everything else was created. */
function valueMistakes(text: string, hasCertificate: boolean): readonly string[] {
  const { entries, isWhole } = otherSettingsIn(text);
  const parameters = Object.keys(PARSERS).map((name) => [name, settingOf(text, name)] as const);
  const reader = new Reader(Object.fromEntries([...parameters, ...entries]), (name) =>
    Object.hasOwn(PARSERS, name) ? name : `${name} in otherSettings`,
  );
  for (const [name, parse] of Object.entries(PARSERS)) reader.parse<unknown>(name, parse);
  const settings = new Map<string, SettingDefinition>(Object.entries(SETTINGS));
  for (const name of entries.keys()) {
    const { parse } = settings.get(name) ?? {};
    if (parse !== undefined) reader.parse<unknown>(name, parse);
  }
  const isComputed = Object.keys(APPROVING).some((name) => entries.has(name) && entries.get(name) === undefined);
  if (isWhole && !isComputed) readApproval(reader, hasCertificate);
  return [...new Set(reader.mistakes)];
}

export const DEFAULT_NAME = 'restorebot';

/** What every resource's name begins with. */
export const nameOf = (text: string): string => parameterOf(text, 'name')?.replaceAll("'", '') ?? DEFAULT_NAME;

/** With this setting the app refers to the certificate in the vault. */
export function hasRestoreCertificate(text: string): boolean {
  const { entries, isWhole } = otherSettingsIn(text);
  const name = 'RESTORE_IMPERSONATION_ACCOUNT';
  return isWhole ? entries.has(name) : new RegExp(String.raw`\b${name}'?\s*:`).test(withoutComments(text));
}

/** @returns what is wrong, each with the remedy; only what is written there is judged, not what is computed */
export function parameterMistakes(text: string): readonly string[] {
  const isGiven = (name: string): boolean => ![undefined, "''"].includes(parameterOf(text, name));
  const several = isGiven('organizations');
  const { entries, isWhole } = otherSettingsIn(text);
  const mistakes = [...valueMistakes(text, !several && hasRestoreCertificate(text))];
  if (!several && !isGiven('operatorApplicationId')) {
    mistakes.push(
      "operatorApplicationId is empty: put the id that register-operator-app.sh printed, or 'portal' for the application of the restore portal, which is usually no public client, so that nobody can sign in.",
    );
  }
  if (!isGiven('alertEmail')) {
    mistakes.push("alertEmail is empty, so nobody would hear of an alert: put an address, or 'none' to want that.");
  }
  if (several) {
    for (const name of [
      'organization',
      'backupServiceUrl',
      'operatorApplicationId',
      'backupServiceCa',
      'backupServiceFingerprint256',
      'appOnlyApplicationId',
      'restoreCertificate',
      'restoreCertificatePassword',
    ]) {
      if (!isGiven(name)) continue;
      const remedy =
        name === 'backupServiceCa'
          ? 'name its file in organizations, and give its text in certificates'
          : 'say it in the file of organizations';
      mistakes.push(`${name} does not go with organizations: leave it out, and ${remedy}.`);
    }
    for (const [field, name] of Object.entries(ORGANIZATION_SETTINGS)) {
      if (!entries.has(name) || entries.get(name) === '') continue;
      mistakes.push(
        `${name} in otherSettings does not go with organizations: leave it out, and say it in the file of organizations as ${field}.`,
      );
    }
  } else if (isGiven('backupServiceCa') && isGiven('backupServiceFingerprint256')) {
    mistakes.push('backupServiceCa and backupServiceFingerprint256 exclude each other: leave one out.');
  }
  const isPublic = ['browser', 'both'].includes(literalOf(text, 'signIn') ?? '');
  for (const [name, value] of entries) {
    const isOfOrganizations = several && Object.values<string>(ORGANIZATION_SETTINGS).includes(name);
    const isSet = name === 'PUBLIC_URL' ? isPublic : Object.hasOwn(SET_BY_TEMPLATE, name);
    if (value === '' || isOfOrganizations || !isSet) continue;
    const parameter = SET_BY_TEMPLATE[name];
    mistakes.push(
      parameter === undefined
        ? `${name} in otherSettings is set by the deployment itself: leave it out.`
        : `${name} in otherSettings is a parameter of its own: leave it out there, and set param ${parameter}.`,
    );
  }
  const ofCertificate = [
    ['restoreCertificate', isGiven('restoreCertificate')],
    ['restoreCertificatePassword', isGiven('restoreCertificatePassword')],
    ['RESTORE_IMPERSONATION_ACCOUNT in otherSettings', hasRestoreCertificate(text)],
  ] as const;
  const application = ['RESTORE_APPLICATION_ID in otherSettings', entries.has('RESTORE_APPLICATION_ID')] as const;
  const missing = [...ofCertificate, application]
    .filter(([name, isThere]) => !isThere && (isWhole || !name.endsWith(' in otherSettings')))
    .map(([name]) => name);
  if (!several && missing.length > 0 && ofCertificate.some(([, isThere]) => isThere)) {
    mistakes.push(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing for restores with a certificate: add what is missing, with the lines of main.example.bicepparam, or leave out ${ofCertificate.map(([name]) => name).join(', ')}.`,
    );
  }
  for (const [name, variable] of [
    ['stateEncryptionKeys', 'STATE_ENCRYPTION_KEYS'],
    ['image', 'RESTORE_BOT_IMAGE'],
  ] as const) {
    if (parameterOf(text, name)?.includes(variable) !== true) {
      mistakes.push(`${name} must be readEnvironmentVariable('${variable}', ''), which this command sets.`);
    }
  }
  return mistakes;
}
