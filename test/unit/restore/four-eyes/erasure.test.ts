/** What of a request for approval is erased with its asker, with an approver, and with their chat. */
import { StorageUnavailableError } from '../../../../src/core/errors.ts';
import { createApprovalErasure } from '../../../../src/restore/four-eyes/erasure.ts';
import { APPROVERS_TEAM } from '../../../fakes/approvals.ts';
import { aMember } from '../../../fakes/roster.ts';
import { createFourEyesBench, olga, paula, quentin, type FourEyesBench } from '../../../support/four-eyes-bench.ts';
import { key, serviceTakes } from '../../../support/restoring-bench.ts';

const erasureOf = ({ fourEyes: { approvals }, clock, jobs }: FourEyesBench) =>
  createApprovalErasure({ approvals, clock, jobs });

async function approvedByOne() {
  const bench = await createFourEyesBench({ needed: 2 });
  await bench.ask();
  await bench.settle();
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  return {
    bench,
    erasure: erasureOf(bench),
  };
}

test('an approver is erased from it by name; the decision, which the audit log has as well, still counts', async () => {
  const { bench, erasure } = await approvedByOne();
  await erasure.erase(({ personId }) => personId === 'oid-of-paula');
  expect(bench.request().cards.map(({ objectId }) => objectId)).toEqual(['oid-of-quentin']);
  expect(bench.request().decisions).toMatchObject([{ objectId: 'oid-of-paula', name: '' }]);
  await bench.press(quentin, { kind: 'approve' });
  await bench.settle(30);
  expect(bench.request().outcome?.kind).toBe('approved');
});

test('an approver is not erased from it before the job is sent that takes their name from what waits', async () => {
  const { bench } = await approvedByOne();
  const before = await bench.fourEyes.approvals.read(bench.id());
  const away = { ...bench.jobs, sendOwned: () => Promise.reject(new StorageUnavailableError('the queue is away')) };
  const erasure = createApprovalErasure({ approvals: bench.fourEyes.approvals, clock: bench.clock, jobs: away });
  await expect(erasure.erase(({ personId }) => personId === 'oid-of-paula')).rejects.toThrow(StorageUnavailableError);
  expect(await bench.fourEyes.approvals.read(bench.id())).toEqual(before);
});

test('with the chat that an approver left goes the card in it', async () => {
  const { bench, erasure } = await approvedByOne();
  await erasure.erase(({ conversationId }) => conversationId === paula.key.conversationId);
  expect(bench.request().cards.map(({ objectId }) => objectId)).toEqual(['oid-of-quentin']);
  expect(bench.request().decisions).toMatchObject([{ name: 'paula' }]);
});

test('a chat that was left before it was asked takes nothing of it', async () => {
  const { bench, erasure } = await approvedByOne();
  const before = await bench.fourEyes.approvals.read(bench.id());
  const { askedAt } = bench.request();
  for (const { conversationId: left } of [paula.key, key])
    expect(await erasure.erase(({ conversationId }) => conversationId === left, askedAt - 1)).toBe(false);
  expect(await bench.fourEyes.approvals.read(bench.id())).toEqual(before);
  expect(await erasure.erase(({ conversationId }) => conversationId === key.conversationId, askedAt)).toBe(true);
});

test('nothing is written for somebody whom no request names', async () => {
  const { bench, erasure } = await approvedByOne();
  const before = await bench.fourEyes.approvals.read(bench.id());
  await erasure.erase(({ personId }) => personId === 'oid-of-sam');
  expect(await bench.fourEyes.approvals.read(bench.id())).toEqual(before);
});

test.each(['approve', 'decline'] as const)(
  'of an asker nothing is left, also where somebody has decided by then: "%s"',
  async (kind) => {
    const bench = await createFourEyesBench();
    serviceTakes(bench, 5);
    await bench.ask();
    await bench.settle();
    await bench.press(paula, { kind, reason: 'not now' });
    await bench.settle();
    expect(bench.restore().endedAt).toBeDefined();
    const erasure = erasureOf(bench);
    expect(await erasure.erase?.(({ personId }) => personId === olga.key.personId)).toBe(true);
    // At once, whatever its job does; and what the person asked for is theirs as well.
    const { asker, facts } = bench.request();
    expect(asker).toMatchObject({ name: '', address: undefined });
    expect(facts).toMatchObject({ groups: [], reason: undefined });
    await bench.clock.advance(31_000);
    await bench.settle(30);
    expect(bench.fourEyes.approvals.states.size).toBe(0);
    expect(bench.cardsOf(paula)).toMatchObject([{ outcome: { kind: kind === 'approve' ? 'approved' : 'declined' } }]);
  },
);

test('of an asker who is erased while it waits the approvers see no more than that it has ended', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  await erasureOf(bench).erase?.(({ personId }) => personId === olga.key.personId);
  await bench.clock.advance(31_000);
  await bench.settle(30);
  expect(bench.fourEyes.approvals.states.size).toBe(0);
  const [card] = bench.cardsOf(quentin);
  expect(card).toMatchObject({ name: '', outcome: { kind: 'withdrawn' }, facts: { groups: [] } });
  expect(bench.explorer.restored).toEqual([]);
});

test("an approver's name is not kept with the asker either: while it waits it is erased, and what has ended has none", async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  expect(bench.restore().fourEyes?.reach?.asked).toEqual(['paula', 'quentin']);
  await erasureOf(bench).erase?.(({ personId }) => personId === 'oid-of-quentin');
  await bench.settle(30);
  expect(bench.restore().fourEyes?.reach?.asked).toEqual(['paula']);

  // Approved, and waiting for the asker's sign-in.
  const state = bench.people.stateOf(key);
  if (state !== undefined) bench.people.put(key, { ...state, session: undefined });
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.restore().fourEyes?.approved?.by).toEqual([{ objectId: 'oid-of-paula', name: 'paula' }]);
  await erasureOf(bench).erase?.(({ personId }) => personId === 'oid-of-paula');
  await bench.settle(30);
  expect(JSON.stringify(bench.store.stateOf(key)?.restores)).not.toMatch(/"(paula|quentin)"/);

  const other = await createFourEyesBench();
  serviceTakes(other, 5);
  await other.ask();
  await other.settle();
  await other.press(paula, { kind: 'approve' });
  await other.settle();
  expect(other.restore().fourEyes?.approved?.by).toEqual([{ objectId: 'oid-of-paula', name: '' }]);
  expect(JSON.stringify(other.store.stateOf(key)?.restores)).not.toMatch(/"(paula|quentin)"/);
});

test('a member of APPROVER_TEAM who is erased is not asked for it again', async () => {
  const bench = await createFourEyesBench({}, [], []);
  bench.fourEyes.roster.teams.set(APPROVERS_TEAM, [aMember('paula'), aMember('quentin')]);
  await bench.ask();
  await bench.settle();
  await erasureOf(bench).erase?.(({ personId }) => personId === 'oid-of-paula');
  await bench.settle(30);
  await bench.clock.advance(23 * 3_600_000);
  await bench.settle(30);
  expect([bench.cardsOf(paula).length, bench.cardsOf(quentin).length]).toEqual([1, 1]);
  expect(JSON.stringify(bench.request())).not.toContain('paula');
});
