import { onUpstreamError, StorageUnavailableError, UpstreamError } from '../../../../src/core/errors.ts';
import type { Asker } from '../../../../src/core/person.ts';
import { createApprovalErasure } from '../../../../src/restore/four-eyes/erasure.ts';
import { mayDecide } from '../../../../src/restore/state/four-eyes.ts';
import type { ApprovalNewsView } from '../../../../src/restore/state/views.ts';
import { APPROVERS_TEAM } from '../../../fakes/approvals.ts';
import { aMember } from '../../../fakes/roster.ts';
import {
  createFourEyesBench,
  olga,
  paula,
  quentin,
  somebody,
  type FourEyesBench,
} from '../../../support/four-eyes-bench.ts';
import { key, serviceTakes } from '../../../support/restoring-bench.ts';

const HOUR = 3_600_000;
const REFUSED = { kind: 'render', view: { kind: 'restore-notice', notice: { code: 'approval-unknown' } } };

function signedIn(bench: FourEyesBench) {
  const state = bench.people.stateOf(key);
  const { session } = state ?? {};
  if (state === undefined || session === undefined) throw new Error('Nobody is signed in.');
  return { ...state, session };
}

const dayPasses = async (bench: FourEyesBench): Promise<void> => {
  for (let quarters = 0; quarters < 97; quarters += 1) {
    await bench.clock.advance(HOUR / 4);
    await bench.settle(25);
  }
};

test('nothing is sent before somebody else approves; then it is sent once, and everybody sees who decided', async () => {
  const bench = await createFourEyesBench();
  serviceTakes(bench, 5);
  const reply = await bench.ask();
  expect(reply).toMatchObject({ kind: 'delivered', view: { kind: 'restore-held' } });
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.shown()).toMatchObject({
    kind: 'restore-held',
    reach: { asked: ['paula', 'quentin'], unreachable: [] },
  });
  expect(bench.cardsOf(paula)).toMatchObject([{ kind: 'approval-request', name: 'Olga Operator' }]);
  expect(bench.news()).toEqual(['asked']);
  // No session stays open meanwhile.
  expect(bench.explorer.working).toEqual([]);

  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.explorer.restored).toHaveLength(1);
  expect(bench.explorer.restored[0]?.reason).toMatch(
    /^Ticket 4711 \(approved by oid-of-paula\) \(restore-bot id-\d+-1\)$/,
  );
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  for (const who of [paula, quentin]) {
    expect(bench.cardsOf(who)).toMatchObject([{ outcome: { kind: 'approved' }, decisions: [{ name: 'paula' }] }]);
  }
  expect(bench.news()).toEqual(['asked', 'approved']);
  const events = bench.audit.records.map(({ event, reference }) => [event, reference === bench.id()]);
  expect(events).toEqual(
    expect.arrayContaining([
      ['approval-asked', true],
      ['approval-given', true],
    ]),
  );
  const ended = bench.audit.records.find(({ event }) => event === 'restore-ended');
  expect(ended?.restore?.approvers).toEqual(['oid-of-paula']);
});

test('the audit log says who was asked, also where storage did not say that it had stored the request', async () => {
  const bench = await createFourEyesBench();
  const { approvals } = bench.fourEyes;
  const write = approvals.write.bind(approvals);
  let losses = 1;
  approvals.write = async (id, state, over) => {
    const version = await write(id, state, over);
    if ((losses -= 1) >= 0) throw new StorageUnavailableError('the answer was lost');
    return version;
  };
  bench.restart();
  await bench.ask();
  await bench.settle();
  expect(bench.news()).toEqual(['asked']);
  expect(bench.audit.events).toContain('approval-asked');
});

test('what was declined is not sent; the asker reads why', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  expect(await bench.press(paula, { kind: 'decline' })).toMatchObject({ view: { remark: 'reason-missing' } });
  const declined = await bench.press(paula, { kind: 'decline', reason: ' Ask  HR first ' });
  expect(declined.view).not.toHaveProperty('typedReason');
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'second-declined' });
  expect(bench.news()).toEqual(['asked', 'declined']);
  expect(bench.announcer.cards.flatMap(({ views }) => views)).toContainEqual(
    expect.objectContaining({ news: 'declined', by: 'paula', reason: 'Ask HR first' }),
  );
  expect(bench.cardsOf(quentin)).toMatchObject([{ outcome: { kind: 'declined' } }]);
});

