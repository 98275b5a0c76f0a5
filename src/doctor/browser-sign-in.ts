/** What signing in in the browser needs: the bot's own public address, and the credential of the operators' application. */
import { UpstreamError } from '../core/errors.ts';
import type { Organization } from '../core/organization.ts';
import { ANSWER_PATH, wayOf } from '../sign-in/start/browser-request.ts';
import { operatorScope } from '../sign-in/start/device-code.ts';
import { createAzureCredential } from '../state/azure/storage.ts';
import { createClientCredential } from '../upstream/client-credential.ts';
import { createIdentityProvider } from '../upstream/identity-provider.ts';
import { isSuccess } from '../upstream/http/answers.ts';
import {
  checkEach,
  ok,
  outcomeOf,
  problem,
  report,
  warning,
  type Context,
  type Finding,
  type Verdict,
} from './check.ts';

/** Nothing where nobody signs in in the browser. */
export async function checkBrowserSignIn(context: Context): Promise<readonly Finding[]> {
  const { publicUrl, organizations } = context.settings;
  if (publicUrl === undefined) return [];
  const inBrowser = organizations.filter((organization) => wayOf(organization, 'operator') !== 'device-code');
  const address = report('address', new URL(publicUrl).host, await judgeAddress(context, publicUrl));
  return [
    ...address,
    ...(await checkEach(inBrowser, (organization) => checkCredential(context, organization, publicUrl))),
  ];
}

async function judgeAddress(context: Context, publicUrl: string): Promise<Verdict> {
  const { http } = context;
  const answer = await outcomeOf(http.send({ upstream: 'the bot itself', method: 'GET', url: `${publicUrl}/healthz` }));
  if (!(answer instanceof UpstreamError) && isSuccess(answer)) return ok('the bot answers at PUBLIC_URL');
  const why = answer instanceof UpstreamError ? answer.message : `HTTP ${answer.status}`;
  const remedy =
    'Start the bot, open its ingress for browsers, or correct PUBLIC_URL. People’s browsers may still reach it.';
  return warning(`the bot does not answer at PUBLIC_URL from here: ${why}`, remedy);
}

/**
 * Asks for the tokens of a code that nobody was given. The provider checks the credential first, and refuses it differently (RFC 6749,
 * section 5.2).
 */
async function checkCredential(
  context: Context,
  organization: Organization,
  publicUrl: string,
): Promise<readonly Finding[]> {
  const { http, clock, settings } = context;
  const { operatorCredential, organizations, identityClientId } = settings;
  const { operatorApplicationId: clientId } = organization;
  const subject = organizations.length === 1 ? '' : organization.key;
  const redirectUri = `${publicUrl}${ANSWER_PATH}`;
  const name = context.nameSettings(organization);
  if (clientId === undefined || operatorCredential === undefined) {
    const found =
      'people sign in in the browser, and the application is the portal’s, which has no credential of the bot';
    return report(
      'browser',
      subject,
      problem(found, `Register an application of your own, and set ${name('operatorApplicationId')}.`),
    );
  }
  const azure = createAzureCredential(identityClientId);
  const identityToken = async (scope: string) => (await azure.getToken(scope))?.token ?? '';
  const credential = createClientCredential(operatorCredential, { clock, identityToken });
  const nobodys = { redirectUri, verifier: 'x'.repeat(43), nonce: 'x', authorizationCode: 'x' };
  const request = { clientId, scope: operatorScope(clientId), ...nobodys };
  const answer = await createIdentityProvider({ http, credential }).redeemAuthorizationCode(organization, request);
  // Microsoft hands out codes for either kind of application, and refuses the token only once somebody has approved one.
  const isPublic = wayOf(organization, 'operator') === 'both' ? 'on' : 'off, which cannot be seen from here';
  const register = ok(
    `${redirectUri} has to be a redirect address of application ${clientId} (platform Web), and its public client flows have to be ${isPublic}`,
  );
  if (answer.kind === 'refused' && answer.refusal.error === 'invalid_client') {
    const found = `the identity provider does not accept the credential: ${answer.refusal.description ?? 'it gives no reason'}`;
    return report('browser', subject, register, problem(found, 'Correct OPERATOR_CREDENTIAL and what it needs.'));
  }
  if (answer.kind === 'no-answer') {
    const found = `the credential could not be tried: ${answer.error.description ?? answer.error.message}`;
    return report('browser', subject, register, warning(found, 'Try again once the identity provider answers.'));
  }
  return report('browser', subject, register, ok('the identity provider accepts the credential'));
}
