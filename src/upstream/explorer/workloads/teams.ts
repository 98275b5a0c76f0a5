/** Teams, their channels, and the posts, files and tabs of a channel. Lower-case `organization` in every path. */
import { safeParse } from '../../../core/shape.ts';
import * as z from 'zod';

import type { Container, Entry } from '../../../restore/backups/entries/entry.ts';
import type { FolderRef } from '../../../restore/state/ports.ts';
import { idOfAll } from '../../../restore/backups/workloads/teams.ts';
import { digitsOf } from '../api/exact-json.ts';
import { count, echoOf, fields, flag, id, keyOf, list, name, optional } from '../api/fields.ts';
import { reader, time, usable, word } from '../api/fields.ts';
import { path, type Listing, type WorkloadApi } from '../api/workload-api.ts';
import {
  channelOf,
  inChannel,
  inTeam,
  restoreAsAdministrator,
  restoreAsOperator,
  sessionOf,
} from './teams-restores.ts';

const team = z
  .object({ id, displayName: name, groupEmail: name })
  .transform(({ id, displayName, groupEmail }): Container => ({
    id,
    name: displayName ?? groupEmail ?? '',
    detail: groupEmail,
    isArchive: false,
  }));
const readTeam = reader(team);

const channel = z.object({ id, displayName: name, type: word.catch('standard') });
const CHANNELS: ReadonlyMap<string, string> = new Map([
  ['private', 'private channel'],
  ['shared', 'shared channel'],
]);

/** What is in a channel: all posts, all files, all tabs. */
const part = z.object({ displayName: name, type: word.pipe(z.enum(['posts', 'files', 'tabs'])) });

/** 64 bits, as its digits. */
const digits = z.unknown().optional().transform(digitsOf);
const MAX_ATTACHMENTS = 50;
const attachment = z.object(fields(name, 'name', 'longFileName'));

const post = z.object({
  postId: digits.pipe(z.string()),
  parentId: digits,
  channelId: optional(id),
  teamId: optional(id),
  ...fields(name, 'author', 'subject'),
  ...fields(optional(time), 'createdTime', 'lastModifiedTime'),
  ...fields(flag, 'isImportant', 'isDeleted'),
  attachments: list.transform(usable(attachment)),
});

const file = z.object({
  id,
  channelId: optional(id),
  teamId: optional(id),
  ...fields(name, 'name', 'modifiedBy', 'uiVersion'),
  version: optional(z.number()),
  modified: optional(time),
  sizeBytes: optional(count),
  fileType: word.catch('file'),
});

const tab = z.object({ id, channelId: optional(id), teamId: optional(id), displayName: name, contentUrl: name });

/** Searches answer one shape for all kinds: fields of the others are no part of the object that is sent back. */
const OF = {
  posts: ['postId', 'changeKey', 'isImportant', 'author', 'subject', 'createdTime', 'lastModifiedTime', 'isDeleted'],
  threads: ['parentId', 'parentChangeKey', 'attachments'],
  files: ['name', 'sizeBytes', 'version', 'uiVersion', 'modified', 'modifiedBy', 'fileType'],
  tabs: ['displayName', 'contentUrl', 'type'],
};
const WITHOUT = {
  posts: ['id', ...OF.files, ...OF.tabs],
  files: [...OF.posts, ...OF.threads, ...OF.tabs],
  tabs: [...OF.posts, ...OF.threads, ...OF.files],
};

/** Where an entry is: what was asked for, else what it says itself. */
interface TeamPlace {
  readonly teamId?: string | undefined;
  readonly channelId?: string | undefined;
}

/** @returns undefined where it cannot be said which channel it is in, or what would be sent back */
function frameOf(value: unknown, what: keyof typeof WITHOUT, found: TeamPlace, at: TeamPlace) {
  const echo = echoOf(value, WITHOUT[what]);
  const { teamId: containerId = found.teamId, channelId: within = found.channelId } = at;
  if (containerId === undefined || within === undefined || echo === undefined) return undefined;
  return { containerId, within, echo };
}

/** No parent: a post, not a reply. */
const NO_PARENTS: ReadonlySet<string | undefined> = new Set([undefined, '-1', '0']);

