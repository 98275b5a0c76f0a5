/** Who is signed in, and the restore points of what they may restore (API, sections B and C1). */
import { z } from 'zod';

import type { Explorer } from '../../restore/ports.ts';
import type { RestorePoint, Workload } from '../../restore/model/catalog.ts';
import type { Calls } from './call.ts';
import { flag, id, name, optionalId, readEach, time } from './fields.ts';

const operatorInfo = z.object({ isOperator: z.boolean() });
const loggedInUser = z.object({ id, name }).transform(({ id, name = '' }) => ({ id, name }));

const point = z.object({
  id,
  backupTime: time,
  repositoryId: optionalId,
  isExchange: flag,
  isOneDrive: flag,
  isCopy: flag,
  isLongTermCopy: flag,
  isRetrieved: flag,
  isDeleted: flag,
});

/** A point nobody knows the time of cannot be offered. */
function readPoint(value: unknown): RestorePoint | undefined {
  const { data } = point.safeParse(value);
  if (data?.backupTime === undefined) return undefined;
  const { id, backupTime, repositoryId } = data;
  const workloads: readonly Workload[] = [
    ...(data.isExchange ? (['exchange'] as const) : []),
    ...(data.isOneDrive ? (['onedrive'] as const) : []),
  ];
  const hidden = data.isCopy || data.isLongTermCopy || data.isRetrieved || data.isDeleted;
  return { id, backupTime, repositoryId, workloads, hidden };
}

const PERSON = '/v8/Organization/LoggedInUser';

type LoggedInCalls = Pick<Explorer, 'isOperator' | 'whoAmI' | 'restorePoints'>;

export function createLoggedInCalls(calls: Calls): LoggedInCalls {
  return {
    async isOperator(access, signal) {
      const call = { method: 'GET', path: `${PERSON}/OperatorInfo`, limit: 'turn', signal } as const;
      return (await calls.ask(access, call, operatorInfo)).isOperator;
    },

    async whoAmI(access, signal) {
      return calls.ask(access, { method: 'GET', path: PERSON, limit: 'turn', signal }, loggedInUser);
    },

    async restorePoints(access, scopeId, signal) {
      const call = {
        method: 'GET',
        path: `${PERSON}/RestorePoints`,
        query: { rbacItem: scopeId },
        limit: 'browse',
        signal,
      } as const;
      return readEach(readPoint, await calls.ask(access, call, z.array(z.unknown())));
    },
  };
}
