import type { CardContext } from '../../../../src/cards/layout/context.ts';
import { shortened } from '../../../../src/cards/layout/shorten.ts';
import { renderView } from '../../../../src/cards/render.ts';
import { LANGUAGES } from '../../../../src/cards/text/index.ts';
import { PICK_PREFIX, VERBS } from '../../../../src/cards/layout/verbs.ts';
import { parseAction } from '../../../../src/chat/actions/parse-action.ts';
import { MESSAGE_LIMIT_BYTES, messageBytes } from '../../../../src/chat/outbound/message.ts';
import { withConfirmed } from '../../../../src/restore/find/task/confirm.ts';
import { choicesOf } from '../../../../src/restore/find/task/task-view.ts';
import type { Entry } from '../../../../src/restore/backups/entries/entry.ts';
import type { Remark } from '../../../../src/restore/state/task.ts';
import { shownOf } from '../../../../src/restore/run/record/create-restore.ts';
import type { TaskFacts } from '../../../../src/restore/state/task-views.ts';
import type { RestoreView } from '../../../../src/restore/state/views.ts';
import { aTask } from '../../../support/builders.ts';
import { checkEvery } from '../../../support/check-every.ts';
import {
  someScopeChoices,
  aFilesTask,
  aDocument,
  aFolderView,
  aFolder,
  anApprovalView,
  anEndedView,
  anEntry,
  aPointView,
  aResultsView,
  aRunningView,
  aSearchView,
  aListView,
  aPlace,
  aRequestView,
  aRestoreFacts,
  aSummaryGroup,
  aSummaryView,
  aTaskFacts,
  aVersionsView,
  everyRemark,
  everyRestoreView,
  everyTeamsView,
  someDays,
} from '../../../support/restore-views.ts';
import { TASK_INPUT_IDS } from '../../../support/task-inputs.ts';
import { aContext } from '../../../support/views.ts';
import { asSent, buttonsInView, markdownOf, nodesOf, ofType, plainTextOf, titlesOf, type Node } from '../inspect.ts';

const here = aContext({ zone: 'Europe/Berlin' });
const show = (view: RestoreView, context: CardContext = here): object => renderView(view, context).card;
const textOf = (card: object): string => [...plainTextOf(card), ...markdownOf(card)].join('\n');
const views = everyRestoreView();

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Every button of the card that sends something, wherever it stands. */
const sendersOf = (card: object): readonly Node[] => ofType(card, 'Action.Execute');
const senderOf = (card: object, title: string): Node | undefined =>
  sendersOf(card).find((button) => button['title'] === title);
const inputOf = (card: object, id: string): Node | undefined =>
  nodesOf(card).find((node) => node['id'] === id && wordOf(node['type']).startsWith('Input.'));

