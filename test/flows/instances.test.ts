/** Instances that share nothing but a real storage account. */
import { randomBytes } from 'node:crypto';
import type { BackupService, PersonStore } from '../../src/sign-in/state/ports.ts';
import { createRestoreSweep } from '../../src/restore/retention.ts';
import { Organizations } from '../../src/sign-in/state/organizations.ts';
import { Renewals } from '../../src/sign-in/session/renewal.ts';
import { Retention } from '../../src/sign-in/privacy.ts';
import type { PersonKey } from '../../src/core/person.ts';
import type { PersonState } from '../../src/sign-in/state/model.ts';
import type { Suspension } from '../../src/sign-in/state/suspension.ts';
import { createAdministrators } from '../../src/state/administrators.ts';
import { createCancellationMark } from '../../src/state/cancellation-mark.ts';
import { createArchive, createPersonStore } from '../../src/state/person-store.ts';
import { createRestoreStore, StoredRestores } from '../../src/state/restore-store.ts';
import { createSealer } from '../../src/state/blobs/encryption.ts';
import { createContainer, type Storage } from '../../src/state/azure/storage.ts';
import { SealedBlobs } from '../../src/state/sealed-blobs.ts';
import { createSweepPlan } from '../../src/state/sweep-schedule.ts';
import { createFakeRecords } from '../fakes/shared-records.ts';
import { createFakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeBackupService } from '../fakes/backup-service.ts';
import { createFakeIdentityProvider } from '../fakes/identity-provider.ts';
import { createRecordingAudit, createRecordingLog } from '../fakes/records.ts';
import { systemClock } from '../../src/core/platform.ts';
import { createDomain } from '../support/domain.ts';
import { sharedAzurite, type TestStorage } from '../support/azurite.ts';
import { aPersonKey, aPersonState, aSession, aWaitingSignIn, anAddress, anOrganization } from '../support/builders.ts';

const DAY = 86_400_000;
const key = { kid: 'k', key: new Uint8Array(randomBytes(32)) };
const newKey = { kid: 'new', key: new Uint8Array(randomBytes(32)) };
/** Of instances that know both keys, and seal with the older one. */
const sealer = createSealer([key, newKey]);
const log = createRecordingLog();

let azurite: TestStorage;
let storage: Storage;
beforeAll(async () => {
  azurite = await sharedAzurite();
});
beforeEach(async () => {
  storage = await azurite.fresh();
});

/** Connections of its own, as another process has. */
const container = () => {
  const { connectionString } = azurite;
  return createContainer({ kind: 'connection-string', connectionString }, storage.container.containerName);
};
const storeHere = (): PersonStore => createPersonStore({ container: container(), sealer, log });
const live = (changes: Partial<PersonState> = {}): PersonState => {
  const now = Date.now();
  return aPersonState({
    session: aSession({ signedInAt: now, issuedAt: now, expiresAt: now + 3_600_000 }),
    ...changes,
  });
};

function renewalsHere(service: BackupService, ids: { last: number }): Renewals {
  return new Renewals({
    service,
    store: storeHere(),
    identityProvider: createFakeIdentityProvider(systemClock),
    organizations: new Organizations({ organizations: [anOrganization()], service, clock: systemClock, log }),
    announcer: createFakeAnnouncer(),
    audit: createRecordingAudit(),
    jobs: { send: async () => undefined, sendOwned: () => Promise.reject(new Error('not sent')) },
    expiryWarningSeconds: 600,
    autoRenew: false,
    maxSessionHours: 12,
    identityBinding: 'same-user',
    adminUserIds: [],
    allowedTenants: [],
    suspensions: createFakeRecords<Suspension>(),
    retryWhileStorageUnavailable: (_what, _reference, write) => write(),
    clock: systemClock,
    log,
    newId: () => `id-${(ids.last += 1)}`,
  });
}

test('four instances that renew one session at once make one call and get the same outcome', async () => {
  const ids = { last: 0 };
  for (let round = 0; round < 5; round += 1) {
    const key = aPersonKey({ conversationId: `a:${round}` });
    await storeHere().write(key, live(), undefined);
    const service = createFakeBackupService();
    service.duringRenewal = () => systemClock.sleep(50 * round);
    const instances = Array.from({ length: 4 }, () => renewalsHere(service, ids));
    const outcomes = await Promise.all(instances.map((instance) => instance.renew(key, 'session-0')));
    expect(service.renewals).toHaveLength(1);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['renewed']));
    expect(new Set(outcomes.map(({ session }) => session?.expiresAt)).size).toBe(1);
    const found = await storeHere().read(key);
    expect(found).toMatchObject({ state: { session: { refreshToken: 'SECRET-service-refresh-1' } } });
  }
});

