/** From the form to the outcome, on fakes. */
import { DAY, HOUR, MINUTE } from '../../../src/core/durations.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import type { RequestButton, TypedFields } from '../../../src/requests/presses.ts';
import type { RequestReply, RequestView } from '../../../src/requests/views.ts';
import { forgotten, heardFrom } from '../../../src/requests/transitions.ts';
import { CONTOSO } from '../../support/builders.ts';
import { createRequestsBench, REQUEST, type Name, type RequestsBench } from '../../support/requests-bench.ts';

let bench: RequestsBench;
beforeEach(() => {
  bench = createRequestsBench();
});

const counts = { total: 3, restored: 2, failed: 1, skipped: 0 };
const pass = async (milliseconds: number): Promise<void> => {
  await bench.clock.advance(milliseconds);
  await bench.work();
};
const events = (): readonly string[] => bench.audit.records.map(({ event }) => event);

test('every operator on duty gets one card, and the person who asked one that says so', async () => {
  await bench.onDuty('olga', 'otto');
  const asked = await bench.askFor({ what: ' annual report', lastSeen: '2026-11-12', kind: 'onedrive' });
  expect(asked).toMatchObject({ kind: 'render', view: { kind: 'request-own', request: { status: { kind: 'open' } } } });
  await bench.work();
  for (const name of ['olga', 'otto'] as const) {
    expect(bench.cardsOf(name, 'request-card')).toHaveLength(1);
    expect(bench.seenBy(name, 'request-card')).toMatchObject({ isTaker: false, request: { name: 'anna' } });
  }
  expect(bench.cardsOf('sam', 'request-card')).toEqual([]);
  expect(bench.newsTo('anna')).toEqual([]);
  // The card of the form is the request's.
  expect(bench.request()?.asker.cardId).toBe('form-card');
});

test('the first to take it has it, and every card says who that is', async () => {
  bench.chat = () => ({ signInName: 'anna@contoso.onmicrosoft.com' });
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  const [first, second] = await Promise.all([bench.push('olga', 'take'), bench.push('otto', 'take')]);
  expect(first.view).toMatchObject({ isTaker: true });
  expect(second.view).toMatchObject({ isTaker: false, request: { status: { kind: 'taken', by: { id: 'olga' } } } });
  await bench.work();
  expect(bench.seenBy('otto', 'request-card')).toMatchObject({ request: { status: { by: { name: 'olga' } } } });
  expect(bench.newsTo('anna')).toEqual(['taken']);
  expect(bench.searched).toEqual([
    expect.objectContaining({
      requestId: REQUEST,
      scope: 'anna@contoso.com',
      called: { type: 'User', alias: 'anna@contoso.onmicrosoft.com', name: 'anna' },
      words: 'annual report',
    }),
  ]);
});

test('a site is searched by its name, not the person', async () => {
  await bench.onDuty('olga');
  await bench.askFor({ what: 'plan', kind: 'sharepoint', place: 'Marketing', lastSeen: '2026-11-12' });
  await bench.work();
  await bench.push('olga', 'take');
  expect(bench.searched).toEqual([
    {
      requestId: REQUEST,
      scope: 'Marketing',
      called: { type: 'Site' },
      workload: 'sharepoint',
      asOf: '2026-11-12',
      words: 'plan',
    },
  ]);
});

test('a restore that ends reports counts, once, and only of somebody who was asked', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.push('olga', 'take');
  await bench.updates.restoreEnded(REQUEST, bench.asker('sam').key, { id: 'restore-1', counts });
  await bench.updates.restoreEnded(REQUEST, bench.asker('olga').key, {
    id: 'restore-1',
    counts: { ...counts, restored: 0 },
  });
  expect(bench.request()?.status.kind).toBe('taken');
  for (let time = 0; time < 2; time += 1)
    await bench.updates.restoreEnded(REQUEST, bench.asker('olga').key, { id: 'restore-1', counts });
  await bench.work();
  expect(bench.newsTo('anna')).toEqual(['taken', 'done']);
  expect(bench.seenBy('otto', 'request-card')).toMatchObject({ request: { status: { kind: 'ended', how: 'done' } } });
  expect(events()).toEqual(['duty-began', 'duty-began', 'request-made', 'request-taken', 'request-ended']);
  expect(new Set(bench.audit.records.slice(2).map(({ reference }) => reference))).toEqual(new Set([REQUEST]));
});

