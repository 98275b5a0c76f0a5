/** A button that ends something, tapped twice, or whose press the channel delivers twice. */
import { aPersonState, aSession } from '../../support/builders.ts';
import { buttonsOn, createWalk, walkKey, type Seen, type Walk } from '../../support/walk.ts';

const only = (seen: readonly Seen[]): Seen => {
  const [first] = seen;
  if (first === undefined) throw new Error('There is no card.');
  return first;
};

async function press(walk: Walk, seen: Seen, verb: string): Promise<Seen> {
  const button = buttonsOn(seen.card).find((each) => each['verb'] === verb);
  if (button === undefined) throw new Error(`There is no button "${verb}".`);
  const before = walk.cards.find(({ cardId }) => cardId === seen.cardId);
  const { next } = await walk.press(seen, button);
  return next[0] ?? before ?? seen;
}

function signedIn(): Walk {
  const walk = createWalk({ isListed: true });
  walk.store.put(walkKey, aPersonState({ session: aSession({ cardId: 'card-of-session' }) }));
  return walk;
}

test.each<[string, () => Walk, string, string, object]>([
  ['Cancel', () => createWalk(), 'login', 'cancel', { kind: 'not-signed-in' }],
  ['Log out', signedIn, 'status', 'log-out', { kind: 'logged-out' }],
  ['Erase', signedIn, 'forget me', 'forget-me', { kind: 'forgotten', conversations: 1 }],
])('%s tapped twice is answered twice with what the first one did', async (_title, setUp, command, verb, done) => {
  const walk = setUp();
  const seen = only(await walk.say(command));
  expect((await press(walk, seen, verb)).view).toMatchObject(done);
  expect((await press(walk, seen, verb)).view).toMatchObject(done);
  expect(walk.cards.find(({ cardId }) => cardId === seen.cardId)?.view).toMatchObject(done);
});

test('a minute later it says what there is now', async () => {
  const walk = signedIn();
  const seen = only(await walk.say('forget me'));
  await press(walk, seen, 'forget-me');
  await walk.clock.advance(60_000);
  expect((await press(walk, seen, 'forget-me')).view).toMatchObject({ kind: 'forgotten', conversations: 0 });
});

test('after a failure the next tap does it', async () => {
  const walk = signedIn();
  const seen = only(await walk.say('forget me'));
  walk.store.away = true;
  await press(walk, seen, 'forget-me');
  walk.store.away = false;
  expect((await press(walk, seen, 'forget-me')).view).toMatchObject({ kind: 'forgotten', conversations: 1 });
});
