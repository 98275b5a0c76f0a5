import { DAY } from '../../../../src/core/durations.ts';
import { UnsendableError, type UpstreamError } from '../../../../src/core/errors.ts';
import type { AboutCall, RestorePress } from '../../../../src/restore/state/presses.ts';
import type { SessionEvent } from '../../../../src/restore/state/restore.ts';
import type { RestoreReply } from '../../../../src/restore/state/views.ts';
import {
  aFault,
  anAsker,
  aPersonState,
  aRestore,
  aRestoreGroup,
  aRestoreState,
  aSession,
  entries,
} from '../../../support/builders.ts';
import { createBench, key, serviceTakes, withTask, type Bench } from '../../../support/restoring-bench.ts';

const asker = anAsker();

const lost = (afterwards: UpstreamError = aFault('NO_ANSWER')) => ({ afterwards });

async function begun(bench: Bench, seconds = 5): Promise<Bench> {
  await withTask(bench);
  serviceTakes(bench, seconds);
  await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
  return bench;
}

const press = (
  bench: Bench,
  kind: 'look' | 'send-again' | 'give-up' | 'stop',
  cardId?: string,
): Promise<RestoreReply> => {
  const pressed: RestorePress = { kind };
  return bench.clock.run(bench.process().press(asker, bench.restore().id, pressed, cardId));
};

const count = (bench: Bench, method: string): number => bench.explorer.methods.filter((each) => each === method).length;

