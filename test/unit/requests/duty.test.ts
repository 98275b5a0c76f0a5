/** Who is asked: operators on duty, the members of `DUTY_TEAM`, and administrators. On fakes. */
import { DAY, HOUR, MINUTE } from '../../../src/core/durations.ts';
import { StorageUnavailableError } from '../../../src/core/errors.ts';
import { aMember } from '../../fakes/roster.ts';
import { createRequestsBench, DUTY_TEAM, REQUEST, type RequestsBench } from '../../support/requests-bench.ts';

const SUSPENSION = { personId: 'otto', name: '', at: 0, by: { personId: 'x', name: '' } };

let bench: RequestsBench;
beforeEach(() => {
  bench = createRequestsBench();
});

const pass = async (milliseconds: number): Promise<void> => {
  await bench.clock.advance(milliseconds);
  await bench.work();
};

test('who asks and is on duty is not asked', async () => {
  bench.signedIn.add('anna');
  await bench.onDuty('anna', 'olga');
  await bench.askFor();
  await bench.work();
  expect(bench.cardsOf('anna', 'request-card')).toEqual([]);
});

test.each(['write', 'erase'] as const)(
  'the audit log has duty also where the answer to its %s was lost',
  async (call) => {
    const olga = bench.asker('olga');
    const work = bench.duties[call].bind(bench.duties) as (...args: unknown[]) => Promise<never>;
    bench.duties[call] = async (...args: unknown[]) => {
      await work(...args);
      throw new StorageUnavailableError('the answer was lost');
    };
    if (call === 'erase') await bench.duty.begin(olga);
    const last = call === 'write' ? bench.duty.begin(olga) : bench.duty.end(olga);
    await expect(last).rejects.toThrow(StorageUnavailableError);
    await bench.duty.end(olga).catch(() => undefined);
    expect(bench.audit.events).toEqual(['duty-began', 'duty-ended']);
  },
);

test('duty is for operators, in the personal chat, for a week, and says who cannot be reached', async () => {
  bench.signedIn.delete('sam');
  expect((await bench.duty.begin(bench.asker('sam'))).view).toMatchObject({ notice: { code: 'sign-in-first' } });
  const olga = bench.asker('olga');
  const shared = { ...olga, address: { ...olga.address, place: 'channel' as const } };
  expect((await bench.duty.begin(shared)).view).toEqual({ kind: 'request-notice', code: 'duty-personal-only' });
  expect([...bench.duties.states.keys()]).toEqual([]);
  await bench.onDuty('olga', 'otto');
  const { announcer } = bench;
  const { post } = announcer;
  announcer.post = async (address, key, view, attempt) =>
    key.personId === 'otto'
      ? { kind: 'unreachable', reason: 'BotNotInConversationRoster' }
      : post(address, key, view, attempt);
  await bench.askFor();
  await bench.work();
  const { view } = await bench.clock.run(bench.duty.begin(olga));
  expect(view).toMatchObject({ others: [{ name: 'otto', unreachable: 'BotNotInConversationRoster' }] });
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  await pass(7 * DAY + HOUR);
  await bench.askFor({ what: 'later' }, 'request-2');
  await bench.work();
  expect(bench.request('request-2')?.asked.map(({ id }) => id)).toEqual(['ada']);
});

test('who says that they are off duty while they are looked up for another week is off duty', async () => {
  await bench.onDuty('olga');
  const olga = bench.asker('olga');
  const { signedIn } = bench;
  const isSignedIn = signedIn.has.bind(signedIn);
  signedIn.has = (name) => {
    void bench.duty.end(olga);
    return isSignedIn(name);
  };
  const { view } = await bench.duty.begin(olga);
  expect(bench.duties.states.size).toBe(0);
  expect(view).toEqual({ kind: 'request-duty', others: [], team: undefined });
});

test('the audit log has the end of a duty of whoever was on duty', async () => {
  const ended = () => bench.audit.records.filter(({ event }) => event === 'duty-ended').map(({ key }) => key.personId);
  await bench.onDuty('olga');
  await bench.duty.end(bench.asker('otto'));
  await bench.duty.end(bench.asker('olga'));
  await bench.duty.end(bench.asker('olga'));
  expect(ended()).toEqual(['olga']);
});

