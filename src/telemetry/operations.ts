/** Names of calls by their address, from words known here: a path may hold tenants, people and ids. */

const WORDS: ReadonlyMap<string, string> = new Map(
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
  ].map((word) => [word.toLowerCase(), word]),
);

/** Asked for by their id, and often: what names them without it. */
const ONE_OF: ReadonlyMap<string, string> = new Map([['restoresessions', 'RestoreSession']]);

/** @returns the last word of the path where it is a known one, what an id at its end is of where that is, else `other` */
export function operationOf(url: string): string {
  const [last = '', before = ''] = URL.parse(url)?.pathname.toLowerCase().split('/').toReversed() ?? [];
  return WORDS.get(last) ?? ONE_OF.get(before) ?? 'other';
}