describe('a call whose response was lost', () => {
  test.each([
    ['cut off', aFault('NO_ANSWER')],
    ['too late', aFault('TIMED_OUT')],
    ['a 503', aFault('FAILED', { status: 503 })],
    ['no JSON', aFault('NOT_JSON', { status: 200 })],
    ['malformed', aFault('MALFORMED', { status: 200 })],
    ['reported as a timeout behind the service', aFault('REFUSED', { status: 400, reason: 'Timeout' })],
    ['a request timeout', aFault('REFUSED', { status: 408 })],
  ])('(%s) is found among the sessions and monitored, not sent again', async (_, error) => {
    const bench = createBench();
    bench.explorer.faults.restore = [lost(error)];
    await begun(bench);
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('is found although the service lists it late, and far down', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = [lost()];
    const sessions = bench.explorer.sessions.bind(bench.explorer);
    let looks = 0;
    bench.explorer.sessions = async (access, slice) => {
      looks += 1;
      if (looks <= 3) return { results: [], more: false };
      if (slice.offset < 200) {
        const other = { id: 'other', createdAt: 0, state: 'working', result: 'success', reason: 'not ours' } as const;
        return { results: Array.from({ length: slice.limit }, () => other), more: true };
      }
      return sessions(access, { ...slice, offset: slice.offset - 200 });
    };
    await begun(bench);
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('is found in the explore session where the service restores within it', async () => {
    const bench = createBench();
    bench.explorer.restoresInExplore = true;
    bench.explorer.faults.restore = [lost()];
    const sessions = bench.explorer.sessions.bind(bench.explorer);
    bench.explorer.sessions = async (...asked) => {
      const page = await sessions(...asked);
      return { ...page, results: page.results.map((session) => ({ ...session, reason: undefined })) };
    };
    await begun(bench);
    await bench.clock.advance(20_000);
    const exploreId = bench.restore().groups[0]?.exploreId;
    expect(bench.restore().calls[0]?.progress).toMatchObject({ kind: 'running', sessionId: exploreId });
  });

  async function unclear(): Promise<Bench> {
    const bench = createBench();
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    await begun(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
    expect(count(bench, 'sessions')).toBe(5);
    expect(bench.explorer.restored).toEqual([]);
    expect(bench.queued()).toEqual([]);
    expect(await bench.process().isActive(key)).toBe(false);
    return bench;
  }

  test('and is not among the sessions is unclear: the card says so after about a minute and nothing is sent', async () => {
    const bench = await unclear();
    expect(bench.explorer.calls.filter(({ method }) => method === 'restore')).toHaveLength(1);
    const seconds = (bench.clock.now() - bench.restore().startedAt) / 1000;
    expect(seconds).toBeGreaterThan(55);
    expect(seconds).toBeLessThan(90);
    await bench.clock.run(bench.process().resume(key));
    expect(bench.queued()).toEqual([]);
  });

  test('is searched for no more once nobody is signed in: the person decides after the next sign-in', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = [aFault('NO_ANSWER')];
    await begun(bench);
    await bench.clock.advance(7_000);
    bench.people.put(key, aPersonState());
    const searches = count(bench, 'sessions');
    expect(searches).toBeGreaterThan(0);
    await bench.drain();
    expect(count(bench, 'sessions')).toBe(searches);
    expect(bench.restore().calls).toMatchObject([{ progress: { kind: 'sending' } }]);
    expect(bench.shown()?.kind).toBe('restore-unwatched');
  });

  test('is said to be searched for at once, with how often it was in vain', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    bench.explorer.during.sessions = () => bench.clock.sleep(1_000);
    await begun(bench);
    await bench.clock.advance(500);
    expect(bench.shown()).toMatchObject({ kind: 'restore-searching', looks: 0, stopping: false });
    await bench.clock.advance(8_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-searching', looks: 2 });
    bench.jobs.abandon(new Error('The process stops.'));
    await bench.clock.settle();
    bench.process();
    await bench.drain();
    const answered = count(bench, 'sessions') - 1;
    const { looks } = bench.shown() as { readonly looks: number };
    expect(bench.shown()?.kind).toBe('restore-unclear');
    expect([answered, answered + 1]).toContain(looks);
    expect(looks).toBeGreaterThanOrEqual(7);
  });

  test('is not said to have been searched for where the service refused every search', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    bench.explorer.faults.sessions = [aFault('REFUSED', { status: 400 })];
    await begun(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 0 });
  });

  test('shows that it runs as soon as it is found', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = [lost()];
    await begun(bench, 600);
    await bench.clock.advance(2_000);
    expect(bench.shown()?.kind).toBe('restore-running');
  });

  test('is searched for once more by Check again', async () => {
    const bench = await unclear();
    expect((await press(bench, 'look')).view.kind).toBe('restore-searching');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 8 });
    expect(count(bench, 'sessions')).toBe(8);
    expect(count(bench, 'restore')).toBe(1);
  });

  test('is found by Check again if it is listed later', async () => {
    const bench = await unclear();
    const { id, groups } = bench.restore();
    const { exploreId, options } = groups[0] ?? aRestoreGroup();
    await bench.explorer.restore(
      { kind: 'operator', organization: undefined as never, accessToken: 'x' },
      {
        workload: 'exchange',
        exploreId,
        containerId: 'mailbox-1',
        entries: entries(3),
        options,
        reason: `Ticket 4711 (restore-bot ${id}-1)`,
      },
    );
    await press(bench, 'look');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('is searched for first by Send again, then sent once, however often it is pressed', async () => {
    const bench = await unclear();
    const listed = count(bench, 'sessions');
    const restoring = bench.process();
    const { id } = bench.restore();
    await bench.clock.run(
      Promise.all([
        restoring.press(asker, id, { kind: 'send-again' }),
        restoring.press(asker, id, { kind: 'send-again' }),
      ]),
    );
    await press(bench, 'send-again');
    await bench.drain();
    expect(count(bench, 'sessions')).toBeGreaterThan(listed);
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test.each([
    ['refuses the search', aFault('REFUSED', { status: 403 })],
    ['does not answer for ten minutes', aFault('FAILED', { status: 502 })],
  ])('is not sent by Send again where the service %s: the person decides anew', async (_, error) => {
    const bench = await unclear();
    bench.explorer.faults.sessions = Array.from({ length: 200 }, () => error);
    await press(bench, 'send-again');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
    expect(count(bench, 'restore')).toBe(1);
    bench.explorer.faults.sessions = [];
    await press(bench, 'send-again');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('is not said to have restored nothing where the service refuses what is sent again', async () => {
    const bench = await unclear();
    bench.explorer.faults.restore = [aFault('REFUSED', { status: 400 })];
    await press(bench, 'send-again');
    await bench.drain();
    const unknown = { kind: 'restore-ended', result: 'unknown', unstarted: false, retryable: 0 };
    expect(bench.shown()).toMatchObject({ ...unknown, sentAgain: true });
  });

  test('is not said to have been sent more than once where the service could not be reached any more', async () => {
    const bench = await unclear();
    bench.explorer.faults.restore = Array.from({ length: 500 }, () => aFault('NO_ANSWER', { unsent: true }));
    await press(bench, 'send-again');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown', sentAgain: false });
  });

  test('is said to have been sent more than once where only a third sending did not go out', async () => {
    const bench = await unclear();
    const unsent = Array.from({ length: 500 }, () => aFault('NO_ANSWER', { unsent: true }));
    bench.explorer.faults.restore = [aFault('TIMED_OUT'), ...unsent];
    for (const _ of [1, 2]) {
      await press(bench, 'send-again');
      await bench.drain();
    }
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown', sentAgain: true });
  });

  test('is not sent by Send again where it is found', async () => {
    const bench = await unclear();
    const reason = `(restore-bot ${bench.restore().id}-1)`;
    bench.explorer.sessions = async () => ({
      results: [{ id: 'found', createdAt: 0, state: 'working', result: 'success', reason }],
      more: false,
    });
    await press(bench, 'send-again');
    await bench.clock.advance(10_000);
    expect(bench.restore().calls[0]?.progress).toMatchObject({ kind: 'running', sessionId: 'found' });
    expect(bench.explorer.restored).toEqual([]);
  });

  test("ends as unknown by Don't send again: nothing counts as failed, and nothing can be retried", async () => {
    const bench = await unclear();
    await press(bench, 'give-up');
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'unknown',
      trouble: 'unclear',
      retryable: 0,
      restore: { counts: { total: 3, restored: 0, failed: 0 } },
    });
    expect(bench.audit.records.at(-1)).toMatchObject({
      event: 'restore-ended',
      outcome: 'unknown',
      restore: { failed: 0 },
    });
    expect(count(bench, 'restore')).toBe(1);
  });

  test.each(['look', 'send-again', 'give-up'] as const)('is not decided about by %s on an older card', async (kind) => {
    const bench = createBench();
    bench.explorer.faults.restore = [1, 2, 3].map(() => aFault('TIMED_OUT'));
    await withTask(bench, { list: [...entries(2), ...entries(1, 'mailbox-2')] });
    const restoring = bench.process();
    await bench.clock.run(restoring.begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    const about = () => (bench.shown() as { readonly about?: AboutCall }).about;
    const pressed = (of: RestorePress) => bench.clock.run(restoring.press(asker, bench.restore().id, of));
    const first = about();
    await pressed({ kind: 'give-up', about: first });
    await bench.drain();
    const asked = bench.shown();
    expect([first?.call, about()?.call]).toEqual([0, 1]);

    await pressed({ kind, about: first });
    await pressed({ kind, about: { call: 1, at: 0 } });
    await bench.drain();
    expect(bench.shown()).toEqual(asked);
    expect(count(bench, 'restore')).toBe(2);

    await pressed({ kind: 'give-up', about: about() });
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown' });
  });

  /** **Stop** while it is searched for, in vain. */
  async function stoppedUnclear(list = entries(3)): Promise<Bench> {
    const bench = createBench();
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    await withTask(bench, { list });
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(7_000);
    await press(bench, 'stop');
    expect(bench.shown()).toMatchObject({ kind: 'restore-searching', stopping: true });
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
    return bench;
  }

  test('is sent by Send again also after Stop, which can be pressed again', async () => {
    const bench = await stoppedUnclear();
    await press(bench, 'send-again');
    expect(bench.shown()).toMatchObject({ kind: 'restore-searching', stopping: false });
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('is sent again without what Stop has ended, which nobody stopped at the service', async () => {
    const bench = await stoppedUnclear([...entries(2), ...entries(1, 'mailbox-2')]);
    await press(bench, 'send-again');
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ containerId: 'mailbox-1' }]);
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'stopped',
      elsewhere: false,
      unstarted: false,
      retryable: 0,
      restore: { counts: { total: 3, restored: 2, failed: 0 } },
    });
  });

  test('is stopped by Check again where that finds it after Stop', async () => {
    const bench = await stoppedUnclear();
    const { exploreId = '' } = bench.restore().groups[0] ?? {};
    const reason = `Ticket 4711 (restore-bot ${bench.restore().id}-1)`;
    await bench.explorer.restore({} as never, {
      workload: 'exchange',
      exploreId,
      containerId: 'mailbox-1',
      entries: entries(3),
      options: {},
      reason,
    });
    await press(bench, 'look');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
  });

  test.each([0, 2_000])(
    'is not sent again where Stop is pressed %d ms after Send again: the person decides anew',
    async (wait) => {
      const bench = await unclear();
      await press(bench, 'send-again');
      await bench.clock.advance(wait);
      await press(bench, 'stop');
      expect(bench.shown()).toMatchObject({ kind: 'restore-searching', stopping: true });
      await bench.drain();
      expect(bench.shown()).toMatchObject({ kind: 'restore-unclear' });
      expect(count(bench, 'restore')).toBe(1);
      await press(bench, 'give-up');
      await bench.drain();
      expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown', sentAgain: false });
      expect(count(bench, 'restore')).toBe(1);
    },
  );

  test('and that was sent again is not said to have been sent once', async () => {
    const bench = await unclear();
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    await press(bench, 'send-again');
    await bench.drain();
    expect(count(bench, 'restore')).toBe(2);
    await press(bench, 'give-up');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown', sentAgain: true });
  });

  test('is searched for repeatedly while the service is unavailable', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = [lost(aFault('FAILED', { status: 502 }))];
    bench.explorer.faults.sessions = Array.from({ length: 8 }, () => aFault('FAILED', { status: 502 }));
    await begun(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('is followed to its end if its response arrives while another run searches in vain', async () => {
    const bench = createBench();
    let answer: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => (answer = resolve));
    // The answer alone takes long: the service lists nothing until then.
    bench.explorer.during.restore = () => arrived;
    await begun(bench);
    await bench.clock.advance(1_000);
    bench.jobs.redeliver();
    const other = bench.queued().at(-1);
    const second = bench.process().follow(other?.job as never, new AbortController(), other?.id);
    await bench.clock.run(second);
    expect(bench.shown()?.kind).toBe('restore-unclear');
    answer?.();
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('is followed once its response arrives, although its job was replaced in the meantime', async () => {
    const bench = createBench();
    let answer: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => (answer = resolve));
    bench.explorer.during.restore = () => arrived;
    await begun(bench, 60);
    await bench.clock.advance(1_000);
    await bench.clock.run(bench.process().resume(key));
    await bench.clock.advance(90_000);
    expect(bench.shown()?.kind).toBe('restore-unclear');
    expect(bench.queued()).toHaveLength(1);
    answer?.();
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });
});

describe('a call that the service did not accept', () => {
  test.each([
    ['nothing was sent', aFault('NO_ANSWER', { unsent: true })],
    ['its certificate is not trusted', aFault('UNTRUSTED', { unsent: true })],
    ['the service is throttling', aFault('THROTTLED', { status: 429, retryAfterSeconds: 7 })],
  ])('because %s is sent later', async (_, error) => {
    const bench = createBench();
    bench.explorer.faults.restore = [error, error];
    await begun(bench);
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(count(bench, 'sessions')).toBe(0);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.audit.events).toEqual(['restore-started', 'restore-ended success']);
  });

  test('because no request can be made of it ends at once, and leaves nothing unclear', async () => {
    const bench = createBench();
    const restore = bench.explorer.restore.bind(bench.explorer);
    bench.explorer.restore = (access, request) =>
      request.containerId === 'mailbox-1'
        ? Promise.reject(new UnsendableError(new Error('A version lacks its number.')))
        : restore(access, request);
    await withTask(bench, { list: [...entries(2), ...entries(1, 'mailbox-2')] });
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    const [unsendable, other] = bench.restore().calls;
    expect(unsendable?.progress).toMatchObject({ kind: 'ended', result: 'refused', trouble: 'unknown' });
    expect(other?.progress).toMatchObject({ kind: 'ended', result: 'success' });
    expect(count(bench, 'sessions')).toBe(0);
  });

  test('because its token was refused and could not be renewed is sent later', async () => {
    const bench = createBench();
    bench.explorer.during.restore = async () => {
      bench.explorer.during.restore = async () => undefined;
      bench.explorer.refusedTokens.add('SECRET-service-access-0');
      bench.people.away = true;
    };
    await begun(bench);
    await bench.clock.advance(20_000);
    expect(bench.restore().calls[0]?.progress.kind).toBe('planned');
    bench.people.away = false;
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(count(bench, 'sessions')).toBe(0);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('because it is throttling is sent three times again, each after what the service asks for', async () => {
    const bench = createBench();
    const error = aFault('THROTTLED', { status: 429, retryAfterSeconds: 30 });
    bench.explorer.faults.restore = Array.from({ length: 20 }, () => error);
    await begun(bench);
    await bench.drain();
    expect(count(bench, 'restore')).toBe(4);
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'refused',
      trouble: 'throttled',
      retryable: 3,
    });
    const { startedAt, endedAt = 0 } = bench.restore();
    expect(endedAt - startedAt).toBeGreaterThanOrEqual(90_000);
  });

  test('because it is throttling leaves the next part its own attempts, after what the service asks for', async () => {
    const bench = createBench();
    const error = aFault('THROTTLED', { status: 429, retryAfterSeconds: 30 });
    bench.explorer.faults.restore = [1, 2, 3, 4, 5].map(() => error);
    await withTask(bench, { list: [...entries(2), ...entries(1, 'mailbox-2')] });
    serviceTakes(bench, 5);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(119_000);
    expect(bench.restore().calls[0]?.progress).toMatchObject({ result: 'refused', trouble: 'throttled' });
    expect(count(bench, 'restore')).toBe(4);
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.restore().calls[1]?.progress).toMatchObject({ result: 'success' });
  });

  test('for a moment is not given up because one before it had failed hours ago, and whose response was lost', async () => {
    const bench = createBench();
    const unsent = aFault('NO_ANSWER', { unsent: true });
    bench.explorer.faults.restore = [unsent, lost(), unsent];
    await withTask(bench, { list: [...entries(2), ...entries(1, 'mailbox-2')] });
    serviceTakes(bench, 2 * 3_600);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(count(bench, 'restore')).toBe(4);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('for an hour ends, and may be retried', async () => {
    const bench = createBench();
    bench.explorer.faults.restore = Array.from({ length: 200 }, () => aFault('NO_ANSWER', { unsent: true }));
    await begun(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'unreachable' });
    expect(bench.shown()).toMatchObject({ retryable: 3 });
  });

  test.each([
    ['ResourceAccessDenied', 403, 'access-denied'],
    ['ParameterValidationFailure', 400, 'validation'],
    ['OperationConflict', 409, 'conflict'],
    ['OrganizationTransfer', 409, 'transfer'],
    ['ResourceNotFound', 404, 'not-found'],
  ])('because of %s ends with its cause on the card', async (reason, status, trouble) => {
    const bench = createBench();
    bench.explorer.faults.restore = [1, 2].map(() => aFault('REFUSED', { status, reason }));
    await begun(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble, retryable: 3 });
    expect(count(bench, 'restore')).toBe(1);
    expect(count(bench, 'openExplore')).toBe(1);
  });

  test('because an explore session cannot be opened ends with its cause', async () => {
    const bench = createBench();
    await withTask(bench, { explore: undefined });
    bench.explorer.faults.openExplore = [
      aFault('FAILED', { status: 503 }),
      aFault('REFUSED', { status: 403, reason: 'ResourceAccessDenied' }),
    ];
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'access-denied' });
  });

  test('because its new explore session ends as well is refused after one more try', async () => {
    const bench = createBench();
    bench.explorer.during.restore = async () => {
      for (const { id } of bench.explorer.working) bench.explorer.drop(id);
    };
    await begun(bench);
    await bench.drain();
    expect(count(bench, 'restore')).toBe(2);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'not-found' });
  });
});

