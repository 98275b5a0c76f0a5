/** What administrators do with the sessions of others: who may, what ends, and that nobody is locked out by accident. */
import { StorageUnavailableError, UpstreamError } from '../../../src/core/errors.ts';
import type { Asker } from '../../../src/core/person.ts';
import type { AdminPress, Reply } from '../../../src/sign-in/state/views.ts';
import { granted, SOMEBODY } from '../../fakes/identity-provider.ts';
import { START } from '../../fakes/clock.ts';
import { dyingAt } from '../../fakes/intercept.ts';
import { createDomain, startProcess, type Choices, type Domain } from '../../support/domain.ts';
import { anAddress, anAsker, aPerson, aPersonKey, aPersonState, aSession } from '../../support/builders.ts';

const olga = aPersonKey();
const olgaInChannel = aPersonKey({ conversationId: '19:channel' });

function administrator(id: string): Asker {
  const address = anAddress({ conversationId: `a:${id}`, userId: `29:${id}` });
  const key = { conversationId: `a:${id}`, personId: id };
  return anAsker({ key, person: aPerson({ objectId: id, name: id }), address });
}
const mika = administrator('mika');
const hakon = administrator('hakon');

/** Olga is signed in in her personal chat and in a channel; Mika and Håkon are administrators. */
function organization(choices: Choices = {}): Domain {
  const people = [olga, olgaInChannel, mika.key, hakon.key];
  const domain = createDomain({ adminUserIds: ['mika', 'hakon'], people, ...choices });
  domain.store.put(olga, aPersonState({ session: aSession() }));
  const inChannel = aSession({ id: 'session-1', accessToken: 'SECRET-service-access-1', cardId: 'card-1' });
  const address = anAddress({ place: 'channel', conversationId: '19:channel' });
  domain.store.put(olgaInChannel, aPersonState({ address, session: inChannel }));
  return domain;
}

const press = async (domain: Domain, asker: Asker, pressed: AdminPress): Promise<Reply['view']> =>
  (await domain.clock.run(domain.administration.press(asker, pressed))).view;
const write = async (
  domain: Domain,
  asker: Asker,
  kind: 'admin-sessions' | 'admin-suspend' | 'admin-lift',
  words?: string,
): Promise<Reply['view']> => (await domain.clock.run(domain.administration.command(asker, { kind, words }))).view;
const eventsAbout = (domain: Domain, since = 0) =>
  domain.audit.records
    .slice(since)
    .filter(({ about }) => about === SOMEBODY.oid)
    .map(({ event }) => event);
const settle = async (domain: Domain) => domain.clock.run(domain.jobs.runDue());
const sessions = (domain: Domain) =>
  [olga, olgaInChannel].map((key) => domain.store.stateOf(key)?.session).filter((session) => session !== undefined);

test('lists who is signed in, by person, without a token', async () => {
  const domain = organization();
  const view = await write(domain, mika, 'admin-sessions');
  expect(view).toMatchObject({
    kind: 'admin-people',
    signedIn: 1,
    people: [{ id: SOMEBODY.oid, name: 'Olga Operator', account: SOMEBODY.account, sessions: [{}, {}] }],
  });
  expect(JSON.stringify(view)).not.toContain('SECRET');
});

test('pages the list, and shows the last page where it has become shorter', async () => {
  const people = Array.from({ length: 20 }, (_, index) => aPersonKey({ personId: `person-${index}` }));
  const domain = createDomain({ adminUserIds: ['mika'], people });
  for (const key of people) domain.store.put(key, aPersonState({ session: aSession() }));
  await expect(press(domain, mika, { kind: 'list', page: 1 })).resolves.toMatchObject({ page: 1, pages: 3 });
  await expect(press(domain, mika, { kind: 'list', page: 900 })).resolves.toMatchObject({
    page: 2,
    people: { length: 4 },
  });
});

