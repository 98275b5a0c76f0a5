import type { AuthorizationAnswer, Refusal } from '../../../../src/sign-in/state/ports.ts';
import { granted, fakeAccessToken } from '../../../fakes/identity-provider.ts';
import { dyingAt } from '../../../fakes/intercept.ts';
import { START } from '../../../fakes/clock.ts';
import { createDomain, startProcess, type Choices, type Domain } from '../../../support/domain.ts';
import {
  aFault,
  anAsker,
  anOrganization,
  aPersonKey,
  malformed,
  noAnswer,
  refused,
} from '../../../support/builders.ts';

const asker = anAsker();
const key = aPersonKey();
const operator = { flow: 'operator' } as const;

const organizations = (signIn: 'browser' | 'both', changes: object = {}) => [anOrganization({ signIn, ...changes })];
const inBrowser = (choices: Choices = {}): Domain =>
  createDomain({ organizations: organizations('browser'), ...choices });

/** The last part of the link on the card. */
function linkOf(domain: Domain): string {
  const signIn = domain.store.stateOf(key)?.signIn;
  const link = signIn?.kind === 'waiting' ? signIn.link : undefined;
  return link?.replace('https://bot.example/sign-in/', '') ?? '';
}

/** Opens the link. @returns the state that the browser carries to the identity provider */
async function opened(domain: Pick<Domain, 'browserVisits'>, link: string): Promise<string> {
  const page = await domain.browserVisits.open(link);
  return 'url' in page ? (new URL(page.url).searchParams.get('state') ?? '') : page.kind;
}

const withCode = (state: string, code = 'SECRET-code', issuer?: string): AuthorizationAnswer => ({
  state,
  issuer,
  result: { code },
});
const withError = (state: string, refusal: Partial<Refusal>): AuthorizationAnswer => ({
  state,
  result: { refusal: { status: 200, error: 'access_denied', errorCodes: [], ...refusal } },
});
const lastView = (domain: Domain) => domain.announcer.cards.at(-1)?.views.at(-1);

/** A card with a link, which a browser has opened. */
async function visited(domain: Domain): Promise<string> {
  await domain.signIns.begin(asker, operator);
  return opened(domain, linkOf(domain));
}

