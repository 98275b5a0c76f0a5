/** What restoring one thing of a team does: a team, a channel, a post, a file, a tab. */
import type { ItemType, Outcome, Unit } from '../restores/runs.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ServiceState } from '../service-state.ts';
import type { OpenedTeam } from './session.ts';
import { type Channel, type Post, type Tab, type TeamFile, folderPath } from './team.ts';

/** What is overwritten, and what is brought back. */
export interface Which {
  readonly changed: boolean;
  readonly missing: boolean;
}

interface TeamUnits {
  team(which: Which): Unit;
  channel(channel: Channel, which: Which): Unit;
  file(file: TeamFile, version: DocumentVersion, which: Which): Unit;
  tab(tab: Tab, which: Which): Unit;
  post(post: Post): Unit;
  /** The page that posts come back in, one for a channel. */
  postsTab(channel: Channel): Unit;
  /** Everything in a channel, itself first. */
  wholeChannel(channel: Channel, which: Which): readonly Unit[];
}

export function teamUnits({ live }: ServiceState, view: OpenedTeam): TeamUnits {
  const { team } = view;

  function unit(
    made: { readonly id: string; readonly name: string; readonly path: string; readonly itemType: ItemType },
    act: () => Outcome,
    sizeBytes = 0,
  ): Unit {
    return { ...made, sizeBytes, restore: () => (isGone() ? gone() : act()) };
  }
  /** It is no longer there, and no restore has brought it back. */
  const isGone = (): boolean =>
    team.goneSince !== undefined && live.object(team.id, { holderId: team.id, path: '/' }) === undefined;
  const gone = (): Outcome => ({
    status: 'Failed',
    why: `Team "${team.name}" was not found. It may have been deleted.`,
  });

  /** What was deleted with its channel or team is no longer there either. */
  const isThere = (one: { readonly deletedAt?: number | undefined; readonly channel: Channel }): boolean =>
    team.goneSince === undefined && one.deletedAt === undefined && one.channel.deletedAt === undefined;

  /** Where it is unchanged, or should be left alone, it is skipped. */
  function put(
    one: { readonly id: string; readonly path: string; readonly version: string },
    there: { readonly isThere: boolean; readonly holds: string | undefined },
    { changed, missing }: Which,
    stored: Parameters<typeof live.mishap>[0],
  ): Outcome {
    if (live.gone(one.id)) return { status: 'Failed', why: 'The object is no longer in the backup.' };
    const restored = live.object(one.id, { holderId: team.id, path: one.path });
    const isThere = there.isThere || restored !== undefined;
    if (isThere && (restored?.version ?? there.holds) === one.version) {
      return { status: 'Skipped', why: 'The object has not changed.' };
    }
    if (isThere && !changed) return { status: 'Skipped', why: 'Changed objects are not restored.' };
    if (!isThere && !missing) return { status: 'Skipped', why: 'Missing objects are not restored.' };
    const mishap = live.mishap(stored);
    if (mishap?.status === 'Failed') return mishap;
    live.putObject({ ...one, holderId: team.id });
    return mishap ?? { status: 'Success' };
  }

  const units: TeamUnits = {
    team: (which) => ({
      id: team.id,
      name: team.name,
      path: '',
      itemType: 'TeamsTeam',
      sizeBytes: 0,
      restore: () =>
        put(
          { id: team.id, path: '/', version: '1.0' },
          { isThere: team.goneSince === undefined, holds: '1.0' },
          which,
          team,
        ),
    }),
    channel: (channel, which) =>
      unit({ id: channel.id, name: channel.name, path: `/${channel.name}`, itemType: 'TeamsChannel' }, () =>
        put(
          { id: channel.id, path: `/${channel.name}`, version: '1.0' },
          { isThere: isThere({ channel }), holds: '1.0' },
          which,
          channel,
        ),
      ),
    file(file, version, which) {
      const path = `${folderPath(team, file)}/${file.name}`;
      return unit(
        { id: file.id, name: file.name, path, itemType: 'TeamsFile' },
        () =>
          put(
            { id: file.id, path, version: version.version },
            { isThere: isThere(file), holds: file.versions.at(-1)?.version },
            which,
            file,
          ),
        version.sizeBytes,
      );
    },
    tab(tab, which) {
      const path = `/${tab.channel.name}/${tab.name}`;
      return unit({ id: tab.id, name: tab.name, path, itemType: 'TeamsTab' }, () =>
        put({ id: tab.id, path, version: '1.0' }, { isThere: isThere(tab), holds: '1.0' }, which, tab),
      );
    },
    post(post) {
      const path = `/${post.channel.name}`;
      return unit({ id: post.id, name: post.subject, path, itemType: 'TeamsPost' }, () => {
        live.putObject({ id: post.id, path, version: '1.0', holderId: team.id });
        return { status: 'Success' };
      });
    },
    postsTab(channel) {
      const path = `/${channel.name}/Posts`;
      return unit({ id: `${channel.id} posts`, name: 'Posts', path, itemType: 'TeamsPostsTab' }, () => {
        live.putObject({ id: `${channel.id} posts`, path, version: '1.0', holderId: team.id });
        return { status: 'Success' };
      });
    },
    wholeChannel(channel, which) {
      const inIt = <T extends { readonly channel: Channel }>(all: readonly T[]): readonly T[] =>
        all.filter((one) => one.channel === channel);
      const posts = inIt(view.posts);
      return [
        units.channel(channel, which),
        ...inIt(view.files)
          .filter(({ isFolder }) => !isFolder)
          .map((file) => units.file(file, view.versions(file).at(-1) ?? file.versions[0], which)),
        ...inIt(view.tabs).map((tab) => units.tab(tab, which)),
        ...(posts.length > 0 && which.missing ? [units.postsTab(channel)] : []),
      ];
    },
  };
  return units;
}