function readPost(value: unknown, at: TeamPlace): Entry | undefined {
  const { data } = safeParse(post, value);
  const frame = data && frameOf(value, 'posts', data, at);
  if (data === undefined || frame === undefined) return undefined;
  const { postId, parentId, author, subject, createdTime, lastModifiedTime, isImportant, isDeleted } = data;
  const attachments = data.attachments.flatMap(({ name, longFileName }) => longFileName ?? name ?? []);
  return {
    key: keyOf(frame.containerId, `${frame.within}/${postId}`),
    ...frame,
    kind: NO_PARENTS.has(parentId) ? 'post' : 'reply',
    id: postId,
    title: subject ?? '',
    who: author,
    at: createdTime ?? lastModifiedTime,
    times: (['posted', 'changed'] as const).flatMap((what) => {
      const at = what === 'posted' ? createdTime : lastModifiedTime;
      return at === undefined ? [] : [{ what, at }];
    }),
    importance: isImportant ? 'high' : undefined,
    isDeleted: isDeleted || undefined,
    attachments: attachments.length > 0 ? attachments.slice(0, MAX_ATTACHMENTS) : undefined,
  };
}

function readFile(value: unknown, at: TeamPlace): Entry | undefined {
  const { data } = safeParse(file, value);
  const frame = data && frameOf(value, 'files', data, at);
  if (data === undefined || frame === undefined) return undefined;
  const { id, name = '', modifiedBy, modified, sizeBytes } = data;
  const isFolder = data.fileType === 'folder';
  return {
    ...frame,
    key: keyOf(frame.containerId, id),
    kind: isFolder ? 'folder' : 'file',
    id,
    title: name,
    who: modifiedBy,
    at: modified,
    times: modified === undefined ? [] : [{ what: 'changed', at: modified }],
    latestVersion: isFolder ? undefined : versionOf(data),
    sizeBytes,
  };
}

const versionOf = ({ uiVersion, version }: z.infer<typeof file>): string | undefined =>
  uiVersion ?? version?.toString();

/** One of the earlier versions; undefined where it has no name, or is the latest itself. */
function readVersion(value: unknown, latest: Entry): Entry | undefined {
  const { containerId, within, id } = latest;
  const entry = readFile(value, { teamId: containerId, channelId: within });
  const version = entry?.latestVersion;
  if (entry === undefined || version === undefined || version === latest.latestVersion) return undefined;
  return { ...entry, kind: 'file', id, key: keyOf(containerId, id, version), version, latestVersion: undefined };
}

function readTab(value: unknown, at: TeamPlace): Entry | undefined {
  const { data } = safeParse(tab, value);
  const frame = data && frameOf(value, 'tabs', data, at);
  if (data === undefined || frame === undefined) return undefined;
  const { id, displayName = '', contentUrl } = data;
  const key = keyOf(frame.containerId, id);
  return { ...frame, key, kind: 'tab', id, title: displayName, location: contentUrl };
}

type ReadEntry = (value: unknown, at: TeamPlace) => Entry | undefined;

const only =
  (kind: 'file' | 'folder'): ReadEntry =>
  (value, at) => {
    const entry = readFile(value, at);
    return entry?.kind === kind ? entry : undefined;
  };

const SEARCHES: Readonly<Record<string, { readonly type: string; readonly read: ReadEntry }>> = {
  posts: { type: 'Posts', read: readPost },
  files: { type: 'Files', read: only('file') },
  tabs: { type: 'Tabs', read: readTab },
};

/** The team itself, to be restored whole. */
function readWhole(value: unknown, containerId: string): Entry | undefined {
  const whole = readTeam(value);
  const echo = echoOf(value);
  if (whole?.id !== containerId || echo === undefined) return undefined;
  return { key: keyOf(containerId, containerId), kind: 'team', containerId, id: containerId, title: whole.name, echo };
}

function readChannel(value: unknown, containerId: string): Entry | undefined {
  const { data } = safeParse(channel, value);
  if (data === undefined) return undefined;
  const { id, displayName = '', type } = data;
  const kind = CHANNELS.get(type) ?? 'channel';
  return { key: keyOf(containerId, id), kind, containerId, within: id, id, title: displayName };
}

function readPart(value: unknown, containerId: string, within: string): Entry | undefined {
  const { data } = safeParse(part, value);
  if (data === undefined) return undefined;
  const { displayName, type } = data;
  const id = idOfAll(type, within);
  return { key: keyOf(containerId, id), kind: type, containerId, within, id, title: displayName ?? type };
}

