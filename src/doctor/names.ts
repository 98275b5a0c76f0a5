/** What an administrator calls a setting of an organization: a variable, or a field of the file. */
import type { OrganizationField } from '../settings/organization.ts';
import { SINGLE_ORGANIZATION } from '../settings/definitions.ts';
import type { Organization } from '../core/organization.ts';

export type NameSetting = (field: Exclude<OrganizationField, 'displayName'>) => string;

/** @param organization whose entry of the file is meant */
export function settingNames(fromFile: boolean, { organization }: Pick<Organization, 'organization'>): NameSetting {
  return (field) => (fromFile ? `"${field}" of ${organization} in ORGANIZATIONS_FILE` : SINGLE_ORGANIZATION[field]);
}