test('ends what a person has open in every conversation, and tells them in their personal chat', async () => {
  const domain = organization();
  const view = await press(domain, mika, { kind: 'end', person: SOMEBODY.oid });
  expect(view).toMatchObject({
    kind: 'admin-person',
    outcome: { code: 'ended', sessions: 2 },
    person: { sessions: [] },
  });
  await expect(write(domain, mika, 'admin-sessions')).resolves.toMatchObject({ signedIn: 0 });

  await settle(domain);

  expect(sessions(domain)).toEqual([]);
  expect(domain.service.logOuts.toSorted()).toEqual(['SECRET-service-access-0', 'SECRET-service-access-1']);
  expect(domain.announcer.acts.filter((act) => act === 'post session-ended')).toHaveLength(1);
  expect(domain.announcer.shows('card-1')).toMatchObject({ kind: 'session-ended', byAdministrator: 'ended' });
  expect(domain.audit.events.filter((event) => event.startsWith('ended-by-administrator'))).toHaveLength(2);
  expect(domain.audit.records.find(({ event }) => event === 'sessions-ended')).toMatchObject({
    key: mika.key,
    about: SOMEBODY.oid,
  });
  // They can sign in again.
  const { view: again } = await domain.clock.run(domain.signIns.begin(anAsker(), { flow: 'operator' }));
  expect(again.kind).toBe('sign-in');
});

test('a session that an administrator has ended is neither renewed nor used, even before its job has run', async () => {
  const domain = createDomain();
  const session = aSession({ endOrder: { why: 'ended', by: 'mika' } });
  domain.store.put(olga, aPersonState({ session }));
  await expect(domain.clock.run(domain.renewals.renew(olga))).resolves.toMatchObject({ reason: 'not-allowed' });
  const { view } = await domain.clock.run(domain.sessions.status(anAsker()));
  expect(view).toMatchObject({ kind: 'session-ended', byAdministrator: 'ended' });
});

test('a renewal that is under way loses, and its new token is revoked', async () => {
  const domain = organization();
  const hold = Promise.withResolvers<void>();
  domain.service.duringRenewal = () => hold.promise;
  const renewing = domain.renewals.renew(olga);
  await domain.clock.advance(1);
  await press(domain, mika, { kind: 'end', person: SOMEBODY.oid });
  hold.resolve();
  await expect(domain.clock.run(renewing)).resolves.toMatchObject({ kind: 'none' });
  await settle(domain);
  expect(sessions(domain)).toEqual([]);
  expect(domain.service.live).toEqual(new Set());
});

test('the audit log says what an administrator did, also where storage did not say that it had stored it', async () => {
  let losses = 0;
  const around: Choices['around'] = async (name, call) => {
    const answer = await call();
    if (!['suspensions.write', 'store.write'].includes(name) || losses === 0) return answer;
    losses -= 1;
    throw new StorageUnavailableError('the answer was lost');
  };
  const domain = organization({ around });
  const withLoss = async (pressed: AdminPress) => {
    losses = 1;
    await expect(press(domain, mika, pressed)).rejects.toThrow(StorageUnavailableError);
    await settle(domain);
    await domain.clock.advance(1_000);
    return press(domain, mika, pressed);
  };
  await withLoss({ kind: 'end', person: SOMEBODY.oid });
  await withLoss({ kind: 'suspend', person: SOMEBODY.oid });
  await withLoss({ kind: 'lift', person: SOMEBODY.oid });
  expect(eventsAbout(domain)).toEqual(['sessions-ended', 'suspended', 'suspension-lifted']);
});

test.each<[string, AdminPress['kind'] & ('end' | 'suspend' | 'lift'), string, number, readonly string[]]>([
  ['nothing where no job could be sent', 'end', 'jobs.sendOwned', 1, []],
  ['nothing where what was to end could not be read', 'end', 'store.read', 9, []],
  ['nothing where no job could be sent', 'suspend', 'jobs.sendOwned', 1, []],
  ['nothing where the record could not be read', 'suspend', 'suspensions.read', 2, []],
  ['it where storage was away right afterwards', 'suspend', 'suspensions.read', 3, ['suspended']],
  ['nothing where no job could be sent', 'lift', 'jobs.sendOwned', 1, []],
  ['nothing where the record could not be read', 'lift', 'suspensions.read', 3, []],
])('the audit log says %s (%s, %s %i)', async (_, kind, label, nth, events) => {
  let calls = -Infinity;
  const around: Choices['around'] = (name, call) =>
    name === label && (calls += 1) >= nth ? Promise.reject(new StorageUnavailableError('away')) : call();
  const domain = organization({ around });
  if (kind === 'lift') await press(domain, mika, { kind: 'suspend', person: SOMEBODY.oid });
  await settle(domain);
  const before = domain.audit.records.length;
  calls = 0;
  await expect(press(domain, mika, { kind, person: SOMEBODY.oid })).rejects.toThrow(StorageUnavailableError);
  expect(eventsAbout(domain, before)).toEqual(events);
});

