/** Whose rights a card is about: said on each card of an administrator's session, and kept by its buttons. */
import { renderView } from '../../../../src/cards/render.ts';
import { LANGUAGES } from '../../../../src/cards/text/index.ts';
import type { AccessKind } from '../../../../src/restore/backups/entries/access-kind.ts';
import type { Trouble } from '../../../../src/restore/backups/service-error.ts';
import type { RestoreView } from '../../../../src/restore/state/views.ts';
import { checkEvery } from '../../../support/check-every.ts';
import {
  anApprovalView,
  anEndedView,
  aRestoreFacts,
  everyRestoreView,
  everySiteView,
  everyTeamsView,
} from '../../../support/restore-views.ts';
import { CONTOSO } from '../../../support/builders.ts';
import { aContext } from '../../../support/views.ts';
import { nodesOf, ofType, plainTextOf, titlesOf } from '../inspect.ts';

const SAID: Readonly<Record<string, string>> = {
  en: 'As administrator',
  de: 'Als Administrator',
  fr: 'En tant qu’administrateur',
  es: 'Como administrador',
  ja: '管理者として',
};

const SHORT: ReadonlySet<string> = new Set(['task-closed', 'approval-news']);

/** The same view of a session of that kind. @returns undefined for short messages, which are about no session */
function as(access: AccessKind, view: RestoreView): RestoreView | undefined {
  if ('task' in view) return { ...view, task: { ...view.task, access } };
  if ('restore' in view) return { ...view, restore: { ...view.restore, access } };
  if (view.kind === 'approval-request') return { ...view, facts: { ...view.facts, access } };
  return 'access' in view && !SHORT.has(view.kind) ? { ...view, access } : undefined;
}

const views = [...everyRestoreView(), ...everyTeamsView(), ...everySiteView()];

test.each(LANGUAGES)('every card in %s says that it is an administrator’s, and no other', (locale) => {
  const words = SAID[locale] ?? `words for ${locale}`;
  const context = aContext({ locale });
  const saysSo = (view: RestoreView) => plainTextOf(renderView(view, context).card).join('\n').includes(words);
  const shown = views.flatMap(([name, view]) => {
    const [ours, theirs] = [as('administrator', view), as('operator', view)];
    return ours === undefined || theirs === undefined ? [] : [[name, { ours, theirs }] as const];
  });

  expect(shown.length).toBeGreaterThan(150);
  checkEvery(shown, ({ ours, theirs }) => {
    expect([saysSo(ours), saysSo(theirs)]).toEqual([true, false]);
  });
});

describe('a button that signs in', () => {
  const carriedOn = (view: RestoreView, what: 'flow' | 'organization') =>
    ofType(renderView(view, aContext()).card, 'Action.Execute')
      .map(({ data }) => nodesOf(data as object)[0]?.[what])
      .filter((each) => each !== undefined);
  const flowsOn = (view: RestoreView) => carriedOn(view, 'flow');
  const notice = (of: Extract<RestoreView, { kind: 'restore-notice' }>['notice']): RestoreView => ({
    kind: 'restore-notice',
    notice: of,
  });
  const named = new Map<string, RestoreView>(views);
  const of = (access: AccessKind): readonly (readonly [string, RestoreView | undefined])[] => [
    ['a restore that is not followed', as(access, named.get('restore-unwatched') as RestoreView)],
    ['an export without a session', as(access, named.get('export-signed-out') as RestoreView)],
    ['a task that has ended', { kind: 'task-closed', why: 'expired', access }],
    ['a session that the service refuses', notice({ code: 'session-refused', access })],
    ['a session that has ended', notice({ code: 'sign-in-first', access })],
  ];

  test.each(of('operator'))('on the card of %s signs an operator in', (_, view) => {
    expect(flowsOn(view as RestoreView)).toEqual(['operator']);
  });

  test.each(of('administrator'))('on the card of %s signs an administrator in as one', (_, view) => {
    expect(flowsOn(view as RestoreView)).toEqual(['app-only']);
  });

  test.each([
    ['restore-unwatched'],
    ['restore-held-approved'],
    ['download-held-approved'],
    ['export-signed-out'],
    ['approval-news-sign-in'],
    ['approval-news-file-sign-in'],
  ])('on %s signs in to the organization that it waits for', (name) => {
    expect(carriedOn(named.get(name) as RestoreView, 'organization')).toEqual([CONTOSO]);
  });

  test('on a restore of somebody who may not act as administrator any more signs in as operator; it can be looked at once they may again', () => {
    const unwatched = named.get('restore-unwatched') as Extract<RestoreView, { kind: 'restore-unwatched' }>;
    const view: RestoreView = { ...unwatched, unsent: 'approval-not-allowed' };
    expect(flowsOn(view)).toEqual(['operator']);
    const { card } = renderView(view, aContext());
    expect(ofType(card, 'Action.Execute')[0]).toMatchObject({ verb: 'sign-in-again' });
    expect(titlesOf(card)).toEqual(['Sign in', 'Check again']);
    expect(plainTextOf(card).join('\n')).toContain('Sign in as restore operator.');
  });

  test('signs in where a restore goes on, which replaces no session that is there by then', () => {
    const view = notice({ code: 'sign-in-first', access: 'operator', organizationKey: CONTOSO });
    const { card } = renderView(view, aContext());
    expect(carriedOn(view, 'organization')).toEqual([CONTOSO]);
    expect(ofType(card, 'Action.Execute').map(({ verb }) => verb)).toEqual(['sign-in']);
  });

  test('says that a sign-in comes first for whatever was asked, a search or not', () => {
    const { card } = renderView(notice({ code: 'sign-in-first' }), aContext());
    expect(plainTextOf(card).join('\n')).toContain('You need to be signed in to the backup service for this.');
  });

  test('signs in as an operator where there was no session, or nobody may act as administrator any more', () => {
    expect(flowsOn(notice({ code: 'sign-in-first' }))).toEqual(['operator']);
    expect(flowsOn(notice({ code: 'administrator-only' }))).toEqual(['operator']);
  });
});

