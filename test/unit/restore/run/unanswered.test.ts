/** Calls of an administrator whose answer is lost, or says that the approval was not accepted. */
import { SessionInUseError } from '../../../../src/restore/explore/explore-session.ts';
import type { UpstreamError } from '../../../../src/core/errors.ts';
import type { ServiceSession } from '../../../../src/restore/state/ports.ts';
import { isRestoredFrom } from '../../../../src/restore/state/restore-transitions.ts';
import {
  approvalShown,
  asker,
  codeShown,
  createApprovingBench,
  press,
  restoring,
  use,
} from '../../../support/approving-bench.ts';
import { aFault, entries, type TaskChanges } from '../../../support/builders.ts';
import { key, serviceTakes, type Bench } from '../../../support/restoring-bench.ts';

const MINUTE = 60_000;

const count = (bench: Bench, method: string): number => bench.explorer.methods.filter((each) => each === method).length;
const openExplores = ({ explorer }: Bench): number =>
  explorer.working.filter(({ request }) => request !== undefined).length;
const lost = (afterwards: UpstreamError = aFault('NO_ANSWER')) => ({ afterwards });

/** Up to the first call, whose approval is given. */
async function approved(bench: Bench, seconds = 30, changes: TaskChanges = {}) {
  serviceTakes(bench, seconds);
  const process = await restoring(bench, changes);
  use(bench, codeShown(bench));
  await bench.clock.advance(5_000);
  return process;
}

