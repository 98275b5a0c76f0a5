import type { UpstreamError } from '../../../../src/core/errors.ts';
import { exchangeRequest, exchangeUntilDone } from '../../../../src/sign-in/follow/token-exchange.ts';
import type { FailureReason } from '../../../../src/sign-in/state/model.ts';
import { createFakeBackupService } from '../../../fakes/backup-service.ts';
import { createFakeClock, START } from '../../../fakes/clock.ts';
import { createRecordingLog } from '../../../fakes/records.ts';
import { grantOf } from '../../../fakes/identity-provider.ts';
import { aFault, anOrganization, aRedeemedSignIn } from '../../../support/builders.ts';

function aBench(faults: UpstreamError[] = []) {
  const clock = createFakeClock();
  const service = createFakeBackupService();
  const log = createRecordingLog();
  service.exchangeFaults = faults;
  const exchange = (changes: Partial<Parameters<typeof exchangeUntilDone>[1]> = {}) =>
    exchangeUntilDone(
      { service, clock, log },
      {
        organization: anOrganization(),
        request: { flow: 'operator', clientId: 'u.t', assertion: 'SECRET-assertion' },
        reference: 'sign-in-0',
        until: START + 3_600_000,
        signal: new AbortController().signal,
        ...changes,
      },
    );
  return { clock, service, log, exchange };
}

test('exchanges once when the service accepts the assertion', async () => {
  const { clock, service, exchange } = aBench();

  await expect(clock.run(exchange())).resolves.toMatchObject({ accessToken: 'SECRET-service-access-1' });
  expect(service.exchanges).toEqual([{ flow: 'operator', clientId: 'u.t', assertion: 'SECRET-assertion' }]);
});

const final: readonly [FailureReason, UpstreamError][] = [
  ['service-refused', aFault('REFUSED', { status: 400, description: 'Bad assertion. More.', correlationId: 'c-1' })],
  ['not-operator', aFault('REFUSED', { status: 400, reason: 'ResourceAccessDenied' })],
  ['not-operator', aFault('REFUSED', { status: 401 })],
  ['not-operator', aFault('REFUSED', { status: 403 })],
  ['service-refused', aFault('REFUSED', { status: 404 })],
  ['service-refused', aFault('TIMED_OUT', { status: 408 })],
  ['service-refused', aFault('FAILED', { status: 400, reason: 'ProxyOffline' })],
  ['service-refused', aFault('FAILED', { status: 400, reason: 'Timeout' })],
  ['not-operator', aFault('REFUSED', { status: 500, reason: 'ResourceAccessDenied' })],
  ['service-refused', aFault('MALFORMED', { status: 200 })],
  ['service-refused', aFault('REDIRECTED', { status: 302 })],
  ['service-untrusted', aFault('UNTRUSTED')],
];

test.each(final)('ends as %s on %s, without a second request', async (reason, fault) => {
  const { clock, service, exchange } = aBench([fault]);

  await expect(clock.run(exchange())).resolves.toMatchObject({ reason });
  expect(service.exchanges).toHaveLength(1);
});

test.each([
  [400, undefined],
  [401, undefined],
  [403, undefined],
  [404, 'ResourceNotFound'],
])('of app-only, a refusal with %i and %s is about the organization, whoever signed in', async (status, reason) => {
  const { clock, exchange } = aBench([aFault('REFUSED', { status, reason })]);
  const request = { flow: 'app-only', clientId: 'contoso.onmicrosoft.com', assertion: 'SECRET-assertion' } as const;

  await expect(clock.run(exchange({ request }))).resolves.toMatchObject({ reason: 'app-only-refused' });
});

test('of app-only, a 404 is about the service, which has no path for it', async () => {
  const { clock, exchange } = aBench([aFault('REFUSED', { status: 404 })]);
  const request = { flow: 'app-only', clientId: 'contoso.onmicrosoft.com', assertion: 'SECRET-assertion' } as const;
  await expect(clock.run(exchange({ request }))).resolves.toMatchObject({ reason: 'app-only-unknown' });
});

const passing: readonly [string, UpstreamError][] = [
  ['no answer', aFault('NO_ANSWER')],
  ['a time-out', aFault('TIMED_OUT')],
  ['429', aFault('THROTTLED', { status: 429 })],
  ['500', aFault('FAILED', { status: 500 })],
  ['503', aFault('FAILED', { status: 503 })],
  ['HTML', aFault('NOT_JSON', { status: 200 })],
];

