/** The services that the organizations' settings point to: backup services, identity providers and directories. */
import { UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { otherAuthority } from '../sign-in/state/organizations.ts';
import type { PortalSettings } from '../sign-in/state/ports.ts';
import { createBackupService, requestTo } from '../upstream/backup-service.ts';
import { createDirectory } from '../upstream/directory.ts';
import { createIdentityProvider } from '../upstream/identity-provider.ts';
import { STEP_LIMIT_MILLISECONDS, checkEach, ok, outcomeOf, problem, report, skipped, warning } from './check.ts';
import type { Context, Finding, Verdict } from './check.ts';
import { certificateOf, checkDns, checkTcp, judgeTls } from './connections.ts';

type SettingNames = ReturnType<Context['nameSettings']>;

/** Each service once for each way of trusting it, with the organizations that share it. */
export function checkBackupServices(context: Context): Promise<readonly Finding[]> {
  const services = Map.groupBy(context.settings.organizations, (organization) => {
    const { url, trust } = requestTo(organization, '');
    return JSON.stringify([url, trust]);
  });
  return checkEach(services.values(), (organizations) => checkService(context, organizations));
}

async function checkService(context: Context, organizations: readonly Organization[]): Promise<readonly Finding[]> {
  const [first] = organizations;
  if (first === undefined) return [];
  const name = context.nameSettings(first);
  const { url: address, trust } = requestTo(first, '');
  const url = new URL(address);
  const service = createBackupService({ http: context.http, turnLimitMilliseconds: STEP_LIMIT_MILLISECONDS });
  const [dns, tcp, certificate, portal, health] = await Promise.all([
    checkDns(context, url, name('backupServiceUrl')),
    checkTcp(context, url, name('backupServiceUrl')),
    certificateOf(context, url),
    outcomeOf(service.portalSettings(first)),
    outcomeOf(service.probe(first)),
  ]);
  const refused = [portal, health].find((outcome) => outcome instanceof UpstreamError);
  const now = context.clock.now();
  return [
    ...report('DNS', url.host, dns),
    ...report('TCP', url.host, tcp),
    ...report('TLS', url.host, judgeTls({ url, certificate, trust, refused, name, now })),
    ...report('portal', url.host, ...judgePortal(organizations, portal, name)),
    ...report('API', url.host, judgeVersion(health, name)),
  ];
}

/** No answer at all: the findings on TCP and TLS name the reason. */
const NO_ANSWER: ReadonlySet<UpstreamError['code']> = new Set(['NO_ANSWER', 'TIMED_OUT', 'UNTRUSTED']);

function judgePortal(
  organizations: readonly Organization[],
  portal: PortalSettings | UpstreamError,
  name: SettingNames,
): readonly Verdict[] {
  // Its application is used by organizations whose settings name none.
  const isNeeded = organizations.some(({ operatorApplicationId }) => operatorApplicationId === undefined);
  const bad = isNeeded ? problem : warning;
  if (portal instanceof UpstreamError) return [portalError(portal, bad, name)];
  const { isEnabled, applicationId, authorityUri } = portal;
  if (!isEnabled) {
    const found = 'the restore portal is switched off, and operators sign in through it';
    return [bad(found, 'Switch it on in the service’s settings for restore operators.')];
  }
  const verdicts = [ok(`switched on; operators sign in with application ${applicationId}`)];
  for (const { key: organization, operatorApplicationId = applicationId } of organizations) {
    if (operatorApplicationId === applicationId) continue;
    const found = `${organization} is set to application ${operatorApplicationId}, and the service expects another`;
    verdicts.push(warning(found, `Leave out ${name('operatorApplicationId')}, or correct it.`));
  }
  const otherHosts = organizations.map(({ authUrl }) => otherAuthority(authorityUri, authUrl));
  const otherHost = otherHosts.find((host) => host !== undefined);
  if (otherHost !== undefined) {
    const found = `the service names the sign-in host ${otherHost}, and the settings another, which are followed`;
    const urls = `${name('authUrl')} and ${name('graphUrl')}`;
    verdicts.push(warning(found, `Check ${urls}, or the region of the service's portal: they belong to one cloud.`));
  }
  return verdicts;
}

function portalError({ code, status }: UpstreamError, bad: typeof problem, name: SettingNames): Verdict {
  if (NO_ANSWER.has(code)) return skipped('no answer');
  if (status === 404 && code !== 'NOT_JSON') {
    const found = 'the service is too old to tell its portal settings';
    return bad(found, `Update the service, or set ${name('operatorApplicationId')}.`);
  }
  if (code === 'THROTTLED' || code === 'FAILED') {
    const found = `the service has trouble answering (HTTP ${status ?? 0})`;
    return bad(found, 'Look at its log, and try again later.');
  }
  const found = `what answers is no backup service (${code}${status === undefined ? '' : `, HTTP ${status}`})`;
  return bad(found, `Check host, port and path in ${name('backupServiceUrl')}.`);
}

function judgeVersion(
  answer: Awaited<ReturnType<ReturnType<typeof createBackupService>['probe']>> | UpstreamError,
  name: SettingNames,
): Verdict {
  if (answer instanceof UpstreamError) {
    if (NO_ANSWER.has(answer.code)) return skipped('no answer');
    return problem(`no usable answer (${answer.code})`, `Check host, port and path in ${name('backupServiceUrl')}.`);
  }
  switch (answer.kind) {
    case 'v8':
      if (answer.health === 'Healthy') return ok('speaks v8, and calls itself healthy');
      return warning(`speaks v8, and calls itself ${answer.health}`, 'Look at the state of the service’s components.');
    case 'older':
      return problem(`it speaks ${answer.version}, and the bot needs v8`, 'Update the service.');
    case 'trouble':
      return problem(
        `it has trouble answering (HTTP ${answer.status})`,
        'Look at the service’s log, and try again later.',
      );
    case 'unknown':
      return problem(
        `it does not speak v8 (HTTP ${answer.status} for /v8/Health)`,
        `Check ${name('backupServiceUrl')}; if it is right, the service is too old for the bot: update it.`,
      );
  }
}

export function checkTenants(context: Context): Promise<readonly Finding[]> {
  const tenants = new Map(context.settings.organizations.map((one) => [`${one.authUrl} ${one.key}`, one]));
  return checkEach(tenants.values(), async (organization) =>
    report('sign-in', organization.key, await checkTenant(context, organization)),
  );
}

async function checkTenant(context: Context, whose: Organization): Promise<Verdict> {
  const { authUrl, tenants } = whose;
  const { host, origin } = new URL(authUrl);
  const name = context.nameSettings(whose);
  const answer = await outcomeOf(createIdentityProvider({ http: context.http }).probe(whose));
  if (answer instanceof UpstreamError) {
    return problem(describe(answer), `Check ${name('authUrl')}, and the way to ${host}.`);
  }
  if (answer.kind === 'refused') {
    const reason = answer.description?.split(/(?<=\.)\s/)[0];
    const found = `no metadata for this tenant (HTTP ${answer.status})${reason === undefined ? '' : `: ${reason}`}`;
    return problem(found, `Check ${name('organization')} (name.onmicrosoft.com) and ${name('authUrl')}.`);
  }
  if (answer.kind === 'other') return problem('what answers is no identity provider', `Check ${name('authUrl')}.`);
  const { tokenEndpoint, offersDeviceCodes, tenantId } = answer;
  if (tokenEndpoint?.origin !== origin) {
    const found = `its tokens come from ${tokenEndpoint?.host ?? 'elsewhere'}, not from ${host}`;
    return warning(found, `Correct ${name('authUrl')}.`);
  }
  if (!offersDeviceCodes) {
    return problem('it offers no device codes', `Check ${name('authUrl')}: sign-ins here need the device code flow.`);
  }
  if (tenantId === undefined) return ok('knows the tenant and offers device codes');
  const { identityBinding } = context.settings;
  if (identityBinding !== 'off' && tenants.length > 0 && !tenants.includes(tenantId)) {
    return warning(
      `people sign in at tenant ${tenantId}, which is not among those it serves: under IDENTITY_BINDING=${identityBinding} who signs in is never who asked`,
      `Add the tenant to ${context.isFromFile ? '"tenants"' : 'ALLOWED_TENANTS'}, or correct ${name('organization')}.`,
    );
  }
  return ok(`knows the tenant (${tenantId}) and offers device codes`);
}

/** Any HTTP answer is fine: without a token, the directory answers nothing else. */
export function checkDirectories(context: Context): Promise<readonly Finding[]> {
  const { organizations, lookup } = context.settings;
  const directories = new Map(organizations.map((organization) => [organization.graphUrl, organization]));
  return checkEach(directories, async ([url, organization]) => {
    const { host } = new URL(url);
    const answer = await outcomeOf(createDirectory({ http: context.http }).probe(organization));
    if (!(answer instanceof UpstreamError)) {
      return report('directory', host, ok(`answers (HTTP ${answer} without a token)`));
    }
    // Without lookup by directory, the claims of the token are usually enough.
    const bad = lookup === 'directory' ? problem : warning;
    const remedy = `Check ${context.nameSettings(organization)('graphUrl')}, and the way to ${host}.`;
    return report('directory', host, bad(describe(answer), remedy));
  });
}

const describe = ({ description, code }: UpstreamError): string =>
  description?.replace(/\.$/, '') ?? `no answer (${code})`;