/** Lists sessions of others besides, once the call was sent. */
function othersToo({ explorer }: Bench, ...others: readonly Partial<ServiceSession>[]): void {
  const sessions = explorer.sessions.bind(explorer);
  explorer.sessions = async (...asked) => {
    const page = await sessions(...asked);
    if (!explorer.methods.includes('restore')) return page;
    const more = others.map((other, index): ServiceSession => {
      const id = `other-${index}`;
      return { id, kind: 'exchange', createdAt: 0, state: 'working', result: 'success', ...other };
    });
    return { ...page, results: [...more, ...page.results] };
  };
  const session = explorer.session.bind(explorer);
  const statistics = explorer.statistics.bind(explorer);
  const events = explorer.events.bind(explorer);
  const nothing = { total: 0, restored: 0, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
  const isOther = (id: string): boolean => id.startsWith('other-');
  explorer.session = async (access, id, signal) =>
    isOther(id) ? { id, createdAt: 0, state: 'working', result: 'success' } : session(access, id, signal);
  explorer.statistics = async (access, id, signal) => (isOther(id) ? nothing : statistics(access, id, signal));
  explorer.events = async (access, id, slice, signal) => {
    if (!isOther(id)) return events(access, id, slice, signal);
    const other = others[Number(id.slice('other-'.length))];
    const restored = { id: '1', status: 'success', message: '', startedAt: 0, isRestore: true } as const;
    return { results: other?.details === undefined ? [] : [{ ...restored, itemName: other.details }], more: false };
  };
}

describe('a lost answer', () => {
  test.each([
    ['cut off', aFault('NO_ANSWER')],
    ['too late', aFault('TIMED_OUT')],
    ['a 503', aFault('FAILED', { status: 503 })],
    ['no JSON', aFault('NOT_JSON', { status: 200 })],
  ])('(%s) is found by the only session that is new, which is said to be likely, not certain', async (_, error) => {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [lost(error)];
    await approved(bench);
    await bench.clock.advance(5_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-running', restore: { isAssumed: true } });
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success', restore: { isAssumed: true } });
    expect(bench.explorer.restored).toHaveLength(1);
    expect(bench.audit.records.at(-1)).toMatchObject({
      event: 'restore-ended',
      flow: 'app-only',
      restore: { restored: 3, administrator: { containers: ['mailbox-1'], target: 'original', assumed: true } },
    });
    expect(openExplores(bench)).toBe(0);
  });

  test('is found with certainty where the service restores in the session that was opened for it', async () => {
    const bench = createApprovingBench();
    bench.explorer.restoresInExplore = true;
    bench.explorer.faults.restore = [lost()];
    await approved(bench);
    await bench.clock.advance(5_000);
    expect(bench.restore().calls[0]?.progress).toMatchObject({ kind: 'running', sessionId: 'session-1' });
    expect(bench.shown()).toMatchObject({ kind: 'restore-running' });
    expect(bench.shown()).toHaveProperty('restore.isAssumed', false);
  });

  test('of a later call of the same session is not taken for the first one', async () => {
    const bench = createApprovingBench();
    const other = entries(1).map((entry) => ({ ...entry, key: 'k-other', containerId: 'mailbox-2' }));
    const counted = { total: 2, restored: 2, failed: 0, skipped: 0, warnings: [], errors: [], items: [] };
    const restore = bench.explorer.restore.bind(bench.explorer);
    bench.explorer.restore = async (access, request) => {
      // What the first call did is counted in the session that both share.
      if (bench.explorer.restored.length === 0) bench.explorer.change('session-1', { statistics: counted });
      else throw aFault('NO_ANSWER');
      return restore(access, request);
    };
    await approved(bench, 5, { list: [...entries(2), ...other] });
    await bench.clock.advance(3 * MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test.each<[string, readonly Partial<ServiceSession>[], string]>([
    ['browse', [{}], 'restore-unclear'],
    ['restore something else', [{ details: 'Budget' }], 'restore-unclear'],
    ['restore what may be this', [{ details: 'Subject of mailbox-1-item-0' }], 'restore-running'],
    ['are of another kind', [{ kind: 'onedrive', details: 'Subject of mailbox-1-item-0' }], 'restore-unclear'],
    [
      'are several that may be this',
      [{ details: 'Subject of mailbox-1-item-0' }, { details: 'Subject of mailbox-1-item-1' }],
      'restore-unclear',
    ],
  ])('while others %s', async (_, others, shown) => {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [aFault('NO_ANSWER')];
    othersToo(bench, ...others);
    await approved(bench);
    await bench.clock.advance(90_000);
    expect(bench.shown()?.kind).toBe(shown);
    expect(bench.explorer.restored).toEqual([]);
  });

  test.each([
    ["somebody else's mailbox", 'mailbox-2', 'restore-unclear'],
    ['what nobody here knows', 'Budget', 'restore-unclear'],
    ['the same mailbox', 'mailbox-1', 'restore-running'],
  ] as const)('of a whole mailbox, while another administrator restores %s', async (_, details, shown) => {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [aFault('NO_ANSWER')];
    othersToo(bench, { details });
    const whole = entries(1).map((entry) => ({ ...entry, kind: 'mailbox', id: 'mailbox-1' }));
    await approved(bench, 30, { list: whole });
    expect(bench.restore().calls).toMatchObject([{ whole: true }]);
    await bench.clock.advance(90_000);
    expect(bench.shown()?.kind).toBe(shown);
    expect(bench.explorer.restored).toEqual([]);
  });

  test('while somebody else begins a restore is unclear: two are new', async () => {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [lost()];
    othersToo(bench, { details: 'Budget' });
    await approved(bench, 600);
    await bench.clock.advance(90_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  test('where the service lists no sessions is looked for in its own session alone', async () => {
    const bench = createApprovingBench();
    bench.explorer.sessions = () => Promise.reject(aFault('REFUSED', { status: 403 }));
    bench.explorer.faults.restore = [lost()];
    await approved(bench);
    await bench.clock.advance(90_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
  });

  test('where the service tells nothing is unclear at once', async () => {
    const bench = createApprovingBench();
    const refuse = () => Promise.reject(aFault('REFUSED', { status: 403 }));
    Object.assign(bench.explorer, { sessions: refuse, statistics: refuse, events: refuse });
    bench.explorer.faults.restore = [lost()];
    await approved(bench);
    await bench.clock.advance(1_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 0 });
    expect(bench.explorer.restored).toHaveLength(1);
  });

  async function unclear(changes: TaskChanges = {}) {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [aFault('TIMED_OUT')];
    const process = await approved(bench, 30, changes);
    await bench.clock.advance(2 * MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5 });
    expect(bench.queued()).toEqual([]);
    return { bench, process };
  }

  test('is sent again with a new code in a new session, and only once somebody has used it', async () => {
    const { bench, process } = await unclear();
    const stop = bench.explorer.stop.bind(bench.explorer);
    // Also where an export still reads from the old one.
    bench.explorer.stop = (access, id, why) =>
      why === 'unused' && id === 'session-1' ? Promise.reject(new SessionInUseError()) : stop(access, id);
    await press(bench, process, { kind: 'send-again' });
    await bench.clock.advance(30_000);
    expect(codeShown(bench)).toBe('CODE-2');
    expect(bench.explorer.codes.get('CODE-2')).toMatchObject({ exploreId: 'session-2' });
    // Nothing goes on in the old one beside it.
    expect(bench.explorer.working.map(({ id }) => id)).toEqual(['session-2']);
    expect(bench.explorer.restored).toEqual([]);
    use(bench, 'CODE-2');
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ exploreId: 'session-2', credentials: { userCode: 'CODE-2' } }]);
    // Never once more with the old one.
    expect(count(bench, 'restore')).toBe(2);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(openExplores(bench)).toBe(0);
  });

  test('gets no new code where Stop is pressed after Send again, and one once Send again is pressed anew', async () => {
    const { bench, process } = await unclear();
    await press(bench, process, { kind: 'send-again' });
    await bench.clock.advance(2_000);
    await press(bench, process, { kind: 'stop' });
    await bench.clock.advance(MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear' });
    expect(count(bench, 'requestRestoreCode')).toBe(1);
    await press(bench, process, { kind: 'send-again' });
    await bench.clock.advance(30_000);
    use(bench, codeShown(bench));
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ exploreId: 'session-2', credentials: { userCode: 'CODE-2' } }]);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(openExplores(bench)).toBe(0);
  });

  test('that waits for its new code, and is cancelled then, may have been restored the first time', async () => {
    const { bench, process } = await unclear();
    await press(bench, process, { kind: 'send-again' });
    await bench.clock.advance(30_000);
    expect(codeShown(bench)).toBe('CODE-2');
    await press(bench, process, { kind: 'stop' });
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'unknown',
      trouble: 'unclear',
      unstarted: false,
      sentAgain: false,
      retryable: 0,
    });
    expect(bench.audit.records.at(-1)).toMatchObject({ event: 'restore-ended', outcome: 'unknown' });
    expect(count(bench, 'restore')).toBe(1);
    expect(openExplores(bench)).toBe(0);
  });

  test('is not sent again where it is found by then', async () => {
    const { bench, process } = await unclear();
    const { groups } = bench.restore();
    bench.explorer.change(groups[0]?.exploreId ?? '', {
      statistics: { total: 3, restored: 1, failed: 0, skipped: 0, warnings: [], errors: [], items: [] },
    });
    await press(bench, process, { kind: 'send-again' });
    await bench.clock.advance(30_000);
    expect(bench.shown()?.kind).toBe('restore-running');
    expect(count(bench, 'requestRestoreCode')).toBe(1);
  });

  test('that is given up is not cut off: its session stays open, also when it is idle', async () => {
    const { bench, process } = await unclear();
    const left = bench.restore().groups[0]?.exploreId ?? '';
    await press(bench, process, { kind: 'give-up' });
    await bench.clock.advance(MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'unknown', retryable: 0 });
    expect(bench.explorer.working.map(({ id }) => id)).toEqual([left]);
    expect(isRestoredFrom(bench.store.stateOf(key), left)).toBe(true);
    expect(count(bench, 'restore')).toBe(1);
  });

  test.each([['alone'], ['with calls that are still to be sent']])(
    'that is given up can be stopped in the list of sessions, %s',
    async (which) => {
      const other = entries(1).map((entry) => ({ ...entry, key: 'k-other', containerId: 'mailbox-2' }));
      const { bench, process } = await unclear({ list: [...entries(2), ...(which === 'alone' ? [] : other)] });
      const left = bench.restore().groups[0]?.exploreId ?? '';
      await press(bench, process, { kind: 'give-up' });
      await bench.clock.advance(MINUTE);
      const reply = await bench.clock.run(process.history.stop(asker, left));
      expect(reply.view).toMatchObject({ kind: 'restore-sessions', stopped: left });
      expect(bench.explorer.working.map(({ id }) => id)).not.toContain(left);
      expect(bench.restore().stopping).toBeUndefined();
      expect(bench.audit.records).toContainEqual(
        expect.objectContaining({ event: 'session-stopped', reference: left, outcome: 'success' }),
      );
    },
  );

  test('that is given up keeps its session from the calls after it, which get another one', async () => {
    const other = entries(1).map((entry) => ({ ...entry, key: 'k-other', containerId: 'mailbox-2' }));
    const { bench, process } = await unclear({ list: [...entries(2), ...other] });
    await press(bench, process, { kind: 'give-up' });
    await bench.clock.advance(30_000);
    use(bench, codeShown(bench));
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ exploreId: 'session-2', containerId: 'mailbox-2' }]);
    expect(bench.explorer.working.map(({ id }) => id)).toEqual(['session-1']);
  });
});

