/** Wires the bot from its settings: infrastructure, features, chat, server; and starts and stops them in order. */
import { renderView } from './cards/render.ts';
import { ChatAdapter } from './chat/inbound/adapter.ts';
import { ActivityAuthorizer } from './chat/inbound/authorize-activity.ts';
import { createAnnouncer, createChannelPost } from './chat/outbound/announcer.ts';
import { createFileCards } from './chat/outbound/file-cards.ts';
import { Router } from './chat/router.ts';
import { TurnHandler } from './chat/turn-handler.ts';
import type { JobHandler, JobHandlers, Jobs } from './core/jobs.ts';
import { type Clock, type Log, newId, systemClock } from './core/platform.ts';
import {
  BACK_OFF,
  createRetryWhileStorageUnavailable,
  retry,
  type RetryWhileStorageUnavailable,
} from './core/retry.ts';
import type { OwnershipTimes } from './jobs/ownership.ts';
import { Worker } from './jobs/worker.ts';
import { createRequestErasure, createRequestFeature } from './requests/features.ts';
import { RequestUpdates } from './requests/updates.ts';
import { createApprovers } from './restore/four-eyes/approvers.ts';
import { createRestoreFeature } from './restore/features.ts';
import { createApprovalErasure } from './restore/four-eyes/erasure.ts';
import { createServer } from './server/server.ts';
import type { Settings } from './settings/read-settings.ts';
import { ActiveJobs, CancellationWatch } from './sign-in/state/cancellation.ts';
import { createSessionRenewal, createSignInFeature } from './sign-in/features.ts';
import { SessionEvents } from './sign-in/state/session-events.ts';
import { Uninstall, uninstallWhenUnreachable } from './sign-in/uninstall.ts';
import type { StartLimits } from './sign-in/start/rate-limit.ts';
import { createMeasures } from './telemetry/measures.ts';
import { readAuthorizationAnswer } from './upstream/identity-provider.ts';
import { createChannel, createState, createUpstreams, type Platform } from './outside.ts';
import { logSettings } from './settings/log-settings.ts';

export interface App {
  /** Listens at once; jobs are processed once storage responds. Rejects if it is stopped before. @returns the port */
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

  /** Jobs are processed from then on. */
  async function untilStorageResponds(): Promise<void> {
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
    void planSweep();
  }

  const planSweep = (): Promise<void> =>
    retryWhileStorageUnavailable('the plan of the next sweep', 'sweep', () => features.signIn.sweep.ensure()).catch(
      (error: unknown) => {
        if (!ending.signal.aborted)
          log.error({ event: 'sweep-not-planned', error }, 'the daily sweep could not be planned');
      },
    );

  return {
    async start() {
      // Rejected only once the process ends.
      const responding = untilStorageResponds().catch(() => undefined);
      // Storage usually responds within this time; without it the first turns would be told that it is unavailable.
      await Promise.race([responding, clock.sleep(STORAGE_HEAD_START_MILLISECONDS, ending.signal)]);
      const listening = await server.start();
      logSettings(settings, log);
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
  const renewal = createSessionRenewal({ ...inputs, ...whoMay, autoRenew, announcer, expiryWarningSeconds });
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
    restores: restore.restores,
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
  const left: JobHandlers['left'] = (job) => uninstall.carryOut(job);
  const jobHandlers: JobHandlers = { ...signIn.jobHandlers, left, ...restore.jobHandlers, ...requests.jobHandlers };
  return { announcer, uninstall, renewals: refusedSessions, restore, requests, signIn, jobHandlers };
}

function createChat(
  settings: Settings,
  { http, connector }: ReturnType<typeof createChannel>,
  { announcer, uninstall, renewals, restore, requests, signIn }: ReturnType<typeof createFeatures>,
  { organizations, store, retryWhileStorageUnavailable, clock, log, newId }: Inputs,
) {
  const { authentication, allowedServiceUrls, allowedTenants, adminUserIds } = settings;
  const { wizard, restores, sessionHistory, fourEyes, fileExports, heldFiles } = restore;
  const shared = { organizations, store, retryWhileStorageUnavailable, adminUserIds, clock };
  const router = new Router({
    ...signIn,
    renewals,
    uninstall,
    wizard,
    restores,
    sessionHistory,
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

/** Renders a first card, of the template that most of them have. */
export function warmUp(): void {
  const owner = { userId: '', id: '' };
  renderView({ kind: 'notice', notice: { code: 'not-signed-in' } }, { place: 'personal', audience: 'owner', owner });
}