test.each(['look', 'decline', 'approve'] as const)(
  '"%s" that takes long shows what was decided meanwhile',
  async (kind) => {
    const bench = await createFourEyesBench({ showsNames: true });
    await bench.ask();
    await bench.settle();
    const { isGuest } = bench.fourEyes;
    bench.fourEyes.isGuest = async (address) => {
      if (address.userName === 'paula')
        await bench.parts().feature.fourEyes.press(quentin, bench.id(), { kind: 'decline', reason: 'Ask HR first' });
      return isGuest(address);
    };
    bench.restart();
    const { view } = await bench.press(paula, { kind });
    expect(view).toMatchObject({ outcome: { kind: 'declined' }, decisions: [{ name: 'quentin' }] });
    expect(view).not.toMatchObject({ titles: expect.anything() });
    expect(view).not.toMatchObject({ remark: expect.anything() });
  },
);

test('two approvals where two are needed, each of another person', async () => {
  const bench = await createFourEyesBench({ needed: 2 });
  serviceTakes(bench, 5);
  await bench.ask();
  await bench.settle();
  await bench.press(paula, { kind: 'approve' });
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.request().decisions).toHaveLength(1);
  await bench.press(quentin, { kind: 'approve' });
  await bench.settle();
  expect(bench.explorer.restored).toHaveLength(1);
});

test('an approver whose chat the bot has left is one who cannot be reached, and keeps nobody else waiting', async () => {
  const bench = await createFourEyesBench();
  bench.fourEyes.isGuest = async ({ conversationId }) =>
    conversationId === paula.address.conversationId ? undefined : false;
  bench.restart();
  await bench.ask();
  await bench.settle();
  expect(bench.shown()).toMatchObject({ reach: { asked: ['quentin'], unreachable: ['oid-of-paula'] } });
  expect(bench.cardsOf(paula)).toEqual([]);
});

test('the audit log says once that nobody approved it in time, however often its job is repeated', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  const { announcer } = bench;
  const { post } = announcer;
  let fails = 3;
  announcer.post = async (address, of, view, ...others) => {
    if ((view as { readonly news?: string }).news !== 'expired' || fails === 0)
      return post(address, of, view, ...others);
    fails -= 1;
    throw new UpstreamError('chat service', 'FAILED', { status: 502 });
  };
  await bench.clock.advance(24 * HOUR);
  await bench.settle();
  expect(fails).toBe(0);
  expect(bench.news()).toContain('expired');
  expect(bench.audit.records.filter(({ event }) => event === 'approval-expired')).toHaveLength(1);
});

test('a suspended approver is not asked, and counts as somebody who cannot be; once that is lifted, they are', async () => {
  const suspension = { personId: 'oid-of-paula', name: '', at: 0, by: { personId: 'x', name: '' } };
  const bench = await createFourEyesBench({}, [paula], ['oid-of-paula']);
  const { approvals, suspensions } = bench.fourEyes;
  const erasure = createApprovalErasure({ approvals, clock: bench.clock, jobs: bench.jobs });
  await suspensions.write('oid-of-paula', suspension, undefined);
  await bench.ask();
  await bench.settle();
  expect(bench.cardsOf(paula)).toEqual([]);
  expect(bench.news()).toEqual(['unreachable']);
  const nobody = { reach: { asked: [], unreachable: ['oid-of-paula'] } };
  expect(bench.shown()).toMatchObject(nobody);
  await suspensions.erase('oid-of-paula');
  await erasure.readmit?.('oid-of-paula');
  await bench.settle();
  expect(bench.cardsOf(paula)).toHaveLength(1);
  expect(bench.shown()).toMatchObject({ reach: { asked: ['paula'], unreachable: [] } });
  await suspensions.write('oid-of-paula', suspension, undefined);
  await erasure.release?.('oid-of-paula');
  await bench.settle();
  expect(bench.shown()).toMatchObject(nobody);
});

const suspend = (bench: FourEyesBench, personId: string) =>
  bench.fourEyes.suspensions.write(personId, { personId, name: '', at: 0, by: { personId: 'x', name: '' } }, undefined);

