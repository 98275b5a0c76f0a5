/** However long the lists of the service are: the card of a task is one that Teams accepts. */
import { renderView } from '../../../../src/cards/render.ts';
import { MESSAGE_LIMIT_BYTES, messageBytes } from '../../../../src/chat/outbound/message.ts';
import { LATEST } from '../../../../src/restore/backups/catalog.ts';
import { LIST_LIMITS } from '../../../../src/restore/backups/list.ts';
import { taskView, type ViewContext } from '../../../../src/restore/find/task/task-view.ts';
import type { Task } from '../../../../src/restore/state/task.ts';
import { withPage } from '../../../../src/restore/state/task-transitions.ts';
import { aPoint, aScopeItem, fakeScopeList } from '../../../fakes/explorer.ts';
import { aTask } from '../../../support/builders.ts';
import { checkEvery } from '../../../support/check-every.ts';
import { aDocument, aRestoreFacts, aRunningView } from '../../../support/restore-views.ts';
import { aContext } from '../../../support/views.ts';

const DAY = 86_400_000;
const many = <T>(create: (index: number) => T): readonly T[] =>
  Array.from({ length: 500 }, (_, index) => create(index));

const people = many((index) =>
  aScopeItem({ id: `user-${index}`, name: `Person ${index}`, detail: `p${index}@contoso.example` }),
);
const containers = people.map(({ id, name, detail }) => ({ id, name, detail, isArchive: false }));
const entries = many((index) =>
  aDocument({
    key: `k${index}`,
    id: `d${index}`,
    title: `Budget ${index}`.padEnd(120, ' of Contoso'),
    echo: 'x'.repeat(1_000),
  }),
);
const versions = entries.map((entry, index) => ({ ...entry, id: 'd', version: `${index}.0` }));
const points = many((index) => aPoint({ id: `point-${index}`, backupTime: Date.UTC(2026, 10, 3) - index * DAY }));

const context: ViewContext = {
  organization: 'Contoso',
  session: { account: 'olga@contoso.example' },
  zone: 'Europe/Berlin',
  isRefused: false,
  recentScopes: people.slice(0, 5),
  scopes: fakeScopeList(people),
  points,
  reasonRule: { required: false },
  exportPosts: true,
  downloads: 'all',
  restoreElsewhere: true,
  approvalRule: { mode: 'off', needed: 1, minItems: 0, categories: [], showsNames: false, guests: false, tenants: [] },
  withCertificate: new Set(),
};

const here = { scope: { kind: 'own', name: 'Olga' }, workload: 'onedrive', showDeleted: false } as const;
const task = aTask({ ...here, point: LATEST, list: [] });
const group = { ...here, point: LATEST, containers, entries };
/** Of many days. */
const groups = points.slice(0, LIST_LIMITS.places).map(({ id, backupTime }, index) => ({
  ...group,
  point: { kind: 'at', id, backupTime } as const,
  entries: entries.slice(index, index + 1),
}));

const folder = { containerId: 'drive-1', containerName: 'Olga', folders: [] };
const CASES: readonly (readonly [name: string, task: Task])[] = [
  ['whose data', { ...task, scope: undefined, step: 'search' }],
  ['which person', { ...task, scope: undefined, remark: { code: 'which-scope', typed: 'person' }, step: 'search' }],
  ['days', { ...task, step: 'point' }],
  ['containers', { ...withPage(task, { kind: 'folder' }, { entries: [], more: false }, 0), containers }],
  ['a folder', withPage(task, { kind: 'folder', location: folder }, { entries, more: true }, 3)],
  ['versions', { ...task, versions: { of: aDocument(), entries: versions }, ticked: entries, step: 'versions' }],
  ['the list', { ...task, list: [group], step: 'list' }],
  ['a list of many days', { ...task, list: groups, step: 'list' }],
  ['the confirm card', { ...task, list: [group], options: {}, step: 'summary' }],
  ['the confirm card of many days', { ...task, list: groups, options: {}, step: 'summary' }],
];

test('every card of a task stays below the limit of a message', () => {
  checkEvery(CASES, (stored) => {
    const view = taskView(stored, context);
    expect(view.kind).toBe(`task-${stored.step}`);
    expect(messageBytes(renderView(view, aContext({ locale: 'ja' })).card)).toBeLessThan(MESSAGE_LIMIT_BYTES);
  });
});

test('so does the card of a restore of as many places as a list may hold', () => {
  const counts = { total: 10, restored: 5, failed: 1, skipped: 0 };
  const restore = aRestoreFacts({
    groups: groups.map((each) => ({
      ...each,
      scope: { own: false, name: 'Noor'.padEnd(60, ' Haddad'), detail: 'noor@contoso.example' },
      counts,
    })),
  });
  const { card } = renderView(aRunningView({ restore }), aContext({ locale: 'ja' }));
  expect(messageBytes(card)).toBeLessThan(MESSAGE_LIMIT_BYTES);
});
