/** What one call to the Teams endpoints can reach: the team of the session's scope, as of its backup. */
import type { ExploreSession } from '../explore/explore-sessions.ts';
import { reachOf } from '../explore/reach.ts';
import { notFound } from '../refused.ts';
import type { Call } from '../router.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import type { Channel, Post, Tab, Team, TeamFile } from './team.ts';

export interface OpenedTeam {
  readonly session: ExploreSession;
  readonly team: Team;
  /** Only what the session shows. */
  readonly channels: readonly Channel[];
  readonly posts: readonly Post[];
  readonly files: readonly TeamFile[];
  readonly tabs: readonly Tab[];
  /** @throws Refused */
  channel(id: string): Channel;
  /** A post of one channel. @throws Refused */
  post(id: string, channelId: string | null): Post;
  /** @throws Refused */
  file(id: string): TeamFile;
  /** @throws Refused */
  tab(id: string): Tab;
  /** Up to the session's backup, oldest first. */
  versions(file: TeamFile): readonly [DocumentVersion, ...DocumentVersion[]];
}

export type ListedTeam = Pick<Team, 'id' | 'name' | 'description' | 'mail'>;

export function listedTeams(state: ServiceState, session: ExploreSession): readonly ListedTeam[] {
  return reachOf(state, session).teams.map(({ displayName, ...rest }) => ({ ...rest, name: displayName }));
}

/** Their content is made when it is come to. */
export function allTeams(state: ServiceState, session: ExploreSession): Iterable<OpenedTeam> {
  const world = state.worldOf(session.who.organizationId);
  return Iterator.from(reachOf(state, session).teams).map((team) => viewOf(state, session, world.team(team)));
}

/** @throws Refused */
export function teamIn(state: ServiceState, session: ExploreSession, teamId: string): OpenedTeam {
  const team = reachOf(state, session).teams.find(({ id }) => id === teamId);
  if (team === undefined) throw notFound('The team is not found.');
  return viewOf(state, session, state.worldOf(session.who.organizationId).team(team));
}

/** @throws Refused where the session or the team is not there */
export function openTeam(state: ServiceState, call: Call): OpenedTeam {
  const session = state.explores.opened(call, 'Vet');
  return teamIn(state, session, call.parameter('teamId'));
}

function viewOf(state: ServiceState, session: ExploreSession, team: Team): OpenedTeam {
  const { pointAt = -Infinity, showDeleted } = session;

  function isShown({ id, at, deletedAt, purged }: Channel | Post | TeamFile | Tab): boolean {
    if (at > pointAt || state.live.gone(id)) return false;
    return deletedAt === undefined || deletedAt > pointAt || (showDeleted && purged !== true);
  }
  const channels = team.channels.filter(isShown);
  const inThem = <T extends Post | TeamFile | Tab>(all: readonly T[]): readonly T[] =>
    all.filter((one) => isShown(one) && channels.includes(one.channel));
  const [posts, files, tabs] = [inThem(team.posts), inThem(team.files), inThem(team.tabs)];

  function found<T>(one: T | undefined, what: string): T {
    if (one === undefined) throw notFound(`The ${what} is not found.`);
    return one;
  }
  const byId = <T extends { readonly id: string }>(all: readonly T[], id: string): T | undefined =>
    all.find((one) => one.id === id);

  return {
    session,
    team,
    channels,
    posts,
    files,
    tabs,
    channel: (id) => found(byId(channels, id), 'channel'),
    post: (id, channelId) =>
      found(
        posts.find((one) => one.id === id && one.channel.id === (channelId ?? one.channel.id)),
        'post',
      ),
    file: (id) => found(byId(files, id), 'file'),
    tab: (id) => found(byId(tabs, id), 'tab'),
    versions({ versions: [first, ...later] }) {
      return [first, ...later.filter(({ at }) => at <= pointAt)];
    },
  };
}
