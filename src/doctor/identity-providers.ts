/** The identity provider's metadata for each organization, and the directory beside it. */
import { z } from 'zod';

import { UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { isSuccess, parseJson, readWording } from '../upstream/answers.ts';
import { tell } from './finding.ts';
import type { Finding } from './finding.ts';
import { settingNames } from './names.ts';
import { STEP_LIMIT_MILLISECONDS, clockSeen } from './surroundings.ts';
import type { Checked, Surroundings } from './surroundings.ts';

/** OpenID Connect Discovery 1.0, section 3; RFC 8628, section 4. */
const metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  device_authorization_endpoint: z.string().optional(),
});
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

export async function checkTenant(around: Surroundings, organization: Organization): Promise<Checked> {
  const { http, clock, fromFile } = around;
  const name = settingNames(fromFile, organization);
  const { problem } = tell('sign-in', organization.organization);
  const asked = clock.now();
  const tenant = encodeURIComponent(organization.organization);
  try {
    const answer = await http.send({
      upstream: 'identity provider',
      method: 'GET',
      url: `${organization.authUrl}/${tenant}/v2.0/.well-known/openid-configuration`,
      timeLimitMilliseconds: STEP_LIMIT_MILLISECONDS,
    });
    const clocks = clockSeen(new URL(organization.authUrl).host, answer.dateMilliseconds, asked, clock.now());
    const body = parseJson(answer.text);
    if (!isSuccess(answer)) {
      const said = readWording(body, []).description?.split(/(?<=\.)\s/)[0];
      const remedy = `Check ${name('organization')} (name.onmicrosoft.com) and ${name('authUrl')}.`;
      const found = `no metadata for this tenant (HTTP ${answer.status})${said === undefined ? '' : `: ${said}`}`;
      return { findings: [problem(found, remedy)], clocks };
    }
    const read = metadata.safeParse(body);
    if (!read.success) {
      const found = 'what answers is no identity provider';
      return { findings: [problem(found, `Check ${name('authUrl')}.`)], clocks };
    }
    return { findings: [judge(around, organization, read.data)], clocks };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const found = wordsOf(error);
    const remedy = `Check ${name('authUrl')}, and the way to ${new URL(organization.authUrl).host}.`;
    return { findings: [problem(found, remedy)], clocks: [] };
  }
}

function judge({ settings, fromFile }: Surroundings, whose: Organization, found: z.infer<typeof metadata>): Finding {
  const { organization, authUrl, tenants } = whose;
  const name = settingNames(fromFile, whose);
  const { ok, warning, problem } = tell('sign-in', organization);
  if (URL.parse(found.token_endpoint)?.origin !== new URL(authUrl).origin) {
    const host = URL.parse(found.token_endpoint)?.host ?? 'elsewhere';
    return warning(`its tokens come from ${host}, not from ${new URL(authUrl).host}`, `Correct ${name('authUrl')}.`);
  }
  if (found.device_authorization_endpoint === undefined) {
    return problem('it offers no device codes', `Check ${name('authUrl')}: sign-ins here need the device code flow.`);
  }
  const tenantId = GUID.exec(found.issuer)?.[0].toLowerCase();
  const isServed = tenantId === undefined || tenants.length === 0 || tenants.includes(tenantId);
  if (!isServed && settings.identityBinding !== 'off') {
    const where = fromFile ? '"tenants"' : 'ALLOWED_TENANTS';
    return warning(
      `people sign in at tenant ${tenantId}, which is not among those it serves: under IDENTITY_BINDING=${settings.identityBinding} who signs in is never who asked`,
      `Add the tenant to ${where}, or correct ${name('organization')}.`,
    );
  }
  return ok(`knows the tenant${tenantId === undefined ? '' : ` (${tenantId})`} and offers device codes`);
}

function wordsOf({ description, code }: UpstreamError): string {
  return description?.replace(/\.$/, '') ?? `no answer (${code})`;
}

/** Any HTTP answer will do: without a token there is nothing to be had. */
export async function checkDirectory(around: Surroundings, whose: Organization): Promise<Checked> {
  const { graphUrl } = whose;
  const { host } = new URL(graphUrl);
  const { ok, warning, problem } = tell('directory', host);
  const asked = around.clock.now();
  try {
    const { status, dateMilliseconds } = await around.http.send({
      upstream: 'directory',
      method: 'GET',
      url: `${graphUrl}/v1.0/me`,
      timeLimitMilliseconds: STEP_LIMIT_MILLISECONDS,
    });
    const clocks = clockSeen(host, dateMilliseconds, asked, around.clock.now());
    return { findings: [ok(`answers (HTTP ${status} without a token)`)], clocks };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const found = wordsOf(error);
    const remedy = `Check ${settingNames(around.fromFile, whose)('graphUrl')}, and the way to ${host}.`;
    // The claims of the token are enough as a rule.
    const wrong = around.settings.lookup === 'directory' ? problem : warning;
    return { findings: [wrong(found, remedy)], clocks: [] };
  }
}