test('what Retry failed restores later takes the place of the counts, and is told where it changes them', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.push('olga', 'take');
  const [olga, otto] = [bench.asker('olga').key, bench.asker('otto').key];
  const first = { total: 5, restored: 1, failed: 3, skipped: 0, unsized: true } as const;
  const [more, all] = [
    { total: 5, restored: 3, failed: 2, skipped: 0 },
    { total: 90, restored: 90, failed: 0, skipped: 0 },
  ];
  const told = async (key: typeof olga, id: string, of: typeof more): Promise<unknown> => {
    await bench.updates.restoreEnded(REQUEST, key, { id, counts: of });
    await bench.work();
    const { status } = bench.request() ?? {};
    return status?.kind === 'ended' ? status.counts : undefined;
  };
  expect(await told(olga, 'restore-1', first)).toEqual(first);
  expect(bench.seenBy('anna', 'request-own')).toMatchObject({ request: { status: { counts: first } } });
  // Another restore of the same request, or another operator's.
  expect(await told(olga, 'other', all)).toEqual(first);
  expect(await told(otto, 'restore-1', all)).toEqual(first);
  expect(await told(olga, 'restore-1', more)).toEqual(more);
  expect(await told(olga, 'restore-1', more)).toEqual(more);
  expect(bench.newsTo('anna')).toEqual(['taken', 'done', 'done']);
  expect(await told(olga, 'restore-1', all)).toEqual(all);
  // An instance that has not heard of the last retry.
  expect(await told(olga, 'restore-1', more)).toEqual(all);
  expect(bench.newsTo('anna')).toEqual(['taken', 'done', 'done', 'done']);
  expect(events().filter((event) => event === 'request-ended')).toHaveLength(1);
});

test('what was restored another way is marked as done: everybody is told, without counts, and a restore that ends later adds nothing', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  expect((await bench.push('olga', 'done')).view).toMatchObject({ request: { status: { kind: 'open' } } });
  await bench.push('olga', 'take');
  await bench.work();
  bench.restoring = 'olga';
  expect((await bench.push('olga', 'done')).view).toMatchObject({ remark: { code: 'still-restoring' } });
  expect(bench.request()?.status.kind).toBe('taken');
  bench.restoring = undefined;
  const { view } = await bench.push('olga', 'done');
  expect(view).toMatchObject({ kind: 'request-card', request: { status: { how: 'done', by: { id: 'olga' } } } });
  await bench.updates.restoreEnded(REQUEST, bench.asker('olga').key, { id: 'restore-1', counts });
  await bench.push('olga', 'done');
  await bench.work();
  expect(bench.newsTo('anna')).toEqual(['taken', 'done']);
  expect(bench.request()?.status).toEqual({
    kind: 'ended',
    how: 'done',
    by: { id: 'olga', name: 'olga' },
    at: bench.clock.now(),
  });
  for (const shown of [bench.seenBy('anna', 'request-own'), bench.seenBy('otto', 'request-card')])
    expect(shown).toMatchObject({ request: { status: { how: 'done', by: { id: 'olga' } } } });
  const ends = bench.audit.records.filter(({ event }) => event === 'request-ended');
  expect(ends).toMatchObject([{ outcome: 'done', key: { personId: 'olga' }, reference: REQUEST }]);
});

test.each(['done', 'hand-back', 'decline'] as const)(
  'whoever restores for it does not give it up with "%s": its end is told by itself',
  async (kind) => {
    await bench.onDuty('olga', 'otto');
    await bench.askFor();
    await bench.work();
    await bench.push('olga', 'take');
    bench.restoring = 'olga';
    const { view } = await bench.push('olga', kind, { reason: 'because' });
    expect(view).toMatchObject({ isTaker: true, remark: { code: 'still-restoring' } });
    expect(bench.request()?.status.kind).toBe('taken');
    bench.restoring = undefined;
    expect((await bench.push('olga', kind, { reason: 'because' })).view).toMatchObject({ isTaker: false });
  },
);

test.each([
  ['nobody has it', undefined],
  ['somebody else has it', 'otto'],
] as const)('what was restored for it ends it also where %s by then', async (_, taker) => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.push('olga', 'take');
  await bench.push('olga', 'hand-back');
  if (taker !== undefined) await bench.push(taker, 'take');
  await bench.updates.restoreEnded(REQUEST, bench.asker('olga').key, { id: 'restore-1', counts });
  await bench.work();
  expect(bench.request()?.status).toMatchObject({ how: 'done', by: { id: 'olga', name: 'olga' }, counts });
  expect(bench.newsTo('anna').at(-1)).toBe('done');
  expect(bench.seenBy('otto', 'request-card')).toMatchObject({ request: { status: { how: 'done' } } });
});

test('who may not restore for the person is told so and can hand it back, and others are asked anew', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  bench.outside = 'olga';
  const taken = await bench.push('olga', 'take');
  expect(taken.view).toMatchObject({ isTaker: true, request: { status: { isOutside: true } } });
  await pass(MINUTE);
  await bench.push('olga', 'hand-back');
  await bench.work();
  expect(bench.newsTo('anna')).toEqual(['taken', 'handed-back']);
  // A card of its own, which notifies; the former one says where it is.
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(2);
  expect(bench.seenBy('otto', 'request-card')).toMatchObject({ request: { status: { kind: 'open' } } });
  expect(bench.cardsOf('otto', 'request-card')[0]?.views.at(-1)).toEqual({ kind: 'request-moved' });
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
});

