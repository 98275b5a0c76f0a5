/** The two pages between the code and its outcome: who are you, and do you approve. */
import { text } from 'node:stream/consumers';
import { type Provider, errors, interactionPolicy } from 'oidc-provider';
import type { SampleOrganization } from '../people.ts';
import { PAGE_HEADERS } from './page-frame.ts';
import { accountPage, consentPage, stalePage } from './pages.ts';
import type { TenantPeople } from './people-of-tenant.ts';
import { readScope, rightsOf } from './scopes.ts';

export const CODE_PATH = '/devicelogin';
export const INTERACTION_PATH = '/signin';

/** Every code asks for an account and for consent anew, whoever this browser signed in before. */
export function askEveryTime(): interactionPolicy.Prompt[] {
  const once = (name: 'login' | 'consent'): interactionPolicy.Prompt =>
    new interactionPolicy.Prompt(
      { name, requestable: true },
      new interactionPolicy.Check('every_time', `${name} is asked for with every code`, (ctx) => {
        return ctx.oidc.result?.[name] === undefined;
      }),
    );
  // Asked for by name only, and answered by the choice of an account.
  const selectAccount = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
  return [selectAccount, once('login'), once('consent')];
}

interface InteractionOptions {
  readonly organization: SampleOrganization;
  readonly people: TenantPeople;
  readonly directoryUrl: () => string;
}

/** Serves `/signin/<uid>`. */
export function servePages(provider: Provider, options: InteractionOptions): void {
  const { organization, people, directoryUrl } = options;

  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith(`${INTERACTION_PATH}/`)) return next();
    // Relative: the tenant's name in front is not known here.
    const action = ctx.path.slice(INTERACTION_PATH.length + 1);
    ctx.set(PAGE_HEADERS);
    try {
      if (ctx.method === 'POST') await submit(ctx.req, ctx.res, ctx);
      else ctx.body = await show(ctx.req, ctx.res, action);
    } catch (cause) {
      if (!(cause instanceof errors.OIDCProviderError)) throw cause;
      ctx.status = 400;
      ctx.body = stalePage(organization, `..${CODE_PATH}`);
    }
    return undefined;
  });

  type Raw = Parameters<Provider['interactionDetails']>;

  async function show(request: Raw[0], response: Raw[1], action: string): Promise<string> {
    const { params, prompt, session } = await provider.interactionDetails(request, response);
    const applicationName = await nameOf(params['client_id']);
    const person = people.find(session?.accountId ?? '');
    if (prompt.name !== 'consent' || person === undefined) {
      return accountPage({ organization, action, applicationName, people: people.members, others: people.guests });
    }
    const rights = rightsOf(textOf(params['scope']), organization);
    return consentPage({ organization, action, applicationName, person, rights });
  }

  async function nameOf(clientId: unknown): Promise<string> {
    const client = await provider.Client.find(String(clientId));
    return client?.clientName ?? 'An application';
  }

  async function submit(
    request: Raw[0],
    response: Raw[1],
    answer: { redirect(url: string): void; status: number },
  ): Promise<void> {
    const details = await provider.interactionDetails(request, response);
    const form = new URLSearchParams(await text(request));
    const result = details.prompt.name === 'consent' ? await consent(form, details) : login(form);
    const returnTo = await provider.interactionResult(request, response, result, {
      mergeWithLastSubmission: details.prompt.name === 'consent',
    });
    answer.redirect(returnTo);
    answer.status = 303;
  }

  function login(form: URLSearchParams): { select_account: object; login: { accountId: string; remember: boolean } } {
    const person = people.find(form.get('account') ?? '');
    if (person === undefined) throw new errors.InvalidRequest('no such account');
    return { select_account: {}, login: { accountId: person.signInName, remember: false } };
  }

  async function consent(
    form: URLSearchParams,
    { params, session }: Awaited<ReturnType<Provider['interactionDetails']>>,
  ): Promise<{ consent: { grantId: string } } | { error: string; error_description: string }> {
    if (form.get('decision') !== 'approve') {
      return { error: 'access_denied', error_description: 'declined' };
    }
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
    const asked = readScope(textOf(params['scope']), directoryUrl());
    grant.addOIDCScope(asked.oidc.join(' '));
    if (asked.resource !== undefined) grant.addResourceScope(asked.resource, asked.permissions.join(' '));
    return { consent: { grantId: await grant.save() } };
  }
}

function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}
