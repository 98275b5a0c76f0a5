/** What the bot has outside, made from its settings: what is stored, those it asks, and the chat service. */
import { createRoster } from './chat/outbound/roster.ts';
import { ConnectorToken } from './chat/outbound/connector-token.ts';
import { BotConnector } from './chat/outbound/connector.ts';
import { createChannelHttp } from './chat/outbound/http.ts';
import type { PersonKey } from './core/person.ts';
import type { Clock, Log } from './core/platform.ts';
import { StorageJobQueue } from './jobs/job-queue.ts';
import type { RestoreState } from './restore/state/restore.ts';
import { auditErased } from './restore/run/calls/call-step.ts';
import { withdrawErased } from './restore/four-eyes/erasure.ts';
import { askedIn } from './restore/run/calls/second-person.ts';
import type { Settings } from './settings/read-settings.ts';
import { Organizations } from './sign-in/state/organizations.ts';
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
import { type Measures } from './telemetry/measures.ts';
import { createBackupService } from './upstream/backup-service.ts';
import { createPostsExporter } from './upstream/explorer/posts-export.ts';
import { createExplorer } from './upstream/explorer/explorer.ts';
import { createFileUpload } from './upstream/file-upload.ts';
import { createHttp } from './upstream/http/http.ts';
import { createClientCredential } from './upstream/client-credential.ts';
import { createDirectory, readClaims } from './upstream/directory.ts';
import { createIdentityProvider } from './upstream/identity-provider.ts';

export interface Platform {
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** What is stored, encrypted, and the audit log. */
export function createState(settings: Settings, measures: Measures, { clock, log, newId }: Platform) {
  const {
    stateContainer: container,
    auditContainer,
    jobQueue,
    stateEncryptionKeys,
    proxy,
    identityClientId,
  } = settings;
  const names = { container, auditContainer, queue: jobQueue };
  const storage = createStorage(settings.storage, names, { proxy, identityClientId });
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
    administrators: createAdministrators({ ...sealed, clock }),
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
export function createUpstreams(
  { organizations, proxy, restoreCertificates: certificates, operatorCredential, identityClientId }: Settings,
  measures: Measures,
  { clock, log }: Platform,
) {
  const http = measures.http(createHttp({ clock, proxy }));
  const service = createBackupService({ http });
  const identity = createAzureCredential(identityClientId);
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

export function createChannel(settings: Settings, measures: Measures, { clock, log }: Platform) {
  const { bot, authentication, allowedServiceUrls, proxy } = settings;
  const http = createChannelHttp({ clock, proxy });
  const token = new ConnectorToken({ settings: { bot, authentication, proxy }, http, clock });
  const connector = measures.connector(new BotConnector({ allowedServiceUrls, token, http, clock, log }));
  return { http, connector, roster: createRoster({ allowedServiceUrls, token, http, log }) };
}
