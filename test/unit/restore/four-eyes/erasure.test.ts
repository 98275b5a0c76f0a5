/** What of a request for approval is erased with an approver, and with their chat. */
import { createApprovalErasure } from '../../../../src/restore/four-eyes/erasure.ts';
import { createFourEyesBench, paula, quentin } from '../../../support/four-eyes-bench.ts';

async function approvedByOne() {
  const bench = await createFourEyesBench({ needed: 2 });
  await bench.ask();
  await bench.settle();
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  return { bench, erasure: createApprovalErasure({ approvals: bench.fourEyes.approvals, clock: bench.clock }) };
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

test('with the chat that an approver left goes the card in it', async () => {
  const { bench, erasure } = await approvedByOne();
  await erasure.erase(({ conversationId }) => conversationId === paula.key.conversationId);
  expect(bench.request().cards.map(({ objectId }) => objectId)).toEqual(['oid-of-quentin']);
  expect(bench.request().decisions).toMatchObject([{ name: 'paula' }]);
});

test('nothing is written for somebody whom no request names', async () => {
  const { bench, erasure } = await approvedByOne();
  const before = await bench.fourEyes.approvals.read(bench.id());
  await erasure.erase(({ personId }) => personId === 'oid-of-sam');
  expect(await bench.fourEyes.approvals.read(bench.id())).toEqual(before);
});
