/** A file that somebody else approves before it leaves: Olga wants a document of hers, Paula and Quentin may approve it. */
import {
  createFourEyesBench,
  olga,
  paula,
  PLAN,
  quentin,
  somebody,
  type FourEyesBench,
} from '../../../support/four-eyes-bench.ts';
import { key } from '../../../support/restoring-bench.ts';
import { aScopeItem } from '../../../fakes/explorer.ts';
import { anExport, anOrganization } from '../../../support/builders.ts';
import { aRequest } from '../../../support/exporting-bench.ts';
import type { Connection } from '../../../../src/restore/access/service-access.ts';
import { UpstreamError } from '../../../../src/core/errors.ts';
import { pinned } from '../../../../src/restore/four-eyes/pass.ts';
import { fileHash } from '../../../../src/restore/export/approval.ts';
import { exportSchema, type FileExport } from '../../../../src/restore/state/export.ts';
import type { RestoreState } from '../../../../src/restore/state/restore.ts';

const HOUR = 3_600_000;

const saves = ({ explorer }: FourEyesBench): number => explorer.methods.filter((method) => method === 'save').length;

async function asked(...changes: Parameters<typeof createFourEyesBench>): Promise<FourEyesBench> {
  const bench = await createFourEyesBench(...changes);
  const reply = await bench.askFile();
  expect(reply.view).toMatchObject({ task: { remark: { code: 'asking' }, fileNeedsApproval: true } });
  await bench.settle();
  return bench;
}

/** What the file's own card shows now. */
function shown(bench: FourEyesBench): unknown {
  const own = bench.announcer.cards.filter(({ views }) =>
    (views as readonly { readonly kind: string }[]).some(({ kind }) => kind === 'restore-export'),
  );
  return own.at(-1)?.views.at(-1);
}

const logOut = async (bench: FourEyesBench): Promise<void> => {
  const { session, ...others } = bench.people.stateOf(key) ?? {};
  if (session === undefined) return;
  bench.people.put(key, others as never);
  await bench.clock.run(
    bench.parts().sessionEvents.tell({ kind: 'over', key, why: 'logged-out', session, open: session }),
  );
};

const signIn = async (bench: FourEyesBench): Promise<void> => {
  const state = bench.people.stateOf(key);
  if (state !== undefined) bench.people.put(key, { ...state, session: { ...bench.session, signInId: 'again' } });
  await bench.clock.run(bench.parts().sessionEvents.tell({ kind: 'began', key }));
};

test('waits for somebody else, and is then fetched and offered as any other', async () => {
  const bench = await asked();
  expect(saves(bench)).toBe(0);
  expect(shown(bench)).toMatchObject({ state: 'held', reach: { asked: ['paula', 'quentin'] } });
  expect(bench.cardsOf(paula)).toMatchObject([
    {
      kind: 'approval-request',
      name: 'Olga Operator',
      facts: {
        groups: [{ scope: { own: false, name: 'Olga Operator' }, workload: 'onedrive' }],
        file: { kind: 'item', entryKind: 'document' },
        reason: 'Ticket 4711',
      },
    },
  ]);
  expect(JSON.stringify([bench.cardsOf(paula), bench.request()])).not.toContain('Kyoto');
  // Nothing waits with it: no session is open for it, and other files are fetched.
  expect(bench.file()).toMatchObject({ exploreId: '', progress: { kind: 'held' } });
  expect(bench.store.stateOf(key)?.fetching).toBeUndefined();

  await bench.clock.advance(5 * HOUR);
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(saves(bench)).toBe(1);
  expect([...bench.files.files.offered.values()]).toMatchObject([{ exportId: bench.id(), name: 'Kyoto plan' }]);
  expect(shown(bench)).toMatchObject({ state: 'offered' });
  // **Withdraw** on a copy of the former card.
  await bench.clock.run(bench.parts().feature.heldFiles.withdraw(olga, bench.id()));
  await bench.settle();
  expect(bench.file()?.progress.kind).toBe('offered');
  expect(bench.cardsOf(quentin).at(-1)).toMatchObject({ outcome: { kind: 'approved' } });
  expect(new Set(bench.news())).toEqual(new Set(['asked', 'approved']));
  const lines = bench.audit.records.map(({ event, outcome, download }) => [event, outcome, download?.approvers]);
  expect(lines).toEqual(
    expect.arrayContaining([
      ['item-downloaded', 'requested', undefined],
      ['approval-asked', undefined, undefined],
      ['approval-given', undefined, undefined],
      ['item-downloaded', 'started', ['oid-of-paula']],
    ]),
  );
  // The session that was opened for it is closed.
  expect(bench.explorer.working.filter(({ request }) => request?.workload === 'onedrive')).toEqual([]);
});