test('a suspended approver approves nothing, and what they approved before does not count until that is lifted', async () => {
  const bench = await createFourEyesBench({ needed: 2 });
  await bench.ask();
  await bench.settle();
  await bench.press(quentin, { kind: 'approve' });
  await suspend(bench, 'oid-of-quentin');
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.request().outcome).toBeUndefined();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.shown()).toMatchObject({ kind: 'restore-held' });
  const { approvals, suspensions } = bench.fourEyes;
  await suspensions.erase('oid-of-quentin');
  await createApprovalErasure({ approvals, clock: bench.clock, jobs: bench.jobs }).readmit?.('oid-of-quentin');
  serviceTakes(bench, 5);
  await bench.settle();
  expect(bench.request().outcome).toMatchObject({ kind: 'approved' });
  expect(bench.explorer.restored).toHaveLength(1);

  const other = await createFourEyesBench();
  await other.ask();
  await other.settle();
  await suspend(other, 'oid-of-paula');
  expect(await other.press(paula, { kind: 'approve' })).toEqual(REFUSED);
  expect(other.request().decisions).toEqual([]);
});

test('an approver whose card was taken by the answer that they may not decide gets another once they may', async () => {
  const bench = await createFourEyesBench({}, [paula], ['oid-of-paula']);
  await bench.ask();
  await bench.settle();
  await suspend(bench, 'oid-of-paula');
  for (const _ of [1, 2]) expect(await bench.press(paula, { kind: 'approve' })).toEqual(REFUSED);
  await bench.settle();
  expect(bench.cardsOf(paula)).toHaveLength(1);
  const { approvals, suspensions } = bench.fourEyes;
  await suspensions.erase('oid-of-paula');
  await createApprovalErasure({ approvals, clock: bench.clock, jobs: bench.jobs }).readmit?.('oid-of-paula');
  await bench.settle();
  expect(bench.cardsOf(paula)).toHaveLength(2);
  expect(bench.shown()).toMatchObject({ reach: { asked: ['paula'], unreachable: [] } });
  serviceTakes(bench, 5);
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.explorer.restored).toHaveLength(1);
  expect(bench.cardsOf(paula).at(-1)).toMatchObject({ outcome: { kind: 'approved' } });
});

test.each([
  ['declines', { kind: 'decline', reason: 'no' }, 'declined'],
  ['approves', { kind: 'approve' }, 'approved'],
] as const)('who %s counts where enough have approved since a suspension was lifted', async (_, press, outcome) => {
  const rosa = somebody('rosa');
  const bench = await createFourEyesBench(
    { needed: 2 },
    [paula, quentin, rosa],
    ['oid-of-paula', 'oid-of-quentin', 'oid-of-rosa'],
  );
  await bench.ask();
  await bench.settle();
  await bench.press(quentin, { kind: 'approve' });
  await suspend(bench, 'oid-of-quentin');
  await bench.press(paula, { kind: 'approve' });
  await bench.fourEyes.suspensions.erase('oid-of-quentin');
  await bench.press(rosa, press);
  expect(bench.request()).toMatchObject({ outcome: { kind: outcome } });
  expect(bench.request().decisions).toHaveLength(3);
});