test('nobody is said to be outside once the request has changed, or a search has found them', async () => {
  const isOutside = () => (bench.request()?.status as { readonly isOutside?: true } | undefined)?.isOutside === true;
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  bench.outside = 'olga';
  await bench.push('olga', 'take');
  expect(isOutside()).toBe(true);
  await bench.push('anna', 'save', { fields: { what: 'plan', kind: 'sharepoint', place: 'Marketing' } });
  expect(isOutside()).toBe(false);
  await bench.push('olga', 'search');
  expect(isOutside()).toBe(true);
  bench.outside = undefined;
  const { view } = await bench.push('olga', 'search');
  expect(view).toMatchObject({ isTaker: true, request: { status: { isOutside: undefined } } });
  expect(isOutside()).toBe(false);
  expect(events().filter((event) => event === 'request-outside')).toHaveLength(2);
});

test('whose search could not be posted is told to search again', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  bench.isChatFailing = true;
  expect((await bench.push('olga', 'take')).view).toMatchObject({ isTaker: true, remark: { code: 'search-failed' } });
  bench.isChatFailing = false;
  expect((await bench.push('olga', 'search')).view).toMatchObject({ isTaker: true, remark: undefined });
});

test('an answer that took long shows what has become of the request meanwhile, not what it was before', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  const once = (of: 'session' | 'search', name: Name, kind: RequestButton['kind'], fields: TypedFields = {}): void => {
    bench.meanwhile = async (asked) => {
      if (asked !== of) return;
      bench.meanwhile = () => Promise.resolve();
      await bench.press(bench.asker(name), REQUEST, { kind, fields }, undefined);
    };
  };
  bench.signedIn.delete('otto');
  once('session', 'olga', 'take');
  const refused = await bench.push('otto', 'take');
  expect(refused.view).toMatchObject({ request: { status: { kind: 'taken', by: { id: 'olga' } } }, remark: undefined });
  bench.isChatFailing = true;
  once('search', 'anna', 'save', { what: 'budget' });
  const edited = await bench.push('olga', 'search');
  expect(edited.view).toMatchObject({ request: { fields: { what: 'budget' } }, remark: { code: 'search-failed' } });
  once('search', 'anna', 'withdraw');
  const withdrawn = await bench.push('olga', 'search');
  expect(withdrawn.view).toMatchObject({ request: { status: { how: 'withdrawn' } }, remark: undefined });
});

test('declining takes a reason, which the person who asked reads', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  expect((await bench.push('olga', 'decline')).view).toMatchObject({
    remark: { code: 'reason-missing' },
    typedReason: '',
  });
  expect(bench.request()?.status.kind).toBe('open');
  await bench.push('olga', 'decline', { reason: 'not in the backup' });
  await bench.work();
  expect(bench.newsTo('anna')).toEqual(['declined']);
});

test('it can be changed and withdrawn, and operators see it', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  expect((await bench.push('anna', 'edit')).view).toMatchObject({
    kind: 'request-form',
    fields: { what: 'annual report' },
  });
  await bench.push('anna', 'save', { fields: { what: 'budget' } });
  await bench.work();
  expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { fields: { what: 'budget' } } });
  await bench.push('anna', 'withdraw');
  await bench.work();
  expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { status: { how: 'withdrawn' } } });
  expect((await bench.push('olga', 'take')).view).toMatchObject({ request: { status: { how: 'withdrawn' } } });
  expect(bench.searched).toEqual([]);
});

test('edited by mistake it is as it was: Back, and Save without a change, change nothing', async () => {
  await bench.onDuty('olga');
  await bench.askFor({ what: 'annual report', kind: 'sharepoint', place: 'Marketing', lastSeen: '2026-11-01' });
  await bench.work();
  await bench.push('olga', 'take');
  await bench.work();
  const before = bench.request();
  const acts = bench.announcer.acts.length;
  const { fields = {} } = (await bench.push('anna', 'edit')).view as Extract<RequestView, { kind: 'request-form' }>;
  expect((await bench.push('anna', 'back')).view).toMatchObject({
    kind: 'request-own',
    request: { fields: { what: 'annual report' } },
  });
  expect((await bench.push('anna', 'save', { fields })).view).toMatchObject({ kind: 'request-own' });
  await bench.work();
  expect(bench.request()).toEqual(before);
  expect(bench.announcer.acts).toHaveLength(acts);
  expect(events()).not.toContain('request-changed');
  await bench.push('anna', 'save', { fields: { ...fields, neededBy: '2026-12-01' } });
  expect(bench.request()?.edits).toBe(1);
});

