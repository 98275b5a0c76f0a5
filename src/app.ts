/** Wires the bot from its settings: infrastructure, features, chat, server; and starts and stops them in order. */
import { createAdapter } from './chat/inbound/adapter.ts';
import { createAnnouncer } from './chat/outbound/announcer.ts';
import { createChannelHttp } from './chat/outbound/http.ts';
import { createConnector } from './chat/outbound/connector.ts';
import { createConnectorToken } from './chat/outbound/connector-token.ts';
import { Router } from './chat/router.ts';
import { TurnHandler } from './chat/turn-handler.ts';
import { renderView } from './cards/render.ts';
import { systemClock } from './core/platform.ts';
import type { Job } from './core/jobs.ts';
import { StorageJobQueue } from './jobs/job-queue.ts';
import type { OwnershipTimes } from './jobs/ownership.ts';
import { Worker } from './jobs/worker.ts';
import { newId } from './core/new-id.ts';
import { createRestoreFeature } from './restore/index.ts';
import { createServer } from './server/server.ts';
import type { Settings } from './settings/read-settings.ts';
import { createUninstall, uninstallWhenUnreachable } from './sign-in/privacy/uninstall.ts';
import { createSessionRenewal, createSignInFeature } from './sign-in/index.ts';
import { createActiveJobs } from './sign-in/follow/active-jobs.ts';
import { Organizations } from './sign-in/organizations.ts';
import type { Clock, Log } from './core/platform.ts';
import type { StartLimits } from './sign-in/start/rate-limit.ts';
import { BACK_OFF, createRetryWhileStorageUnavailable, retry } from './core/retry.ts';
import { createAdministrators } from './state/administrators.ts';
import { createArchive, createPersonStore } from './state/person-store.ts';
import { AuditLog } from './state/audit-log.ts';
import { createRestoreStore, StoredRestores } from './state/restore-store.ts';
import { createSealer } from './state/encryption.ts';
import { createStorage } from './state/azure/clients.ts';
import { createSweepPlan } from './state/sweep-schedule.ts';
import { archiveWithRestores, withRestores } from './state/cascading-erase.ts';
import { createMeasures } from './telemetry/measures.ts';
import { createBackupService } from './upstream/backup-service.ts';
import { createDirectory, readClaims } from './upstream/directory.ts';
import { createExplorer } from './upstream/explorer.ts';
import { createHttp } from './upstream/http.ts';
import { createIdentityProvider } from './upstream/identity-provider.ts';

export interface App {
  /** Listens at once; jobs are processed once storage responds. @returns the port */
  start(): Promise<{ readonly port: number }>;
  /** Accepts no new turns and finishes or hands over running work, within ten seconds. */
  stop(): Promise<void>;
}

/** How long turns and jobs may take to finish at shutdown; the audit log may take three seconds more. */
const GRACE_MILLISECONDS = 6_000;
const STORAGE_HEAD_START_MILLISECONDS = 1_000;

/** What tests may replace. */
export interface Surroundings {
  readonly clock?: Clock | undefined;
  /** How long a job is owned, and when that is extended. */
  readonly ownership?: OwnershipTimes | undefined;
  /** The rate limits of sign-ins. */
  readonly limits?: StartLimits | undefined;
}