describe('a running restore', () => {
  test('is polled less and less often, and its card is edited only when something changes', async () => {
    const bench = createBench();
    await begun(bench, 100_000);
    const restoredAt = (restored: number) => {
      const [running] = bench.explorer.working.filter(({ request }) => request === undefined);
      const statistics = { total: 3, restored, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
      bench.explorer.change(running?.id ?? '', { statistics });
    };
    await bench.clock.advance(60_000);
    const edits = bench.announcer.acts.length;
    const polls = count(bench, 'session');
    expect(polls).toBeGreaterThan(8);
    await bench.clock.advance(600_000);
    expect(count(bench, 'session') - polls).toBeLessThan(30);
    expect(bench.announcer.acts).toHaveLength(edits);
    restoredAt(2);
    await bench.clock.advance(31_000);
    expect(bench.announcer.acts).toHaveLength(edits + 1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-running', restore: { counts: { total: 3, restored: 2 } } });
  });

  test('that changes all the time has its card edited every ten seconds at most', async () => {
    const bench = createBench();
    await begun(bench, 100_000);
    let restored = 0;
    const session = bench.explorer.during.session;
    bench.explorer.during.session = async () => {
      await session?.();
      restored += 1;
      for (const { id, request } of bench.explorer.working) {
        const statistics = { total: 999, restored, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
        if (request === undefined) bench.explorer.change(id, { statistics });
      }
    };
    const before = bench.announcer.acts.length;
    await bench.clock.advance(60_000);
    expect(bench.announcer.acts.length - before).toBeLessThanOrEqual(6);
    expect(bench.announcer.acts.length - before).toBeGreaterThanOrEqual(3);
  });

  test('continues after faults, malformed responses and a card that cannot be edited', async () => {
    const bench = createBench();
    await begun(bench, 60);
    bench.explorer.faults.session = [aFault('FAILED', { status: 500 }), aFault('MALFORMED'), aFault('TIMED_OUT')];
    bench.explorer.faults.statistics = [aFault('NOT_JSON'), aFault('REFUSED', { status: 404 })];
    bench.explorer.faults.events = [aFault('MALFORMED')];
    bench.announcer.next = ['fails', 'fails'];
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test.each([
    ['', true],
    [', also of no known type', undefined],
  ])('is counted by its events where the service has no statistics%s', async (_, isRestore) => {
    const bench = createBench();
    await begun(bench, 20);
    bench.explorer.statistics = async () => {
      throw aFault('REFUSED', { status: 404 });
    };
    const event = (index: number, status: 'success' | 'failed') => ({
      id: `event-${index}`,
      status,
      message: status === 'failed' ? 'The mailbox is full.' : 'Restored.',
      itemName: `Subject of mailbox-1-item-${index}`,
      startedAt: index,
      isRestore,
    });
    bench.explorer.during.events = async () => {
      const events = [event(0, 'success'), event(1, 'failed'), event(2, 'success')];
      for (const { id } of bench.explorer.allSessions) bench.explorer.change(id, { events });
    };
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'warning',
      failures: [{ key: 'k-mailbox-1-item-1', status: 'failed', why: 'The mailbox is full.' }],
      restore: { counts: { restored: 2, failed: 1, skipped: 0 } },
    });
  });

  test('within the explore session counts events of no known type only where they say where an item goes', async () => {
    const bench = createBench();
    bench.explorer.restoresInExplore = true;
    await withTask(bench, { list: entries(2) });
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    const uncounted = { total: 0, restored: 0, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
    const event = (id: string, target?: string) =>
      ({ id, status: 'success', message: '', itemName: `Subject of ${id}`, startedAt: 1, target }) as const;
    const show = (...events: readonly SessionEvent[]) => {
      for (const { id } of bench.explorer.working) bench.explorer.change(id, { statistics: uncounted, events });
    };
    const browsed = ['mailbox-1-item-0', 'mailbox-1-item-1'].map((id) => event(id));
    show(...browsed);
    await bench.clock.advance(60_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-running', restore: { counts: { restored: 0 } } });
    show(...browsed, event('1', 'zoe@contoso.example'), event('2', 'zoe@contoso.example'));
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'success',
      restore: { counts: { total: 2, restored: 2 } },
    });
  });

  test('within the explore session ends when all items are counted', async () => {
    const bench = createBench();
    bench.explorer.restoresInExplore = true;
    bench.explorer.backups.get('own')?.exchange.push({ id: 'archive-1', name: 'Archive', isArchive: true });
    await withTask(bench, { list: [...entries(2), ...entries(2, 'archive-1')] });
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    bench.explorer.during.statistics = async () => {
      for (const { id, restores, createdAt } of bench.explorer.working) {
        if (restores === undefined || bench.clock.now() - createdAt < 20_000) continue;
        const statistics = { total: 2, restored: 2, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
        bench.explorer.change(id, { statistics });
      }
    };
    await bench.drain();
    expect(bench.explorer.restored.map(({ exploreId }) => exploreId)).toEqual(['session-1', 'session-2']);
    expect(count(bench, 'restore')).toBe(2);
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'success',
      restore: { counts: { total: 4, restored: 4 } },
    });
    expect(bench.explorer.working).toEqual([]);
  });

  const forget = (bench: Bench): void => {
    const { progress } = bench.restore().calls[0] ?? {};
    bench.explorer.drop(progress?.kind === 'running' ? progress.sessionId : '');
  };

  test('that the service has forgotten ends after a minute as unknown, with the last counts', async () => {
    const bench = createBench();
    await begun(bench, 100_000);
    await bench.clock.advance(6_000);
    forget(bench);
    await bench.clock.advance(30_000);
    expect(bench.restore().endedAt).toBeUndefined();
    await bench.drain();
    const unknown = { result: 'unknown', trouble: undefined, dropped: true, uncounted: true, retryable: 0 };
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', ...unknown });
    expect(bench.audit.records.at(-1)).toMatchObject({ event: 'restore-ended', outcome: 'unknown' });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('that was stopped is stopped, also where the service has forgotten it by then', async () => {
    const bench = createBench();
    await begun(bench, 100_000);
    await bench.clock.advance(6_000);
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'stop' }));
    forget(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'stopped',
      trouble: undefined,
      dropped: true,
    });
    expect(bench.audit.records.at(-1)).toMatchObject({ event: 'restore-ended', outcome: 'stopped' });
  });

  test('that the service no longer has is not stopped again and again, whatever the status', async () => {
    const bench = createBench();
    await begun(bench, 100_000);
    await bench.clock.advance(6_000);
    const gone = () => aFault('REFUSED', { status: 409, reason: 'ResourceNotFound' });
    bench.explorer.faults.stop = Array.from({ length: 1000 }, gone);
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'stop' }));
    const pressed = bench.explorer.methods.filter((method) => method === 'stop').length;
    await bench.clock.advance(120_000);
    expect(bench.explorer.methods.filter((method) => method === 'stop')).toHaveLength(pressed + 1);
  });

  test('continues for hours, across a renewal, an expiry and a new sign-in', async () => {
    const bench = createBench();
    await begun(bench, 6 * 3600);
    await bench.clock.advance(3_600_000);
    bench.explorer.refusedTokens.add('SECRET-service-access-0');
    await bench.clock.advance(3_600_000);
    expect(bench.people.stateOf(key)?.session?.accessToken).toBe('SECRET-renewed-1');
    expect(bench.shown()?.kind).toBe('restore-running');
    bench.people.put(key, aPersonState());
    await bench.clock.advance(3_600_000);
    expect(bench.shown()?.kind).toBe('restore-unwatched');
    bench.people.put(key, aPersonState({ session: aSession({ signInId: 'sign-in-2', expiresAt: 9e15 }) }));
    bench.explorer.refusedTokens.clear();
    await bench.clock.run(bench.process().resume(key));
    await bench.clock.advance(60_000);
    expect(bench.shown()?.kind).toBe('restore-running');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('goes on without a word where the same person signs in again in the middle of a call', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 60);
    const process = bench.process();
    await bench.clock.run(process.begin(asker, 'task-1', 'card-0'));
    const { session: finish } = bench.explorer.during;
    bench.explorer.during.session = async () => {
      await finish?.();
      await bench.clock.sleep(2_000);
    };
    await bench.clock.advance(6_000);
    expect(bench.explorer.calls.at(-1)?.method).toBe('session');
    const { session } = bench.people.stateOf(key) ?? {};
    if (session === undefined) throw new Error('Nobody is signed in.');
    bench.people.put(key, aPersonState({ session: aSession({ signInId: 'sign-in-2', expiresAt: 9e15 }) }));
    await process.over(session);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.announcer.acts.filter((act) => act.includes('unwatched'))).toEqual([]);
  });

  test('that somebody else stops names what is missing, and offers to restore the rest', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 20, ({ id }) => {
      const about = { message: '', startedAt: 1, isRestore: true } as const;
      const events = [
        { ...about, id: '1', status: 'success', itemName: 'Subject of mailbox-1-item-0' },
        { ...about, id: '2', status: 'cancelled' },
      ] as const;
      const statistics = { total: 3, restored: 1, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
      bench.explorer.change(id, { state: 'stopped', result: 'warning', statistics, events });
    });
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'stopped',
      elsewhere: true,
      retryable: 2,
      failures: [{ key: 'k-mailbox-1-item-1' }, { key: 'k-mailbox-1-item-2' }],
    });
    expect(bench.audit.records.at(-1)).toMatchObject({ outcome: 'stopped', restore: { restored: 1, failed: 0 } });
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'retry-failed' }));
    await bench.drain();
    expect(bench.explorer.restored.at(-1)?.entries.map(({ id }) => id)).toEqual([
      'mailbox-1-item-1',
      'mailbox-1-item-2',
    ]);
  });

  test('whose items the service no longer tells ends within two minutes with what is known', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 20, ({ id }) => bench.explorer.change(id, { state: 'stopped', result: 'warning' }));
    const fails = async () => {
      await bench.clock.sleep(10_000);
      throw aFault('FAILED', { status: 503 });
    };
    bench.explorer.during.statistics = fails;
    bench.explorer.during.events = fails;
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'warning', uncounted: true });
    const { startedAt, endedAt = Infinity } = bench.restore();
    expect((endedAt - startedAt) / 1000).toBeLessThan(20 + 120);
  });

  const denied = () => aFault('REFUSED', { status: 403, reason: 'ResourceAccessDenied' });

  test('that the service does not show for a moment is followed to its end', async () => {
    const bench = createBench();
    await begun(bench, 100);
    await bench.clock.advance(6_000);
    bench.explorer.faults.session = [denied()];
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test.each([
    ['with 403', 'access-denied', denied()],
    ['by its code alone', 'access-denied', aFault('REFUSED', { status: 500, reason: 'ResourceAccessDenied' })],
    ['as no valid request', 'validation', aFault('REFUSED', { status: 400 })],
    ['as what cannot be read', 'unknown', aFault('MALFORMED', { status: 200 })],
  ])('that is refused %s ends as unknown, and does not ask for a sign-in', async (_, trouble, fault) => {
    const bench = createBench();
    await begun(bench, 100_000);
    await bench.clock.advance(6_000);
    bench.explorer.faults.session = Array.from({ length: 1000 }, () => fault);
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'unknown',
      trouble,
      uncounted: true,
      retryable: 0,
    });
    const { startedAt, endedAt = Infinity } = bench.restore();
    expect((endedAt - startedAt) / 1000).toBeLessThan(120);
    expect(bench.people.stateOf(key)?.session).toBeDefined();
  });

  test.each([400, 403, 409, 500])('that the service says with %i it does not have is over', async (status) => {
    const bench = createBench();
    await begun(bench, 100_000);
    await bench.clock.advance(6_000);
    bench.explorer.faults.session = Array.from({ length: 1000 }, () =>
      aFault('REFUSED', { status, reason: 'ResourceNotFound' }),
    );
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown', trouble: undefined });
    const { startedAt, endedAt = Infinity } = bench.restore();
    expect((endedAt - startedAt) / 1000).toBeLessThan(120);
  });
});

