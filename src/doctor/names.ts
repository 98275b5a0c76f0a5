/** What an administrator calls a setting of an organization: a variable, or a field of the file. */
import { ORGANIZATION_SETTINGS } from '../settings/organizations.ts';
import type { Organization } from '../core/organization.ts';

export type NameSetting = (field: keyof typeof ORGANIZATION_SETTINGS) => string;

/** @param organization whose entry of the file is meant */
export function settingNames(fromFile: boolean, { organization }: Pick<Organization, 'organization'>): NameSetting {
  return (field) => (fromFile ? `"${field}" of ${organization} in ORGANIZATIONS_FILE` : ORGANIZATION_SETTINGS[field]);
}