describe('a sign-in in the browser', () => {
  test('shows a link, requests no code, and becomes a session once the browser comes back', async () => {
    const domain = inBrowser();
    const reply = await domain.signIns.begin(asker, operator);
    expect(reply).toMatchObject({ view: { kind: 'sign-in', userCode: undefined, mayUseCode: false } });
    expect(domain.identityProvider.codeRequests).toEqual([]);

    const page = await domain.browserVisits.receive(withCode(await opened(domain, linkOf(domain))));
    await domain.clock.run(domain.jobs.idle());

    expect(page).toEqual({ kind: 'done', locale: undefined });
    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 signed-in']);
    expect(domain.store.stateOf(key)).toMatchObject({ session: { isConfidential: true } });
    expect(domain.store.stateOf(key)?.signIn).toBeUndefined();
    expect(domain.identityProvider.codeExchanges).toHaveLength(1);
    expect(domain.clock.now() - START).toBeLessThan(2_000);
    expect(domain.audit.events).toEqual(['sign-in-started', 'signed-in success']);
  });

  test('is looked up and renewed with the credential of the application', async () => {
    const domain = inBrowser({ lookup: 'directory' });
    await domain.browserVisits.receive(withCode(await visited(domain)));
    await domain.clock.run(domain.jobs.idle());
    expect(domain.identityProvider.refreshRequests).toMatchObject([{ isConfidential: true }]);
  });

  test.each([
    ['of somebody else', { oid: 'oid-of-noor', tid: 'tid-of-contoso' }, 'someone-else'],
    ['of another tenant', { oid: 'oid-of-olga', tid: 'tid-of-fabrikam' }, 'someone-else'],
  ])('with the account %s is refused, and nothing of its tokens is kept', async (_, claims, outcome) => {
    const domain = inBrowser();
    domain.identityProvider.exchanges = [granted({ accessToken: fakeAccessToken(claims) })];
    await domain.browserVisits.receive(withCode(await visited(domain)));
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason: outcome } });
    expect(domain.service.exchanges).toEqual([]);
    expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
    expect(domain.audit.events).toContain(`sign-in-refused ${outcome}`);
  });

  test.each(['refused', 'cancelled', 'not redeemed', 'of somebody else'])(
    'that ends (%s) is shown as one in the browser',
    async (how) => {
      const domain = inBrowser();
      const state = await visited(domain);
      const foreign = granted({ accessToken: fakeAccessToken({ oid: 'oid-of-noor', tid: 'tid-of-contoso' }) });
      domain.identityProvider.exchanges = [how === 'of somebody else' ? foreign : refused('invalid_grant')];
      if (how === 'cancelled') await domain.signIns.cancel(asker);
      else if (how === 'refused') await domain.browserVisits.receive(withError(state, { errorCodes: [53_003] }));
      else await domain.browserVisits.receive(withCode(state));
      await domain.clock.run(domain.jobs.idle());
      expect(lastView(domain)).toMatchObject({ kind: 'not-signed-in', way: 'browser' });
    },
  );

  test('is shown as one in the browser while it waits, and is no matter of a code', async () => {
    const domain = inBrowser();
    await domain.signIns.begin(asker, operator);
    await expect(domain.sessions.status(asker)).resolves.toMatchObject({ view: { pending: { inBrowser: true } } });
  });

  test('is renewed no more once the credential is refused, and the card says so', async () => {
    const domain = inBrowser();
    await domain.browserVisits.receive(withCode(await visited(domain)));
    await domain.clock.run(domain.jobs.idle());
    domain.service.renewFaults = [aFault('REFUSED', { status: 400 })];
    domain.identityProvider.refreshes = [refused('invalid_client', { errorCodes: [7_000_218] })];
    await expect(domain.clock.run(domain.renewals.renew(key))).resolves.toMatchObject({
      view: { kind: 'renewal-refused', because: 'credential-refused', way: 'browser' },
    });
  });

  test('that nobody finishes expires', async () => {
    const domain = inBrowser();
    const state = await visited(domain);
    const link = linkOf(domain);
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'link-expired' } });
    expect(domain.clock.now()).toBe(START + 900_000);
    expect(await opened(domain, link)).toBe('over');
    expect(await domain.browserVisits.receive(withCode(state))).toMatchObject({ kind: 'over' });
  });

  test('is cancelled like any other, and its link and answer come too late then', async () => {
    const domain = inBrowser();
    const state = await visited(domain);
    const link = linkOf(domain);
    await domain.signIns.cancel(asker);
    expect(await opened(domain, link)).toBe('over');
    expect(await domain.browserVisits.receive(withCode(state))).toMatchObject({ kind: 'over' });
    await domain.clock.run(domain.jobs.idle());
    expect(domain.identityProvider.codeExchanges).toEqual([]);
  });

  test.each([
    [{ error: 'access_denied' }, 'declined'],
    [{ error: 'access_denied', description: 'AADSTS53003: Access has been blocked.' }, 'conditional-access'],
    [{ error: 'access_denied', description: 'AADSTS65004: User declined.' }, 'declined'],
    [{ error: 'server_error' }, 'identity-provider-refused'],
  ])('that the identity provider refuses with %p ends as %s', async (refusal, reason) => {
    const domain = inBrowser();
    const page = await domain.browserVisits.receive(withError(await visited(domain), refusal));
    await domain.clock.run(domain.jobs.idle());
    expect(page.kind).toBe('not-signed-in');
    expect(lastView(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason } });
    const { error, description } = { description: undefined, ...refusal };
    const logged = { event: 'authorization-answered', reason: error, description };
    expect(domain.log.lines.map(({ fields }) => fields)).toContainEqual(expect.objectContaining(logged));
  });

  test.each([
    ['refused', refused('invalid_client', { errorCodes: [7_000_215] }), 'credential-refused'],
    ['for an assigned role', refused('invalid_grant', { errorCodes: [50_105] }), 'not-assigned'],
    ['answered without tokens', malformed(), 'answer-incomplete'],
    ['not answered', noAnswer(), 'identity-provider-unreachable'],
  ])('whose code is %s ends, and the code is not sent again', async (_, answer, reason) => {
    const domain = inBrowser();
    domain.identityProvider.exchanges = [answer];
    await domain.browserVisits.receive(withCode(await visited(domain)));
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)).toMatchObject({ kind: 'not-signed-in', failure: { reason } });
    expect(domain.identityProvider.codeExchanges).toHaveLength(1);
  });

  test('whose code could not be sent is tried again', async () => {
    const domain = inBrowser();
    domain.identityProvider.exchanges = [noAnswer('NO_ANSWER', { unsent: true }), granted()];
    await domain.browserVisits.receive(withCode(await visited(domain)));
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)?.kind).toBe('signed-in');
  });
});

