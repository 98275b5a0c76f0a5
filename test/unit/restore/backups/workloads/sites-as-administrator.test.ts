/** What administrators may restore of sites and teams, how it is chosen, and what the confirm card says about it. */
import { LANGUAGES, wordsFor } from '../../../../../src/cards/text/index.ts';
import type { WorkloadWords } from '../../../../../src/cards/text/workload-words.ts';
import type { Entry } from '../../../../../src/restore/backups/entries/entry.ts';
import type { OptionValues } from '../../../../../src/restore/backups/entries/option-values.ts';
import { groupOf, kindRules, OPTIONS, rulesOf } from '../../../../../src/restore/backups/workloads/index.ts';
import { optionsFor, overwritten, readOptions } from '../../../../../src/restore/backups/workloads/options.ts';
import { anEntry } from '../../../../fakes/explorer.ts';

const of = (kind: string, changes: Partial<Entry> = {}): Entry => anEntry({ kind, id: kind, path: [], ...changes });
const [document, item, folder, library, list, site] = ['document', 'item', 'folder', 'library', 'list', 'site'].map(
  (kind) => of(kind),
) as [Entry, Entry, Entry, Entry, Entry, Entry];

describe.each(['sharepoint', 'teams'] as const)('in %s', (workload) => {
  const rules = rulesOf(workload, 'administrator');

  test('every option may be sent, and every note is worded, in every language', () => {
    const names = OPTIONS.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(rules.options.map(({ name }) => name)));
    const all: OptionValues = Object.fromEntries(names.map((name) => [name, true]));
    const kinds = Object.keys(rules.kinds).map((kind) =>
      of(kind, { version: kind === 'document' ? '2.0' : undefined }),
    );
    const notes = [...kinds, ...kinds].flatMap((entry) => rules.notes?.(all, [entry]) ?? []);
    expect(notes.length).toBeGreaterThan(3);
    for (const language of LANGUAGES) {
      const words: WorkloadWords = wordsFor(language).restore.workloads[workload];
      expect(Object.keys(words.notes)).toEqual(expect.arrayContaining(notes));
      for (const kind of Object.keys(words.administrator?.kinds ?? {})) expect(words.kinds[kind]).toBeDefined();
    }
  });

  test('what is chosen by default overwrites nothing', () => {
    const entries = Object.keys(rules.kinds).map((kind) => of(kind));
    expect(overwritten(rules, readOptions(rules, {}, entries).values, entries)).toEqual([]);
  });
});

