/** The file of parameters that Bicep reads: written by the setup, checked for what a deployment would only show when it is too late. */

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

const quoted = (text: string): string =>
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

/** @returns the text of a parameter, undefined if it is not given */
export function parameterOf(text: string, name: string): string | undefined {
  return new RegExp(`^param ${name}\\s*=\\s*(.*?)\\s*(?://.*)?$`, 'm').exec(text)?.[1];
}

const DEFAULT_NAME = 'restorebot';

/** What every resource's name begins with. */
export const nameOf = (text: string): string => parameterOf(text, 'name')?.replaceAll("'", '') ?? DEFAULT_NAME;

/** With this setting the app refers to the certificate in the vault. */
export const hasRestoreCertificate = (text: string): boolean =>
  /^[^/\n]*\bRESTORE_IMPERSONATION_ACCOUNT\s*:/m.test(text);

/** @returns what is wrong, each with the remedy; only what is written there is judged, not what is computed */
export function parameterMistakes(text: string): readonly string[] {
  const isGiven = (name: string): boolean => ![undefined, "''"].includes(parameterOf(text, name));
  const several = isGiven('organizations');
  const mistakes: string[] = [];
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
    ]) {
      if (!isGiven(name)) continue;
      const remedy =
        name === 'backupServiceCa'
          ? 'name its file in organizations, and give its text in certificates'
          : 'say it in the file of organizations';
      mistakes.push(`${name} does not go with organizations: leave it out, and ${remedy}.`);
    }
  } else if (isGiven('backupServiceCa') && isGiven('backupServiceFingerprint256')) {
    mistakes.push('backupServiceCa and backupServiceFingerprint256 exclude each other: leave one out.');
  }
  const ofCertificate = [
    ['restoreCertificate', isGiven('restoreCertificate')],
    ['restoreCertificatePassword', isGiven('restoreCertificatePassword')],
    ['RESTORE_IMPERSONATION_ACCOUNT in otherSettings', hasRestoreCertificate(text)],
  ] as const;
  const missing = ofCertificate.filter(([, isThere]) => !isThere).map(([name]) => name);
  if (missing.length > 0 && missing.length < ofCertificate.length) {
    mistakes.push(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing for restores with a certificate: add what is missing, with the lines of main.example.bicepparam, or leave all three out.`,
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