test.each(['take', 'hand-back', 'decline', 'done', 'search', 'edit', 'save', 'withdraw', 'back'] as const)(
  'a forged press of "%s" by somebody else does nothing',
  async (kind) => {
    await bench.onDuty('olga', 'otto');
    await bench.askFor();
    await bench.work();
    await bench.push('olga', 'take');
    await bench.work();
    const before = bench.request();
    const mine = ['edit', 'save', 'withdraw', 'back'].includes(kind);
    for (const name of mine ? (['sam', 'olga'] as const) : (['sam', 'anna'] as const)) {
      const { view } = await bench.push(name, kind, { reason: 'because', fields: { what: 'other' } });
      expect(view).toEqual({ kind: 'request-notice', code: 'unknown' });
    }
    // Of an operator who is asked, but has not taken it.
    await bench.push('otto', kind, { reason: 'because' });
    await bench.work();
    expect(bench.request()?.status).toEqual(before?.status);
    expect(bench.searched).toHaveLength(1);
  },
);

test('whoever is suspended gets no requests, and does nothing with those that they have', async () => {
  const bench = createRequestsBench();
  await bench.onDuty('olga', 'otto');
  const suspend = (personId: string) =>
    bench.suspensions.write(personId, { personId, name: '', at: 0, by: { personId: 'ada', name: '' } }, undefined);
  await suspend('otto');
  await bench.askFor();
  await bench.work();
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  expect(bench.cardsOf('otto', 'request-card')).toEqual([]);
  await suspend('olga');
  for (const kind of ['take', 'decline'] as const)
    expect(await bench.push('olga', kind, { reason: 'because' })).toMatchObject({ view: { code: 'unknown' } });
  expect(bench.request()?.status.kind).toBe('open');
  // Nor is it announced to them again.
  await bench.clock.advance(31 * MINUTE);
  await bench.work();
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
});

test('an operator whose suspension is lifted gets what is open', async () => {
  const suspension = { personId: 'olga', name: '', at: 0, by: { personId: 'ada', name: '' } };
  await bench.onDuty('olga', 'otto');
  await bench.suspensions.write('olga', suspension, undefined);
  await bench.askFor();
  await bench.work();
  await bench.suspensions.erase('olga');
  await bench.erasure.readmit();
  await bench.work();
  expect([bench.cardsOf('olga', 'request-card').length, bench.cardsOf('otto', 'request-card').length]).toEqual([1, 1]);
});

test('what a suspended operator has taken is for others again', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.push('olga', 'take');
  await bench.suspensions.write(
    'olga',
    { personId: 'olga', name: '', at: 0, by: { personId: 'ada', name: '' } },
    undefined,
  );
  for (const person of ['olga', 'olga', 'otto']) await bench.erasure.release(person);
  await bench.work();
  expect(bench.request()?.status.kind).toBe('open');
  expect(bench.newsTo('anna')).toEqual(['taken', 'handed-back']);
  await bench.push('otto', 'take');
  expect(bench.request()?.status).toMatchObject({ kind: 'taken', by: { id: 'otto' } });
});

test('old cards, pressed again after the end, change nothing', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  await bench.push('olga', 'take');
  await bench.updates.restoreEnded(REQUEST, bench.asker('olga').key, { id: 'restore-1', counts });
  await bench.work();
  const after = bench.request();
  for (const kind of ['take', 'hand-back', 'decline', 'done', 'search'] as const)
    await bench.push('olga', kind, { reason: 'x' });
  for (const kind of ['edit', 'save', 'withdraw', 'back'] as const)
    await bench.push('anna', kind, { fields: { what: 'x' } });
  await bench.askFor({ what: 'the form, sent again' });
  await bench.work();
  expect(bench.request()).toEqual(after);
  expect(bench.newsTo('anna')).toEqual(['taken', 'done']);
});

test('who is signed out keeps the card, and takes it after signing in', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  bench.signedIn.delete('olga');
  expect((await bench.push('olga', 'take')).view).toMatchObject({
    kind: 'request-card',
    isTaker: false,
    remark: { code: 'sign-in-first' },
  });
  expect(bench.request()?.status.kind).toBe('open');
});

