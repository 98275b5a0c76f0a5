/** What administrators may restore of mailboxes and drives, and how much that is said to be. */
import { LANGUAGES, wordsFor } from '../../../../../src/cards/text/index.ts';
import type { WorkloadWords } from '../../../../../src/cards/text/workload-words.ts';
import { asWhole, type Entry } from '../../../../../src/restore/backups/entries/entry.ts';
import type { OptionValues } from '../../../../../src/restore/backups/entries/option-values.ts';
import { amountOf } from '../../../../../src/restore/backups/workloads/amount.ts';
import { groupOf, kindRules, rulesOf } from '../../../../../src/restore/backups/workloads/index.ts';
import { optionsFor, overwritten, readOptions } from '../../../../../src/restore/backups/workloads/options.ts';
import { aScopeItem, anEntry } from '../../../../fakes/explorer.ts';

const noor = aScopeItem({ id: 'noor', name: 'Noor Haddad', echo: '{"id":"noor"}' });
const ofNoor = (changes: Partial<Entry>) => anEntry({ containerId: 'noor', ...changes });
const mailbox = asWhole(noor, 'mailbox');
const inbox = ofNoor({ kind: 'folder', id: 'inbox', title: 'Inbox', path: [] });
const mail = ofNoor({ id: 'mail', path: ['Inbox', 'Kyoto'] });
const drive = asWhole(noor, 'drive');
const document = ofNoor({ kind: 'document', id: 'plan', path: ['Inbox'] });
const version = { ...document, version: '2.0' };

const rulesFor = (workload: 'exchange' | 'onedrive') => {
  const rules = rulesOf(workload, 'administrator');
  return {
    ...rules,
    offered: (...entries: readonly Entry[]) => optionsFor(rules, entries).map(({ name }) => name),
    read: (values: OptionValues, ...entries: readonly Entry[]) => readOptions(rules, values, entries),
    destroyed: (values: OptionValues, ...entries: readonly Entry[]) =>
      overwritten(rules, readOptions(rules, values, entries).values, entries).flatMap((each) => each.entries),
  };
};
const exchange = rulesFor('exchange');
const onedrive = rulesFor('onedrive');

test.each([
  ['exchange', 'mailbox'],
  ['onedrive', 'drive'],
] as const)(
  'all of a container of %s, and a folder of it, are restored together by administrators only',
  (workload, kind) => {
    for (const whole of [kind, 'folder']) {
      expect(kindRules(workload, { kind: whole }, 'administrator')).toMatchObject({ restores: 'itself', whole: true });
    }
    expect(kindRules(workload, { kind: 'folder' }, 'administrator').opens).toBe(true);
    expect(kindRules(workload, { kind: 'folder' }, 'operator').restores).toBe('contents');
    expect(kindRules(workload, { kind }, 'operator').restores).toBe('no');
    expect([rulesOf(workload).container, rulesOf(workload, 'administrator').container]).toEqual([undefined, kind]);
  },
);

test('a container is an entry with what its upstream needs of it', () => {
  const key = expect.stringMatching(/^[\w-]{22}$/) as unknown;
  expect(mailbox).toMatchObject({ key, kind: 'mailbox', id: 'noor', containerId: 'noor', echo: '{"id":"noor"}' });
  expect(mailbox).toMatchObject({ title: 'Noor Haddad', containerName: 'Noor Haddad', location: noor.detail });
});