test('is of the backup that was the latest one when it was asked for', async () => {
  const bench = await asked();
  const { point } = bench.request().facts.groups[0] ?? {};
  expect(point).toMatchObject({ kind: 'at', id: 'point-1' });
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  const { request } = bench.explorer.allSessions.findLast((session) => session.request?.workload === 'onedrive') ?? {};
  expect(request?.at).toBe(point?.kind === 'at' ? point.backupTime : undefined);
});

test('is of the repository in which it was found', () => {
  const place = { point: { kind: 'latest' as const }, opened: { id: 'point-1', backupTime: 1, repositoryId: 'r' } };
  expect(pinned(place, 'operator').point).toEqual({ kind: 'at', id: 'point-1', backupTime: 1, repositoryId: 'r' });
});

test('of posts says which channel and how many, and is exported out of a session of its own', async () => {
  const bench = await createFourEyesBench({ showsNames: true });
  const access = { kind: 'operator', organization: anOrganization(), accessToken: 'token' } as const;
  const connection = {
    key,
    session: bench.session,
    kind: 'operator',
    call: (work) => work(access),
  } satisfies Connection;
  const request = { ...aRequest(), titles: ['Kyoto tours', 'Re: Kyoto tours'] };
  expect(await bench.parts().feature.fileExports.begin(olga, connection, request)).toBe('asking');
  await bench.settle();
  expect(bench.cardsOf(paula)).toMatchObject([{ facts: { file: { kind: 'posts', count: 2, channel: 'Kyoto' } } }]);
  expect((await bench.press(paula, { kind: 'look' })).view).toMatchObject({ titles: request.titles });
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  const opened = bench.explorer.allSessions.findLast(({ kind }) => kind === 'teams');
  expect(bench.files.exporter.started).toMatchObject([
    { exploreId: opened?.id, channelId: 'channel-1', echoes: request.echoes },
  ]);
  expect(shown(bench)).toMatchObject({ state: 'offered' });
  expect(opened?.id).not.toBe(request.exploreId);

  // Of everybody's data, whose it is stands beside it.
  const origin = { ...request.origin, scope: { kind: 'organization', name: '' } } as const;
  const holder = { name: 'Fernweh Tours', detail: 'tours@fernweh.example' };
  const { fileExports } = bench.parts().feature;
  await fileExports.begin(olga, connection, { ...request, origin, holder });
  await bench.settle();
  const place = { scope: { everybody: true, own: false }, of: [holder] };
  expect(bench.cardsOf(paula).at(-1)).toMatchObject({ facts: { groups: [place] } });
});

test('asked for twice is one request', async () => {
  const bench = await asked();
  await bench.askFile();
  await bench.settle();
  expect(bench.fourEyes.approvals.states.size).toBe(1);
  expect(bench.cardsOf(paula)).toHaveLength(1);
});

test.each(['decline', 'withdraw', 'expire', 'void'] as const)('is never fetched after %s', async (kind) => {
  const bench = await asked();
  const { id } = bench.request();
  const end = {
    decline: () => bench.press(quentin, { kind: 'decline', reason: 'Ask HR first' }),
    withdraw: () => bench.clock.run(bench.parts().feature.heldFiles.withdraw(olga, id)),
    expire: () => bench.clock.advance(24 * HOUR),
    async void() {
      const record = bench.files.exports.record(id);
      const found = await record.read(key);
      if (found.kind === 'found') await record.write(key, { ...found.state, reason: 'Another' }, found.version);
      return bench.press(paula, { kind: 'approve' });
    },
  };
  const outcomes = { decline: 'declined', withdraw: 'withdrawn', expire: 'expired', void: 'void' } as const;
  await end[kind]();
  await bench.settle();
  const outcome = outcomes[kind];
  expect(bench.request().outcome?.kind).toBe(outcome);
  for (const who of [paula, quentin]) expect(bench.cardsOf(who).at(-1)).toMatchObject({ outcome: { kind: outcome } });
  expect(shown(bench)).toMatchObject({ state: kind === 'withdraw' ? outcome : `second-${outcome}` });
  expect(bench.news()).toEqual(kind === 'withdraw' ? ['asked'] : ['asked', outcome]);
  expect(bench.file()).toBeUndefined();
  // Nothing that comes later changes that.
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(saves(bench)).toBe(0);
});