describe('a call within the explore session that is no longer seen', () => {
  test.each([403, 404])('(%i) is not cut off: what else is restored gets a session of its own', async (status) => {
    const bench = createBench();
    bench.explorer.restoresInExplore = true;
    bench.explorer.backups.get('own')?.exchange.push({ id: 'archive-1', name: 'Archive', isArchive: true });
    await withTask(bench, { list: [...entries(2), ...entries(2, 'archive-1')] });
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(1_000);
    bench.explorer.faults.session = Array.from({ length: 100 }, () => aFault('REFUSED', { status }));
    await bench.drain();
    expect(bench.explorer.restored.map(({ exploreId }) => exploreId)).toEqual(['session-1', 'session-2']);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown' });
    expect(bench.explorer.working.map(({ id }) => id)).toEqual(['session-1', 'session-2']);
  });
});

describe('the end of a restore', () => {
  const messages = (bench: Bench): readonly string[] =>
    bench.announcer.acts.filter((act) => act === 'post restore-over');

  test('that took longer than two minutes is told by one short message, whose Show shows the outcome', async () => {
    const bench = createBench();
    await begun(bench, 150);
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
    expect(bench.announcer.cards.at(-1)?.views.at(-1)).toEqual({
      kind: 'restore-over',
      restoreId: bench.restore().id,
      workload: 'exchange',
      result: 'success',
      counts: { total: 3, restored: 3, failed: 0, skipped: 0 },
    });
    const { id } = bench.restore();
    const shown = await bench.clock.run(bench.process().press(asker, id, { kind: 'failures-page', page: 0 }));
    expect(shown).toMatchObject({ kind: 'render', view: { kind: 'restore-ended', result: 'success' } });
    bench.jobs.redeliver();
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
  });

  test('within two minutes is shown on its card alone', async () => {
    const bench = createBench();
    await begun(bench, 90);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended' });
    expect(messages(bench)).toEqual([]);
  });

  test('soon after a decision of the person is shown on its card alone', async () => {
    const bench = createBench();
    await begun(bench, 100_000);
    await bench.clock.advance(600_000);
    await bench.clock.run(bench.process().press(asker, bench.restore().id, { kind: 'stop' }));
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'stopped' });
    expect(messages(bench)).toEqual([]);
  });

  test('has one entry in the audit log, however often the chat service fails meanwhile', async () => {
    const bench = createBench();
    await begun(bench, 5);
    bench.announcer.next = Array.from({ length: 9 }, () => 'fails' as const);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended' });
    expect(bench.audit.events).toEqual(['restore-started', 'restore-ended success']);
  });

  test.each([
    ['later', 0, undefined],
    ['days later', 6 * DAY, undefined],
    ['more than a week later, when a press would find nothing', 8 * DAY, true],
  ])('is told again %s where the chat service fails', async (_, milliseconds, closed) => {
    const bench = createBench();
    await begun(bench, 150);
    const { post } = bench.announcer;
    let failures = 1;
    bench.announcer.post = (...message) => {
      failures -= 1;
      if (failures < 0) return post(...message);
      bench.clock.set(milliseconds);
      return Promise.reject(aFault('FAILED', { status: 502 }));
    };
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
    const shown = bench.shown();
    expect(shown?.kind === 'restore-ended' && shown.closed).toBe(closed);
    const left = bench.store.stateOf(key)?.restores.map(({ endAnnounced }) => endAnnounced);
    expect(left).toEqual(closed === true ? [] : [true]);
  });
});

