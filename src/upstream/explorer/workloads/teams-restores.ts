/** What is sent to restore a team or what is in one. Administrators' calls differ in teams, standard channels and posts. */
import type { Entry } from '../../../restore/backups/entries/entry.ts';
import type { RestoreRequest } from '../../../restore/state/ports.ts';
import { fromEcho } from '../api/fields.ts';
import { path, type RestoreEndpoint } from '../api/workload-api.ts';

export const sessionOf = (exploreId: string): string => path`/v8/RestoreSessions/${exploreId}/organization`;
export const inTeam = (exploreId: string, teamId: string): string => sessionOf(exploreId) + path`/teams/${teamId}`;
export const inChannel = (exploreId: string, teamId: string, channelId: string): string =>
  inTeam(exploreId, teamId) + path`/channels/${channelId}`;

/** @throws Error where nothing says which channel it is */
export function channelOf({ within }: Pick<Entry, 'within'>): string {
  if (within === undefined) throw new Error('It is in no channel.');
  return within;
}

type Action = 'operatorRestore' | 'restore';

function callOf(request: RestoreRequest, action: Action): RestoreEndpoint {
  const { exploreId, containerId, entries, options } = request;
  const [first] = entries;
  if (first === undefined) throw new Error('There is nothing to restore.');
  const isOperator = action === 'operatorRestore';
  const { teamsMissing, teamsChanged, teamsMembers, teamsSettings, teamsOwner = '', teamsFileVersions } = options;
  const items = { restoreChangedItems: teamsChanged, restoreMissingItems: teamsMissing };
  const tabs = { restoreChangedTabs: teamsChanged, restoreMissingTabs: teamsMissing };
  const inIt = inTeam(exploreId, containerId);
  const objects = (what: string): readonly object[] => entries.map(({ echo }) => fromEcho(echo, what));
  switch (first.kind) {
    case 'team': {
      const owner = isOperator ? { impersonationAccountName: teamsOwner } : {};
      const whole = { ...items, restoreMembers: teamsMembers, restoreSettings: teamsSettings, ...owner };
      return { path: `${sessionOf(exploreId)}/teams/${action}`, json: { ...whole, teams: objects('A team') } };
    }
    case 'channel':
    case 'private channel':
    case 'shared channel': {
      // A standard channel has no members of its own. Administrators' calls have to say so.
      const none = isOperator ? undefined : false;
      const restoreMembers = first.kind === 'channel' ? none : teamsMembers;
      const whole = inChannel(exploreId, containerId, channelOf(first));
      return { path: `${whole}/${action}`, json: { ...items, restoreMembers } };
    }
    case 'posts':
    case 'post':
    case 'reply': {
      // The service's text says that the channel is not needed beside the posts; its schema requires it.
      const channelId = channelOf(first);
      const isAll = first.kind === 'posts';
      if (!isOperator && !isAll) throw new Error('An administrator restores all posts of a channel, or of a period.');
      const chosen = isAll ? {} : { posts: objects('A post') };
      return { path: `${inIt}/posts/${action}`, json: { channelId, ...(isOperator ? chosen : periodOf(options)) } };
    }
    case 'files':
      return {
        path: `${inIt}/files/${action}`,
        json: { ...items, fileVersion: teamsFileVersions, channelId: channelOf(first) },
      };
    case 'file': {
      // A version that was chosen by hand is the object itself.
      const fileVersion = entries.some(({ version }) => version !== undefined) ? null : teamsFileVersions;
      return { path: `${inIt}/files/${action}`, json: { ...items, fileVersion, files: objects('A file') } };
    }
    case 'tabs':
    case 'tab': {
      const json = { ...tabs, tabs: first.kind === 'tabs' ? undefined : objects('A tab') };
      return { path: `${inChannel(exploreId, containerId, channelOf(first))}/tabs/${action}`, json };
    }
    default:
      throw new Error('Nothing of this kind can be restored.');
  }
}

/** Days of UTC, both included, of the posts' last change. */
const periodOf = ({ teamsPostsFrom: first, teamsPostsTo: last }: RestoreRequest['options']) => ({
  from: typeof first === 'string' ? `${first}T00:00:00Z` : undefined,
  to: typeof last === 'string' ? `${last}T23:59:59.999Z` : undefined,
});

export function restoreAsOperator(request: RestoreRequest): RestoreEndpoint {
  const { path, json } = callOf(request, 'operatorRestore');
  return { path, json: { ...json, reason: request.reason } };
}

export const restoreAsAdministrator = (request: RestoreRequest): RestoreEndpoint => callOf(request, 'restore');
