/** Nothing secret leaves the state, but the code in the one view that is there to show it. */
import type { View } from '../../../src/sign-in/state/views.ts';
import { fakeAccessToken, granted } from '../../fakes/identity-provider.ts';
import { createDomain, type Choices, type Domain } from '../../support/domain.ts';
import { aFault, anAsker, aPersonKey, malformed, noAnswer, refused } from '../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();

/** Every secret of the fakes has this in it. */
const SECRET = /SECRET/;

function withoutCode(view: View): unknown {
  return view.kind === 'sign-in' ? { ...view, userCode: 'shown' } : view;
}

function expectNoLeak(domain: Domain, replies: readonly View[]): void {
  expect(domain.log.text()).not.toMatch(SECRET);
  expect(JSON.stringify(domain.audit.records)).not.toMatch(SECRET);
  expect(JSON.stringify([domain.jobs.sent, domain.jobs.queued])).not.toMatch(SECRET);
  const shown = domain.announcer.cards.flatMap(({ views }) => views);
  expect(JSON.stringify([...shown, ...replies].map(withoutCode))).not.toMatch(SECRET);
  const codes = [...shown, ...replies].filter(({ kind }) => kind === 'sign-in');
  for (const code of codes)
    expect(JSON.stringify(code).match(/SECRET[^"]*/g)).toEqual([expect.stringMatching(/^SECRET-USER-/)]);
}

const lives: readonly [string, Choices, (domain: Domain) => void][] = [
  ['goes well', {}, (domain) => void (domain.identityProvider.polls = [refused('slow_down'), noAnswer(), granted()])],
  [
    'is looked up in the directory',
    { lookup: 'directory' },
    (domain) => void (domain.identityProvider.polls = [granted()]),
  ],
  ['is declined', {}, (domain) => void (domain.identityProvider.polls = [refused('access_denied')])],
  ['is malformed', {}, (domain) => void (domain.identityProvider.polls = [malformed()])],
  [
    'is somebody else’s',
    {},
    (domain) =>
      void (domain.identityProvider.polls = [granted({ accessToken: fakeAccessToken({ oid: 'x', tid: 'y' }) })]),
  ],
  [
    'is refused by the service',
    {},
    (domain) => {
      domain.identityProvider.polls = [granted()];
      domain.service.exchangeFaults = [aFault('FAILED', { status: 503 }), aFault('REFUSED', { status: 403 })];
    },
  ],
  [
    'meets storage that is away now and then',
    {},
    (domain) => {
      domain.identityProvider.polls = [granted()];
      domain.store.writes = ['works', 'works', 'is away', 'loses its answer', 'is away', 'loses its answer'];
    },
  ],
  [
    'meets a chat service that is away now and then',
    {},
    (domain) => {
      domain.identityProvider.polls = [granted()];
      domain.announcer.next = ['fails', 'is delivered', 'fails'];
    },
  ],
];

test.each(lives)('a sign-in that %s', async (_, choices, prepare) => {
  const domain = createDomain(choices);
  prepare(domain);
  const replies: View[] = [];
  const note = async (reply: Promise<{ readonly view: View }>): Promise<void> => {
    const { view } = await domain.clock.run(reply);
    replies.push(view);
  };

  await note(domain.signIns.begin(asker, { flow: 'operator' }));
  await note(domain.signIns.begin(asker, { flow: 'operator' }));
  await note(domain.signIns.showCode(asker, domain.store.stateOf(asker.key)?.signIn?.id ?? ''));
  await note(domain.sessions.status(asker));
  await domain.clock.advance(120_000);
  await domain.clock.run(domain.jobs.runDue());
  await note(domain.sessions.status(asker));
  domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
  await note(domain.renewals.renew(key));
  await note(domain.renewals.renew(key));
  await domain.clock.advance(3_000_000);
  await domain.clock.run(domain.jobs.runDue());
  await note(domain.sessions.logOut(asker, {}));
  await note(domain.signIns.begin(asker, { flow: 'operator' }));
  await note(domain.signIns.cancel(asker));

  expectNoLeak(domain, replies);
  expect(JSON.stringify(domain.store.stateOf(key))).not.toMatch(SECRET);
});
