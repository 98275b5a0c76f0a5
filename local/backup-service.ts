/** A stand-in for the backup service's REST API: tokens, portal settings, health, and all of restoring. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { requestMistakes } from './backup-service/documented/documented.ts';
import { createGrants } from './backup-service/grants.ts';
import { Refused, badParameter, denied, notFound } from './backup-service/refused.ts';
import type { RestoreControl } from './backup-service/restores/control.ts';
import type { Pace } from './backup-service/restores/runs.ts';
import { createRestoreService, sendAnswer } from './backup-service/restore-service.ts';
import {
  type IssuedTokens,
  type ServiceSession,
  type SignedIn,
  type TokenPath,
  createServiceSessions,
} from './backup-service/service-sessions.ts';
import { IN_MEMORY, type StoredState, type StateFolder } from './stand-in/stored-state.ts';
import { FERNWEH, PEOPLE, type SampleOrganization, type SamplePerson } from './people.ts';
import { type ReceivedRequest, type Served, type ServeOptions, sendJson, serve } from './stand-in/serve.ts';
import { createTokenCheck } from './stand-in/token-check.ts';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ANTIFORGERY_COOKIE = 'antiforgery';

interface BackupServiceOptions extends ServeOptions {
  /** Whose assertions it trusts: `{auth_url}`. */
  readonly identityProviderUrl: string;
  /** `{graph_url}`: audience of app-only assertions. Absent: any. */
  readonly graphUrl?: string | undefined;
  /** Organizations backed up; operators sign in with the first one's application. */
  readonly organizations?: readonly SampleOrganization[] | undefined;
  readonly people?: readonly SamplePerson[] | undefined;
  /** Lifetime of its tokens; 3600. */
  readonly tokenSeconds?: number | undefined;
  /** How long restores take; 700 for each item, from three seconds to a minute in all. */
  readonly restoreMilliseconds?: Pace | undefined;
  /** Tokens and restores are kept here, in files of this name; in memory unless given. */
  readonly state?: { readonly folder: StateFolder; readonly name: string } | undefined;
}

export interface RunningBackupService extends Served {
  /** The assertions of `/v5/Token` calls, oldest first, byte for byte. Secret. */
  readonly appOnlyAssertions: readonly string[];
  /** What was restored, and what of restoring can be made to go differently. */
  readonly restore: RestoreControl;
  /** Sessions not logged out. */
  readonly sessionCount: number;
  /** Turns the restore portal on or off (`isEnabled`). */
  switchPortal(on: boolean): void;
  /** Forgets every session: each token and refresh token is refused from now on. */
  endAllSessions(): void;
}