describe('an approval that the service does not accept', () => {
  const words = 'The specified user code has expired. Sign in again.';

  test.each([
    ['403', aFault('REFUSED', { status: 403, reason: 'ResourceAccessDenied', description: words })],
    ['403 without words', aFault('REFUSED', { status: 403 })],
    ['400 about the code', aFault('REFUSED', { status: 400, description: words })],
    ['400 in the words of Microsoft', aFault('REFUSED', { status: 400, description: 'AADSTS70020: it has expired.' })],
  ])('(%s) is given anew in the same session', async (_, error) => {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [error];
    await approved(bench);
    await bench.clock.advance(10_000);
    const said = error.description?.replace(' Sign in again.', '');
    expect(approvalShown(bench)).toMatchObject({ code: { userCode: 'CODE-2' }, refused: { said } });
    expect(count(bench, 'openExplore')).toBe(1);
    await bench.clock.advance(MINUTE);
    expect(count(bench, 'restore')).toBe(1);
    use(bench, 'CODE-2');
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ credentials: { userCode: 'CODE-2' } }]);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
  });

  test('with an error that may come after it has started is given anew in another session, once the first is over', async () => {
    const bench = createApprovingBench();
    const description = 'AADSTS50076: you must use MFA.';
    bench.explorer.faults.restore = [aFault('FAILED', { status: 500, description })];
    await approved(bench);
    await bench.clock.advance(10_000);
    expect(approvalShown(bench)).toMatchObject({ code: { userCode: 'CODE-2' }, refused: { said: description } });
    expect(bench.explorer.working.map(({ id }) => id)).toEqual(['session-2']);
    use(bench, 'CODE-2');
    await bench.drain();
    expect(bench.explorer.restored).toMatchObject([{ exploreId: 'session-2', credentials: { userCode: 'CODE-2' } }]);
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(openExplores(bench)).toBe(0);
  });

  test('with an error that may come after it has started is unclear where the service refuses the search', async () => {
    const bench = createApprovingBench();
    const description = 'AADSTS50076: you must use MFA.';
    bench.explorer.restore = () => {
      bench.explorer.faults.sessions = [aFault('REFUSED', { status: 403 })];
      return Promise.reject(aFault('FAILED', { status: 500, description }));
    };
    await approved(bench);
    await bench.clock.advance(10_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', said: description });
    expect(count(bench, 'requestRestoreCode')).toBe(1);
    expect(bench.explorer.working.map(({ id }) => id)).toEqual(['session-1']);
  });

  test('twice more ends what is left as refused, in the words of the service', async () => {
    const bench = createApprovingBench();
    const refusal = aFault('REFUSED', { status: 403, description: 'The user is not an Exchange administrator.' });
    bench.explorer.faults.restore = [refusal, refusal, refusal];
    const other = entries(1).map((entry) => ({ ...entry, key: 'k-other', containerId: 'mailbox-2' }));
    await approved(bench, 5, { list: [...entries(2), ...other] });
    for (const code of ['CODE-2', 'CODE-3']) {
      use(bench, code);
      await bench.clock.advance(10_000);
    }
    await bench.drain();
    expect(bench.shown()).toMatchObject({
      kind: 'restore-ended',
      result: 'refused',
      trouble: 'approval-refused',
      remarks: ['The user is not an Exchange administrator.'],
      retryable: 3,
    });
    expect(count(bench, 'restore')).toBe(3);
    expect(count(bench, 'requestRestoreCode')).toBe(3);
    expect(openExplores(bench)).toBe(0);
  });

  test('because of the application ends at once: another sign-in would not help', async () => {
    const bench = createApprovingBench();
    const description = 'AADSTS7000218: The request body must contain client_assertion or client_secret.';
    bench.explorer.faults.restore = [aFault('REFUSED', { status: 400, description })];
    await approved(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', trouble: 'approval-refused', remarks: [description] });
    expect(count(bench, 'requestRestoreCode')).toBe(1);
  });

  test('in words that nobody knows is unclear, never failed; the card quotes them', async () => {
    const bench = createApprovingBench();
    const description = 'The server was unable to process the request due to an internal error.';
    bench.explorer.faults.restore = [aFault('FAILED', { status: 500, description })];
    await approved(bench);
    await bench.clock.advance(2_000);
    expect(bench.shown()).toMatchObject({ kind: 'restore-searching', said: description });
    await bench.clock.advance(2 * MINUTE);
    expect(bench.shown()).toMatchObject({ kind: 'restore-unclear', looks: 5, said: description });
  });

  test('and that comes while the call is searched for opens no session beside the first', async () => {
    const bench = createApprovingBench();
    const description = 'AADSTS50076: you must use MFA.';
    bench.explorer.faults.restore = [aFault('FAILED', { status: 500, description })];
    // At the end of the other process's searches.
    bench.explorer.during.restore = () => bench.clock.sleep(65_000);
    await approved(bench);
    await bench.clock.advance(1_000);
    bench.jobs.redeliver();
    const message = bench.queued().at(-1);
    void bench.process().follow(message?.job as never, new AbortController(), message?.id);
    for (let second = 0; second < 120; second += 1) {
      await bench.clock.advance(1_000);
      expect(bench.explorer.working).toHaveLength(1);
    }
    expect(codeShown(bench)).toBe('CODE-2');
  });

  test('after which it has started all the same is found, not sent again', async () => {
    const bench = createApprovingBench();
    bench.explorer.faults.restore = [lost(aFault('FAILED', { status: 500, description: 'AADSTS50076: MFA.' }))];
    await approved(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    expect(bench.explorer.restored).toHaveLength(1);
    expect(count(bench, 'requestRestoreCode')).toBe(1);
  });

  test('is told from a request that the service does not understand', async () => {
    const bench = createApprovingBench();
    const description = 'The property mailboxes is required.';
    bench.explorer.faults.restore = [
      aFault('REFUSED', { status: 400, reason: 'ParameterValidationFailure', description }),
    ];
    await approved(bench);
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'refused', trouble: 'validation' });
    expect(count(bench, 'requestRestoreCode')).toBe(1);
  });
});

