/** Settings that are valid one by one and do not fit together. */
import { ok, report, warning, type Context, type Finding, type Verdict } from './check.ts';

export function checkSettings({ settings }: Context): readonly Finding[] {
  const { organizations, adminUserIds, allowedTenants, identityBinding, stateEncryptionKeys } = settings;
  const count = organizations.length;
  const appOnly = organizations.filter(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined).length;
  const verdicts: Verdict[] = [
    ok(
      `read without a mistake: ${count} organization${count === 1 ? '' : 's'}, app-only sign-in ` +
        `${appOnly === 0 ? 'off' : `on for ${appOnly}, open to ${adminUserIds.length}`}, ` +
        `sealed with key ${stateEncryptionKeys[0]?.kid ?? ''}`,
    ),
  ];
  const warn = (...about: Parameters<typeof warning>): void => void verdicts.push(warning(...about));
  if (appOnly > 0 && adminUserIds.length === 0) {
    warn(
      'app-only sign-in has an application, and nobody may use it',
      'List object ids in ADMIN_USER_IDS, or leave the application out.',
    );
  }
  const served = new Set(organizations.flatMap(({ tenants }) => tenants));
  const refused = [...served].filter((id) => !allowedTenants.includes(id));
  if (refused.length > 0 && allowedTenants.length > 0) {
    warn(
      `organizations serve tenant ${firstOf(refused)}, whose people may not talk to the bot`,
      'Add every tenant to ALLOWED_TENANTS.',
    );
  }
  const unserved = allowedTenants.filter((id) => !served.has(id));
  if (unserved.length > 0 && organizations.every(({ tenants }) => tenants.length > 0)) {
    warn(
      `people of tenant ${firstOf(unserved)} may talk to the bot, and no organization serves them`,
      'Add the tenant to an organization’s "tenants", or take it out of ALLOWED_TENANTS.',
    );
  }
  if (identityBinding === 'off') {
    warn(
      'IDENTITY_BINDING is off: a code that somebody is lured into entering signs in whoever asked for it',
      'Leave it out, or use same-tenant.',
    );
  }
  return report('settings', '', ...verdicts);
}

const firstOf = ([first = '', ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} more`;