describe('Nobody else can approve it', () => {
  const inTenant = { ...paula, person: { ...paula.person, tenantId: 'elsewhere' } };
  const inChannel = { ...paula, address: { ...paula.address, place: 'channel' as const } };
  test.each([
    ['the asker, although on the list', olga],
    ['somebody who is not on the list', somebody('mallory')],
    ['an approver of a tenant that is not allowed', inTenant],
    ['a bot, which has no object id', { ...paula, person: { ...paula.person, objectId: undefined } }],
  ])('%s', async (_, who) => {
    const bench = await createFourEyesBench({ tenants: ['tid-of-contoso'] });
    await bench.ask();
    await bench.settle();
    for (const kind of ['approve', 'decline', 'look', 'show'] as const) {
      expect(await bench.press(who, { kind, reason: 'x' })).toEqual(REFUSED);
    }
    await bench.settle();
    expect(bench.request().decisions).toEqual([]);
    expect(bench.explorer.restored).toEqual([]);
  });

  test('an approver in a channel', async () => {
    const bench = await createFourEyesBench();
    await bench.ask();
    await bench.settle();
    expect(await bench.press(inChannel, { kind: 'approve' })).toMatchObject({
      view: { notice: { code: 'personal-only' } },
    });
    expect(bench.request().decisions).toEqual([]);
  });

  test('a guest, unless the settings say so', async () => {
    const bench = await createFourEyesBench();
    await bench.ask();
    await bench.settle();
    bench.fourEyes.isGuest = async () => true;
    bench.restart();
    expect(await bench.press(paula, { kind: 'approve' })).toMatchObject({ view: { remark: 'not-eligible' } });
    expect(bench.request().decisions).toEqual([]);
  });

  test.each(['approve', 'show'] as const)('a guest, who has no card and reads nothing: %s', async (kind) => {
    const bench = await createFourEyesBench();
    bench.fourEyes.isGuest = async ({ userName }) => userName === 'paula';
    bench.restart();
    await bench.ask();
    await bench.settle();
    expect(bench.cardsOf(paula)).toEqual([]);
    expect(await bench.press(paula, { kind })).toEqual(REFUSED);
    expect(await bench.press(quentin, { kind: 'show' })).not.toEqual(REFUSED);
  });

  test('but an approver who is faster than the record of their card does', async () => {
    const bench = await createFourEyesBench();
    const { post } = bench.announcer;
    bench.announcer.post = async (address, of, view, attempt) => {
      const delivery = await post(address, of, view, attempt);
      const isHers = (view.kind as string) === 'approval-request' && of.personId === paula.key.personId;
      if (isHers) await bench.parts().feature.fourEyes.press(paula, bench.id(), { kind: 'approve' });
      return delivery;
    };
    await bench.ask();
    await bench.settle();
    expect(bench.request().outcome?.kind).toBe('approved');
  });

  test('the account that the restore is done with, and anybody where the asker is not known', () => {
    const asker = { key, name: '', tenantId: '', userId: 'OID-of-Paula' };
    const by = { objectId: 'oid-of-paula', tenantId: '', guest: false };
    const rule = { approvers: ['oid-of-paula', 'oid-of-quentin'], tenants: [], guests: false };
    expect(mayDecide({ asker }, by, rule)).toBe(false);
    expect(mayDecide({ asker }, { ...by, objectId: 'oid-of-quentin' }, rule)).toBe(true);
    expect(mayDecide({ asker: { ...asker, userId: '', anonymous: true } }, by, rule)).toBe(false);
  });
});

test('an approver who left the list before it is sent does not count', async () => {
  const listed = ['oid-of-paula', 'oid-of-quentin'];
  const bench = await createFourEyesBench({}, [paula, quentin], listed);
  await bench.ask();
  await bench.settle();
  // Decided, but not sent yet: its job does not run.
  bench.jobs.handle({});
  await bench.press(paula, { kind: 'approve' });
  listed.shift();
  bench.restart();
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', trouble: 'second-void' });
  expect(bench.news()).toContain('void');
});

test('a restore that was changed after it was asked for is not sent', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  const state = bench.store.stateOf(key);
  const [restore] = state?.restores ?? [];
  if (state === undefined || restore === undefined) throw new Error('There is no restore.');
  const groups = restore.groups.map((group) => ({ ...group, options: { ...group.options, changedItems: false } }));
  bench.store.put(key, { ...state, restores: [{ ...restore, groups }] });
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.request().outcome?.kind).toBe('void');
});

test('withdrawn by the asker, without a sign-in; an approval after it changes nothing', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  const { session: _, ...signedOut } = signedIn(bench);
  bench.people.put(key, signedOut);
  await bench.clock.run(bench.parts().feature.restores.press(olga, bench.id(), { kind: 'stop' }, 'card-0'));
  await bench.settle();
  expect(await bench.press(paula, { kind: 'approve' })).toMatchObject({ view: { outcome: { kind: 'withdrawn' } } });
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.news()).toEqual(['asked']);
  expect(bench.cardsOf(quentin)).toMatchObject([{ outcome: { kind: 'withdrawn' } }]);
});