describe('after **I have signed in**', () => {
  async function signedIn(bench: Bench) {
    bench.explorer.faults.isCodeUsed = [aFault('REFUSED', { status: 404 })];
    serviceTakes(bench, 5);
    const process = await restoring(bench);
    await bench.clock.advance(10_000);
    const { askedAt = 0, expiresAt = 0 } = approvalShown(bench).code ?? {};
    return { askedAt, expiresAt, press: () => press(bench, process, { kind: 'signed-in', asked: askedAt }) };
  }

  test('the service may wait for the sign-in within the call until the code has expired', async () => {
    const bench = createApprovingBench();
    const { expiresAt, press: signIn } = await signedIn(bench);
    let isSent = false;
    bench.explorer.during.restore = async () => {
      isSent = true;
      await bench.clock.sleep(5 * MINUTE);
      use(bench, 'CODE-1');
    };
    await signIn();
    await bench.clock.advance(MINUTE);
    expect(isSent).toBe(true);
    expect(bench.shown()?.kind).toBe('restore-running');
    await bench.drain();
    expect(bench.shown()).toMatchObject({ kind: 'restore-ended', result: 'success' });
    const [{ timeLimitMilliseconds = 0 } = {}] = bench.explorer.restored;
    // Sixty seconds beyond the code's end.
    expect(timeLimitMilliseconds).toBeGreaterThan(expiresAt - bench.clock.now() + 5 * MINUTE);
    expect(timeLimitMilliseconds).toBeLessThanOrEqual(16 * MINUTE);
  });

  test('the service is asked until then where the process has died during the call', async () => {
    const bench = createApprovingBench();
    const { expiresAt, press: signIn } = await signedIn(bench);
    bench.explorer.during.restore = () => new Promise(() => undefined);
    await signIn();
    await bench.clock.advance(1_000);
    bench.jobs.redeliver();
    const message = bench.queued().at(-1);
    const other = bench.process();
    await bench.clock.run(other.follow(message?.job as never, new AbortController(), message?.id));
    expect(bench.shown()?.kind).toBe('restore-unclear');
    expect(bench.clock.now()).toBeGreaterThanOrEqual(expiresAt + MINUTE);
  });
});
