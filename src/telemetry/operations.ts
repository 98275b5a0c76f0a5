/** Names of calls by their address, from words known here: a path may hold tenants, people and ids. */

const WORDS: ReadonlyMap<string, string> = new Map(
  [
    'devicecode',
    'token',
    'me',
    'organization',
    'logout',
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
  ].map((word) => [word.toLowerCase(), word]),
);

/** @returns the last word of the path where it is a known one, else `other` */
export function operationOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1)?.toLowerCase() ?? '';
  return WORDS.get(last) ?? 'other';
}
