/** Samples of cards about a team. */
import { choicesOf } from '../../src/restore/find/task-view.ts';
import type { Entry } from '../../src/restore/model/entry.ts';
import type { RestoreView, TaskFacts } from '../../src/restore/views.ts';
import { aFolderView, aResultsView, aSearchView, aSummaryGroup, aSummaryView, aTaskFacts } from './restore-views.ts';

const SCOPE = { own: false, name: 'Northern lights 2026', detail: 'lights@contoso.com' } as const;

const aTeamTask = (changes: Partial<TaskFacts> = {}): TaskFacts =>
  aTaskFacts({ workload: 'teams', kinds: ['teams'], scope: SCOPE, ...changes });

const of = (kind: string, title: string, changes: Partial<Entry> = {}): Entry => {
  return { key: `${kind}-${title}`, kind, containerId: 'team-1', within: 'channel-1', id: kind, title, ...changes };
};
const at = Date.UTC(2026, 9, 30, 9);
const aPost = (changes: Partial<Entry> = {}): Entry =>
  of('post', 'Cabin list', { who: 'Anna Lee', at, importance: 'high', attachments: ['Cabin list.xlsx'], ...changes });
const aTeam = of('team', SCOPE.name);

const location = (...names: readonly string[]) => ({
  containerId: 'team-1',
  containerName: SCOPE.name,
  folders: names.map((name) => ({ id: name, name })),
});

function aTeamSummary(...entries: readonly Entry[]): RestoreView {
  const task = aTeamTask({ listed: entries.length });
  const first = entries.map(({ title, version }) => ({ title, version }));
  const groups = [aSummaryGroup({ workload: 'teams', scope: SCOPE, first, items: entries.length })];
  return aSummaryView({ task, choices: [choicesOf('teams', {}, entries)], items: entries.length, groups });
}

export const everyTeamsView = (): readonly (readonly [name: string, view: RestoreView])[] => [
  ['teams-search', aSearchView({ task: aTeamTask(), form: { words: 'cabin' }, choices: [], likely: [] })],
  [
    'teams-results',
    aResultsView({
      task: aTeamTask(),
      entries: [
        aPost(),
        aPost({ key: 'deleted', title: '', isDeleted: true, importance: undefined, attachments: undefined }),
        of('reply', '', { who: 'Noor Haddad', at }),
        of('file', 'Cabin list.xlsx', { who: 'Noor Haddad', at, sizeBytes: 58_300, latestVersion: '2.0' }),
        of('tab', 'Cabins', { location: 'https://contoso.sharepoint.com/sites/lights' }),
      ],
      listed: [],
      ticked: [],
      pages: 1,
      page: 0,
      found: 5,
    }),
  ],
  [
    'teams-channels',
    aFolderView({
      task: aTeamTask(),
      location: location(),
      entries: [of('channel', 'General'), of('private channel', 'Guides'), of('shared channel', 'Partners'), aTeam],
    }),
  ],
  [
    'teams-channel',
    aFolderView({
      task: aTeamTask(),
      location: location('General'),
      entries: [of('posts', 'Posts'), of('files', 'Files'), of('tabs', 'Tabs')],
    }),
  ],
  ['teams-summary-team', aTeamSummary(aTeam)],
  ['teams-summary-posts', aTeamSummary(aPost(), aPost({ key: 'two', title: 'Departure on 12 March' }))],
  ['teams-summary-files', aTeamSummary(of('file', 'Cabin list.xlsx'), of('tab', 'Cabins'))],
];
