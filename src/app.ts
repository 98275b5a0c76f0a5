/** Wires the bot from its settings: infrastructure, features, chat, server; and starts and stops them in order. */
import { renderView } from './cards/render.ts';
import { ChatAdapter } from './chat/inbound/adapter.ts';
import { ActivityAuthorizer } from './chat/inbound/authorize-activity.ts';
import { createAnnouncer, createChannelPost } from './chat/outbound/announcer.ts';
import { createRoster } from './chat/outbound/roster.ts';
import { ConnectorToken } from './chat/outbound/connector-token.ts';
import { BotConnector } from './chat/outbound/connector.ts';
import { createChannelHttp } from './chat/outbound/http.ts';
import { createFileCards } from './chat/outbound/file-cards.ts';
import { Router } from './chat/router.ts';
import { TurnHandler } from './chat/turn-handler.ts';
import type { Jobs } from './core/jobs.ts';
import type { PersonKey } from './core/person.ts';
import { type Clock, type Log, newId, systemClock } from './core/platform.ts';
import {
  BACK_OFF,
  createRetryWhileStorageUnavailable,
  retry,
  type RetryWhileStorageUnavailable,
} from './core/retry.ts';
import { StorageJobQueue } from './jobs/job-queue.ts';
import type { OwnershipTimes } from './jobs/ownership.ts';
import { type JobHandler, type JobHandlers, Worker } from './jobs/worker.ts';
import { createRequestErasure, createRequestFeature } from './requests/features.ts';
import { RequestUpdates } from './requests/updates.ts';
import { createApprovers } from './restore/four-eyes/approvers.ts';
import { createRestoreFeature } from './restore/features.ts';
import type { RestoreState } from './restore/state/restore.ts';
import { auditErased } from './restore/run/call-step.ts';
import { askedIn } from './restore/run/second-person.ts';
import { createApprovalErasure, withdrawErased } from './restore/four-eyes/erasure.ts';
import { createServer } from './server/server.ts';
import type { Settings } from './settings/read-settings.ts';
import { ActiveJobs, CancellationWatch } from './sign-in/state/cancellation.ts';
import { createSessionRenewal, createSignInFeature } from './sign-in/features.ts';
import { Organizations } from './sign-in/state/organizations.ts';
import { SessionEvents } from './sign-in/state/session-events.ts';
import { Uninstall, uninstallWhenUnreachable } from './sign-in/privacy.ts';
import type { StartLimits } from './sign-in/start/rate-limit.ts';
import { createApprovalStore } from './state/approval-store.ts';
import { createAdministrators } from './state/administrators.ts';
import { AuditLog } from './state/audit/log.ts';
import { createAzureCredential, createStorage } from './state/azure/storage.ts';
import { createCancellationMark } from './state/cancellation-mark.ts';
import { createSealer } from './state/blobs/encryption.ts';
import { createExportStore } from './state/export-store.ts';
import { createArchive, createPersonStore } from './state/person-store.ts';
import { createRequestRecords } from './state/requests.ts';
import { archiveWithRestores, createRestoreStore, StoredRestores, withRestores } from './state/restore-store.ts';
import { SealedBlobs } from './state/sealed-blobs.ts';
import { createSuspensions } from './state/suspensions.ts';
import { createSweepPlan } from './state/sweep-schedule.ts';
import { createTickets } from './state/tickets.ts';
import { createMeasures, type Measures } from './telemetry/measures.ts';
import { createBackupService } from './upstream/backup-service.ts';
import { createPostsExporter } from './upstream/explorer/posts-export.ts';
import { createExplorer } from './upstream/explorer/explorer.ts';
import { createFileUpload } from './upstream/file-upload.ts';
import { createHttp } from './upstream/http/http.ts';
import { createClientCredential } from './upstream/client-credential.ts';
import { createDirectory, readClaims } from './upstream/directory.ts';
import { createIdentityProvider, readAuthorizationAnswer } from './upstream/identity-provider.ts';

export interface App {
  /** Listens at once; jobs are processed once storage responds. @returns the port */
  start(): Promise<{ readonly port: number }>;
  /** Accepts no new turns and finishes or hands over running work, within ten seconds. */
  stop(): Promise<void>;
}