test('the audit log says what was ended in one conversation although another one could not be read', async () => {
  // Eight are of the two lists.
  let reads = 0;
  const around: Choices['around'] = (name, call) =>
    name === 'store.read' && (reads += 1) === 9 ? Promise.reject(new StorageUnavailableError('away')) : call();
  const domain = organization({ around });
  await expect(press(domain, mika, { kind: 'end', person: SOMEBODY.oid })).rejects.toThrow(StorageUnavailableError);
  expect(eventsAbout(domain)).toEqual(['sessions-ended']);
});

test.each<[string, 'stored' | 'lost' | 'refused', readonly string[]]>([
  ['was stored', 'stored', ['sessions-ended']],
  ['may have been stored', 'lost', ['sessions-ended']],
  ['was refused as well', 'refused', []],
])(
  'where the order in one conversation is refused and that in another %s, the audit log says what ended',
  async (_, other, events) => {
    let writes = 0;
    const refused = () =>
      new StorageUnavailableError('refused', { cause: Object.assign(new Error('403'), { statusCode: 403 }) });
    const around: Choices['around'] = async (name, call) => {
      if (name !== 'store.write') return call();
      writes += 1;
      if (writes === 1 || other === 'refused') throw refused();
      const answer = await call();
      if (other === 'lost') throw new StorageUnavailableError('the answer was lost');
      return answer;
    };
    const domain = organization({ around });
    await expect(press(domain, mika, { kind: 'end', person: SOMEBODY.oid })).rejects.toThrow(StorageUnavailableError);
    expect(eventsAbout(domain)).toEqual(events);
  },
);

test('asks once more before it ends everybody’s sessions, and ends each of them', async () => {
  const domain = organization();
  domain.store.put(mika.key, aPersonState({ ...mika, session: aSession({ userId: 'mika' }) }));
  await expect(press(domain, hakon, { kind: 'end-all' })).resolves.toMatchObject({ asks: true, signedIn: 2 });
  expect(sessions(domain)).toHaveLength(2);
  const view = await press(domain, hakon, { kind: 'end-all', sure: true });
  expect(view).toMatchObject({ kind: 'admin-people', outcome: { code: 'ended', sessions: 3 }, signedIn: 0 });
  await settle(domain);
  expect(sessions(domain)).toEqual([]);
});