test('withdrawn and approved at the same moment, it is not sent, and nobody is told that it was approved', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  bench.jobs.handle({});
  await bench.press(paula, { kind: 'approve' });
  await bench.clock.run(bench.parts().feature.restores.press(olga, bench.id(), { kind: 'stop' }, 'card-0'));
  bench.restart();
  await bench.settle();
  expect(bench.explorer.restored).toEqual([]);
  expect(bench.news()).toEqual(['asked']);
});

test('warned two hours before its end, and ended after 24 hours', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  await bench.clock.advance(22 * HOUR + 60_000);
  await bench.settle();
  expect(bench.news()).toEqual(['asked', 'expiring']);
  await bench.clock.advance(2 * HOUR);
  await bench.settle();
  await bench.settle();
  expect(bench.news()).toEqual(['asked', 'expiring', 'expired']);
  expect(bench.shown()).toMatchObject({ kind: 'restore-ended', trouble: 'second-expired' });
  expect(await bench.press(paula, { kind: 'approve' })).toMatchObject({ view: { outcome: { kind: 'expired' } } });
  expect(bench.explorer.restored).toEqual([]);
});

describe('while the chat service keeps failing until each job is set aside', () => {
  const setAside =
    <Args extends readonly unknown[]>(handler: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      await handler(...args).catch(onUpstreamError(() => undefined));
    };
  const failing = async (): Promise<FourEyesBench> => {
    const bench = await createFourEyesBench();
    const { restore, approval, 'approval-due': due } = bench.parts().feature.jobHandlers;
    bench.jobs.handle({ restore, approval: setAside(approval), 'approval-due': setAside(due) });
    return bench;
  };
  test('for one approver, the others are asked and the asker is told everything in time', async () => {
    const bench = await failing();
    const { post } = bench.announcer;
    let isFailing = true;
    bench.announcer.post = async (address, of, view, attempt) => {
      if (isFailing && of.personId === paula.key.personId) throw new UpstreamError('chat service', 'FAILED');
      return post(address, of, view, attempt);
    };
    await bench.ask();
    await bench.settle();
    expect(bench.news()).toEqual(['asked']);
    expect(bench.shown()).toMatchObject({ reach: { asked: ['quentin'], unreachable: ['oid-of-paula'] } });
    await bench.clock.advance(HOUR);
    isFailing = false;
    await bench.settle();
    await dayPasses(bench);
    expect(bench.cardsOf(paula)).toMatchObject([{ outcome: { kind: 'expired' } }]);
    expect(bench.news()).toEqual(['asked', 'expiring', 'expired']);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', trouble: 'second-expired' });
  });

  test('for the roster alone, a look for further approvers is not repeated: the next one is due', async () => {
    const bench = await createFourEyesBench();
    const { 'approval-due': due } = bench.parts().feature.jobHandlers;
    const errors: unknown[] = [];
    await bench.ask();
    await bench.settle();
    bench.jobs.handle({
      'approval-due': (...args: Parameters<typeof due>) =>
        due(...args).catch(onUpstreamError((error) => void errors.push(error))),
    });
    bench.fourEyes.roster.away = true;
    for (let looks = 0; looks < 4; looks += 1) await bench.clock.advance(16 * 60_000).then(() => bench.settle());
    expect(errors).toEqual([]);
    expect(bench.log.text()).toContain('approval-card-failed');
    // What fails to be posted is.
    bench.fourEyes.roster.away = false;
    await bench.press(paula, { kind: 'decline', reason: 'No' });
    bench.announcer.edit = async () => {
      throw new UpstreamError('chat service', 'FAILED');
    };
    await bench.clock.advance(16 * 60_000).then(() => bench.settle());
    expect(errors).not.toEqual([]);
  });

  test('for all approvers, nobody is said to be unreachable, and the request still ends', async () => {
    const bench = await failing();
    bench.fourEyes.roster.away = true;
    await bench.ask();
    await bench.settle();
    expect(bench.news()).toEqual([]);
    await dayPasses(bench);
    expect(bench.news()).toEqual(['expiring', 'expired']);
    // It is one chain of jobs, whatever was repeated.
    const times = bench.jobs.sent.flatMap(({ job }) => (job.kind === 'approval-due' ? [job.dueAt] : []));
    expect(new Set(times).size).toBe(times.length);
    expect(times.length).toBeLessThanOrEqual(97);
  });
});

