/** The application that operators sign in to: public client flows, the scope access_as_user, consent for the tenant. */
import { randomUUID } from 'node:crypto';
import { exchangeAudienceOf } from '../../src/core/entra.ts';
import { EXIT, Stop, words, type Surroundings } from './az.ts';
import type { Account } from './account.ts';

export interface OperatorApplication {
  /** Of an application that exists; undefined: one of the bot's own is created. */
  readonly appId?: string | undefined;
  /** Of one that is created. */
  readonly name: string;
  /** A tag that tells what an interrupted run created; one that nobody can guess, since anybody can register a name. */
  readonly mark?: string | undefined;
  /** Object id of the group whose members may sign in; undefined: everybody in the tenant. */
  readonly group?: string | undefined;
  /**
   * Whether an application that exists may become a public client, or stop being one: others may use it, too. Without it and `browser`
   * it stays what it is.
   */
  readonly mayChangeClient: boolean;
  readonly consent: boolean;
  /** Undefined: people sign in with a code. */
  readonly browser?: BrowserRegistration | undefined;
}

/** For signing in in the browser (docs/choose-sign-in.md). */
export interface BrowserRegistration {
  /** `PUBLIC_URL` with `/signed-in`. */
  readonly redirectUri: string;
  /** Object id of the managed identity that the bot runs as, whose tokens stand in for a secret; undefined: it gets another credential. */
  readonly identity?: string | undefined;
  /** Also with a code: the application is a public client as well. */
  readonly withCode: boolean;
}

interface Application {
  readonly id: string;
  readonly appId: string;
  readonly isFallbackPublicClient?: boolean | null;
  readonly identifierUris?: readonly string[];
  readonly web?: { readonly redirectUris?: readonly string[] };
  readonly api?: { readonly oauth2PermissionScopes?: readonly { readonly value: string }[] };
}

interface Principal {
  readonly id: string;
  readonly appRoleAssignmentRequired?: boolean;
}

interface Grant {
  readonly id: string;
  readonly scope: string;
}

export const WHAT_IT_OPENS = `WARNING: with public client flows, anybody who knows the application's id can ask Microsoft for a code, send it to an operator, and
receive the operator's token if they approve it, without the bot. Limit it: let only the bot and the portal reach the REST port of the
backup service, require assignment (--group), set a sign-in frequency, and create the alert. See deploy/conditional-access.md.`;

const SCOPE = 'access_as_user';
/** Well-known application id of Microsoft Graph. */
const GRAPH_APP = '00000003-0000-0000-c000-000000000000';
const ABSENT = /^Request_ResourceNotFound$/;

const noCodes = (appId: string): string =>
  `${appId} is no public client, which is right where people sign in in the browser alone: nobody signs in to it with a code. If it is the restore portal's, changing that would open the flow to everybody who uses the portal (deploy/conditional-access.md): prefer an application of the bot's own (without --app-id). Otherwise add --make-public.`;

const takesCodes = ({ isFallbackPublicClient }: Application): boolean => isFallbackPublicClient ?? false;

/**
 * Adds only what is missing, so it can be repeated.
 * @returns the application's id, and whether it is a public client now
 * @throws Stop if `appId` does not exist, or its public client flows are not as `browser` needs them and may not be changed
 */