describe('sites', () => {
  const rules = rulesOf('sharepoint', 'administrator');
  const offered = (...entries: readonly Entry[]) => optionsFor(rules, entries).map(({ name }) => name);
  const read = (values: OptionValues, ...entries: readonly Entry[]) => readOptions(rules, values, entries);
  const always = ['siteVersions', 'siteLastVersion', 'sitePermissions', 'siteNotification'];

  test('can be picked at their top', () => {
    const { container = '' } = rules;
    expect(rules.kinds[container]).toEqual({ restores: 'itself', whole: true });
    expect(rulesOf('sharepoint', 'operator').container).toBeUndefined();
  });

  test('are restored whole, and so are libraries, lists and folders: none of them is expanded', () => {
    for (const entry of [site, library, list, folder]) {
      expect(kindRules('sharepoint', entry, 'administrator')).toMatchObject({ restores: 'itself', whole: true });
      expect(kindRules('sharepoint', entry, 'operator').restores).toBe('contents');
    }
    expect(kindRules('sharepoint', of('unclear'), 'administrator').restores).toBe('contents');
  });

  test('have choices of their own; what is missing or changed is no choice for single documents', () => {
    const wholes = ['siteMissingItems', 'siteChangedItems', ...always, 'siteListViews'];
    expect(offered(document, item, folder)).toEqual(always);
    expect(offered(library)).toEqual(wholes);
    expect(offered(list, document)).toEqual(wholes);
    for (const one of [site, of('whole site')]) {
      expect(offered(one)).toEqual([...wholes, 'siteMasterPages', 'siteSubsites']);
    }
    // Another place is not chosen here.
    expect(offered(site, document)).not.toContain('siteList');
  });

  test('need something to restore only where there is a choice', () => {
    const nothing = { siteMissingItems: false, siteChangedItems: false };
    expect(read(nothing, library).mistake).toBe('restores-nothing');
    expect(read(nothing, document).mistake).toBeUndefined();
  });

  test('count what is destroyed', () => {
    const count = (values: OptionValues, ...entries: readonly Entry[]) =>
      new Set(overwritten(rules, read(values, ...entries).values, entries).flatMap((each) => each.entries)).size;
    expect(count({ siteChangedItems: true }, site, list, library)).toBe(2);
    expect(count({ siteLastVersion: 'Overwrite' }, document, folder)).toBe(2);
    expect(count({ siteLastVersion: 'Overwrite', siteVersions: 'All' }, document)).toBe(0);
    expect(count({ siteListViews: true }, library, document)).toBe(1);
    expect(count({ siteMasterPages: true }, library, site)).toBe(1);
    expect(count({ sitePermissions: true }, library, document)).toBe(2);
  });

  test('say what comes back without being asked for', () => {
    const notes = (values: OptionValues, ...entries: readonly Entry[]) =>
      rules.notes?.(read(values, ...entries).values, entries);
    expect(notes({}, document)).toEqual(['existingToo', 'limitsOfDocuments']);
    expect(notes({}, item)).toEqual(['existingToo', 'itemsAnew', 'limitsOfItems']);
    expect(notes({}, of('folder', { within: 'list' }))).toEqual(['existingToo', 'itemsAnew', 'limitsOfItems']);
    expect(notes({}, library)).toEqual(['wholes', 'limitsOfDocuments']);
    expect(notes({}, list)).toEqual(['wholes', 'limitsOfItems']);
    expect(notes({ siteChangedItems: true }, site)).toEqual([
      'wholes',
      'itemsAnew',
      'limitsOfDocuments',
      'limitsOfItems',
    ]);
  });

  test('are restored in one call for what lies in one library or list, and in one for each whole and version', () => {
    const group = (entry: Entry) => groupOf('sharepoint', entry, 'administrator');
    const inLibrary = (kind: string, id: string, library: string, version?: string) =>
      of(kind, { id, path: [library, 'Deep'], version });
    const plan = inLibrary('document', 'a', 'Plans');
    expect(group(inLibrary('document', 'b', 'Plans'))).toBe(group(plan));
    for (const other of [
      inLibrary('document', 'b', 'Pictures'),
      inLibrary('folder', 'b', 'Plans'),
      inLibrary('document', 'a', 'Plans', '2.0'),
      of('document', { path: ['Plans'], containerId: 'other' }),
      of('library', { id: 'l' }),
    ]) {
      expect(group(other)).not.toBe(group(plan));
    }
    expect(group(of('library', { id: 'one' }))).not.toBe(group(of('library', { id: 'two' })));
    expect(group(inLibrary('document', 'a', 'Plans', '1.0'))).not.toBe(
      group(inLibrary('document', 'a', 'Plans', '2.0')),
    );
  });

  test('cover what surely comes back with them, once', () => {
    const { covers } = rules;
    const guides = of('folder', { title: 'Guides', path: ['Documents'], within: 'library' });
    const inside = (kind: string, path: readonly string[] | undefined, changes: Partial<Entry> = {}) =>
      covers?.(guides, of(kind, { path: path && [...path], within: 'library', ...changes }));
    expect(inside('document', ['Documents', 'Guides', 'Kyoto'])).toBe(true);
    expect(inside('folder', ['Documents', 'Guides'])).toBe(true);
    expect(inside('document', ['Documents'])).toBe(false);
    expect(inside('document', undefined)).toBe(false);
    expect(inside('document', ['Documents', 'Guides'], { version: '2.0' })).toBe(false);
    expect(inside('item', ['Documents', 'Guides'], { within: 'list' })).toBe(false);
    expect(inside('document', ['Documents', 'Guides'], { containerId: 'other' })).toBe(false);
    expect([covers?.(site, library), covers?.(of('whole site'), library)]).toEqual([true, true]);
    expect(covers?.(site, of('site', { containerId: 'subsite' }))).toBe(false);
    // With "missing only" a library leaves a document alone that is still there.
    expect([covers?.(site, document), covers?.(library, document)]).toEqual([false, false]);
  });
});

