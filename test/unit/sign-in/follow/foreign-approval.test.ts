/** A code that somebody else approves: whose it is, what is kept of it, and who learns of it. */
import { UpstreamError } from '../../../../src/core/errors.ts';
import type { Person } from '../../../../src/core/person.ts';
import { foreignApproval } from '../../../../src/sign-in/access/policy.ts';
import type { IdentityBinding, Lookup } from '../../../../src/sign-in/state/inputs.ts';
import { fakeAccessToken, granted } from '../../../fakes/identity-provider.ts';
import { dyingAt, ProcessDied } from '../../../fakes/intercept.ts';
import { anAddress, aPerson, aPersonState } from '../../../support/builders.ts';
import type { Choices, Domain } from '../../../support/domain.ts';
import { followed, job, key, waiting } from './followed-sign-in.ts';

describe('the identity binding', () => {
  const asker = aPerson({ objectId: 'user-1', tenantId: 'tenant-1' });
  const nobody = aPerson({ objectId: undefined, tenantId: 'tenant-1' });
  const table: readonly [IdentityBinding, string, Person, string, string, string | undefined][] = [
    ['same-user', 'themselves', asker, 'user-1', 'tenant-1', undefined],
    ['same-user', 'themselves in other letters', asker, 'USER-1', 'TENANT-1', undefined],
    ['same-user', 'another', asker, 'user-2', 'tenant-1', 'someone-else'],
    ['same-user', 'the same id of another tenant', asker, 'user-1', 'tenant-2', 'someone-else'],
    ['same-user', 'somebody, asked by nobody known', nobody, 'user-1', 'tenant-1', 'someone-else'],
    ['same-tenant', 'another of the tenant', asker, 'user-2', 'tenant-1', undefined],
    ['same-tenant', 'somebody, asked by nobody known', nobody, 'user-1', 'tenant-1', undefined],
    ['same-tenant', 'another of another tenant', asker, 'user-2', 'tenant-2', 'other-tenant'],
    ['off', 'another of another tenant', asker, 'user-2', 'tenant-2', undefined],
  ];

  test.each(table)('under %s: %s', (binding, _, person, userId, tenantId, reason) => {
    const approver = { userId, tenantId };

    expect(foreignApproval(binding, person, approver)).toEqual(reason && { reason, approver });
  });
});

const APPROVER = { userId: 'oid-of-victor', tenantId: 'tid-of-contoso' };
const ADMINS = { adminUserIds: ['admin-1', 'admin-2'] };
const VICTORS = fakeAccessToken({ oid: APPROVER.userId, tid: APPROVER.tenantId, account: 'victor@contoso.example' });

async function approvedByVictor(choices: Choices = {}): Promise<Domain> {
  const domain = waiting({ ...ADMINS, ...choices });
  domain.identityProvider.polls = [granted({ accessToken: VICTORS, refreshToken: 'SECRET-of-victor' })];
  domain.directory.who = APPROVER;
  for (const id of ADMINS.adminUserIds) {
    await domain.administrators.save(id, anAddress({ conversationId: `a:${id}`, userId: `29:${id}` }));
  }
  return domain;
}

/** Lets jobs run, an attempt every five seconds. */
async function work({ clock, jobs }: Domain, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    await clock.run(jobs.idle());
    await clock.advance(5_000);
    await clock.run(jobs.runDue());
  }
}

/** What happens while the response to the code is on its way. */
function afterRedeeming({ identityProvider }: Domain, happens: () => Promise<void>): void {
  const redeem = identityProvider.redeemDeviceCode.bind(identityProvider);
  identityProvider.redeemDeviceCode = async (...request) => {
    const answer = await redeem(...request);
    await happens();
    return answer;
  };
}

const reported = (domain: Domain) =>
  domain.announcer.cards.flatMap(({ address, views }) =>
    views[0]?.kind === 'somebody-else-report' ? [[address.conversationId, views[0]] as const] : [],
  );

