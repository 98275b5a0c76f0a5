/** The restore feature on fakes: the ports outlive a process, and another process can be started on them. */
import type { Jobs } from '../../src/core/jobs.ts';
import type { Organization } from '../../src/core/organization.ts';
import { createRetryWhileStorageUnavailable, type RetryWhileStorageUnavailable } from '../../src/core/retry.ts';
import { createRestoreFeature } from '../../src/restore/features.ts';
import type { RestorePorts } from '../../src/restore/state/ports.ts';
import type { Downloads, ReasonRule } from '../../src/restore/state/ports.ts';
import type { Session } from '../../src/sign-in/state/model.ts';
import { Organizations } from '../../src/sign-in/state/organizations.ts';
import { RefusedSessions } from '../../src/sign-in/session/refused-sessions.ts';
import { SessionEvents } from '../../src/sign-in/state/session-events.ts';
import type { Renewals } from '../../src/sign-in/session/renewal.ts';
import { createFakeAnnouncer, type FakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeFourEyes } from '../fakes/approvals.ts';
import { createFakeExports } from '../fakes/exports.ts';
import { createFakeBackupService } from '../fakes/backup-service.ts';
import { createFakeClock, type FakeClock } from '../fakes/clock.ts';
import { createFakeExplorer, type FakeExplorer } from '../fakes/explorer.ts';
import { intercept, type Around } from '../fakes/intercept.ts';
import { createFakeJobs, type FakeJobs } from '../fakes/jobs.ts';
import { createFakePersonStore, type FakePersonStore } from '../fakes/person-store.ts';
import { createRecordingAudit, createRecordingLog, type RecordingAudit, type RecordingLog } from '../fakes/records.ts';
import { createFakeRestoreStore, emptyRestoreArchive, type FakeRestoreStore } from '../fakes/restore-store.ts';
import { aFault, anOrganization, aPersonKey, aPersonState } from './builders.ts';
import { interceptJobs } from './domain.ts';

export const key = aPersonKey();

export interface RestoreOutside {
  readonly clock: FakeClock;
  readonly people: FakePersonStore;
  readonly store: FakeRestoreStore;
  readonly jobs: FakeJobs;
  readonly explorer: FakeExplorer;
  readonly announcer: FakeAnnouncer;
  readonly log: RecordingLog;
  readonly audit: RecordingAudit;
  readonly newId: () => string;
  readonly auditRequired: boolean;
  /** `DOWNLOADS`; `all` where absent. */
  readonly downloads?: Downloads;
  readonly postInChannel?: RestorePorts['postInChannel'];
  readonly reasonRule: ReasonRule;
  readonly adminUserIds?: readonly string[];
  readonly organization?: Partial<Organization>;
  readonly restoreElsewhere?: boolean;
  readonly withCertificate?: readonly string[];
  readonly fourEyes?: ReturnType<typeof createFakeFourEyes>;
  readonly requestEnded?: RestorePorts['requestEnded'];
  /** Where a file outlives the process. */
  readonly files?: ReturnType<typeof createFakeExports>;
}

/** @param prefix of ids */
export function createRestoreOutside(session: Session, prefix: string): RestoreOutside {
  const clock = createFakeClock();
  const people = createFakePersonStore();
  people.put(key, aPersonState({ session }));
  let ids = 0;
  return {
    clock,
    people,
    store: createFakeRestoreStore(),
    jobs: createFakeJobs(clock),
    explorer: createFakeExplorer(clock),
    announcer: createFakeAnnouncer(),
    log: createRecordingLog(),
    audit: createRecordingAudit(),
    newId: () => `${prefix}-${(ids += 1)}`,
    auditRequired: false,
    reasonRule: { required: false },
  };
}

export interface RestoreProcessChoices {
  /** Wraps every call of a port. */
  readonly around: Around;
  readonly renewals: Pick<Renewals, 'renew'>;
  /** Of the cards of a session that the service refuses. */
  readonly sessionJobs?: Jobs;
}

/** What a process has: the feature, and the ports that it shares with sign-in. */
export interface RestoreProcessParts {
  readonly feature: ReturnType<typeof createRestoreFeature>;
  readonly refusedSessions: RefusedSessions;
  readonly sessionEvents: SessionEvents;
  readonly organizations: Organizations;
  readonly people: FakePersonStore;
  readonly jobs: Jobs;
  readonly announcer: FakeAnnouncer;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
}

/** Starts a process, whose jobs have no handlers yet. */
export function startRestoreProcess(
  outside: RestoreOutside,
  { around, renewals, sessionJobs }: RestoreProcessChoices,
): RestoreProcessParts {
  const { clock, log, audit, newId } = outside;
  const { postInChannel: post } = outside;
  const service = createFakeBackupService();
  service.isOperator = async (_, accessToken) => {
    if (outside.explorer.refusedTokens.has(accessToken)) throw aFault('REFUSED', { status: 401 });
    return true;
  };
  const organizations = new Organizations({ organizations: [anOrganization(outside.organization)], service, clock });
  const people = intercept('people', outside.people, around);
  const jobs = interceptJobs(outside.jobs, around);
  const announcer = intercept('announcer', outside.announcer, around);
  const retryWhileStorageUnavailable = createRetryWhileStorageUnavailable({
    clock,
    log,
    ending: new AbortController().signal,
  });
  const refusedSessions = new RefusedSessions({
    service,
    organizations,
    store: people,
    jobs: sessionJobs ?? jobs,
    renewals,
    clock,
    log,
    identityBinding: 'same-user',
    adminUserIds: outside.adminUserIds ?? [],
    allowedTenants: [],
  });
  const sessionEvents = new SessionEvents();
  const fourEyes = outside.fourEyes ?? createFakeFourEyes();
  const files = outside.files ?? createFakeExports(clock);
  const feature = createRestoreFeature({
    ...files,
    exports: {
      ...intercept('exports', files.exports, around),
      record: (id) => intercept('record', files.exports.record(id), around),
    },
    ...fourEyes,
    approvals: intercept('approvals', fourEyes.approvals, around),
    explorer: intercept('explorer', outside.explorer, around),
    refusedSessions,
    store: intercept('store', outside.store, around),
    people,
    jobs,
    announcer,
    organizations,
    archive: emptyRestoreArchive,
    audit: intercept('audit', audit, around),
    retryWhileStorageUnavailable,
    clock,
    log,
    newId,
    auditRequired: outside.auditRequired,
    postInChannel: post && intercept('channel', { post }, around).post,
    downloads: outside.downloads ?? 'all',
    reasonRule: outside.reasonRule,
    sessionEvents,
    requestEnded: outside.requestEnded,
    allowedVerificationHosts: [],
    restoreElsewhere: outside.restoreElsewhere ?? false,
    withCertificate: new Set(outside.withCertificate),
    stateRetentionDays: 30,
  });
  return {
    feature,
    refusedSessions,
    sessionEvents,
    organizations,
    people,
    jobs,
    announcer,
    retryWhileStorageUnavailable,
  };
}
