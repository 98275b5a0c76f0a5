/** Hands single items out as files, to whoever may have that. What is in them is made up. */
import { denied } from './refused.ts';
import type { Route } from './router.ts';

const SESSION = '/v8/RestoreSessions/{restoreSessionId}';

/** What can be saved, as the route that reads it spells it. */
const SAVED: ReadonlySet<string> = new Set([
  `${SESSION}/organization/mailboxes/{mailboxId}/items/{itemId}`,
  `${SESSION}/Organization/OneDrives/{oneDriveId}/Documents/{documentId}`,
  `${SESSION}/Organization/Sites/{siteId}/Documents/{objectId}`,
  `${SESSION}/organization/teams/{teamId}/channels/{channelId}/files/{fileId}`,
]);

export interface Saves {
  readonly routes: readonly Route[];
  /** Whether operators may save; true. */
  setAllowed(allowed: boolean): void;
  /** What is saved has at least so many bytes; 0. */
  setSize(bytes: number): void;
  /** Calls that were refused or not. */
  readonly asked: number;
}

export function createSaves(routes: readonly Route[]): Saves {
  let isAllowed = true;
  let leastBytes = 0;
  let asked = 0;
  const saves = routes
    .filter(({ method, pattern }) => method === 'GET' && SAVED.has(pattern))
    .map((route): Route => ({
      method: 'POST',
      pattern: `${route.pattern}/save`,
      answer(call) {
        asked += 1;
        if (!isAllowed) throw denied('The operator is not allowed to save items.');
        const answer = route.answer(call);
        const body = 'body' in answer ? answer.body : {};
        return { status: 200, bytes: Buffer.from(`${JSON.stringify(body, null, 2)}\n`.padEnd(leastBytes)) };
      },
    }));
  return {
    routes: saves,
    setAllowed: (allowed) => void (isAllowed = allowed),
    setSize: (bytes) => void (leastBytes = bytes),
    get asked() {
      return asked;
    },
  };
}
