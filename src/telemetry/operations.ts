/** What an upstream is asked for, as an attribute of measurements: never an id, a name or a tenant. */

/** Last parts of the paths of the services. Other parts may be tenants, people and ids. */
const OPERATIONS: ReadonlyMap<string, string> = new Map(
  [
    'devicecode',
    'token',
    'me',
    'organization',
    'logout',
    'LoggedInUser',
    'RestorePortalSettings',
    'OperatorInfo',
    'EffectiveScope',
    'RestorePoints',
    'OperatorExplore',
    'Mailboxes',
    'Folders',
    'Items',
    'OneDrives',
    'Documents',
    'Versions',
    'Search',
    'operatorRestore',
    'RestoreSessions',
    'Events',
    'Statistics',
    'Stop',
    'AuthCode',
    'operatorStartExportTask',
    'startOperatorExportPosts',
  ].map((word) => [word.toLowerCase(), word]),
);

/** By the part before the last one, where that is an id. */
const BY_PARENT: ReadonlyMap<string, string> = new Map([
  ['restoresessions', 'RestoreSession'],
  ['operatorexport', 'operatorExport'],
]);

/** @returns the operation that the last part of the path names, else `other` */
export function operationOf(url: string): string {
  const [last = '', before = ''] = URL.parse(url)?.pathname.toLowerCase().split('/').toReversed() ?? [];
  return OPERATIONS.get(last) ?? BY_PARENT.get(before) ?? 'other';
}