test('with nobody on duty the administrators are asked at once, and who comes on duty gets what is open', async () => {
  await bench.askFor();
  await bench.work();
  expect(bench.cardsOf('ada', 'request-card')).toHaveLength(1);
  await bench.onDuty('otto');
  await bench.work();
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
});

test('who is off duty gets no more of them, and sees how it ends', async () => {
  await bench.onDuty('olga', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.duty.end(bench.asker('olga'));
  await pass(30 * MINUTE);
  await pass(HOUR);
  expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(3);
  await bench.push('otto', 'take');
  await bench.work();
  expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { status: { by: { id: 'otto' } } } });
});

test('an administrator who goes off duty is asked as one, once nobody else has taken it', async () => {
  await bench.onDuty('ada', 'otto');
  await bench.askFor();
  await bench.work();
  await bench.duty.end(bench.asker('ada'));
  await pass(31 * MINUTE);
  expect(bench.cardsOf('ada', 'request-card')).toHaveLength(1);
  await pass(HOUR);
  expect(bench.cardsOf('ada', 'request-card')).toHaveLength(2);
});

test('a suspended operator whose card was taken by the answer to a press is asked anew once that is lifted', async () => {
  await bench.onDuty('otto');
  await bench.askFor();
  await bench.work();
  await pass(2 * HOUR);
  const before = bench.cardsOf('otto', 'request-card').length;
  await bench.suspensions.write('otto', SUSPENSION, undefined);
  for (const _ of [1, 2]) expect((await bench.push('otto', 'take')).view).toMatchObject({ code: 'unknown' });
  await bench.push('anna', 'save', { fields: { what: 'budget' } });
  await bench.work();
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(before);
  expect(bench.seenBy('otto', 'request-card')).toMatchObject({ request: { fields: { what: 'annual report' } } });
  await bench.suspensions.erase('otto');
  await bench.erasure.readmit();
  await bench.work();
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(before + 1);
  await bench.push('otto', 'take');
  expect(bench.request()?.status).toMatchObject({ kind: 'taken', by: { name: 'otto' } });
});

test('so is one who had taken it, and pressed before the suspension was carried out', async () => {
  await bench.onDuty('otto');
  await bench.askFor();
  await bench.work();
  await bench.push('otto', 'take');
  await bench.work();
  const before = bench.cardsOf('otto', 'request-card').length;
  await bench.suspensions.write('otto', SUSPENSION, undefined);
  expect((await bench.push('otto', 'hand-back')).view).toMatchObject({ code: 'unknown' });
  await bench.erasure.release('otto');
  await bench.work();
  await bench.suspensions.erase('otto');
  await bench.erasure.readmit();
  await bench.work();
  expect(bench.cardsOf('otto', 'request-card')).toHaveLength(before + 1);
});