describe('suspending', () => {
  test('gives to others what the person had taken on, each time it is carried out', async () => {
    const released: string[] = [];
    const domain = organization({ otherRecords: [{ release: async (person) => void released.push(person) }] });
    await write(domain, mika, 'admin-suspend', SOMEBODY.account);
    await settle(domain);
    await domain.clock.run(domain.administration.carryOut({ kind: 'suspend', personId: SOMEBODY.oid }));
    expect(new Set(released)).toEqual(new Set([SOMEBODY.oid]));
    expect(released).toHaveLength(2);
  });

  test('lifting it lets others know that the person may be asked again', async () => {
    const readmitted: string[] = [];
    const domain = organization({ otherRecords: [{ readmit: async (person) => void readmitted.push(person) }] });
    await write(domain, mika, 'admin-suspend', SOMEBODY.account);
    await settle(domain);
    expect(readmitted).toEqual([]);
    await write(domain, mika, 'admin-lift', SOMEBODY.account);
    await settle(domain);
    expect(readmitted).toEqual([SOMEBODY.oid]);
  });

  test('ends what the person has open, tells them once, and refuses every sign-in until it is lifted', async () => {
    const domain = organization();
    const view = await write(domain, mika, 'admin-suspend', SOMEBODY.account.toUpperCase());
    expect(view).toMatchObject({
      kind: 'admin-person',
      outcome: { code: 'suspended' },
      person: { suspended: { by: 'mika' } },
    });
    await settle(domain);
    await domain.clock.run(domain.administration.carryOut({ kind: 'suspend', personId: SOMEBODY.oid }));
    expect(sessions(domain)).toEqual([]);
    expect(domain.announcer.acts.filter((act) => act === 'post notice')).toHaveLength(1);
    expect(domain.announcer.shows('card-0')).toMatchObject({ byAdministrator: 'suspended' });

    const inGroup = anAddress({ place: 'group chat', conversationId: '19:group' });
    const elsewhere = anAsker({ key: aPersonKey({ conversationId: '19:group' }), address: inGroup });
    for (const asker of [anAsker(), elsewhere]) {
      const { view: refused } = await domain.clock.run(domain.signIns.begin(asker, { flow: 'operator' }));
      expect(refused).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'suspended' } });
    }
    expect(domain.identityProvider.codeRequests).toEqual([]);

    await expect(press(domain, hakon, { kind: 'lift', person: SOMEBODY.oid })).resolves.toMatchObject({
      outcome: { code: 'lifted' },
    });
    const { view: again } = await domain.clock.run(domain.signIns.begin(anAsker(), { flow: 'operator' }));
    expect(again.kind).toBe('sign-in');
    expect(eventsAbout(domain)).toEqual(['suspended', 'suspension-lifted']);
  });

  test('a sign-in that waits ends when its tokens arrive, before they are stored', async () => {
    const domain = createDomain({ adminUserIds: ['mika'], people: [olga] });
    await domain.clock.run(domain.signIns.begin(anAsker(), { flow: 'operator' }));
    await press(domain, mika, { kind: 'suspend', person: SOMEBODY.oid });
    domain.identityProvider.polls = [granted()];
    await domain.clock.advance(20_000);
    await settle(domain);
    expect(domain.store.stateOf(olga)?.signIn).toMatchObject({ kind: 'ended', failure: { reason: 'suspended' } });
    expect(domain.service.exchanges).toEqual([]);
  });

  test('a session that is stored at the same moment ends all the same', async () => {
    const domain = organization();
    domain.store.put(olga, aPersonState({ session: aSession({ signInId: 'sign-in-0' }) }));
    await domain.suspensions.write(SOMEBODY.oid, aSuspension(SOMEBODY.oid), undefined);
    await domain.clock.run(domain.follow({ kind: 'follow', key: olga, signInId: 'sign-in-0' }, new AbortController()));
    await settle(domain);
    expect(domain.store.stateOf(olga)?.session).toBeUndefined();
    expect(domain.announcer.acts).not.toContain('edit signed-in');
  });

  test('where accounts may sign in for others, only the sessions of that account end', async () => {
    const domain = organization({ identityBinding: 'off' });
    const session = aSession({ id: 'session-2', userId: 'Victor', cardId: 'card-2' });
    domain.store.put(olga, aPersonState({ session, replaced: [aSession()] }));
    await press(domain, mika, { kind: 'suspend', person: 'victor' });
    await settle(domain);
    const { session: left, replaced } = domain.store.stateOf(olga) ?? {};
    expect([left, replaced?.map(({ id }) => id)]).toEqual([undefined, ['session-0']]);
  });

  test('no session of that person is renewed', async () => {
    const domain = organization();
    await domain.suspensions.write(SOMEBODY.oid, aSuspension(SOMEBODY.oid), undefined);
    await expect(domain.clock.run(domain.renewals.renew(olga))).resolves.toMatchObject({ reason: 'not-allowed' });
  });

  test('a record that does not open bars the person too, and can be lifted', async () => {
    const domain = organization();
    await domain.suspensions.write(SOMEBODY.oid, aSuspension(SOMEBODY.oid), undefined);
    domain.suspensions.unreadable = true;
    const { view } = await domain.clock.run(domain.signIns.begin(anAsker(), { flow: 'operator' }));
    expect(view).toMatchObject({ failure: { reason: 'suspended' } });
    await expect(press(domain, mika, { kind: 'lift', person: SOMEBODY.oid })).resolves.toMatchObject({
      outcome: { code: 'lifted' },
    });
  });

  test('holds on another instance within five seconds for a code, and at once for tokens', async () => {
    const domain = organization();
    const other = domain.another();
    const begin = async () =>
      (await domain.clock.run(other.signIns.begin(anAsker({ key: olga }), { flow: 'operator' }))).view;
    const stranger = anAsker({ key: aPersonKey({ personId: 'stranger' }) });
    await domain.clock.run(other.signIns.begin(stranger, { flow: 'operator' }));
    await write(domain, mika, 'admin-suspend', SOMEBODY.account);
    await settle(domain);
    expect(await begin()).toMatchObject({ kind: 'sign-in' });
    domain.identityProvider.polls = [granted(), granted()];
    await domain.clock.advance(7_000);
    expect(sessions(domain)).toEqual([]);
    expect(domain.store.stateOf(olga)?.signIn).toMatchObject({ failure: { reason: 'suspended' } });
    expect(await begin()).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'suspended' } });
  });

  test('holds at once on the instance that it was ordered on', async () => {
    const domain = organization();
    const stranger = anAsker({ key: aPersonKey({ personId: 'stranger' }) });
    await domain.clock.run(domain.signIns.begin(stranger, { flow: 'operator' }));
    await write(domain, mika, 'admin-suspend', SOMEBODY.account);
    const { view } = await domain.clock.run(domain.signIns.begin(anAsker({ key: olga }), { flow: 'operator' }));
    expect(view).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'suspended' } });
  });

  test('ends also what is older than sessions may be by the settings of today, which the list does not open', async () => {
    const domain = organization({ changedAt: START - 3 * 86_400_000 });
    await expect(press(domain, mika, { kind: 'list', page: 0 })).resolves.toMatchObject({ people: [], signedIn: 0 });
    await press(domain, mika, { kind: 'suspend', person: olga.personId });
    await settle(domain);
    await settle(domain);
    expect(sessions(domain)).toEqual([]);
  });

  test('part of a name, or a name that several have, is asked about', async () => {
    const domain = organization();
    domain.store.put(
      mika.key,
      aPersonState({ ...mika, session: aSession({ userId: 'mika', account: 'mika@contoso.example' }) }),
    );
    await expect(write(domain, mika, 'admin-suspend', 'olga')).resolves.toMatchObject({
      kind: 'admin-people',
      outcome: { code: 'several', typed: 'olga' },
      people: [{ id: SOMEBODY.oid }],
      // Whom the button beside it ends.
      signedIn: 2,
    });
    await expect(write(domain, mika, 'admin-suspend', 'nobody at all')).resolves.toMatchObject({
      outcome: { code: 'unknown-person' },
    });
    await expect(domain.suspensions.all()).resolves.toEqual([]);
  });

  test('oneself is refused, by name or by a forged press', async () => {
    const domain = organization();
    domain.store.put(mika.key, aPersonState({ ...mika, session: aSession({ userId: 'mika' }) }));
    for (const view of [
      await write(domain, mika, 'admin-suspend', 'mika'),
      await press(domain, mika, { kind: 'suspend', person: 'MIKA' }),
    ]) {
      expect(view).toMatchObject({ outcome: { code: 'yourself' } });
    }
    await expect(domain.suspensions.all()).resolves.toEqual([]);
  });

  test('that is lifted holds no more, and the person hears of it even where the process dies before that', async () => {
    let isChatAway = false;
    const domain = organization({
      around: (label, call) =>
        isChatAway && label === 'announcer.post' ? Promise.reject(new UpstreamError('chat service', 'FAILED')) : call(),
    });
    const notices = () => domain.announcer.acts.filter((act) => act === 'post notice').length;
    await press(domain, mika, { kind: 'suspend', person: SOMEBODY.oid });
    await settle(domain);
    isChatAway = true;
    await press(domain, mika, { kind: 'lift', person: SOMEBODY.oid });
    isChatAway = false;
    await expect(domain.suspensions.all()).resolves.toMatchObject([{ personId: SOMEBODY.oid, lifted: true }]);
    await expect(press(domain, mika, { kind: 'list', page: 0 })).resolves.toMatchObject({ people: [] });
    await expect(press(domain, mika, { kind: 'lift', person: SOMEBODY.oid })).resolves.toMatchObject({
      outcome: { code: 'not-suspended' },
    });
    const { view } = await domain.clock.run(domain.signIns.begin(anAsker(), { flow: 'operator' }));
    expect(view.kind).toBe('sign-in');
    const told = notices();
    await domain.clock.run(domain.another().administration.carryOut({ kind: 'suspend', personId: SOMEBODY.oid }));
    expect(notices()).toBe(told + 1);
    await expect(domain.suspensions.all()).resolves.toEqual([]);
  });

  test('again, before the person has heard that it was lifted, holds', async () => {
    const domain = organization();
    for (const kind of ['suspend', 'lift', 'suspend'] as const) {
      await press(domain, mika, { kind, person: SOMEBODY.oid });
    }
    await settle(domain);
    await settle(domain);
    await expect(domain.suspensions.all()).resolves.toMatchObject([{ personId: SOMEBODY.oid }]);
    const { view } = await domain.clock.run(domain.signIns.begin(anAsker(), { flow: 'operator' }));
    expect(view).toMatchObject({ failure: { reason: 'suspended' } });
  });

  test('lifted while they are told of it, the person is told last that they can sign in again', async () => {
    let isLifted = false;
    const domain: Domain = organization({
      async around(label, call) {
        if (label === 'announcer.post' && !isLifted) {
          isLifted = true;
          const { view } = await domain.administration.press(hakon, { kind: 'lift', person: SOMEBODY.oid });
          expect(view).toMatchObject({ outcome: { code: 'lifted' } });
          // Its job comes while the other one still tells.
          await domain.administration.carryOut({ kind: 'suspend', personId: SOMEBODY.oid }, 'another message');
        }
        return call();
      },
    });
    await write(domain, mika, 'admin-suspend', SOMEBODY.account);
    await settle(domain);
    await domain.clock.advance(2 * 60_000);
    await settle(domain);
    const told = domain.announcer.cards
      .filter(({ key }) => key.personId === olga.personId)
      .flatMap(({ views }) => views)
      .flatMap((view) => (view.kind === 'notice' ? [view.notice.code] : []));
    expect(told).toEqual(['suspended', 'suspension-lifted']);
    expect([...domain.suspensions.states]).toEqual([]);
  });

  test('is lifted although its job stores something at that moment', async () => {
    let isStored = false;
    const domain: Domain = organization({
      async around(label, call) {
        const state = domain?.suspensions.states.get(SOMEBODY.oid);
        if (label === 'suspensions.write' && state?.told === true && !isStored) {
          isStored = true;
          const found = await domain.suspensions.read(SOMEBODY.oid);
          if (found.kind === 'found') await domain.suspensions.write(SOMEBODY.oid, found.state, found.version);
        }
        return call();
      },
    });
    await write(domain, mika, 'admin-suspend', SOMEBODY.account);
    await settle(domain);
    await expect(press(domain, hakon, { kind: 'lift', person: SOMEBODY.oid })).resolves.toMatchObject({
      outcome: { code: 'lifted' },
    });
    expect(isStored).toBe(true);
  });

  test('of two administrators who suspend somebody, and lift it, at once, one does', async () => {
    const domain = organization();
    const both = (pressed: AdminPress) => Promise.all([mika, hakon].map((asker) => press(domain, asker, pressed)));
    const codes = (views: readonly Reply['view'][]) =>
      new Set(views.map((view) => (view.kind === 'admin-person' ? view.outcome?.code : view.kind)));
    expect(codes(await both({ kind: 'suspend', person: SOMEBODY.oid }))).toEqual(
      new Set(['already-suspended', 'suspended']),
    );
    expect(codes(await both({ kind: 'lift', person: SOMEBODY.oid }))).toEqual(new Set(['lifted', 'not-suspended']));
    expect(domain.audit.records.filter(({ about }) => about !== undefined)).toHaveLength(2);
  });

  test('two administrators who suspend each other at once are not both locked out', async () => {
    const domain = organization();
    await Promise.all([
      press(domain, mika, { kind: 'suspend', person: 'hakon' }),
      press(domain, hakon, { kind: 'suspend', person: 'mika' }),
    ]);
    expect((await domain.suspensions.all()).length).toBeLessThan(2);
    const suspended = domain.audit.events.filter((event) => event === 'suspended');
    expect(suspended).toHaveLength((await domain.suspensions.all()).length);
  });

  test('a process that dies anywhere leaves nothing half: who is suspended has no session and is told', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let effect = 1; ; effect += 1) {
        const domain = organization();
        const death = dyingAt(effect, when);
        const choices = { adminUserIds: ['mika', 'hakon'], people: [olga, olgaInChannel] };
        const first = startProcess(domain, { ...choices, around: death.around });
        const pressed = first.administration.press(mika, { kind: 'suspend', person: SOMEBODY.oid });
        await domain.clock.run(pressed.catch(() => undefined));
        await settle(domain);
        first.end();
        startProcess(domain, choices);
        await settle(domain);
        await domain.clock.advance(60_000);
        await settle(domain);
        const where = `${when} ${effect} ${death.at()}`;
        const isSuspended = (await domain.suspensions.all()).length === 1;
        expect([where, sessions(domain).length]).toEqual([where, isSuspended ? 0 : 2]);
        expect([where, domain.announcer.acts.includes('post notice')]).toEqual([where, isSuspended]);
        if (death.at() === undefined) break;
      }
    }
  });
});