test.each(['the credential', 'a connection'])(
  'a process that ends while %s is missing has not sent the code: the next one does',
  async (missing) => {
    const domain = inBrowser();
    const state = await visited(domain);
    const unsent = noAnswer('NO_ANSWER', { unsent: true });
    if (missing === 'a connection') domain.identityProvider.exchanges = Array.from({ length: 20 }, () => unsent);
    else domain.identityProvider.obtainsCredential = () => domain.clock.sleep(10_000);
    await domain.browserVisits.receive(withCode(state));
    await domain.clock.advance(3_000);
    domain.jobs.abandon(new Error('The process ends.'));
    await domain.clock.advance(10_000);
    const { codeExchanges } = domain.identityProvider;
    domain.identityProvider.exchanges = [];
    if (missing === 'the credential') expect(codeExchanges).toEqual([]);

    domain.another();
    await domain.clock.run(domain.jobs.drain());
    expect(domain.announcer.acts).toContain('edit card-1 signed-in');
  },
);

describe('an answer', () => {
  test('counts once', async () => {
    const domain = inBrowser();
    const state = await visited(domain);
    const pages = await Promise.all(
      ['first', 'second'].map((code) => domain.browserVisits.receive(withCode(state, code))),
    );
    expect(pages.map(({ kind }) => kind)).toEqual(['done', 'done']);
    await domain.clock.run(domain.jobs.idle());
    expect(domain.identityProvider.codeExchanges).toHaveLength(1);
    expect(await domain.browserVisits.receive(withCode(state))).toMatchObject({ kind: 'done' });
    expect(await opened(domain, linkOf(domain))).toBe('over');
  });

  test('is still done for a link that is opened again while the sign-in is completed', async () => {
    const domain = inBrowser();
    const state = await visited(domain);
    const link = linkOf(domain);
    domain.service.duringExchange = async () => {
      expect(domain.store.stateOf(key)?.signIn?.kind).toBe('redeemed');
      expect(await domain.browserVisits.open(link)).toMatchObject({ kind: 'done' });
      expect(await domain.browserVisits.receive(withCode(state))).toMatchObject({ kind: 'done' });
    };
    await domain.browserVisits.receive(withCode(state));
    await domain.clock.run(domain.jobs.idle());
    expect(domain.service.exchanges).toHaveLength(1);
    expect(lastView(domain)?.kind).toBe('signed-in');
    expect(await domain.browserVisits.open(link)).toMatchObject({ kind: 'done' });
  });

  test('to nothing that was asked changes nothing', async () => {
    const domain = inBrowser();
    const state = await visited(domain);
    const before = domain.store.stateOf(key);
    const other = inBrowser();
    const link = linkOf(domain);
    for (const wrong of ['', 'x', `${state}x`, state.slice(0, -1), link]) {
      expect([wrong, await domain.browserVisits.receive(withCode(wrong))]).toEqual([wrong, { kind: 'refused' }]);
      expect([wrong, await domain.browserVisits.open(wrong === link ? state : wrong)]).toEqual([
        wrong,
        { kind: 'over' },
      ]);
    }
    // Of a sign-in that this installation does not have.
    expect(await other.browserVisits.receive(withCode(state))).toEqual({ kind: 'over', locale: undefined });
    expect(domain.store.stateOf(key)).toEqual(before);
  });

  test.each([
    ['https://login.example/contoso.onmicrosoft.com/v2.0', undefined, 'done'],
    ['https://login.example/fabrikam.onmicrosoft.com/v2.0', undefined, 'refused'],
  ])('with the issuer %s', async (issuer, metadata, kind) => {
    const domain = inBrowser({ organizations: organizations('browser', { authUrl: 'https://login.example' }) });
    domain.identityProvider.issuer = metadata;
    const page = await domain.browserVisits.receive(withCode(await visited(domain), 'SECRET-code', issuer));
    await domain.clock.run(domain.jobs.idle());
    expect(page.kind).toBe(kind);
    expect(domain.identityProvider.codeExchanges).toHaveLength(kind === 'done' ? 1 : 0);
  });

  test.each(['comes', 'cannot be checked'])(
    'to a sign-in that one elsewhere has replaced is over: it %s',
    async (how) => {
      const [contoso, fabrikam] = ['contoso.onmicrosoft.com', 'fabrikam.onmicrosoft.com'] as const;
      const authUrl = 'https://login.example';
      const both = [contoso, fabrikam].map((name) => anOrganization({ key: name, signIn: 'browser', authUrl }));
      const domain = inBrowser({ organizations: both });
      await domain.signIns.begin(asker, { ...operator, organization: contoso });
      const state = await opened(domain, linkOf(domain));
      await domain.signIns.begin(asker, { ...operator, organization: fabrikam });
      if (how === 'cannot be checked') domain.identityProvider.issuerOf = () => Promise.reject(aFault('NO_ANSWER'));
      const page = await domain.browserVisits.receive(withCode(state, 'SECRET-code', `${authUrl}/${contoso}/v2.0`));
      expect(page.kind).toBe('over');
      expect(domain.log.text()).not.toContain('authorization-answer-refused');
    },
  );
});