describe.each<Lookup>(['claims', 'directory'])('approved by somebody else, looked up in the %s', (lookup) => {
  test('the log, the audit log and each administrator name both, and the card names neither', async () => {
    const domain = await approvedByVictor({ lookup });

    await followed(domain);
    await work(domain, 30);

    const [asker, tenant] = [key.personId, 'tid-of-contoso'];
    expect(domain.log.lines).toContainEqual({
      level: 'warn',
      message: expect.any(String) as string,
      fields: {
        event: 'sign-in-by-somebody-else',
        reference: 'sign-in-0',
        flow: 'operator',
        organization: 'contoso.onmicrosoft.com',
        reason: 'someone-else',
        asker: { userId: asker, tenantId: tenant },
        approver: APPROVER,
      },
    });
    expect(domain.audit.records).toEqual([
      expect.objectContaining({
        event: 'sign-in-refused',
        key,
        outcome: 'someone-else',
        tenant,
        approvedBy: { person: APPROVER.userId, tenant: APPROVER.tenantId },
      }),
    ]);
    expect(reported(domain)).toEqual(
      ['a:admin-1', 'a:admin-2'].map((chat) => [
        chat,
        expect.objectContaining({ asker: { userId: asker, tenantId: tenant }, approver: APPROVER }),
      ]),
    );
    const card = domain.announcer.shows('card-0');
    expect(card).toMatchObject({ kind: 'not-signed-in', failure: { reason: 'someone-else' } });
    expect(JSON.stringify(card)).not.toMatch(/victor/i);
    expect(domain.store.stateOf(key)?.reports).toBeUndefined();
  });

  test('nothing of the tokens is used, nor kept once it is known whose they are', async () => {
    const domain = await approvedByVictor({ lookup });

    await followed(domain);
    await work(domain, 30);

    expect(domain.service.exchanges).toEqual([]);
    // To ask the directory, the response has to be stored; the next write erases it.
    const held = domain.store.written.map((state) => JSON.stringify(state).includes('SECRET-of-victor'));
    expect(held).toEqual([lookup === 'directory', ...held.slice(1).map(() => false)]);
    expect(held.length).toBeGreaterThan(1);
    expect(domain.log.text()).not.toContain('SECRET');
  });

  describe.each(['before', 'after'] as const)('in a process that dies %s', (when) => {
    const effects = Array.from({ length: 20 }, (_, index) => index + 1);

    test.each(effects)('effect %s, is reported and leaves no tokens', async (nth) => {
      const death = dyingAt(nth, when);
      const domain = await approvedByVictor({ lookup, around: death.around });

      await followed(domain).catch(() => undefined);
      await domain.clock.run(domain.jobs.idle());
      domain.jobs.abandon(new ProcessDied('the process died'));
      const posted = reported(domain).length;
      const noted = posted === 0 ? 0 : 2 - (domain.store.stateOf(key)?.reports?.[0]?.to.length ?? 0);
      const again = domain.another({ ...ADMINS, lookup });
      await domain.clock.run(again.follow(job, new AbortController()));
      await work(domain, 200);

      expect(JSON.stringify(domain.store.stateOf(key))).not.toContain('SECRET');
      expect(domain.store.stateOf(key)?.reports).toBeUndefined();
      const died = `${when} ${death.at()}`;
      const card = domain.announcer.shows('card-0');
      if (card?.kind === 'not-signed-in' && card.failure.reason === 'code-unknown') {
        // Only memory held the response. The log has the entry if it was known whose it was.
        expect(died).toMatch(/^after identityProvider.redeemDeviceCode$|suspensions.read$|^before store.write$/);
        return;
      }
      expect(card).toMatchObject({ failure: { reason: 'someone-else' } });
      expect(domain.log.text()).toContain('sign-in-by-somebody-else');
      expect(domain.audit.records.map(({ approvedBy }) => approvedBy?.person)).toContain(APPROVER.userId);
      const chats = reported(domain).map(([chat]) => chat);
      expect([...new Set(chats)].toSorted()).toEqual(['a:admin-1', 'a:admin-2']);
      // What was posted and not noted is posted again: rather twice than never.
      expect(chats).toHaveLength(2 + posted - noted);
    });
  });
});

test('is reported although the sign-in was cancelled while the response was on its way', async () => {
  const domain = await approvedByVictor();
  afterRedeeming(domain, async () => {
    await Promise.resolve();
    domain.store.put(key, aPersonState({ ...domain.store.stateOf(key), signIn: undefined }));
  });

  await followed(domain);
  await work(domain, 30);

  expect(reported(domain)).toHaveLength(2);
  expect(domain.audit.records).toMatchObject([{ approvedBy: { person: APPROVER.userId } }]);
});

test('is reported although the conversation of the person who asked is gone, and its state is erased', async () => {
  const domain = await approvedByVictor();
  domain.announcer.edit = () => Promise.resolve({ kind: 'unreachable' });

  await followed(domain);
  await work(domain, 30);

  expect(domain.store.stateOf(key)).toBeUndefined();
  expect(reported(domain).map(([chat]) => chat)).toEqual(['a:admin-1', 'a:admin-2']);
});

test('is audited once while the card cannot be shown', async () => {
  const domain = await approvedByVictor();
  domain.announcer.mode = 'fails';

  for (let attempt = 0; attempt < 3; attempt += 1) await expect(followed(domain)).rejects.toThrow(UpstreamError);

  expect(domain.audit.events).toEqual(['sign-in-refused someone-else']);
});

test('is audited although the person was erased while the response was on its way', async () => {
  const domain = await approvedByVictor();
  afterRedeeming(domain, () => domain.store.erase(key));

  await followed(domain);
  await work(domain, 10);

  expect(domain.audit.records).toMatchObject([{ approvedBy: { person: APPROVER.userId } }]);
  expect(domain.store.stateOf(key)).toBeUndefined();
});

test('without administrators nobody is notified, and nothing of it stays stored', async () => {
  const domain = await approvedByVictor({ adminUserIds: [] });

  await followed(domain);
  await work(domain, 10);

  expect(domain.store.stateOf(key)?.reports).toBeUndefined();
  expect(domain.audit.records).toHaveLength(1);
});