describe('teams', () => {
  const rules = rulesOf('teams', 'administrator');
  const offered = (...kinds: readonly string[]) =>
    optionsFor(
      rules,
      kinds.map((kind) => of(kind)),
    ).map(({ name }) => name);

  test('have all posts of a channel to restore in place of single ones, and nothing to export', () => {
    for (const kind of ['post', 'reply']) {
      expect(kindRules('teams', { kind }, 'administrator').restores).toBe('above');
      expect(kindRules('teams', { kind }, 'operator').restores).toBe('itself');
    }
    const found = of('reply', { within: 'channel-1', path: ['Offers', 'Posts', 'Ferries'], echo: '{}' });
    const { key, containerId } = found;
    const all = { key, kind: 'posts', containerId, within: 'channel-1', id: 'posts of channel-1' };
    expect(rules.above?.(found)).toEqual({ ...all, title: 'Offers › Posts' });
    expect(rules.above?.({ ...found, path: undefined })).toEqual({ ...all, title: 'Posts' });
    expect(kindRules('teams', { kind: 'posts' }, 'administrator')).toMatchObject({ restores: 'itself', whole: true });
    for (const kind of Object.keys(rules.kinds)) {
      expect(kindRules('teams', { kind }, 'administrator').exports).toBeUndefined();
    }
  });

  test('offer a period for all posts of a channel, and no owner', () => {
    expect(offered('posts')).toEqual(['teamsPostsFrom', 'teamsPostsTo']);
    expect(offered('team')).toEqual(['teamsMissing', 'teamsChanged', 'teamsMembers', 'teamsSettings']);
  });

  test.each<[OptionValues, OptionValues, string | undefined]>([
    [{ teamsPostsFrom: '2026-11-01' }, { teamsPostsFrom: '2026-11-01' }, undefined],
    [{ teamsPostsTo: '2026-11-01' }, { teamsPostsTo: '2026-11-01' }, undefined],
    [
      { teamsPostsFrom: '2026-11-01', teamsPostsTo: '2026-11-01' },
      { teamsPostsFrom: '2026-11-01', teamsPostsTo: '2026-11-01' },
      undefined,
    ],
    [
      { teamsPostsFrom: '2026-11-02', teamsPostsTo: '2026-11-01' },
      { teamsPostsFrom: '2026-11-02', teamsPostsTo: '2026-11-01' },
      'dates-reversed',
    ],
    [{ teamsPostsFrom: 'yesterday', teamsPostsTo: '2026-13-01' }, {}, undefined],
  ])('read the period %j', (given, period, mistake) => {
    const { values, ...rest } = readOptions(rules, given, [of('posts')]);
    const { teamsPostsFrom, teamsPostsTo } = values;
    expect({ teamsPostsFrom, teamsPostsTo }).toEqual({ teamsPostsFrom: undefined, teamsPostsTo: undefined, ...period });
    expect(rest.mistake).toBe(mistake);
  });

  test('suggest the days on which the picked posts were last changed', () => {
    const post = (day: string, changed?: string): Entry => ({
      ...of('post', { at: Date.parse(`${day}T23:30:00Z`) }),
      times: changed === undefined ? [] : [{ what: 'changed', at: Date.parse(`${changed}T00:30:00Z`) }],
    });
    const days = (...selected: readonly Entry[]) => rules.suggested?.(selected);
    expect(days(post('2026-11-03'))).toEqual({ teamsPostsFrom: '2026-11-03', teamsPostsTo: '2026-11-03' });
    expect(days(post('2026-11-03', '2026-11-05'), post('2026-11-02'), of('file'))).toEqual({
      teamsPostsFrom: '2026-11-02',
      teamsPostsTo: '2026-11-05',
    });
    // All of them, where one has no time or all were picked.
    const all = { teamsPostsFrom: '', teamsPostsTo: '' };
    expect([days(post('2026-11-03'), of('post')), days(post('2026-11-03'), of('posts'))]).toEqual([all, all]);
    // What was chosen before stays.
    expect([days(of('posts')), days(of('file'))]).toEqual([{}, {}]);
    expect(rules.notes?.({}, [of('posts')])).toEqual(['postsTogether', 'postsAsPage']);
  });

  test('need something to restore, but for posts', () => {
    const nothing = { teamsMissing: false, teamsChanged: false };
    expect(readOptions(rules, nothing, [of('team')]).mistake).toBe('restores-nothing');
    expect(readOptions(rules, nothing, [of('posts')]).mistake).toBeUndefined();
  });
});