describe('a restore that waits for a decision', () => {
  const messages = (bench: Bench): readonly string[] =>
    bench.announcer.acts.filter((act) => act === 'post restore-decision-due');
  const searchesTake = (bench: Bench, seconds: number): void => {
    bench.explorer.during.sessions = () => bench.clock.sleep(seconds * 1000);
  };

  /** Of two parts: the second one has no answer. */
  async function waiting(seconds: number): Promise<Bench> {
    const bench = createBench();
    bench.explorer.backups.get('own')?.exchange.push({ id: 'archive-1', name: 'Archive', isArchive: true });
    await withTask(bench, { list: [...entries(2), ...entries(2, 'archive-1')] });
    serviceTakes(bench, seconds);
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(1_000);
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    await bench.drain();
    expect(bench.shown()?.kind).toBe('restore-unclear');
    return bench;
  }

  test('for longer than somebody looks at its card says so in one short message, whose Show shows the choices', async () => {
    const bench = await waiting(150);
    expect(messages(bench)).toHaveLength(1);
    const { id } = bench.restore();
    const { cardId = '', views = [] } = bench.announcer.cards.at(-1) ?? {};
    expect(cardId).not.toBe('card-0');
    expect(views).toEqual([{ kind: 'restore-decision-due', restoreId: id }]);
    await bench.clock.run(bench.process().press(asker, id, { kind: 'failures-page', page: 0 }, cardId));
    expect(bench.shown(cardId)).toMatchObject({ kind: 'restore-unclear' });
    bench.jobs.redeliver();
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
  });

  test('goes on where it is decided: on the card that Show made of the message, and its card says so', async () => {
    const bench = await waiting(150);
    const { id } = bench.restore();
    const { cardId = '' } = bench.announcer.cards.at(-1) ?? {};
    await bench.clock.run(bench.process().press(asker, id, { kind: 'failures-page', page: 0 }, cardId));
    expect(bench.shown()?.kind).toBe('task-moved');
    bench.explorer.faults.sessions = [aFault('TIMED_OUT')];
    const reply = await press(bench, 'look', cardId);
    expect(reply).toMatchObject({ kind: 'delivered', view: { kind: 'restore-searching' } });
    expect(bench.shown(cardId)?.kind).toBe('restore-searching');
    await bench.drain();
    expect(bench.shown(cardId)).toMatchObject({ kind: 'restore-unclear' });
    await press(bench, 'give-up', cardId);
    await bench.drain();
    expect(bench.shown(cardId)?.kind).toBe('restore-ended');
    expect(bench.shown()?.kind).toBe('task-moved');
    // It has ended: the card that shows that stays as it is.
    expect(await press(bench, 'look', 'card-0')).toMatchObject({ kind: 'render', view: { kind: 'restore-ended' } });
    expect(bench.restore().cardId).toBe(cardId);
  });

  test.each(['look', 'give-up'] as const)(
    'is shown on the card where %s is pressed, also if that is another one',
    async (kind) => {
      const bench = await waiting(20);
      await press(bench, kind, 'card-of-a-notice');
      await bench.drain();
      expect(bench.shown('card-of-a-notice')?.kind).toBe(kind === 'look' ? 'restore-unclear' : 'restore-ended');
      expect(bench.shown()?.kind).toBe('task-moved');
    },
  );

  test('goes on where it is decided, and posts nothing about a former card that was deleted', async () => {
    const bench = await waiting(20);
    bench.announcer.lose('card-0');
    await press(bench, 'give-up', 'card-of-a-notice');
    await bench.drain();
    expect(bench.announcer.acts).toContain('edit card-0 task-moved');
    expect(
      bench.announcer.cards.filter(({ views }) => views.some(({ kind }) => (kind as string) === 'task-moved')),
    ).toEqual([]);
  });

  test('within two minutes says so on its card alone', async () => {
    expect(messages(await waiting(20))).toEqual([]);
  });

  test('says so once for each call, however often that is searched for', async () => {
    const bench = await waiting(150);
    searchesTake(bench, 60);
    await press(bench, 'look');
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    await press(bench, 'send-again');
    await bench.drain();
    expect(bench.shown()?.kind).toBe('restore-unclear');
    expect(messages(bench)).toHaveLength(2);
  });

  test('says so where a search that somebody asked for takes longer than they look', async () => {
    const bench = await waiting(20);
    searchesTake(bench, 60);
    await press(bench, 'look');
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
  });

  test('says so later where the chat service fails', async () => {
    const bench = createBench();
    const { post } = bench.announcer;
    let failures = 1;
    bench.announcer.post = (...message) => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(aFault('FAILED', { status: 502 })) : post(...message);
    };
    searchesTake(bench, 60);
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    await begun(bench);
    await bench.drain();
    bench.jobs.redeliver();
    await bench.drain();
    expect(messages(bench)).toHaveLength(1);
  });
});

