import { approvalRequestSchema } from '../../../../src/restore/state/four-eyes.ts';
import { createFourEyesBench } from '../../../support/four-eyes-bench.ts';

test('a request that an earlier version stored, with names alone, is read', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  const request = bench.request();
  const { facts, asker } = request;
  expect(asker.account).toBe(bench.session.account);
  const groups = facts.groups.map((group) => ({ ...group, target: 'Mika Tan', of: ['Noor Haddad'] }));
  const { account: _, ...earlier } = asker;
  const read = approvalRequestSchema.parse({ ...request, asker: earlier, facts: { ...facts, groups } });
  expect(read.facts.groups).toMatchObject([{ target: { name: 'Mika Tan' }, of: [{ name: 'Noor Haddad' }] }]);
});