test.each(passing)('tries again with the same assertion after %s', async (_, fault) => {
  const { clock, service, exchange } = aBench([fault]);

  await expect(clock.run(exchange())).resolves.toMatchObject({ accessToken: 'SECRET-service-access-1' });
  expect(service.exchanges).toHaveLength(2);
  expect(service.exchanges[1]).toEqual(service.exchanges[0]);
});

test('waits twice as long each time, a minute at most', async () => {
  const { clock, exchange } = aBench(Array.from({ length: 8 }, () => aFault('NO_ANSWER')));

  await clock.run(exchange());

  expect(clock.slept).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
});

test('waits at least as long as Retry-After', async () => {
  const { clock, exchange } = aBench([
    aFault('THROTTLED', { status: 429, retryAfterSeconds: 40 }),
    aFault('FAILED', { status: 503, retryAfterSeconds: 0 }),
  ]);

  await clock.run(exchange());

  expect(clock.slept).toEqual([40_000, 2000]);
});

test('ends once the access token of the identity provider expires', async () => {
  const faults = Array.from({ length: 100 }, () => aFault('FAILED', { status: 503, description: 'Down. For long.' }));
  const { clock, service, exchange } = aBench(faults);

  await expect(clock.run(exchange({ until: START + 10_000 }))).resolves.toMatchObject({
    reason: 'service-unreachable',
    detail: 'Down.',
  });
  expect(service.exchanges).toHaveLength(4);
  expect(clock.now()).toBeLessThan(START + 10_000);
});

test('an abort ends the wait', async () => {
  const { clock, service, exchange } = aBench([aFault('THROTTLED', { retryAfterSeconds: 60 })]);
  const controller = new AbortController();
  const exchanged = exchange({ signal: controller.signal });
  await clock.advance(5000);

  controller.abort(new Error('enough'));

  await expect(exchanged).rejects.toThrow('enough');
  expect(service.exchanges).toHaveLength(1);
});

test('calls onFault before each wait', async () => {
  const { clock, exchange } = aBench([aFault('NO_ANSWER'), aFault('NO_ANSWER')]);
  const calls: [number, number][] = [];

  await clock.run(exchange({ onFault: async (faults) => void calls.push([faults, clock.now() - START]) }));

  expect(calls).toEqual([
    [1, 0],
    [2, 1000],
  ]);
});

test('logs each failure by its reference, without the assertion', async () => {
  const { clock, log, exchange } = aBench([aFault('NO_ANSWER'), aFault('REFUSED', { status: 400 })]);

  await clock.run(exchange());

  expect(log.lines).toHaveLength(2);
  expect(log.lines[0]?.fields).toMatchObject({ reference: 'sign-in-0', faults: 1 });
  expect(log.text()).not.toContain('SECRET');
});

test('rethrows errors that are not the service’s', async () => {
  const { clock, service, exchange } = aBench();
  service.duringExchange = () => Promise.reject(new TypeError('a mistake'));

  await expect(clock.run(exchange())).rejects.toThrow('a mistake');
});

test('a failure keeps the first sentence and the correlation id', async () => {
  const fault = aFault('REFUSED', { status: 400, description: 'One. Two.', correlationId: 'c-1' });
  const { clock, exchange } = aBench([fault]);

  await expect(clock.run(exchange())).resolves.toEqual({
    reason: 'service-refused',
    detail: 'One.',
    correlationId: 'c-1',
  });
});

describe('the assertion', () => {
  const identity = { userId: 'user-1', tenantId: 'tenant-1' };

  test('of an operator is the access token, for userId.tenantId', () => {
    expect(exchangeRequest(aRedeemedSignIn(), 'SECRET-access', identity)).toEqual({
      flow: 'operator',
      clientId: 'user-1.tenant-1',
      assertion: 'SECRET-access',
    });
  });

  test('of an app-only sign-in is the token response byte for byte, for the organization', () => {
    const { answer } = grantOf();

    expect(exchangeRequest(aRedeemedSignIn({ flow: 'app-only', answer }), 'SECRET-access', identity)).toEqual({
      flow: 'app-only',
      clientId: 'contoso.onmicrosoft.com',
      assertion: answer,
    });
  });
});
