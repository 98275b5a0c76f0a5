import { OPTIONS, rulesOf } from '../../../../../src/restore/backups/workloads/index.ts';
import { workloadSchema } from '../../../../../src/restore/backups/catalog.ts';
import type { OptionValues } from '../../../../../src/restore/backups/entries/option-values.ts';
import {
  optionsFor,
  overwritten,
  readOptions,
  type OptionsOfWorkload,
} from '../../../../../src/restore/backups/workloads/options.ts';
import { LANGUAGES, wordsFor } from '../../../../../src/cards/text/index.ts';
import type { WorkloadWords } from '../../../../../src/cards/text/workload-words.ts';
import { anEntry } from '../../../../fakes/explorer.ts';

const ACCESS = ['operator', 'administrator'] as const;
const exchange = rulesOf('exchange');
const onedrive = rulesOf('onedrive');

const overwrites = (rules: OptionsOfWorkload, values: OptionValues, entries = [anEntry()]): boolean =>
  overwritten(rules, values, entries).length > 0;

test('no two options have the same name, of whichever workload', () => {
  const names = OPTIONS.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('what is chosen by default overwrites nothing', () => {
  for (const [workload, access] of workloadSchema.options.flatMap((one) =>
    ACCESS.map((kind) => [one, kind] as const),
  )) {
    const rules = rulesOf(workload, access);
    const entries = Object.keys(rules.kinds).map((kind) => anEntry({ kind }));
    expect([workload, overwritten(rules, readOptions(rules, {}, entries).values, entries)]).toEqual([workload, []]);
  }
});

test.each(LANGUAGES)('every option and choice is worded in %s', (language) => {
  for (const workload of workloadSchema.options) {
    const words: WorkloadWords = wordsFor(language).restore.workloads[workload];
    const options = ACCESS.flatMap((access) => rulesOf(workload, access).options);
    const names = new Set(options.map(({ name }) => name));
    expect(Object.keys(words.options).toSorted()).toEqual([...names].toSorted());
    for (const option of options) {
      if (option.kind === 'choice') {
        expect(Object.keys(words.options[option.name]?.choices ?? {})).toEqual(option.choices);
      }
      if (option.kind === 'text') expect(words.options[option.name]?.unfit?.('x')).toContain('x');
    }
  }
});

describe('options of Exchange', () => {
  const values = { deletedItems: true, changedItems: true, markRestoredAsUnread: false };

  test.each([
    'Restored',
    '  Restored  ',
    'Wiederhergestellt am 3. März',
    '復元',
    'Noor "Kyoto"',
    'a: b?',
    'x'.repeat(100),
  ])('take the folder %j', (folder) => {
    expect(readOptions(exchange, { ...values, folder }, [])).toEqual({ values: { ...values, folder: folder.trim() } });
  });

  test.each(['a/b', 'a\\b', 'a\nb', 'x'.repeat(101)])(
    'say what is wrong with the folder %j, and keep the rest',
    (folder) => {
      expect(readOptions(exchange, { ...values, changedItems: false, folder }, [])).toEqual({
        values: { ...values, changedItems: false },
        unfit: { option: 'folder', typed: folder },
      });
    },
  );

  test.each(['', '   '])('take the folder %j as none', (folder) => {
    expect(readOptions(exchange, { ...values, folder }, [])).toEqual({ values });
  });

  test.each([
    [{ deletedItems: false, changedItems: false }, 'restores-nothing'],
    [{ deletedItems: true, changedItems: false }, undefined],
    [{ deletedItems: false, changedItems: true }, undefined],
  ])('%j: %s', (chosen, mistake) => {
    expect(readOptions(exchange, chosen, []).mistake).toBe(mistake);
  });

  test('overwrite only where the person says so', () => {
    expect([true, false].map((changedItems) => overwrites(exchange, { ...values, changedItems }))).toEqual([
      true,
      false,
    ]);
  });
});

describe('options of OneDrive', () => {
  const chosen = { documentAction: 'Overwrite', allVersions: true };
  const older = anEntry({ version: '2.0' });

  test('restore every version only where none was chosen by hand, and say so', () => {
    expect(readOptions(onedrive, chosen, [anEntry()])).toEqual({ values: chosen });
    expect(readOptions(onedrive, chosen, [anEntry(), older]).values).toEqual({ ...chosen, allVersions: false });
    expect(optionsFor(onedrive, [older]).map(({ name }) => name)).toEqual(['documentAction']);
    expect(onedrive.notes?.(chosen, [older])).toEqual(['selectedVersions']);
    expect(onedrive.notes?.(chosen, [anEntry()])).toEqual([]);
  });

  test.each<[unknown, boolean]>([
    ['Overwrite', true],
    ['Keep', false],
    ['overwrite', false],
    ['', false],
    [undefined, false],
    [true, false],
  ])('with %j overwrite: %s', (documentAction, isOverwriting) => {
    const { values } = readOptions(onedrive, { documentAction } as OptionValues, []);
    expect(overwrites(onedrive, values)).toBe(isOverwriting);
  });
});

test('options of another workload are not taken', () => {
  const defaults = (rules: typeof exchange) => readOptions(rules, {}, []).values;
  const files = { documentAction: 'Overwrite', allVersions: true };
  expect(readOptions(exchange, files, []).values).toEqual(defaults(exchange));
  expect(readOptions(onedrive, { changedItems: true, folder: 'x' }, []).values).toEqual(defaults(onedrive));
});

test('a team covers all in it, a channel what is in the channel, all posts its posts; a version chosen by hand is covered by none', () => {
  const { covers } = rulesOf('teams');
  const of = (kind: string, within?: string, version?: string) => anEntry({ kind, id: kind, within, version });
  const [here, there] = ['general', 'ferries'];
  const covered = (whole: ReturnType<typeof of>, ...others: readonly ReturnType<typeof of>[]) =>
    others.map((other) => covers?.(whole, other));
  expect(covered(of('team'), of('channel', here), of('posts', here), of('file', there))).toEqual([true, true, true]);
  expect(covered(of('channel', here), of('posts', here), of('tab', here), of('tab', there))).toEqual([
    true,
    true,
    false,
  ]);
  expect(covered(of('channel', here), of('team'))).toEqual([false]);
  expect(covered(of('posts', here), of('post', here), of('reply', here), of('post', there), of('file', here))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(covered(of('files', here), of('file', here), of('file', here, '2.0'), of('channel', here))).toEqual([
    true,
    false,
    false,
  ]);
  expect(covers?.(of('team'), anEntry({ kind: 'file', containerId: 'another' }))).toBe(false);
});

describe('options of Teams', () => {
  const teams = rulesOf('teams');
  const of = (...kinds: readonly string[]) => kinds.map((kind) => anEntry({ kind, id: kind }));
  const offered = (...kinds: readonly string[]) => optionsFor(teams, of(...kinds)).map(({ name }) => name);

  test('are those of what is restored', () => {
    const items = ['teamsMissing', 'teamsChanged'];
    expect(offered('team')).toEqual([...items, 'teamsMembers', 'teamsSettings', 'teamsOwner']);
    expect(offered('channel')).toEqual(items);
    expect(offered('private channel')).toEqual([...items, 'teamsMembers']);
    expect(offered('shared channel', 'tab')).toEqual([...items, 'teamsMembers']);
    expect(offered('file', 'post')).toEqual([...items, 'teamsFileVersions']);
    expect(offered('files')).toEqual([...items, 'teamsFileVersions']);
    expect(offered('posts', 'post', 'reply')).toEqual([]);
  });

  test.each(ACCESS)('of an %s overwrite what is replaced, not posts, which are added', (access) => {
    const rules = rulesOf('teams', access);
    const kindsOverwritten = (...kinds: readonly string[]) =>
      overwritten(rules, { teamsChanged: true, teamsSettings: true }, of(...kinds)).map(({ option, entries }) => [
        option,
        entries.map(({ kind }) => kind),
      ]);
    expect(kindsOverwritten('file', 'post', 'reply', 'posts', 'tab', 'channel')).toEqual([
      ['teamsChanged', ['file', 'tab', 'channel']],
    ]);
    expect(kindsOverwritten('team', 'posts', 'files')).toEqual([
      ['teamsChanged', ['team', 'files']],
      ['teamsSettings', ['team']],
    ]);
  });

  test('bring back what is missing, and nothing else unless chosen', () => {
    expect(readOptions(teams, {}, of('team', 'files'))).toEqual({
      values: {
        teamsMissing: true,
        teamsChanged: false,
        teamsMembers: false,
        teamsSettings: false,
        teamsFileVersions: 'Last',
      },
    });
  });

  test('restore neither members nor settings on their own', () => {
    const alone = { teamsMissing: false, teamsChanged: false, teamsMembers: true, teamsSettings: true };
    const { values, mistake } = readOptions(teams, alone, of('team'));
    expect(values).toMatchObject({ teamsMembers: false, teamsSettings: false });
    expect(mistake).toBe('restores-nothing');
    expect(readOptions(teams, alone, of('post')).mistake).toBeUndefined();
  });

  test('replace the settings only where the person says so twice', () => {
    const { values } = readOptions(teams, { teamsMissing: true, teamsSettings: true }, of('team'));
    expect(overwrites(teams, values, of('team'))).toBe(true);
    expect(overwrites(teams, readOptions(teams, { teamsSettings: true }, of('channel')).values)).toBe(false);
  });

  test('say that posts come back as a page, and what tabs lose', () => {
    for (const kind of ['team', 'channel', 'posts', 'post', 'reply']) {
      expect(teams.notes?.({}, of(kind))).toEqual(['postsAsPage']);
    }
    expect(teams.notes?.({}, of('tab'))).toEqual(['tabsUnlinked']);
    expect(teams.notes?.({}, of('file'))).toEqual([]);
  });

  test.each(['noor b@contoso.com', 'x'.repeat(257), 'a\tb'])('take no owner %j', (teamsOwner) => {
    expect(readOptions(teams, { teamsOwner }, of('team')).unfit).toEqual({ option: 'teamsOwner', typed: teamsOwner });
  });
});

describe('options of SharePoint', () => {
  const sharepoint = rulesOf('sharepoint');
  const [document, item] = ['document', 'item'].map((kind) => anEntry({ kind, id: kind }));
  const both = [document, item].filter((entry) => entry !== undefined);
  const read = (values: OptionValues, entries = both) => readOptions(sharepoint, values, entries);

  test('bring back what is missing, and nothing else', () => {
    expect(read({}).values).toEqual({
      siteMissingItems: true,
      siteChangedItems: false,
      siteVersions: 'Last',
      siteLastVersion: 'Merge',
      sitePermissions: false,
      siteNotification: false,
    });
    expect(read({ siteMissingItems: false }).mistake).toBe('restores-nothing');
  });

  const destroyed = (values: OptionValues) =>
    overwritten(sharepoint, read(values).values, both).map(({ what, entries }) => [what, entries.length]);

  test('count what they destroy: list items that are made anew, documents only where they are overwritten', () => {
    const changed = { siteChangedItems: true };
    expect(destroyed(changed)).toEqual([['contents', 1]]);
    expect(destroyed({ ...changed, siteLastVersion: 'Overwrite' })).toEqual([
      ['contents', 1],
      ['contents', 2],
    ]);
    expect(destroyed({ siteLastVersion: 'Overwrite' })).toEqual([]);
  });

  test('replace the permissions of what still exists, so not where only what is missing is restored', () => {
    const merged = { siteChangedItems: true, sitePermissions: true };
    expect(destroyed(merged)).toContainEqual(['permissions', 2]);
    expect(destroyed({ sitePermissions: true })).toEqual([]);
  });

  test('mail everybody only together with permissions, and overwrite only the last version', () => {
    expect(read({ siteNotification: true }).values).toMatchObject({ siteNotification: false });
    expect(read({ siteNotification: true, sitePermissions: true }).values).toMatchObject({ siteNotification: true });
    const all = { siteChangedItems: true, siteVersions: 'All', siteLastVersion: 'Overwrite' };
    expect(read(all).values).toMatchObject({ siteVersions: 'All', siteLastVersion: 'Merge' });
  });

  test('are warned of: list items made anew, mails, and what does not come back', () => {
    const notes = (values: OptionValues, entries = both) => sharepoint.notes?.(read(values).values, entries);
    expect(notes({})).toEqual(['limitsOfDocuments', 'limitsOfItems']);
    expect(notes({ siteChangedItems: true, siteNotification: true, sitePermissions: true })).toEqual([
      'itemsAnew',
      'mails',
      'limitsOfDocuments',
      'limitsOfItems',
    ]);
    expect(notes({ siteChangedItems: true }, both.slice(0, 1))).toEqual(['limitsOfDocuments']);
  });
});
