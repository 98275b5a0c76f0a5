/** Teams (`Vet`): teams with their channels, posts, files and tabs. Nobody has a team of their own. */
import type { Entry } from '../entries/entry.ts';
import type { OptionValues } from '../entries/option-values.ts';
import type { Option, OptionsMistake } from './options.ts';
import { byTitle, newestFirst, some, type WorkloadRules } from './workload.ts';

const FILES: ReadonlySet<string> = new Set(['files', 'file', 'folder']);
const POSTS: ReadonlySet<string> = new Set(['posts', 'post', 'reply']);
const TABS: ReadonlySet<string> = new Set(['tabs', 'tab']);
const PARTS = [FILES, POSTS, TABS];
/** They contain all of the above. */
const WITH_POSTS: ReadonlySet<string> = new Set(['team', 'channel', 'private channel', 'shared channel', ...POSTS]);
const WITH_MEMBERS: ReadonlySet<string> = new Set(['team', 'private channel', 'shared channel']);

const isTeam = ({ kind }: Entry): boolean => kind === 'team';
const hasTeam = some(isTeam);
/** Posts come back in any case: they replace nothing. */
const isOther = ({ kind }: Entry): boolean => !POSTS.has(kind);
const hasOthers = some(isOther);
const hasVersion = some(({ version }) => version !== undefined);
const hasLatest = some(({ kind, version }) => FILES.has(kind) && version === undefined);

/** Neither members nor settings come back on their own. */
const isAny = ({ teamsMissing, teamsChanged }: OptionValues): boolean => teamsMissing === true || teamsChanged === true;

const hasAllPosts = some(({ kind }) => kind === 'posts');

const MISSING: Option = { kind: 'toggle', name: 'teamsMissing', default: true, appliesTo: hasOthers };
const CHANGED: Option = {
  kind: 'toggle',
  name: 'teamsChanged',
  default: false,
  overwrites: true,
  overwritesOnly: isOther,
  appliesTo: hasOthers,
};
const MEMBERS: Option = {
  kind: 'toggle',
  name: 'teamsMembers',
  default: false,
  appliesTo: some(({ kind }) => WITH_MEMBERS.has(kind)),
  needs: isAny,
};
/** The team's present settings are replaced. */
const SETTINGS: Option = {
  kind: 'toggle',
  name: 'teamsSettings',
  default: false,
  overwrites: true,
  overwritesOnly: isTeam,
  appliesTo: hasTeam,
  needs: isAny,
};
const FILE_VERSIONS: Option = {
  kind: 'choice',
  name: 'teamsFileVersions',
  choices: ['Last', 'All'],
  default: 'Last',
  appliesTo: (entries) => hasLatest(entries) && !hasVersion(entries),
};

const notesAbout = (_values: OptionValues, entries: readonly Entry[]): readonly string[] => [
  ...(entries.some(({ kind }) => WITH_POSTS.has(kind)) ? ['postsAsPage'] : []),
  ...(entries.some(({ kind }) => TABS.has(kind)) ? ['tabsUnlinked'] : []),
  ...(hasVersion(entries) ? ['selectedVersions'] : []),
];

/** Of UTC, as the service compares them: when they were last changed. */
function dayOf({ times = [], at }: Entry): string {
  const changed = times.find(({ what }) => what === 'changed')?.at ?? at;
  return changed === undefined ? '' : new Date(changed).toISOString().slice(0, 10);
}

/** The days of the posts that were picked one by one; none where one has no time, or all posts were picked too. */
function daysOf(selected: readonly Entry[]): OptionValues {
  const posts = selected.filter(({ kind }) => POSTS.has(kind));
  const days = posts.map((post) => (post.kind === 'posts' ? '' : dayOf(post))).toSorted();
  if (posts.every(({ kind }) => kind === 'posts')) return {};
  const isKnown = days[0] !== '';
  return { teamsPostsFrom: isKnown ? (days[0] ?? '') : '', teamsPostsTo: isKnown ? (days.at(-1) ?? '') : '' };
}

/** The calls that export posts are those of operators. */
const NOT_EXPORTED = { exports: undefined } as const;

const mistakeIn = (values: OptionValues, entries: readonly Entry[]): OptionsMistake | undefined =>
  hasOthers(entries) && !isAny(values) ? 'restores-nothing' : undefined;

const ORDER = ['team', 'channel', 'private channel', 'shared channel', 'posts', 'files', 'tabs', 'post', 'reply'];
const rankOf = ({ kind }: Entry): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);

/** Of all posts, files or tabs of a channel: they have none at the service. */
export const idOfAll = (what: string, channelId: string): string => `${what} of ${channelId}`;