test('a link that is opened again and again has no effect, and is limited', async () => {
  const domain = inBrowser();
  await domain.signIns.begin(asker, operator);
  const before = domain.store.stateOf(key);
  for (let visit = 0; visit < 30; visit += 1)
    expect(await domain.browserVisits.open(linkOf(domain))).toHaveProperty('url');
  expect(await domain.browserVisits.open(linkOf(domain))).toEqual({ kind: 'too-often' });
  expect(domain.store.stateOf(key)).toEqual(before);
  await domain.clock.advance(60_000);
  expect(await domain.browserVisits.open(linkOf(domain))).toHaveProperty('url');
});

/** The first of two instances waits for the link; the other one answers the browser. */
describe('a link that is followed on another instance', () => {
  async function followedElsewhere(signIn: 'browser' | 'both') {
    const domain = createDomain({ organizations: organizations(signIn) });
    const state = await visited(domain);
    const { id: signInId = '', jobId } = domain.store.stateOf(key)?.signIn ?? {};
    domain.jobs.abandon(new Error('taken by another instance'));
    await domain.clock.settle();
    let isDone = false;
    const job = { kind: 'follow', key, signInId } as const;
    const following = domain.another().follow(job, new AbortController(), jobId);
    void following.then(() => (isDone = true));
    await domain.clock.advance(1_000);
    return { domain, state, signInId, following, isDone: () => isDone };
  }

  test.each(['code', 'refusal'])('is waited for no longer once a browser brought a %s', async (brought) => {
    const { domain, state, isDone } = await followedElsewhere('browser');
    await domain.browserVisits.receive(brought === 'code' ? withCode(state) : withError(state, {}));
    await domain.clock.advance(20_000);
    expect(isDone()).toBe(true);
    const ended = brought === 'code' ? 'signed-in success' : 'sign-in-ended declined';
    expect(domain.audit.events).toEqual(['sign-in-started', ended]);
    expect(domain.announcer.acts).toHaveLength(2);
  });

  test('is waited for no longer once a code is used', async () => {
    const { domain, signInId, isDone } = await followedElsewhere('both');
    await domain.signIns.useCode(asker, signInId, 'card-1');
    await domain.clock.advance(20_000);
    expect(isDone()).toBe(true);
    expect(domain.store.stateOf(key)?.signIn?.kind).toBe('waiting');
  });

  test('is still waited for where nothing has come', async () => {
    const { domain, isDone, following } = await followedElsewhere('browser');
    await domain.clock.advance(800_000);
    expect(isDone()).toBe(false);
    await domain.clock.run(following);
    expect(lastView(domain)).toMatchObject({ failure: { reason: 'link-expired' } });
  });
});

