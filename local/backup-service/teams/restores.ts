/**
 * Restores a team, a channel, files, posts or tabs. An organization signed in as itself has the same calls, but for the
 * choice of posts.
 */
import {
  type RestoreChannelBody,
  type RestorePostsBody,
  type RestoreTabsBody,
  type RestoreTeamBody,
  type RestoreTeamFilesBody,
  readBody,
} from '../bodies.ts';
import { parseExact } from '../exact-json.ts';
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { badParameter, notFound } from '../refused.ts';
import type { Unit } from '../restores/runs.ts';
import { startRestore } from '../restores/start.ts';
import type { Call, Route, RouteAnswer } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import { CHANNEL, TEAM, TEAMS, inChannel } from './routes.ts';
import { type ListedTeam, type OpenedTeam, listedTeams, openTeam, teamIn } from './session.ts';
import type { Post } from './team.ts';
import { type Which, teamUnits } from './units.ts';

export function teamsRestores(state: ServiceState): readonly Route[] {
  const post = (pattern: string, answer: Route['answer']): readonly Route[] =>
    ['operatorRestore', 'restore'].map((call) => ({ method: 'POST', pattern: `${pattern}/${call}`, answer }));
  const start = (
    call: Call,
    session: ExploreSession,
    team: ListedTeam | undefined,
    body: object,
    units: readonly Unit[],
  ): RouteAnswer =>
    startRestore(state, call, session, {
      units,
      target: { kind: 'team', id: team?.id ?? '', name: team?.name ?? '', address: team?.mail ?? '', isArchive: false },
      body,
    });

  return [
    ...post(TEAMS, (call) => {
      const session = state.explores.opened(call, 'Vet');
      const body = readBody(call) as RestoreTeamBody;
      checkMembers(body, body.restoreMembers === true || body.restoreSettings === true);
      const chosen = (body.teams ?? listedTeams(state, session)).map(({ id }) => teamIn(state, session, id));
      const units = chosen.flatMap((view) => {
        const each = teamUnits(state, view);
        const which = whichOf(body);
        return [each.team(which), ...view.channels.flatMap((channel) => each.wholeChannel(channel, which))];
      });
      return start(call, session, chosen[0]?.team, body, units);
    }),

    ...post(CHANNEL, (call) => {
      const view = openTeam(state, call);
      const body = readBody(call) as RestoreChannelBody;
      checkMembers(body, body.restoreMembers === true);
      const channel = view.channel(call.parameter('channelId'));
      if (body.restoreMembers === true && channel.type === 'Standard') {
        throw badParameter('restoreMembers: a standard channel has the members of its team.');
      }
      return start(call, view.session, view.team, body, teamUnits(state, view).wholeChannel(channel, whichOf(body)));
    }),

    ...post(`${TEAM}/files`, (call) => {
      const view = openTeam(state, call);
      const body = readBody(call) as RestoreTeamFilesBody;
      return start(call, view.session, view.team, body, fileUnits(state, view, body));
    }),

    ...post(`${TEAM}/posts`, (call) => {
      const view = openTeam(state, call);
      const body = parseExact(call.body, ['postId', 'parentId']) as RestorePostsBody;
      const each = teamUnits(state, view);
      view.channel(body.channelId);
      const period = between(body);
      if (body.posts !== undefined && body.posts !== null && period !== undefined) {
        throw badParameter('posts: not together with a period.');
      }
      const all = view.posts.filter(inChannel(body.channelId)).filter(period ?? (() => true));
      return start(
        call,
        view.session,
        view.team,
        body,
        postsIn(view, body, all).map((one) => each.post(one)),
      );
    }),

    ...post(`${CHANNEL}/tabs`, (call) => {
      const view = openTeam(state, call);
      const body = readBody(call) as RestoreTabsBody;
      const channel = view.channel(call.parameter('channelId'));
      return start(call, view.session, view.team, body, tabUnits(state, view, body, channel.id));
    }),

    ...post(`${TEAM}/tabs`, (call) => {
      const view = openTeam(state, call);
      const body = readBody(call) as RestoreTabsBody;
      return start(call, view.session, view.team, body, tabUnits(state, view, body, null));
    }),
  ];
}

/** Missing objects come back unless that is switched off. */
const whichOf = (body: Pick<RestoreChannelBody, 'restoreChangedItems' | 'restoreMissingItems'>): Which => ({
  changed: body.restoreChangedItems === true,
  missing: body.restoreMissingItems !== false,
});

/** @throws Refused */
function checkMembers({ restoreChangedItems, restoreMissingItems }: RestoreChannelBody, asked: boolean): void {
  if (asked && restoreChangedItems !== true && restoreMissingItems !== true) {
    throw badParameter('Members and settings are restored only with changed or missing items.');
  }
}

/** @throws Refused */
function fileUnits(state: ServiceState, view: OpenedTeam, body: RestoreTeamFilesBody): readonly Unit[] {
  const each = teamUnits(state, view);
  const { files, channelId } = body;
  if ((files === undefined) === (channelId === undefined)) {
    throw badParameter('files: either these or the channel of all.');
  }
  if (channelId !== undefined) view.channel(channelId);
  const all = view.files.filter((file) => !file.isFolder && file.channel.id === channelId).map((file) => ({ file }));
  const chosen = files?.map(({ id, channelId: where, version, fileType }) => {
    const file = view.team.files.find((one) => one.id === id && one.channel.id === where);
    if (file === undefined) throw notFound('A file is not found.');
    if (file.isFolder || fileType === 'Folder') throw badParameter('files: a folder cannot be restored by this call.');
    return { file, version };
  });
  if (new Set(chosen?.map(({ file }) => file.channel.id)).size > 1) throw badParameter('files: of several channels.');
  return (chosen ?? all).map((one: { file: (typeof view.files)[number]; version?: number | undefined }) => {
    const versions = view.versions(one.file);
    const version = versions.findLast(({ versionId }) => versionId === (one.version ?? versionId));
    if (version === undefined) throw notFound('The version of a file is not found.');
    return each.file(one.file, version, whichOf(body));
  });
}

/** @throws Refused */
function tabUnits(
  state: ServiceState,
  view: OpenedTeam,
  { tabs, restoreChangedTabs: changed, restoreMissingTabs: missing }: RestoreTabsBody,
  channelId: string | null,
): readonly Unit[] {
  const each = teamUnits(state, view);
  const chosen = tabs?.map(({ id }) => view.tab(id)) ?? view.tabs.filter(inChannel(channelId));
  if (!chosen.every(inChannel(channelId))) throw notFound('A tab is not found in the channel.');
  return chosen.map((tab) => each.tab(tab, { changed, missing }));
}

/** Those that the body names, or all. @throws Refused for one that is not in the channel */
export function postsIn(
  view: OpenedTeam,
  { posts, channelId }: Pick<RestorePostsBody, 'posts'> & { readonly channelId?: string | undefined },
  all: readonly Post[],
): readonly Post[] {
  return (
    posts?.map((post) => {
      const where = channelId ?? post.channelId ?? null;
      if ((post.channelId ?? where) !== where) throw badParameter('posts: of several channels.');
      return view.post(post.postId ?? '', where);
    }) ?? all
  );
}

/** By the last change. Undefined where no period is given. */
function between({ from, to }: RestorePostsBody): ((post: Post) => boolean) | undefined {
  if ((from ?? to ?? null) === null) return undefined;
  const [start, end] = [Date.parse(from ?? '0001-01-01T00:00:00Z'), Date.parse(to ?? '9999-12-31T00:00:00Z')];
  return ({ modifiedAt }) => modifiedAt >= start && modifiedAt <= end;
}
