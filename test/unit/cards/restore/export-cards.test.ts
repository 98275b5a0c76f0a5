import * as fc from 'fast-check';
import { actionsIn } from '../../../../local/connector/card-actions.ts';
import type { Json } from '../../../../local/connector/types.ts';
import { renderView } from '../../../../src/cards/render.ts';
import { everyRestoreView } from '../../../support/restore-views.ts';
import { aContext } from '../../../support/views.ts';
import { fileOffer } from '../../../../src/cards/restore/export-cards.ts';

const AT = Date.UTC(2026, 10, 23, 8, 41, 7);
const about = { name: 'Kyoto', what: { kind: 'posts', teamId: 't', channelId: 'c', posts: 2 }, at: AT } as const;

test('a file has the name of its channel, and the time where the person is', () => {
  const address = { locale: 'de-DE', zone: 'Asia/Tokyo' };
  expect(fileOffer(address, about)).toEqual({
    name: 'Kyoto 2026-11-23 17.41.07.html',
    description: '2 Beiträge aus Kyoto. Ohne Antwort wird die Datei nach 15 Minuten gelöscht.',
    summary: 'Eine Datei für Sie ist bereit',
  });
  expect(fileOffer({ zone: 'Mars/Olympus' }, about).name).toBe('Kyoto 2026-11-23 08.41.07.html');
});

test.each([
  ['', 'Posts'],
  ['???', 'Posts'],
  ['../../etc/passwd', 'etc passwd'],
  ['Tours: "Kyoto" & <Nara>', 'Tours Kyoto Nara'],
  ['con\u202etxt.exe', 'contxt exe'],
  ['~$.hidden.', '$ hidden'],
])('a channel called %j gives a name that OneDrive takes', (channel, start) => {
  const { name } = fileOffer({}, { ...about, name: channel });
  expect(name).toBe(`${start} 2026-11-23 08.41.07.html`);
});

test.each([
  ['Kyoto plan', 'xlsx', 'Kyoto plan 2026-11-23 08.41.07.xlsx'],
  ['', 'msg', 'File 2026-11-23 08.41.07.msg'],
  ['Makefile', '', 'Makefile 2026-11-23 08-41-07'],
  ['CON', '', 'File CON 2026-11-23 08-41-07'],
  ['../con\u202egnp', 'exe', 'congnp 2026-11-23 08.41.07.exe'],
])(
  'an item called %j with the extension %j gives the file %j, and is not described by its name',
  (name, extension, file) => {
    const what = { kind: 'item', workload: 'onedrive', containerId: 'd', itemId: 'i', extension } as const;
    const offer = fileOffer({}, { name, what, at: AT });
    expect(offer.name).toBe(file);
    expect(offer.description).toBe("One item. If you don't answer, it's erased after 15 minutes.");
  },
);

test('a long name is cut', () => {
  expect(fileOffer({}, { ...about, name: 'Kyoto '.repeat(100) }).name.length).toBeLessThan(90);
});

const REFUSED = /["*:<>?/\\|#%~&{}]|_vti_|^[ .]|[ .]$|\.\.|\p{Cc}/iu;

test('whatever something is called, its file has a name that OneDrive takes, and the type of the item', () => {
  const parts = [
    'README',
    '_vti_',
    '_VTI_cnf',
    'CON',
    'lpt1',
    '~$plan',
    ' . ',
    '.lock',
    'desktop.ini',
    '名前',
    '\u{1F3F4}',
    '\uD800',
    '%2e',
    '…',
    '_vt',
    'i_',
  ];
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom(...parts)).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(names, fc.constantFrom('', 'xlsx', 'msg'), (given, extension) => {
      const item = { kind: 'item', workload: 'onedrive', containerId: 'd', itemId: 'i', extension } as const;
      const { name } = fileOffer({}, { name: given, what: item, at: AT });
      expect(name).not.toMatch(REFUSED);
      expect(name.isWellFormed()).toBe(true);
      expect(name.length).toBeLessThan(200);
      expect(name.split('.')[0]).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)$/i);
      expect(name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '').toBe(extension);
    }),
  );
});

test('where somebody else has to approve files, every button that asks says what for', () => {
  const titlesOf = (name: string): readonly unknown[] => {
    const [, view] = everyRestoreView().find(([each]) => each === name) ?? [];
    if (view === undefined) throw new Error(name);
    return actionsIn(renderView(view, aContext()).card as Json).map(({ title }) => title);
  };
  expect(titlesOf('task-results-asking')).toEqual(expect.arrayContaining(['Ask to download', 'Ask to export']));
  const confirm = titlesOf('task-summary-approval');
  expect(confirm).toEqual(expect.arrayContaining(['Ask for approval', 'Ask to export']));
  expect(new Set(confirm).size).toBe(confirm.length);
  // There is nothing else to ask for.
  expect(titlesOf('task-leave-asking')).toContain('Ask for approval');
  for (const name of ['task-results-asking', 'task-leave-asking', 'task-summary-approval'])
    for (const title of ['Export', 'Download', 'Restore']) expect(titlesOf(name)).not.toContain(title);
});