describe('with either way', () => {
  const withBoth = (): Domain => createDomain({ organizations: organizations('both') });
  const signInId = (domain: Domain): string => domain.store.stateOf(key)?.signIn?.id ?? '';

  test('a code is requested when somebody asks for it, and shown on the same card', async () => {
    const domain = withBoth();
    expect(await domain.signIns.begin(asker, operator)).toMatchObject({ view: { mayUseCode: true } });
    expect(domain.identityProvider.codeRequests).toEqual([]);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    expect(lastView(domain)).toMatchObject({ kind: 'sign-in', userCode: 'SECRET-USER-1', mayUseCode: false });
    expect(domain.announcer.acts).toEqual(['post sign-in', 'edit card-1 sign-in']);
    domain.identityProvider.polls = [granted()];
    await domain.clock.run(domain.jobs.idle());
    expect(domain.announcer.acts.at(-1)).toBe('edit card-1 signed-in');
    expect(domain.store.stateOf(key)?.session?.isConfidential).toBeUndefined();
  });

  test('the browser may come first: the code is not polled any more', async () => {
    const domain = withBoth();
    const state = await visited(domain);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    await domain.clock.advance(20_000);
    const polls = domain.identityProvider.redemptions.length;
    expect(polls).toBeGreaterThan(0);
    await domain.browserVisits.receive(withCode(state));
    await domain.clock.run(domain.jobs.idle());
    expect(domain.identityProvider.redemptions).toHaveLength(polls);
    expect(lastView(domain)?.kind).toBe('signed-in');
    expect(domain.store.stateOf(key)?.session?.isConfidential).toBe(true);
  });

  /** The code is followed by another instance than the one that browsers come to. */
  async function followedElsewhere(): Promise<{
    readonly domain: Domain;
    readonly state: string;
    readonly end: () => Promise<void>;
  }> {
    const domain = withBoth();
    const state = await visited(domain);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    domain.jobs.abandon(new Error('taken by another instance'));
    await domain.clock.settle();
    const { signIn } = domain.store.stateOf(key) ?? {};
    const other = domain.another();
    const job = { kind: 'follow', key, signInId: signInId(domain) } as const;
    const following = other.follow(job, new AbortController(), signIn?.jobId);
    return { domain, state, end: () => domain.clock.run(following) };
  }

  test('the browser may come first on another instance: the code is not polled any more', async () => {
    const { domain, state, end } = await followedElsewhere();
    await domain.clock.advance(20_000);
    const polls = domain.identityProvider.redemptions.length;
    expect(polls).toBeGreaterThan(0);

    await domain.browserVisits.receive(withCode(state));
    await end();

    expect(domain.identityProvider.redemptions).toHaveLength(polls);
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)?.kind).toBe('signed-in');
  });

  test('somebody else may approve the code while the browser comes back: the person is signed in, and it is reported', async () => {
    const { domain, state, end } = await followedElsewhere();
    const redeem = domain.identityProvider.redeemDeviceCode.bind(domain.identityProvider);
    const accessToken = fakeAccessToken({ oid: 'oid-of-victor', tid: 'tid-of-contoso' });
    domain.identityProvider.redeemDeviceCode = async (...request) => {
      const answer = await redeem(...request);
      await domain.browserVisits.receive(withCode(state));
      return answer;
    };
    domain.identityProvider.polls = [granted({ accessToken })];

    await end();

    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)?.kind).toBe('signed-in');
    expect(domain.log.lines.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ event: 'sign-in-by-somebody-else' }),
    );
  });

  test('the code may be approved while the browser comes back: one of them becomes the session', async () => {
    const domain = withBoth();
    const state = await visited(domain);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    domain.identityProvider.polls = [granted()];
    await domain.clock.advance(5_990);
    await Promise.all([domain.browserVisits.receive(withCode(state)), domain.clock.advance(100)]);
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)?.kind).toBe('signed-in');
    expect(domain.service.exchanges).toHaveLength(1);
  });

  test('one that a code did not bring to its end could have used the browser', async () => {
    const domain = withBoth();
    await domain.signIns.begin(asker, operator);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    await domain.clock.advance(1_000_000);
    expect(lastView(domain)).toMatchObject({ failure: { reason: 'expired' }, way: 'both' });
  });

  test('a code that is not to be had leaves the card with the link, which still works', async () => {
    const domain = withBoth();
    const state = await visited(domain);
    domain.identityProvider.refusesCode = aFault('FAILED', { status: 503 }, 'identity provider');
    await expect(domain.signIns.useCode(asker, signInId(domain), 'card-1')).resolves.toMatchObject({
      kind: 'render',
      apart: true,
      view: { kind: 'not-signed-in', failure: { reason: 'identity-provider-unreachable' } },
    });
    expect(domain.announcer.acts).toEqual(['post sign-in']);
    expect(domain.audit.events).toEqual(['sign-in-started']);
    await domain.browserVisits.receive(withCode(state));
    await domain.clock.run(domain.jobs.idle());
    expect(lastView(domain)?.kind).toBe('signed-in');
  });

  test('Use a code on another card shows the code there that there is already', async () => {
    const domain = withBoth();
    await domain.signIns.begin(asker, operator);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    await domain.signIns.useCode(asker, signInId(domain), 'older-card');
    expect(domain.announcer.shows('older-card')).toMatchObject({ userCode: 'SECRET-USER-1' });
    expect(domain.announcer.shows('card-1')?.kind).toBe('sign-in-moved');
  });

  test('a link is not shown again once sign-in in the browser is off, and neither beside a code', async () => {
    const codes = { organizations: organizations('both', { signIn: 'device-code' }) };
    const domain = withBoth();
    await domain.signIns.begin(asker, operator);
    const restarted = domain.another(codes);
    await expect(restarted.signIns.showCode(asker, signInId(domain))).resolves.toMatchObject({
      view: { notice: { code: 'card-outdated' } },
    });
    await expect(restarted.signIns.begin(asker, operator)).resolves.toMatchObject({
      view: { kind: 'sign-in', userCode: 'SECRET-USER-1', link: undefined },
    });

    const either = withBoth();
    await either.signIns.begin(asker, operator);
    await either.signIns.useCode(asker, signInId(either), 'card-1');
    await expect(either.another(codes).signIns.begin(asker, operator)).resolves.toMatchObject({
      view: { kind: 'sign-in', userCode: 'SECRET-USER-1', link: undefined },
    });
  });

  test('a new code comes on the same card at once', async () => {
    const domain = withBoth();
    await domain.signIns.begin(asker, operator);
    await domain.signIns.useCode(asker, signInId(domain), 'card-1');
    await domain.signIns.newCode(asker, signInId(domain), 'card-1');
    expect(lastView(domain)).toMatchObject({ kind: 'sign-in', userCode: 'SECRET-USER-2' });
  });

  test('a code is not to be had where only the browser is open, or once the sign-in is over', async () => {
    const domain = inBrowser();
    await domain.signIns.begin(asker, operator);
    const id = signInId(domain);
    expect(await domain.signIns.useCode(asker, id, 'card-1')).toMatchObject({
      view: { notice: { code: 'card-outdated' } },
    });
    expect(domain.identityProvider.codeRequests).toEqual([]);
  });
});