test('who is signed in to an organization that does not serve who asks is told to which to sign in', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  bench.signedInTo = 'fabrikam.onmicrosoft.com';
  const { served } = bench;
  const remark = { code: 'other-organization', flow: 'operator', organizations: served };
  for (const kind of ['take', 'decline'] as const)
    expect((await bench.push('olga', kind, { reason: 'No' })).view).toMatchObject({
      kind: 'request-card',
      remark,
      typedReason: kind === 'decline' ? 'No' : undefined,
    });
  // What that organization says of them, or whether its service answers, says nothing about the other one.
  expect(bench.operatorOf).not.toContain(bench.signedInTo);
  for (const refused of [{ code: 'administrator-only' }, { code: 'session-refused', access: 'operator' }] as const) {
    bench.refused = refused;
    const { view } = await bench.push('olga', 'take');
    expect(view).toMatchObject({ remark: { ...refused, organizationKey: CONTOSO } });
  }
  bench.refused = undefined;
  bench.signedIn.delete('olga');
  const first = { code: 'sign-in-first', organizationKey: CONTOSO };
  expect((await bench.push('olga', 'take')).view).toMatchObject({ remark: first });
  // Which of several, the person knows.
  bench.served = [...served, { organization: 'northwind.onmicrosoft.com', displayName: 'Northwind' }];
  expect((await bench.push('olga', 'take')).view).toMatchObject({ remark: { code: 'sign-in-first' } });
  expect((await bench.push('olga', 'take')).view).not.toMatchObject({ remark: first });
  bench.signedIn.add('olga');
  bench.signedInTo = CONTOSO;
  bench.operatorOf = [];
  expect((await bench.push('olga', 'take')).view).toMatchObject({ remark: { code: 'operators-only' } });
  bench.operatorOf = [CONTOSO];
  await bench.push('olga', 'take');
  expect(bench.request()?.status.kind).toBe('taken');
});

test('a suspended operator sees how a request ends, and nothing of it stays when the person who asked is erased', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.suspensions.write(
    'olga',
    { personId: 'olga', name: '', at: 0, by: { personId: 'ada', name: '' } },
    undefined,
  );
  await pass(30 * MINUTE);
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  await bench.erasure.erase(({ personId }) => personId === 'anna');
  await bench.work();
  expect(bench.records.states.size).toBe(0);
  expect(bench.seenBy('olga', 'request-card')).toMatchObject({
    request: { name: '', fields: { what: '' }, status: { how: 'withdrawn' } },
  });
});

test('an open request is declined only by whoever could take it; who has taken it needs no more than that', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  bench.signedIn.delete('olga');
  const declined = { reason: 'not in the backup' };
  expect((await bench.push('olga', 'decline', declined)).view).toMatchObject({
    remark: { code: 'sign-in-first' },
    typedReason: 'not in the backup',
  });
  expect(bench.request()?.status.kind).toBe('open');
  bench.signedIn.add('olga');
  await bench.push('olga', 'take');
  bench.signedIn.delete('olga');
  await bench.push('olga', 'decline', declined);
  expect(bench.request()?.status).toMatchObject({ kind: 'ended', how: 'declined' });
});

test('what nobody takes is announced twice more, then to the administrators, and ends after a week', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  const cards = () => [bench.cardsOf('olga', 'request-card').length, bench.cardsOf('ada', 'request-card').length];
  expect(cards()).toEqual([1, 0]);
  await pass(29 * MINUTE);
  expect(cards()).toEqual([1, 0]);
  await pass(2 * MINUTE);
  expect(cards()).toEqual([2, 0]);
  await pass(30 * MINUTE);
  expect(cards()).toEqual([3, 0]);
  await pass(30 * MINUTE);
  expect(cards()).toEqual([3, 1]);
  for (let days = 0; days < 8; days += 1) await pass(DAY);
  expect(bench.newsTo('anna')).toEqual(['expired']);
  for (const name of ['olga', 'ada'] as const)
    expect(bench.seenBy(name, 'request-card')).toMatchObject({ request: { status: { how: 'expired' } } });
  expect(cards()).toEqual([3, 1]);
  expect(bench.jobs.queued).toEqual([]);
});

test('the audit log says that it has expired once, and not where it was withdrawn at that moment', async () => {
  const { records } = bench;
  const write = records.write.bind(records);
  const ends = () => bench.audit.records.filter(({ event }) => event === 'request-ended').map(({ outcome }) => outcome);
  await bench.askFor();
  await bench.askFor(undefined, 'request-2');
  await bench.work();
  records.write = async (id, state, over) => {
    if (id === REQUEST && state.status.kind === 'ended') {
      records.write = write;
      await bench.press(bench.asker('anna'), REQUEST, { kind: 'withdraw', fields: {} }, undefined);
    }
    return write(id, state, over);
  };
  for (let days = 0; days < 8; days += 1) await pass(DAY);
  expect(bench.request()?.status).toMatchObject({ how: 'withdrawn' });
  expect(bench.request('request-2')?.status).toMatchObject({ how: 'expired' });
  expect(ends()).toEqual(expect.arrayContaining(['expired', 'withdrawn']));
  expect(ends()).toHaveLength(2);
});

test('where nobody can be asked, the person is told so once, and whoever comes on duty gets it', async () => {
  const { post } = bench.announcer;
  bench.announcer.post = async (address, key, view, attempt) =>
    key.personId === 'ada' ? { kind: 'unreachable' } : post(address, key, view, attempt);
  await bench.askFor();
  await bench.work();
  expect(bench.newsTo('anna')).toEqual(['unheard']);
  await pass(31 * MINUTE);
  await pass(HOUR);
  expect(bench.newsTo('anna')).toEqual(['unheard']);
  await bench.onDuty('olga');
  await bench.work();
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  await bench.push('olga', 'take');
  await bench.work();
  expect(bench.newsTo('anna')).toEqual(['unheard', 'taken']);
});

