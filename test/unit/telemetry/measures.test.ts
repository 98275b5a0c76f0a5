import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StorageUnavailableError, UpstreamError } from '../../../src/core/errors.ts';
import { InterruptedError } from '../../../src/jobs/ownership.ts';
import type { Restore } from '../../../src/restore/state/restore.ts';
import type { TokenAnswer } from '../../../src/sign-in/state/ports.ts';
import { createMeasures, TelemetryMeasures } from '../../../src/telemetry/measures.ts';
import { measureQueue } from '../../../src/telemetry/queue-watch.ts';
import { writeMessage } from '../../../src/jobs/job-message.ts';
import { createFileUpload } from '../../../src/upstream/file-upload.ts';
import type { HttpAnswer } from '../../../src/upstream/http/answers.ts';
import type { HttpRequest } from '../../../src/upstream/http/http.ts';
import { createFakeClock, START } from '../../fakes/clock.ts';
import { createFakeIdentityProvider } from '../../fakes/identity-provider.ts';
import { createFakePersonStore } from '../../fakes/person-store.ts';
import { createFakeRestoreStore } from '../../fakes/restore-store.ts';
import { createRecordingAudit, createRecordingLog } from '../../fakes/records.ts';
import { createFakeTelemetry } from '../../fakes/telemetry.ts';
import {
  anOrganization,
  aPersonKey,
  aPersonState,
  aRestore,
  aRestoreState,
  aSession,
  aWaitingSignIn,
  refused,
} from '../../support/builders.ts';

const bench = () => {
  const clock = createFakeClock();
  const telemetry = createFakeTelemetry();
  return { clock, telemetry, measures: new TelemetryMeasures(telemetry, clock) };
};

const REQUEST: HttpRequest = {
  upstream: 'backup service',
  method: 'POST',
  url: 'https://backup.contoso.example:4443/v8/token?who=olga',
};

const SENDER = { kind: 'accepted', token: undefined } as const;

const owned = { isOverdue: false };

const answer = (status: number): HttpAnswer => ({
  status,
  text: '{}',
  retryAfterSeconds: undefined,
  dateMilliseconds: undefined,
});