describe('the line in a channel', () => {
  function benchWithChannel(...next: ('fails' | 'is refused' | 'is unreachable')[]) {
    const lines: unknown[] = [];
    const bench = createBench({
      async postInChannel(_, view) {
        const now = next.shift();
        if (now === 'fails') throw aFault('FAILED', { status: 502 });
        if (now === 'is refused') throw aFault('REFUSED', { status: 400, reason: 'BadArgument' });
        if (now === 'is unreachable') return { kind: 'unreachable', reason: 'BotNotInConversationRoster' };
        lines.push(view);
        return { kind: 'delivered', cardId: 'line-1' };
      },
    });
    return { bench, lines };
  }

  test('is posted once, with kind, outcome, counts and reference alone', async () => {
    const { bench, lines } = benchWithChannel();
    await begun(bench);
    await bench.drain();
    bench.jobs.redeliver();
    await bench.drain();
    expect(lines).toEqual([
      {
        kind: 'channel-line',
        restoreId: bench.restore().id,
        workload: 'exchange',
        result: 'success',
        counts: { total: 3, restored: 3, failed: 0, skipped: 0 },
      },
    ]);
  });

  test('is posted later where the chat service fails', async () => {
    const { bench, lines } = benchWithChannel('fails');
    await begun(bench);
    await bench.drain();
    expect(lines).toHaveLength(1);
    expect(bench.shown()?.kind).toBe('restore-ended');
    expect(bench.restore().endAnnounced).toBe(true);
  });

  test.each([
    ['is refused', 'BadArgument'],
    ['is unreachable', 'BotNotInConversationRoster'],
  ] as const)('that %s is logged, and erases nothing', async (how, reason) => {
    const { bench, lines } = benchWithChannel(how);
    await begun(bench);
    await bench.drain();
    expect(lines).toEqual([]);
    expect(bench.log.lines).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ event: 'restore-channel-unreachable', reason }) }),
    );
    expect(bench.restore().endAnnounced).toBe(true);
  });
});