export function createApp(
  settings: Settings,
  log: Log,
  { clock = systemClock, ownership, limits }: Surroundings = {},
): App {
  const ending = new AbortController();

  const names = { container: settings.stateContainer, queue: settings.jobQueue };
  const storage = createStorage(settings.storage, names, settings.proxy);
  const { container } = storage;
  const sealed = { container, sealer: createSealer(settings.stateEncryptionKeys), log };
  const measures = createMeasures(settings.applicationInsights, { clock, log, newId });
  const restoreStore = measures.restores(createRestoreStore(sealed));
  const restoreArchive = new StoredRestores(sealed);
  const store = withRestores(measures.store(createPersonStore(sealed)), restoreStore);
  const archive = archiveWithRestores(createArchive(sealed), restoreArchive);
  const administrators = createAdministrators(sealed);
  const auditLog = new AuditLog({ container, clock, log });
  const audit = measures.audit(auditLog);
  const worker = new Worker({
    queue: new StorageJobQueue(storage),
    handle: measures.jobs(handleJob),
    times: ownership,
    clock,
    log,
  });

  async function handleJob(job: Job, controller: AbortController, messageId: string): Promise<void> {
    switch (job.kind) {
      case 'follow':
        return signIn.jobHandlers.follow(job, controller, messageId);
      case 'warn':
        return signIn.jobHandlers.warn(job);
      case 'expire':
        return signIn.jobHandlers.expire(job);
      case 'report':
        return signIn.jobHandlers.report(job, controller);
      case 'sweep':
        return signIn.jobHandlers.sweep(job, controller);
      case 'restore':
        return restore.jobs.restore(job, controller.signal, messageId);
      case 'explore-idle':
        return restore.jobs.exploreIdle(job);
    }
  }

  const http = measures.http(createHttp({ clock, proxy: settings.proxy }));
  const identityProvider = measures.identityProvider(createIdentityProvider({ http }));
  const directory = createDirectory({ http });
  const service = createBackupService({ http });
  const explorer = createExplorer({ http });
  const organizations = new Organizations({ organizations: settings.organizations, service, clock, log });

  const channelHttp = createChannelHttp({ clock, proxy: settings.proxy });
  const { bot: credentials, authentication, allowedServiceUrls, allowedTenants, proxy } = settings;
  const token = createConnectorToken({
    settings: { bot: credentials, authentication, proxy },
    http: channelHttp,
    clock,
  });
  const connector = measures.connector(createConnector({ allowedServiceUrls, token, http: channelHttp, clock, log }));

  const activeJobs = createActiveJobs();
  const retryWhileStorageUnavailable = createRetryWhileStorageUnavailable({ clock, log, ending: ending.signal });
  const basics = { organizations, store, jobs: worker, audit, retryWhileStorageUnavailable, clock, log, newId };
  const uninstall = createUninstall({ ...basics, service, administrators, activeJobs });
  const announcer = uninstallWhenUnreachable(createAnnouncer({ connector, render: renderView }), uninstall);
  const renewal = createSessionRenewal({
    ...basics,
    identityProvider,
    service,
    announcer,
    expiryWarningSeconds: settings.expiryWarningSeconds,
  });
  const restore = createRestoreFeature({
    explorer,
    store: restoreStore,
    archive: restoreArchive,
    people: store,
    organizations,
    refusedSessions: renewal.refusedSessions,
    jobs: worker,
    announcer,
    audit,
    retryWhileStorageUnavailable,
    clock,
    log,
    newId,
    stateRetentionDays: settings.stateRetentionDays,
  });
  const signIn = createSignInFeature({
    ...basics,
    ...renewal,
    identityProvider,
    directory,
    service,
    readClaims,
    announcer,
    archive,
    administrators,
    sweepPlan: createSweepPlan(container),
    activeJobs,
    hooks: restore.hooks,
    limits,
    lookup: settings.lookup,
    identityBinding: settings.identityBinding,
    adminUserIds: settings.adminUserIds,
    allowedVerificationHosts: settings.allowedVerificationHosts,
    autoRenew: settings.autoRenew,
    expiryWarningSeconds: settings.expiryWarningSeconds,
    maxSessionHours: settings.maxSessionHours,
    stateRetentionDays: settings.stateRetentionDays,
  });
  const router = new Router({
    ...signIn,
    renewals: renewal.refusedSessions,
    uninstall,
    wizard: restore.wizard,
    restores: restore.restores,
    retryWhileStorageUnavailable,
    organizations,
    store,
    adminUserIds: settings.adminUserIds,
    clock,
  });
  const turns = new TurnHandler({ router, announcer, clock, log, newId });

  const { appPassword: _password, ...bot } = credentials;
  const adapter = createAdapter({
    settings: { bot, authentication, allowedServiceUrls, allowedTenants },
    connector,
    token,
    http: channelHttp,
    clock,
    log,
    onTurn: (context) => turns.onTurn(context),
  });
  const server = createServer({
    receive: measures.turns(adapter.receive),
    ready: () => storage.probe(),
    log,
    host: settings.host,
    port: settings.port,
    graceMilliseconds: GRACE_MILLISECONDS,
  });

  async function waitForStorage(): Promise<void> {
    let failed = false;
    await retry(() => storage.ensure(), {
      backOff: BACK_OFF.storageAtStart,
      clock,
      signal: ending.signal,
      shouldRetry({ error }) {
        if (!failed)
          log.error({ event: 'storage-unavailable-at-start', error }, 'storage does not respond; waiting for it');
        failed = true;
        return true;
      },
    });
    if (failed) log.info({ event: 'storage-available' }, 'storage responds; sign-ins and notices are processed');
  }

  async function work(): Promise<void> {
    await waitForStorage();
    if (ending.signal.aborted) return;
    worker.start();
    measures.watch(storage, ending.signal);
    await retryWhileStorageUnavailable('the next sweep', 'sweep', () => signIn.sweep.ensure());
  }

  return {
    async start() {
      const working = work().catch((error: unknown) => {
        if (!ending.signal.aborted)
          log.error({ event: 'sweep-not-planned', error }, 'the daily sweep could not be planned');
      });
      // Storage usually responds within this time; without it the first turns would be told that it is unavailable.
      await Promise.race([working, clock.sleep(STORAGE_HEAD_START_MILLISECONDS, ending.signal)]);
      const listening = await server.start();
      logConfiguration(settings, log);
      // Rendering the first card takes far longer than later ones, so it is done before the first turn.
      setImmediate(warmUp);
      return listening;
    },
    async stop() {
      const late = clock.sleep(GRACE_MILLISECONDS, ending.signal).catch(() => undefined);
      await Promise.race([Promise.all([server.stop(), worker.stop(), turns.settled()]), late]);
      ending.abort(new Error('The process ends.'));
      await auditLog.close();
      await Promise.allSettled([http.close(), channelHttp.close(), measures.stop()]);
    },
  };
}

function warmUp(): void {
  const help = { appOnly: false, severalOrganizations: false };
  const owner = { userId: '', id: '' };
  renderView({ kind: 'help', help }, { place: 'personal', audience: 'owner', owner });
}

/** Logs the configuration in one line, without secrets. */
function logConfiguration(settings: Settings, log: Log): void {
  const { organizations, bot, authentication, lookup, identityBinding, autoRenew, stateEncryptionKeys } = settings;
  const facts = {
    appId: bot.appId,
    appType: bot.appType,
    authentication,
    tenants: settings.allowedTenants.length,
    organizations: organizations.length,
    services: [...new Set(organizations.map(({ backupServiceUrl }) => new URL(backupServiceUrl).host))].slice(0, 5),
    appOnly: organizations.some(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined),
    proxy: settings.proxy === undefined ? undefined : new URL(settings.proxy.url).host,
    lookup,
    identityBinding,
    autoRenew,
    container: settings.stateContainer,
    queue: settings.jobQueue,
    sealingKey: stateEncryptionKeys[0]?.kid,
    telemetry: settings.applicationInsights !== undefined,
  };
  log.info({ event: 'configured', ...facts }, 'configured');
  if (authentication === 'off') {
    log.warn(
      { event: 'authentication-off' },
      'BOT_AUTHENTICATION=off: anybody on this machine can be anybody to this bot. Never use it in production.',
    );
  }
}