describe('the right to it is asked for at each command and press', () => {
  const PRESSES: readonly AdminPress[] = [
    { kind: 'list' },
    { kind: 'person', person: SOMEBODY.oid },
    { kind: 'end', person: SOMEBODY.oid },
    { kind: 'end-all', sure: true },
    { kind: 'suspend', person: SOMEBODY.oid },
    { kind: 'lift', person: SOMEBODY.oid },
  ];
  const inGroup = { ...mika, address: anAddress({ place: 'group chat' }) };
  const nameless = anAsker({ person: aPerson({ objectId: undefined }) });

  test.each([
    ['who is no administrator', anAsker(), 'administrators-only', {}],
    ['whose activity names nobody', nameless, 'administrators-only', {}],
    ['who has left the list since the card was sent', mika, 'administrators-only', { adminUserIds: ['hakon'] }],
    ['who is in a group chat', inGroup, 'administrators-personal-only', {}],
    ['whom another administrator has suspended', mika, 'administrator-suspended', {}],
  ] as const)('refuses somebody %s', async (_, asker, code, choices) => {
    const domain = organization(choices);
    if (code === 'administrator-suspended') await domain.suspensions.write('mika', aSuspension('mika'), undefined);
    const before = await domain.suspensions.all();
    for (const pressed of PRESSES) {
      await expect(press(domain, asker, pressed)).resolves.toEqual({ kind: 'notice', notice: { code } });
    }
    for (const kind of ['admin-sessions', 'admin-suspend', 'admin-lift'] as const) {
      await expect(write(domain, asker, kind, SOMEBODY.oid)).resolves.toEqual({ kind: 'notice', notice: { code } });
    }
    await settle(domain);
    expect(sessions(domain)).toHaveLength(2);
    await expect(domain.suspensions.all()).resolves.toEqual(before);
    expect(domain.audit.events).toEqual([]);
  });
});

