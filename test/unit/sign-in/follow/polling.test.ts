import type { Organization } from '../../../../src/core/organization.ts';
import type { TokenAnswer } from '../../../../src/sign-in/state/ports.ts';
import { decide, failureOf, poll, type PollRate, type SignInOutcome } from '../../../../src/sign-in/follow/polling.ts';
import type { FailureReason, CodeSignIn } from '../../../../src/sign-in/state/model.ts';
import { createFakeClock, START, type FakeClock } from '../../../fakes/clock.ts';
import { createFakeIdentityProvider, granted, type FakeIdentityProvider } from '../../../fakes/identity-provider.ts';
import { createRecordingLog, type RecordingLog } from '../../../fakes/records.ts';
import { anOrganization, aWaitingSignIn, malformed, noAnswer, refused } from '../../../support/builders.ts';

const PACE: PollRate = { intervalSeconds: 5, faults: 0 };

describe('after one answer', () => {
  const endings: readonly [FailureReason, string, Parameters<typeof refused>[1]?][] = [
    ['declined', 'authorization_declined'],
    ['declined', 'access_denied'],
    ['expired', 'expired_token'],
    ['expired', 'expired_token', { errorCodes: [70_020] }],
    ['expired', 'code_expired'],
    ['expired', 'invalid_grant', { errorCodes: [70_020] }],
    ['code-unknown', 'bad_verification_code'],
    ['code-unknown', 'invalid_grant', { errorCodes: [70_000] }],
    ['public-client-flow-off', 'invalid_client', { errorCodes: [7_000_218] }],
    ['public-client-flow-off', 'invalid_client', { errorCodes: [7_000_218], status: 401 }],
    ['consent-required', 'invalid_grant', { suberror: 'consent_required', errorCodes: [65_001] }],
    ['consent-required', 'invalid_grant', { suberror: 'consent_required' }],
    ['mfa-required', 'invalid_grant', { suberror: 'basic_action', errorCodes: [50_076] }],
    ['mfa-required', 'invalid_grant', { suberror: 'basic_action' }],
    ['conditional-access', 'access_blocked', { errorCodes: [53_003] }],
    ['conditional-access', 'invalid_grant', { errorCodes: [53_003], suberror: 'message_only' }],
    ['conditional-access', 'access_denied', { errorCodes: [53_003] }],
    ['not-assigned', 'access_denied', { errorCodes: [50_105] }],
    ['not-assigned', 'access_denied', { description: 'AADSTS50105: Your administrator has not assigned you.' }],
    ['not-assigned', 'invalid_grant', { errorCodes: [70_000, 50_105] }],
    ['not-assigned', 'expired_token', { description: 'AADSTS70000: No token. aadsts50105: not assigned.' }],
    ['mfa-required', 'interaction_required', { errorCodes: [50_079], suberror: 'consent_required' }],
    ['device-required', 'authorization_declined', { errorCodes: [530_033] }],
    ['application-unknown', 'unauthorized_client', { errorCodes: [700_016] }],
    ['declined', 'access_denied', { errorCodes: [65_004] }],
    ['identity-provider-refused', 'access_denied', { errorCodes: [50_057], description: 'AADSTS50057: disabled.' }],
    ['identity-provider-refused', 'invalid_grant', { description: 'AADSTS501051: Another number.' }],
    ['identity-provider-refused', 'unauthorized_client'],
    ['identity-provider-refused', 'invalid_grant'],
    ['identity-provider-refused', 'something_new', { errorCodes: [1, 2] }],
    ['identity-provider-refused', ''],
  ];

  test.each(endings)('it ends as %s on %s %j', (reason, error, changes = {}) => {
    const step = decide(refused(error, changes), PACE);

    expect(step).toMatchObject({ kind: 'ended', failure: { reason } });
  });

  test('an AADSTS number never ends a pending sign-in', () => {
    expect(decide(refused('authorization_pending', { errorCodes: [70_016, 53_003] }), PACE).kind).toBe('wait');
  });

  test('the description of an answer never decides', () => {
    const step = decide(refused('authorization_pending', { description: 'AADSTS70020: expired_token' }), PACE);

    expect(step.kind).toBe('wait');
  });

  test('keeps the first sentence and the correlation id of a refusal', () => {
    const description =
      'AADSTS700016: Application with identifier x was not found. Ask your administrator. Trace ID: 1 Correlation ID: 2 Timestamp: 3';

    const refusal = { status: 400, error: 'unauthorized_client', errorCodes: [], description, correlationId: 'c-1' };

    expect(failureOf(refusal)).toEqual({
      reason: 'application-unknown',
      detail: 'AADSTS700016: Application with identifier x was not found.',
      correlationId: 'c-1',
    });
  });

  test('a token response without an access token ends the sign-in, because the code is spent', () => {
    expect(decide(malformed(), PACE)).toEqual({ kind: 'ended', failure: { reason: 'answer-incomplete' } });
  });

  test('returns the grant', () => {
    expect(decide(granted(), PACE)).toMatchObject({ kind: 'granted', grant: { refreshToken: 'SECRET-refresh-1' } });
  });

  const waits: readonly [string, TokenAnswer, PollRate, PollRate, number][] = [
    ['one interval while pending', refused('authorization_pending'), PACE, PACE, 5],
    ['five seconds longer after slow_down', refused('slow_down'), PACE, { intervalSeconds: 10, faults: 0 }, 10],
    [
      'what Retry-After says beside slow_down, where that is longer',
      refused('slow_down', { retryAfterSeconds: 30 }),
      PACE,
      { intervalSeconds: 10, faults: 0 },
      30,
    ],
    ['never less than the interval', refused('authorization_pending', { retryAfterSeconds: 1 }), PACE, PACE, 5],
    ['twice the interval after no answer', noAnswer(), PACE, { intervalSeconds: 5, faults: 1 }, 10],
    [
      'twice that after no answer again',
      noAnswer(),
      { intervalSeconds: 5, faults: 1 },
      { intervalSeconds: 5, faults: 2 },
      20,
    ],
    ['a minute at most', noAnswer('FAILED'), { intervalSeconds: 5, faults: 9 }, { intervalSeconds: 5, faults: 10 }, 60],
    [
      'a minute at most, ever',
      noAnswer('FAILED'),
      { intervalSeconds: 5, faults: 5000 },
      { intervalSeconds: 5, faults: 5001 },
      60,
    ],
    [
      'the interval where that is longer than a minute',
      noAnswer(),
      { intervalSeconds: 90, faults: 0 },
      { intervalSeconds: 90, faults: 1 },
      90,
    ],
    [
      'what Retry-After says after 429',
      noAnswer('THROTTLED', { retryAfterSeconds: 17 }),
      PACE,
      { intervalSeconds: 5, faults: 1 },
      17,
    ],
    [
      'what Retry-After says after 503',
      noAnswer('FAILED', { retryAfterSeconds: 120 }),
      PACE,
      { intervalSeconds: 5, faults: 1 },
      120,
    ],
    [
      'the interval where Retry-After says less',
      noAnswer('THROTTLED', { retryAfterSeconds: 0 }),
      PACE,
      { intervalSeconds: 5, faults: 1 },
      5,
    ],
    ['twice the interval after what is not JSON', noAnswer('NOT_JSON'), PACE, { intervalSeconds: 5, faults: 1 }, 10],
    [
      'twice the interval after temporarily_unavailable',
      refused('temporarily_unavailable'),
      PACE,
      { intervalSeconds: 5, faults: 1 },
      10,
    ],
    ['twice the interval after server_error', refused('server_error'), PACE, { intervalSeconds: 5, faults: 1 }, 10],
    [
      'one interval again once there is an answer',
      refused('authorization_pending'),
      { intervalSeconds: 5, faults: 4 },
      PACE,
      5,
    ],
  ];

  test.each(waits)('waits %s', (_, answer, rate, next, seconds) => {
    expect(decide(answer, rate)).toEqual({ kind: 'wait', rate: next, seconds });
  });
});