describe('the members of DUTY_TEAM', () => {
  const inTeam = (...names: readonly string[]): void =>
    void bench.roster.teams.set(
      DUTY_TEAM,
      names.map((name) => aMember(name, name)),
    );

  test('are asked beside those on duty, each once, and the administrators are not', async () => {
    inTeam('olga', 'otto', 'anna');
    await bench.onDuty('olga');
    await bench.askFor();
    await bench.work();
    const asked = (['olga', 'otto', 'anna', 'ada'] as const).map((name) => bench.cardsOf(name, 'request-card').length);
    expect(asked).toEqual([1, 1, 0, 0]);
    await bench.push('otto', 'take');
    await bench.work();
    expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { status: { by: { name: 'otto' } } } });
  });

  test('who has left the team takes nothing any more, and their card says so', async () => {
    inTeam('otto');
    await bench.askFor();
    await bench.work();
    inTeam('olga');
    const left = { kind: 'request-card', hasLeft: true, isTaker: false };
    for (const kind of ['take', 'decline'] as const)
      expect((await bench.push('otto', kind, { reason: 'No' })).view).toMatchObject(left);
    expect(bench.request()?.status.kind).toBe('open');
    await bench.work();
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
    // Who gets requests again is asked again.
    await bench.onDuty('otto');
    await bench.work();
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(2);
    await bench.duty.end(bench.asker('otto'));
    await bench.push('anna', 'withdraw');
    const ended = { ...left, request: { status: { how: 'withdrawn' } } };
    expect((await bench.push('otto', 'take')).view).toMatchObject(ended);
    // Erased while the chat service is asked.
    bench.roster.members = async () => {
      await bench.records.erase(REQUEST);
      return [aMember('olga', 'olga')];
    };
    expect((await bench.push('otto', 'take')).view).toMatchObject({ code: 'unknown' });
  });

  test('who has left the team hands back, ends or declines what they took while they were in it, unless suspended', async () => {
    for (const [kind, status] of [
      ['hand-back', { kind: 'open' }],
      ['done', { kind: 'ended', how: 'done' }],
      ['decline', { kind: 'ended', how: 'declined' }],
    ] as const) {
      bench = createRequestsBench();
      inTeam('otto');
      await bench.askFor();
      await bench.work();
      await bench.push('otto', 'take');
      await bench.work();
      inTeam('olga');
      // Their card keeps the buttons of what they may still do.
      const left = { kind: 'request-card', hasLeft: true };
      expect((await bench.push('otto', 'search')).view).toMatchObject({ ...left, isTaker: true });
      expect(bench.searched).toHaveLength(1);
      await bench.suspensions.write('otto', SUSPENSION, undefined);
      expect((await bench.push('otto', kind, { reason: 'No' })).view).toMatchObject({ code: 'unknown' });
      await bench.suspensions.erase('otto');
      expect((await bench.push('otto', kind, { reason: 'No' })).view).toMatchObject(left);
      expect(bench.request()?.status).toMatchObject(status);
      // Twice, and nor does it come back to them.
      for (const again of [kind, 'take'] as const) {
        const { view } = await bench.push('otto', again, { reason: 'No' });
        expect(view).toMatchObject({ ...left, isTaker: false, request: { status } });
      }
      await bench.work();
      // Its job does not show what they cannot do any more.
      if (kind === 'hand-back')
        expect(bench.seenBy('otto', 'request-card')).toMatchObject({ request: { status: { kind: 'taken' } } });
    }
  });

  test('the job, too, shows who has left the team what they may still do, until they are in it again', async () => {
    const shown = () => bench.seenBy('otto', 'request-card');
    const change = async (what: string) => {
      await bench.push('anna', 'save', { fields: { what } });
      await bench.work();
    };
    inTeam('otto', 'olga');
    await bench.askFor();
    await bench.work();
    await bench.push('otto', 'take');
    await bench.work();
    inTeam('olga');
    await change('budget');
    const left = { isTaker: true, hasLeft: true, request: { fields: { what: 'budget' } } };
    expect(shown()).toMatchObject(left);
    await bench.onDuty('otto');
    await bench.work();
    expect(shown()).toMatchObject({ ...left, hasLeft: undefined });
    await bench.duty.end(bench.asker('otto'));
    await bench.push('otto', 'search');
    await bench.push('otto', 'hand-back');
    await bench.work();
    await change('plan');
    expect(shown()).toMatchObject({ isTaker: false, hasLeft: true, request: { fields: { what: 'plan' } } });
    // Nor is it announced to them while nobody says who is in the team.
    bench.roster.away = true;
    await pass(30 * MINUTE);
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
    bench.roster.away = false;
    inTeam('otto', 'olga');
    await pass(30 * MINUTE);
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(2);
    expect(shown()?.hasLeft).toBeUndefined();
    await bench.push('otto', 'take');
    expect(bench.request()?.status).toMatchObject({ kind: 'taken', by: { name: 'otto' } });
  });

  test('who has left the team and is on duty by now has all buttons also while nobody says who is in it', async () => {
    for (const lose of [() => (bench.roster.away = true), () => bench.roster.teams.clear()]) {
      bench = createRequestsBench();
      inTeam('otto', 'olga');
      await bench.askFor();
      await bench.work();
      inTeam('olga');
      await bench.push('otto', 'take');
      await bench.work();
      lose();
      await bench.onDuty('otto');
      await bench.work().catch(() => undefined);
      expect(bench.seenBy('otto', 'request-card')).toMatchObject({
        hasLeft: undefined,
        request: { status: { kind: 'open' } },
      });
      await bench.push('otto', 'take');
      expect(bench.request()?.status).toMatchObject({ kind: 'taken', by: { name: 'otto' } });
    }
  });

  test('while the chat service does not say who is in the team, cards stay, and what was taken is handed back', async () => {
    for (const lose of [() => (bench.roster.away = true), () => bench.roster.teams.clear()]) {
      bench = createRequestsBench();
      inTeam('otto');
      await bench.askFor();
      await bench.work();
      lose();
      const unknown = { kind: 'request-card', remark: { code: 'team-unknown' } };
      expect((await bench.push('otto', 'take')).view).toMatchObject({ ...unknown, isTaker: false });
      expect(bench.request()?.status.kind).toBe('open');
      bench.roster.away = false;
      inTeam('otto');
      await bench.push('otto', 'take');
      lose();
      const { view } = await bench.push('otto', 'search');
      expect(view).toMatchObject({ ...unknown, isTaker: true });
      expect(view).not.toHaveProperty('hasLeft', true);
      await bench.work();
      expect(bench.seenBy('otto', 'request-card')?.hasLeft).toBeUndefined();
      await bench.push('otto', 'hand-back');
      expect(bench.request()?.status.kind).toBe('open');
    }
  });

  test('who has left the team but is on duty still takes what came as a member', async () => {
    inTeam('otto');
    await bench.askFor();
    await bench.work();
    await bench.onDuty('otto');
    inTeam();
    await bench.push('otto', 'take');
    expect(bench.request()?.status).toMatchObject({ kind: 'taken', by: { name: 'otto' } });
  });

  test('who joins it is asked at the next announcement', async () => {
    inTeam('otto');
    await bench.askFor();
    await bench.work();
    inTeam('otto', 'olga');
    await pass(30 * MINUTE);
    expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  });

  test('a member whom the bot may not write to keeps nobody waiting', async () => {
    inTeam('olga', 'otto');
    bench.roster.blockedBy.add('olga');
    await bench.askFor();
    await bench.work();
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
  });

  test('where none of them can be written to, the administrators are asked at the next announcement', async () => {
    inTeam('olga');
    const post = bench.announcer.post.bind(bench.announcer);
    bench.announcer.post = async (address, key, ...card) =>
      key.personId === 'olga' ? { kind: 'unreachable' } : post(address, key, ...card);
    await bench.askFor();
    await bench.work();
    await pass(30 * MINUTE);
    expect(bench.cardsOf('ada', 'request-card')).toHaveLength(1);
  });

  test('a member whose chat fails is asked once, and noted as not reached', async () => {
    inTeam('olga', 'otto');
    const post = bench.announcer.post.bind(bench.announcer);
    let tries = 0;
    bench.announcer.post = async (address, key, ...card) => {
      if (key.personId !== 'olga') return post(address, key, ...card);
      tries += 1;
      return { kind: 'unreachable', reason: 'MessageWritesBlocked' };
    };
    await bench.askFor();
    await bench.work();
    expect(bench.jobs.queued).toHaveLength(1);
    await pass(30 * MINUTE);
    expect(tries).toBe(1);
    expect(bench.request()?.asked).toMatchObject([
      { id: 'olga', unreachable: 'MessageWritesBlocked' },
      { id: 'otto', cardId: expect.any(String) },
    ]);
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(2);
    // They can be written to again, and say so.
    bench.announcer.post = post;
    await bench.onDuty('olga');
    await bench.work();
    expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  });

  test('who is erased while a request is open is not asked for it again, and nothing names them', async () => {
    inTeam('olga', 'otto');
    await bench.askFor();
    await bench.work();
    await bench.erasure.erase(({ personId }) => personId === 'olga');
    await bench.work();
    await pass(30 * MINUTE);
    expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
    expect(JSON.stringify(bench.request())).not.toContain('olga');
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(2);
    // Unless they want it themselves.
    await bench.onDuty('olga');
    await bench.work();
    expect(bench.cardsOf('olga', 'request-card')).toHaveLength(2);
  });

  test('who has left the team hears nothing more of what is open, and how it ends', async () => {
    inTeam('olga', 'otto');
    await bench.askFor();
    await bench.work();
    inTeam('otto');
    await pass(30 * MINUTE);
    expect([bench.cardsOf('olga', 'request-card').length, bench.cardsOf('otto', 'request-card').length]).toEqual([
      1, 2,
    ]);
    await bench.push('anna', 'withdraw');
    await bench.work();
    expect(bench.seenBy('olga', 'request-card')).toMatchObject({ request: { status: { how: 'withdrawn' } } });
  });

  test('of a large team as many are asked as a request can name, and the log says so', async () => {
    inTeam(...Array.from({ length: 300 }, (_, index) => `member-${index}`));
    await bench.askFor();
    await bench.work();
    expect(bench.request()?.asked).toHaveLength(250);
    expect(bench.log.text()).toContain('duty-team-too-large');
  });

  test('while the chat service does not say who they are, the others are asked; they are, once it does', async () => {
    inTeam('otto');
    await bench.onDuty('olga');
    bench.roster.away = true;
    await bench.askFor();
    await bench.work();
    expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
    expect(bench.log.text()).toContain('duty-team-not-read');
    bench.roster.away = false;
    await pass(3 * MINUTE);
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
    expect(bench.cardsOf('olga', 'request-card')).toHaveLength(1);
  });

  test('whom the bot cannot write to are named to whoever is on duty, with the reason where there is one', async () => {
    inTeam('otto', 'sam', 'ada');
    bench.roster.blockedBy.add('otto');
    const post = bench.announcer.post.bind(bench.announcer);
    bench.announcer.post = async (address, key, ...card) =>
      key.personId === 'sam' ? { kind: 'unreachable', reason: 'BotBlocked' } : post(address, key, ...card);
    await bench.askFor();
    await bench.work();
    const unreachable = [{ name: 'otto' }, { name: 'sam', reason: 'BotBlocked' }];
    const begin = () => bench.clock.run(bench.duty.begin(bench.asker('olga')));
    expect((await begin()).view).toMatchObject({ team: { size: 3, unreachable } });

    bench.roster.blockedBy.clear();
    await pass(30 * MINUTE);
    expect(bench.cardsOf('otto', 'request-card')).toHaveLength(1);
    expect((await begin()).view).toMatchObject({ team: { unreachable: [{ name: 'sam' }] } });
  });

  test('who is suspended is not counted, and neither named as on duty', async () => {
    inTeam('otto', 'sam');
    await bench.onDuty('olga', 'ada');
    const shown = async () => (await bench.clock.run(bench.duty.begin(bench.asker('olga')))).view;
    expect(await shown()).toMatchObject({ others: [{ name: 'ada' }], team: { size: 2 } });
    for (const id of ['ada', 'sam']) await bench.suspensions.write(id, { ...SUSPENSION, personId: id }, undefined);
    expect(await shown()).toMatchObject({ others: [], team: { size: 1 } });
    await bench.suspensions.write('otto', SUSPENSION, undefined);
    expect(await shown()).toMatchObject({ others: [], team: undefined });
  });

  test('who cannot be written to is erased with their id', async () => {
    inTeam('otto');
    bench.roster.blockedBy.add('otto');
    await bench.askFor();
    await bench.work();
    expect(bench.request()?.outOfReach).toEqual(['otto']);
    await bench.erasure.erase(({ personId }) => personId === 'otto');
    expect(bench.request()?.outOfReach).toEqual([]);
  });

  test('are counted for whoever begins or ends duty', async () => {
    inTeam('otto', 'sam');
    const begun = await bench.clock.run(bench.duty.begin(bench.asker('olga')));
    expect(begun.view).toMatchObject({ team: { size: 2, isMember: false } });
    const ended = await bench.clock.run(bench.duty.end(bench.asker('otto')));
    expect(ended.view).toMatchObject({ others: [], team: { size: 2, isMember: true } });
    inTeam();
    expect((await bench.clock.run(bench.duty.end(bench.asker('otto')))).view).toMatchObject({ team: undefined });
  });
});