describe('whoever could not be written to for a while, and does something since,', () => {
  let lost: Name | undefined;
  beforeEach(async () => {
    lost = undefined;
    const { post } = bench.announcer;
    const edit = bench.announcer.edit.bind(bench.announcer);
    bench.announcer.post = async (address, key, ...card) =>
      key.personId === lost ? { kind: 'unreachable' } : post(address, key, ...card);
    bench.announcer.edit = async (address, key, ...card) =>
      key.personId === lost ? { kind: 'unreachable' } : edit(address, key, ...card);
    await bench.onDuty('olga', 'otto');
    await bench.askFor();
    await bench.work();
  });

  test.each([
    ['presses a button of the request', () => bench.push('anna', 'edit')],
    ['changes it', () => bench.push('anna', 'save', { fields: { what: 'budget' } })],
    ['asks for something else', () => bench.askFor({ what: 'budget' }, 'request-2')],
  ])('is told what became of it meanwhile: who %s', async (_, act) => {
    lost = 'anna';
    await bench.push('olga', 'take');
    await bench.work();
    await bench.push('olga', 'hand-back');
    await bench.work();
    expect(bench.newsTo('anna')).toEqual([]);
    lost = undefined;
    await act();
    await bench.work();
    expect(bench.newsTo('anna')).toEqual(['taken', 'handed-back']);
    expect(bench.request()?.news).toEqual([]);
    await bench.push('otto', 'take');
    await bench.work();
    expect(bench.newsTo('anna')).toEqual(['taken', 'handed-back', 'taken']);
    expect(bench.seenBy('anna', 'request-own')).toMatchObject({ request: { status: { by: { id: 'otto' } } } });
  });

  test('keeps the form that Edit has shown them', async () => {
    lost = 'anna';
    await bench.push('olga', 'take');
    await bench.work();
    lost = undefined;
    const before = bench.announcer.acts.length;
    await bench.push('anna', 'edit');
    await bench.work();
    expect(bench.announcer.acts.slice(before)).toEqual(['post request-news']);
  });

  test('is asked again, whichever request did not reach them and whatever they have done since', async () => {
    lost = 'olga';
    await bench.askFor({ what: 'budget' }, 'request-2');
    await bench.work();
    expect(bench.duties.states.get('olga')?.unreachable).toBeDefined();
    lost = undefined;
    await bench.push('olga', 'take');
    expect(bench.duties.states.get('olga')?.unreachable).toBeUndefined();
  });

  test('sees the request as it is: an operator with its card, who is asked again', async () => {
    lost = 'olga';
    await bench.push('anna', 'save', { fields: { what: 'budget' } });
    await bench.work();
    expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { fields: { what: 'annual report' } } });
    lost = undefined;
    await bench.push('olga', 'take');
    expect(bench.duties.states.get('olga')?.unreachable).toBeUndefined();
    await bench.push('anna', 'withdraw');
    await bench.work();
    expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { status: { how: 'withdrawn' } } });
  });
});

test.each([
  ['anna', 'withdraw'],
  ['olga', 'take'],
] as const)('what a newer version has just written is not said to be erased: %s presses %s', async (name, kind) => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  const read = bench.records.read.bind(bench.records);
  bench.records.read = async () => ({ kind: 'unreadable', version: 'newer', isNewer: true });
  await expect(bench.push(name, kind)).rejects.toThrow(StorageUnavailableError);
  // Without its key nobody can tell what it was.
  bench.records.read = async () => ({ kind: 'unreadable', version: 'other' });
  expect((await bench.push(name, kind)).view).toMatchObject({ code: 'unknown' });
  bench.records.read = read;
  expect(bench.request()?.status).toMatchObject({ kind: 'open' });
});

test('a chat that fails holds up nobody else, and is tried again', async () => {
  await bench.onDuty('olga', 'otto');
  bench.announcer.next = ['is delivered', 'fails'];
  await bench.askFor();
  await bench.clock.settle();
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(0);
  await pass(2 * MINUTE);
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
});

