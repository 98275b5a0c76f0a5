/** Teams, channels and what is in them. */
import { wildcards } from '../query/wildcards.ts';
import { flag, pageOf } from '../paging.ts';
import type { Call, Route } from '../router.ts';
import type { ServiceState } from '../service-state.ts';
import { listedTeams, openTeam } from './session.ts';
import { channelBody, fileBody, nodeBodies, postBody, tabBody, teamBody } from './views.ts';

const ORGANIZATION = '/v8/RestoreSessions/{restoreSessionId}/organization';
export const TEAMS = `${ORGANIZATION}/teams`;
export const TEAM = `${TEAMS}/{teamId}`;
export const CHANNEL = `${TEAM}/channels/{channelId}`;

export function teamsRoutes(state: ServiceState): readonly Route[] {
  const get = (pattern: string, answer: Route['answer']): Route => ({ method: 'GET', pattern, answer });
  const opened = (call: Call) => openTeam(state, call);
  const called = ({ query }: Call): RegExp => wildcards(query.get('displayName') ?? '*');

  return [
    get(TEAMS, (call) => {
      const session = state.explores.opened(call, 'Vet');
      const teams = listedTeams(state, session).filter(({ name }) => called(call).test(name));
      return pageOf(call, teams, (team) => teamBody(session.id, team));
    }),
    get(TEAM, (call) => {
      const { session, team } = opened(call);
      return { status: 200, body: teamBody(session.id, team) };
    }),
    get(`${TEAM}/channels`, (call) => {
      const { session, channels } = opened(call);
      const found = channels.filter(({ name }) => called(call).test(name));
      return pageOf(call, found, (channel) => channelBody(session.id, channel, true));
    }),
    get(CHANNEL, (call) => {
      const view = opened(call);
      return { status: 200, body: channelBody(view.session.id, view.channel(call.parameter('channelId')), false) };
    }),
    get(`${CHANNEL}/children`, (call) => {
      const view = opened(call);
      const nodes = nodeBodies(view.session.id, view.channel(call.parameter('channelId')));
      return pageOf(call, nodes, (node) => node);
    }),
    get(`${TEAM}/posts`, (call) => {
      const view = opened(call);
      const channelId = call.query.get('channelId');
      if (channelId !== null) view.channel(channelId);
      const found = view.posts.filter(inChannel(channelId)).filter(isReplyTo(call.query.get('parentId')));
      return pageOf(call, found, (post) => postBody(view, post));
    }),
    get(`${TEAM}/posts/{postId}`, (call) => {
      const view = opened(call);
      return { status: 200, body: postBody(view, view.post(call.parameter('postId'), call.query.get('channelId'))) };
    }),
    get(`${TEAM}/files`, (call) => {
      const view = opened(call);
      const channelId = call.query.get('channelId');
      if (channelId !== null) view.channel(channelId);
      const parentId = call.query.get('parentId');
      if (parentId !== null && parentId !== 'root') view.file(parentId);
      const foldersOnly = flag(call.query, 'foldersOnly') === true;
      const found = view.files
        .filter(inChannel(channelId))
        .filter((file) => parentId === null || (file.parentId ?? 'root') === parentId)
        .filter(({ isFolder }) => isFolder || !foldersOnly);
      return pageOf(call, found, (file) => fileBody(view, file));
    }),
    get(`${CHANNEL}/files/{fileId}`, (call) => {
      const view = opened(call);
      return { status: 200, body: fileBody(view, view.file(call.parameter('fileId'))) };
    }),
    get(`${CHANNEL}/files/{fileId}/versions`, (call) => {
      const view = opened(call);
      const file = view.file(call.parameter('fileId'));
      const earlier = view.session.showAllVersions ? view.versions(file).slice(0, -1).toReversed() : [];
      return pageOf(call, earlier, (version) => fileBody(view, file, version));
    }),
    get(`${CHANNEL}/tabs`, (call) => {
      const view = opened(call);
      const { id } = view.channel(call.parameter('channelId'));
      return pageOf(call, view.tabs.filter(inChannel(id)), (tab) => tabBody(view, tab));
    }),
    get(`${CHANNEL}/tabs/{tabId}`, (call) => {
      const view = opened(call);
      return { status: 200, body: tabBody(view, view.tab(call.parameter('tabId'))) };
    }),
  ];
}

export function inChannel(channelId: string | null) {
  return ({ channel }: { readonly channel: { readonly id: string } }): boolean =>
    channelId === null || channel.id === channelId;
}

/** `-1`: posts that begin a thread; absent: all. */
export function isReplyTo(parentId: string | null) {
  return (post: { readonly parentId?: string | undefined }): boolean =>
    parentId === null || (post.parentId ?? '-1') === parentId;
}