export async function startBackupService(options: BackupServiceOptions): Promise<RunningBackupService> {
  const { identityProviderUrl, organizations = [FERNWEH], people = PEOPLE, tokenSeconds = 3600 } = options;
  const tokens = createTokenCheck({ identityProviderUrl, tenantIds: organizations.map(({ tenantId }) => tenantId) });
  const grants = createGrants({ organizations, people, tokens, graphUrl: options.graphUrl });
  const { folder, name } = options.state ?? { folder: IN_MEMORY, name: '' };
  const sessions = createServiceSessions(tokenSeconds, folder.open(`${name}-tokens`));
  const mistakes: string[] = [];
  const restoring = createRestoreService({
    organizations,
    people,
    restoreMilliseconds: options.restoreMilliseconds,
    kept: folder.open(`${name}-restores`),
    keptCodes: folder.open(`${name}-restore-codes`),
    identityProviderUrl,
    tokens,
    mistakes,
  });
  const installationId = installationIn(folder.open(`${name}-installation`));
  const appOnlyAssertions: string[] = [];
  let portalEnabled = true;

  const served = await serve(options, (url) => {
    const routes: Readonly<
      Record<string, (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>>
    > = {
      'POST /v8/token': async (request, response) => {
        const form = formOf(request);
        checkDocumented(request);
        const withoutAntiforgery = form.get('disable_antiforgery_token') === 'true';
        if (form.get('grant_type') === 'refresh_token') {
          return sendTokens(response, renewed(form, '/v8/token', request));
        }
        if (form.get('grant_type') !== 'operator') throw badParameter('grant_type is not supported.');
        return sendTokens(response, begin(await grants.operator(form), withoutAntiforgery));
      },
      'POST /v5/Token': async (request, response) => {
        const form = formOf(request);
        const assertion = form.get('assertion');
        if (assertion !== null) appOnlyAssertions.push(assertion);
        if (form.get('grant_type') === 'refresh_token') {
          return sendTokens(response, renewed(form, '/v5/Token', request));
        }
        if (form.get('grant_type') !== JWT_BEARER) throw badParameter('grant_type is not supported.');
        if (!restoring.control.tenant.tenantAuthentication) throw denied('Tenant authentication is disabled.');
        return sendTokens(response, begin(await grants.appOnly(form), true));
      },
      'POST /v8/token/logout': (request, response) =>
        withSession(request, response, (session) => {
          sessions.end(session);
          restoring.loggedOut(session);
          response.writeHead(204);
          response.end();
        }),
      'POST /v8/token/AuthCode': (request, response) =>
        withSession(request, response, (session) =>
          sendJson(response, 200, { authCode: restoring.authCode(session) }, { 'cache-control': 'no-store' }),
        ),
      'GET /v8/ServiceInstance': (request, response) =>
        withSession(request, response, () => sendJson(response, 200, { installationId, version: '8.3.0.0' })),
      'GET /v8/RestorePortalSettings': (_request, response) => {
        sendJson(response, 200, {
          isEnabled: portalEnabled,
          applicationId: organizations[0]?.operatorApplicationId,
          msalAuthorityUri: identityProviderUrl,
          restorePortalUri: `${url}/portal`,
        });
      },
      'GET /v8/Health': (_request, response) => {
        const entry = { status: 'Healthy', description: null, duration: '00:00:00.0010000', data: {} };
        sendJson(response, 200, {
          status: 'Healthy',
          totalDuration: entry.duration,
          entries: { nats: entry, postgreSql: entry },
        });
      },
    };

    return async (request, _raw, response) => {
      const route = routes[`${request.method} ${request.path}`];
      try {
        await (route ?? restoreRoute(request))(request, response);
      } catch (cause) {
        if (!(cause instanceof Refused)) throw cause;
        sendJson(response, cause.status, cause.body);
      }
    };
  });

  function begin(who: SignedIn, withoutAntiforgery: boolean): IssuedTokens {
    const antiforgery = withoutAntiforgery ? undefined : randomBytes(18).toString('base64url');
    return sessions.issue({ who, antiforgery });
  }

  function renewed(form: URLSearchParams, path: TokenPath, request: ReceivedRequest): IssuedTokens {
    const issued = sessions.renew(form.get('refresh_token') ?? '', path);
    if (issued === undefined || !bringsAntiforgery(issued.session, request)) {
      throw badParameter('The refresh token is not valid.');
    }
    return issued;
  }

  /** A token that is not good is answered without a body, as the real service does. */
  function withSession(
    request: ReceivedRequest,
    response: ServerResponse,
    act: (session: ServiceSession) => void | Promise<void>,
  ): void | Promise<void> {
    const [, token = ''] = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const session = sessions.find(token);
    if (session === undefined || !bringsAntiforgery(session, request)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' });
      response.end();
      return;
    }
    checkDocumented(request);
    return act(session);
  }

  /** @throws Refused */
  function checkDocumented(request: ReceivedRequest): void {
    const wrong = requestMistakes({
      ...request,
      contentType: request.headers['content-type'],
      accept: request.headers.accept,
    }).join('; ');
    if (wrong === '') return;
    mistakes.push(`${request.method} ${request.path}: ${wrong}`);
    throw badParameter(wrong);
  }

  function restoreRoute(request: ReceivedRequest) {
    const found = restoring.find(request);
    if (found === undefined) throw notFound('There is nothing at this address.');
    return (_request: ReceivedRequest, response: ServerResponse): void | Promise<void> =>
      withSession(request, response, async (session) => sendAnswer(response, await found.answer(session)));
  }

  return {
    ...served,
    restore: restoring.control,
    appOnlyAssertions,
    get sessionCount() {
      return sessions.count;
    },
    switchPortal: (on) => void (portalEnabled = on),
    endAllSessions: () => sessions.endAll(),
  };
}

function installationIn(kept: StoredState<string>): string {
  if (kept.previous !== undefined) return kept.previous;
  const id = randomUUID();
  kept.save(() => id);
  return id;
}

function formOf(request: ReceivedRequest): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Refused(415, 'HttpError', 'The body has to be form-encoded.');
  }
  return new URLSearchParams(request.body);
}

function sendTokens(response: ServerResponse, { body, session: { antiforgery } }: IssuedTokens): void {
  const cookie = `${ANTIFORGERY_COOKIE}=${antiforgery ?? ''}; HttpOnly; Path=/`;
  sendJson(response, 200, body, antiforgery === undefined ? {} : { 'set-cookie': cookie });
}

function bringsAntiforgery({ antiforgery }: ServiceSession, request: ReceivedRequest): boolean {
  return antiforgery === undefined || (request.headers.cookie ?? '').includes(`${ANTIFORGERY_COOKIE}=${antiforgery}`);
}