test('is decided by nobody else: not by who asks, not by who is not asked', async () => {
  const bench = await asked();
  for (const who of [olga, somebody('mallory')]) {
    const reply = await bench.press(who, { kind: 'approve' });
    expect(reply.view).toMatchObject({ kind: 'restore-notice', notice: { code: 'approval-unknown' } });
  }
  // Only the person who asked withdraws it.
  const forged = await bench.clock.run(bench.parts().feature.heldFiles.withdraw(somebody('mallory'), bench.id()));
  expect(forged.view).toMatchObject({ notice: { code: 'export-over' } });
  await bench.settle();
  expect(bench.request()).toMatchObject({ decisions: [] });
  expect(bench.file()?.progress.kind).toBe('held');
});

test('approved after the session has ended, it waits for the sign-in', async () => {
  const bench = await asked();
  await logOut(bench);
  await bench.settle();
  expect(bench.file()?.progress.kind).toBe('held');
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.news()).toEqual(['asked', 'sign-in']);
  expect(shown(bench)).toMatchObject({ state: 'held', approvedBy: ['paula'] });
  expect(saves(bench)).toBe(0);
  await bench.clock.advance(3 * HOUR);
  await signIn(bench);
  await bench.settle();
  expect(saves(bench)).toBe(1);
  expect(shown(bench)).toMatchObject({ state: 'offered' });
});

test('approved while another file is fetched, it comes after that', async () => {
  const bench = await asked();
  const state = bench.store.stateOf(key);
  const { clock } = bench;
  if (state) bench.store.put(key, { ...state, fetching: { id: 'another', at: clock.now() } });
  await bench.press(paula, { kind: 'approve' });
  await bench.settle(5);
  expect(saves(bench)).toBe(0);
  await clock.advance(60_000);
  await bench.settle();
  expect(saves(bench)).toBe(1);
});

test('is asked for while another file is fetched, and once, however many presses come at once', async () => {
  const bench = await createFourEyesBench();
  const fetching = anExport({ id: 'other', progress: { kind: 'waiting', taskId: 'task', at: bench.clock.now() } });
  await bench.files.exports.record('other').write(key, fetching, undefined);
  bench.store.put(key, {
    ...(bench.store.stateOf(key) ?? { restores: [], recentScopes: [] }),
    fetching: { id: 'other', at: bench.clock.now() },
  });
  const access = { kind: 'operator', organization: anOrganization(), accessToken: 'token' } as const;
  const connection = {
    key,
    session: bench.session,
    kind: 'operator',
    call: (work) => work(access),
  } satisfies Connection;
  const { fileExports, heldFiles } = bench.parts().feature;
  const other = { ...aRequest(), reason: 'Ticket 4712' };
  const presses = Array.from({ length: 3 }, () => [aRequest(), other]).flat();
  const press = (request: ReturnType<typeof aRequest>) => bench.clock.run(fileExports.begin(olga, connection, request));
  expect(new Set(await Promise.all(presses.map(press)))).toEqual(new Set(['asking']));
  const held = async () => (await bench.files.exports.all(key)).filter(({ progress }) => progress.kind === 'held');
  expect((await held()).map(({ reason }) => reason)).toHaveLength(2);
  expect(bench.store.stateOf(key)?.fetching?.id).toBe('other');
  await bench.settle();

  // Withdrawn, it can be asked for again at once.
  const [first] = await held();
  await bench.clock.run(heldFiles.withdraw(olga, first?.id ?? ''));
  await bench.settle();
  expect(await held()).toHaveLength(1);
  for (const request of [aRequest(), other]) expect(await press(request)).toBe('asking');
  expect(await held()).toHaveLength(2);
});