describe('polling', () => {
  interface Bench {
    readonly clock: FakeClock;
    readonly provider: FakeIdentityProvider;
    readonly log: RecordingLog;
    readonly organization: Organization;
    readonly polling: (signIn?: CodeSignIn, signal?: AbortSignal) => Promise<SignInOutcome>;
    /** Seconds after the start of each poll. */
    readonly asked: () => readonly number[];
  }

  function aBench(polls: FakeIdentityProvider['polls'] = []): Bench {
    const clock = createFakeClock();
    const provider = createFakeIdentityProvider(clock);
    const log = createRecordingLog();
    const organization = anOrganization();
    provider.polls = polls;
    return {
      clock,
      provider,
      log,
      organization,
      polling: (signIn = aWaitingSignIn(), signal = new AbortController().signal) =>
        poll({ clock, log }, () => provider.redeemDeviceCode(organization, signIn, signal), signIn, signal),
      asked: () => provider.redemptions.map(({ at }) => (at - START) / 1000),
    };
  }

  const pending = refused('authorization_pending');

  test('waits one interval and some slack before the first poll', async () => {
    const { clock, polling, asked } = aBench([granted()]);

    await clock.run(polling());

    expect(asked()).toEqual([6]);
  });

  test('never polls sooner than one interval after the last answer', async () => {
    const { clock, polling, asked } = aBench([pending, pending, granted()]);

    await clock.run(polling());

    expect(asked()).toEqual([6, 12, 18]);
  });

  test('a short interval has a short slack', async () => {
    const { clock, polling, asked } = aBench([pending, granted()]);

    await clock.run(polling(aWaitingSignIn({ intervalSeconds: 1 })));

    expect(asked()).toEqual([1.2, 2.4]);
  });

  test('polls that are due within a tenth of a second are made together, and never early', async () => {
    const { clock, provider, polling, asked } = aBench();
    provider.polls = Array.from({ length: 3 }, () => granted());
    const all = [polling()];
    await clock.advance(30);
    all.push(polling());
    await clock.advance(30);
    all.push(polling());

    await clock.run(Promise.all(all));

    expect(asked()).toEqual([6, 6, 6]);
  });

  test('stays slower for good after each slow_down', async () => {
    const { clock, polling, asked } = aBench([refused('slow_down'), pending, refused('slow_down'), pending, granted()]);

    await clock.run(polling());

    expect(asked()).toEqual([6, 17, 28, 44, 60]);
  });

  test('backs off while nothing answers and returns to the interval after an answer', async () => {
    const { clock, polling, asked } = aBench([
      noAnswer(),
      noAnswer('FAILED'),
      noAnswer('NOT_JSON'),
      pending,
      granted(),
    ]);

    await clock.run(polling());

    expect(asked()).toEqual([6, 17, 38, 79, 85]);
  });

  test('sends the client id and the device code of the sign-in', async () => {
    const { clock, polling, provider } = aBench([granted()]);

    await clock.run(polling());

    expect(provider.redemptions).toMatchObject([{ clientId: 'operator-application', deviceCode: 'SECRET-device-0' }]);
  });

  test('polls one last time when the code expires, and then ends as expired', async () => {
    const { clock, polling, asked } = aBench();

    const polled = await clock.run(polling(aWaitingSignIn({ expiresAt: START + 20_000 })));

    expect(asked()).toEqual([6, 12, 18, 20]);
    expect(polled).toEqual({ kind: 'ended', failure: { reason: 'expired' } });
  });

  test('accepts an approval at the last moment', async () => {
    const { clock, polling } = aBench([pending, pending, pending, granted()]);

    const polled = await clock.run(polling(aWaitingSignIn({ expiresAt: START + 20_000 })));

    expect(polled.kind).toBe('granted');
  });

  test('polls at the expiry even if Retry-After is later', async () => {
    const { clock, polling, asked } = aBench([noAnswer('THROTTLED', { retryAfterSeconds: 86_400 }), granted()]);

    const polled = await clock.run(polling());

    expect(asked()).toEqual([6, 900]);
    expect(polled.kind).toBe('granted');
  });

  test('ends as unreachable when the code expires without an answer', async () => {
    const { clock, polling } = aBench([pending, noAnswer(), noAnswer(), noAnswer(), noAnswer()]);

    const polled = await clock.run(polling(aWaitingSignIn({ expiresAt: START + 60_000 })));

    expect(polled).toEqual({ kind: 'ended', failure: { reason: 'identity-provider-unreachable' } });
  });

  test('polls once, at once, a code that expired while nobody polled', async () => {
    const approved = aBench([granted()]);
    const forgotten = aBench([pending]);
    const ended = aWaitingSignIn({ expiresAt: START - 60_000 });

    const first = await approved.clock.run(approved.polling(ended));
    const second = await forgotten.clock.run(forgotten.polling(ended));

    expect(approved.asked()).toEqual([0]);
    expect(first.kind).toBe('granted');
    expect(forgotten.asked()).toEqual([0]);
    expect(second).toEqual({ kind: 'ended', failure: { reason: 'expired' } });
  });

  test('an abort ends the wait without a poll', async () => {
    const { clock, polling, asked } = aBench();
    const controller = new AbortController();
    const polled = polling(undefined, controller.signal);
    await clock.advance(3000);

    controller.abort(new Error('enough'));

    await expect(polled).rejects.toThrow('enough');
    expect(asked()).toEqual([]);
  });

  test('an abort reaches the request', async () => {
    const { clock, polling, asked } = aBench(['hangs']);
    const controller = new AbortController();
    const polled = polling(undefined, controller.signal);
    await clock.advance(10_000);

    controller.abort(new Error('enough'));

    await expect(polled).rejects.toThrow('enough');
    expect(asked()).toEqual([6]);
  });

  test('does not start with an aborted signal', async () => {
    const { clock, polling, asked } = aBench([granted()]);

    await expect(clock.run(polling(undefined, AbortSignal.abort(new Error('enough'))))).rejects.toThrow('enough');
    expect(asked()).toEqual([]);
  });

  test('logs refusals in full with the reference, but no pending answer', async () => {
    const description = 'AADSTS70019: Slow down. Second sentence.';
    const { clock, polling, log } = aBench([
      pending,
      noAnswer(),
      refused('slow_down', { description, correlationId: 'c-1', errorCodes: [70_019] }),
      malformed(),
    ]);

    await clock.run(polling());

    expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info', 'error']);
    expect(log.lines[1]?.fields).toMatchObject({
      reference: 'sign-in-0',
      reason: 'slow_down',
      description,
      correlationId: 'c-1',
      errorCodes: [70_019],
    });
    expect(log.text()).not.toContain('SECRET');
  });
});
