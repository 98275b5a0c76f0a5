/** The identity provider's metadata for each organization, and its directory. */
import { z } from 'zod';

import { UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { isSuccess, parseJson, readWording } from '../upstream/answers.ts';
import { checkEach, ok, problem, report, warning, type Context, type Finding, type Verdict } from './check.ts';

/** OpenID Connect Discovery 1.0, section 3; RFC 8628, section 4. */
const metadataAnswer = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  device_authorization_endpoint: z.string().optional(),
});
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

export function checkTenants(context: Context): Promise<readonly Finding[]> {
  const tenants = new Map(context.settings.organizations.map((one) => [`${one.authUrl} ${one.organization}`, one]));
  return checkEach(tenants.values(), async (organization) =>
    report('sign-in', organization.organization, await checkTenant(context, organization)),
  );
}

async function checkTenant(context: Context, whose: Organization): Promise<Verdict> {
  const { organization, authUrl, tenants } = whose;
  const { host, origin } = new URL(authUrl);
  const name = context.nameSettings(whose);
  const answer = await context.get({
    upstream: 'identity provider',
    url: `${authUrl}/${encodeURIComponent(organization)}/v2.0/.well-known/openid-configuration`,
  });
  if (answer instanceof UpstreamError) {
    return problem(describe(answer), `Check ${name('authUrl')}, and the way to ${host}.`);
  }
  const body = parseJson(answer.text);
  if (!isSuccess(answer)) {
    const reason = readWording(body, []).description?.split(/(?<=\.)\s/)[0];
    return problem(
      `no metadata for this tenant (HTTP ${answer.status})${reason === undefined ? '' : `: ${reason}`}`,
      `Check ${name('organization')} (name.onmicrosoft.com) and ${name('authUrl')}.`,
    );
  }
  const metadata = metadataAnswer.safeParse(body).data;
  if (metadata === undefined) return problem('what answers is no identity provider', `Check ${name('authUrl')}.`);
  const tokenEndpoint = URL.parse(metadata.token_endpoint);
  if (tokenEndpoint?.origin !== origin) {
    const found = `its tokens come from ${tokenEndpoint?.host ?? 'elsewhere'}, not from ${host}`;
    return warning(found, `Correct ${name('authUrl')}.`);
  }
  if (metadata.device_authorization_endpoint === undefined) {
    return problem('it offers no device codes', `Check ${name('authUrl')}: sign-ins here need the device code flow.`);
  }
  const tenantId = GUID.exec(metadata.issuer)?.[0].toLowerCase();
  if (tenantId === undefined) return ok('knows the tenant and offers device codes');
  const { identityBinding } = context.settings;
  if (identityBinding !== 'off' && tenants.length > 0 && !tenants.includes(tenantId)) {
    return warning(
      `people sign in at tenant ${tenantId}, which is not among those it serves: under IDENTITY_BINDING=${identityBinding} who signs in is never who asked`,
      `Add the tenant to ${context.nameOfTenants}, or correct ${name('organization')}.`,
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
    const answer = await context.get({ upstream: 'directory', url: `${url}/v1.0/me` });
    if (!(answer instanceof UpstreamError)) {
      return report('directory', host, ok(`answers (HTTP ${answer.status} without a token)`));
    }
    // Without lookup by directory, the claims of the token are usually enough.
    const bad = lookup === 'directory' ? problem : warning;
    const remedy = `Check ${context.nameSettings(organization)('graphUrl')}, and the way to ${host}.`;
    return report('directory', host, bad(describe(answer), remedy));
  });
}

const describe = ({ description, code }: UpstreamError): string =>
  description?.replace(/\.$/, '') ?? `no answer (${code})`;
