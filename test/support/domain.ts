/** The sign-in feature on fakes: the ports outlive a process, and another process can be started on them. */
import type { OtherRecords } from '../../src/sign-in/state/ports.ts';
import { Uninstall, uninstallWhenUnreachable } from '../../src/sign-in/uninstall.ts';
import { ActiveJobs, CancellationWatch } from '../../src/sign-in/state/cancellation.ts';
import type { IdentityBinding, Lookup, SharedInputs } from '../../src/sign-in/state/inputs.ts';
import type { PersonKey } from '../../src/core/person.ts';
import {
  SessionEvents,
  type SessionListener,
  type SessionOver,
  type SessionUse,
} from '../../src/sign-in/state/session-events.ts';
import { Organizations } from '../../src/sign-in/state/organizations.ts';
import type { JobOf, Jobs } from '../../src/core/jobs.ts';
import type { Organization } from '../../src/core/organization.ts';
import type { RefusedSessions } from '../../src/sign-in/session/refused-sessions.ts';
import type { Renewals } from '../../src/sign-in/session/renewal.ts';
import { createSessionRenewal, createSignInFeature, type SignInFeature } from '../../src/sign-in/features.ts';
import { createSealer } from '../../src/state/blobs/encryption.ts';
import { createTickets } from '../../src/state/tickets.ts';
import { createRetryWhileStorageUnavailable } from '../../src/core/retry.ts';
import { createFakeAdministrators, type FakeAdministrators } from '../fakes/administrators.ts';
import { createFakeArchive } from '../fakes/archive.ts';
import { createFakeAnnouncer, type FakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeBackupService, type FakeBackupService } from '../fakes/backup-service.ts';
import { createFakeCancellationMark, type FakeCancellationMark } from '../fakes/cancellation-mark.ts';
import { createFakeRecords, type FakeRecords } from '../fakes/shared-records.ts';
import type { Suspension } from '../../src/sign-in/state/suspension.ts';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { createFakeDirectory, type FakeDirectory } from '../fakes/directory.ts';
import { createFakeIdentityProvider, readFakeClaims, type FakeIdentityProvider } from '../fakes/identity-provider.ts';
import { intercept, type Around } from '../fakes/intercept.ts';
import { createFakeJobs, type FakeJobs } from '../fakes/jobs.ts';
import { createFakePersonStore, type FakePersonStore } from '../fakes/person-store.ts';
import { createRecordingAudit, createRecordingLog, type RecordingAudit, type RecordingLog } from '../fakes/records.ts';
import { anOrganization } from './builders.ts';

export interface Outside {
  readonly clock: FakeClock;
  readonly store: FakePersonStore;
  readonly administrators: FakeAdministrators;
  readonly suspensions: FakeRecords<Suspension>;
  readonly cancellationMark: FakeCancellationMark;
  readonly jobs: FakeJobs;
  readonly identityProvider: FakeIdentityProvider;
  readonly directory: FakeDirectory;
  readonly service: FakeBackupService;
  readonly announcer: FakeAnnouncer;
  readonly audit: RecordingAudit;
  readonly log: RecordingLog;
  readonly newId: () => string;
}

export interface Choices extends Partial<SessionUse> {
  readonly onSession?: SessionListener;
  readonly organizations?: readonly Organization[];
  readonly identityBinding?: IdentityBinding;
  readonly lookup?: Lookup;
  readonly adminUserIds?: readonly string[];
  readonly allowedTenants?: readonly string[];
  readonly allowedVerificationHosts?: readonly string[];
  readonly autoRenew?: boolean;
  readonly maxSessionHours?: number;
  readonly expiryWarningSeconds?: number;
  readonly otherRecords?: readonly Partial<OtherRecords>[];
  /** Whose states the archive lists. */
  readonly people?: readonly PersonKey[];
  /** Of all states that the archive lists; now, where absent. */
  readonly changedAt?: number;
  /** Wraps every call of a port. */
  readonly around?: Around;
}

/** Only hears of sessions that begin. */
export const onBegin =
  (signedIn: (key: PersonKey) => Promise<void>): SessionListener =>
  async (event) => {
    if (event.kind === 'began') await signedIn(event.key);
  };

/** Only hears of sessions that are over. */
export const onOver =
  (over: (event: SessionOver) => Promise<void>): SessionListener =>
  async (event) => {
    if (event.kind === 'over') await over(event);
  };

export interface Process extends SignInFeature, Pick<SharedInputs, 'organizations' | 'retryWhileStorageUnavailable'> {
  readonly follow: SignInFeature['jobHandlers']['follow'];
  readonly renewals: Renewals;
  readonly refusedSessions: RefusedSessions;
  readonly uninstall: Uninstall;
  readonly activeJobs: ActiveJobs;
  readonly sessionEvents: SessionEvents;
  /** Ends the process: what waits in memory is lost. */
  end(): void;
}

export interface Domain extends Outside, Process {
  /** Another process on the same ports. */
  another(choices?: Choices): Process;
}

