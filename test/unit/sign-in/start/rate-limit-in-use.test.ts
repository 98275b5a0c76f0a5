import { anAsker, aPersonKey } from '../../../support/builders.ts';
import { createHeart } from '../../../support/heart.ts';

const asker = anAsker();
const operator = { flow: 'operator' } as const;

test('too many new codes are answered by when there is one again, and the provider is asked no more', async () => {
  const heart = createHeart();
  const newCode = () => heart.signIns.newCode(asker, heart.store.stateOf(aPersonKey())?.signIn?.id ?? '', 'card-1');
  await heart.signIns.begin(asker, operator);
  for (let start = 1; start < 40; start += 1) await newCode();
  expect(heart.store.stateOf(aPersonKey())?.recentStarts).toHaveLength(40);

  const { view } = await newCode();

  expect(view).toEqual({
    kind: 'notice',
    notice: { code: 'too-many-sign-ins', whose: 'person', againAt: heart.clock.now() + 600_000 },
  });
  expect(heart.identityProvider.codeRequests).toHaveLength(40);
  // The code there is still works.
  expect((await heart.signIns.begin(asker, operator)).view.kind).toBe('sign-in');
});

test('showing the same code again does not count', async () => {
  const heart = createHeart();
  for (let time = 0; time < 50; time += 1) await heart.signIns.begin(asker, operator);
  expect(heart.store.stateOf(aPersonKey())?.recentStarts).toHaveLength(1);
});
