/** What is right taken one by one and does not fit together. */
import type { Settings } from '../settings/read-settings.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';

export function checkSettings(settings: Settings): readonly Finding[] {
  const { organizations, adminUserIds, allowedTenants, identityBinding, stateEncryptionKeys } = settings;
  const { ok, warning } = tell('settings', '');
  const count = organizations.length;
  const appOnly = organizations.filter(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined).length;
  const findings = [
    ok(
      `read without a mistake: ${count} organization${count === 1 ? '' : 's'}, app-only sign-in ` +
        `${appOnly === 0 ? 'off' : `on for ${appOnly}, open to ${adminUserIds.length}`}, ` +
        `sealed with key ${stateEncryptionKeys[0]?.kid ?? ''}`,
    ),
  ];
  if (appOnly > 0 && adminUserIds.length === 0) {
    findings.push(
      warning(
        'app-only sign-in has an application, and nobody may use it',
        'List object ids in ADMIN_USER_IDS, or leave the application out.',
      ),
    );
  }
  const refused = new Set(organizations.flatMap(({ tenants }) => tenants).filter((id) => !allowedTenants.includes(id)));
  if (refused.size > 0 && allowedTenants.length > 0) {
    const [first = ''] = refused;
    const more = refused.size > 1 ? ` and ${refused.size - 1} more` : '';
    findings.push(
      warning(
        `organizations serve tenant ${first}${more}, whose people may not talk to the bot`,
        'Add every tenant to ALLOWED_TENANTS.',
      ),
    );
  }
  const idle = allowedTenants.filter((id) => !organizations.some(({ tenants }) => tenants.includes(id)));
  const all = organizations.some(({ tenants }) => tenants.length === 0);
  if (idle.length > 0 && !all) {
    const more = idle.length > 1 ? ` and ${idle.length - 1} more` : '';
    findings.push(
      warning(
        `people of tenant ${idle[0] ?? ''}${more} may talk to the bot, and no organization serves them`,
        'Add the tenant to an organization’s "tenants", or take it out of ALLOWED_TENANTS.',
      ),
    );
  }
  if (identityBinding === 'off') {
    findings.push(
      warning(
        'IDENTITY_BINDING is off: a code that somebody is lured into entering signs in whoever asked for it',
        'Leave it out, or use same-tenant.',
      ),
    );
  }
  return findings;
}
