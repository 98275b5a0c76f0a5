/** Teams, channels, posts, files and tabs as the API shows them. */
import { exactNumber } from '../exact-json.ts';
import { instant } from '../explore/views.ts';
import type { DocumentVersion } from '../sample-data/types.ts';
import type { ListedTeam, OpenedTeam } from './session.ts';
import type { Channel, Post, Tab, TeamFile } from './team.ts';

const base = (sessionId: string, teamId: string): string =>
  `/v8/RestoreSessions/${sessionId}/organization/teams/${teamId}`;
const inChannel = (sessionId: string, { id, teamId }: Channel): string =>
  `${base(sessionId, teamId)}/channels/${encodeURIComponent(id)}`;

export function teamBody(sessionId: string, { id, name, description, mail }: ListedTeam): object {
  const self = base(sessionId, id);
  return {
    id,
    displayName: name,
    description,
    groupEmail: mail,
    alias: mail.split('@')[0],
    privacy: 'Private',
    isArchived: false,
    _links: { self: { href: self }, channels: { href: `${self}/channels` } },
  };
}

/** Only lists say the type. */
export function channelBody(sessionId: string, channel: Channel, listed: boolean): object {
  const { id, name, teamId, type } = channel;
  return {
    id,
    displayName: name,
    teamId,
    ...(listed ? { type } : {}),
    _links: { self: { href: inChannel(sessionId, channel) } },
  };
}

export function nodeBodies(sessionId: string, channel: Channel): readonly object[] {
  return (['Posts', 'Files', 'Tabs'] as const).map((type) => ({
    teamId: channel.teamId,
    channelId: channel.id,
    displayName: type,
    type,
    _links: { channel: { href: inChannel(sessionId, channel) } },
  }));
}

export function postBody({ session }: OpenedTeam, post: Post): object {
  const { channel, parentId } = post;
  return {
    postId: exactNumber(post.id),
    changeKey: `ck-${post.id}`,
    isImportant: post.isImportant,
    author: post.author,
    subject: post.subject,
    createdTime: instant(post.at),
    lastModifiedTime: instant(post.modifiedAt),
    isDeleted: post.deletedAt !== undefined && post.deletedAt <= (session.pointAt ?? -Infinity),
    channelId: channel.id,
    teamId: channel.teamId,
    parentId: parentId === undefined ? null : exactNumber(parentId),
    ...(parentId === undefined ? {} : { parentChangeKey: `ck-${parentId}` }),
    attachments: post.attachments.map((name) => ({
      name,
      longFileName: name,
      url: `https://files.example/${encodeURIComponent(name)}`,
    })),
    _links: { self: { href: `${base(session.id, channel.teamId)}/posts/${post.id}` } },
  };
}

/** Of the version that was newest then unless one is given. */
export function fileBody(view: OpenedTeam, file: TeamFile, version?: DocumentVersion): object {
  const versions = view.versions(file);
  const shown = version ?? versions.at(-1) ?? versions[0];
  const { channel } = file;
  return {
    id: file.id,
    name: file.name,
    sizeBytes: shown.sizeBytes,
    version: shown.versionId,
    uiVersion: shown.version,
    modified: instant(shown.at),
    modifiedBy: shown.by,
    channelId: channel.id,
    teamId: channel.teamId,
    fileType: file.isFolder ? 'Folder' : 'File',
    _links: { self: { href: `${inChannel(view.session.id, channel)}/files/${file.id}` } },
  };
}

export function tabBody({ session }: OpenedTeam, { id, name, type, contentUrl, channel }: Tab): object {
  return {
    id,
    displayName: name,
    contentUrl,
    type,
    channelId: channel.id,
    teamId: channel.teamId,
    _links: { self: { href: `${inChannel(session.id, channel)}/tabs/${id}` } },
  };
}
