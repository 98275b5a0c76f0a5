import { anAsker, aPersonKey } from '../../../support/builders.ts';
import { createDomain } from '../../../support/domain.ts';

const asker = anAsker();
const operator = { flow: 'operator' } as const;

test('too many new codes are refused with the next allowed time, and without a request to the provider', async () => {
  const domain = createDomain();
  const newCode = () => domain.signIns.newCode(asker, domain.store.stateOf(aPersonKey())?.signIn?.id ?? '', 'card-1');
  await domain.signIns.begin(asker, operator);
  for (let start = 1; start < 40; start += 1) await newCode();
  expect(domain.store.stateOf(aPersonKey())?.recentStarts).toHaveLength(40);

  const { view, ...how } = await newCode();

  // The card of the code that still works keeps it.
  expect(how).toEqual({ kind: 'render', apart: true });
  expect(view).toEqual({
    kind: 'notice',
    notice: { code: 'too-many-sign-ins', whose: 'person', againAt: domain.clock.now() + 600_000 },
  });
  expect(domain.identityProvider.codeRequests).toHaveLength(40);
  // The code there is still works.
  expect((await domain.signIns.begin(asker, operator)).view.kind).toBe('sign-in');
});

test('showing the same code again does not count', async () => {
  const domain = createDomain();
  for (let time = 0; time < 50; time += 1) await domain.signIns.begin(asker, operator);
  expect(domain.store.stateOf(aPersonKey())?.recentStarts).toHaveLength(1);
});