type OpenEntry = NonNullable<FolderRef['folder']>;

const fileOf = (exploreId: string, entry: Entry): string =>
  inChannel(exploreId, entry.containerId, channelOf(entry)) + path`/files/${entry.id}`;

function filesIn({ exploreId, containerId }: FolderRef, folder: OpenEntry, kind: 'file' | 'folder'): Listing<Entry> {
  const channelId = channelOf(folder);
  const parentId = folder.kind === 'folder' ? folder.id : 'root';
  return {
    path: `${inTeam(exploreId, containerId)}/files`,
    query: { channelId, parentId, foldersOnly: kind === 'folder' },
    read: (value) => only(kind)(value, { teamId: containerId, channelId }),
  };
}

export const teams: WorkloadApi = {
  sessionType: 'Vet',
  pointFlag: 'isTeams',
  operations: 'teams channels posts children files tabs Versions searchTeams Search save restore operatorRestore',
  wholes: ['teamsteam', 'teamschannel', 'teamspoststab'],
  containers: (exploreId) => ({ path: `${sessionOf(exploreId)}/teams`, read: readTeam }),
  container: (exploreId, teamId) => ({ path: inTeam(exploreId, teamId), isOne: true, read: readTeam }),

  folders(at): readonly Listing<Entry>[] {
    const { exploreId, containerId, folder } = at;
    if (folder === undefined) {
      const channels = `${inTeam(exploreId, containerId)}/channels`;
      return [{ path: channels, read: (value) => readChannel(value, containerId) }];
    }
    switch (folder.kind) {
      case 'channel':
      case 'private channel':
      case 'shared channel': {
        const channelId = channelOf(folder);
        const children = `${inChannel(exploreId, containerId, channelId)}/children`;
        return [{ path: children, read: (value) => readPart(value, containerId, channelId) }];
      }
      case 'files':
      case 'folder':
        return [filesIn(at, folder, 'folder')];
      default:
        return [];
    }
  },

  items(at): readonly Listing<Entry>[] {
    const { exploreId, containerId, folder } = at;
    if (folder === undefined) {
      const read = (value: unknown): Entry | undefined => readWhole(value, containerId);
      const among = { path: `${sessionOf(exploreId)}/teams`, read };
      // An administrator's session has too many to look among them.
      return [{ path: inTeam(exploreId, containerId), isOne: true, read, otherwise: among }];
    }
    switch (folder.kind) {
      case 'posts':
      case 'post': {
        const channelId = channelOf(folder);
        const query = { channelId, parentId: folder.kind === 'post' ? folder.id : '-1' };
        const read = (value: unknown): Entry | undefined => readPost(value, { teamId: containerId, channelId });
        return [{ path: `${inTeam(exploreId, containerId)}/posts`, query, read }];
      }
      case 'files':
      case 'folder':
        return [filesIn(at, folder, 'file')];
      case 'tabs': {
        const channelId = channelOf(folder);
        const read = (value: unknown): Entry | undefined => readTab(value, { teamId: containerId, channelId });
        return [{ path: `${inChannel(exploreId, containerId, channelId)}/tabs`, read }];
      }
      default:
        return [];
    }
  },

  search({ exploreId, containerId, folder }, which, query) {
    const { type, read } = SEARCHES[which] ?? { type: which, read: () => undefined };
    const json = { type, query };
    if (containerId === undefined) {
      return { path: `${sessionOf(exploreId)}/searchTeams`, json, read: (value) => read(value, {}) };
    }
    const channelId = folder?.within;
    const place =
      channelId === undefined ? inTeam(exploreId, containerId) : inChannel(exploreId, containerId, channelId);
    return { path: `${place}/search`, json, read: (value) => read(value, { teamId: containerId, channelId }) };
  },

  versions(exploreId, latest) {
    return { path: `${fileOf(exploreId, latest)}/versions`, read: (value) => readVersion(value, latest) };
  },

  save: (exploreId, entry) => ({ path: `${fileOf(exploreId, entry)}/save`, json: { asZip: false } }),

  restore: restoreAsOperator,
  restoreAsAdministrator,
  impersonates: (kind) => kind === 'team',
};
