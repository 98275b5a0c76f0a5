/** The restore endpoints of the stand-in service: which call it is, whether it may be, and what is answered. */
import type { ServerResponse } from 'node:http';
import type { StoredState } from '../stand-in/stored-state.ts';
import { exchangeRestores } from './exchange/restores.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { type JournalCall, type JournalState, createJournal } from './journal.ts';
import { oneDriveRestores } from './onedrive/restores.ts';
import { oneDriveRoutes } from './onedrive/routes.ts';
import { oneDriveSearches } from './onedrive/searches.ts';
import { Refused, notFound } from './refused.ts';
import { type RestoreControl, createRestoreControl } from './restores/control.ts';
import { type Call, type Found, type Route, type RouteAnswer, createRouter } from './router.ts';
import { WHO_AM_I, scopeRoutes } from './scope-routes.ts';
import { createSaves } from './saves.ts';
import type { ServiceSession, SignedIn } from './service-sessions.ts';
import { type ServiceStateOptions, createServiceState } from './service-state.ts';
import { sharePointRestores } from './sharepoint/restores.ts';
import { sharePointRoutes } from './sharepoint/routes.ts';
import { sharePointSearches } from './sharepoint/searches.ts';
import { createExports } from './teams/exports.ts';
import { teamsRestores } from './teams/restores.ts';
import { teamsRoutes } from './teams/routes.ts';
import { teamsSearches } from './teams/searches.ts';
import { isSame } from './explore/explore-sessions.ts';
import { sessionRoutes } from './explore/routes.ts';
import { checkMay, isTenant, needsApproval } from './tenant/access.ts';
import { approvalOf } from './tenant/approvals.ts';
import { type RestoreCode, createRestoreCodes } from './tenant/restore-codes.ts';
import { codeRoutes, tenantRoutes } from './tenant/routes.ts';
import type { TokenCheck } from '../stand-in/token-check.ts';

interface RestoreService {
  /** Undefined where there is nothing at this address. */
  find(request: { readonly method: string; readonly path: string; readonly query: string; readonly body: string }):
    | {
        /** @throws Refused */
        answer(session: ServiceSession): Promise<RouteAnswer>;
      }
    | undefined;
  /** Stops the person's explore sessions; restores under way go on. */
  loggedOut(session: ServiceSession): void;
  /** A code for one fetch of an export. */
  authCode(session: ServiceSession): string;
  readonly control: RestoreControl;
}

interface RestoreServiceOptions extends Omit<ServiceStateOptions, 'now' | 'newId'> {
  readonly kept: StoredState<JournalState>;
  readonly keptCodes: StoredState<readonly RestoreCode[]>;
  readonly identityProviderUrl: string;
  readonly tokens: TokenCheck;
  /** Of requests, for tests to read. */
  readonly mistakes: readonly string[];
}

export function createRestoreService({ kept, keptCodes, ...options }: RestoreServiceOptions): RestoreService {
  const journal = createJournal(kept);
  const state = createServiceState({ ...options, now: journal.now, newId: journal.newId });
  const codes = createRestoreCodes({ ...options, behaviour: state.tenant, kept: keptCodes });
  const exports = createExports(state);
  const routes = [
    ...WHO_AM_I,
    ...tenantRoutes(state),
    ...scopeRoutes(state),
    ...sessionRoutes(state),
    ...exchangeRestores(state),
    ...exchangeRoutes(state),
    ...oneDriveRoutes(state),
    ...oneDriveSearches(state),
    ...oneDriveRestores(state),
    ...sharePointSearches(state),
    ...sharePointRestores(state),
    ...sharePointRoutes(state),
    ...teamsSearches(state),
    ...teamsRestores(state),
    ...exports.routes,
    ...teamsRoutes(state),
  ];
  const saves = createSaves(routes);
  const find = createRouter([...routes, ...saves.routes]);
  const findAsking = createRouter(codeRoutes(state, codes));
  const switches = { restoreOnly: false, leftToLogOut: 0 };

  /** An explore session whose id was answered for a restore ends with it. */
  function endWithRestores(): void {
    if (state.sessionIdMode !== 'same') return;
    for (const explore of state.explores.all) {
      const runs = state.runs.of(explore.id);
      if (runs.length > 0 && runs.every(({ endedAt }) => endedAt !== undefined)) explore.stoppedAt ??= state.now();
    }
  }

  function callOf(
    { route, parameters }: Found<Pick<Route, 'method' | 'pattern'>>,
    { session, path, query, body, approval }: JournalCall,
  ): Call {
    return {
      who: session.who,
      session,
      path,
      approval,
      parameter(name) {
        const value = parameters.get(name);
        if (value === undefined) throw new Error(`${route.pattern} has no ${name}`);
        return value;
      },
      query: new URLSearchParams(query),
      body,
    };
  }

  function answer(found: Found<Route>, call: JournalCall): RouteAnswer {
    endWithRestores();
    return found.route.answer(callOf(found, call));
  }

  function logOut(who: SignedIn): void {
    for (const explore of state.explores.all) {
      if (!isSame(who, explore.who)) continue;
      if (explore.stoppedAt === undefined && state.runs.of(explore.id).length === 0) switches.leftToLogOut += 1;
      explore.stoppedAt ??= state.now();
      if (isTenant(who) && state.tenant.logOutStopsRestores) state.runs.stopFrom(explore.id);
    }
  }

  journal.replay((call) => {
    if (call.kind === 'log-out') return logOut(call.session.who);
    const found = find('POST', call.path);
    if (found !== undefined) answer(found, call);
  });

  return {
    find({ method, path, query, body }) {
      const asking = findAsking(method, path);
      const found = find(method, path);
      const pattern = (asking ?? found)?.route.pattern;
      if (pattern === undefined) return undefined;
      return {
        async answer(session) {
          const { who } = session;
          checkMay(who, pattern);
          if (switches.restoreOnly && !WHO_AM_I.some((route) => route.pattern === pattern)) {
            throw new Refused(403, null, 'The REST API is enabled for restore operator authentication only.');
          }
          const plain: JournalCall = { session, kind: 'call', path, query, body };
          if (asking !== undefined) return asking.route.ask(callOf(asking, plain));
          if (found === undefined) throw notFound('There is nothing at this address.');
          const exploreSessionId = found.parameters.get('restoreSessionId') ?? '';
          const approval = needsApproval(who, pattern)
            ? await approvalOf({ who, exploreSessionId, body }, { codes, organizations: options.organizations })
            : undefined;
          const call: JournalCall = approval === undefined ? plain : { ...plain, approval };
          return method === 'POST' ? journal.record(call, () => answer(found, call)) : answer(found, call);
        },
      };
    },
    loggedOut(session) {
      journal.record({ session, kind: 'log-out', path: '', query: '', body: '' }, () => logOut(session.who));
    },
    authCode: (session) => exports.authCode(session),
    control: createRestoreControl(state, switches, { mistakes: options.mistakes, exports, saves, codes }),
  };
}

/** Sends it; long answers piece by piece, no faster than they are read. */
export async function sendAnswer(response: ServerResponse, answer: RouteAnswer): Promise<void> {
  if (answer.status === 204) {
    response.writeHead(204);
    response.end();
    return;
  }
  response.writeHead(answer.status, {
    'content-type': 'bytes' in answer ? 'application/octet-stream' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  if ('bytes' in answer) {
    response.end(answer.bytes);
    return;
  }
  if ('body' in answer) {
    response.end(JSON.stringify(answer.body));
    return;
  }
  for (const piece of answer.pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await emptied(response);
  }
  response.end();
}

function emptied(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
