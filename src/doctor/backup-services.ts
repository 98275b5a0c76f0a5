/** The backup services: DNS, TCP, TLS, portal settings and API version of each. */
import { UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { otherAuthority } from '../sign-in/organizations.ts';
import type { PortalSettings } from '../sign-in/ports.ts';
import { isObject, isSuccess, parseJson, type HttpAnswer } from '../upstream/answers.ts';
import { createBackupService, requestTo } from '../upstream/backup-service.ts';
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
  const { url: address, trust = {} } = requestTo(first, '');
  const url = new URL(address);
  const service = createBackupService({ http: context.http, turnLimitMilliseconds: STEP_LIMIT_MILLISECONDS });
  const [dns, tcp, certificate, portal, health] = await Promise.all([
    checkDns(context, url, name('backupServiceUrl')),
    checkTcp(context, url, name('backupServiceUrl')),
    certificateOf(context, url),
    outcomeOf(service.portalSettings(first)),
    context.get(requestTo(first, '/v8/Health')),
  ]);
  const refused = [portal, health].find((outcome) => outcome instanceof UpstreamError);
  const now = context.clock.now();
  return [
    ...report('DNS', url.host, dns),
    ...report('TCP', url.host, tcp),
    ...report('TLS', url.host, judgeTls({ url, certificate, trust, refused, name, now })),
    ...report('portal', url.host, ...judgePortal(organizations, portal, name)),
    ...report('API', url.host, await judgeVersion(context, first, health, name)),
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
  for (const { organization, operatorApplicationId = applicationId } of organizations) {
    if (operatorApplicationId === applicationId) continue;
    const found = `${organization} is set to application ${operatorApplicationId}, and the service expects another`;
    verdicts.push(warning(found, `Leave out ${name('operatorApplicationId')}, or correct it.`));
  }
  const otherHosts = organizations.map(({ authUrl }) => otherAuthority(authorityUri, authUrl));
  const otherHost = otherHosts.find((host) => host !== undefined);
  if (otherHost !== undefined) {
    verdicts.push(
      warning(
        `the service names the sign-in host ${otherHost}, and the settings another, which are followed`,
        `Check ${name('authUrl')} and ${name('graphUrl')}, or the region of the service's portal: they belong to one cloud.`,
      ),
    );
  }
  return verdicts;
}

function portalError(
  { code, status }: UpstreamError,
  bad: (found: string, remedy: string) => Verdict,
  name: SettingNames,
): Verdict {
  if (NO_ANSWER.has(code)) return skipped('no answer');
  if (status === 404 && code !== 'NOT_JSON') {
    const found = 'the service is too old to tell its portal settings';
    return bad(found, `Update the service, or set ${name('operatorApplicationId')}.`);
  }
  if (code === 'THROTTLED' || code === 'FAILED') {
    const found = `the service has trouble answering (HTTP ${status ?? 0})`;
    return bad(found, 'Look at its log, and try again later.');
  }
  return bad(
    `what answers is no backup service (${code}${status === undefined ? '' : `, HTTP ${status}`})`,
    `Check host, port and path in ${name('backupServiceUrl')}.`,
  );
}

async function judgeVersion(
  context: Context,
  organization: Organization,
  health: HttpAnswer | UpstreamError,
  name: SettingNames,
): Promise<Verdict> {
  if (health instanceof UpstreamError) {
    if (NO_ANSWER.has(health.code)) return skipped('no answer');
    return problem(`no usable answer (${health.code})`, `Check host, port and path in ${name('backupServiceUrl')}.`);
  }
  const body = parseJson(health.text);
  const status = isObject(body) ? body['status'] : undefined;
  const isHealthAnswer = isSuccess(health) || health.status === 503;
  if (isHealthAnswer && typeof status === 'string' && /^[A-Za-z]{1,40}$/.test(status)) {
    if (status === 'Healthy') return ok('speaks v8, and calls itself healthy');
    return warning(`speaks v8, and calls itself ${status}`, 'Look at the state of the service’s components.');
  }
  if (health.status >= 500 || health.status === 429) {
    return problem(
      `it has trouble answering (HTTP ${health.status})`,
      'Look at the service’s log, and try again later.',
    );
  }
  // The portal settings exist since v6.
  for (const version of ['v7', 'v6']) {
    const answer = await context.get(requestTo(organization, `/${version}/RestorePortalSettings`));
    if (!(answer instanceof UpstreamError) && isSuccess(answer) && isObject(parseJson(answer.text))) {
      return problem(`it speaks ${version}, and the bot needs v8`, 'Update the service.');
    }
  }
  return problem(
    `it does not speak v8 (HTTP ${health.status} for /v8/Health)`,
    `Check ${name('backupServiceUrl')}; if it is right, the service is too old for the bot: update it.`,
  );
}
