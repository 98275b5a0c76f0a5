/** What the log says of the settings at the start. */
import type { Log } from '../core/platform.ts';
import type { Settings } from './read-settings.ts';

/** Logs the configuration in one line, without secrets. */
export function logSettings(settings: Settings, log: Log): void {
  const { organizations, bot, authentication, lookup, identityBinding, autoRenew, stateEncryptionKeys } = settings;
  const facts = {
    appId: bot.appId,
    appType: bot.appType,
    authentication,
    tenants: settings.allowedTenants.length,
    organizations: organizations.length,
    services: [...new Set(organizations.map(({ backupServiceUrl }) => new URL(backupServiceUrl).host))].slice(0, 5),
    signIn: [...new Set(organizations.map(({ signIn }) => signIn))],
    appOnly: organizations.some(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined),
    restoreElsewhere: settings.restoreElsewhere,
    restoreCertificates: Object.keys(settings.restoreCertificates).length,
    approval: settings.approval.mode,
    approvers: settings.approval.approvers.length,
    approverTeam: settings.approval.approverTeam !== undefined,
    dutyTeam: settings.dutyTeam !== undefined,
    proxy: settings.proxy === undefined ? undefined : new URL(settings.proxy.url).host,
    lookup,
    identityBinding,
    autoRenew,
    container: settings.stateContainer,
    audit: settings.audit,
    auditContainer: settings.auditContainer,
    restoreChannel: settings.restoreChannel !== undefined,
    queue: settings.jobQueue,
    sealingKey: stateEncryptionKeys[0]?.kid,
    telemetry: settings.applicationInsights !== undefined,
  };
  log.info({ event: 'configured', ...facts }, 'configured');
  if (identityBinding !== 'same-user') {
    log.warn(
      { event: 'identity-binding-loosened' },
      `IDENTITY_BINDING=${identityBinding}: a code that one person requested may be approved by another, which makes phishing possible. Use same-user in production.`,
    );
  }
  const hostsAlone = settings.allowedVerificationHosts.filter((page) => !page.includes('://'));
  if (hostsAlone.length > 0) {
    log.warn(
      { event: 'verification-hosts-alone', hosts: hostsAlone },
      'ALLOWED_VERIFICATION_HOSTS: the next release reads whole pages only, such as https://login.example/device.',
    );
  }
  if (facts.restoreCertificates > 0) {
    log.warn(
      { event: 'restore-certificate-in-use' },
      'RESTORE_CERTIFICATE: Microsoft asks nobody to approve restores as administrator; whoever is in APPROVERS or APPROVER_TEAM does. Use device codes where they work.',
    );
  }
  if (authentication === 'off') {
    log.warn(
      { event: 'authentication-off' },
      'BOT_AUTHENTICATION=off: anyone on this machine can act as any user. Never use it in production.',
    );
  }
}