test('only modules that are loaded when telemetry is on import its packages', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const naming = (pattern: RegExp): readonly string[] =>
    files.filter((name) => pattern.test(readFileSync(join('src', name), 'utf8')));
  expect(naming(/from '(?:@opentelemetry\/|@azure\/monitor)/).toSorted()).toEqual(['telemetry/azure-monitor.ts']);
  expect(naming(/from '[^']*azure-monitor\.ts'/)).toEqual([]);
});

test('without telemetry every part is returned unchanged', () => {
  const measures = createMeasures(undefined, { clock: createFakeClock(), log: createRecordingLog(), newId: () => '' });
  const http = { send: () => Promise.reject(new Error('not asked')), close: () => Promise.resolve() };
  expect(measures.http(http)).toBe(http);
  const messages = { authenticate: async () => SENDER, receive: async () => ({ status: 200 }) };
  expect(measures.turns(messages)).toBe(messages);
});

describe('calls to the outside', () => {
  test('are timed, and named without parts of their address', async () => {
    const { clock, telemetry, measures } = bench();
    const http = measures.http({
      async send() {
        await clock.sleep(1_500);
        return answer(200);
      },
      close: () => Promise.resolve(),
    });
    await clock.run(http.send(REQUEST));
    const attributes = { upstream: 'backup service', operation: 'token', outcome: 'HTTP 200' };
    expect(telemetry.measured).toEqual([{ instrument: 'restore.upstream.duration', value: 1.5, attributes }]);
    expect(telemetry.sections).toEqual([{ kind: 'call', name: 'backup service token', attributes, failed: undefined }]);
  });

  test('that go to an address without words are called what the client calls them', async () => {
    const { telemetry, measures } = bench();
    const http = measures.http({ send: async () => answer(200), close: () => Promise.resolve() });
    const upload = createFileUpload({ http });
    const { signal } = new AbortController();
    await upload.put('https://files.example/x?y', { content: new Uint8Array(1), from: 0, total: 1 }, signal);
    await upload.progress('https://files.example/x?y', signal);
    const operations = telemetry.measured.map(({ attributes }) => attributes['operation']);
    expect(operations).toEqual(['upload', 'progress']);
  });

  test('fail with their code, and the error is rethrown unchanged', async () => {
    const { telemetry, measures } = bench();
    const error = new UpstreamError('backup service', 'UNTRUSTED', { description: 'somebody said olga' });
    const http = measures.http({ send: () => Promise.reject(error), close: () => Promise.resolve() });
    await expect(http.send(REQUEST)).rejects.toBe(error);
    expect(telemetry.measured[0]?.attributes).toMatchObject({ outcome: 'UNTRUSTED' });
    expect(telemetry.sections[0]?.failed).toBe('UNTRUSTED');
    expect(JSON.stringify([telemetry.measured, telemetry.sections])).not.toContain('olga');
  });

  test('that poll are counted by outcome and not traced', async () => {
    const { telemetry, measures } = bench();
    const http = measures.http({
      send: () => Promise.resolve(answer(400)),
      close: () => Promise.resolve(),
    });
    const url = 'https://login.microsoftonline.com/contoso.onmicrosoft.com/oauth2/v2.0/token';
    await http.send({ upstream: 'identity provider', method: 'POST', url });
    expect([telemetry.measured.length, telemetry.sections.length]).toEqual([1, 0]);

    const answers: TokenAnswer[] = [
      refused('authorization_pending'),
      refused('slow_down'),
      refused('invalid_grant'),
      { kind: 'no-answer', error: new UpstreamError('identity provider', 'TIMED_OUT') },
    ];
    const provider = createFakeIdentityProvider(createFakeClock());
    const polled = measures.identityProvider({
      ...provider,
      redeemDeviceCode: () => Promise.resolve(answers.shift() ?? refused('expired_token')),
    });
    for (const _ of [1, 2, 3, 4]) {
      await polled.redeemDeviceCode(anOrganization(), { clientId: 'c', deviceCode: 'SECRET', userCode: 'SECRET' });
    }
    expect(telemetry.of('restore.polls').map(({ attributes }) => attributes['outcome'])).toEqual([
      'authorization_pending',
      'slow_down',
      'refused',
      'no-answer',
    ]);
  });
});

describe('sign-ins', () => {
  test('are counted by event, kind and outcome, and the audit line is still written', () => {
    const { telemetry, measures } = bench();
    const audit = createRecordingAudit();
    measures.audit(audit).record({
      event: 'sign-in-ended',
      key: aPersonKey(),
      organization: 'contoso.onmicrosoft.com',
      flow: 'operator',
      reference: 'sign-in-0',
      outcome: 'declined',
    });
    expect(audit.events).toEqual(['sign-in-ended declined']);
    const [{ attributes } = { attributes: {} }] = telemetry.of('restore.sign_in.events');
    expect(attributes).toEqual({ event: 'sign-in-ended', flow: 'operator', outcome: 'declined' });
  });

  test('are measured from the code to the session, also if another instance started them', async () => {
    const { clock, telemetry, measures } = bench();
    const behind = createFakePersonStore();
    const key = aPersonKey();
    const signIn = aWaitingSignIn({ startedAt: START - 40_000 });
    behind.put(key, aPersonState({ signIn }));
    const store = measures.store(behind);
    const found = await store.read(key);
    const version = found.kind === 'found' ? found.version : undefined;
    const after = await store.write(key, aPersonState({ session: aSession({ signInId: signIn.id }) }), version);
    await store.write(key, aPersonState({ session: aSession({ signInId: signIn.id }) }), after);
    expect(clock.now()).toBe(START);
    expect(telemetry.of('restore.sign_in.duration')).toEqual([
      { instrument: 'restore.sign_in.duration', value: 40, attributes: { flow: 'operator' } },
    ]);
  });
});

describe('restores', () => {
  const key = aPersonKey();
  const progress = {
    kind: 'ended',
    at: START,
    result: 'warning',
    counts: { total: 3, restored: 2, failed: 1, skipped: 0 },
    failures: [],
    remarks: [],
  } as const;
  const ended = (id: string): Restore => {
    const running = aRestore({ id, startedAt: START - 90_000 });
    const [call] = running.calls;
    return { ...running, endedAt: START, calls: call === undefined ? [] : [{ ...call, progress }] };
  };

  test('are measured once, when their end is written, however often it is read afterwards', async () => {
    const { telemetry, measures } = bench();
    const behind = createFakeRestoreStore();
    behind.put(key, aRestoreState({ restores: [aRestore({ id: 'r1' }), ended('before')] }));
    const store = measures.restores(behind);
    const found = await store.read(key);
    const state = aRestoreState({ restores: [ended('r1'), ended('before')] });
    const after = await store.write(key, state, found.kind === 'absent' ? undefined : found.version);
    await store.write(key, state, after);
    await store.read(key);
    expect(telemetry.of('restore.restores.duration')).toEqual([
      {
        instrument: 'restore.restores.duration',
        value: 90,
        attributes: { workload: 'exchange', outcome: 'warning' },
      },
    ]);
    expect(telemetry.of('restore.restores.items').map(({ value, attributes }) => [value, attributes])).toEqual([
      [2, { workload: 'exchange', outcome: 'restored' }],
      [1, { workload: 'exchange', outcome: 'failed' }],
    ]);
  });

  test('are not measured where their end was not written', async () => {
    const { telemetry, measures } = bench();
    const behind = createFakeRestoreStore();
    const store = measures.restores(behind);
    await store.write(key, aRestoreState({ restores: [aRestore({ id: 'r1' })] }), undefined);
    await expect(store.write(key, aRestoreState({ restores: [ended('r1')] }), '"other"')).rejects.toThrow(
      'somebody else was first',
    );
    expect(telemetry.of('restore.restores.duration')).toEqual([]);
  });

  test('are stored by calls that are timed, by outcome', async () => {
    const { telemetry, measures } = bench();
    const behind = createFakeRestoreStore();
    const store = measures.restores(behind);
    await store.write(key, aRestoreState(), undefined);
    await expect(store.write(key, aRestoreState(), undefined)).rejects.toThrow('somebody else was first');
    await store.erase(key);
    behind.away = true;
    await expect(store.read(key)).rejects.toThrow(StorageUnavailableError);
    expect(telemetry.of('restore.restores.store').map(({ attributes }) => attributes)).toEqual([
      { operation: 'write', outcome: 'done' },
      { operation: 'write', outcome: 'CONFLICT' },
      { operation: 'erase', outcome: 'done' },
      { operation: 'read', outcome: 'STORAGE_AWAY' },
    ]);
    expect(JSON.stringify(telemetry.measured)).not.toContain(key.personId);
  });
});

describe('turns and jobs', () => {
  test.each([
    [{ type: 'message', text: 'restore login' }, 'message', 200, undefined],
    [{ type: 'olga' }, 'other', 400, undefined],
    [undefined, 'other', 500, 'HTTP 500'],
  ])('a turn %j counts as %s with its status %d', async (body, activity, status, failed) => {
    const { telemetry, measures } = bench();
    const messages = measures.turns({ authenticate: async () => SENDER, receive: async () => ({ status }) });
    await messages.receive(body, SENDER);
    expect(telemetry.of('restore.turn.duration')[0]?.attributes).toEqual({ activity, status });
    expect(telemetry.sections[0]).toMatchObject({ kind: 'entrance', name: `turn ${activity}`, failed });
  });

  test('a request whose sender is refused counts with its status', async () => {
    const { telemetry, measures } = bench();
    const authenticate = async () => ({ kind: 'refused', answer: { status: 401 } }) as const;
    await measures.turns({ authenticate, receive: async () => ({ status: 200 }) }).authenticate({ authorization: 'x' });
    expect(telemetry.of('restore.turn.duration')[0]?.attributes).toEqual({ activity: 'other', status: 401 });
  });

  const later = new AbortController();

  test('a job is measured with its lateness and the reference of its card', async () => {
    const { telemetry, measures } = bench();
    const handle = measures.jobs(() => Promise.resolve());
    await handle({ kind: 'warn', key: aPersonKey(), sessionId: 's', dueAt: START - 2_000 }, later, 'message-1', owned);
    await handle({ kind: 'follow', key: aPersonKey(), signInId: 'sign-in-0' }, later, 'message-1', owned);
    expect(telemetry.of('restore.job.lateness')).toMatchObject([{ value: 2, attributes: { job: 'warn' } }]);
    expect(telemetry.sections.map(({ attributes }) => attributes)).toEqual([
      { job: 'warn' },
      { job: 'follow', reference: 'sign-in-0' },
    ]);
  });

  test.each([
    [new StorageUnavailableError('no answer'), 'STORAGE_AWAY'],
    [new UpstreamError('chat service', 'THROTTLED'), 'THROTTLED'],
    [new Error('olga said'), 'ERROR'],
  ])('a job that throws %s ends with %s', async (error, outcome) => {
    const { telemetry, measures } = bench();
    const fail = async (): Promise<void> => {
      throw error;
    };
    const handle = measures.jobs(fail);
    await expect(handle({ kind: 'follow', key: aPersonKey(), signInId: 'x' }, later, 'message-1', owned)).rejects.toBe(
      error,
    );
    expect(telemetry.of('restore.job.duration')[0]?.attributes).toEqual({ job: 'follow', outcome });
    expect(telemetry.sections[0]?.failed).toBe(outcome);
  });

  test('a job that is interrupted when the process stops has not failed', async () => {
    const { telemetry, measures } = bench();
    const handle = measures.jobs(() => Promise.reject(new Error('cut off')));
    const stopped = new AbortController();
    stopped.abort(new InterruptedError('stopping'));
    await expect(
      handle({ kind: 'follow', key: aPersonKey(), signInId: 'x' }, stopped, 'message-1', owned),
    ).rejects.toThrow('cut off');
    expect(telemetry.of('restore.job.duration')[0]?.attributes).toEqual({ job: 'follow', outcome: 'INTERRUPTED' });
    expect(telemetry.sections[0]?.failed).toBeUndefined();
  });

  test('a job that aborted its own signal and failed has failed', async () => {
    const { telemetry, measures } = bench();
    const handle = measures.jobs(() => Promise.reject(new StorageUnavailableError('no answer')));
    const ended = new AbortController();
    ended.abort(new Error('given up'));
    await expect(
      handle({ kind: 'follow', key: aPersonKey(), signInId: 'x' }, ended, 'message-1', owned),
    ).rejects.toThrow('no answer');
    expect(telemetry.of('restore.job.duration')[0]?.attributes).toEqual({ job: 'follow', outcome: 'STORAGE_AWAY' });
    expect(telemetry.sections[0]?.failed).toBe('STORAGE_AWAY');
  });
});

describe('the queue', () => {
  const key = aPersonKey();
  const message = (text: string, insertedAt: number) => ({ messageText: text, insertedOn: new Date(insertedAt) });
  const note = (job: Parameters<typeof writeMessage>[0]['job']): string => writeMessage({ job, failures: 0 });

  async function measure(messages: readonly ReturnType<typeof message>[], error?: Error) {
    const { clock, telemetry } = bench();
    const properties = () =>
      error === undefined ? Promise.resolve({ approximateMessagesCount: 7 }) : Promise.reject(error);
    const queue = { getProperties: properties, peekMessages: () => Promise.resolve({ peekedMessageItems: messages }) };
    await measureQueue({ queue: queue as never, poisonQueue: queue as never }, telemetry, clock);
    return telemetry;
  }

  test('is as old as its oldest visible message; the age of a notice counts from when it is due', async () => {
    const telemetry = await measure([
      message(note({ kind: 'warn', key, sessionId: 's', dueAt: START - 3_000 }), START - 900_000),
      message(note({ kind: 'follow', key, signInId: 'x' }), START - 12_000),
      message('no job', START - 5_000),
    ]);
    expect(telemetry.measured).toMatchObject([
      { instrument: 'restore.queue.messages', value: 7 },
      { instrument: 'restore.queue.age', value: 12 },
      { instrument: 'restore.queue.poison', value: 7 },
    ]);
  });

  test('is 0 seconds old when it is empty, and nothing is known of either while storage is unavailable', async () => {
    expect((await measure([])).of('restore.queue.age')).toMatchObject([{ value: 0 }]);
    expect((await measure([], new Error('away'))).measured).toEqual([]);
  });

  test('no job is set aside where there is no queue for them yet', async () => {
    const missing = Object.assign(new Error('missing'), { code: 'QueueNotFound' });
    expect((await measure([], missing)).measured).toMatchObject([{ instrument: 'restore.queue.poison', value: 0 }]);
  });
});