test('what another press asks for is not taken as asked before its record is written, and one that cannot give up its claim has asked', async () => {
  const bench = await createFourEyesBench();
  const access = { kind: 'operator', organization: anOrganization(), accessToken: 'token' } as const;
  const connection = {
    key,
    session: bench.session,
    kind: 'operator',
    call: (work) => work(access),
  } satisfies Connection;
  const { fileExports, heldFiles } = bench.parts().feature;
  const press = () => fileExports.begin(olga, connection, aRequest());
  const all = () => bench.files.exports.all(key);
  expect(await bench.clock.run(press())).toBe('asking');
  const [asked] = await all();
  await bench.settle();
  await bench.clock.run(heldFiles.withdraw(olga, asked?.id ?? ''));
  await bench.settle();
  expect(await all()).toEqual([]);

  const claims = (...asking: NonNullable<RestoreState['asking']>) =>
    bench.store.put(key, { ...(bench.store.stateOf(key) ?? { restores: [], recentScopes: [] }), asking });
  // Its process has died.
  const other = { id: 'other', hash: asked?.fourEyes?.hash ?? '' };
  claims({ ...other, at: bench.clock.now() });
  expect(await bench.clock.run(press())).toBe('asking-unclear');
  expect(await all()).toEqual([]);
  // It is given up.
  const waiting = press();
  await bench.clock.advance(600);
  claims();
  expect(await bench.clock.run(waiting)).toBe('asking');
  expect(await all()).toHaveLength(1);
  expect(bench.store.stateOf(key)?.asking).toEqual([]);

  // Its own claim cannot be given up: it lapses.
  const [again] = await all();
  await bench.clock.run(heldFiles.withdraw(olga, again?.id ?? ''));
  await bench.settle();
  bench.store.writes = ['works', 'is away'];
  expect(await bench.clock.run(press())).toBe('asking');
  expect(bench.store.writes).toEqual([]);
  expect(await all()).toHaveLength(1);
  expect(bench.store.stateOf(key)?.asking).toHaveLength(1);
});

test('an approver who is suspended before it is fetched has approved nothing', async () => {
  const bench = await asked();
  await logOut(bench);
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  const suspension = { personId: 'oid-of-paula', at: bench.clock.now(), by: { personId: 'mika', conversationId: 'a' } };
  await bench.fourEyes.suspensions.write('oid-of-paula', suspension as never, undefined);
  await signIn(bench);
  await bench.settle();
  expect(saves(bench)).toBe(0);
  expect(shown(bench)).toMatchObject({ state: 'second-void' });
});

test('is looked at again immediately before it is fetched', async () => {
  const bench = await asked();
  bench.explorer.during.openExplore = async () => {
    const suspension = {
      personId: 'oid-of-paula',
      at: bench.clock.now(),
      by: { personId: 'mika', conversationId: 'a' },
    };
    await bench.fourEyes.suspensions.write('oid-of-paula', suspension as never, undefined).catch(() => undefined);
  };
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect([saves(bench), shown(bench)]).toMatchObject([0, { state: 'second-void' }]);
  expect(bench.explorer.working.filter(({ request }) => request?.workload === 'onedrive')).toHaveLength(1);
});

test('two runs that the same decision starts fetch it once', async () => {
  const bench = await asked();
  let isAgain = false;
  bench.explorer.during.openExplore = async () => {
    if (isAgain) return;
    isAgain = true;
    await bench.parts().feature.heldFiles.decided(key, bench.id());
  };
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(isAgain).toBe(true);
  expect([saves(bench), shown(bench)]).toMatchObject([1, { state: 'offered' }]);
  expect(bench.explorer.working.filter(({ request }) => request?.workload === 'onedrive')).toHaveLength(1);
});

test('that the service does not open at first is fetched within the hour', async () => {
  const bench = await asked();
  const away = new UpstreamError('backup service', 'NO_ANSWER');
  bench.explorer.faults.openExplore = Array.from({ length: 20 }, () => away);
  await bench.press(paula, { kind: 'approve' });
  await bench.settle(5);
  expect([saves(bench), bench.file()?.progress.kind]).toEqual([0, 'held']);
  for (let minute = 0; minute < 25; minute += 1) {
    await bench.clock.advance(60_000);
    await bench.settle(2);
  }
  expect(saves(bench)).toBe(1);
});

test.each([
  ['404', { status: 404 }, { state: 'gone', trouble: undefined }],
  ['403', { status: 403 }, { state: 'refused', trouble: 'access-denied' }],
  ['400', { status: 400 }, { state: 'not-ready', trouble: 'validation' }],
  ['another organization', { reason: 'OtherOrganization' }, { state: 'not-ready', trouble: 'other-organization' }],
])('that is not opened for %s ends so', async (_, facts, expected) => {
  const bench = await asked();
  bench.explorer.faults.openExplore = [new UpstreamError('backup service', 'REFUSED', facts)];
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect([saves(bench), shown(bench)]).toMatchObject([0, expected]);
});