test('five open requests a person, fifty an organization', async () => {
  for (let each = 0; each < 5; each += 1) await bench.askFor(undefined, `request-${each}`);
  expect((await bench.askFor(undefined, 'one-more')).view).toMatchObject({ remark: 'too-many-own' });
  await bench.push('anna', 'withdraw', { id: 'request-0' });
  expect((await bench.askFor(undefined, 'one-more')).view).toMatchObject({ kind: 'request-own' });
  const sample = bench.request('one-more');
  if (sample === undefined) throw new Error('not asked');
  // Also of another tenant that the organization serves.
  for (let each = 0; each < 45; each += 1) {
    const id = `other-${each}`;
    const tenantId = each % 2 === 0 ? sample.tenantId : 'another-tenant';
    await bench.records.write(id, { ...sample, id, tenantId, asker: { ...sample.asker, id } }, undefined);
  }
  const press = { kind: 'ask', fields: { what: 'x' } } as const;
  const { view } = await bench.press(bench.asker('sam'), 'of-sam', press, undefined);
  expect(view).toMatchObject({ remark: 'too-many-all' });
});

test.each([
  ['what is missing', {}, 'what-missing'],
  ['which site', { what: 'plan', kind: 'sharepoint' }, 'place-missing'],
] as const)('the form asks again for %s, with what was entered', async (_, fields, remark) => {
  expect((await bench.askFor(fields)).view).toMatchObject({ kind: 'request-form', fields, remark });
  expect(bench.request()).toBeUndefined();
});

test('a day that is none is left out', async () => {
  await bench.askFor({ what: 'plan', lastSeen: '2026-13-45', neededBy: 'soon' });
  expect(bench.request()?.fields).toEqual({ what: 'plan' });
});

test.each([
  ['a guest', { isGuest: true }, 'guest'],
  ['somebody who has not installed the app', undefined, 'no-personal-chat'],
] as const)('%s is refused politely', async (_, chat, code) => {
  bench.chat = () => chat;
  expect((await bench.askFor()).view).toEqual({ kind: 'request-notice', code });
  expect(bench.request()).toBeUndefined();
});

test('a bot, which has no object id, is refused', async () => {
  const bot = bench.asker('sam', { person: { tenantId: 't', name: 'sam', objectId: undefined } });
  const replies: readonly RequestReply[] = [bench.asking.form(bot), await bench.asking.ask(bot, 'x', { what: 'y' })];
  for (const { view } of replies) expect(view).toEqual({ kind: 'request-notice', code: 'no-object-id' });
});

test('of a message its date and link are kept only if the person agrees', async () => {
  const message = { at: Date.UTC(2026, 10, 3, 9), link: 'https://teams.microsoft.com/l/message/1' };
  const ask = (id: string, useMessage: boolean) =>
    bench.asking.ask(bench.asker('anna'), id, { what: 'plan', useMessage }, undefined, message);
  expect((await ask('without', false)).view).toEqual({ kind: 'request-notice', code: 'sent' });
  await ask('with', true);
  expect(bench.request('without')?.fields).toEqual({ what: 'plan' });
  expect(bench.request('with')?.fields).toEqual({ what: 'plan', lastSeen: '2026-11-03', message });
});

test('erasing the person who asked ends it for operators and leaves nothing; an operator who is erased has not taken it', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.askFor({ what: 'budget' }, 'request-2');
  await bench.work();
  await bench.push('olga', 'take');
  await bench.erasure.erase(({ personId }) => personId === 'olga');
  await bench.work();
  expect(bench.request()).toMatchObject({ status: { kind: 'open' }, asked: [{ id: 'otto' }] });
  expect([...bench.duties.states.keys()]).toEqual(['otto']);
  const dutyEnds = bench.audit.records.filter(({ event }) => event === 'duty-ended');
  expect(dutyEnds).toMatchObject([{ key: bench.asker('olga').key }]);
  await bench.erasure.erase(({ personId }) => personId === 'anna');
  await bench.work();
  expect(bench.records.states.size).toBe(0);
  expect(bench.seenBy('otto', 'request-card')).toMatchObject({
    request: { name: '', fields: { what: '' }, status: { how: 'withdrawn' } },
  });
});

test('the audit log has what an erased person, or one who removed the app, ends or hands back, once, and nobody is "forgotten"', async () => {
  const lines = () =>
    bench.audit.records
      .filter(({ event }) => ['forgotten', 'request-handed-back', 'request-ended'].includes(event))
      .map(({ event, key, outcome, reference }) => [event, key.personId, outcome, reference]);
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.askFor({ what: 'budget' }, 'request-2');
  await bench.work();
  await bench.push('olga', 'take');
  const { conversationId } = bench.asker('olga').key;
  for (const _ of [1, 2]) await bench.uninstall.leave({ conversationId, at: bench.clock.now() });
  const handedBack = ['request-handed-back', 'olga', undefined, REQUEST];
  expect(lines()).toEqual([handedBack]);
  for (const _ of [1, 2]) await bench.erasure.erase(({ personId }) => personId === 'anna');
  const ended = (id: string) => ['request-ended', 'anna', 'withdrawn', id];
  expect(lines()).toEqual([handedBack, ended(REQUEST), ended('request-2')]);
  await bench.work();
  expect(bench.records.states.size).toBe(0);
  await bench.erasure.erase(({ personId }) => personId === 'otto');
  expect(lines()).toHaveLength(3);
});

