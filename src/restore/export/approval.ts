/** An export as four eyes see it: what it is, and what approvers are shown of it. */
import { digestOf } from '../../core/platform.ts';
import type { PersonKey } from '../../core/person.ts';
import type { Origin } from '../backups/catalog.ts';
import type { Named } from '../backups/entries/entry.ts';
import { newRequest, pass, scopeForOthers, type Awaited, type Passage } from '../four-eyes/pass.ts';
import type { ApprovalFacts, ApprovalRequest, OwnRequest } from '../state/four-eyes.ts';
import type { Exported, FileExport } from '../state/export.ts';
import type { ExportPorts, ExportRun, Transition } from './run.ts';

/** Of everything that changes what leaves, and why. Ids of sessions do not. */
export function fileHash({ organization, access, userId, reason, own, what, origin, progress }: FileExport): string {
  const { echoes, entry } = progress.kind === 'held' || progress.kind === 'planned' ? progress : {};
  const place = origin && [scopeId(origin), origin.workload, origin.showDeleted, pointOf(origin)];
  const item = entry && [entry.kind, entry.containerId, entry.within, entry.key, entry.id, entry.title, entry.echo];
  const of =
    what.kind === 'item' ? [what.workload, what.containerId, what.itemId] : [what.teamId, what.channelId, what.posts];
  return digestOf(JSON.stringify([organization, access, userId, reason, own === true, of, place, echoes, item]));
}

const scopeId = ({ scope }: Origin): string => (scope.kind === 'item' ? scope.item.id : scope.kind);

const pointOf = ({ point, opened }: Origin) =>
  point.kind === 'at' ? [point.id, point.backupTime, point.repositoryId] : [point.kind, opened?.backupTime];

/** As four eyes see it. */
export function awaitedOf(present: FileExport): Awaited {
  const { organization, userId, access, address, fourEyes, progress } = present;
  const titles = progress.kind !== 'held' ? [] : progress.entry ? [progress.entry.title] : (progress.titles ?? []);
  return {
    organization,
    userId,
    access,
    address,
    hash: fileHash(present),
    isOver: progress.kind === 'ended',
    isHeld: progress.kind === 'held',
    isApproved: fourEyes?.approved !== undefined,
    titles,
  };
}

export const withEyes =
  (changes: Partial<OwnRequest>): Transition =>
  (present) =>
    present.fourEyes && { ...present, fourEyes: { ...present.fourEyes, ...changes } };

/** Asked before each step of what is not sent yet, and immediately before it is. @throws StorageUnavailableError, UpstreamError */
export async function passFile(ports: ExportPorts, { key }: ExportRun, present: FileExport): Promise<Passage> {
  const { id, address, fourEyes } = present;
  if (fourEyes === undefined) return { kind: 'passed' };
  const now = { id, address, fourEyes, hash: fileHash(present) };
  return pass(ports, now, () => requestOf(key, present, fourEyes));
}

function requestOf(key: PersonKey, present: FileExport, fourEyes: OwnRequest): ApprovalRequest {
  const { organization, access, reason, origin, what, name, progress } = present;
  const { entry, holder } = progress.kind === 'held' ? progress : {};
  const file: ApprovalFacts['file'] =
    what.kind === 'item'
      ? // Its name is not shown.
        { kind: 'item', entryKind: entry?.kind ?? '' }
      : { kind: 'posts', count: what.posts, channel: name };
  const groups =
    origin === undefined ? [] : [{ ...placeOf(origin, holder ?? { name: placeIdOf(what) }), items: 1, wholes: [] }];
  const facts = { organization, access, reason, overwrites: [], groups, file };
  return { ...newRequest(key, present, fourEyes, facts), of: 'file' };
}

function placeOf({ scope, workload, point }: Origin, holder: Named) {
  const seen = scopeForOthers(scope);
  return { scope: seen, workload, point, of: seen.everybody === true ? [holder] : undefined };
}

const placeIdOf = (what: Exported): string => (what.kind === 'item' ? what.containerId : what.teamId);
