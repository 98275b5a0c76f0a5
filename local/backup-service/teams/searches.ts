/** Searches of posts, files and tabs, each alone or by their type. */
import type { SearchBody } from '../bodies.ts';
import { readBody } from '../bodies.ts';
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { searched } from '../explore/searches.ts';
import { type Criteria, criteria } from '../query/criteria.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import { CHANNEL, TEAM, inChannel, isReplyTo } from './routes.ts';
import { type OpenedTeam, allTeams, openTeam } from './session.ts';
import { type Post, type Tab, type TeamFile, folderPath } from './team.ts';
import { fileBody, postBody, tabBody } from './views.ts';

type Kind = NonNullable<SearchBody['type']>;
type Found =
  | { readonly kind: 'post'; readonly view: OpenedTeam; readonly post: Post }
  | { readonly kind: 'file'; readonly view: OpenedTeam; readonly file: TeamFile }
  | { readonly kind: 'tab'; readonly view: OpenedTeam; readonly tab: Tab };

const ofPost = (of: (post: Post) => readonly string[]) => ({
  kind: 'text' as const,
  of: (one: Found) => (one.kind === 'post' ? of(one.post) : []),
});
const latest = ({ view, file }: Found & { readonly kind: 'file' }) => view.versions(file).at(-1);
const moment = (of: (one: Post) => number, ofFile: (one: Found & { readonly kind: 'file' }) => number | undefined) => ({
  kind: 'date' as const,
  of: (one: Found) => (one.kind === 'post' ? of(one.post) : one.kind === 'file' ? ofFile(one) : undefined),
});
const CREATED = moment(
  ({ at }) => at,
  ({ file }) => file.at,
);
const MODIFIED = moment(
  ({ modifiedAt }) => modifiedAt,
  (one) => latest(one)?.at,
);
const AUTHOR = {
  kind: 'text' as const,
  of: (one: Found) => (one.kind === 'post' ? [one.post.author] : one.kind === 'file' ? [one.file.versions[0].by] : []),
};

const CRITERIA: Readonly<Record<Kind, Criteria<Found>>> = {
  Posts: criteria<Found>(
    [
      ['author System.Author', AUTHOR],
      ['subject System.Subject', ofPost(({ subject }) => [subject])],
      ['body content contents System.Search.Contents', ofPost(({ text }) => [text])],
      ['created datecreated System.DateCreated', CREATED],
      ['modified datemodified System.DateModified', MODIFIED],
      ['hasattachment', { kind: 'flag', of: (one) => one.kind === 'post' && one.post.attachments.length > 0 }],
      ['attachment System.Message.AttachmentNames', ofPost(({ attachments }) => attachments)],
      ['System.Importance', ofPost(({ isImportant }) => [isImportant ? 'High' : 'Normal'])],
    ],
    (one) => (one.kind === 'post' ? [one.post.subject, one.post.author, one.post.text, ...one.post.attachments] : []),
  ),
  Files: criteria<Found>(
    [
      ['filename System.FileName', { kind: 'text', of: (one) => (one.kind === 'file' ? [one.file.name] : []) }],
      ['author System.Author', AUTHOR],
      ['ext', { kind: 'text', of: (one) => (one.kind === 'file' ? [one.file.name.split('.').at(-1) ?? ''] : []) }],
      ['size System.Size', { kind: 'number', of: (one) => (one.kind === 'file' ? latest(one)?.sizeBytes : undefined) }],
      ['created datecreated System.DateCreated', CREATED],
      ['modified datemodified System.DateModified', MODIFIED],
      [
        'System.Document.LastAuthor',
        { kind: 'text', of: (one) => (one.kind === 'file' ? [latest(one)?.by ?? ''] : []) },
      ],
    ],
    (one) => (one.kind === 'file' ? [one.file.name, latest(one)?.by ?? '', folderPath(one.view.team, one.file)] : []),
  ),
  Tabs: criteria<Found>([['name', { kind: 'text', of: (one) => (one.kind === 'tab' ? [one.tab.name] : []) }]], (one) =>
    one.kind === 'tab' ? [one.tab.name] : [],
  ),
};

export function teamsSearches(state: ServiceState): readonly Route[] {
  function search(
    call: Call,
    session: ExploreSession,
    views: Iterable<OpenedTeam>,
    { kind, channelId = null, parentId = null }: { kind: Kind; channelId?: string | null; parentId?: string | null },
  ): RouteAnswer {
    return searched<Found>(call, session, {
      entries: () =>
        Iterator.from(views).flatMap((view): readonly Found[] => {
          if (channelId !== null) view.channel(channelId);
          const here = inChannel(channelId);
          if (kind === 'Tabs') return view.tabs.filter(here).map((tab) => ({ kind: 'tab', view, tab }));
          if (kind === 'Files') {
            const isBelow = isIn(view, parentId);
            return view.files
              .filter((file) => here(file) && isBelow(file))
              .map((file) => ({ kind: 'file', view, file }));
          }
          const isReply = isReplyTo(parentId);
          return view.posts.filter((post) => here(post) && isReply(post)).map((post) => ({ kind: 'post', view, post }));
        }),
      criteria: CRITERIA[kind],
      one: bodyOf,
      state,
    });
  }

  const post = (pattern: string, answer: Route['answer']): Route => ({ method: 'POST', pattern, answer });
  const typeIn = (call: Call): Kind => (readBody(call) as SearchBody).type ?? 'Posts';
  const inTeam = (kind: Kind) => (call: Call) => {
    const view = openTeam(state, call);
    const { query } = call;
    return search(call, view.session, [view], {
      kind,
      channelId: query.get('channelId'),
      parentId: query.get('parentId'),
    });
  };

  return [
    post(`${TEAM}/posts/search`, inTeam('Posts')),
    post(`${TEAM}/files/search`, inTeam('Files')),
    post(`${CHANNEL}/tabs/search`, (call) => {
      const view = openTeam(state, call);
      return search(call, view.session, [view], { kind: 'Tabs', channelId: call.parameter('channelId') });
    }),
    post('/v8/RestoreSessions/{restoreSessionId}/organization/searchTeams', (call) => {
      const session = state.explores.opened(call, 'Vet');
      return search(call, session, allTeams(state, session), { kind: typeIn(call) });
    }),
    post(`${TEAM}/search`, (call) => {
      const view = openTeam(state, call);
      return search(call, view.session, [view], { kind: typeIn(call) });
    }),
    post(`${CHANNEL}/search`, (call) => {
      const view = openTeam(state, call);
      return search(call, view.session, [view], { kind: typeIn(call), channelId: call.parameter('channelId') });
    }),
  ];
}

function bodyOf(one: Found): object {
  switch (one.kind) {
    case 'post':
      return postBody(one.view, one.post);
    case 'file':
      return fileBody(one.view, one.file);
    case 'tab':
      return tabBody(one.view, one.tab);
  }
}

/** Whether a file lies in the folder or below it. Absent or `root`: it does. */
function isIn({ team }: OpenedTeam, folderId: string | null): (file: TeamFile) => boolean {
  const isBelow = ({ parentId }: TeamFile): boolean => {
    if (folderId === null || folderId === 'root' || parentId === folderId) return true;
    const parent = team.files.find(({ id }) => id === parentId);
    return parent !== undefined && isBelow(parent);
  };
  return isBelow;
}