test('what has ended before its asker is erased has no second end', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  await bench.work();
  await bench.push('anna', 'withdraw');
  await bench.work();
  for (const name of ['anna', 'olga'])
    expect(await bench.erasure.erase(({ personId }) => personId === name)).toBe(true);
  expect(events().filter((event) => ['forgotten', 'request-ended'].includes(event))).toEqual(['request-ended']);
});

test('with a chat that was left goes what was made until then, however late or often its job runs', async () => {
  const left = async (name: Name, at: number) => {
    const { conversationId } = bench.asker(name).key;
    await bench.uninstall.leave({ conversationId, at });
    await bench.work();
  };
  const before = bench.clock.now();
  await bench.clock.advance(MINUTE);
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await left('olga', before);
  await left('anna', before);
  expect([...bench.duties.states.keys()]).toEqual(['olga', 'otto']);
  expect(bench.request()).toMatchObject({ status: { kind: 'open' }, asked: [{ id: 'olga' }, { id: 'otto' }] });

  // Asked before, taken since.
  const asked = bench.clock.now();
  await bench.clock.advance(MINUTE);
  await bench.push('olga', 'take');
  await left('olga', asked);
  expect([...bench.duties.states.keys()]).toEqual(['otto']);
  expect(bench.request()?.status).toMatchObject({ kind: 'taken', by: { id: 'olga' } });
  await left('olga', bench.clock.now());
  expect(bench.request()).toMatchObject({ status: { kind: 'open' }, asked: [{ id: 'otto' }] });
  await left('anna', bench.clock.now());
  expect(bench.records.states.size).toBe(0);
});

test('of a person who is erased no name is kept for the time that their cards take, nor what a press on one brings', async () => {
  bench.chat = (who) => ({
    address: { ...bench.asker('anna').address, zone: 'Europe/Berlin', userName: who.person.name },
  });
  await bench.askFor({ what: 'plan' });
  const request = bench.request();
  if (request === undefined) throw new Error('not asked');
  const lost = { ...request, asker: { ...request.asker, unreachable: true as const } };
  const left = forgotten(1)(lost) ?? lost;
  const { conversationId } = bench.asker('anna').key;
  expect(left.asker).toMatchObject({ name: '', address: { conversationId } });
  for (const kept of ['"anna"', 'Europe/Berlin', '@', 'plan'])
    expect(JSON.stringify({ ...left, asker: { ...left.asker, id: '', key: '' } })).not.toContain(kept);
  expect(heardFrom(bench.asker('anna'))(left)).toBeUndefined();
});

test('whoever presses is written to in the language of their client from then on, also where it says no time zone', async () => {
  await bench.onDuty('olga');
  await bench.askFor();
  const request = bench.request();
  const { key, address } = bench.asker('olga');
  const placeIn = (locale?: string, zone?: string) => {
    const heard = request && heardFrom({ key, address: { ...address, locale, zone } })(request);
    return heard?.asked.map((asked) => [asked.address.locale, asked.address.zone]);
  };
  const { locale, zone } = address;
  expect(placeIn('fr-FR', 'Europe/Paris')).toEqual([['fr-FR', 'Europe/Paris']]);
  expect(placeIn('fr-FR')).toEqual([['fr-FR', zone]]);
  expect(placeIn(locale, zone)).toBeUndefined();
});

test('the sweep erases what has been over for a day', async () => {
  const signal = new AbortController().signal;
  await bench.askFor();
  await bench.askFor({ what: 'open' }, 'request-2');
  await bench.push('anna', 'withdraw');
  await pass(DAY - HOUR);
  expect(await bench.erasure.sweep(signal)).toBe(0);
  await pass(2 * HOUR);
  expect(await bench.erasure.sweep(signal)).toBe(1);
  expect([...bench.records.states.keys()]).toEqual(['request-2']);
});

test('two runs at once post each card once', async () => {
  await bench.onDuty('olga', 'otto');
  const { announcer, clock } = bench;
  const { post } = announcer;
  announcer.post = async (...message) => {
    await clock.sleep(1_000);
    return post(...message);
  };
  const job = { kind: 'request', requestId: REQUEST, dueAt: 0 } as const;
  const asking = bench.askFor();
  const run = (id: string) => bench.jobHandlers.request(job, new AbortController(), id);
  await asking;
  await clock.run(Promise.all([run('message-a'), run('message-b')]));
  await pass(2 * MINUTE);
  expect(announcer.acts.filter((each) => each === 'post request-card')).toHaveLength(2);
});

test('copies of its job do nothing more', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  for (let copy = 0; copy < 3; copy += 1) bench.jobs.duplicate();
  await bench.work();
  await pass(2 * MINUTE);
  const { acts } = bench.announcer;
  expect(acts.filter((act) => act === 'post request-card')).toHaveLength(2);
});
