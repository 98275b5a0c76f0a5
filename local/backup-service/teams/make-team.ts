/** Makes a sample team out of its plan. */
import { DAY, HOUR } from '../durations.ts';
import { mishapOf } from '../sample-data/mail-items.ts';
import { seeded, uuidOf } from '../sample-data/seeded.ts';
import type { DocumentVersion, Owner, ScopeTeam } from '../sample-data/types.ts';
import { FILE_NAMES, PLACES, SENTENCES, SUBJECTS } from '../sample-data/words.ts';
import type { ChannelPlan, FilePlan, PostPlan, TeamPlan } from './sample-teams.ts';
import type { Channel, Post, Tab, Team, TeamFile } from './team.ts';

interface Around {
  /** The start of the last backup's day. */
  readonly until: number;
  readonly colleagues: readonly Owner[];
}

export function makeTeam(plan: TeamPlan, of: ScopeTeam, around: Around): Team {
  const made = plan.channels.map((each) => makeChannel(each, of.id, around));
  return {
    id: of.id,
    name: of.displayName,
    description: of.description,
    mail: of.mail,
    goneSince: plan.goneDaysAgo === undefined ? undefined : around.until - plan.goneDaysAgo * DAY,
    channels: made.map(({ channel }) => channel),
    posts: made.flatMap(({ posts }) => posts),
    files: made.flatMap(({ files }) => files),
    tabs: made.flatMap(({ tabs }) => tabs),
  };
}

function makeChannel(plan: ChannelPlan, teamId: string, { until, colleagues }: Around) {
  const seed = `channel ${teamId} ${plan.name}`;
  const chance = seeded(seed);
  const offset = chance.below(1000);
  const author = (): string => colleagues[chance.below(colleagues.length)]?.name ?? '';
  const deleted = (daysAgo: number | undefined): number | undefined =>
    daysAgo === undefined ? undefined : until - daysAgo * DAY + 15 * HOUR;
  const channel: Channel = {
    id: `19:${uuidOf(seed).replaceAll('-', '')}@thread.tacv2`,
    teamId,
    name: plan.name,
    type: plan.type ?? 'Standard',
    at: until - 400 * DAY,
    deletedAt: deleted(plan.deletedDaysAgo),
  };

  function thread(post: PostPlan, number: number): readonly Post[] {
    const at = until - post.daysAgo * DAY + 9 * HOUR + offset + number * 1009;
    const made = (text: string, reply: number): Post => ({
      id: reply === 0 && post.id !== undefined ? post.id : String(at + reply * 60_000),
      channel,
      parentId: reply === 0 ? undefined : (post.id ?? String(at)),
      subject: reply === 0 ? post.subject : '',
      author: author(),
      at: at + reply * 60_000,
      modifiedAt: at + reply * 60_000,
      deletedAt: deleted(post.deletedDaysAgo),
      purged: post.purged,
      isImportant: reply === 0 && post.isImportant === true,
      attachments: reply === 0 ? (post.attachments ?? []) : [],
      text,
    });
    return [made(post.text, 0), ...(post.replies ?? []).map((text, reply) => made(text, reply + 1))];
  }

  const morePosts = Array.from({ length: plan.more?.posts ?? 0 }, (_, number): PostPlan => ({
    subject: number % 3 === 0 ? '' : chance.pick(SUBJECTS).replace('#', chance.pick(PLACES)),
    daysAgo: 1 + chance.below(300),
    text: chance.pick(SENTENCES),
    replies: Array.from({ length: number % 4 }, () => chance.pick(SENTENCES)),
  }));

  function folder(path: string): TeamFile {
    const { parentId, name } = placed(path);
    const version: DocumentVersion = { version: '1.0', versionId: 1, at: channel.at, by: author(), sizeBytes: 0 };
    return { id: idAt(path), channel, name, parentId, isFolder: true, at: channel.at, versions: [version] };
  }

  function file(planned: FilePlan): TeamFile {
    const made = ([daysAgo, sizeBytes]: readonly [number, number], number: number): DocumentVersion => ({
      version: `${number + 1}.0`,
      versionId: number + 1,
      at: until - daysAgo * DAY + 10 * HOUR,
      by: author(),
      sizeBytes,
    });
    const { parentId, name } = placed(planned.path);
    const [first = [1, 0] as const, ...later] = planned.versions;
    return {
      id: idAt(planned.path),
      channel,
      name,
      parentId,
      isFolder: false,
      at: made(first, 0).at,
      deletedAt: deleted(planned.deletedDaysAgo),
      purged: planned.purged,
      versions: [made(first, 0), ...later.map((each, number) => made(each, number + 1))],
    };
  }

  function placed(path: string) {
    const cut = path.lastIndexOf('/');
    return { parentId: cut < 0 ? undefined : idAt(path.slice(0, cut)), name: path.slice(cut + 1) };
  }
  const idAt = (path: string): string => uuidOf(`${seed} ${path}`);

  const moreFiles = Array.from({ length: plan.more?.files ?? 0 }, (_, number): TeamFile => {
    const name = `${chance.pick(PLACES)} ${number} ${chance.pick(FILE_NAMES)}`;
    const made = file({ path: name, versions: [[2 + chance.below(300), 500 + chance.below(3_000_000)]] });
    return { ...made, mishap: mishapOf(made.id) };
  });
  const files = plan.files ?? [];
  const folders = new Set(files.map(({ path }) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))));
  folders.delete('');

  return {
    channel,
    posts: [...(plan.posts ?? []), ...morePosts].flatMap(thread),
    files: [...[...folders].map(folder), ...files.map(file), ...moreFiles],
    tabs: (plan.tabs ?? []).map(({ name, type, deletedDaysAgo, refusal }): Tab => ({
      id: uuidOf(`${seed} tab ${name}`),
      channel,
      name,
      type,
      contentUrl: `https://tabs.example/${encodeURIComponent(name)}`,
      at: channel.at,
      deletedAt: deleted(deletedDaysAgo),
      mishap: refusal === undefined ? undefined : { status: 'Failed', why: refusal, once: false },
    })),
  };
}
