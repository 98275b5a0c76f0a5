/** The backup services: DNS, TCP, TLS, portal settings and API version of each. */
import { UpstreamError } from '../core/errors.ts';
import { otherAuthority } from '../sign-in/organizations.ts';
import type { Organization } from '../core/organization.ts';
import type { PortalSettings } from '../sign-in/ports.ts';

import { isObject, isSuccess, parseJson } from '../upstream/answers.ts';
import type { HttpAnswer } from '../upstream/answers.ts';
import { certificateOf, judgeTls } from './certificate.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import { settingNames } from './names.ts';
import type { NameSetting } from './names.ts';
import { checkDns, checkTcp } from './network.ts';
import { STEP_LIMIT_MILLISECONDS, clockSeen } from './surroundings.ts';
import type { Checked, Surroundings } from './surroundings.ts';

/** Organizations on the same service, trusted in the same way. */
export type OnOneService = readonly [Organization, ...Organization[]];

export function byService(organizations: readonly Organization[]): readonly OnOneService[] {
  const groups = new Map<string, [Organization, ...Organization[]]>();
  for (const organization of organizations) {
    const { backupServiceUrl, backupServiceCa, backupServiceFingerprint256 } = organization;
    const key = JSON.stringify([backupServiceUrl, backupServiceCa ?? null, backupServiceFingerprint256 ?? null]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [organization]);
    else group.push(organization);
  }
  return [...groups.values()];
}

export async function checkService(around: Surroundings, group: OnOneService): Promise<Checked> {
  const [first] = group;
  const name = settingNames(around.fromFile, first);
  const url = new URL(first.backupServiceUrl);
  const trust = { ca: first.backupServiceCa, fingerprint256: first.backupServiceFingerprint256 };
  const asked = around.clock.now();
  const [dns, tcp, certificate, portal, health] = await Promise.all([
    checkDns(around, url, name('backupServiceUrl')),
    checkTcp(around, url, name('backupServiceUrl')),
    url.protocol === 'https:' ? certificateOf(around, url) : undefined,
    outcomeOf(around.service.portalSettings(first)),
    outcomeOf(ask(around, first, '/v8/Health')),
  ]);
  const now = around.clock.now();
  const refused = [portal, health].find((outcome) => outcome instanceof UpstreamError);
  const date = health instanceof UpstreamError ? undefined : health.dateMilliseconds;
  return {
    findings: [
      dns,
      tcp,
      judgeTls(url, { certificate, trust, refused }, name, now),
      ...judgePortal(url, group, portal, name),
      await judgeVersion(around, url, first, health, name),
    ],
    clocks: clockSeen(url.host, date, asked, now),
  };
}

function ask({ http }: Surroundings, organization: Organization, path: string): Promise<HttpAnswer> {
  const { backupServiceUrl, backupServiceCa: ca, backupServiceFingerprint256: fingerprint256 } = organization;
  return http.send({
    upstream: 'backup service',
    method: 'GET',
    url: `${backupServiceUrl}${path}`,
    trust: { ca, fingerprint256 },
    timeLimitMilliseconds: STEP_LIMIT_MILLISECONDS,
  });
}

async function outcomeOf<T>(call: Promise<T>): Promise<T | UpstreamError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
}

/** Without an answer at all: the lines on TCP and TLS say why. */
const NO_ANSWER: ReadonlySet<UpstreamError['code']> = new Set(['NO_ANSWER', 'TIMED_OUT', 'UNTRUSTED']);