export function createOutside(): Outside {
  const clock = createFakeClock();
  const store = createFakePersonStore();
  let ids = 0;
  return {
    clock,
    store,
    cancellationMark: createFakeCancellationMark(store, clock),
    administrators: createFakeAdministrators(),
    suspensions: createFakeRecords<Suspension>(),
    jobs: createFakeJobs(clock),
    identityProvider: createFakeIdentityProvider(clock),
    directory: createFakeDirectory(),
    service: createFakeBackupService(),
    announcer: createFakeAnnouncer(),
    audit: createRecordingAudit(),
    log: createRecordingLog(),
    newId: () => `id-${(ids += 1)}`,
  };
}

const straight: Around = (_, call) => call();

/** The jobs, with `around` also wrapping start and discard: a dead process can do neither. */
export function interceptJobs(jobs: Jobs, around: Around): Jobs {
  const straightOn = intercept('jobs', jobs, around);
  return {
    send: (job, delaySeconds) => straightOn.send(job, delaySeconds),
    async sendOwned(job) {
      const owned = await straightOn.sendOwned(job);
      return {
        id: owned.id,
        start: () => void around('job.start', async () => owned.start()).catch(() => undefined),
        discard: () => around('job.discard', () => owned.discard()).then(noResult, noResult),
      };
    },
  };
}

const noResult = (): void => undefined;

/** Starts a process, which runs the jobs of the queue from now on. */
export function startProcess(outside: Outside, choices: Choices = {}): Process {
  const { around = straight } = choices;
  const { clock, log, audit, newId } = outside;
  const store = intercept('store', outside.store, around);
  const administrators = intercept('administrators', outside.administrators, around);
  const jobs = interceptJobs(outside.jobs, around);
  const identityProvider = intercept('identityProvider', outside.identityProvider, around);
  const directory = intercept('directory', outside.directory, around);
  const service = intercept('service', outside.service, around);
  const ending = new AbortController();
  const organizations = new Organizations({
    organizations: choices.organizations ?? [anOrganization()],
    service,
    clock,
  });
  const activeJobs = new ActiveJobs(new CancellationWatch(outside.cancellationMark, clock));
  const ports = { clock, log, audit, newId, store, jobs, service, organizations };
  const sessionEvents = new SessionEvents();
  if (choices.onSession !== undefined) sessionEvents.listen(choices.onSession);
  const tickets = createTickets(createSealer([{ kid: 'k1', key: new Uint8Array(32) }]));
  const uninstall = new Uninstall({
    ...ports,
    otherRecords: choices.otherRecords ?? [],
    sessionEvents,
    administrators,
    activeJobs,
    tickets,
  });
  const announcer = uninstallWhenUnreachable(intercept('announcer', outside.announcer, around), uninstall);
  const inputs = {
    ...ports,
    identityProvider,
    announcer,
    retryWhileStorageUnavailable: createRetryWhileStorageUnavailable({ clock, log, ending: ending.signal }),
    expiryWarningSeconds: choices.expiryWarningSeconds ?? 600,
    autoRenew: choices.autoRenew ?? false,
    identityBinding: choices.identityBinding ?? 'same-user',
    adminUserIds: choices.adminUserIds ?? [],
    allowedTenants: choices.allowedTenants ?? [],
    maxSessionHours: choices.maxSessionHours ?? 12,
  } as const;
  const suspensions = intercept('suspensions', outside.suspensions, around);
  const renewal = createSessionRenewal({ ...inputs, suspensions });
  const feature = createSignInFeature({
    ...inputs,
    ...renewal,
    sessionEvents,
    administrators,
    suspensions,
    directory,
    activeJobs,
    tickets,
    publicUrl: 'https://bot.example',
    readClaims: readFakeClaims,
    archive: createFakeArchive(store, choices.people, { changedAt: choices.changedAt ?? clock.now() }),
    sweepPlan: { read: () => Promise.resolve(undefined), write: () => Promise.resolve() },
    jobsSetAside: { eraseSetAside: () => Promise.resolve(0) },
    sealRotation: { reseal: () => Promise.resolve(0) },
    otherRecords: choices.otherRecords ?? [],
    sessionUse: choices,
    lookup: choices.lookup ?? 'claims',
    allowedVerificationHosts: choices.allowedVerificationHosts ?? [],
    stateRetentionDays: 30,
  });
  const { follow, warn, expire, report, suspend } = feature.jobHandlers;
  const left = (job: JobOf<'left'>) => uninstall.carryOut(job);
  outside.jobs.handle({ follow, warn, expire, report, suspend, left });
  const { retryWhileStorageUnavailable } = inputs;
  return {
    ...feature,
    ...renewal,
    organizations,
    retryWhileStorageUnavailable,
    follow,
    uninstall,
    activeJobs,
    sessionEvents,
    end: () => ending.abort(new Error('The process ends.')),
  };
}

export function createDomain(choices: Choices = {}): Domain {
  const outside = createOutside();
  return {
    ...outside,
    ...startProcess(outside, choices),
    another: (others = choices) => startProcess(outside, others),
  };
}
