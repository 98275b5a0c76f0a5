/** Environment variables of the bot, valid by default. */
import { SettingsError } from '../../src/core/errors.ts';
import { readSettings, type Settings } from '../../src/settings/read-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export const TENANT = '11111111-2222-3333-4444-555555555555';
export const OTHER_TENANT = '99999999-8888-7777-6666-555555555555';

/** The required variables. A name set to undefined is removed. */
export function environment(changes: Environment = {}): Environment {
  return {
    MicrosoftAppType: 'SingleTenant',
    MicrosoftAppId: 'aaaaaaaa-0000-1111-2222-bbbbbbbbbbbb',
    MicrosoftAppPassword: 'the-password',
    MicrosoftAppTenantId: TENANT,
    BACKUP_SERVICE_URL: 'https://backup.example:4443',
    ORGANIZATION: 'contoso.onmicrosoft.com',
    AZURE_STORAGE_CONNECTION_STRING: 'UseDevelopmentStorage=true',
    STATE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64url')}`,
    ...changes,
  };
}

/** An entry of ORGANIZATIONS_FILE with its required fields. */
export function entry(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    organization: 'contoso.onmicrosoft.com',
    tenants: [TENANT],
    backupServiceUrl: 'https://backup.example:4443',
    ...changes,
  };
}

/** Reads the settings with the given files by path. */
export function read(changes: Environment = {}, files: Readonly<Record<string, string>> = {}): Settings {
  return readSettings(environment(changes), (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
    return text;
  });
}

/** The mistakes found; none where the settings are valid. */
export function mistakesIn(changes: Environment, files: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    read(changes, files);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes;
    throw error;
  }
}
