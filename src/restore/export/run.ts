/** What the steps of an export share: its ports, its changes, its end. */
import type { Announcer } from '../../durable/announcer.ts';
import { showOnCard } from '../../durable/live-card.ts';
import type { Audit } from '../../core/audit.ts';
import type { Jobs } from '../../core/jobs.ts';
import { changeState, keep, write } from '../../durable/record.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Clock, Log } from '../../core/platform.ts';
import { onUpstreamError, type UpstreamError } from '../../core/errors.ts';
import {
  backOffMilliseconds,
  orRetryAfter,
  type BackOff,
  type RetryWhileStorageUnavailable,
} from '../../core/retry.ts';
import type { View } from '../../sign-in/state/views.ts';
import { FILE_LIFE_MILLISECONDS, type ExportOutcome, type ExportProgress, type FileExport } from '../state/export.ts';
import { heldFacts } from '../state/four-eyes.ts';
import { flowOf } from '../backups/entries/access-kind.ts';
import { troubleOf, type Trouble } from '../backups/service-error.ts';
import { fileNeedsApproval, mayLeave } from '../access/gate.ts';
import type { Connection, ServiceAccess } from '../access/service-access.ts';
import type { RestorePointCache } from '../explore/restore-points.ts';
import type { RestorePorts } from '../state/ports.ts';
import type { ExportState, RestoreView } from '../state/views.ts';
import type { SessionsInUse } from './sessions-in-use.ts';
import type { ExportStore, FileCards, FileUpload, PostsExporter } from './ports.ts';

export interface ExportPorts extends Pick<
  RestorePorts,
  'exportPosts' | 'downloads' | 'approvalRule' | 'approvers' | 'approvals' | 'suspensions' | 'explorer' | 'store'