/** How long turns and jobs may take to finish at shutdown; the audit log and telemetry may take three seconds more. */
const GRACE_MILLISECONDS = 6_000;
const STORAGE_HEAD_START_MILLISECONDS = 1_000;

/** What tests may replace. */
interface Surroundings {
  readonly clock?: Clock | undefined;
  readonly ownership?: OwnershipTimes | undefined;
  readonly limits?: Pick<StartLimits, 'take'> | undefined;
}

export function createApp(
  settings: Settings,
  log: Log,
  { clock = systemClock, ownership, limits }: Surroundings = {},
): App {
  const ending = new AbortController();
  const platform: Platform = { clock, log, newId };
  const measures = createMeasures(settings.applicationInsights, platform);
  const { storage, auditLog, queue, ...state } = createState(settings, measures, platform);
  const { http, ...upstreams } = createUpstreams(settings, measures, platform);
  const channel = createChannel(settings, measures, platform);
  const retryWhileStorageUnavailable = createRetryWhileStorageUnavailable({ clock, log, ending: ending.signal });
  const handleJob: JobHandler = (job, ...run) => (features.jobHandlers[job.kind] as JobHandler)(job, ...run);
  const worker = new Worker({
    queue,
    handle: measures.jobs(handleJob),
    ...ownership,
    clock,
    log,
  });
  const inputs = { ...platform, ...state, ...upstreams, jobs: worker, retryWhileStorageUnavailable, limits };
  const features = createFeatures(settings, channel, inputs);
  const { browserVisits: visits } = features.signIn;
  const { turns, adapter } = createChat(settings, channel, features, inputs);
  const server = createServer({
    messages: measures.turns(adapter),
    signInPages: settings.publicUrl === undefined ? undefined : { visits, readAnswer: readAuthorizationAnswer },
    ready: () => storage.probe(),
    clock,
    log,
    host: settings.host,
    port: settings.port,
    graceMilliseconds: GRACE_MILLISECONDS,
  });

  async function work(): Promise<void> {
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
    if (ending.signal.aborted) return;
    auditLog.start();
    worker.start();
    void measures.watch(storage, ending.signal);
    await retryWhileStorageUnavailable('the plan of the next sweep', 'sweep', () => features.signIn.sweep.ensure());
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
      // Together, so that all of it stays within ten seconds.
      await Promise.all([auditLog.close(), Promise.allSettled([measures.stop()])]);
      await Promise.allSettled([http.close(), channel.http.close()]);
    },
  };
}