export const teams: WorkloadRules = {
  scopeTypes: ['Team'],
  own: false,
  kinds: {
    team: { restores: 'itself', whole: true },
    channel: { opens: true, restores: 'itself', whole: true, exports: 'all' },
    'private channel': { opens: true, restores: 'itself', whole: true, exports: 'all' },
    'shared channel': { opens: true, restores: 'itself', whole: true, exports: 'all' },
    posts: { opens: true, searched: 'above', restores: 'itself', whole: true, exports: 'all', returns: 'as-tab' },
    files: { opens: true, searched: 'above', restores: 'itself', whole: true },
    tabs: { opens: true, searched: 'above', restores: 'itself', whole: true },
    post: {
      opens: true,
      searched: 'above',
      restores: 'itself',
      exports: 'itself',
      subject: true,
      who: 'from',
      returns: 'as-tab',
    },
    reply: { restores: 'itself', exports: 'itself', subject: true, who: 'from', returns: 'as-tab' },
    file: { restores: 'itself', versions: true, downloads: 'file', usual: true },
    folder: { opens: true, searched: 'above', restores: 'contents' },
    tab: { restores: 'itself' },
  },
  searches: {
    posts: {
      criteria: [
        ['from', 'author'],
        ['subject', 'subject'],
      ],
      dateCriterion: 'created',
      words: [
        'author subject created hasattachment',
        `body content contents datecreated modified datemodified attachment
        system.importance system.message.attachmentnames`,
      ],
      attachmentsQuery: 'hasattachment:true',
    },
    files: {
      criteria: [
        ['name', 'filename'],
        ['changedBy', 'System.Document.LastAuthor'],
      ],
      dateCriterion: 'modified',
      words: [
        'filename author modified',
        'ext size created datecreated datemodified system.document.lastauthor system.document.version',
      ],
    },
    tabs: { criteria: [['name', 'name']], words: ['', 'name'] },
  },
  examples: ['author:"Anna Lee" AND hasattachment:true', 'filename:budget AND ext:xlsx'],
  compare: (one, other) =>
    rankOf(one) - rankOf(other) || (POSTS.has(one.kind) ? newestFirst(one, other) : byTitle(one, other)),

  covers(whole, { kind, containerId, within, version }) {
    if (containerId !== whole.containerId || version !== undefined) return false;
    if (whole.kind === 'team') return true;
    const part = PARTS.find((kinds) => kinds.has(whole.kind));
    return within === whole.within && (part === undefined || part.has(kind));
  },

  /** One call takes posts, files or tabs of one channel, or one whole. */
  groupOf({ kind, containerId, id, within = '' }) {
    const what = kind === 'reply' ? 'post' : kind;
    return JSON.stringify([containerId, what, ['post', 'file', 'tab'].includes(what) ? within : id]);
  },

  options: [
    MISSING,
    CHANGED,
    MEMBERS,
    SETTINGS,
    // The account that becomes owner where the former ones are gone.
    { kind: 'text', name: 'teamsOwner', maxLength: 256, forbidden: /[\s\p{Cc}]/u, appliesTo: hasTeam },
    FILE_VERSIONS,
  ],
  mistakeIn,
  notes: notesAbout,

  administrator: {
    kinds: {
      channel: NOT_EXPORTED,
      'private channel': NOT_EXPORTED,
      'shared channel': NOT_EXPORTED,
      posts: NOT_EXPORTED,
      // All posts of a channel, or those of a period, are what can be restored.
      post: { ...NOT_EXPORTED, restores: 'above' },
      reply: { ...NOT_EXPORTED, restores: 'above' },
    },
    options: [
      MISSING,
      CHANGED,
      MEMBERS,
      SETTINGS,
      FILE_VERSIONS,
      { kind: 'day', name: 'teamsPostsFrom', appliesTo: hasAllPosts },
      { kind: 'day', name: 'teamsPostsTo', appliesTo: hasAllPosts },
    ],
    above({ key, containerId, containerName, within = '', path: [channel, all] = [] }) {
      const title = channel === undefined ? 'Posts' : [channel, all].join(' › ');
      return { key, kind: 'posts', containerId, containerName, within, id: idOfAll('posts', within), title };
    },
    suggested: daysOf,
    notes: (values, entries) => [...(hasAllPosts(entries) ? ['postsTogether'] : []), ...notesAbout(values, entries)],
    mistakeIn(values, entries) {
      const { teamsPostsFrom: first = '', teamsPostsTo: last = first } = values;
      return first > last ? 'dates-reversed' : mistakeIn(values, entries);
    },
  },
};
