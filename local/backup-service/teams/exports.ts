/** Exports posts as one HTML file, which takes a code of one use to fetch. */
import { randomUUID } from 'node:crypto';
import type { PostsBody } from '../bodies.ts';
import { parseExact } from '../exact-json.ts';
import { instant } from '../explore/views.ts';
import { badParameter, denied, notFound } from '../refused.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { ServiceSession } from '../service-sessions.ts';
import type { ServiceState } from '../service-state.ts';
import { postsIn } from './restores.ts';
import { CHANNEL, TEAM, inChannel } from './routes.ts';
import { openTeam } from './session.ts';
import type { Post, Team } from './team.ts';

interface Export {
  readonly path: string;
  readonly team: Team;
  readonly posts: readonly Post[];
  /** How often it was asked for before it was ready. */
  asked: number;
}

export interface Exports {
  /** A code for one fetch, by the person signed in. */
  authCode(session: ServiceSession): string;
  readonly routes: readonly Route[];
  /** How often an export is asked for in vain before it is ready; 2. */
  setSlowness(times: number): void;
  /** How many were started. */
  readonly started: number;
}

export function createExports(state: ServiceState): Exports {
  const codes = new Map<string, ServiceSession>();
  const exports = new Map<string, Export>();
  let slowness = 2;

  function begin(made: Omit<Export, 'asked'>): RouteAnswer {
    if (made.posts.length === 0) throw badParameter('There is nothing to export.');
    const exportTaskId = state.newId();
    exports.set(exportTaskId, { ...made, asked: 0 });
    return { status: 200, body: { exportTaskId } };
  }

  function fetched(call: Call): RouteAnswer {
    openTeam(state, call);
    const code = call.query.get('authCode') ?? '';
    const owner = codes.get(code);
    codes.delete(code);
    if (owner !== call.session) throw denied('The authorization code is not valid.');
    const task = exports.get(call.parameter('requestExportId'));
    if (task === undefined || !call.path.startsWith(task.path)) throw notFound('The export task is not found.');
    task.asked += 1;
    // What is answered before it is ready is not documented.
    if (task.asked <= slowness) throw notFound('The export file is not ready yet.');
    return { status: 200, bytes: Buffer.from(page(task)) };
  }

  const routes: readonly Route[] = [
    {
      method: 'POST',
      pattern: `${TEAM}/posts/operatorStartExportTask`,
      answer(call) {
        const view = openTeam(state, call);
        const posts = postsIn(view, parseExact(call.body, ['postId', 'parentId']) as PostsBody, []);
        if (new Set(posts.map(({ channel }) => channel)).size > 1) throw badParameter('posts: of several channels.');
        return begin({ path: call.path.replace('operatorStartExportTask', ''), team: view.team, posts });
      },
    },
    {
      method: 'POST',
      pattern: `${CHANNEL}/startOperatorExportPosts`,
      answer(call) {
        const view = openTeam(state, call);
        const { id } = view.channel(call.parameter('channelId'));
        const posts = view.posts.filter(inChannel(id));
        return begin({ path: call.path.replace('startOperatorExportPosts', ''), team: view.team, posts });
      },
    },
    {
      // At once, for an organization signed in as itself.
      method: 'POST',
      pattern: `${TEAM}/posts/export`,
      answer(call) {
        const view = openTeam(state, call);
        const posts = postsIn(view, parseExact(call.body, ['postId', 'parentId']) as PostsBody, []);
        if (posts.length === 0) throw badParameter('There is nothing to export.');
        return { status: 200, bytes: Buffer.from(page({ team: view.team, posts })) };
      },
    },
    { method: 'GET', pattern: `${TEAM}/posts/operatorExport/{requestExportId}`, answer: fetched },
    { method: 'GET', pattern: `${CHANNEL}/operatorExport/{requestExportId}`, answer: fetched },
  ];

  return {
    routes,
    authCode(session) {
      const code = randomUUID();
      codes.set(code, session);
      return code;
    },
    setSlowness: (next) => void (slowness = next),
    get started() {
      return exports.size;
    },
  };
}

/** Oldest first, replies below what they reply to. */
function page({ team, posts }: Pick<Export, 'team' | 'posts'>): string {
  const ids = new Set(posts.map(({ id }) => id));
  const threads = posts
    .filter(({ parentId }) => parentId === undefined || !ids.has(parentId))
    .toSorted((one, other) => one.at - other.at);
  const shown = (post: Post): string =>
    `<article><h2>${escaped(post.subject)}</h2><p>${escaped(post.author)}, ${instant(post.at)}</p><div>${post.text}</div>${posts
      .filter(({ parentId }) => parentId === post.id)
      .map(shown)
      .join('')}</article>`;
  const title = escaped(`${team.name}, ${posts[0]?.channel.name ?? ''}`);
  return `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${threads
    .map(shown)
    .join('\n')}</body></html>\n`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