test('a mark that one instance changes is another one for all others, also where they change it at the same time', async () => {
  const [mark, ...others] = Array.from({ length: 4 }, () => createCancellationMark(container()));
  const seen = new Set([(await mark?.read())?.version]);
  for (let times = 0; times < 3; times += 1) {
    await Promise.all(others.map((other) => other.change(aPersonKey())));
    seen.add((await mark?.read())?.version);
  }
  expect(seen.size).toBe(4);
  expect(await mark?.read()).toEqual(await others[0]?.read());
  expect(Date.now() - ((await mark?.changedFor(aPersonKey())) ?? 0)).toBeLessThan(10_000);
  expect(await mark?.changedFor(aPersonKey({ personId: 'somebody-else' }))).toBeUndefined();
});

interface Sweeper {
  readonly retention: Retention;
  readonly sent: { readonly runId: string; readonly dueAt: number; readonly delaySeconds: number }[];
}

function sweeperHere(clock: { now: number }, adminUserIds: readonly string[] = []): Sweeper {
  const sent: Sweeper['sent'] = [];
  let ids = 0;
  const name = randomBytes(4).toString('hex');
  const retention = new Retention({
    ...createDomain(),
    archive: createArchive({ container: container(), sealer, log, pageSize: 2 }),
    administrators: createAdministrators({ container: container(), sealer, log }),
    sweepPlan: createSweepPlan(container()),
    sealRotation: new SealedBlobs({
      container: container(),
      sealer: createSealer([newKey, key]),
      log,
      clock: { sleep: () => Promise.resolve() },
    }),
    jobs: {
      async send(job, delaySeconds) {
        if (job.kind === 'sweep') sent.push({ ...job, delaySeconds });
      },
      sendOwned: () => Promise.reject(new Error('not sent')),
    },
    clock: { ...systemClock, now: () => clock.now },
    log,
    newId: () => `${name}-${(ids += 1)}`,
    adminUserIds,
    stateRetentionDays: 30,
    otherRecords: [
      {
        sweep: createRestoreSweep({
          archive: new StoredRestores({ container: container(), sealer, log }),
          clock: { now: () => clock.now },
          stateRetentionDays: 30,
        }),
      },
    ],
  });
  return { retention, sent };
}

const signal = new AbortController().signal;

function latest({ sent }: Sweeper): Parameters<Retention['run']>[0] {
  const job = sent.at(-1);
  if (job === undefined) throw new Error('no sweep was planned');
  return { kind: 'sweep', ...job };
}

test('one sweep is planned however many instances start, and start again', async () => {
  const clock = { now: Date.now() };
  const sweepers = Array.from({ length: 4 }, () => sweeperHere(clock));
  await Promise.all(sweepers.map((sweeper) => sweeper.retention.ensure()));
  for (const sweeper of sweepers) await sweeper.retention.ensure();
  const planned = await createSweepPlan(storage.container).read();
  const jobs = sweepers.flatMap(({ sent }) => sent);
  expect(jobs.length).toBeLessThanOrEqual(4);
  expect(jobs.filter(({ runId }) => runId === planned?.runId)).toHaveLength(1);

  // All of their jobs arrive, some twice: one sweeps and plans the next day's.
  clock.now += 120_000;
  const [one] = sweepers;
  for (const job of [...jobs, ...jobs]) await one?.retention.run({ kind: 'sweep', ...job }, signal);
  const next = await createSweepPlan(storage.container).read();
  expect(next?.dueAt).toBe(clock.now + DAY);
  expect(one?.sent.filter(({ dueAt }) => dueAt === clock.now + DAY)).toHaveLength(1);

  // The job is lost: two days later an instance starts and plans again.
  clock.now += 3 * DAY;
  const late = sweeperHere(clock);
  await late.retention.ensure();
  expect(late.sent).toHaveLength(1);
});

