/** Where a finished restore says that one can look, and to which pages it links. */
import { sitePageOf } from '../../../../src/core/entra.ts';
import type { Entry } from '../../../../src/restore/backups/entries/entry.ts';
import { progressView } from '../../../../src/restore/run/record/restore-card.ts';
import { withLandings } from '../../../../src/restore/run/record/where-to-look.ts';
import { endRestore } from '../../../../src/restore/state/restore-transitions.ts';
import { START } from '../../../fakes/clock.ts';
import { aScopeItem, anEntry } from '../../../fakes/explorer.ts';
import { aRestore, aRestoreGroup } from '../../../support/builders.ts';

const PUBLIC = 'https://login.microsoftonline.com/contoso';
const OWN = { kind: 'own', name: 'Olga Operator' } as const;
const somebody = { kind: 'item', item: aScopeItem() } as const;
const site = (detail: string) =>
  ({ kind: 'item', item: aScopeItem({ type: 'Site', name: 'Guides', detail }) }) as const;

const counts = { total: 1, restored: 1, failed: 0, skipped: 0 };
const inside = (path: readonly string[] | undefined, kind = 'message'): Entry =>
  anEntry({ kind, path: path && [...path] });

function landingOf(
  changes: Parameters<typeof aRestore>[0],
  { authUrl = PUBLIC, restored = 1, containerDetail = '' } = {},
): unknown {
  const planned = aRestore({ options: {}, ...changes });
  const progress = {
    kind: 'ended',
    at: START,
    result: 'success',
    failures: [],
    remarks: [],
    counts: { ...counts, restored },
  } as const;
  const calls = planned.calls.map((call) => ({ ...call, containerName: 'Ada Lovelace', containerDetail, progress }));
  const ended = endRestore({ ...planned, calls }, START);
  const view = withLandings(progressView(ended, 'Contoso'), ended, authUrl);
  return 'landings' in view ? view.landings : undefined;
}

test('the folder is named where all of it was in one; another place where one was chosen', () => {
  const inbox = inside(['Inbox', 'Kyoto']);
  expect(landingOf({ scope: somebody, entries: [inbox, inside(['Inbox', 'Kyoto'])] })).toEqual([
    { group: 0, path: ['Inbox', 'Kyoto'], kind: 'message', link: undefined },
  ]);
  expect(landingOf({ scope: somebody, entries: [inbox, inside(['Archive'])] })).toMatchObject([{ path: undefined }]);
  expect(landingOf({ scope: somebody, entries: [inside(undefined, 'task')] })).toMatchObject([{ kind: 'task' }]);
  const options = { folder: 'Restored' };
  expect(landingOf({ scope: somebody, entries: [inbox], options })).toMatchObject([{ path: ['Restored'] }]);
  const target = aScopeItem({ id: 'user-2', name: 'Grace Hopper' });
  expect(
    landingOf({ access: 'administrator', groups: [aRestoreGroup({ target, scope: somebody, entries: [inbox] })] }),
  ).toMatchObject([{ path: [expect.stringMatching(/^Restored from Ada Lovelace [\da-z]{6}$/)], link: undefined }]);
});

test('elsewhere, the folder of each person is named', () => {
  const target = aScopeItem({ id: 'user-2', name: 'Grace Hopper' });
  const planned = aRestore({
    access: 'administrator',
    groups: [aRestoreGroup({ target, scope: somebody, entries: [inside(['Inbox'])] })],
  });
  const progress = { kind: 'ended', at: START, result: 'success', failures: [], remarks: [], counts } as const;
  const calls = ['Ada', 'Noor'].flatMap((name) =>
    planned.calls.map((call) => ({ ...call, containerId: name, containerName: name, progress })),
  );
  const ended = endRestore({ ...planned, calls }, START);
  expect(withLandings(progressView(ended, 'Contoso'), ended, PUBLIC)).toMatchObject({
    landings: [
      { group: 0, path: [expect.stringMatching(/^Restored from Ada /)] },
      { group: 0, path: [expect.stringMatching(/^Restored from Noor /)] },
    ],
  });
});

test('nothing is said of what was not restored', () => {
  expect(landingOf({ entries: [inside(['Inbox'])] }, { restored: 0 })).toEqual([]);
});

test("one's own mailbox opens in the Outlook of the cloud, somebody else's not at all", () => {
  const linkOf = (kind: string, authUrl: string, scope: typeof OWN | typeof somebody = OWN) =>
    landingOf({ scope, entries: [inside(undefined, kind)] }, { authUrl });
  expect(linkOf('message', PUBLIC)).toMatchObject([{ link: 'https://outlook.office.com/mail/' }]);
  expect(linkOf('appointment', PUBLIC)).toMatchObject([{ link: 'https://outlook.office.com/calendar/' }]);
  expect(linkOf('contact', 'https://login.partner.microsoftonline.cn/x')).toMatchObject([
    { link: 'https://partner.outlook.cn/people/' },
  ]);
  for (const linked of [
    linkOf('task', PUBLIC),
    linkOf('message', 'https://login.microsoftonline.us/x'),
    linkOf('message', PUBLIC, somebody),
  ]) {
    expect(linked).toMatchObject([{ link: undefined }]);
  }
});

test("one's own OneDrive and a site open, somebody else's OneDrive does not", () => {
  const containerDetail = 'https://contoso-my.sharepoint.com/personal/olga';
  const files = { workload: 'onedrive', entries: [inside(['Plans'], 'document')] } as const;
  expect(landingOf({ ...files, scope: OWN }, { containerDetail })).toMatchObject([{ link: containerDetail }]);
  expect(landingOf({ ...files, scope: somebody }, { containerDetail })).toMatchObject([{ link: undefined }]);
  const guides = 'https://contoso.sharepoint.com/sites/guides';
  const documents = { workload: 'sharepoint', entries: [inside(['Documents'], 'document')] } as const;
  expect(landingOf({ ...documents, scope: site(guides) })).toMatchObject([{ link: guides }]);
  expect(landingOf({ ...documents, scope: site('https://guides.example/') })).toMatchObject([{ link: undefined }]);
});

test.each([
  ['https://contoso.sharepoint.com/sites/a b?x=1#y', 'https://contoso.sharepoint.com/sites/a%20b'],
  ['http://contoso.sharepoint.com/sites/a', undefined],
  ['https://contoso.sharepoint.us/sites/a', undefined],
  ['https://sharepoint.com.example/sites/a', undefined],
  ['https://evilsharepoint.com/sites/a', undefined],
  ['https://contoso.sharepoint.com:8443/sites/a', undefined],
  ['https://contoso.sharepoint.com@example.net/', undefined],
  ['https://somebody:secret@contoso.sharepoint.com/', undefined],
  ['https://1drv.com/x', undefined],
  ['somebody@contoso.example', undefined],
])('a page named %s is shown as %s', (named, shown) => {
  expect(sitePageOf(PUBLIC, named)).toBe(shown);
});