test('approved after the asker logged out: it continues once they have signed in again', async () => {
  const bench = await createFourEyesBench();
  serviceTakes(bench, 5);
  await bench.ask();
  await bench.settle();
  const state = signedIn(bench);
  const { session, ...signedOut } = state;
  bench.people.put(key, signedOut);
  await bench.press(paula, { kind: 'approve' });
  await bench.settle();
  expect(bench.news()).toEqual(['asked', 'sign-in']);
  expect(bench.shown()).toMatchObject({ kind: 'restore-held', approvedBy: ['paula'] });
  const { organizationKey } = bench.cardsOf(olga).find(({ kind }) => kind === 'approval-news') as ApprovalNewsView;
  expect(organizationKey).toBe(bench.session.organization);
  expect(bench.explorer.restored).toEqual([]);
  await bench.clock.advance(5 * HOUR);
  // In another process, which has not sent it.
  bench.restart();
  bench.people.put(key, { ...state, session: { ...session, signInId: 'again' } });
  await bench.clock.run(bench.parts().feature.restores.resume(key));
  await bench.settle();
  expect(bench.explorer.restored).toHaveLength(1);
  // Nor later: it is no news, and the restore is over by then.
  await dayPasses(bench);
  expect(bench.news()).toEqual(['asked', 'sign-in']);
});

test("an approver's card stays in the language of their client, whatever was known when it was posted", async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  const client = { ...paula.address, locale: 'fr-FR', zone: 'Europe/Paris' };
  await bench.press({ ...paula, address: client }, { kind: 'decline', reason: 'No.' });
  await bench.settle();
  const addresses = bench.request()?.cards.map(({ objectId, address }) => [objectId, address?.locale, address?.zone]);
  expect(addresses).toContainEqual([paula.person.objectId, 'fr-FR', 'Europe/Paris']);
});

test('who cannot be reached is named, and gets the request once they write to the bot', async () => {
  const bench = await createFourEyesBench({}, []);
  await bench.ask();
  await bench.settle();
  expect(bench.news()).toEqual(['unreachable']);
  expect(bench.shown()).toMatchObject({ reach: { asked: [], unreachable: ['oid-of-paula', 'oid-of-quentin'] } });
  await bench.fourEyes.administrators.save('oid-of-paula', paula.address);
  await bench.clock.advance(16 * 60_000);
  await bench.settle();
  expect(bench.cardsOf(paula)).toHaveLength(1);
  expect(bench.shown()).toMatchObject({ reach: { asked: ['paula'], unreachable: ['oid-of-quentin'] } });
  expect(bench.news()).toEqual(['unreachable', 'asked']);
});

test('where nobody else may approve, the person is told so, and somebody who may later is asked within 15 minutes', async () => {
  const listed: string[] = [];
  const bench = await createFourEyesBench({}, [paula], listed);
  await bench.ask();
  await bench.settle();
  expect(bench.news()).toEqual(['nobody']);
  expect(bench.shown()).toMatchObject({ reach: { asked: [], unreachable: [] } });
  listed.push('oid-of-paula');
  await bench.clock.advance(16 * 60_000);
  await bench.settle();
  expect(bench.news()).toEqual(['nobody', 'asked']);
});

test('names are shown where the settings allow it, and each look is in the audit log', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  await bench.settle();
  expect(JSON.stringify(bench.cardsOf(paula))).not.toContain('Subject');
  expect(await bench.press(paula, { kind: 'look' })).not.toMatchObject({ view: { titles: expect.anything() } });

  const open = await createFourEyesBench({ showsNames: true });
  await open.ask();
  await open.settle();
  expect(await open.press(paula, { kind: 'look' })).toMatchObject({
    view: { titles: [expect.stringContaining('Subject of'), expect.anything(), expect.anything()] },
  });
  expect(open.audit.records).toContainEqual(
    expect.objectContaining({ event: 'approval-viewed', key: paula.key, reference: open.id() }),
  );
});