describe('every card', () => {
  const rendered = views.map(([name, view]) => [name, { view, ...renderView(view, here) }] as const);

  test('is a complete Adaptive Card 1.5 below the size that Teams accepts', () => {
    checkEvery(rendered, ({ card, summary }) => {
      const text = JSON.stringify(card);
      expect(asSent(card)).toMatchObject({
        type: 'AdaptiveCard',
        version: '1.5',
        fallbackText: summary,
        speak: summary,
      });
      expect(text).not.toMatch(/\$\{|undefined|\[object/);
      expect(Buffer.byteLength(text)).toBeLessThan(28_000);
      expect(messageBytes(card)).toBeLessThan(MESSAGE_LIMIT_BYTES);
    });
  });

  test('has at most four buttons in view, in the order of likelihood, and lists use the full width', () => {
    checkEvery(rendered, ({ card, view }) => {
      const buttons = buttonsInView(card);
      // Nothing found: the form comes with **Change**.
      for (const seen of [buttons, buttonsInView(card, ['form'])]) expect(seen.length).toBeLessThanOrEqual(4);
      // An overflow menu alone is a button without a name.
      for (const { actions } of [asSent(card), ...ofType(card, 'ActionSet')]) {
        const [first] = (actions ?? []) as readonly Node[];
        expect(first?.['mode']).toBeUndefined();
      }
      const below = (asSent(card)['actions'] ?? []) as readonly Node[];
      expect(below.findIndex(({ style }) => style === 'positive')).toBeLessThanOrEqual(0);
      const isList = /^task-(?:results|versions|list)$|^restore-sessions?$/.test(view.kind);
      if (isList) expect(asSent(card)['msteams']).toEqual({ width: 'Full' });
    });
  });

  test('says in one line whose data it is, and only in details what tells nothing apart', () => {
    const scope = { own: false, name: 'Noor Haddad', detail: 'noor.haddad@contoso.com' };
    const linesOf = (isOnlyOne: boolean, oneOrganization: boolean): { seen: string; all: string } => {
      const view = aSearchView({ task: aTaskFacts({ scope: { ...scope, isOnlyOne } }) });
      const { card } = renderView(view, { ...here, oneOrganization });
      return { seen: JSON.stringify(shortened(card, '')), all: textOf(card) };
    };
    const { seen, all } = linesOf(true, true);
    expect(seen).not.toMatch(/"Contoso|noor\.haddad@|UTC/);
    expect(all).toContain('Contoso · noor.haddad@contoso.com · UTC+1');
    expect(linesOf(false, true).seen).toMatch(/"text":"noor\.haddad@contoso\.com"/);
    expect(linesOf(true, false).seen).toMatch(/"text":"Contoso"/);
  });

  test('keeps what its template says beside the context', () => {
    expect(textOf(show(aSummaryView()))).toContain('Destination');
    checkEvery(rendered, ({ card }) => {
      expect(nodesOf(card).filter(({ id, items }) => id === 'context' && (items as Node[]).length !== 1)).toEqual([]);
    });
  });

  test('has for each newer element one that older clients show', () => {
    const { card } = renderView(aRunningView(), here);
    expect(ofType(card, 'ProgressBar')).toMatchObject([
      { value: 42, max: 100, fallback: { type: 'TextBlock', text: expect.stringMatching(/█░/) } },
    ]);
    checkEvery(rendered, ({ card: each }) => {
      for (const { type, fallback } of nodesOf(each)) {
        if (type === 'ProgressBar' || type === 'Action.Execute') expect(fallback).toBeDefined();
      }
    });
  });

  test('has buttons and rows whose names differ, and names for its inputs', () => {
    checkEvery(rendered, ({ card }) => {
      const nodes = nodesOf(card).filter(({ type, title }) => /^Action\.(?!Submit)/.test(wordOf(type)) && title);
      const names = nodes.map(({ title, tooltip }) => wordOf(tooltip ?? title));
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  });

  test('has buttons that chat understands, each with a fallback that carries the same', () => {
    checkEvery(rendered, ({ card }) => {
      for (const button of sendersOf(card)) {
        const { verb, title, data, associatedInputs } = button;
        expect(VERBS).toContain(verb);
        expect(data).toMatchObject({ verb, owner: 'mark-of-anna' });
        expect(button['fallback']).toMatchObject({ type: 'Action.Submit', title, data });
        if (associatedInputs !== undefined) expect(button['fallback']).toMatchObject({ associatedInputs });
        const { press } = data as Node;
        const parsed = parseAction(data);
        expect(parsed).toMatchObject({ verb, owner: 'mark-of-anna' });
        if (verb === 'task') expect(parsed).toMatchObject({ task: 'task-1', press: expect.anything() });
        if (verb === 'restore') expect(parsed).toMatchObject({ restore: '7c1d9a52', press });
      }
    });
  });

  test('has inputs that are known, labelled, and each there once', () => {
    checkEvery(rendered, ({ card }) => {
      const inputs = nodesOf(card).filter(({ type }) => wordOf(type).startsWith('Input.'));
      const ids = inputs.map(({ id }) => wordOf(id));
      expect(new Set(ids).size).toBe(ids.length);
      for (const { id, label, title } of inputs) {
        expect(wordOf(id).startsWith(PICK_PREFIX) || TASK_INPUT_IDS.includes(wordOf(id))).toBe(true);
        expect(wordOf(label ?? title)).toMatch(/\S/);
      }
    });
  });

  test('toggles only existing elements, and each id exists once', () => {
    checkEvery(rendered, ({ card }) => {
      const ids = nodesOf(card).flatMap((node) => node['id'] ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { targetElements } of ofType(card, 'Action.ToggleVisibility')) {
        expect(ids).toEqual(expect.arrayContaining(targetElements as string[]));
      }
    });
  });

  test('has a summary without names and without what was found', () => {
    checkEvery(rendered, ({ summary }) => {
      expect(summary).toMatch(/^\S.{2,218}\S$/u);
      expect(summary).not.toMatch(/Noor|noor|Invoice|Budget|Fabrikam|mistake/);
    });
  });

  test('shows nothing of it to others', () => {
    checkEvery(rendered, ({ view }) => {
      const shared = show(view, aContext({ place: 'channel' }));
      expect(JSON.stringify(shared)).not.toMatch(/Noor|noor|Invoice|Budget|Contoso|Only authentication/);
    });
  });
});

describe('the head of a task’s card', () => {
  const search = (task: Parameters<typeof aTaskFacts>[0]): string =>
    textOf(show(aSearchView({ task: aTaskFacts(task), choices: [] })));

  test.each([
    [{}, "Noor Haddad's mail\n, as of 3 Nov 2026, 09:00\nContoso · noor.haddad@contoso.com"],
    [{ workload: 'onedrive', point: { kind: 'latest' } }, "Noor Haddad's files\n, latest backup"],
    [
      { scope: { own: true, name: 'Olga' }, listed: 3 },
      'Your own mail\n, as of 3 Nov 2026, 09:00\nContoso · 3 on the list',
    ],
    [{ workload: undefined, point: undefined }, "Noor Haddad's data\nContoso"],
  ] as const)('says whose data, which, as of when: %j', (task, expected) => {
    expect(search(task)).toContain(expected);
  });

  test('says UTC where the zone is unknown', () => {
    const text = textOf(show(aSearchView(), aContext()));
    expect(text).toContain('3 Nov 2026, 08:00 UTC');
  });

  test.each(everyRemark())('explains the unexpected: %s', (name, remark) => {
    const without = search({});
    const lines = search({ remark })
      .split('\n')
      .filter((line) => !without.includes(line));
    expect([name, lines.join(' ').length > 20]).toEqual([name, true]);
    if ('typed' in remark) expect(lines.join()).toContain(remark.typed);
    if ('detail' in remark) expect(lines).toContain(remark.detail);
  });

  test('names the archive mailbox as the service does, and never the mailbox so', () => {
    const text = search({ remark: { code: 'archive-too', typed: 'In-Place Archive - Noor Haddad' } });
    expect(text).toContain('There is an archive mailbox, too (In-Place Archive - Noor Haddad)');
    expect(text).not.toContain('mailbox of In-Place Archive');
  });

  test('leads back to the form with one press', () => {
    expect(senderOf(show(aResultsView()), 'Change')).toMatchObject({ data: { press: { kind: 'go', to: 'search' } } });
  });
});

test.each([
  ['the latest backup', { kind: 'latest' }, "The latest backup doesn't have Noor Haddad's mailbox."],
  ['a day’s', { kind: 'at', id: 'p', backupTime: 1 }, "The backup of that day doesn't have Noor Haddad's mailbox."],
] as const)('the form says what %s does not have, and offers to look in earlier ones', (_, point, sentence) => {
  const card = show(aSearchView({ task: aTaskFacts({ point, remark: { code: 'place-absent' } }) }));
  expect(textOf(card)).toContain(sentence);
  expect(senderOf(card, 'Look in earlier backups')).toMatchObject({ data: { press: { kind: 'look-back' } } });
  expect(senderOf(card, 'What is missing?')).toMatchObject({ data: { press: { kind: 'missing' } } });
});

test('the form says all that there is to say, and offers earlier backups where nothing was found', () => {
  const also = [{ code: 'day-unknown', typed: 'a few days ago' }] as const;
  const card = show(aSearchView({ task: aTaskFacts({ remark: { code: 'nothing-found' }, also }) }));
  for (const sentence of ['Nothing was found.', "I don't recognize “a few days ago” as a day"])
    expect(textOf(card)).toContain(sentence);
  expect(senderOf(card, 'Look in earlier backups')).toBeDefined();
});

test.each([
  ['operator', false],
  ['administrator', true],
] as const)('a full list advises to add a folder where that is one item: %s', (access, advises) => {
  const card = show(aSearchView({ task: aTaskFacts({ access, remark: { code: 'list-full', most: 2_000 } }) }));
  expect(textOf(card).includes('add the folder instead')).toBe(advises);
});

test('the form offers people, and the client asks for more during typing', () => {
  const card = show(aSearchView());
  const input = inputOf(card, 'scope');
  expect(input).toMatchObject({
    style: 'filtered',
    'choices.data': { type: 'Data.Query', dataset: 'restore-scope' },
  });
  expect(input?.['choices']).toEqual(
    expect.arrayContaining([
      { title: 'You (own data)', value: 'own' },
      { title: 'Person Number 1 (person.1@contoso.com)', value: 'scope-1' },
    ]),
  );
  expect(textOf(card)).toContain('Showing 24 of 100,000 people, 50,000 sites and one team. Type to find others.');
  expect(textOf(card)).toContain('Begin with “site” or “team”');
  const people = textOf(show(aSearchView({ counts: [{ type: 'User', count: 30 }] })));
  expect(people).toContain('Showing 24 of 30 people.');
  expect(people).not.toContain('Begin with');
  expect(textOf(show(aSearchView({ counts: [{ type: 'User', count: 24 }] })))).not.toContain('Showing');
});

test('sites and teams are called so wherever they are offered, in the reader’s language', () => {
  const choices = [
    { value: 'u', type: 'User', name: 'Marketing', detail: 'marketing@contoso.com' },
    { value: 's', type: 'Site', name: 'Marketing', detail: 'https://contoso.example/sites/marketing' },
    { value: 't', type: 'Team', name: 'Marketing', detail: 'team@contoso.com' },
  ] as const;
  const card = show(aSearchView({ choices, likely: choices, chosen: undefined }), aContext({ locale: 'fr' }));
  expect(inputOf(card, 'scope')?.['choices']).toEqual([
    { title: 'Marketing (marketing@contoso.com)', value: 'u' },
    { title: 'Marketing · site (https://contoso.example/sites/marketing)', value: 's' },
    { title: 'Marketing · équipe (team@contoso.com)', value: 't' },
  ]);
  expect(sendersOf(card).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Marketing', 'Marketing · site', 'Marketing · équipe']),
  );
});

test('a name that looks like a team comes with its address, and what has no name is its address', () => {
  const choices = [
    { value: 'u', type: 'User', name: 'Marketing · team', detail: 'mallory@contoso.com' },
    { value: 't', type: 'Team', name: 'Marketing', detail: 'team@contoso.com' },
    { value: 's', type: 'Site', name: 'https://contoso.example/a', detail: 'https://contoso.example/a' },
  ] as const;
  const card = show(aSearchView({ choices: [], likely: choices, chosen: undefined }));
  expect(sendersOf(card).map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Marketing · team (mallory@contoso.com)',
      'Marketing · team (team@contoso.com)',
      'https://contoso.example/a · site',
    ]),
  );
});

test('the kind is asked for where there are several, and stays as it was requested', () => {
  const card = show(aSearchView({ asked: 'onedrive' }));
  expect(inputOf(card, 'workload')).toMatchObject({ value: 'onedrive' });
  const only = show(aSearchView({ task: aTaskFacts({ kinds: ['onedrive'] }) }));
  expect([inputOf(only, 'workload'), inputOf(only, 'asOf')]).toEqual([undefined, expect.anything()]);
  const titles = (kinds: TaskFacts['kinds']) =>
    sendersOf(show(aResultsView({ task: aTaskFacts({ kinds }) }))).map(({ title }) => title);
  expect(titles(['exchange', 'onedrive'])).toContain('Search files');
  expect(titles(['exchange'])).not.toContain('Search files');
});

describe('the point card', () => {
  test('shows each backup in the reader’s own time, and accepts only days within the backups', () => {
    const card = show(aPointView({ days: someDays(2, 1) }));
    expect(inputOf(card, 'point')).toMatchObject({
      value: 'latest',
      choices: [
        { title: 'The latest backup (3 Nov 2026, 09:00)', value: 'latest' },
        { title: 'Tue · 3 Nov 2026, 09:00', value: 'point-0-0' },
        { title: 'Mon · 2 Nov 2026, 09:00', value: 'point-1-0' },
      ],
    });
    expect(inputOf(card, 'day')).toMatchObject({ min: '2026-08-04', max: '2026-11-03' });
  });

  test('preselects the chosen point', () => {
    const task = aTaskFacts({ point: { kind: 'at', id: 'point-1-0', backupTime: 0 } });
    expect(inputOf(show(aPointView({ task, days: someDays(2, 1) })), 'point')).toHaveProperty('value', 'point-1-0');
  });

  test.each([
    ['is older than those listed', { backupTime: Date.UTC(2026, 7, 1, 8) }, 'Sat · 1 Aug 2026, 10:00'],
    ['is the end of such a day', { id: '2026-08-01', backupTime: 0, isAssumed: true }, 'The end of 1 Aug 2026'],
  ] as const)('offers the chosen point also where it %s, and preselects it', (_, changes, title) => {
    const point = { kind: 'at', id: 'point-older', ...changes } as const;
    const shown = show(aPointView({ task: aTaskFacts({ point }), days: someDays(20, 48) }));
    const { value, choices } = inputOf(shown, 'point') ?? {};
    expect([value, (choices as Node[]).at(-1)]).toEqual([point.id, { title, value: point.id }]);
  });

  test('counts days that do not fit among the earlier ones', () => {
    const card = show(aPointView({ days: someDays(20, 48), moreDays: 5 }));
    expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28_000);
    expect(textOf(card)).toMatch(/\d\d earlier days also have backups/);
  });

  test('sends its inputs with Continue, but not with Back', () => {
    const card = show(aPointView());
    expect(senderOf(card, 'Continue')).toHaveProperty('associatedInputs', 'auto');
    expect(senderOf(card, 'Back')).toHaveProperty('associatedInputs', 'none');
  });
});

describe('the form', () => {
  test('has one card for whose data, which, as of when and for what', () => {
    const card = show(aSearchView({ form: { words: 'kyoto', asOf: '4 days ago' } }));
    expect(inputOf(card, 'scope')).toHaveProperty('value', 'scope-0');
    expect(inputOf(card, 'workload')).toHaveProperty('value', 'exchange');
    expect(inputOf(card, 'asOf')).toHaveProperty('value', '4 days ago');
    expect(inputOf(card, 'words')).toHaveProperty('value', 'kyoto');
  });

  test('has a button for each person who is likely meant, which sends what was typed with it', () => {
    const card = show(aSearchView({ chosen: undefined, likely: someScopeChoices(2).slice(1) }));
    expect(senderOf(card, 'Person Number 1')).toMatchObject({
      associatedInputs: 'auto',
      data: { press: { kind: 'search', scope: 'scope-1' } },
    });
  });

  test('says where it searches unless that is everywhere, and has a button for everywhere, which sends what was typed', () => {
    const within = { containerId: 'c', containerName: 'Mailbox', folders: [{ id: 'f', name: '*Trips*' }] };
    const card = show(aSearchView({ within }));
    expect(plainTextOf(card)).toContain('Only in: Mailbox › *Trips*');
    expect(senderOf(card, 'Search everywhere')).toMatchObject({
      associatedInputs: 'auto',
      data: { press: { kind: 'search', everywhere: true } },
    });
    const sent = { verb: 'task', task: 't', press: { kind: 'search', everywhere: true }, words: 'kyoto' };
    expect(parseAction(sent)).toMatchObject({ press: { everywhere: true, form: { words: 'kyoto' } } });
    expect(textOf(show(aSearchView()))).not.toContain('Only in');
    expect(titlesOf(show(aSearchView()))).not.toContain('Search everywhere');
  });

  test('asks nobody for a person who has only their own data', () => {
    expect(inputOf(show(aSearchView({ choices: [], chosen: 'own' })), 'scope')).toBeUndefined();
  });

  test('hides the filters until they are wanted or filled in', () => {
    const isShown = (view: RestoreView): unknown =>
      JSON.stringify(show(view)).includes('"id":"filters","isVisible":true');
    expect(isShown(aSearchView())).toBe(false);
    expect(isShown(aSearchView({ form: { from: 'fabrikam' } }))).toBe(true);
    expect(isShown(aSearchView({ showDeleted: true }))).toBe(true);
  });
});

test('the search form is filled with what was typed', () => {
  const form = { words: 'a "b" \\c', from: 'x', after: '2026-03-01', hasAttachments: true };
  const card = show(aSearchView({ form }));
  expect(inputOf(card, 'words')).toHaveProperty('value', 'a "b" \\c');
  expect(inputOf(card, 'from')).toHaveProperty('value', 'x');
  expect(inputOf(card, 'after')).toHaveProperty('value', '2026-03-01');
  expect(inputOf(card, 'hasAttachments')).toHaveProperty('value', 'true');
  expect(inputOf(card, 'before')).not.toHaveProperty('value');
});

describe('results', () => {
  test('say where was searched, and lead back there', () => {
    const within = { containerId: 'c', containerName: 'Mailbox', folders: [{ id: 'f', name: 'Trips' }] };
    const card = show(aResultsView({ within }));
    expect(plainTextOf(card)).toContain('Only in: Mailbox › Trips');
    expect(sendersOf(card).map(({ title }) => title)).toContain('Up');
    expect(sendersOf(show(aResultsView())).map(({ title }) => title)).not.toContain('Up');
  });

  test('of an open folder lead to a search in it, with the ticks', () => {
    const card = show(aFolderView());
    expect(senderOf(card, 'Search here')).toMatchObject({
      associatedInputs: 'auto',
      data: { press: { kind: 'go', to: 'search', here: true } },
    });
    expect(parseAction({ verb: 'task', task: 't', press: { kind: 'go', to: 'search', here: true } })).toMatchObject({
      press: { here: true },
    });
    expect(titlesOf(card)).not.toContain('Search');
    const containers = [{ id: 'c', name: 'Mailbox', isArchive: false }];
    const choice = titlesOf(show(aFolderView({ location: undefined, containers })));
    expect(choice).toContain('Search');
    expect(choice).not.toContain('Search here');
    const several = show(aFolderView({ location: undefined, containers, entries: [], page: 1, pages: 2, found: 26 }));
    expect(JSON.stringify(several)).toContain('Page 2 of 2');
  });

  test('number the entries across pages, with a box for each that is not on the list', () => {
    const card = show(aResultsView());
    const boxes = ofType(card, 'Input.Toggle').map(({ id, title }) => [id, title]);
    expect(boxes).toEqual(
      ['1', '4', '5', '6', '7', '8', '9', '10'].map((key) => [`pick-e${key}`, String(10 + Number(key))]),
    );
    expect(plainTextOf(card).filter((text) => text === 'On the list')).toHaveLength(2);
    expect(textOf(card)).toContain('Page 2 of 7 · 64 found');
    expect(textOf(card)).toContain('(no subject)');
  });

  test('say who, when and how large, and the rest when asked', () => {
    const card = show(aResultsView({ entries: [anEntry({ key: 'k' })], listed: [] }));
    expect(textOf(card)).toContain('Billing · 29 Oct 2026, 09:00 · 35 kB');
    const details = nodesOf(card).find(({ id }) => id === 'details-k');
    expect(details).toHaveProperty('isVisible', false);
    expect(textOf(details ?? {})).toContain('invoice-10.pdf (31 kB), terms.docx (4 kB)');
    expect(textOf(details ?? {})).toContain('Billing <billing@fabrikam.com>');
  });

  test.each([
    [
      'a mail',
      anEntry(),
      [
        'Inbox › Suppliers · 35 kB · Importance: High',
        'noor.haddad@contoso.com · Cc: accounts@contoso.com · Bcc: archive@contoso.com',
        'Sent: 29 Oct 2026, 08:59 · Received: 29 Oct 2026, 09:00',
      ],
    ],
    [
      'a meeting',
      anEntry({
        kind: 'appointment',
        times: [
          { what: 'start', at: Date.UTC(2026, 10, 3, 8) },
          { what: 'end', at: Date.UTC(2026, 10, 3, 9) },
        ],
        recurrence: '',
      }),
      ['Attendees', 'Start: 3 Nov 2026, 09:00 · End: 3 Nov 2026, 10:00 · Repeats: Yes'],
    ],
    ['a task', anEntry({ kind: 'task', percent: 50 }), ['Task', '35 kB · Importance: High · Completed: 50%']],
    [
      'a contact',
      anEntry({ kind: 'contact', company: 'Guide', email: 'a@x.example', phone: '12' }),
      ['Guide · a@x.example · 12'],
    ],
    ['a document', aDocument(), ['Document', 'Documents › Finance · 1.8 MB · Version: 7.0', 'Olga Berg']],
  ])('%s has the details that the service tells', (_name, entry, expected) => {
    const card = show(aResultsView({ entries: [{ ...entry, key: 'k' }], listed: [] }));
    const details = textOf(nodesOf(card).find(({ id }) => id === 'details-k') ?? {});
    for (const text of expected) expect(details).toContain(text);
  });

  test('say once how far their times are from UTC', () => {
    const entries = [anEntry({ key: 'a', at: Date.UTC(2026, 5, 1) }), anEntry({ key: 'b', at: Date.UTC(2026, 11, 1) })];
    const text = textOf(show(aResultsView({ entries, listed: [] })));
    expect(text.match(/UTC/g)).toHaveLength(2);
    expect(text).toContain('UTC+1, UTC+2');
    expect(textOf(show(aResultsView({ entries: entries.slice(1), listed: [] })))).toMatch(/^UTC\+1$/m);
    // Of the backup too, where nothing else has a time.
    const point = { kind: 'at', id: 'point-1', backupTime: Date.UTC(2026, 6, 1) } as const;
    expect(textOf(show(aSearchView({ task: aTaskFacts({ point }) })))).toMatch(/^UTC\+2$/m);
  });

  test('say how large each attachment is, and which folders Exchange keeps for itself', () => {
    const mail = anEntry({ key: 'k', attachments: ['a.pdf', 'b.pdf'], attachmentSizes: [2_000, 0] });
    const entries = [mail, aFolder({ system: 'recoverable' }), aFolder({ key: 'f2', system: 'technical' })];
    const text = textOf(show(aResultsView({ entries, listed: [] })));
    expect(text).toContain('a.pdf (2 kB), b.pdf');
    expect(text).toContain('Folder · Recoverable items kept by Exchange');
    expect(text).toContain('Folder · Technical folder');
  });

  test('show the address of senders whose names look alike, and of one whose name is invisible', () => {
    const senders = [
      'Anna Lee <anna@contoso.com>',
      'Аnna\u3164 Lee <mallory@fabrikam.com>',
      '\u3164 <eve@fabrikam.com>',
    ];
    const entries = senders.map((who, index) => anEntry({ key: `k${index}`, who }));
    const text = textOf(show(aResultsView({ entries, listed: [] })));
    expect(text).toContain('Anna Lee (anna@contoso.com) · ');
    expect(text).toContain('Аnna Lee (mallory@fabrikam.com) · ');
    expect(text).toMatch(/^eve@fabrikam\.com · /m);
  });

  test('on the list open folders only where the task is', () => {
    const opens = (here: boolean) => {
      const groups = aListView().groups.map((group) => ({ ...group, here, entries: [aFolder()] }));
      return JSON.stringify(show(aListView({ task: aFilesTask(), groups }))).includes('"kind":"open"');
    };
    expect([opens(true), opens(false)]).toEqual([true, false]);
  });

  test('open folders, and show versions of documents but not of versions', () => {
    const entries = [aFolder(), aDocument(), aDocument({ key: 'v', version: '2.0' })];
    const card = show(aResultsView({ task: aFilesTask(), entries, listed: [], source: 'folder', form: undefined }));
    expect(senderOf(card, 'Open')?.['data']).toMatchObject({ press: { kind: 'open', entry: 'f1' } });
    expect(sendersOf(card).filter(({ title }) => title === 'Versions')).toHaveLength(1);
    expect(senderOf(card, 'Versions')?.['data']).toMatchObject({ press: { kind: 'versions', entry: 'd1' } });
  });

  test.each([
    [0, 3, ['Next']],
    [1, 3, ['Previous', 'Next']],
    [2, 3, ['Previous']],
    [0, 1, []],
  ])('on page %s of %s turn to %j', (page, pages, titles) => {
    const turns = sendersOf(show(aResultsView({ page, pages }))).filter(({ title }) =>
      ['Previous', 'Next'].includes(wordOf(title)),
    );
    expect(turns.map(({ title }) => title)).toEqual(titles);
  });

  test('say how to narrow a search with too many results', () => {
    expect(textOf(show(aResultsView({ tooMany: true })))).toContain('Narrow the search');
  });

  test('stay well below the size that Teams accepts without details, with the longest texts in every entry', () => {
    const long = '長い件名 '.repeat(400);
    const entries = Array.from({ length: 10 }, (_, index) =>
      aDocument({
        key: `${index}`,
        title: long,
        who: long,
        to: long,
        cc: long,
        location: long,
        bcc: long,
        path: [long],
        company: long,
        recurrence: long,
        attachments: [long],
      }),
    );
    const card = show(
      aResultsView({ entries, listed: [] }),
      aContext({ locale: 'ja', owner: { ...here.owner, id: 'x'.repeat(200) } }),
    );
    expect(messageBytes(card)).toBeGreaterThan(MESSAGE_LIMIT_BYTES);
    const shorter = shortened(card, 'Shortened.');
    expect(messageBytes(shorter)).toBeLessThan(MESSAGE_LIMIT_BYTES / 2);
    expect(sendersOf(shorter)).toEqual(sendersOf(card));
    expect(ofType(shorter, 'Input.Toggle')).toEqual(ofType(card, 'Input.Toggle'));
    expect(ofType(shorter, 'Action.ToggleVisibility')).toEqual([]);
  });
});

describe('ticked entries', () => {
  test('keep their tick, and those on other pages are counted', () => {
    const card = show(aResultsView());
    expect(inputOf(card, `${PICK_PREFIX}e5`)).toHaveProperty('value', 'true');
    expect(inputOf(card, `${PICK_PREFIX}e6`)).toHaveProperty('value', 'false');
    expect(textOf(card)).toContain('12 more are selected on other pages. Restore… includes them.');
    expect(textOf(show(aListView({ elsewhere: 1 })))).toContain('One more is selected on another page.');
  });

  test('can be selected by page and altogether, and cleared, each with the ticks of the card', () => {
    const buttons = sendersOf(show(aResultsView()));
    const named = (title: string) => buttons.find((button) => button['title'] === title);
    expect(named('Select page')).toMatchObject({ data: { press: { kind: 'select', what: 'page' } } });
    expect(named('Select all (64)')).toMatchObject({ data: { press: { kind: 'select', what: 'all' } } });
    expect(named('Clear selection')).toMatchObject({ data: { press: { kind: 'select', what: 'none' } } });
    for (const title of [
      'Restore…',
      'Add to list',
      'Next',
      'Previous',
      'Show list (2)',
      'Browse folders',
      'Change',
      'Search files',
      'Look in earlier backups',
    ]) {
      expect(buttons.map((button) => button['title'])).toContain(title);
      expect([title, named(title)?.['associatedInputs'] ?? 'auto']).toEqual([title, 'auto']);
    }
    const nothing = sendersOf(show(aResultsView({ ticked: [], elsewhere: 0, pages: 1 }))).map(({ title }) => title);
    expect(nothing).not.toContain('Clear selection');
    expect(nothing).not.toContain('Select page');
  });
});

describe('the options on the confirm card', () => {
  test('of mail show their values', () => {
    const values = { changedItems: true, deletedItems: false, markRestoredAsUnread: true, folder: 'Back' };
    const card = show(aSummaryView({ choices: [choicesOf('exchange', values, [], 'operator')] }));
    expect(inputOf(card, 'changedItems')).toHaveProperty('value', 'true');
    expect(inputOf(card, 'deletedItems')).toHaveProperty('value', 'false');
    expect(inputOf(card, 'folder')).toHaveProperty('value', 'Back');
    expect(inputOf(card, 'documentAction')).toBeUndefined();
  });

  test('of files offer every version only if no version was selected', () => {
    const showFor = (...entries: readonly Entry[]) => {
      return show(aSummaryView({ task: aFilesTask(), choices: [choicesOf('onedrive', {}, entries, 'operator')] }));
    };
    expect(inputOf(showFor(aDocument()), 'allVersions')).toBeDefined();
    expect(inputOf(showFor(aDocument({ version: '2.0' })), 'allVersions')).toBeUndefined();
    expect(textOf(showFor(aDocument({ version: '2.0' })))).toContain('only the selected versions');
  });

  test('count the items in folders', () => {
    expect(textOf(show(aSummaryView({ items: 1_340, folders: 2 })))).toContain(
      'Including everything in 2 folders, that makes 1,340 items.',
    );
  });
});

const viewNamed = (name: string) => {
  const found = views.find(([each]) => each === name)?.[1];
  if (found === undefined) throw new Error(`There is no view ${name}.`);
  return show(found);
};

describe('the confirm card', () => {
  const bold = (card: object): readonly unknown[] =>
    ofType(card, 'TextRun').flatMap(({ weight, text }) => (weight === 'Bolder' ? text : []));

  test('show the address of the person beside a name, and alone where the name is invisible', () => {
    const choices = [
      { value: '1', name: 'Anna Lee', detail: 'anna@contoso.com' },
      { value: '2', name: '\u3164\u200d', detail: 'eve@fabrikam.com' },
    ];
    const input = inputOf(show(aSearchView({ choices })), 'scope');
    expect(input?.['choices']).toEqual([
      { title: 'Anna Lee (anna@contoso.com)', value: '1' },
      { title: 'eve@fabrikam.com', value: '2' },
    ]);
    const [anna, eve] = choices;
    const other = { value: '3', name: 'Anna\u00ad Lee', detail: 'mallory@fabrikam.com' };
    const likely = [anna, eve, other].filter((choice) => choice !== undefined);
    const buttons = sendersOf(show(aSearchView({ choices: [], likely }))).map(({ title }) => title);
    expect(buttons).toEqual(
      expect.arrayContaining(['Anna Lee (anna@contoso.com)', 'eve@fabrikam.com', 'Anna Lee (mallory@fabrikam.com)']),
    );
    const scope = { own: false, name: '\u3164', detail: 'eve@fabrikam.com' };
    expect(textOf(show(aSummaryView({ groups: [aSummaryGroup({ scope })] })))).toMatch(/eve@fabrikam\.com/);
  });

  test.each([
    ['mail-summary-mailbox-as-administrator', 'Restore everything from'],
    ['mail-summary-items-as-administrator', 'Restore one folder and one item from'],
    ['files-summary-drive-as-administrator', 'This overwrites everything in what you selected that still exists.'],
    ['teams-summary-team-as-administrator', 'Restore everything from'],
    ['restore-approval-whole', 'everything'],
  ])('says what is restored as a whole: %s', (name, text) => {
    expect(textOf(viewNamed(name))).toContain(text);
  });

  test('shows no bar while nobody knows how much a whole is', () => {
    const texts = textOf(viewNamed('restore-running-whole'));
    expect(texts).toContain("The service hasn't counted the items yet.");
    expect(texts).not.toContain('█');
    expect(textOf(viewNamed('restore-running'))).toContain('█');
  });

  test.each(LANGUAGES)('says in bold whose data it is (%s)', (locale) => {
    const card = show(aSummaryView(), aContext({ locale }));
    expect(bold(card).filter((text) => String(text).includes('Noor Haddad'))).toHaveLength(2);
    expect(plainTextOf(card).join('')).toContain('12');
    expect(JSON.stringify(card)).not.toContain('\\u0000');
  });

  test('names one’s own data', () => {
    const groups = [aSummaryGroup({ scope: { own: true, name: 'Olga' } })];
    expect(plainTextOf(show(aSummaryView({ groups }))).join('')).toContain('Restore 12 items from your own mailbox');
  });

  test('restores with one press, and asks once more, with the number, before it overwrites', () => {
    const data = { press: { kind: 'restore', shown: 'shown-0' } };
    expect(senderOf(show(aSummaryView()), 'Restore')).toMatchObject({ style: 'positive', data });
    const asking = show(aSummaryView({ task: aTaskFacts({ remark: { code: 'overwrites', count: 12 } }) }));
    expect(senderOf(asking, 'Overwrite and restore')).toMatchObject({
      style: 'destructive',
      data: { press: { ...data.press, overwrite: true } },
    });
    expect(textOf(asking)).toContain('up to 12 items');
    expect(textOf(asking)).not.toContain('permissions of');
    expect(sendersOf(asking).map(({ title }) => title)).not.toContain('Restore');
  });

  test('offers whom the name that was entered may mean', () => {
    const chosen = { value: 'mika', name: 'mika' };
    const likely = [1, 2].map((at) => ({
      value: `m-${at}`,
      type: 'User' as const,
      name: 'Mika',
      detail: `${at}@a.example`,
    }));
    const card = show(aSummaryView({ elsewhere: { chosen, likely } }));
    const [elsewhere] = ofType(card, 'Input.ChoiceSet').filter(({ id }) => id === 'elsewhere');
    expect(elsewhere).toMatchObject({
      value: 'mika',
      choices: [{ value: 'original' }, { value: 'mika' }, { value: 'm-1' }, { value: 'm-2' }],
    });
  });

  test('takes no longer a reason than is kept', () => {
    const [reason] = ofType(show(aSummaryView()), 'Input.Text').filter(({ id }) => id === 'reason');
    const typed = 'x'.repeat(Number(reason?.['maxLength']));
    const task = aTask();
    const press = { kind: 'restore', shown: shownOf(task), options: {}, reason: typed } as const;
    expect(withConfirmed(press, { required: true }, false)(task).reason).toBe(typed);
  });

  test.each<[Remark, readonly string[], readonly string[]]>([
    [{ code: 'overwrites', count: 1, permissions: 12 }, ['overwrites one item', 'permissions of up to 12 items'], []],
    [{ code: 'overwrites', count: 0, permissions: 1 }, ['permissions of one item'], ['overwrites']],
    [{ code: 'overwrites-whole', what: 'permissions' }, ['permissions of everything'], ['overwrites']],
    [{ code: 'overwrites-whole', what: 'both' }, ['permissions of everything', 'overwrites everything'], []],
  ])('says whether contents or permissions are replaced: %j', (remark, texts, others) => {
    const asking = textOf(show(aSummaryView({ task: aTaskFacts({ remark }) })));
    for (const text of [...texts, 'Nothing has been restored yet.']) expect(asking).toContain(text);
    for (const other of others) expect(asking).not.toContain(`This ${other}`);
  });

  test.each([
    ['reason', { code: 'reason-missing' }, 'A reason is needed'],
    ['reason', { code: 'reason-pattern', typed: 'INC\\d{7}' }, 'INC\\d{7}'],
    ['folder', { code: 'unfit-option', option: 'folder', typed: 'a/b' }, "can't be the name of a folder"],
  ] as const)('says under the field %s what does not fit: %j', (field, remark, text) => {
    const card = show(aSummaryView({ task: aTaskFacts({ remark }) }));
    const [container] = ofType(card, 'Container').filter(({ items }) =>
      JSON.stringify(items).includes(`"id":"${field}"`),
    );
    expect(textOf(container ?? {})).toContain(text);
    expect(textOf(card).split(text)).toHaveLength(2);
    if (remark.code === 'unfit-option') expect(inputOf(card, 'folder')).toHaveProperty('value', 'a/b');
  });
});

describe('a restore', () => {
  test('in progress says in words how far it is', () => {
    const card = show(aRunningView());
    expect(markdownOf(card)).toEqual(expect.arrayContaining(['42% done', '200', '80', '3', '1']));
    expect(titlesOf(card)).toEqual(['Stop']);
    expect(titlesOf(show(aRunningView({ stopping: true })))).toEqual([]);
  });

  test('that ended says what was not restored and why, page by page', () => {
    const card = show(anEndedView({ page: 1, pages: 3 }));
    expect(textOf(card)).toMatch(/Invoice for October\nFailed\n · The item is locked by another process\./);
    expect(textOf(card)).toContain('The service gave no reason.');
    expect(senderOf(card, 'Next')?.['data']).toMatchObject({ press: { kind: 'failures-page', page: 2 } });
    expect(titlesOf(card)).toEqual(['Retry failed (2)', 'Previous', 'Next', 'Find items to restore', 'Done']);
  });

  test('that was closed says the same but for what a button would do, and has no buttons', () => {
    const ends = [{}, { elsewhere: true }, { result: 'refused', trouble: 'approval-expired' }] as const;
    for (const end of ends) {
      const view = anEndedView({ page: 1, pages: 3, leftOut: 3, ...end });
      const next = /You can re(?:try|store)|“Retry failed”|Page 2/g;
      expect(textOf(show(view)).match(next)).toHaveLength(2);
      const card = show({ ...view, closed: true });
      expect(titlesOf(card)).toEqual([]);
      expect(textOf(card)).not.toMatch(next);
      expect(textOf(card)).toMatch(/Invoice for October\nFailed/);
      expect(textOf(card)).toContain('3 failed items');
    }
  });

  test('that is searched for says that the response was lost only where there was none', () => {
    const searching = { kind: 'restore-searching', restore: aRestoreFacts(), looks: 0, stopping: false } as const;
    expect(textOf(show(searching))).toContain('the response was lost');
    const answered = textOf(show({ ...searching, said: 'An error has occurred.' }));
    expect(answered).not.toContain('the response was lost');
    expect(answered).toContain('An error has occurred.');
  });

  test('that was planned for hours is not said to have been sent', () => {
    const unclear = { kind: 'restore-unclear', about: { call: 0, at: 0 }, restore: aRestoreFacts(), looks: 1 } as const;
    expect(textOf(show(unclear))).toContain('I sent the restore');
    const old = textOf(show({ ...unclear, old: true }));
    expect(old).not.toContain('I sent the restore');
    expect(old).toContain('more than two hours');
  });

  test('that was sent again says so where nobody knows how it ended', () => {
    const unknown = anEndedView({ result: 'unknown', trouble: 'unclear' });
    expect(textOf(show(unknown))).toContain("I haven't sent it again.");
    const again = textOf(show({ ...unknown, sentAgain: true }));
    expect(again).not.toContain("I haven't sent it again.");
    expect(again).toContain('more than once');
  });

  test('that was stopped before the service had accepted any of it says that nothing was restored', () => {
    const stopped = anEndedView({ result: 'stopped', trouble: undefined });
    expect(textOf(show(stopped))).not.toContain('Nothing was restored.');
    expect(textOf(show({ ...stopped, unstarted: true }))).toContain('Nothing was restored.');
  });

  test('that has ended says where one can look, with a link where there is one', () => {
    const linesOf = (name: string) => plainTextOf(viewNamed(name)).join('');
    expect(linesOf('restore-ended-own')).toContain('Your own mail · Inbox › Kyoto · Open outlook.office.com');
    expect(ofType(viewNamed('restore-ended-own'), 'Action.OpenUrl')).toMatchObject([
      { url: 'https://outlook.office.com/mail/', title: 'Open outlook.office.com: Your own mail' },
    ]);
    expect(linesOf('restore-ended-success')).toContain("Noor Haddad's mail · Calendar");
    expect(linesOf('restore-ended-posts')).toContain('Team Autumn tours · Planning · a new tab');
    const target = anEndedView({
      restore: aRestoreFacts({
        groups: aRestoreFacts().groups.map((group) => ({
          ...group,
          target: { name: 'Mika Tan', detail: 'mika@contoso.com' },
        })),
      }),
      landings: [{ group: 0, path: ['Restored from Noor'] }],
    });
    expect(plainTextOf(show(target)).join('')).toContain("Mika Tan's mail (mika@contoso.com) · Restored from Noor");
    // Of twenty long ones.
    expect(linesOf('restore-ended-twenty').split('Inbox').length).toBeLessThan(20);
  });

  test('whose session the service no longer has says so, and to look at the items first', () => {
    const dropped = textOf(viewNamed('restore-ended-dropped'));
    expect(dropped).toContain('no longer has the session of this restore');
    expect(dropped).toContain('Check whether the items are back before you restore them again.');
    expect(dropped).not.toMatch(/Search again|sent it again|Recent restores/);
    const both = anEndedView({ result: 'unknown', trouble: 'unclear', uncounted: true, dropped: true });
    expect(textOf(show(both))).toContain("I haven't sent it again.");
    expect(textOf(show(anEndedView({ dropped: true })))).not.toContain('no longer has the session');
  });

  test('of which nothing came back does not say that something did', () => {
    const restore = { ...aRestoreFacts(), counts: { total: 3, restored: 0, failed: 0, skipped: 3 } };
    const skipped = textOf(show(anEndedView({ result: 'success', trouble: undefined, restore })));
    expect(skipped).toContain('Nothing had to be restored');
    const counts = { total: 3, restored: 0, failed: 3, skipped: 0 };
    const failed = textOf(show(anEndedView({ result: 'failed', trouble: undefined, restore: { ...restore, counts } })));
    expect(failed).toContain('Nothing was restored.');
  });

  test('that nobody with the role approved names the roles of what it restores, and no others', () => {
    const { groups, ...facts } = aRestoreFacts({ access: 'administrator' });
    const ended = (workloads: readonly ('exchange' | 'teams')[]): string => {
      const of = workloads.flatMap((workload) => groups.slice(0, 1).map((group) => ({ ...group, workload })));
      const view = { ...anEndedView(), result: 'refused', trouble: 'approval-refused' } as const;
      return textOf(show({ ...view, restore: { ...facts, groups: of } }));
    };
    expect(ended(['exchange'])).toContain('ApplicationImpersonation');
    expect(ended(['exchange'])).not.toContain('Teams Administrator');
    expect(ended(['exchange', 'teams', 'teams']).match(/ApplicationImpersonation|Teams Administrator/g)).toHaveLength(
      2,
    );
  });

  test('of what was found in everybody’s data says whose it is: while it is approved, and while it runs', () => {
    const { groups, ...facts } = aRestoreFacts({ access: 'administrator' });
    const names = ['Ada Lovelace', 'Ada Lovelace', 'Grace Hopper', 'Joan Clarke', 'Konrad Zuse', 'Mary Keller'];
    const of = names.map((name, index) => ({ name, detail: index < 2 ? `ada${index}@contoso.com` : undefined }));
    const scope = { own: false, everybody: true, name: '' };
    const restore = { ...facts, groups: groups.slice(0, 1).map((group) => ({ ...group, scope, of })) };
    const shown =
      "Everyone's mail: Ada Lovelace (ada0@contoso.com), Ada Lovelace (ada1@contoso.com), Grace Hopper, Joan Clarke, Konrad Zuse, …";
    expect(textOf(show(anApprovalView({ restore })))).toContain(shown);
    expect(textOf(show(aRunningView({ restore })))).toContain(shown);
  });

  test('with an unknown outcome warns before it is sent twice', () => {
    const view = views.find(([name]) => name === 'restore-unclear')?.[1];
    const card = view === undefined ? {} : show(view);
    expect(textOf(card)).toContain('may restore everything twice');
    expect(sendersOf(card).map(({ title, style }) => [title, style])).toEqual([
      ['Check again', 'positive'],
      ['Send again', 'destructive'],
      ["Don't send again", 'default'],
    ]);
  });
});

test.each(['operator', 'administrator'] as const)(
  'the list of an %s speaks of folders where there is one, not of a document that is read again first',
  (access) => {
    const saysSo = (workload: 'onedrive' | 'sharepoint', kind: string): boolean => {
      const entries = [aDocument({ kind })];
      const task = aTaskFacts({ access, workload, listed: 1 });
      return textOf(show(aListView({ task, groups: [{ ...aPlace({ workload }), entries }] }))).includes(
        'items in folders',
      );
    };
    for (const workload of ['onedrive', 'sharepoint'] as const) {
      expect(saysSo(workload, 'unclear')).toBe(false);
      expect(saysSo(workload, 'folder')).toBe(access === 'operator');
    }
  },
);

describe('somebody who approves', () => {
  const textFor = (changes: Parameters<typeof aRequestView>[0]): string =>
    plainTextOf(show(aRequestView(changes))).join('\n');
  const { facts } = aRequestView();
  const [place] = facts.groups;
  const noor = { name: 'Noor Haddad', detail: 'noor.haddad@fabrikam.com' };

  test('tells where it goes and who asks from others of the same name', () => {
    const groups = facts.groups.map((group) => ({ ...group, target: noor }));
    const text = textFor({ account: 'olga.tan@contoso.com', facts: { ...facts, groups } });
    expect(text).toContain("Noor Haddad's mail, into the data of Noor Haddad (noor.haddad@fabrikam.com)");
    expect(text).toContain('noor.haddad@contoso.com');
    expect(text).toContain('Olga Tan (olga.tan@contoso.com)');
  });

  test('finds a reason that was typed in the field, as long as nothing is decided', () => {
    const typed = (changes: Parameters<typeof aRequestView>[0]) =>
      inputOf(show(aRequestView({ typedReason: 'Ask HR first', ...changes })), 'reason')?.['value'];
    for (const remark of ['not-eligible', 'unavailable', undefined] as const)
      expect(typed({ remark })).toBe('Ask HR first');
    expect(typed({ typedReason: undefined })).toBeUndefined();
    expect(typed({ isDecided: true })).toBeUndefined();
  });

  test('reads the address of each of several', () => {
    if (place === undefined) throw new Error('There is no place.');
    const others = { ...place, scope: { own: false, ...noor } };
    const everybody = { ...place, scope: { own: false, everybody: true, name: '' }, of: [noor, { name: 'Mika Tan' }] };
    const text = textFor({ facts: { ...facts, groups: [place, others, everybody] } });
    expect(text).toContain("Noor Haddad's mail (noor.haddad@contoso.com)");
    expect(text).toContain("Noor Haddad's mail (noor.haddad@fabrikam.com)");
    expect(text).toContain("Everyone's mail: Noor Haddad (noor.haddad@fabrikam.com), Mika Tan");
  });
});

test('who is asked to approve is named up to ten, and that there are more', () => {
  const asked = Array.from({ length: 11 }, (_, index) => `Approver ${index + 1}`);
  const textFor = (count: number): string => {
    const reach = { asked: asked.slice(0, count), unreachable: [] };
    return textOf(show({ kind: 'restore-held', restore: aRestoreFacts(), until: 0, reach }));
  };
  expect(textFor(10)).toContain('Approver 9 and Approver 10');
  expect(textFor(10)).not.toContain('…');
  expect(textFor(11)).toContain('Approver 9, Approver 10 and …');
  expect(textFor(11)).not.toContain('Approver 11');
});

test('a form that asks whose data does not call keywords enough', () => {
  const asking = aTaskFacts({ remark: { code: 'whose-data' } });
  expect(textOf(show(aSearchView()))).toContain('Keywords alone are enough.');
  expect(textOf(show(aSearchView({ task: asking })))).not.toContain('Keywords alone are enough.');
});

describe('what to do next', () => {
  const primariesOf = (card: object): readonly unknown[] =>
    sendersOf(card)
      .filter(({ style }) => style === 'positive')
      .map(({ title }) => title);

  test('is the list after something was added to it', () => {
    const added = aTaskFacts({ listed: 1, remark: { code: 'added', count: 1 } });
    expect(primariesOf(show(aResultsView()))).toEqual(['Restore…']);
    expect(primariesOf(show(aResultsView({ task: added })))).toEqual(['Show list (1)']);
  });
});

test('a selected version is named in the list and in the summary', () => {
  const entries = [aDocument({ key: 'v0', version: '2.0' }), aDocument({ key: 'v1', version: '1.0' })];
  const task = aTaskFacts({ workload: 'onedrive', listed: 1 });
  const versions = show(aVersionsView({ task, entries, listed: ['v0'] }));
  expect(inputOf(versions, `${PICK_PREFIX}v0`)).toBeUndefined();
  expect(inputOf(versions, `${PICK_PREFIX}v1`)).toBeDefined();
  expect(textOf(versions)).toContain('On the list');
  expect(
    textOf(show(aSummaryView({ groups: [aSummaryGroup({ first: [{ title: 'Plan.xlsx', version: '2.0' }] })] }))),
  ).toContain('Plan.xlsx (Version 2.0)');
});

describe('of several people and kinds', () => {
  test('the confirm card shows each group, and the options of each kind once, under its name', () => {
    const card = viewNamed('task-summary-several');
    const text = plainTextOf(card).join('\n');
    expect(text).toContain('Restore 36 items from 3 places:');
    for (const person of ['Noor Haddad 0', 'Noor Haddad 2']) expect(text).toContain(person);
    expect(text).toContain('Your own files');
    const kinds = ofType(card, 'TextBlock').map(({ text: said }) => said);
    expect(kinds.filter((said) => said === 'Mail' || said === 'Files')).toEqual(['Mail', 'Files']);
    expect(ofType(card, 'Input.Toggle').map(({ id }) => id)).toContain('changedItems');
    expect(ofType(card, 'Input.ChoiceSet').map(({ id }) => id)).toEqual(['documentAction']);
    expect(text).not.toContain('on the list');
  });

  test('the list names each place above its entries, which are numbered through', () => {
    const card = viewNamed('task-list-several');
    const bold = nodesOf(card).filter(({ weight }) => weight === 'Bolder');
    expect(bold.map(({ text }) => wordOf(text)).filter((text) => / (mail|files)( \(|$)/.test(text))).toEqual([
      "Noor Haddad's mail (noor.haddad@contoso.com)",
      "Noor Haddad's files (noor.haddad@contoso.com)",
      'Your own mail',
    ]);
    expect(ofType(card, 'Input.Toggle').map(({ title }) => title)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('the confirm card says the address of each, and of whoever gets it', () => {
    const detail = 'noor.haddad@fabrikam.com';
    const scope = { own: false, name: 'Noor Haddad', detail };
    const groups = [aSummaryGroup(), aSummaryGroup({ scope, containers: [{ name: 'Noor Haddad', detail }] })];
    const text = plainTextOf(show(aSummaryView({ groups }))).join('\n');
    for (const address of ['noor.haddad@contoso.com', detail]) {
      expect(text).toContain(`Noor Haddad's mail (${address})`);
      expect(text).toContain(`Destination: Noor Haddad (${address})`);
    }
    const elsewhere = aSummaryView({ groups: [aSummaryGroup({ target: { name: 'Noor Haddad', detail } })] });
    expect(plainTextOf(show(elsewhere)).join('\n')).toContain(`Noor Haddad (${detail})`);
  });

  test('the progress card counts each, and a failure says whose it is', () => {
    const text = plainTextOf(viewNamed('restore-ended-several')).join('');
    expect(text).toContain(' · Total: 10 · Restored: 9 · Failed: 1');
    expect(text).toMatch(/Plan\.xlsx.*Your own files · The item is locked/);
  });
});

test('the total is left out if it is unknown', () => {
  const many = textOf(show(aResultsView({ found: 2000, pages: 200, tooMany: true })));
  expect(many).toMatch(/Page \d of 200/);
  expect(many).not.toContain('2,000 found');
});

test('the line in a channel says what was restored how, and names nobody', () => {
  const view = views.find(([name]) => name === 'channel-line')?.[1];
  if (view === undefined) throw new Error('There is no such view.');
  const { card, summary } = renderView(view, aContext({ place: 'channel', audience: 'everyone' }));
  expect(textOf(card)).toContain('Files · Total: 12 · Restored: 12');
  expect(`${JSON.stringify(card)} ${summary}`).not.toContain(aContext().owner.name);
  expect(titlesOf(card)).toEqual([]);
});

describe('cards about a team', () => {
  const teamsCard = (name: string): object => {
    const view = everyTeamsView().find(([each]) => each === name)?.[1];
    if (view === undefined) throw new Error('There is no such sample.');
    return show(view);
  };

  test('say in the search what no backup has, and on the confirm card what becomes of posts, above the options', () => {
    expect(textOf(teamsCard('teams-search'))).toContain('Backups contain no chats or calls');
    expect(textOf(show(aSearchView()))).not.toContain('no chats');
    const confirm = JSON.stringify(teamsCard('teams-summary-team'));
    expect(confirm).toContain("Posts aren't restored as posts.");
    expect(confirm.indexOf("Posts aren't restored")).toBeLessThan(confirm.indexOf('"id":"teamsMissing"'));
    expect(textOf(teamsCard('teams-summary-files'))).not.toContain("Posts aren't restored");
  });

  test('name kinds, types of channels and what was deleted', () => {
    const found = textOf(teamsCard('teams-results'));
    expect(found).toContain('Post · Anna Lee');
    expect(found).toContain('Post · Deleted · Anna Lee');
    expect(found).toContain('Reply · Noor Haddad');
    const channels = textOf(teamsCard('teams-channels'));
    for (const kind of ['Private channel', 'Shared channel', 'Whole team']) expect(channels).toContain(kind);
  });

  test('offer what opens, and versions of files alone', () => {
    const count = (name: string, button: string): number =>
      sendersOf(teamsCard(name)).filter(({ title }) => title === button).length;
    expect(count('teams-results', 'Open')).toBe(2);
    expect(count('teams-results', 'Versions')).toBe(1);
    expect(count('teams-channels', 'Open')).toBe(3);
  });
});