export async function registerOperatorApplication(
  { az, say }: Surroundings,
  { graph, tenant, authority }: Account,
  wanted: OperatorApplication,
): Promise<{ readonly appId: string; readonly isPublic: boolean }> {
  const rest = (method: string, path: string, body?: unknown): readonly string[] => [
    ...words`rest --method ${method} --url ${graph}/v1.0/${path}`,
    ...(body === undefined ? [] : words`--headers Content-Type=application/json --body ${JSON.stringify(body)}`),
  ];
  const list = async <T>(path: string, filter: string): Promise<readonly T[]> =>
    ((await az.call(rest('GET', `${path}?$filter=${encodeURIComponent(filter)}`))) as { readonly value: readonly T[] })
      .value;

  const { browser } = wanted;
  const isKept = wanted.appId !== undefined && browser === undefined && !wanted.mayChangeClient;
  const isPublicWanted = browser === undefined || browser.withCode;
  const existing = async (appId: string): Promise<Application> => {
    const found = (await az.find(rest('GET', `applications(appId='${appId}')`), ABSENT)) as Application | undefined;
    if (found === undefined) throw new Stop(`There is no application ${appId} in this tenant.`, EXIT.noInput);
    if (isKept || wanted.mayChangeClient || takesCodes(found) === isPublicWanted) return found;
    throw new Stop(
      isPublicWanted
        ? `${WHAT_IT_OPENS}\nNothing was changed. ${noCodes(appId)}`
        : `${appId} is a public client, and nothing was changed: as long as it is, anybody can ask for codes with its id, although the bot does not. If only the bot uses it, add --end-public. If others sign in to it with codes, too, use an application of the bot's own (without --app-id).`,
      EXIT.refused,
    );
  };
  const created = async (): Promise<Application> => {
    const { mark } = wanted;
    const [before] = mark === undefined ? [] : await list<Application>('applications', `tags/any(t:t eq '${mark}')`);
    if (before !== undefined) return before;
    const body = {
      displayName: wanted.name,
      signInAudience: 'AzureADMyOrg',
      isFallbackPublicClient: isPublicWanted,
      ...(mark !== undefined && { tags: [mark] }),
    };
    return (await az.call(rest('POST', 'applications', body))) as Application;
  };

  const application = wanted.appId === undefined ? await created() : await existing(wanted.appId);
  const { appId } = application;
  const isPublic = isKept ? takesCodes(application) : isPublicWanted;
  say(`application ${appId}`);
  if (isKept && !isPublic) say(noCodes(appId));
  const change = (body: unknown): Promise<unknown> => az.call(rest('PATCH', `applications/${application.id}`, body));
  // Without public client flows the token endpoint refuses with AADSTS7000218 after the person has signed in.
  if (takesCodes(application) !== isPublic) await change({ isFallbackPublicClient: isPublic });
  const scopes = application.api?.oauth2PermissionScopes ?? [];
  if (!scopes.some(({ value }) => value === SCOPE)) {
    const mine = {
      id: randomUUID(),
      value: SCOPE,
      type: 'User',
      isEnabled: true,
      adminConsentDisplayName: 'Restore as the signed-in person',
      adminConsentDescription: 'Lets the restore bot sign people in to the backup service as themselves.',
      userConsentDisplayName: 'Restore as you',
      userConsentDescription: 'Lets the restore bot sign you in to the backup service.',
    };
    // The list is replaced as a whole, so it includes the existing scopes.
    await change({ api: { oauth2PermissionScopes: [...scopes, mine] } });
  }
  const uris = application.identifierUris ?? [];
  if (!uris.includes(`api://${appId}`)) await change({ identifierUris: [`api://${appId}`, ...uris] });

  if (browser !== undefined) {
    const redirects = application.web?.redirectUris ?? [];
    if (!redirects.includes(browser.redirectUri)) {
      await change({ web: { redirectUris: [...redirects, browser.redirectUri] } });
    }
    await trust(browser.identity);
  }

  /** Workload identity federation: the identity's own tokens prove the application. */
  async function trust(identity: string | undefined): Promise<void> {
    if (identity === undefined) return;
    const path = `applications/${application.id}/federatedIdentityCredentials`;
    const { value } = (await az.call(rest('GET', path))) as { readonly value: readonly { readonly subject: string }[] };
    if (value.some(({ subject }) => subject === identity)) return;
    const audiences = [exchangeAudienceOf(authority)];
    const issuer = `${authority}/${tenant}/v2.0`;
    await az.call(rest('POST', path, { name: `restore-bot-${identity}`, issuer, subject: identity, audiences }));
  }

  const found = (await az.find(rest('GET', `servicePrincipals(appId='${appId}')`), ABSENT)) as Principal | undefined;
  const principal = found ?? ((await az.call(rest('POST', 'servicePrincipals', { appId }))) as Principal);
  const { group } = wanted;
  if (group === undefined) {
    if (principal.appRoleAssignmentRequired !== true)
      say('WARNING: without --group everybody in this tenant may sign in to this application');
  } else {
    await az.call(rest('PATCH', `servicePrincipals/${principal.id}`, { appRoleAssignmentRequired: true }));
    const { value } = (await az.call(rest('GET', `servicePrincipals/${principal.id}/appRoleAssignedTo`))) as {
      readonly value: readonly { readonly principalId: string }[];
    };
    if (!value.some(({ principalId }) => principalId === group)) {
      const assignment = {
        principalId: group,
        resourceId: principal.id,
        appRoleId: '00000000-0000-0000-0000-000000000000',
      };
      await az.call(rest('POST', `servicePrincipals/${principal.id}/appRoleAssignedTo`, assignment));
    }
  }
  if (!wanted.consent) {
    say('consent is left to another administrator');
    return { appId, isPublic };
  }

  /** Creates a grant for the whole tenant, or adds the missing scopes to the existing one. */
  const grant = async (resourceId: string, words: readonly string[]): Promise<void> => {
    const filter = `clientId eq '${principal.id}' and resourceId eq '${resourceId}' and consentType eq 'AllPrincipals'`;
    const [before] = await list<Grant>('oauth2PermissionGrants', filter);
    if (before === undefined) {
      const whole = { clientId: principal.id, consentType: 'AllPrincipals', resourceId, scope: words.join(' ') };
      await az.call(rest('POST', 'oauth2PermissionGrants', whole));
      return;
    }
    const have = before.scope.split(' ').filter(Boolean);
    const missing = words.filter((word) => !have.includes(word));
    if (missing.length === 0) return;
    await az.call(rest('PATCH', `oauth2PermissionGrants/${before.id}`, { scope: [...have, ...missing].join(' ') }));
  };
  const directory = (await az.call(rest('GET', `servicePrincipals(appId='${GRAPH_APP}')`))) as { readonly id: string };
  // The application asks for its own scope.
  await grant(principal.id, [SCOPE]);
  // LOOKUP=directory only reads the person's own id and the tenant's.
  await grant(directory.id, ['openid', 'profile', 'offline_access', 'User.Read']);
  say('consent for the tenant');
  return { appId, isPublic };
}