test.each(['browser', 'both'] as const)('administrators sign in with a code, where operators use %s', async (way) => {
  const appOnly = { appOnlyApplicationId: '00000000-0000-4000-8000-000000000001' };
  const domain = createDomain({ organizations: organizations(way, appOnly), adminUserIds: ['oid-of-olga'] });
  const reply = await domain.signIns.begin(asker, { flow: 'app-only' });
  expect(reply).toMatchObject({ view: { kind: 'sign-in', userCode: 'SECRET-USER-1', link: undefined } });
  await domain.clock.run(domain.jobs.idle());
  expect(lastView(domain)).toMatchObject({ failure: { reason: 'expired' }, way: 'administrator' });
});

test('a process that dies anywhere after the link was opened: the code is sent at most once, and the card says how it ended', async () => {
  const places: string[] = [];
  for (const when of ['before', 'after'] as const) {
    for (let effect = 1; ; effect += 1) {
      const choices: Choices = { organizations: organizations('browser') };
      const domain = createDomain(choices);
      const state = await visited(domain);
      const death = dyingAt(effect, when);
      const first = startProcess(domain, { ...choices, around: death.around });
      const page = await first.browserVisits.receive(withCode(state)).catch(() => undefined);
      await domain.clock.advance(5_000);
      first.end();
      const at = death.at();
      if (at === undefined) break;
      const where = `${when} ${effect} ${at}`;
      if (when === 'before') places.push(at);

      const second = startProcess(domain, choices);
      // A person whose browser got no answer loads the page again.
      if (page === undefined) await second.browserVisits.receive(withCode(state));
      const signInId = domain.store.stateOf(key)?.signIn?.id ?? domain.store.stateOf(key)?.session?.signInId ?? '';
      await domain.clock.run(second.follow({ kind: 'follow', key, signInId }, new AbortController()));
      await domain.clock.run(domain.jobs.idle());

      const shown = lastView(domain);
      const isLost = shown?.kind === 'not-signed-in' && shown.failure.reason === 'interrupted';
      expect([where, shown?.kind === 'signed-in' || isLost]).toEqual([where, true]);
      expect([where, domain.identityProvider.codeExchanges.length <= 1]).toEqual([where, true]);
    }
  }
  expect(places).toContain('identityProvider.redeemAuthorizationCode');
});