interface Platform {
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** What is stored, encrypted, and the audit log. */
function createState(settings: Settings, measures: Measures, { clock, log, newId }: Platform) {
  const { stateContainer: container, auditContainer, jobQueue, stateEncryptionKeys } = settings;
  const storage = createStorage(settings.storage, { container, auditContainer, queue: jobQueue }, settings.proxy);
  const sealed = { container: storage.container, sealer: createSealer(stateEncryptionKeys), log };
  const auditLog = new AuditLog({ container: storage.auditContainer, clock, log, newId });
  const audit = measures.audit(auditLog);
  const approvals = createApprovalStore(sealed);
  const queue = new StorageJobQueue(storage);
  const withdraw = (ids: readonly string[]) => withdrawErased({ approvals, jobs: queue, clock }, ids);
  const beforeErasing = async (key: PersonKey, state: RestoreState) => {
    await withdraw(askedIn(state));
    await auditErased({ audit, clock, log }, key, state);
  };
  const restoreStore = createRestoreStore({ ...sealed, beforeErasing });
  const restoreArchive = new StoredRestores({ ...sealed, beforeErasing });
  const restores = { store: measures.restores(restoreStore), archive: restoreArchive };
  const exports = createExportStore({ ...sealed, withdraw });
  return {
    storage,
    auditLog,
    queue,
    audit,
    restores,
    exports,
    approvals,
    store: withRestores(measures.store(createPersonStore(sealed)), restores.store, exports),
    archive: archiveWithRestores(createArchive(sealed), restores.archive, exports),
    administrators: createAdministrators(sealed),
    ...createRequestRecords(sealed),
    suspensions: createSuspensions(sealed),
    sweepPlan: createSweepPlan(storage.container),
    cancellationMark: createCancellationMark(storage.container),
    tickets: createTickets(sealed.sealer),
    jobsSetAside: queue,
    sealRotation: new SealedBlobs({ ...sealed, clock }),
  };
}

/** Clients of the identity provider, the directory and the backup service. */
function createUpstreams(
  { organizations, proxy, restoreCertificates: certificates, operatorCredential }: Settings,
  measures: Measures,
  { clock, log }: Platform,
) {
  const http = measures.http(createHttp({ clock, proxy }));
  const service = createBackupService({ http });
  const identity = createAzureCredential();
  const identityToken = async (scope: string) => (await identity.getToken(scope))?.token ?? '';
  const credential = operatorCredential && createClientCredential(operatorCredential, { clock, identityToken });
  return {
    http,
    identityProvider: measures.identityProvider(createIdentityProvider({ http, credential })),
    directory: createDirectory({ http }),
    readClaims,
    service,
    explorer: createExplorer({ http, certificates }),
    exporter: createPostsExporter({ http }),
    upload: createFileUpload({ http }),
    organizations: new Organizations({ organizations, service, clock, log }),
  };
}

function createChannel(settings: Settings, measures: Measures, { clock, log }: Platform) {
  const { bot, authentication, allowedServiceUrls, proxy } = settings;
  const http = createChannelHttp({ clock, proxy });
  const token = new ConnectorToken({ settings: { bot, authentication, proxy }, http, clock });
  const connector = measures.connector(new BotConnector({ allowedServiceUrls, token, http, clock, log }));
  return { http, connector, roster: createRoster({ allowedServiceUrls, token, http, log }) };
}

type Inputs = Platform &
  Omit<ReturnType<typeof createState>, 'storage' | 'auditLog' | 'queue'> &
  Omit<ReturnType<typeof createUpstreams>, 'http'> & {
    readonly jobs: Jobs;
    readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
    readonly limits: Pick<StartLimits, 'take'> | undefined;
  };

function createFeatures(
  settings: Settings,
  { connector, roster }: ReturnType<typeof createChannel>,
  { restores, explorer, ...inputs }: Inputs,
) {
  const { lookup, identityBinding, adminUserIds, allowedVerificationHosts, autoRenew, maxSessionHours } = settings;
  const { allowedTenants, expiryWarningSeconds, stateRetentionDays, publicUrl } = settings;
  const whoMay = { identityBinding, adminUserIds, allowedTenants, maxSessionHours };
  const policy = {
    ...whoMay,
    approverIds: settings.approval.approvers,
    lookup,
    allowedVerificationHosts,
    autoRenew,
    publicUrl,
  };
  const activeJobs = new ActiveJobs(new CancellationWatch(inputs.cancellationMark, inputs.clock));
  const sessionEvents = new SessionEvents();
  const updates = new RequestUpdates(inputs);
  const otherRecords = [createRequestErasure({ ...inputs, updates }), createApprovalErasure(inputs)];
  const uninstall = new Uninstall({ ...inputs, otherRecords, activeJobs, sessionEvents });
  const oneOrganization = settings.organizations.length === 1;
  const cards = createAnnouncer({
    connector,
    render: (view, context) => renderView(view, { ...context, oneOrganization }),
  });
  const announcer = uninstallWhenUnreachable(cards, uninstall);
  const renewal = createSessionRenewal({ ...inputs, ...whoMay, announcer, expiryWarningSeconds });
  const { refusedSessions } = renewal;
  const { reasonRule, restoreChannel, exportPosts, downloads, allowedUploadHosts } = settings;
  const shared = { ...inputs, announcer, sessionEvents, stateRetentionDays };
  const restore = createRestoreFeature({
    ...shared,
    ...restores,
    people: inputs.store,
    explorer,
    refusedSessions,
    requestEnded: (...ended) => updates.restoreEnded(...ended),
    postInChannel: restoreChannel === undefined ? undefined : createChannelPost(cards, restoreChannel),
    auditRequired: settings.audit === 'required',
    reasonRule,
    allowedVerificationHosts,
    files: createFileCards(connector),
    restoreElsewhere: settings.restoreElsewhere,
    withCertificate: new Set(Object.keys(settings.restoreCertificates)),
    exportPosts,
    downloads,
    approvalRule: { ...settings.approval, tenants: allowedTenants },
    approvers: createApprovers({
      listed: settings.approval.approvers,
      teamId: settings.approval.approverTeam,
      roster,
      administrators: inputs.administrators,
    }),
    isGuest: roster.isGuest,
    allowedUploadHosts,
  });
  const { sessionUse, sweeps, operators, wizard } = restore;
  const requests = createRequestFeature({
    ...shared,
    updates,
    personalChat: roster.personalChat,
    roster,
    dutyTeam: settings.dutyTeam,
    operators,
    wizard,
    adminUserIds,
  });
  const signIn = createSignInFeature({
    ...shared,
    ...renewal,
    ...policy,
    activeJobs,
    otherRecords: [...otherRecords, ...sweeps],
    sessionUse,
    expiryWarningSeconds,
  });
  const jobHandlers: JobHandlers = { ...signIn.jobHandlers, ...restore.jobHandlers, ...requests.jobHandlers };
  return { announcer, uninstall, renewals: refusedSessions, restore, requests, signIn, jobHandlers };
}

function createChat(
  settings: Settings,
  { http, connector }: ReturnType<typeof createChannel>,
  { announcer, uninstall, renewals, restore, requests, signIn }: ReturnType<typeof createFeatures>,
  { organizations, store, retryWhileStorageUnavailable, clock, log, newId }: Inputs,
) {
  const { authentication, allowedServiceUrls, allowedTenants, adminUserIds } = settings;
  const { wizard, restores, fourEyes, fileExports, heldFiles } = restore;
  const shared = { organizations, store, retryWhileStorageUnavailable, adminUserIds, clock };
  const router = new Router({
    ...signIn,
    renewals,
    uninstall,
    wizard,
    restores,
    fourEyes,
    fileExports,
    heldFiles,
    requests,
    ...shared,
  });
  const turns = new TurnHandler({ router, announcer, clock, log, newId });
  const { appPassword: _password, ...bot } = settings.bot;
  const channelSettings = { bot, authentication, allowedServiceUrls, allowedTenants };
  const authorizer = new ActivityAuthorizer({ settings: channelSettings, http, clock, log });
  const adapter = new ChatAdapter({ authorizer, connector, log, onTurn: (context) => turns.onTurn(context) });
  return { turns, adapter };
}

/** Renders a first card. */
export function warmUp(): void {
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
    signIn: [...new Set(organizations.map(({ signIn }) => signIn))],
    appOnly: organizations.some(({ appOnlyApplicationId }) => appOnlyApplicationId !== undefined),
    restoreElsewhere: settings.restoreElsewhere,
    restoreCertificates: Object.keys(settings.restoreCertificates).length,
    approval: settings.approval.mode,
    approvers: settings.approval.approvers.length,
    proxy: settings.proxy === undefined ? undefined : new URL(settings.proxy.url).host,
    lookup,
    identityBinding,
    autoRenew,
    container: settings.stateContainer,
    audit: settings.audit,
    auditContainer: settings.auditContainer,
    restoreChannel: settings.restoreChannel !== undefined,
    queue: settings.jobQueue,
    sealingKey: stateEncryptionKeys[0]?.kid,
    telemetry: settings.applicationInsights !== undefined,
  };
  log.info({ event: 'configured', ...facts }, 'configured');
  if (identityBinding !== 'same-user') {
    log.warn(
      { event: 'identity-binding-loosened' },
      `IDENTITY_BINDING=${identityBinding}: a code that one person requested may be approved by another, which makes phishing possible. Use same-user in production.`,
    );
  }
  const hostsAlone = settings.allowedVerificationHosts.filter((page) => !page.includes('://'));
  if (hostsAlone.length > 0) {
    log.warn(
      { event: 'verification-hosts-alone', hosts: hostsAlone },
      'ALLOWED_VERIFICATION_HOSTS: the next release reads whole pages only, such as https://login.example/device.',
    );
  }
  if (facts.restoreCertificates > 0) {
    log.warn(
      { event: 'restore-certificate-in-use' },
      'RESTORE_CERTIFICATE: Microsoft asks nobody to approve restores as administrator; whoever is named in APPROVERS does. Use device codes where they work.',
    );
  }
  if (authentication === 'off') {
    log.warn(
      { event: 'authentication-off' },
      'BOT_AUTHENTICATION=off: anyone on this machine can act as any user. Never use it in production.',
    );
  }
}