function judgePortal(
  url: URL,
  group: OnOneService,
  portal: PortalSettings | UpstreamError,
  name: NameSetting,
): readonly Finding[] {
  const told = tell('portal', url.host);
  const needed = group.some(({ operatorApplicationId }) => operatorApplicationId === undefined);
  const wrong = needed ? told.problem : told.warning;
  if (portal instanceof UpstreamError) return [portalTrouble(portal, told, wrong, name)];
  const { isEnabled, applicationId, authorityUri } = portal;
  if (!isEnabled) {
    return [
      wrong(
        'the restore portal is switched off, and operators sign in through it',
        'Switch it on in the service’s settings for restore operators.',
      ),
    ];
  }
  const others = group.filter(({ operatorApplicationId: set }) => set !== undefined && set !== applicationId);
  const elsewhere = group
    .map(({ authUrl }) => otherAuthority(authorityUri, authUrl))
    .find((host) => host !== undefined);
  return [
    told.ok(`switched on; operators sign in with application ${applicationId}`),
    ...others.map(({ organization, operatorApplicationId }) =>
      told.warning(
        `${organization} is set to application ${operatorApplicationId ?? ''}, and the service expects another`,
        `Leave out ${name('operatorApplicationId')}, or correct it.`,
      ),
    ),
    ...(elsewhere === undefined
      ? []
      : [
          told.warning(
            `the service names the sign-in host ${elsewhere}, and the settings another, which are followed`,
            `Check ${name('authUrl')} and ${name('graphUrl')}, or the region of the service's portal: they belong to one cloud.`,
          ),
        ]),
  ];
}

function portalTrouble(
  error: UpstreamError,
  told: ReturnType<typeof tell>,
  wrong: (found: string, remedy: string) => Finding,
  name: NameSetting,
): Finding {
  if (NO_ANSWER.has(error.code)) return told.skipped('no answer');
  const setId = `set ${name('operatorApplicationId')}`;
  if (error.status === 404 && error.code !== 'NOT_JSON') {
    return wrong('the service is too old to tell its portal settings', `Update the service, or ${setId}.`);
  }
  if (error.code === 'THROTTLED' || error.code === 'FAILED') {
    return wrong(
      `the service has trouble answering (HTTP ${error.status ?? 0})`,
      'Look at its log, and try again later.',
    );
  }
  return wrong(
    `what answers is no backup service (${error.code}${error.status === undefined ? '' : `, HTTP ${error.status}`})`,
    `Check host, port and path in ${name('backupServiceUrl')}.`,
  );
}

async function judgeVersion(
  around: Surroundings,
  url: URL,
  organization: Organization,
  health: HttpAnswer | UpstreamError,
  name: NameSetting,
): Promise<Finding> {
  const { ok, warning, problem, skipped } = tell('API', url.host);
  if (health instanceof UpstreamError) {
    if (NO_ANSWER.has(health.code)) return skipped('no answer');
    return problem(`no usable answer (${health.code})`, `Check host, port and path in ${name('backupServiceUrl')}.`);
  }
  const body = parseJson(health.text);
  const status = isObject(body) && typeof body['status'] === 'string' ? body['status'] : undefined;
  if (status !== undefined && /^[A-Za-z]{1,40}$/.test(status) && (isSuccess(health) || health.status === 503)) {
    return status === 'Healthy'
      ? ok('speaks v8, and calls itself healthy')
      : warning(`speaks v8, and calls itself ${status}`, 'Look at the state of the service’s components.');
  }
  if (health.status >= 500 || health.status === 429) {
    return problem(
      `it has trouble answering (HTTP ${health.status})`,
      'Look at the service’s log, and try again later.',
    );
  }
  const older = await olderVersion(around, organization);
  return older === undefined
    ? problem(
        `it does not speak v8 (HTTP ${health.status} for /v8/Health)`,
        `Check ${name('backupServiceUrl')}; if it is right, the service is too old for the bot: update it.`,
      )
    : problem(`it speaks ${older}, and the bot needs v8`, 'Update the service.');
}

/** The portal settings exist since v6. */
async function olderVersion(around: Surroundings, organization: Organization): Promise<string | undefined> {
  for (const version of ['v7', 'v6']) {
    const answer = await outcomeOf(ask(around, organization, `/${version}/RestorePortalSettings`));
    if (!(answer instanceof UpstreamError) && isSuccess(answer) && isObject(parseJson(answer.text))) return version;
  }
  return undefined;
}