describe('its job', () => {
  test('is handed over when the process stops, and nothing is sent twice', async () => {
    const bench = createBench();
    await begun(bench, 60);
    await bench.clock.advance(15_000);
    bench.jobs.abandon(new Error('The process stops.'));
    await bench.clock.settle();
    bench.process();
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('does nothing as a copy, and sends nothing twice when redelivered', async () => {
    const bench = createBench();
    await begun(bench, 60);
    bench.jobs.duplicate();
    const copy = bench.queued().at(-1);
    const polls = count(bench, 'session');
    await bench.process().follow(copy?.job as never, new AbortController(), copy?.id);
    expect(count(bench, 'session')).toBe(polls);
    bench.jobs.redeliver();
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('does nothing for a restore that is announced or unknown, and leaves one that does not decrypt to another instance', async () => {
    const bench = createBench();
    const job = { kind: 'restore', key, restoreId: 'restore-1' } as const;
    const restoring = bench.process();
    await restoring.follow(job, new AbortController());
    bench.store.put(key, aRestoreState({ restores: [aRestore({ endedAt: 1, endAnnounced: true })] }));
    await restoring.follow(job, new AbortController());
    bench.store.spoil(key);
    await expect(restoring.follow(job, new AbortController())).rejects.toThrow('cannot be read');
    expect(bench.announcer.acts).toEqual([]);
    expect(bench.explorer.calls).toEqual([]);
  });

  test('sends nothing after its process was frozen before sending', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 5);
    let writes = 0;
    const frozen = bench.process(async (label, call) => {
      const answer = await call();
      writes += label === 'store.write' ? 1 : 0;
      if (label === 'store.write' && writes === 2) await bench.clock.sleep(600_000);
      return answer;
    });
    await bench.clock.run(frozen.begin(asker, 'task-1', 'card-0'));
    await bench.clock.advance(1_000);
    expect(bench.restore().calls[0]?.progress.kind).toBe('sending');
    const [message] = bench.queued();
    await bench.clock.run(bench.process().follow(message?.job as never, new AbortController(), message?.id));
    expect(bench.shown()?.kind).toBe('restore-unclear');
    await press(bench, 'send-again');
    await bench.drain();
    expect(count(bench, 'restore')).toBe(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('sends the call although the response to storing the claim was lost', async () => {
    const bench = createBench();
    await withTask(bench);
    serviceTakes(bench, 5);
    bench.store.writes = ['works', 'loses its answer'];
    await bench.clock.run(bench.process().begin(asker, 'task-1', 'card-0'));
    await bench.drain();
    expect(count(bench, 'sessions')).toBe(0);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('continues after conflicts and while storage is unavailable', async () => {
    const bench = createBench();
    await begun(bench, 30);
    bench.store.conflicts = 3;
    bench.store.writes = ['is away', 'loses its answer', 'works', 'is away', 'loses its answer', 'loses its answer'];
    await bench.drain();
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.restore().endAnnounced).toBe(true);
  });
});