describe('mail', () => {
  test('has choices for a whole mailbox only', () => {
    expect(exchange.offered(mail, inbox)).toEqual([]);
    expect(exchange.offered(mail, mailbox)).toEqual([
      'deletedItems',
      'changedItems',
      'markRestoredAsUnread',
      'mailboxSkipDeleted',
      'mailboxSkipDrafts',
    ]);
    const none = { deletedItems: false, changedItems: false };
    expect(exchange.read(none, mailbox).mistake).toBe('restores-nothing');
    expect(exchange.read(none, mail).mistake).toBeUndefined();
  });

  test('says that single mails and folders also overwrite and come back unread, and that a mailbox is a whole one', () => {
    const notes = (...entries: readonly Entry[]) => exchange.notes?.({}, entries);
    expect(notes(mail)).toEqual(['withoutOptions']);
    expect(notes(inbox)).toEqual(['withoutOptions']);
    expect(notes(mailbox)).toEqual(['wholeMailbox']);
    expect(notes(mail, mailbox)).toEqual(['withoutOptions', 'wholeMailbox']);
  });

  test('is overwritten by choice where the mailbox is restored', () => {
    expect(exchange.destroyed({ changedItems: true }, mailbox, mail)).toEqual([mailbox]);
    expect(exchange.destroyed({}, mailbox, mail)).toEqual([]);
  });

  test('is restored in one call, each folder and mailbox in one of its own', () => {
    const entries = [mail, { ...mail, id: 'other' }, inbox, { ...inbox, id: 'sent' }, mailbox];
    const groups = Map.groupBy(entries, (entry) => groupOf('exchange', entry, 'administrator'));
    expect([...groups.values()].map((together) => together.length)).toEqual([2, 1, 1, 1]);
  });
});

describe('drives', () => {
  test('let people choose what happens to documents that exist, and say what comes of it', () => {
    for (const entries of [[document], [version], [inbox], [drive]]) {
      expect(onedrive.offered(...entries)).toEqual(['documentAction']);
    }
    expect(onedrive.notes?.({}, [document, version])).toEqual(['oneVersion']);
    expect(onedrive.notes?.({}, [drive])).toEqual(['oneVersion', 'keptTwice']);
    expect(onedrive.destroyed({ documentAction: 'Overwrite' }, drive)).toEqual([drive]);
    expect(onedrive.destroyed({}, drive)).toEqual([]);
  });

  test('take documents together, folders together, a version or a drive alone', () => {
    const entries = [document, { ...document, id: 'b' }, inbox, { ...inbox, id: 'c' }, version, drive];
    const groups = Map.groupBy(entries, (entry) => groupOf('onedrive', entry, 'administrator'));
    expect([...groups.values()].map((together) => together.length)).toEqual([2, 2, 1, 1]);
  });
});

test('what lies in a whole comes back with it, unless a version was chosen by hand or nobody knows where it is', () => {
  const covered = ({ covers }: typeof exchange, whole: Entry, ...others: readonly Entry[]) =>
    others.map((other) => covers?.(whole, other));
  const elsewhere = anEntry({ containerId: 'kenji', path: ['Inbox', 'Kyoto'] });
  expect(covered(exchange, mailbox, mail, inbox, elsewhere)).toEqual([true, true, false]);
  expect(covered(exchange, inbox, mail, { ...mail, path: undefined }, { ...mail, path: ['Sent'] })).toEqual([
    true,
    false,
    false,
  ]);
  expect(covered(onedrive, drive, document, version, inbox)).toEqual([true, false, true]);
});

test('a whole mailbox is not one item', () => {
  const groups = [
    { workload: 'exchange', entries: [mailbox, mail, { ...mail, id: 'b' }, inbox] },
    { workload: 'onedrive', entries: [inbox, drive] },
  ] as const;
  expect(amountOf(groups, 'administrator')).toEqual({
    items: 2,
    wholes: [
      { workload: 'exchange', kind: 'mailbox', count: 1 },
      { workload: 'exchange', kind: 'folder', count: 1 },
      { workload: 'onedrive', kind: 'folder', count: 1 },
      { workload: 'onedrive', kind: 'drive', count: 1 },
    ],
  });
});

test.each(LANGUAGES)('every note is worded in %s', (language) => {
  const all = [
    ['exchange', exchange.notes?.({}, [mail, mailbox])],
    ['onedrive', onedrive.notes?.({}, [drive])],
  ] as const;
  for (const [workload, notes] of all) {
    const words: WorkloadWords = wordsFor(language).restore.workloads[workload];
    expect(Object.keys(words.notes)).toEqual(expect.arrayContaining(notes ?? ['nothing']));
  }
});
