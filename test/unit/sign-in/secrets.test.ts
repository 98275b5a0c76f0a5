/** Nothing secret leaves the state, but the code in the one view that is there to show it. */
import type { View } from '../../../src/sign-in/views.ts';
import { fakeAccessToken, granted } from '../../fakes/identity-provider.ts';
import { createHeart, type Choices, type Heart } from '../../support/heart.ts';
import { aFault, anAsker, aPersonKey, malformed, noAnswer, refused } from '../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();

/** Every secret of the fakes has this in it. */
const SECRET = /SECRET/;

function withoutCode(view: View): unknown {
  return view.kind === 'sign-in' ? { ...view, userCode: 'shown' } : view;
}

function expectNoLeak(heart: Heart, replies: readonly View[]): void {
  expect(heart.log.text()).not.toMatch(SECRET);
  expect(JSON.stringify(heart.audit.records)).not.toMatch(SECRET);
  expect(JSON.stringify([heart.jobs.sent, heart.jobs.queued])).not.toMatch(SECRET);
  const shown = heart.announcer.cards.flatMap(({ views }) => views);
  expect(JSON.stringify([...shown, ...replies].map(withoutCode))).not.toMatch(SECRET);
  const codes = [...shown, ...replies].filter(({ kind }) => kind === 'sign-in');
  for (const code of codes)
    expect(JSON.stringify(code).match(/SECRET[^"]*/g)).toEqual([expect.stringMatching(/^SECRET-USER-/)]);
}

const lives: readonly [string, Choices, (heart: Heart) => void][] = [
  ['goes well', {}, (heart) => void (heart.identityProvider.polls = [refused('slow_down'), noAnswer(), granted()])],
  [
    'is looked up in the directory',
    { lookup: 'directory' },
    (heart) => void (heart.identityProvider.polls = [granted()]),
  ],
  ['is declined', {}, (heart) => void (heart.identityProvider.polls = [refused('access_denied')])],
  ['is malformed', {}, (heart) => void (heart.identityProvider.polls = [malformed()])],
  [
    'is somebody else’s',
    {},
    (heart) =>
      void (heart.identityProvider.polls = [granted({ accessToken: fakeAccessToken({ oid: 'x', tid: 'y' }) })]),
  ],
  [
    'is refused by the service',
    {},
    (heart) => {
      heart.identityProvider.polls = [granted()];
      heart.service.exchangeFaults = [aFault('FAILED', { status: 503 }), aFault('REFUSED', { status: 403 })];
    },
  ],
  [
    'meets storage that is away now and then',
    {},
    (heart) => {
      heart.identityProvider.polls = [granted()];
      heart.store.writes = ['works', 'works', 'is away', 'loses its answer', 'is away', 'loses its answer'];
    },
  ],
  [
    'meets a chat service that is away now and then',
    {},
    (heart) => {
      heart.identityProvider.polls = [granted()];
      heart.announcer.next = ['fails', 'is delivered', 'fails'];
    },
  ],
];

test.each(lives)('a sign-in that %s', async (_, choices, prepare) => {
  const heart = createHeart(choices);
  prepare(heart);
  const replies: View[] = [];
  const note = async (reply: Promise<{ readonly view: View }>): Promise<void> => {
    const { view } = await heart.clock.run(reply);
    replies.push(view);
  };

  await note(heart.signIns.begin(asker, { flow: 'operator' }));
  await note(heart.signIns.begin(asker, { flow: 'operator' }));
  await note(heart.signIns.showCode(asker));
  await note(heart.sessions.status(asker));
  await heart.clock.advance(120_000);
  await heart.clock.run(heart.jobs.runDue());
  await note(heart.sessions.status(asker));
  heart.service.renewFaults = [aFault('REFUSED', { status: 400 })];
  await note(heart.renewals.renew(key));
  await note(heart.renewals.renew(key));
  await heart.clock.advance(3_000_000);
  await heart.clock.run(heart.jobs.runDue());
  await note(heart.sessions.logOut(asker, {}));
  await note(heart.signIns.begin(asker, { flow: 'operator' }));
  await note(heart.signIns.cancel(asker));

  expectNoLeak(heart, replies);
  expect(JSON.stringify(heart.store.stateOf(key))).not.toMatch(SECRET);
});