test.each([
  ['site-search-as-administrator', 'A site is searched without its subsites.'],
  ['teams-results-as-administrator', 'Post: comes back with the posts of its channel and day'],
])('%s says what is different for an administrator, and only for one', (name, words) => {
  const view = views.find(([named]) => named === name)?.[1];
  const said = (access: AccessKind) => {
    const other = view && as(access, view);
    return other && plainTextOf(renderView(other, aContext()).card).join('\n');
  };

  expect(said('administrator')).toContain(words);
  expect(said('operator')).not.toContain(words);
  // Not once more above its details.
  expect(said('administrator')?.split(words)).toHaveLength(2);
});

test('the card that prepares an approval says of a later part, too, what is true: others may be restored by then', () => {
  const restore = {
    ...aRestoreFacts({ access: 'administrator' }),
    counts: { total: 4, restored: 2, failed: 0, skipped: 0 },
  };
  const said = plainTextOf(renderView(anApprovalView({ code: undefined, restore }), aContext()).card).join('\n');
  expect(said).toContain('Nothing is sent until you approve it.');
  expect(said).not.toContain('Nothing has been restored');
});

test.each([
  [undefined, 'Global or Exchange Administrator', 'RESTORE_CERTIFICATE'],
  [true, 'RESTORE_CERTIFICATE', 'Global or Exchange Administrator'],
] as const)('a restore of nothing names what was not accepted (certificate: %s)', (byCertificate, words, others) => {
  const counts = { total: 4, restored: 0, failed: 4, skipped: 0 };
  const restore = { ...aRestoreFacts({ access: 'administrator' }), counts, byCertificate };
  const ended = anEndedView({ restore, result: 'failed', trouble: undefined });
  const unclear = {
    kind: 'restore-unclear',
    about: { call: 0, at: 0 },
    restore,
    looks: 3,
    said: 'An internal error.',
  } as const;
  for (const view of [ended, unclear]) {
    const said = plainTextOf(renderView(view, aContext()).card).join('\n');
    expect(said).toContain(words);
    expect(said).not.toContain(others);
  }
});

test.each([
  [undefined, true],
  [true, false],
] as const)(
  'an approval that was not given in time is explained by a page only where there was one (certificate: %s)',
  (byCertificate, isSaid) => {
    const restore = { ...aRestoreFacts({ access: 'administrator' }), byCertificate };
    const ended = anEndedView({ restore, result: 'refused', trouble: 'approval-expired', failures: [] });
    const said = plainTextOf(renderView(ended, aContext()).card).join('\n');
    expect(said).toContain("It wasn't approved in time.");
    expect(said.includes('53003')).toBe(isSaid);
  },
);

test.each(['preparing', 'code', 'certificate'])('one of several approvals (%s) says which part it is of', (of) => {
  const { restore, code } = anApprovalView();
  const groups = [...restore.groups, ...restore.groups];
  const shown = { preparing: undefined, code, certificate: code && { ...code, certificate: true as const } }[of];
  const view = anApprovalView({ restore: { ...restore, groups }, group: 1, code: shown });
  const text = plainTextOf(renderView(view, aContext()).card).join('\n');
  expect(text).toContain('Part 2 of 2. Each part is approved on its own.');
});