> {
  readonly exporter: PostsExporter;
  readonly upload: FileUpload;
  readonly exports: ExportStore;
  readonly files: FileCards;
  readonly access: Pick<ServiceAccess, 'connectFor'>;
  readonly points: Pick<RestorePointCache, 'get' | 'organization'>;
  readonly sessionsInUse: SessionsInUse;
  readonly announcer: Announcer<RestoreView | View>;
  readonly jobs: Jobs;
  readonly retryWhileStorageUnavailable: RetryWhileStorageUnavailable;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

/** One run of the job that follows an export. */
export interface ExportRun {
  readonly key: PersonKey;
  readonly id: string;
  readonly signal: AbortSignal;
  /** Attempts in a row that the service did not get, or could not take yet. */
  failing?: { readonly since: number; readonly times: number };
}

type ProgressOf<Kind extends ExportProgress['kind']> = Extract<ExportProgress, { kind: Kind }>;
export type ExportAt<Kind extends ExportProgress['kind']> = FileExport & { readonly progress: ProgressOf<Kind> };

/** @returns the export as it is to be stored; undefined where there is nothing to change */
export type Transition = (present: FileExport) => FileExport | undefined;

/** Applies while the progress is of this kind: otherwise another run, a press or the end of its time was first. */
export const from =
  <Kind extends ExportProgress['kind']>(kind: Kind, next: (progress: ProgressOf<Kind>) => ExportProgress): Transition =>
  (present) =>
    present.progress.kind === kind ? { ...present, progress: next(present.progress as ProgressOf<Kind>) } : undefined;

/** Ends an export, whatever it does. @param more `consentId` of the card that was pressed: another one may have been lost */
export const ending =
  (
    outcome: ExportOutcome,
    at: number,
    more: { readonly consentId?: string | undefined; readonly trouble?: Trouble | undefined } = {},
  ): Transition =>
  (present) => {
    const { progress } = present;
    if (progress.kind === 'ended') return undefined;
    const { bytes } = 'file' in progress ? progress.file : {};
    const target = outcome === 'handed-over' && 'target' in progress ? progress.target : undefined;
    const consentId = more.consentId ?? ('consentId' in progress ? progress.consentId : undefined);
    return { ...present, progress: { kind: 'ended', at, outcome, trouble: more.trouble, bytes, consentId, target } };
  };

/** @returns whether this changed it, and the export as it is now; undefined where it is over */
export async function change(
  { exports }: Pick<ExportPorts, 'exports'>,
  { key, id }: Pick<ExportRun, 'key' | 'id'>,
  transition: Transition,
): Promise<{ readonly changed: boolean; readonly present: FileExport | undefined }> {
  const { result, loaded } = await changeState<boolean, FileExport>(exports.record(id), key, (present) => {
    const next = present && transition(present);
    return next === undefined ? keep(false) : write(next, true);
  });
  return { changed: result, present: loaded.state };
}

export const advance = async <Kind extends ExportProgress['kind']>(
  ports: Pick<ExportPorts, 'exports'>,
  run: Pick<ExportRun, 'key' | 'id'>,
  kind: Kind,
  next: (progress: ProgressOf<Kind>) => ExportProgress,
): Promise<FileExport | undefined> => (await change(ports, run, from(kind, next))).present;

export const end = async (
  ports: Pick<ExportPorts, 'exports' | 'clock'>,
  run: Pick<ExportRun, 'key' | 'id'>,
  outcome: ExportOutcome,
  trouble?: Trouble,
): Promise<FileExport | undefined> =>
  (await change(ports, run, ending(outcome, ports.clock.now(), { trouble }))).present;

const isDenied = (trouble: Trouble): boolean => trouble === 'access-denied' || trouble === 'restore-only';

/** How that ends which the service refused. */
export function refusalOf(error: UpstreamError): { readonly outcome: ExportOutcome; readonly trouble?: Trouble } {
  if (error.code === 'TOO_LARGE') return { outcome: 'too-large' };
  const trouble = troubleOf(error);
  if (trouble === 'not-found') return { outcome: 'gone' };
  return { outcome: isDenied(trouble) ? 'refused' : 'not-ready', trouble };
}

/** The service has begun nothing, and may do so later. */
export const isBusy = (error: UpstreamError): boolean => ['conflict', 'transfer'].includes(troubleOf(error));

/** Waits before a call is sent again. @returns false from `until` on: it is not */
export async function waitToRepeat(
  { clock }: Pick<ExportPorts, 'clock'>,
  run: ExportRun,
  error: UpstreamError,
  { backOff, until }: { readonly backOff: BackOff; readonly until: number },
): Promise<boolean> {
  const { since = clock.now(), times = 0 } = run.failing ?? {};
  run.failing = { since, times: times + 1 };
  if (clock.now() >= until) return false;
  await clock.sleep(orRetryAfter(backOffMilliseconds(backOff, times + 1), error), run.signal);
  return true;
}

export function exportView(present: FileExport): RestoreView {
  const { id: exportId, organization: organizationKey, access, name, what, startedAt, fourEyes, progress } = present;
  const facts = { kind: 'restore-export', exportId, access, organizationKey, name, what } as const;
  if (progress.kind === 'held')
    return { ...facts, state: 'held', ...heldFacts(fourEyes ?? { hash: '', askedAt: startedAt }) };
  const until = progress.kind === 'offered' ? progress.at + FILE_LIFE_MILLISECONDS : undefined;
  const trouble = progress.kind === 'ended' ? progress.trouble : undefined;
  return { ...facts, state: stateOf(progress), trouble, until };
}

function stateOf(progress: Exclude<ExportProgress, { kind: 'held' }>): ExportState {
  switch (progress.kind) {
    case 'planned':
    case 'starting':
    case 'waiting':
      return 'preparing';
    case 'offered':
      return progress.reminded === true ? 'unanswered' : 'offered';
    case 'accepted':
      return 'uploading';
    case 'ended':
      return progress.outcome;
  }
}

/** The card of the export; the file has a card of its own. @throws UpstreamError */
export async function showExport(
  ports: Pick<ExportPorts, 'announcer' | 'exports'>,
  run: Pick<ExportRun, 'key' | 'id'>,
  present: FileExport,
): Promise<void> {
  const { cardId, address } = present;
  await showOnCard(ports.announcer, { address, key: run.key, cardId }, exportView(present), (shown) =>
    change(ports, run, (now) => ({ ...now, cardId: shown })),
  );
}

/** For `.catch` of another card than the export's: where Teams refuses that for good, the export's own says how it ended. */
export const withoutCard = ({ log }: Pick<ExportPorts, 'log'>, { id: reference }: Pick<ExportRun, 'id'>) =>
  onUpstreamError((error) => {
    const { code, status = 401, reason, description } = error;
    // Not the bot's own token, nor a fault of Teams that passes.
    const isPassing = status === 401 || (status === 403 && reason === 'ServiceError');
    const isOfCard = code === 'REFUSED' && !isPassing && description === undefined;
    if (!isOfCard) throw error;
    log.warn({ event: 'export-card-failed', reference, error }, 'a card of a file could not be posted or removed');
    return undefined;
  });

/** Asked at each use. @returns why it ends where it may not go on */
export async function permitted(
  ports: ExportPorts,
  { key }: Pick<ExportRun, 'key'>,
  present: FileExport,
): Promise<Connection | Extract<ExportOutcome, 'off' | 'signed-out'>> {
  const { what, access, own, fourEyes } = present;
  if (!mayLeave(ports, what.kind === 'item' ? 'download' : 'export', access)) return 'off';
  // The settings require it by now.
  if (fourEyes === undefined && fileNeedsApproval(ports, own)) return 'off';
  return (await ports.access.connectFor(key, present)) ?? 'signed-out';
}

/** Ids and counts only. */
export function auditRecord(key: PersonKey, present: FileExport, outcome: string, bytes?: number) {
  const { organization, access, id: reference, reason, what, fourEyes } = present;
  const approvers = fourEyes?.approved?.by.map(({ objectId }) => objectId);
  const record = { key, organization, flow: flowOf(access), reference, outcome } as const;
  if (what.kind !== 'item') {
    const { teamId: team, channelId: channel, posts } = what;
    return { ...record, event: 'posts-exported', export: { team, channel, posts, reason, bytes, approvers } } as const;
  }
  const { workload, containerId: container, itemId: item } = what;
  return {
    ...record,
    event: 'item-downloaded',
    download: { workload, container, item, reason, bytes, approvers },
  } as const;
}