test('an approver who has never signed in is told in the chat that is known of them', async () => {
  const domain = organization();
  await domain.administrators.save('pia', administrator('pia').address);
  const seen = () => domain.announcer.cards.filter(({ key }) => key.personId === 'pia').map(({ views }) => views);
  await press(domain, mika, { kind: 'suspend', person: 'pia' });
  await settle(domain);
  expect(seen()).toMatchObject([[{ notice: { code: 'suspended' } }]]);
  await press(domain, mika, { kind: 'lift', person: 'pia' });
  await settle(domain);
  expect(seen()).toMatchObject([[{}], [{ notice: { code: 'suspension-lifted' } }]]);
});

test('an old card finds nothing left to do', async () => {
  const domain = organization();
  await press(domain, mika, { kind: 'end', person: SOMEBODY.oid });
  await settle(domain);
  await expect(press(domain, mika, { kind: 'end', person: SOMEBODY.oid })).resolves.toMatchObject({
    outcome: { code: 'ended', sessions: 0 },
  });
  await expect(press(domain, mika, { kind: 'lift', person: SOMEBODY.oid })).resolves.toMatchObject({
    outcome: { code: 'not-suspended' },
  });
});

test('an old card ends nothing that has begun since it was sent, neither of one person nor of all', async () => {
  const domain = organization();
  const shown = await press(domain, mika, { kind: 'list' });
  const asOf = shown.kind === 'admin-people' ? shown.asOf : 0;
  domain.store.put(olgaInChannel, aPersonState({ session: aSession({ id: 'later', signedInAt: asOf + 1_000 }) }));
  await domain.clock.advance(60_000);

  const answer = await press(domain, mika, { kind: 'end', person: SOMEBODY.oid, asOf });
  expect(answer).toMatchObject({ outcome: { code: 'ended', sessions: 1 }, person: { sessions: [{}] } });
  await press(domain, mika, { kind: 'end-all', sure: true, asOf });
  await settle(domain);

  expect(sessions(domain).map(({ id }) => id)).toEqual(['later']);
  await press(domain, mika, { kind: 'end', person: SOMEBODY.oid, asOf: domain.clock.now() });
  await settle(domain);
  expect(sessions(domain)).toEqual([]);
});

function aSuspension(personId: string) {
  return { personId, name: 'Olga Operator', at: START, by: { personId: 'hakon', name: 'hakon' } };
}