test('a sweep erases state unused for thirty days, and no live session or sign-in', async () => {
  const store = storeHere();
  const clock = { now: Date.now() };
  const at = (name: string): PersonKey => aPersonKey({ conversationId: name });
  const later = clock.now + 60 * DAY;
  await store.write(at('idle'), aPersonState(), undefined);
  await store.write(at('ended'), aPersonState({ session: aSession({ expiresAt: clock.now + 1 }) }), undefined);
  await store.write(at('signed in'), aPersonState({ session: aSession({ expiresAt: later }) }), undefined);
  await store.write(at('waiting'), aPersonState({ signIn: aWaitingSignIn({ expiresAt: later }) }), undefined);
  await storage.container.getBlockBlobClient('conversations/x/unreadable.json').upload('?', 1);
  const administrators = createAdministrators({ container: storage.container, sealer, log });
  await administrators.save('admin', anAddress());
  await administrators.save('former', anAddress());

  const sweeper = sweeperHere(clock, ['admin']);
  await sweeper.retention.ensure();
  const names = async (): Promise<readonly string[]> => {
    const remaining: string[] = [];
    for (const name of ['idle', 'ended', 'signed in', 'waiting']) {
      if ((await store.read(at(name))).kind === 'found') remaining.push(name);
    }
    return remaining;
  };

  clock.now += 29 * DAY;
  await sweeper.retention.run(latest(sweeper), signal);
  expect(await names()).toEqual(['idle', 'ended', 'signed in', 'waiting']);
  expect(await administrators.all()).toEqual(['admin']);

  clock.now += 2 * DAY;
  await sweeper.retention.run(latest(sweeper), signal);
  expect(await names()).toEqual(['signed in', 'waiting']);
  expect(await storage.container.getBlockBlobClient('conversations/x/unreadable.json').exists()).toBe(false);

  clock.now = later + DAY;
  await sweeper.retention.run(latest(sweeper), signal);
  expect(await names()).toEqual([]);
});

test('a plan that somebody put off for ever is planned anew', async () => {
  const clock = { now: Date.now() };
  const plan = createSweepPlan(storage.container);
  const planned = await plan.read();
  await plan.write({ runId: 'forged', dueAt: Date.UTC(9999, 0) }, planned?.version);
  const sweeper = sweeperHere(clock);
  await sweeper.retention.ensure();
  expect(latest(sweeper).dueAt).toBeLessThanOrEqual(clock.now + DAY);
  expect((await plan.read())?.runId).toBe(latest(sweeper).runId);
});

test('a sweep also erases restores unused for a week', async () => {
  const clock = { now: Date.now() };
  await storeHere().write(aPersonKey(), live(), undefined);
  const restores = createRestoreStore({ container: container(), sealer, log });
  await restores.write(aPersonKey(), { restores: [], recentScopes: [] }, undefined);
  const sweeper = sweeperHere(clock);
  await sweeper.retention.ensure();
  clock.now += 6 * DAY;
  await sweeper.retention.run(latest(sweeper), signal);
  expect((await restores.read(aPersonKey())).kind).toBe('found');
  clock.now += 2 * DAY;
  await sweeper.retention.run(latest(sweeper), signal);
  expect((await restores.read(aPersonKey())).kind).toBe('absent');
  expect((await storeHere().read(aPersonKey())).kind).toBe('found');
});

test('a sweep seals with the newest key what it does not erase', async () => {
  const clock = { now: Date.now() };
  await storeHere().write(aPersonKey(), live(), undefined);
  const sweeper = sweeperHere(clock);
  await sweeper.retention.ensure();
  clock.now += DAY;
  const rotated = createPersonStore({ container: container(), sealer: createSealer([newKey]), log });
  expect((await rotated.read(aPersonKey())).kind).toBe('unreadable');
  await sweeper.retention.run(latest(sweeper), signal);
  expect((await rotated.read(aPersonKey())).kind).toBe('found');
});

test('state written while the sweep reads it stays', async () => {
  const store = storeHere();
  const key = aPersonKey();
  const version = await store.write(key, aPersonState(), undefined);
  const archive = createArchive({ container: storage.container, sealer, log });
  for await (const [found] of archive.everything()) {
    const opened = await archive.open(found?.name ?? '');
    await store.write(key, live(), version);
    expect(opened.kind === 'absent' || (await archive.erase(found?.name ?? '', opened.version))).toBe(false);
  }
  expect((await store.read(key)).kind).toBe('found');
});
