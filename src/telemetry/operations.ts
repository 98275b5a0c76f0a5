/** What an upstream is asked for, as an attribute of measurements: never an id, a name or a tenant. */

/** Last parts of the paths of the services. Other parts may be tenants, people and ids. */
const OPERATIONS: ReadonlyMap<string, string> = new Map(
  (
    'devicecode token me organization logout LoggedInUser RestorePortalSettings OperatorInfo EffectiveScope AuthCode check ' +
    'RestorePoints Explore OperatorExplore RestoreSessions Events Statistics Stop restoreDeviceCode Search searchTeams save ' +
    'Mailboxes Folders Items OneDrives Documents Versions Sites Libraries Lists Attachments teams channels posts children ' +
    'files tabs restore restoreTo copyTo operatorRestore operatorExport operatorStartExportTask startOperatorExportPosts'
  )
    .split(' ')
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
