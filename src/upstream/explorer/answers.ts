/** What the restore endpoints answer, except for what backups contain. */
import * as z from 'zod';

import { userCode } from '../http/answers.ts';
import { workloadSchema, type RestorePoint } from '../../restore/backups/catalog.ts';
import type { SessionEvent } from '../../restore/state/restore.ts';
import type { RestoreCode, ServiceOrganization, ServiceSession } from '../../restore/state/ports.ts';
import type { Workload } from '../../restore/backups/workloads/index.ts';
import { count, fields, flag, id, name, optional, reader, sentence, text, time, word } from './api/fields.ts';
import type { WorkloadApi } from './api/workload-api.ts';
import { WORKLOADS } from './workloads/index.ts';

const workloadsWhere = (condition: (api: WorkloadApi) => boolean): readonly Workload[] =>
  workloadSchema.options.filter((workload) => condition(WORKLOADS[workload]));

export const user = z.object({ id, name });

export const tenant = z
  .object({
    id: optional(id),
    name: z.string().min(1).max(500),
    type: text(64),
    isBackedup: optional(z.boolean()),
    ...fields(optional(time), 'firstBackuptime', 'lastBackuptime'),
  })
  .transform(
    ({ isBackedup, firstBackuptime: firstBackupAt, lastBackuptime: lastBackupAt, ...rest }): ServiceOrganization => ({
      ...rest,
      isBackedUp: isBackedup,
      firstBackupAt,
      lastBackupAt,
    }),
  );
/** By which of the two it is told apart is up to the service. */
export const exploredTenant = z.object({ id: optional(id), name });

/** Of device codes at Microsoft. */
const CODE_SECONDS = 900;

export const restoreCode = z
  .object({ userCode, verificationUrl: z.string().max(2_048), expiresIn: count.default(CODE_SECONDS) })
  .transform(({ userCode, verificationUrl, expiresIn }): RestoreCode => ({
    userCode,
    verificationUri: verificationUrl,
    expiresInSeconds: expiresIn,
  }));
export const codeCheck = z
  .object({ authenticated: z.boolean().default(false) })
  .transform(({ authenticated }) => authenticated);

/** A point whose time is unknown cannot be offered. */
const point = z
  .looseObject({
    id,
    backupTime: time,
    repositoryId: optional(id),
    ...fields(flag, 'isCopy', 'isLongTermCopy', 'isRetrieved'),
  })
  .transform(({ id, backupTime, repositoryId, ...flags }): RestorePoint => {
    const workloads = workloadsWhere(({ pointFlag }) => flags[pointFlag] === true);
    // Not `isDeleted`: such a point was not deleted, it contains data that were.
    const hidden = flags.isCopy || flags.isLongTermCopy || flags.isRetrieved;
    return { id, backupTime, repositoryId, workloads, hidden };
  });
export const readPoint = reader(point);

/** A documented word in lower case; for another one `otherwise`, with the word as it is. */
const known = <T extends string>(words: readonly T[], otherwise: T) =>
  text(64).transform((name) => {
    const value = words.find((one) => one === name?.toLowerCase());
    return value === undefined ? { value: otherwise, name } : { value, name: undefined };
  });

const SESSION_KINDS: ReadonlyMap<string, Workload> = new Map(
  workloadSchema.options.map((workload) => [WORKLOADS[workload].sessionType.toLowerCase(), workload]),
);

export const session = z
  .object({
    id,
    type: text(64),
    creationTime: time.catch(0),
    endTime: optional(time),
    state: z.string().max(64),
    // An unknown word counts as neither good nor bad news.
    result: known(['success', 'warning', 'failed'], 'warning'),
    ...fields(name, 'organization', 'initiatedBy', 'scopeName'),
    ...fields(sentence, 'reason', 'details'),
  })
  .transform(({ type = '', creationTime, endTime, state: stateName, result, ...rest }): ServiceSession => {
    const word = stateName.toLowerCase();
    const kind = SESSION_KINDS.get(type.toLowerCase());
    return {
      ...rest,
      kind,
      kindName: kind === undefined ? type : undefined,
      createdAt: creationTime,
      endedAt: endTime,
      // With an unknown word, an end time means an end.
      state: word === 'stopped' || (word !== 'working' && endTime !== undefined) ? 'stopped' : 'working',
      result: result.value,
      stateName: word === 'working' ? undefined : word === 'stopped' ? result.name : stateName,
    };
  });

export const event = z
  .object({
    id,
    status: known(['running', 'success', 'warning', 'failed', 'cancelled', 'skipped'], 'warning'),
    ...fields(sentence, 'message', 'title'),
    ...fields(name, 'itemName', 'target', 'siteId', 'teamId'),
    source: sentence,
    startTime: time.catch(0),
    type: optional(word),
  })
  .transform(({ message, title, source, startTime, type, status, ...rest }): SessionEvent => ({
    ...rest,
    path: source,
    status: status.value,
    statusName: status.name,
    message: message ?? title ?? '',
    startedAt: startTime,
    isRestore: type === undefined ? undefined : type === 'restore',
  }));

export const restoreAnswer = z.object({ sessionId: id });