test('that another operation is in the way of is fetched within the hour, or says so', async () => {
  for (const times of [5, 200]) {
    const bench = await asked();
    const busy = new UpstreamError('backup service', 'REFUSED', { status: 409, reason: 'OperationConflict' });
    bench.explorer.faults.openExplore = Array.from({ length: times }, () => busy);
    await bench.press(paula, { kind: 'approve' });
    for (let minute = 0; minute < 65; minute += 1) {
      await bench.clock.advance(60_000);
      await bench.settle(2);
    }
    expect(saves(bench)).toBe(times === 5 ? 1 : 0);
    if (times === 200) expect(shown(bench)).toMatchObject({ state: 'not-ready', trouble: 'conflict' });
  }
});

test('names are shown only where the settings allow it, and who looked is recorded', async () => {
  const hidden = await asked();
  await hidden.press(paula, { kind: 'look' });
  expect(JSON.stringify(hidden.cardsOf(paula))).not.toContain(PLAN.title);
  const bench = await asked({ showsNames: true });
  expect((await bench.press(paula, { kind: 'look' })).view).toMatchObject({ titles: [PLAN.title] });
  expect(bench.audit.records.map(({ event }) => event)).toContain('approval-viewed');
});

test('of the person’s own data needs none with APPROVAL=others, nor without download in APPROVAL_FOR', async () => {
  for (const rule of [{ mode: 'others' }, { categories: ['overwrite'] }] as const) {
    const bench = await createFourEyesBench(rule);
    expect((await bench.askFile()).view).toMatchObject({ task: { remark: { code: 'downloading' } } });
    await bench.settle();
    expect(saves(bench)).toBe(1);
  }
});

test('the hash is of everything that changes what leaves, and of nothing else', () => {
  const { scope, point } = {
    scope: { kind: 'own', name: 'Olga' },
    point: { kind: 'at', id: 'p', backupTime: 1 },
  } as const;
  const origin = { scope, workload: 'onedrive', point, showDeleted: false } as const;
  const what = {
    kind: 'item',
    workload: 'onedrive',
    containerId: 'drive-1',
    itemId: 'plan',
    extension: 'xlsx',
  } as const;
  const file = anExport({ origin, what, reason: 'Ticket', progress: { kind: 'held', entry: PLAN } });
  const posts = { kind: 'posts', teamId: 'team-1', channelId: 'channel-1' } as const;
  const others: readonly Partial<FileExport>[] = [
    { organization: 'fabrikam' },
    { access: 'administrator' },
    { userId: 'user-2' },
    { reason: 'Another' },
    { own: true },
    { what: { ...what, itemId: 'other' } },
    { what: posts },
    { what: { ...posts, posts: 2 } },
    { origin: { ...origin, scope: { kind: 'item', item: aScopeItem() } } },
    { origin: { ...origin, workload: 'teams' } },
    { origin: { ...origin, showDeleted: true } },
    { origin: { ...origin, point: { ...point, backupTime: 2 } } },
    { origin: { ...origin, point: { ...point, repositoryId: 'r' } } },
    { origin: { ...origin, point: { kind: 'latest' } } },
    { progress: { kind: 'held', entry: { ...PLAN, id: 'other' } } },
    { progress: { kind: 'held', entry: { ...PLAN, echo: '{}' } } },
    { progress: { kind: 'held', echoes: ['1', '2'] } },
    { progress: { kind: 'held', echoes: ['1'] } },
  ];
  const hashes = [file, ...others.map((changes) => ({ ...file, ...changes }))].map(fileHash);
  expect(new Set(hashes).size).toBe(hashes.length);
  // As it is stored, and as it is sent.
  const stored = exportSchema.parse(JSON.parse(JSON.stringify(file)));
  const sent = { ...stored, exploreId: 'explore-2', progress: { kind: 'planned', entry: PLAN } } as const;
  expect([fileHash(stored), fileHash(sent)]).toEqual([hashes[0], hashes[0]]);
});

test('what was begun before the settings required an approval ends', async () => {
  const bench = await createFourEyesBench({ categories: [] });
  bench.restart(async (label, call) => {
    if (label === 'announcer.post') Object.assign(bench.fourEyes.approvalRule, { categories: ['download'] });
    return call();
  });
  await bench.askFile();
  await bench.settle();
  expect([saves(bench), shown(bench)]).toMatchObject([0, { state: 'off' }]);
});
