/** What an upstream is asked for, as an attribute of measurements: never an id, a name or a tenant. */
import { WORKLOADS } from '../upstream/explorer/workloads/index.ts';

/** Last parts of paths, beside those that the workloads declare. Other parts may be tenants, people and ids. */
const COMMON =
  'Health devicecode token openid-configuration me organization logout LoggedInUser RestorePortalSettings OperatorInfo ' +
  'EffectiveScope AuthCode check RestorePoints Explore OperatorExplore RestoreSessions Events Statistics Stop ' +
  'restoreDeviceCode operatorExport operatorStartExportTask startOperatorExportPosts';

const OPERATIONS: ReadonlyMap<string, string> = new Map(
  [COMMON, ...Object.values(WORKLOADS).map(({ operations }) => operations)]
    .flatMap((words) => words.split(' '))
    .map((word) => [word.toLowerCase(), word]),
);

/** By the part before the last one, where that is an id and dashboards have a name for it. */
const BY_PARENT: ReadonlyMap<string, string> = new Map([
  ['RestoreSessions', 'RestoreSession'],
  ['operatorExport', 'operatorExport'],
]);

/** @returns the operation that the last part of the path names; `Mailboxes/{id}` where that is an id; else `other` */
export function operationOf(url: string): string {
  const parts = URL.parse(url)?.pathname.toLowerCase().split('/').toReversed() ?? [];
  const [last, parent] = parts.slice(0, 2).map((part) => OPERATIONS.get(part));
  if (last !== undefined || parent === undefined) return last ?? 'other';
  return BY_PARENT.get(parent) ?? `${parent}/{id}`;
}
