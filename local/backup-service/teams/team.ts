/** A team of the sample data: channels, and the posts, files and tabs in them. Moments are epoch milliseconds. */
import type { DocumentVersion, Mishap } from '../sample-data/types.ts';

interface Stored {
  readonly at: number;
  readonly deletedAt?: number | undefined;
  /** Not among the deleted items of a backup either. */
  readonly purged?: boolean | undefined;
  readonly mishap?: Mishap | undefined;
}

export interface Channel extends Stored {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly type: 'Standard' | 'Private' | 'Shared';
}

export interface Post extends Stored {
  /** Digits of a 64-bit number, which a JavaScript number does not always hold. */
  readonly id: string;
  readonly channel: Channel;
  /** Of the post that it replies to. */
  readonly parentId?: string | undefined;
  readonly subject: string;
  readonly author: string;
  readonly modifiedAt: number;
  readonly isImportant: boolean;
  readonly attachments: readonly string[];
  /** Shown by exports alone. */
  readonly text: string;
}

export interface TeamFile extends Stored {
  readonly id: string;
  readonly channel: Channel;
  readonly name: string;
  /** Absent: at the top of the channel. */
  readonly parentId?: string | undefined;
  readonly isFolder: boolean;
  /** Oldest first. */
  readonly versions: readonly [DocumentVersion, ...DocumentVersion[]];
}

export interface Tab extends Stored {
  readonly id: string;
  readonly channel: Channel;
  readonly name: string;
  readonly type: string;
  readonly contentUrl: string;
}

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly mail: string;
  /** Since when Microsoft 365 no longer has it. */
  readonly goneSince?: number | undefined;
  readonly channels: readonly Channel[];
  readonly posts: readonly Post[];
  readonly files: readonly TeamFile[];
  readonly tabs: readonly Tab[];
}

/** `/General/Photos`; of something at the top of a channel, the channel. */
export function folderPath(team: Team, { channel, parentId }: Pick<TeamFile, 'channel' | 'parentId'>): string {
  const folder = team.files.find(({ id }) => id === parentId);
  return folder === undefined ? `/${channel.name}` : `${folderPath(team, folder)}/${folder.name}`;
}
