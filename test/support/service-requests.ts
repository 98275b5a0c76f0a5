/** Holds recorded requests against the API's document, and against what this project promises beside it. */
import { documentedName, requestMistakes } from '../../local/backup-service/documented/documented.ts';

/** A request as a server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

const PERSON = '/v8/Organization/LoggedInUser';
const SESSION = '/v8/RestoreSessions/{restoreSessionId}';
const MAILBOXES = `${SESSION}/organization/mailboxes`;
const DRIVES = `${SESSION}/Organization/OneDrives`;

/** Short names of some calls. */
const NAMES = {
  isOperator: `GET ${PERSON}/OperatorInfo`,
  whoAmI: `GET ${PERSON}`,
  effectiveScope: `GET ${PERSON}/EffectiveScope`,
  restorePoints: `GET ${PERSON}/RestorePoints`,
  openExplore: 'POST /v8/Organization/OperatorExplore',
  sessions: 'GET /v8/RestoreSessions',
  session: `GET ${SESSION}`,
  stop: `POST ${SESSION}/Stop`,
  statistics: `GET ${SESSION}/Statistics`,
  events: `GET ${SESSION}/Events`,
  mailboxes: `GET ${MAILBOXES}`,
  searchMailboxes: `POST ${MAILBOXES}/search`,
  mailboxFolders: `GET ${MAILBOXES}/{mailboxId}/folders`,
  mailboxItems: `GET ${MAILBOXES}/{mailboxId}/items`,
  searchMailbox: `POST ${MAILBOXES}/{mailboxId}/search`,
  searchMailboxFolder: `POST ${MAILBOXES}/{mailboxId}/folders/{folderId}/search`,
  restoreItems: `POST ${MAILBOXES}/{mailboxId}/items/operatorRestore`,
  drives: `GET ${DRIVES}`,
  searchDrives: `POST ${DRIVES}/search`,
  driveFolders: `GET ${DRIVES}/{oneDriveId}/Folders`,
  documents: `GET ${DRIVES}/{oneDriveId}/Documents`,
  versions: `GET ${DRIVES}/{oneDriveId}/Documents/{documentId}/Versions`,
  searchDrive: `POST ${DRIVES}/{oneDriveId}/search`,
  searchDriveFolder: `POST ${DRIVES}/{oneDriveId}/Folders/{folderId}/search`,
  restoreDocuments: `POST ${DRIVES}/{oneDriveId}/Documents/operatorRestore`,
} as const;

export type ServiceCallName = keyof typeof NAMES;

/** What `encodeURIComponent` lets through. */
const ENCODED = /^(?:[\w.!~*'()-]|%[0-9A-F]{2})*$/;
const UTC_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** What a later service adds to an object comes back with it: tests call that `somethingNew`. */
const LATER = /must NOT have additional properties "somethingNew"$/;

/** @returns which call it is, by its short name where it has one @throws Error that names everything that is wrong */
export function checkServiceRequest({ method, path, headers, body }: SeenRequest): string {
  const [pathname = '', query = ''] = path.split('?');
  const contentType = String(headers['content-type'] ?? '');
  const accept = headers['accept']?.toString();
  const mistakes = [
    ...requestMistakes({ method, path: pathname, query, contentType, accept, body }).filter((one) => !LATER.test(one)),
    ...ownMistakes(pathname, new URLSearchParams(query), body),
    ...(/^Bearer \S+$/.test(String(headers['authorization'])) ? [] : ['headers: no bearer token']),
  ];
  if (mistakes.length > 0) throw new Error(`${method} ${pathname} is not as documented:\n${mistakes.join('\n')}`);
  const name = documentedName(method, pathname) ?? '';
  return Object.entries(NAMES).find(([, call]) => call === name)?.[0] ?? name;
}

/** Ids are escaped; every page has its bounds, every restore a reason, every moment is one in UTC. */
function ownMistakes(pathname: string, query: URLSearchParams, body: string): readonly string[] {
  const limit = query.get('limit');
  const fields = (body === '' ? {} : JSON.parse(body)) as Readonly<Record<string, unknown>>;
  const moments = [fields['dateTime'], query.get('startTimeFrom'), query.get('endTimeTo')].filter(
    (moment) => typeof moment === 'string',
  );
  return [
    ...pathname.split('/').flatMap((part) => (ENCODED.test(part) ? [] : [`path: "${part}" is not escaped`])),
    ...(query.has('offset') === (limit !== null) ? [] : ['query: only one of offset and limit']),
    ...(limit === null || (Number(limit) >= 1 && Number(limit) <= 10_000) ? [] : ['query.limit: not 1 to 10,000']),
    ...(!pathname.endsWith('/operatorRestore') || fields['reason'] ? [] : ['body.reason: missing']),
    ...moments.flatMap((moment) => (UTC_SECONDS.test(moment) ? [] : [`${moment} is not whole seconds in UTC`])),
  ];
}
