/** Exports on fakes: whoever asked, and processes that die. */
import type { UpstreamError } from '../../src/core/errors.ts';
import { createRetryWhileStorageUnavailable } from '../../src/core/retry.ts';
import { FileExports } from '../../src/restore/export/file-exports.ts';
import type { ExportRequest } from '../../src/restore/export/file-exports.ts';
import type { FileExport } from '../../src/restore/state/export.ts';
import type { Downloads } from '../../src/restore/state/ports.ts';
import { SessionsInUse } from '../../src/restore/export/sessions-in-use.ts';
import type { Connection } from '../../src/restore/access/service-access.ts';
import { createFakeAnnouncer } from '../fakes/announcer.ts';
import { createFakeClock } from '../fakes/clock.ts';
import { createFakeFourEyes } from '../fakes/approvals.ts';
import { createFakeExplorer } from '../fakes/explorer.ts';
import { createFakeExports, createFakeSaver } from '../fakes/exports.ts';
import { intercept, type Around } from '../fakes/intercept.ts';
import { createFakeRestoreStore } from '../fakes/restore-store.ts';
import { createFakeJobs } from '../fakes/jobs.ts';
import { createRecordingAudit, createRecordingLog } from '../fakes/records.ts';
import { aSession, anAsker } from './builders.ts';
import { interceptJobs } from './domain.ts';

export const UPLOAD_URL = 'https://contoso-my.sharepoint.com/upload?token=SECRET-upload';

export const aRequest = (changes: Partial<ExportRequest> = {}): ExportRequest => ({
  exploreId: 'explore-1',
  name: 'Kyoto',
  what: { kind: 'posts', teamId: 'team-1', channelId: 'channel-1', posts: 2 },
  echoes: ['{"postId":9007199254740993}', '{"postId":2}'],
  origin: { scope: { kind: 'own', name: 'Noor' }, workload: 'teams', point: { kind: 'latest' }, showDeleted: false },
  ...changes,
});

const MINUTE = 60_000;

export type ExportingBench = ReturnType<typeof createExportingBench>;

export function createExportingBench({
  auditRequired = false,
  exportPosts = true,
  downloads = 'all',
}: { auditRequired?: boolean; exportPosts?: boolean; downloads?: Downloads } = {}) {
  const clock = createFakeClock();
  const jobs = createFakeJobs(clock);
  const announcer = createFakeAnnouncer();
  const audit = createRecordingAudit();
  const log = createRecordingLog();
  const outside = createFakeExports(clock);
  const asker = anAsker();
  const { key } = asker;
  const saver = createFakeSaver();
  const store = createFakeRestoreStore();
  /** A setting may change with a restart. */
  const state = { isSignedIn: true, isExploreOpen: true, exportPosts, downloads };
  const session = aSession();
  const sessionsInUse = new SessionsInUse();
  const stopped: string[] = [];
  const stopFaults: UpstreamError[] = [];
  const explorer = sessionsInUse.around({
    ...createFakeExplorer(clock),
    session: async () => ({ state: state.isExploreOpen ? 'working' : 'stopped' }) as never,
    async stop(_access, id) {
      const fault = stopFaults.shift();
      if (fault !== undefined) throw fault;
      stopped.push(id);
    },
  });
  let ids = 0;
  let runs = 0;

  const connection: Connection = {
    key,
    session,
    kind: 'operator',
    call: (work) => work({ kind: 'operator', organization: {} as never, accessToken: 'SECRET-service-access-0' }),
  };

  /** A process that runs the jobs from now on. */
  function start(around: Around = (_, call) => call()): FileExports {
    runs += 1;
    const exports = intercept('exports', outside.exports, around);
    const process = new FileExports({
      exporter: intercept('exporter', outside.exporter, around),
      upload: intercept('upload', outside.upload, around),
      exports: new Proxy(exports, {
        get: (target, property) =>
          property === 'record'
            ? (id: string) => intercept('record', outside.exports.record(id), around)
            : (Reflect.get(target, property) as unknown),
      }),
      files: intercept('files', outside.files, around),
      announcer: intercept('announcer', announcer, around),
      jobs: interceptJobs(jobs, around),
      access: {
        connectFor: async (_key, { userId }) =>
          state.isSignedIn && userId === session.userId ? connection : undefined,
      },
      sessionsInUse,
      ...createFakeFourEyes(),
      points: { get: async () => [], organization: async () => ({ name: 'Contoso' }) },
      explorer: {
        ...explorer,
        save: (access, item, take) => intercept('saver', saver, around).save(access, item, take),
      },
      store: intercept('store', store, around),
      retryWhileStorageUnavailable: createRetryWhileStorageUnavailable({
        clock,
        log,
        ending: new AbortController().signal,
      }),
      audit,
      auditRequired,
      exportPosts: state.exportPosts,
      downloads: state.downloads,
      allowedUploadHosts: ['sharepoint.com'],
      clock,
      log,
      newId: () => `id-${(ids += 1)}`,
    });
    jobs.handle({
      export: (job, { signal }) => process.follow(job, signal),
      'export-due': (job, { signal }) => process.due(job, signal),
    });
    return process;
  }

  /** Lets so much time pass and runs what is due meanwhile. */
  async function pass(milliseconds: number): Promise<void> {
    for (const end = clock.now() + milliseconds; ;) {
      void jobs.runDue();
      await clock.settle();
      if (clock.now() >= end) return;
      await clock.advance(Math.min(milliseconds >= MINUTE ? 10_000 : 1_000, end - clock.now()));
    }
  }

  return {
    ...outside,
    saver,
    store,
    session,
    clock,
    jobs,
    announcer,
    audit,
    log,
    asker,
    key,
    connection,
    explorer,
    /** Sessions at the service, in order. */
    stopped,
    /** Thrown by the next stops, one after the other. */
    stopFaults,
    state,
    start,
    pass,
    get runs() {
      return runs;
    },
    /** The one export, as it is stored. */
    stored: (): FileExport | undefined => outside.exports.stateOf(key, 'id-1'),
    /** What the export's card shows now. */
    shows(): string | undefined {
      const view = announcer.cards.map(({ cardId }) => announcer.shows(cardId)).at(-1) as
        | { readonly state?: string }
        | undefined;
      return view?.state;
    },
    accept: (exportId = 'id-1', uploadUrl = UPLOAD_URL) =>
      ({
        kind: 'accepted',
        exportId,
        uploadUrl,
        target: { name: 'Kyoto.html', contentUrl: 'https://contoso/Kyoto.html', uniqueId: 'u', fileType: 'html' },
      }) as const,
  };
}