test.each([
  ['the own data of the asker', { mode: 'others' as const }, true],
  ['fewer items than the settings name', { minItems: 4, categories: [] }, false],
  ['an approval that is off', { mode: 'off' as const }, false],
])('no approval for %s', async (_, rule, isOwn) => {
  const bench = await createFourEyesBench(rule);
  serviceTakes(bench, 5);
  const state = bench.store.stateOf(key);
  if (isOwn && state?.task) {
    const scope = { kind: 'own', name: 'olga' } as const;
    const list = state.task.list.map((group) => ({ ...group, scope }));
    bench.store.put(key, { ...state, task: { ...state.task, scope, list } });
  }
  await bench.ask();
  await bench.settle();
  expect(bench.explorer.restored).toHaveLength(1);
  expect(bench.fourEyes.approvals.states.get(bench.id())).toBeUndefined();
});

test('a restore for a request has not ended while it waits, nor while it runs', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  const state = bench.store.stateOf(key);
  if (state === undefined) throw new Error('nothing is stored');
  bench.store.put(key, { ...state, restores: state.restores.map((each) => ({ ...each, requestId: 'request-1' })) });
  const isFor = (id: string) => bench.parts().feature.restores.isRestoringFor(key, id);
  await bench.settle();
  expect([await isFor('request-1'), await isFor('request-2')]).toEqual([true, false]);
  await bench.press(paula, { kind: 'approve' });
  expect(await isFor('request-1')).toBe(true);
  serviceTakes(bench, 5);
  await bench.settle();
  expect(bench.restore().endedAt).toBeDefined();
  expect(await isFor('request-1')).toBe(false);
});

