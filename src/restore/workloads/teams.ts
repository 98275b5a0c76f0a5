/** Teams (`Vet`): teams with their channels, posts, files and tabs. Nobody has a team of their own. */
import type { Entry } from '../model/entry.ts';
import type { OptionValues } from '../model/options.ts';
import { byTitle, newestFirst, type WorkloadRules } from './workload.ts';

const FILES: ReadonlySet<string> = new Set(['files', 'file', 'folder']);
const POSTS: ReadonlySet<string> = new Set(['posts', 'post', 'reply']);
const TABS: ReadonlySet<string> = new Set(['tabs', 'tab']);
const PARTS = [FILES, POSTS, TABS];
/** They contain all of the above. */
const WITH_POSTS: ReadonlySet<string> = new Set(['team', 'channel', 'private channel', 'shared channel', ...POSTS]);
const WITH_MEMBERS: ReadonlySet<string> = new Set(['team', 'private channel', 'shared channel']);

const some =
  (isOne: (entry: Entry) => boolean) =>
  (entries: readonly Entry[]): boolean =>
    entries.some(isOne);

const hasTeam = some(({ kind }) => kind === 'team');
/** Posts come back in any case: they replace nothing. */
const hasOthers = some(({ kind }) => !POSTS.has(kind));
const hasVersion = some(({ version }) => version !== undefined);
const hasLatest = some(({ kind, version }) => FILES.has(kind) && version === undefined);

/** Neither members nor settings come back on their own. */
const isAny = ({ teamsMissing, teamsChanged }: OptionValues): boolean => teamsMissing === true || teamsChanged === true;

const ORDER = ['team', 'channel', 'private channel', 'shared channel', 'posts', 'files', 'tabs', 'post', 'reply'];
const rankOf = ({ kind }: Entry): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);

export const teams: WorkloadRules = {
  names: [
    'team teams channel channels post posts kanal kanaele beitrag beitraege equipe equipes canal canaux publication',
    'publications equipo equipos canales publicacion publicaciones チーム チャネル 投稿',
  ],
  scopeTypes: ['Team'],
  own: false,
  kinds: {
    team: { restores: 'itself', whole: true },
    channel: { opens: true, restores: 'itself', whole: true, exports: 'all' },
    'private channel': { opens: true, restores: 'itself', whole: true, exports: 'all' },
    'shared channel': { opens: true, restores: 'itself', whole: true, exports: 'all' },
    posts: { opens: true, searched: 'above', restores: 'itself', whole: true, exports: 'all' },
    files: { opens: true, searched: 'above', restores: 'itself', whole: true },
    tabs: { opens: true, searched: 'above', restores: 'itself', whole: true },
    post: { opens: true, searched: 'above', restores: 'itself', exports: 'itself', subject: true, who: 'from' },
    reply: { restores: 'itself', exports: 'itself', subject: true, who: 'from' },
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
      attachmentsQuery: 'hasattachment:true',
    },
    files: {
      criteria: [
        ['name', 'filename'],
        ['changedBy', 'author'],
      ],
      dateCriterion: 'modified',
    },
    tabs: { criteria: [['name', 'name']] },
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
    { kind: 'toggle', name: 'teamsMissing', default: true, appliesTo: hasOthers },
    { kind: 'toggle', name: 'teamsChanged', default: false, overwrites: true, appliesTo: hasOthers },
    {
      kind: 'toggle',
      name: 'teamsMembers',
      default: false,
      appliesTo: some(({ kind }) => WITH_MEMBERS.has(kind)),
      needs: isAny,
    },
    // The team's present settings are replaced.
    { kind: 'toggle', name: 'teamsSettings', default: false, overwrites: true, appliesTo: hasTeam, needs: isAny },
    // The account that becomes owner where the former ones are gone.
    { kind: 'text', name: 'teamsOwner', maxLength: 256, forbidden: /[\s\p{Cc}]/u, appliesTo: hasTeam },
    {
      kind: 'choice',
      name: 'teamsFileVersions',
      choices: ['Last', 'All'],
      default: 'Last',
      appliesTo: (entries) => hasLatest(entries) && !hasVersion(entries),
    },
  ],
  mistakeIn: (values, entries) => (hasOthers(entries) && !isAny(values) ? 'restores-nothing' : undefined),
  notes: (_values, entries) => [
    ...(entries.some(({ kind }) => WITH_POSTS.has(kind)) ? ['postsAsPage'] : []),
    ...(entries.some(({ kind }) => TABS.has(kind)) ? ['tabsUnlinked'] : []),
    ...(hasVersion(entries) ? ['selectedVersions'] : []),
  ],
};