test.each(['said', 'refused'] as const)(
  'a number of Microsoft on the card of an approval (%s) comes with advice',
  (where) => {
    const { code, ...view } = anApprovalView();
    const said = 'AADSTS50105: not assigned.';
    const shown = where === 'said' ? { code: code && { ...code, said } } : { code, refused: { said } };
    const text = plainTextOf(renderView({ ...view, ...shown }, aContext()).card).join('\n');
    expect(text).toMatch(/go to “Users and groups”/);
  },
);

test('an administrator whose restore somebody else approved is asked for their own approval, and nobody else', () => {
  const said = (access: AccessKind, of: 'restore' | 'file') => {
    const about = { restoreId: '7c1d9a52', organizationKey: CONTOSO };
    const view = { kind: 'approval-news', ...about, of, access, news: 'approved' } as const;
    return plainTextOf(renderView(view, aContext()).card).join('\n');
  };
  expect(said('administrator', 'restore')).toContain('your own approval');
  expect(said('administrator', 'restore')).not.toContain('running');
  expect(said('operator', 'restore')).toContain('It is running now.');
  expect(said('administrator', 'file')).not.toContain('your own approval');
});

test('the end of an assumed day is of that day, wherever it is read', () => {
  const view = views.find(([, { kind }]) => kind === 'restore-unwatched')?.[1] as Extract<
    RestoreView,
    { kind: 'restore-unwatched' }
  >;
  // Of an asker in New York.
  const point = { kind: 'at', id: '2026-03-03', backupTime: Date.UTC(2026, 2, 4, 5) - 1, isAssumed: true } as const;
  const groups = view.restore.groups.map((group) => ({ ...group, point }));
  const shown = { ...view, restore: { ...view.restore, groups } };
  const said = JSON.stringify(renderView(shown, aContext({ zone: 'Europe/Berlin' })));
  expect(said).toMatch(/end of [^"]*\b3\b/);
  expect(said).not.toMatch(/end of [^"]*\b4\b/);
});

test.each(['restore-ended', 'restore-over', 'channel-line'] as const)(
  'a restore whose session was over, or that the service did not get, is not said to be refused by the service, on %s',
  (kind) => {
    const named = views.find(([, view]) => view.kind === kind)?.[1];
    const textOf = (trouble: Trouble) =>
      JSON.stringify(renderView({ ...named, result: 'refused', trouble } as RestoreView, aContext()));
    for (const trouble of ['session-over', 'unreachable', 'timeout', 'throttled'] as const) {
      expect(textOf(trouble)).not.toContain('The service refused');
      expect(textOf(trouble)).toContain('The restore failed');
    }
    expect(textOf('access-denied')).toContain('The service refused');
  },
);

test.each(['validation', 'timeout'] as const)(
  'what helps against %s is not about searching on a restore',
  (trouble) => {
    const view = anEndedView({ result: 'refused', trouble });
    const text = plainTextOf(renderView(view, aContext()).card).join('\n');
    expect(text).toContain('Try again');
    expect(text).not.toMatch(/keyword|search/);
  },
);

test('a restore to somebody else that the settings no longer allow is not said to be refused by the service', () => {
  const view = anEndedView({ result: 'refused', trouble: 'elsewhere-off' });
  const text = plainTextOf(renderView(view, aContext()).card).join('\n');
  expect(text).not.toContain('The service refused');
  expect(text).toContain('no longer turned on for this bot');
});

test('who may not act as administrator any more signs in as operator, and retries once they may again', () => {
  const view = anEndedView({
    result: 'refused',
    trouble: 'approval-not-allowed',
    restore: aRestoreFacts({ access: 'administrator' }),
    retryable: 12,
  });
  const { card } = renderView(view, aContext());
  const text = plainTextOf(card).join('\n');
  expect(text).toContain('You may no longer restore as administrator here.');
  expect(text).toContain('Sign in as restore operator.');
  // Not as long as they may not.
  expect(text).not.toContain('asks for a new approval');
  expect(titlesOf(card)).toEqual(['Sign in', 'Retry failed (12)', 'Find items to restore', 'Done']);
  const [signIn, retry] = ofType(card, 'Action.Execute');
  expect(signIn).toMatchObject({ verb: 'sign-in', style: 'positive', data: { flow: 'operator', below: true } });
  expect(retry).toMatchObject({ verb: 'restore', style: 'default' });
});
