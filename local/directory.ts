/** A stand-in directory API: the person and organization of a token (Microsoft Graph, `/me` and `/organization`). */
import { ORGANIZATIONS, type SampleOrganization } from './people.ts';
import { type ReceivedRequest, type Served, type ServeOptions, sendJson, serve } from './stand-in/serve.ts';
import { type TokenClaims, createTokenCheck } from './stand-in/token-check.ts';

interface DirectoryOptions extends Pick<ServeOptions, 'port' | 'log'> {
  /** Issues the tokens; receives this API's address as their audience. */
  readonly identityProvider: { readonly url: string; useDirectory(graphUrl: string): void };
  readonly organizations?: readonly SampleOrganization[] | undefined;
}

/** `url` is `{graph_url}`. */
export async function startDirectory(options: DirectoryOptions): Promise<Served> {
  const { identityProvider, organizations = ORGANIZATIONS } = options;
  const tokens = createTokenCheck({
    identityProviderUrl: identityProvider.url,
    tenantIds: organizations.map(({ tenantId }) => tenantId),
  });

  const served = await serve(options, (url) => async (request, _raw, response) => {
    const [, token = ''] = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const checked = await tokens.check(token, url);
    if (checked.kind === 'bad') {
      return sendJson(response, 401, problem('InvalidAuthenticationToken', `Access token refused: ${checked.why}.`));
    }
    const answer = answerTo(request, checked.claims, organizations);
    if (answer === undefined) return sendJson(response, 404, problem('ResourceNotFound', 'No such resource.'));
    return sendJson(response, 200, answer);
  });
  identityProvider.useDirectory(served.url);
  return served;
}

function answerTo(
  { method, path, query }: ReceivedRequest,
  { oid, tid, name, preferred_username }: TokenClaims,
  organizations: readonly SampleOrganization[],
): object | undefined {
  const selected = new URLSearchParams(query).get('$select')?.split(',');
  const pick = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => selected?.includes(field) ?? true));
  switch (`${method} ${path}`) {
    case 'GET /v1.0/me':
      return pick({ id: oid, displayName: name, userPrincipalName: preferred_username });
    case 'GET /v1.0/organization': {
      const displayName = organizations.find(({ tenantId }) => tenantId === tid)?.displayName;
      return { value: [pick({ id: tid, displayName })] };
    }
    default:
      return undefined;
  }
}

function problem(code: string, message: string): object {
  return { error: { code, message, innerError: {} } };
}