describe('the members of APPROVER_TEAM', () => {
  const become = (bench: FourEyesBench, names: readonly string[]) =>
    bench.fourEyes.roster.teams.set(
      APPROVERS_TEAM,
      names.map((name) => aMember(name)),
    );
  const inTeam = async (names: readonly string[], listed: readonly string[] = [], needed = 1) => {
    const bench = await createFourEyesBench({ needed }, [], listed);
    become(bench, names);
    serviceTakes(bench, 5);
    await bench.ask();
    await bench.settle();
    return bench;
  };
  const later = async (bench: FourEyesBench) => {
    await bench.clock.advance(16 * 60_000);
    await bench.settle();
  };

  test('are asked though they have never written to the bot, and may approve', async () => {
    const bench = await inTeam(['paula', 'quentin']);
    expect([bench.cardsOf(paula), bench.cardsOf(quentin)]).toMatchObject([[{ outcome: undefined }], [{}]]);
    await bench.press(paula, { kind: 'approve' });
    await bench.settle();
    expect(bench.restore().fourEyes?.approved?.by).toMatchObject([{ objectId: 'oid-of-paula' }]);
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('are asked up to as many as a request can name, and the log says so', async () => {
    const bench = await inTeam(Array.from({ length: 300 }, (_, index) => `member-${index}`));
    expect(bench.request().cards).toHaveLength(250);
    expect(bench.restore().fourEyes?.reach?.unreachable).toEqual([]);
    expect(bench.log.text()).toContain('approvers-too-many');
  });

  test('count beside those in APPROVERS', async () => {
    const bench = await inTeam(['quentin'], ['oid-of-paula']);
    expect(bench.restore().fourEyes?.reach).toMatchObject({ asked: ['quentin'], unreachable: ['oid-of-paula'] });
  });

  test('are told by help that they approve, unless the chat service does not say who is one', async () => {
    const bench = await inTeam(['paula'], ['oid-of-quentin']);
    const isApprover = (who: Asker) => bench.parts().feature.fourEyes.isApprover(who);
    expect([await isApprover(paula), await isApprover(quentin), await isApprover(olga)]).toEqual([true, true, false]);
    bench.fourEyes.roster.away = true;
    expect(await isApprover(paula)).toBe(false);
  });

  test('who has left the team approves nothing', async () => {
    const bench = await inTeam(['paula', 'quentin']);
    bench.fourEyes.roster.teams.set(APPROVERS_TEAM, [aMember('quentin')]);
    const reply = await bench.press(paula, { kind: 'approve' });
    expect(reply.view).toMatchObject({ kind: 'restore-notice', notice: { code: 'approval-unknown' } });
    expect(bench.request().decisions).toEqual([]);
  });

  test('who joins it for somebody who has left is asked within 15 minutes, and who has left is named no more', async () => {
    const bench = await inTeam(['paula']);
    await later(bench);
    become(bench, ['quentin']);
    await later(bench);
    expect(bench.cardsOf(quentin)).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ reach: { asked: ['quentin'], unreachable: [] } });
    await bench.press(quentin, { kind: 'approve' });
    await bench.settle();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.news()).toEqual(['asked', 'approved']);
  });

  test('who joins it is asked in place of somebody who has approved it and left', async () => {
    const bench = await inTeam(['paula', 'quentin'], [], 2);
    await bench.press(paula, { kind: 'approve' });
    become(bench, ['quentin']);
    await bench.press(quentin, { kind: 'approve' });
    await bench.settle();
    await later(bench);
    become(bench, ['quentin', 'rosa']);
    await later(bench);
    await bench.press(somebody('rosa'), { kind: 'approve' });
    await bench.settle();
    expect(bench.cardsOf(somebody('rosa'))).toHaveLength(1);
    expect(bench.restore().fourEyes?.approved?.by).toMatchObject([
      { objectId: 'oid-of-quentin' },
      { objectId: 'oid-of-rosa' },
    ]);
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('where all of them have left it, the person is told that nobody may approve it', async () => {
    const bench = await inTeam(['paula']);
    await later(bench);
    become(bench, []);
    await later(bench);
    await later(bench);
    expect(bench.news()).toEqual(['asked', 'nobody']);
    expect(bench.shown()).toMatchObject({ reach: { asked: [], unreachable: [] } });
    await later(bench);
    become(bench, ['quentin']);
    await later(bench);
    expect(bench.news()).toEqual(['asked', 'nobody', 'asked']);
    // While the chat service does not say who is there, what was said last stays said.
    become(bench, []);
    await later(bench);
    await later(bench);
    bench.fourEyes.roster.away = true;
    await later(bench);
    expect(bench.news()).toEqual(['asked', 'nobody', 'asked', 'nobody']);
  });

  test('where one look alone finds none of them, the person is told nothing else', async () => {
    const bench = await inTeam(['paula']);
    for (let times = 0; times < 2; times += 1) {
      become(bench, []);
      await later(bench);
      become(bench, ['paula']);
      await later(bench);
    }
    expect(bench.news()).toEqual(['asked']);
  });

  test('who leaves it before it is sent does not count', async () => {
    const bench = await inTeam(['paula', 'quentin']);
    bench.jobs.handle({});
    await bench.press(paula, { kind: 'approve' });
    bench.fourEyes.roster.teams.set(APPROVERS_TEAM, [aMember('quentin')]);
    bench.restart();
    await bench.settle();
    expect(bench.explorer.restored).toEqual([]);
    expect(bench.news()).toContain('void');
  });

  test('while the chat service does not say who they are, nothing is decided or sent, and the card says so', async () => {
    const bench = await inTeam(['paula', 'quentin']);
    bench.fourEyes.roster.away = true;
    expect((await bench.press(paula, { kind: 'approve' })).view).toMatchObject({ remark: 'unavailable' });
    const reason = 'Ask HR first';
    const declining = await bench.press(paula, { kind: 'decline', reason });
    expect(declining.view).toMatchObject({ remark: 'unavailable', typedReason: reason });
    expect((await bench.press(somebody('sam'), { kind: 'approve' })).view).toMatchObject({ kind: 'restore-notice' });
    bench.fourEyes.roster.away = false;
    bench.jobs.handle({});
    await bench.press(paula, { kind: 'approve' });
    bench.fourEyes.roster.away = true;
    bench.restart();
    await bench.settle(30);
    expect(bench.explorer.restored).toEqual([]);
    bench.fourEyes.roster.away = false;
    await bench.settle();
    expect(bench.explorer.restored).toHaveLength(1);
  });
});

test('two jobs at once post an approver one card', async () => {
  const bench = await createFourEyesBench();
  await bench.ask();
  const { approval } = bench.parts().feature.jobHandlers;
  const both = [1, 2].map((message) =>
    approval({ kind: 'approval', id: bench.id() }, new AbortController(), `message-${message}`),
  );
  await bench.clock.run(Promise.all(both));
  await bench.settle();
  expect([bench.cardsOf(paula), bench.cardsOf(quentin)].map(({ length }) => length)).toEqual([1, 1]);
});
