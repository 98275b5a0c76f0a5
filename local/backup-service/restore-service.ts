/** The restore endpoints of the stand-in service: which call it is, whether it may be, and what is answered. */
import type { ServerResponse } from 'node:http';
import type { StoredState } from '../stand-in/stored-state.ts';
import { exchangeRoutes } from './exchange/routes.ts';
import { type JournalCall, type JournalState, createJournal } from './journal.ts';
import { oneDriveRoutes } from './onedrive/routes.ts';
import { oneDriveSearches } from './onedrive/searches.ts';
import { Refused } from './refused.ts';
import { type RestoreControl, createRestoreControl } from './restores/control.ts';
import { type Found, type RouteAnswer, createRouter } from './router.ts';
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
import { sessionRoutes } from './explore/routes.ts';

export interface RestoreService {
  /** Undefined where there is nothing at this address. */
  find(request: { readonly method: string; readonly path: string; readonly query: string; readonly body: string }):
    | {
        /** @throws Refused */
        answer(session: ServiceSession): RouteAnswer;
      }
    | undefined;
  /** Stops the person's explore sessions; restores under way go on. */
  loggedOut(session: ServiceSession): void;
  /** A code for one fetch of an export. */
  authCode(session: ServiceSession): string;
  readonly control: RestoreControl;
}

export interface RestoreServiceOptions extends Omit<ServiceStateOptions, 'now' | 'newId'> {
  readonly kept: StoredState<JournalState>;
  /** Of requests, for tests to read. */
  readonly mistakes: readonly string[];
}

export function createRestoreService({ kept, ...options }: RestoreServiceOptions): RestoreService {
  const journal = createJournal(kept);
  const state = createServiceState({ ...options, now: journal.now, newId: journal.newId });
  const exports = createExports(state);
  const routes = [
    ...WHO_AM_I,
    ...scopeRoutes(state),
    ...sessionRoutes(state),
    ...exchangeRoutes(state),
    ...oneDriveRoutes(state),
    ...oneDriveSearches(state),
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
  const switches = { restoreOnly: false };

  /** An explore session whose id was answered for a restore ends with it. */
  function endWithRestores(): void {
    if (state.sessionIdMode !== 'same') return;
    for (const explore of state.explores.all) {
      const runs = state.runs.of(explore.id);
      if (runs.length > 0 && runs.every(({ endedAt }) => endedAt !== undefined)) explore.stoppedAt ??= state.now();
    }
  }

  function answer({ route, parameters }: Found, { session, path, query, body }: JournalCall): RouteAnswer {
    if (switches.restoreOnly && !WHO_AM_I.includes(route)) {
      throw new Refused(403, null, 'The REST API is enabled for restore operator authentication only.');
    }
    endWithRestores();
    return route.answer({
      who: session.who,
      session,
      path,
      parameter(name) {
        const value = parameters.get(name);
        if (value === undefined) throw new Error(`${route.pattern} has no ${name}`);
        return value;
      },
      query: new URLSearchParams(query),
      body,
    });
  }

  function logOut({ userId, organizationId }: SignedIn): void {
    for (const explore of state.explores.all) {
      const { who } = explore;
      if (who.userId === userId && who.organizationId === organizationId) explore.stoppedAt ??= state.now();
    }
  }

  journal.replay((call) => {
    if (call.kind === 'log-out') return logOut(call.session.who);
    const found = find('POST', call.path);
    if (found !== undefined) answer(found, call);
  });

  return {
    find({ method, path, query, body }) {
      const found = find(method, path);
      if (found === undefined) return undefined;
      return {
        answer(session) {
          const call: JournalCall = { session, kind: 'call', path, query, body };
          return method === 'POST' ? journal.record(call, () => answer(found, call)) : answer(found, call);
        },
      };
    },
    loggedOut(session) {
      journal.record({ session, kind: 'log-out', path: '', query: '', body: '' }, () => logOut(session.who));
    },
    authCode: (session) => exports.authCode(session),
    control: createRestoreControl(state, switches, { mistakes: options.mistakes, exports, saves }),
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
